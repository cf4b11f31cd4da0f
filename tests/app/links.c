/* SPDX-License-Identifier: ISC */
/*
 * The links of a letter in HTML: in random matches of every game, for people
 * of every language, each of them decodes to lines that its reader may send
 * just now, in the body as in the subject, and the moves among them are legal.
 * A board to tap has a cell for each legal move that begins as its heading
 * says.
 */
#include "app/home/languages.h"
#include "app/letters/new_match.h"
#include "app/letters/writing/compose.h"
#include "app/letters/writing/envelope.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/players/reading/parse.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/say.h"
#include "games/games.h"
#include "mail/incoming/reading.h"
#include "mail/quotes/unquote.h"
#include "parse/request.h"
#include "render/body.h"
#include "render/render.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

enum { EVERY = 10 };

struct bench {
	struct house house;
	struct table *t;
	guint links, moves, begun;
	guint boards, cells; /* to tap */
	unsigned spoken; /* bits of languages that had links of moves */
};

static char *
between(const char *from, const char *end, const char *uri)
{
	char *text = g_uri_unescape_segment(from, end, NULL);

	if (text == NULL)
		fail_msg("cannot be decoded: %s", uri);
	return text;
}

static bool
is_legal(const struct bench *b, int seat, const char *text)
{
	struct move move;
	struct phrase *why;
	bool legal;

	if (move_read(b->t->match, text, &move) != MOVE_OK)
		return false;
	why = match_refusal(b->t->match, seat, &move);
	legal = why == NULL;
	phrase_free(why);
	return legal;
}

/* What she has to complete: some move of hers begins so. */
static void
check_begun(struct bench *b, int seat, const char *text, const char *uri)
{
	g_autoptr(GArray) legal = match_legal(b->t->match, seat);
	const struct words *words = catalog_words(home_words(b->house.home));

	for (guint i = 0; i < legal->len; i++) {
		g_autofree char *said = move_say(
		    b->t->match, &g_array_index(legal, struct move, i), words);

		if (g_str_has_prefix(said, text)) {
			b->begun++;
			return;
		}
	}
	fail_msg("no move begins so: \"%s\" of %s", text, uri);
}

/* Each line is a request; how many of them are moves? */
static guint
check_lines(struct bench *b, int seat, const char *text, const char *uri)
{
	static char *const none[] = { NULL };
	static const struct reading all = { .stop_words = none,
		.subject_prefixes = none };
	g_autoptr(GPtrArray) lines = lines_read(text, &all);
	g_autoptr(GPtrArray) requests =
	    reading_requests(home_words(b->house.home), b->t->match, lines);
	guint moves = 0;

	if (requests->len == 0)
		fail_msg("says nothing: %s", uri);
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind == REQUEST_TALK || q->kind == REQUEST_UNCLEAR)
			fail_msg("no request: \"%s\" of %s", text, uri);
		if (q->kind != REQUEST_MOVE)
			continue;
		if (!is_legal(b, seat, q->text))
			fail_msg("not legal: \"%s\" of %s", text, uri);
		moves++;
	}
	return moves;
}

/* "mailto:ADDRESS?subject=[TAG] LINE&body=LINES", or without what is behind
 * the tag, where she writes the move herself. */
static void
check_link(struct bench *b, int seat, const char *uri)
{
	static char *prefixes[] = { (char *)(uintptr_t) "re", NULL };
	static const struct reading reading = { .stop_words = prefixes + 1,
		.subject_prefixes = prefixes };
	const char *subject = strstr(uri, "?subject=");
	const char *body = strstr(uri, "&body=");
	g_autofree char *said = NULL, *shown = NULL, *line = NULL;
	guint moves;

	assert_non_null(subject);
	if (body == NULL)
		return;
	b->links++;
	shown = between(subject + strlen("?subject="), body, uri);
	said = between(body + strlen("&body="), NULL, uri);
	if (g_str_has_suffix(said, " ")) {
		check_begun(b, seat, said, uri);
		return;
	}
	line = lines_subject(shown, &reading);
	moves = check_lines(b, seat, said, uri);
	assert_int_equal(check_lines(b, seat, line, uri), moves);
	b->moves += moves;
	for (unsigned n = 0; moves > 0 && n < G_N_ELEMENTS(catalogs); n++)
		if (strcmp(catalogs[n],
			catalog_language(home_words(b->house.home))) == 0)
			b->spoken |= 1U << n;
}

static void
check_html(struct bench *b, int seat, const char *html)
{
	static const char mark[] = "href=\"mailto:";
	const char *at = html;

	while ((at = strstr(at, mark)) != NULL) {
		const char *end = strchr(at + strlen(mark), '"');
		GString *uri = g_string_new(NULL);

		assert_non_null(end);
		at += strlen("href=\"");
		g_string_append_len(uri, at, end - at);
		g_string_replace(uri, "&amp;", "&", 0);
		check_link(b, seat, uri->str);
		g_string_free(uri, TRUE);
		at = end;
	}
}

