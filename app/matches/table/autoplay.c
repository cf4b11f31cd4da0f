/* SPDX-License-Identifier: ISC */
/*
 * Moves of seats that the program plays.  They come at once, since all know
 * who plays; and from what the seat may know alone, which its list of legal
 * moves is made of.
 */
#include "app/matches/table/autoplay.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/talk.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/rules.h"
#include "mail/ticket.h"
#include "policy/policy.h"
#include "robot/level.h"
#include "robot/think.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"

/*
 * Chance for one decision.  It follows from the home's secret and the number
 * of the last event: a step that is run again makes the same move, and nobody
 * can tell it beforehand.
 */
static void
decision_seed(struct table *t, int seat, unsigned char seed[SEED_SIZE])
{
	g_autofree char *words =
	    g_strdup_printf("robot|%lld|%d|%lld", (long long)t->row->id, seat,
		(long long)talk_open_number(t, t->row->last_event));
	char *const luck[] = { words };

	G_STATIC_ASSERT(SECRET_SIZE == SEED_SIZE);
	seed_match(t->home->secret, luck, 1, seed);
}

/* Any of the legal moves, each as likely. */
static void
any_move(struct table *t, int seat, struct move *move)
{
	g_autoptr(GArray) legal = match_legal(t->match, seat);
	unsigned char seed[SEED_SIZE];
	struct chance *chance;

	g_assert(legal->len > 0);
	decision_seed(t, seat, seed);
	chance = chance_new(seed);
	*move =
	    g_array_index(legal, struct move, chance_below(chance, legal->len));
	chance_free(chance);
}

static void
thought_move(
    struct table *t, int seat, enum robot_level level, struct move *move)
{
	g_autoptr(GArray) legal = match_legal(t->match, seat);
	g_autoptr(GArray) thoughts = NULL;
	unsigned char seed[SEED_SIZE];

	decision_seed(t, seat, seed);
	thoughts = robot_think(
	    t->match, seat, robot_level_iterations(level, legal->len), seed);
	g_assert(thoughts->len > 0);
	*move = g_array_index(thoughts, struct thought, 0).move;
}

const char *
robot_level(struct table *t, int seat)
{
	const struct seat_row *row = table_seat(t, seat);
	enum policy_robot robot = robots_absent(t->home, &t->policy);

	if (row->level != NULL)
		return row->level;
	return robot < PLAYS_LEVEL
		   ? NULL
		   : robot_level_word((enum robot_level)(robot - PLAYS_LEVEL));
}

static bool
has_thought(const struct table *t, int seat)
{
	return t->thought.event != 0 &&
	       t->thought.event == t->row->last_event &&
	       t->thought.seat == seat;
}

bool
robot_must_think(struct table *t, int seat)
{
	return robot_level(t, seat) != NULL && !has_thought(t, seat);
}

bool
robot_thinks(struct table *t, int seat)
{
	return table_expects_move(t, seat) &&
	       robot_plays(table_seat(t, seat)) && robot_must_think(t, seat);
}

bool
robots_awaited(struct table *t, int seat)
{
	if (t->home->config->think == 0 || table_expects_move(t, seat) ||
	    !robots_alone_beside(t, seat))
		return false;
	for (int s = 0; s < (int)table_seats(t); s++)
		if (robot_thinks(t, s))
			return true;
	return false;
}

void
robot_thought(struct table *t, int seat, const struct move *move)
{
	t->thought.event = t->row->last_event;
	t->thought.seat = seat;
	t->thought.move = *move;
}

void
robot_ponder(struct table *t, int seat, struct move *move)
{
	enum robot_level level = ROBOT_EASY;

	/* The schema has no other words. */
	if (!robot_level_read(robot_level(t, seat), &level))
		g_assert_not_reached();
	thought_move(t, seat, level, move);
}

void
robot_move(struct table *t, int seat, struct move *move)
{
	/* With a lock nobody thinks. */
	g_assert(!robot_must_think(t, seat));
	*move = (struct move){ 0 };
	if (has_thought(t, seat)) {
		*move = t->thought.move;
	} else if (t->policy.robot == PLAYS_RANDOM) {
		any_move(t, seat, move);
	} else {
		t->game->absent(match_state(t->match), seat, move);
	}
}
