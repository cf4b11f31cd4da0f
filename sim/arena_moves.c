/* SPDX-License-Identifier: ISC */
/*
 * What contestants decided, and what it brought: for each verb, with its first
 * argument if that is a word or a number of a short list, the points that its
 * player got until deciding so again, or until the chapter was over.  So a game
 * with roles that are taken anew each round shows what each of them is worth.
 */
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/verb.h"
#include "sim/arena_inner.h"
#include "sim/sample.h"

#include <string.h>

/* A decision, the points of which are not all known yet. */
struct pending {
	struct move_gain *gain;
	int32_t score; /* of its player, before */
	int seat;
	int16_t verb;
};

static int
chapter_of(const struct arena *a, const struct match *match)
{
	return a->game->chapter != NULL ? a->game->chapter(match_state(match))
					: 0;
}

void
gains_begin(struct gains *g)
{
	g->pending = g_array_new(FALSE, FALSE, sizeof(struct pending));
	g->chapter = -1;
}

void
gains_end(struct gains *g)
{
	g_array_unref(g->pending);
}

/* Is its first argument of a list, and given exactly once: "M" in "Ms", but not
 * in "A+"? */
static bool
has_plain_argument(const struct verb *verb)
{
	char kind = verb->args[0], next = kind != '\0' ? verb->args[1] : '\0';

	return kind != '\0' && kind != '(' && kind != 's' && next != '*' &&
	       next != '+';
}

static bool
has_word_list(const struct game *game, char kind)
{
	for (size_t i = 0; i < game->natoms; i++)
		if (game->atoms[i].letter == kind)
			return game->atoms[i].words != NULL;
	return kind == 'n';
}

/* "take mate", "give work", "sell". */
static char *
label_of(const struct match *match, const struct move *move)
{
	const struct game *game = match_game(match);
	const struct verb *verb = &game->verbs[move->verb];
	g_autofree char *text = NULL;
	char *blank;

	if (!has_plain_argument(verb) || !has_word_list(game, verb->args[0]))
		return g_strdup(verb->word);
	text = move_text(match, move);
	blank = strchr(text + strlen(verb->word) + 1, ' ');
	return blank != NULL ? g_strndup(text, (gsize)(blank - text))
			     : g_steal_pointer(&text);
}

/* Those of a seat and verb, or (no seat) all, have brought what they bring. */
static void
settle(struct gains *g, const struct result *r, int seat, int16_t verb)
{
	for (guint i = g->pending->len; i-- > 0;) {
		const struct pending *p =
		    &g_array_index(g->pending, struct pending, i);

		if (seat != SEAT_ONLOOKER &&
		    (p->seat != seat || p->verb != verb))
			continue;
		p->gain->points += r->score[p->seat] - p->score;
		g_array_remove_index_fast(g->pending, i);
	}
}

static struct move_gain *
gain_of(struct played *p, const struct match *match, const struct move *move)
{
	g_autofree char *label = label_of(match, move);
	struct move_gain *gain = g_hash_table_lookup(p->gains, label);

	if (gain == NULL) {
		gain = g_new0(struct move_gain, 1);
		g_hash_table_insert(p->gains, g_steal_pointer(&label), gain);
	}
	return gain;
}

void
gains_before(const struct arena *a, int i, struct gains *g,
    const struct match *match, int seat, const struct move *move)
{
	struct played *p = &a->played[i];
	struct pending pending = { .seat = seat, .verb = move->verb };
	struct result r = { 0 };

	a->game->result(match_state(match), &r);
	settle(g, &r, seat, move->verb);
	pending.gain = gain_of(p, match, move);
	pending.score = r.score[seat];
	pending.gain->n++;
	pending.gain->by_seat[seat]++;
	g_array_append_val(g->pending, pending);
	g->chapter = chapter_of(a, match);
}

void
gains_after(const struct arena *a, struct gains *g, const struct match *match)
{
	struct result r = { 0 };

	if (!match_over(match) && chapter_of(a, match) == g->chapter)
		return;
	a->game->result(match_state(match), &r);
	settle(g, &r, SEAT_ONLOOKER, 0);
}

/* ---- the report ---- */

struct total {
	const char *label;
	struct sample *points, *win;
	guint matches, n;
};

static void
total_free(gpointer data)
{
	struct total *t = data;

	sample_free(t->points);
	sample_free(t->win);
	g_free(t);
}

static struct total *
total_of(GHashTable *totals, const char *label)
{
	struct total *t = g_hash_table_lookup(totals, label);

	if (t == NULL) {
		t = g_new0(struct total, 1);
		t->label = label;
		t->points = sample_new();
		t->win = sample_new();
		g_hash_table_insert(totals, (char *)(uintptr_t)label, t);
	}
	return t;
}

static void
add_match(GHashTable *totals, const struct arena *a, int i)
{
	const struct played *p = &a->played[i];
	const char *label;
	struct move_gain *gain;
	GHashTableIter at;

	g_hash_table_iter_init(&at, p->gains);
	while (g_hash_table_iter_next(
	    &at, (gpointer *)&label, (gpointer *)&gain)) {
		struct total *t = total_of(totals, label);
		double wins = 0;

		for (int s = 0; s < a->seats; s++)
			wins += gain->by_seat[s] * p->win[s];
		sample_add_many(
		    t->points, i / a->seats, (double)gain->points, gain->n);
		sample_add_many(t->win, i / a->seats, wins, gain->n);
		t->n += gain->n;
		t->matches++;
	}
}

static GPtrArray *
values_of(GHashTable *totals)
{
	GPtrArray *list = g_ptr_array_new();
	GHashTableIter at;
	gpointer total;

	g_hash_table_iter_init(&at, totals);
	while (g_hash_table_iter_next(&at, NULL, &total))
		g_ptr_array_add(list, total);
	return list;
}

static int
compare_totals(const void *a, const void *b)
{
	const struct total *const *x = a, *const *y = b;

	return strcmp((*x)->label, (*y)->label);
}

/* Bids from 0 to 99 would be a long list: the rarest moves are left out. */
enum { ROWS_MOST = 30 };

/* The fewest moves that a row has, so that there are no more rows. */
static guint
fewest(GPtrArray *list)
{
	guint least = 1;

	for (;; least *= 2) {
		guint rows = 0;

		for (guint i = 0; i < list->len; i++)
			rows +=
			    ((struct total *)g_ptr_array_index(list, i))->n >=
			    least;
		if (rows <= ROWS_MOST)
			return least;
	}
}

json_t *
gains_json(const struct arena *a)
{
	g_autoptr(GHashTable) totals =
	    g_hash_table_new_full(g_str_hash, g_str_equal, NULL, total_free);
	g_autoptr(GPtrArray) sorted = NULL;
	json_t *list = json_array();
	guint least;

	for (int i = 0; i < a->matches; i++)
		add_match(totals, a, i);
	sorted = values_of(totals);
	g_ptr_array_sort(sorted, compare_totals);
	least = fewest(sorted);
	for (guint i = 0; i < sorted->len; i++) {
		const struct total *t = g_ptr_array_index(sorted, i);

		if (t->n < least)
			continue;
		json_array_append_new(list,
		    json_pack("{s:s, s:I, s:I, s:o, s:o}", "move", t->label,
			"matches", (json_int_t)t->matches, "times",
			(json_int_t)t->n, "brought", sample_json(t->points),
			"win", sample_json(t->win)));
	}
	return list;
}
