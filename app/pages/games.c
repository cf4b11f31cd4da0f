/* SPDX-License-Identifier: ISC */
/*
 * A page for each game: its rules as letters tell them, and what public matches
 * came to.
 */
#include "app/pages/site.h"

#include "app/home/home.h"
#include "app/letters/context/addressed.h"
#include "app/matches/table/table_play.h"
#include "app/pages/folder.h"
#include "base/fold.h"
#include "core/rules.h"
#include "games/games.h"
#include "render/body.h"
#include "render/render.h"
#include "store/pages.h"

#include <string.h>

/* ---- statistics ---- */

#define ROLES_MOST 16

/* How often somebody sat there, or had that role, and won. */
struct share {
	int64_t sat, won;
};

struct statistics {
	int64_t matches, moves;
	int64_t best, worst, points, players;
	int64_t seats;
	struct share seat[GAME_MAX_SEATS];
	/* In games that have roles, in the order in which they came. */
	size_t nroles;
	char *role[ROLES_MOST];
	struct share of_role[ROLES_MOST];
};

static void
count_share(struct share *share, const json_t *player)
{
	share->sat++;
	share->won += json_is_true(json_object_get(player, "winner"));
}

static void
count_role(struct statistics *s, const json_t *player)
{
	const char *role = json_string_value(json_object_get(player, "role"));
	size_t i = 0;

	if (role == NULL)
		return;
	while (i < s->nroles && strcmp(s->role[i], role) != 0)
		i++;
	if (i == ROLES_MOST)
		return;
	if (i == s->nroles)
		s->role[s->nroles++] = g_strdup(role);
	count_share(&s->of_role[i], player);
}

static void
count_seat(struct statistics *s, size_t seat, const json_t *player)
{
	int64_t score = json_integer_value(json_object_get(player, "score"));

	if (seat >= GAME_MAX_SEATS)
		return;
	s->seats = MAX(s->seats, (int64_t)seat + 1);
	count_share(&s->seat[seat], player);
	count_role(s, player);
	s->best = s->players == 0 ? score : MAX(s->best, score);
	s->worst = s->players == 0 ? score : MIN(s->worst, score);
	s->points += score;
	s->players++;
}

static void
count_match(void *arg, const struct page_row *row)
{
	struct statistics *s = arg;
	json_t *summary = json_loads(row->summary, 0, NULL), *player;
	size_t i;

	if (json_object_get(summary, "players") != NULL) {
		s->matches++;
		s->moves +=
		    json_integer_value(json_object_get(summary, "moves"));
	}
	json_array_foreach(json_object_get(summary, "players"), i, player)
	    count_seat(s, i, player);
	json_decref(summary);
}

/* To the nearest whole number, below 0 too. */
static int64_t
mean_of(int64_t sum, int64_t n)
{
	return (sum < 0 ? sum - n / 2 : sum + n / 2) / n;
}

static json_t *
share_json(const struct share *share)
{
	return json_pack("{s:o, s:I}", "share",
	    json_sprintf("%d %%", (int)mean_of(share->won * 100, share->sat)),
	    "matches", (json_int_t)share->sat);
}

static json_t *
seats_json(const struct statistics *s)
{
	json_t *list = json_array();

	for (int i = 0; i < s->seats; i++) {
		json_t *item = share_json(&s->seat[i]);

		json_object_set_new(item, "seat", json_integer(i + 1));
		json_array_append_new(list, item);
	}
	return list;
}

static bool
comes_before(const char *a, const char *b)
{
	g_autofree char *folded_a = fold_text(a);
	g_autofree char *folded_b = fold_text(b);
	int order = strcmp(folded_a, folded_b);

	return order != 0 ? order < 0 : strcmp(a, b) < 0;
}

/* By the names that the language has for them, in the same order whatever the
 * locale of the process is. */
