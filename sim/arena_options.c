/* SPDX-License-Identifier: ISC */
/* What an arena is asked for, checked. */
#include "sim/arena_inner.h"

#include "base/err.h"
#include "core/rules.h"
#include "games/games.h"
#include "sim/arena.h"

#include <string.h>

enum { VARIANTS_MOST = 100 };

static int
find_game(struct arena *a, struct err *e)
{
	a->game = game_wanted(a->options->game, e);
	if (a->game != NULL)
		return game_data(a->game, NULL, &a->data, e);
	/* as all that is wrong with what the arena is told */
	e->code = ERR_FORMAT;
	return -1;
}

static int
find_contestants(struct arena *a, struct err *e)
{
	g_auto(GStrv) words = g_strsplit(a->options->seats, ",", -1);
	guint n = g_strv_length(words);

	if (n < (guint)a->game->min_seats || n > (guint)a->game->max_seats)
		return err_set(e, ERR_FORMAT,
		    "%s has %d to %d seats, and --seats names %u contestant%s",
		    a->game->name, a->game->min_seats, a->game->max_seats, n,
		    n == 1 ? "" : "s");
	a->seats = (int)n;
	for (int i = 0; i < a->seats; i++) {
		if (contestant_read(
			g_strstrip(words[i]), &a->contestant[i], e) == -1)
			return -1;
		while (strcmp(a->contestant[a->group[i]].name,
			   a->contestant[i].name) != 0)
			a->group[i]++;
	}
	return 0;
}

/* ---- options of the game ---- */

static json_t *
read_value(const struct option *option, const char *text, struct err *e)
{
	bool yes = strcmp(text, "yes") == 0;
	gint64 n;

	if (option->boolean) {
		if (yes || strcmp(text, "no") == 0)
			return json_boolean(yes);
		err_set(
		    e, ERR_FORMAT, "option %s must be yes or no", option->word);
		return NULL;
	}
	if (g_ascii_string_to_signed(
		text, 10, option->min, option->max, &n, NULL))
		return json_integer(n);
	err_set(e, ERR_FORMAT, "option %s must be a number from %d to %d",
	    option->word, option->min, option->max);
	return NULL;
}

/* All variants so far, each with each of these values. */
static int
multiply(struct arena *a, const struct option *option, const char *values,
    struct err *e)
{
	g_auto(GStrv) texts = g_strsplit(values, ",", -1);
	GPtrArray *all =
	    g_ptr_array_new_with_free_func((GDestroyNotify)json_decref);
	int r = 0;

	for (int k = 0; texts[k] != NULL && r == 0; k++) {
		json_t *value = read_value(option, texts[k], e);

		r = value == NULL ? -1 : 0;
		for (guint i = 0; i < a->variants->len && r == 0; i++) {
			json_t *variant =
			    json_copy(g_ptr_array_index(a->variants, i));

			json_object_set(variant, option->word, value);
			g_ptr_array_add(all, variant);
		}
		json_decref(value);
	}
	g_ptr_array_unref(a->variants);
	a->variants = all;
	return r;
}

static int
read_option(struct arena *a, const char *text, struct err *e)
{
	const char *sign = strchr(text, '=');
	size_t size = sign != NULL ? (size_t)(sign - text) : strlen(text);

	for (size_t i = 0; i < a->game->noptions; i++) {
		const struct option *option = &a->game->options[i];

		if (strlen(option->word) != size ||
		    strncmp(option->word, text, size) != 0)
			continue;
		if (sign == NULL)
			return err_set(e, ERR_FORMAT,
			    "option \"%s\" needs a value, as in %s=%s", text,
			    text, option->boolean ? "yes" : "10");
		if (json_object_get(g_ptr_array_index(a->variants, 0),
			option->word) != NULL)
			return err_set(e, ERR_FORMAT,
			    "option %s is given twice; write its values with "
			    "commas between",
			    option->word);
		return multiply(a, option, sign + 1, e);
	}
	return err_set(e, ERR_FORMAT,
	    "the game %s has no option \"%.*s\"; \"turnpost match new "
	    "--help\" lists them",
	    a->game->name, (int)MIN(size, 40), text);
}

static int
find_variants(struct arena *a, struct err *e)
{
	char *const *texts = a->options->options;

	a->variants =
	    g_ptr_array_new_with_free_func((GDestroyNotify)json_decref);
	g_ptr_array_add(a->variants, json_object());
	for (int i = 0; texts != NULL && texts[i] != NULL; i++)
		if (read_option(a, texts[i], e) == -1)
			return -1;
	if (a->variants->len > VARIANTS_MOST)
		return err_set(e, ERR_FORMAT,
		    "the options make %u variants; %d at most",
		    a->variants->len, VARIANTS_MOST);
	return 0;
}

int
arena_begin(struct arena *a, const struct arena_options *options, struct err *e)
{
	int each;

	*a = (struct arena){ .options = options };
	if (find_game(a, e) == -1 || find_contestants(a, e) == -1 ||
	    find_variants(a, e) == -1)
		return -1;
	if (options->matches < 1 || options->matches > ARENA_MATCHES_MAX)
		return err_set(e, ERR_FORMAT, "an arena has 1 to %d matches",
		    ARENA_MATCHES_MAX);
	if (options->jobs < 1 || options->jobs > ARENA_JOBS_MAX)
		return err_set(
		    e, ERR_FORMAT, "an arena has 1 to %d jobs", ARENA_JOBS_MAX);
	/* as many deals of each variant as of the others */
	each = (int)a->variants->len * a->seats;
	a->deals = (options->matches + each - 1) / each * (int)a->variants->len;
	a->matches = a->deals * a->seats;
	for (int i = 0; i < 8; i++)
		a->seed[i] = (unsigned char)(options->seed >> 8 * i);
	a->played = g_new0(struct played, a->matches);
	return 0;
}

void
arena_clear(struct arena *a)
{
	for (int i = 0; a->played != NULL && i < a->matches; i++) {
		if (a->played[i].gains != NULL)
			g_hash_table_unref(a->played[i].gains);
		for (int s = 0; s < a->seats; s++)
			if (a->played[i].cpu[s] != NULL)
				g_array_unref(a->played[i].cpu[s]);
		json_decref(a->played[i].ending);
		json_decref(a->played[i].state);
	}
	g_free(a->played);
	for (int i = 0; i < GAME_MAX_SEATS; i++)
		g_free(a->contestant[i].name);
	if (a->variants != NULL)
		g_ptr_array_unref(a->variants);
	json_decref(a->data);
}
