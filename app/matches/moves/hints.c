/* SPDX-License-Identifier: ISC */
/*
 * Hints: which player may have one, how many there were, and what a robot
 * thinks.  The others hear that one was given, as news of their next letters,
 * and never what it said.
 */
#include "app/matches/moves/hints.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/table/tenures.h"
#include "base/log.h"
#include "core/chance.h"
#include "mail/ticket.h"
#include "policy/policy.h"
#include "robot/think.h"
#include "store/matches/events.h"
#include "store/matches/hints.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"

/* The best moves are compared in one world for so many iterations. */
enum { ITERATIONS_A_WORLD = 5 };

/* ---- which player may have one ---- */

bool
hints_agreed(struct table *t, int seat)
{
	/* A home where robots never think would never answer. */
	if (t->home->config->think == 0)
		return false;
	return t->policy.hints == HINTS_ROBOTS ? robots_alone_beside(t, seat)
					       : t->policy.hints != HINTS_NONE;
}

/* *heard: other players or onlookers hear that the seat had one. */
static int
is_heard(struct table *t, int seat, bool *heard)
{
	g_autoptr(GPtrArray) onlookers = NULL;

	*heard = !robots_alone_beside(t, seat);
	if (*heard)
		return 0;
	onlookers = store_onlookers(t->home->store, t->row->id);
	if (onlookers == NULL)
		return -1;
	*heard = onlookers->len > 0;
	return 0;
}

/* The seat's own last move, behind which its decision comes; 0: none yet.  It
 * is no other one because others move, or talk. */
static int64_t
last_move(const struct table *t, int seat)
{
	for (guint i = t->events->len; i > 0; i--) {
		const struct event_row *row = t->events->pdata[i - 1];

		if (row->seat == seat)
			return row->n;
	}
	return 0;
}

/* How many this seat's player was given; *again: one for what is asked now. */
static int
count_given(struct table *t, int seat, int *n, bool *again)
{
	g_autoptr(GArray) hints = store_hints(t->home->store, t->row->id, seat);
	const struct tenure_row *tenure = seat_tenure(t, seat);

	*n = 0;
	*again = false;
	if (hints == NULL)
		return -1;
	for (guint i = 0; i < hints->len; i++) {
		const struct hint_row *hint =
		    &g_array_index(hints, struct hint_row, i);

		if (hint->due > 0 ||
		    (tenure != NULL && hint->n <= tenure->after))
			continue;
		++*n;
		*again |= hint->event == last_move(t, seat);
	}
	return 0;
}

static int
left_of(const struct table *t, int given)
{
	return t->policy.hints < 0 || t->policy.hints > HINTS_MOST
		   ? -1
		   : MAX(0, t->policy.hints - given);
}

int
hints_left(struct table *t, int seat, int *left)
{
	bool again;
	int n;

	*left = 0;
	if (!hints_agreed(t, seat))
		return 0;
	if (count_given(t, seat, &n, &again) == -1)
		return -1;
	*left = left_of(t, n);
	return 0;
}

int
hint_refusal(struct table *t, int seat, const char **why)
{
	bool again;
	int n;

	*why = NULL;
	if (!hints_agreed(t, seat))
		*why = "error.hint-none";
	else if (robot_relieves(table_seat(t, seat)))
		*why = "error.hint-robot";
	else if (!table_expects_move(t, seat))
		*why = "error.hint-unasked";
	if (*why != NULL)
		return 0;
	if (count_given(t, seat, &n, &again) == -1)
		return -1;
	if (!again && left_of(t, n) == 0)
		*why = "error.hint-used";
	return 0;
}

/* ---- wanted, thought of, given ---- */

int
hint_want(struct table *t, int seat, int64_t inbox)
{
	struct hint_row hint = { .match = t->row->id,
		.seat = seat,
		.inbox = inbox,
		.due = t->home->now };

	return store_hint_add(t->home->store, &hint);
}

/* As a robot's moves have it, but other than what a robot would draw there: so
 * many moves have been made, which all may know. */
static void
hint_seed(const struct table *t, int seat, const char *what,
    unsigned char seed[SEED_SIZE])
{
	g_autofree char *words = g_strdup_printf(
	    "%s|%lld|%d|%u", what, (long long)t->row->id, seat, t->events->len);
	char *const luck[] = { words };

	G_STATIC_ASSERT(SECRET_SIZE == SEED_SIZE);
	seed_match(t->home->secret, luck, 1, seed);
}

/* The more visits the better; of those with as many, the more value. */
static int
compare_thoughts(const void *a, const void *b)
{
	const struct thought *x = a, *y = b;

	if (x->visits != y->visits)
		return x->visits > y->visits ? -1 : 1;
	return (x->value < y->value) - (x->value > y->value);
}

static int
compare_advice(const void *a, const void *b)
{
	const struct advice *x = a, *y = b;

	return (x->outlook.win < y->outlook.win) -
	       (x->outlook.win > y->outlook.win);
}

GArray *
hint_ponder(struct table *t, int seat, uint32_t iterations)
{
	g_autoptr(GArray) thoughts = NULL;
	GArray *list = g_array_new(FALSE, TRUE, sizeof(struct advice));
	struct move moves[HINT_MOVES];
	struct outlook outlooks[HINT_MOVES];
	unsigned char seed[SEED_SIZE];
	guint n;

	hint_seed(t, seat, "hint", seed);
	thoughts = robot_think(t->match, seat, iterations, seed);
	g_array_sort(thoughts, compare_thoughts);
	n = MIN(thoughts->len, HINT_MOVES);
	for (guint i = 0; i < n; i++)
		moves[i] = g_array_index(thoughts, struct thought, i).move;
	hint_seed(t, seat, "compare", seed);
	robot_compare(t->match, seat, moves, n,
	    MAX(1, iterations / ITERATIONS_A_WORLD), seed, outlooks);
	for (guint i = 0; i < n; i++) {
		const struct advice advice = { moves[i], outlooks[i] };

		g_array_append_val(list, advice);
	}
	g_array_sort(list, compare_advice);
	return list;
}

static int
tell(struct table *t, int seat)
{
	const char *player = seat_player(t, seat);

	log_info("hint-given", "match %lld seat %d: a hint",
	    (long long)t->row->id, seat);
	return table_notice(t, "notice.hint",
	    told_of(player != NULL ? player : t->names[seat],
		table_seat(t, seat)->person));
}

int
hint_give(struct table *t, struct hint_row *hint, bool *told)
{
	bool again;
	int n;

	*told = false;
	if (count_given(t, hint->seat, &n, &again) == -1)
		return -1;
	if (again)
		return store_hint_drop(t->home->store, hint->id);
	if (tell(t, hint->seat) == -1 || is_heard(t, hint->seat, told) == -1)
		return -1;
	hint->due = 0;
	hint->event = last_move(t, hint->seat);
	hint->n = t->row->last_event;
	return store_hint_update(t->home->store, hint);
}