static json_t *
roles_json(const struct site *site, const char *language, const char *game,
    const struct statistics *s)
{
	json_t *list = json_array();

	for (size_t i = 0; i < s->nroles; i++) {
		g_autofree char *key =
		    g_strdup_printf("%s.role.%s", game, s->role[i]);
		g_autofree char *role = site_say(site, language, key, NULL);
		json_t *item = share_json(&s->of_role[i]);
		size_t at = 0;

		json_object_set_new(item, "role", json_string(role));
		while (at < json_array_size(list) &&
		       comes_before(json_string_value(json_object_get(
					json_array_get(list, at), "role")),
			   role))
			at++;
		json_array_insert_new(list, at, item);
	}
	return list;
}

static json_t *
statistics_json(const struct site *site, const char *language, const char *game,
    const struct statistics *s)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:o, s:b, s:o}", "matches",
	    (json_int_t)s->matches, "moves",
	    (json_int_t)mean_of(s->moves, s->matches), "best",
	    (json_int_t)s->best, "worst", (json_int_t)s->worst, "points",
	    (json_int_t)mean_of(s->points, s->players), "seats", seats_json(s),
	    "roles_any", s->nroles > 0, "roles",
	    roles_json(site, language, game, s));
}

static void
statistics_clear(struct statistics *s)
{
	for (size_t i = 0; i < s->nroles; i++)
		g_free(s->role[i]);
}

/* ---- rules ---- */

/* " 1. The first", " · one more": where the text of an item begins; 0: it is
 * none. */
static size_t
item_begins(const char *line)
{
	size_t n = strspn(line, " "), digits;

	if (n == 0 || n > 2)
		return 0;
	digits = strspn(line + n, "0123456789");
	if (digits > 0 && line[n + digits] == '.' &&
	    line[n + digits + 1] == ' ')
		return n + digits + 2;
	return g_str_has_prefix(line + n, "· ") ? n + strlen("· ") : 0;
}

static bool
is_drawn(char *const *lines)
{
	for (int i = 0; lines[i] != NULL; i++)
		if (g_str_has_prefix(lines[i], "   ") &&
		    item_begins(lines[i]) == 0 &&
		    (i == 0 || strstr(lines[i] + 3, "  ") != NULL))
			return true;
	return false;
}

static void
add_safe(GString *out, const char *text)
{
	g_autofree char *safe = g_markup_escape_text(text, -1);

	g_string_append(out, safe);
}

static void
add_items(GString *out, char *const *lines)
{
	bool numbered = g_ascii_isdigit(lines[0][strspn(lines[0], " ")]);

	g_string_append(out, numbered ? "<ol>" : "<ul>");
	for (int i = 0; lines[i] != NULL; i++) {
		size_t begins = item_begins(lines[i]);

		g_string_append(out, begins > 0 && i > 0 ? "</li>" : "");
		g_string_append(out, begins > 0 ? "<li>" : " ");
		add_safe(out,
		    lines[i] + (begins > 0 ? begins : strspn(lines[i], " ")));
	}
	g_string_append(out, numbered ? "</li></ol>\n" : "</li></ul>\n");
}

static void
add_paragraph(GString *out, char *const *lines, int n, const char *tag)
{
	g_string_append_printf(out, "<%s>", tag);
	for (int i = 0; i < n; i++) {
		g_string_append(out, i > 0 ? " " : "");
		add_safe(out, lines[i] + strspn(lines[i], " "));
	}
	g_string_append_printf(out, "</%s>\n", tag);
}

static void
add_block(GString *out, const char *block, bool first)
{
	g_auto(GStrv) lines = g_strsplit(block, "\n", -1);
	bool heading = first && lines[0] != NULL && lines[1] == NULL &&
		       !g_str_has_suffix(block, ".");
	int n = 0;

	if (item_begins(lines[0]) == 0 && is_drawn(lines)) {
		g_string_append(out, "<pre tabindex=\"0\">");
		add_safe(out, block);
		g_string_append(out, "</pre>\n");
		return;
	}
	/* items may stand below words that lead to them */
	while (lines[n] != NULL && item_begins(lines[n]) == 0)
		n++;
	if (n > 0)
		add_paragraph(out, lines, n, heading ? "h2" : "p");
	if (lines[n] != NULL)
		add_items(out, lines + n);
}

