/* SPDX-License-Identifier: ISC */
/*
 * Moves of seats that the program plays.  They come at once, since all know
 * who plays; and from what the seat may know alone, which its list of legal
 * moves is made of.
 */
#include "app/matches/seats.h"

#include "app/home/home.h"
#include "app/matches/table.h"
#include "app/matches/talk.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/rules.h"
#include "mail/ticket.h"
#include "policy/policy.h"
#include "store/matches.h"

/*
 * Any of the legal moves, each as likely.  The draw follows from the home's
 * secret and the number of the last event: a step that is run again makes the
 * same move, and nobody can tell it beforehand.
 */
static void
any_move(struct table *t, int seat, struct move *move)
{
	g_autoptr(GArray) legal = match_legal(t->match, seat);
	g_autofree char *words =
	    g_strdup_printf("robot|%lld|%d|%lld", (long long)t->row->id, seat,
		(long long)talk_open_number(t, t->row->last_event));
	char *const luck[] = { words };
	unsigned char seed[SEED_SIZE];
	struct chance *chance;

	G_STATIC_ASSERT(SECRET_SIZE == SEED_SIZE);
	g_assert(legal->len > 0);
	seed_match(t->home->secret, luck, 1, seed);
	chance = chance_new(seed);
	*move =
	    g_array_index(legal, struct move, chance_below(chance, legal->len));
	chance_free(chance);
}

void
robot_move(struct table *t, int seat, struct move *move)
{
	*move = (struct move){ 0 };
	switch (t->policy.robot) {
	case ROBOT_DEFAULT:
		t->game->absent(match_state(t->match), seat, move);
		return;
	case ROBOT_RANDOM:
		any_move(t, seat, move);
		return;
	}
	g_assert_not_reached();
}