/* ---- boards to tap ---- */

/* Legal moves that begin so, with one word behind it. */
static GHashTable *
moves_behind(const struct bench *b, int seat, const char *begin)
{
	g_autoptr(GArray) legal = match_legal(b->t->match, seat);
	const struct words *words = catalog_words(home_words(b->house.home));
	GHashTable *moves =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; i < legal->len; i++) {
		char *said = move_say(
		    b->t->match, &g_array_index(legal, struct move, i), words);
		const char *last = strrchr(said, ' ');

		if (last != NULL && (size_t)(last - said) == strlen(begin) &&
		    g_str_has_prefix(said, begin))
			g_hash_table_add(moves, said);
		else
			g_free(said);
	}
	return moves;
}

/* The cell says by which field its link ends. */
static void
check_cell(const char *link, const char *end, GHashTable *moves)
{
	const char *body = strstr(link, "&amp;body=");
	const char *stop = strchr(link, '"');
	const char *label = strchr(link, '>');
	g_autofree char *said = NULL;

	assert_true(body != NULL && body < stop && label < end);
	said = between(body + strlen("&amp;body="), stop, link);
	label++;
	if (!g_hash_table_remove(moves, said))
		fail_msg("not legal, or twice: \"%s\"", said);
	if (strncmp(label, strrchr(said, ' ') + 1, strcspn(label, "<")) != 0)
		fail_msg("\"%s\" is called %.20s", said, label);
}

/* "<p ...>→ BEGIN …</p> <table class="v t" ...>...</table>" */
static void
check_boards(struct bench *b, int seat, const char *html)
{
	static const char arrow[] = "\342\206\222 ", link[] = "<a href=\"";
	const char *at = html;

	while ((at = strstr(at, "class=\"v t\"")) != NULL) {
		const char *end = strstr(at, "</table>");
		const char *head =
		    g_strrstr_len(html, at - html, arrow) + strlen(arrow);
		g_autofree char *begin = g_strndup(
		    head, (size_t)(strstr(head, " \342\200\246") - head));
		g_autoptr(GHashTable) moves = moves_behind(b, seat, begin);

		while ((at = g_strstr_len(at, end - at, link)) != NULL) {
			at += strlen(link);
			check_cell(at, end, moves);
			b->cells++;
		}
		if (g_hash_table_size(moves) > 0)
			fail_msg("%u fields cannot be tapped: %s",
			    g_hash_table_size(moves), begin);
		b->boards++;
		at = end;
	}
}

static void
check_letter(struct bench *b, int seat)
{
	struct reader r = house_reader(b->t, seat);
	struct body body;
	struct err e = { 0 };
	json_t *context = house_context(b->t, seat, 0);

	home_speak(b->house.home, r.person->language);
	json_object_set_new(context, "tag", json_string("g1-abcd"));
	post_links(context, "robot+g1.s0.t1.key@example.org");
	must(catalog_body(r.language, b->t->row->game, status_letter(b->t),
		 context, &body, &e),
	    &e);
	check_html(b, seat, body.html);
	check_boards(b, seat, body.html);
	body_clear(&body);
	json_decref(context);
	home_speak(b->house.home, NULL);
	reader_clear(&r);
}

static void
play_out(struct bench *b)
{
	struct house *h = &b->house;
	struct err e = { 0 };
	int n = 0;

	while (!match_over(b->t->match)) {
		int seat =
		    (int)chance_below(h->chance, (uint32_t)table_seats(b->t));
		struct move move;

		if (!house_move(h, b->t, seat, &move))
			continue;
		if (n++ % EVERY == 0)
			check_letter(b, seat);
		must(AT(b->t->home, NOW,
			 table_play(b->t, seat, &move, "player", 0)),
		    &e);
	}
}

static void
test_links(void **arg)
{
	struct bench *b = *arg;

	for (size_t g = 0; games_all[g] != NULL; g++)
		for (int seats = games_all[g]->min_seats;
		     seats <= games_all[g]->max_seats; seats++) {
			b->t = house_start(
			    &b->house, house_match(&b->house, games_all[g],
					   seats, seats % 2 == 1));
			play_out(b);
			table_free(b->t);
		}
	print_message(
	    "# %u links, %u moves, %u begun, %u boards with %u cells\n",
	    b->links, b->moves, b->begun, b->boards, b->cells);
	assert_true(b->boards > 20);
	assert_true(b->cells > 200);
	assert_true(b->moves > 1000);
	assert_true(b->begun > 10);
	assert_int_equal(b->spoken, (1U << G_N_ELEMENTS(catalogs)) - 1);
}

static int
set_up(void **arg)
{
	struct bench *b = g_new0(struct bench, 1);

	house_open(&b->house);
	b->house.babel = true;
	*arg = b;
	return 0;
}

static int
tear_down(void **arg)
{
	struct bench *b = *arg;

	house_close(&b->house);
	g_free(b);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_links, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
