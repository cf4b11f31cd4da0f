/* SPDX-License-Identifier: ISC */
/*
 * A robot looks back at a match.  Before each move it thinks as one at that
 * seat would have, by what the seat knew, and compares the move made with its
 * own: first of all moves a little, then of those that seem to cost most with
 * all its strength, in other worlds, so that luck does not choose them.
 */
#include "app/letters/story/afterthoughts.h"

#include "app/home/home.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "core/chance.h"
#include "core/match.h"
#include "core/move.h"
#include "core/say.h"
#include "mail/ticket.h"
#include "robot/compare.h"
#include "robot/level.h"
#include "robot/think.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"

#include <string.h>

enum {
	ITERATIONS = 120000, /* of the first look at all moves */
	LEAST = 100, /* for each of them */
	ITERATIONS_A_WORLD = 3, /* so many are compared */
	CLOSER = 12, /* moves that are looked at once more */
	SHOWN = 5, /* at most */
	WORTH_TELLING = 30, /* thousandths of a win */
};

struct regret {
	guint event; /* its place among the events */
	int cost; /* thousandths of a win */
	char *better; /* the robot's move, in the program's words, or NULL */
};

static void
regret_clear(void *data)
{
	g_free(((struct regret *)data)->better);
}

static void
thought_seed(const struct table *t, const char *what, guint event,
    unsigned char seed[SEED_SIZE])
{
	g_autofree char *words =
	    g_strdup_printf("%s|%lld|%u", what, (long long)t->row->id, event);
	char *const luck[] = { words };

	G_STATIC_ASSERT(SECRET_SIZE == SEED_SIZE);
	seed_match(t->home->secret, luck, 1, seed);
}

/* The match is as it was before the move.  iterations: 0 for those of a strong
 * robot. */
static void
weigh(const struct table *t, const struct match *match, struct regret *regret,
    uint32_t iterations, const char *what)
{
	const struct event_row *row = t->events->pdata[regret->event];
	g_autoptr(GArray) legal = match_legal(match, row->seat);
	g_autoptr(GArray) thoughts = NULL;
	unsigned char seed[SEED_SIZE];
	struct outlook outlooks[2];
	struct move moves[2];

	regret->cost = 0;
	g_clear_pointer(&regret->better, g_free);
	if (move_read(match, row->move, &moves[1]) != MOVE_OK)
		return;
	if (iterations == 0)
		iterations = robot_level_iterations(ROBOT_STRONG, legal->len);
	thought_seed(t, what, 2 * regret->event, seed);
	thoughts = robot_think(match, row->seat, iterations, seed);
	moves[0] = g_array_index(thoughts, struct thought, 0).move;
	if (memcmp(&moves[0], &moves[1], sizeof(moves[0])) == 0)
		return;
	thought_seed(t, what, 2 * regret->event + 1, seed);
	robot_compare(match, row->seat, moves, 2,
	    iterations / ITERATIONS_A_WORLD, seed, outlooks);
	regret->cost = outlooks[0].win - outlooks[1].win;
	regret->better = move_text(match, &moves[0]);
}

/* Those in the list, which are in the order of the match. */
static int
look_back(const struct table *t, GArray *regrets, uint32_t iterations,
    const char *what)
{
	struct match *match = table_begin(t);
	guint k = 0;
	int r = match == NULL ? -1 : 0;

	for (guint i = 0; r == 0 && k < regrets->len; i++) {
		struct regret *regret =
		    &g_array_index(regrets, struct regret, k);

		if (regret->event == i) {
			weigh(t, match, regret, iterations, what);
			k++;
		}
		r = table_step(t, match, i);
	}
	match_free(match);
	return r;
}

static int
compare_cost(const void *a, const void *b)
{
	const struct regret *x = a, *y = b;

	return (x->cost < y->cost) - (x->cost > y->cost);
}

static int
compare_event(const void *a, const void *b)
{
	const struct regret *x = a, *y = b;

	return (x->event > y->event) - (x->event < y->event);
}

/* The dearest that cost at least that much, in the order of the match. */
static void
keep_dearest(GArray *regrets, guint most, int least)
{
	guint n = 0;

	g_array_sort(regrets, compare_cost);
	while (n < MIN(most, regrets->len) &&
	       g_array_index(regrets, struct regret, n).cost >= least)
		n++;
	g_array_set_size(regrets, n);
	g_array_sort(regrets, compare_event);
}

/* Of those that a player, or a robot, made: what a deadline made is nobody's
 * mistake. */
static bool
is_own(const struct event_row *row)
{
	return strcmp(row->by, "deadline") != 0;
}

/* Every move that was a choice. */
static GArray *
all_choices(const struct table *t)
{
	GArray *list = g_array_new(FALSE, TRUE, sizeof(struct regret));
	struct match *match = table_begin(t);
	int r = match == NULL ? -1 : 0;

	g_array_set_clear_func(list, regret_clear);
	for (guint i = 0; r == 0 && i < t->events->len; i++) {
		const struct event_row *row = t->events->pdata[i];
		g_autoptr(GArray) legal = match_legal(match, row->seat);
		const struct regret regret = { .event = i };

		if (legal->len > 1 && is_own(row))
			g_array_append_val(list, regret);
		r = table_step(t, match, i);
	}
	match_free(match);
	if (r == 0)
		return list;
	g_array_unref(list);
	return NULL;
}

static json_t *
regret_said(const struct reader *r, const struct regret *regret)
{
	const struct event_row *row = r->t->events->pdata[regret->event];
	g_autofree char *move =
	    move_retell(r->t->match, row->move, reader_words(r));
	g_autofree char *better =
	    move_retell(r->t->match, regret->better, reader_words(r));
	g_autofree char *text = reader_say(
	    r, phrase_new("replay.costly",
		   json_pack("{s:s, s:s, s:s, s:i}", "who",
		       r->t->names[row->seat], "move", move, "better", better,
		       "n", (regret->cost + 5) / 10)));

	return json_pack(
	    "{s:i, s:s}", "n", (int)regret->event + 1, "text", text);
}

json_t *
afterthoughts(const struct reader *r)
{
	const struct table *t = r->t;
	g_autoptr(GArray) regrets = all_choices(t);
	json_t *list;

	if (regrets == NULL)
		return NULL;
	if (look_back(t, regrets, MAX(LEAST, ITERATIONS / MAX(1, regrets->len)),
		"afterthought") == -1)
		return NULL;
	keep_dearest(regrets, CLOSER, 1);
	if (look_back(t, regrets, 0, "second afterthought") == -1)
		return NULL;
	keep_dearest(regrets, SHOWN, WORTH_TELLING);
	list = json_array();
	for (guint i = 0; i < regrets->len; i++)
		json_array_append_new(list,
		    regret_said(r, &g_array_index(regrets, struct regret, i)));
	return list;
}