/* The text of a letter in HTML. */
static void
add_text(GString *out, const char *text)
{
	g_auto(GStrv) blocks = g_strsplit(text, "\n\n", -1);

	for (int i = 0; blocks[i] != NULL; i++) {
		char *end = blocks[i] + strlen(blocks[i]);

		while (end > blocks[i] && end[-1] == '\n')
			*--end = '\0';
		while (blocks[i][0] == '\n')
			memmove(blocks[i], blocks[i] + 1, strlen(blocks[i]));
		if (blocks[i][0] != '\0')
			add_block(out, blocks[i], i == 0);
	}
}

/* Files of topics, each once, in the order of their words. */
static GPtrArray *
topics_of(const struct catalog *t, const struct game *game)
{
	g_autoptr(GPtrArray) keys = catalog_keys(t);
	g_autofree char *prefix = g_strdup_printf("%s.topic.", game->name);
	GPtrArray *files = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < keys->len; i++) {
		const char *file;

		if (!g_str_has_prefix(keys->pdata[i], prefix))
			continue;
		file = catalog_raw(t, keys->pdata[i]);
		if (file != NULL && !g_ptr_array_find_with_equal_func(
					files, file, g_str_equal, NULL))
			g_ptr_array_add(files, g_strdup(file));
	}
	return files;
}

static int
add_rules(struct site *site, const struct catalog *t, const struct game *game,
    const json_t *context, GString *out)
{
	g_autoptr(GPtrArray) files = topics_of(t, game);
	g_autofree char *whole =
	    catalog_letter(t, game->name, "rules", context, site->home->err);

	if (whole == NULL)
		return -1;
	add_text(out, whole);
	for (guint i = 0; i < files->len; i++) {
		g_autofree char *kind =
		    g_strdup_printf("rules-%s", (char *)files->pdata[i]);
		g_autofree char *text = catalog_letter(
		    t, game->name, kind, context, site->home->err);

		if (text == NULL)
			return -1;
		add_text(out, text);
	}
	return 0;
}

/* ---- the page ---- */

struct game_page {
	const struct game *game;
	struct statistics statistics;
};

static json_t *
game_context(struct site *site, const char *language, void *arg)
{
	const struct game_page *p = arg;
	const struct catalog *t = site_catalog(site, language);
	g_autofree char *key = g_strdup_printf("game.%s", p->game->name);
	g_autofree char *title = site_say(site, language, key, NULL);
	g_autoptr(GString) rules = g_string_new(NULL);
	json_t *context = context_person(site->home, ""), *data = NULL, *page;
	int r = game_data(p->game, NULL, &data, site->home->err);

	if (r == 0) {
		json_object_set_new(
		    context, "atoms", table_data_names(p->game, data));
		r = add_rules(site, t, p->game, context, rules);
	}
	json_decref(data);
	json_decref(context);
	if (r == -1)
		return NULL;
	page = json_pack("{s:s, s:s, s:s, s:b, s:i, s:i}", "page",
	    p->game->name, "title", title, "rules", rules->str, "board",
	    board_is_there(site, language, p->game), "least",
	    p->game->min_seats, "most", p->game->max_seats);
	json_object_set_new(
	    page, "turn", turn_example(site, language, p->game));
	if (p->statistics.matches > 0)
		json_object_set_new(page, "statistics",
		    statistics_json(
			site, language, p->game->name, &p->statistics));
	return page;
}

const char *
game_page_of(const char *game)
{
	const struct game *found = game_find(game);

	return found != NULL && found->released ? found->name : NULL;
}

int
game_pages(struct site *site, GHashTable *games)
{
	for (size_t i = 0; games_all[i] != NULL; i++) {
		struct game_page p = { .game = games_all[i] };
		int r;
		g_autofree char *name =
		    g_strdup_printf("game-%s", p.game->name);

		if (!p.game->released ||
		    (!site->again &&
			!g_hash_table_contains(games, p.game->name) &&
			site_has_all(site, name)))
			continue;
		r = board_write(site, p.game);
		if (r == 0)
			r = store_pages_over(site->home->store,
			    site->folder->id, p.game->name, count_match,
			    &p.statistics);
		if (r == 0)
			r = site_write(
			    site, "site-game", name, game_context, &p);
		statistics_clear(&p.statistics);
		if (r == -1)
			return -1;
	}
	return 0;
}
