/* SPDX-License-Identifier: ISC */
/* The third phase: points, and what goes back where it belongs. */
#include "games/hexxi/state.h"

#include <string.h>

static int
worth_of(const int count[KINDS])
{
	int sum = 0;

	for (int k = SHIP; k < KINDS; k++)
		sum += count[k] * hexxi_kind_worth[k];
	return sum;
}

/* A sum of units, if there is anything to be said of. */
static void
tell_units(const struct table *t, enum sentence_index sentence, int seat,
    int points, const int count[KINDS])
{
	if (points > 0)
		game_tell(t->news, SEATS_ALL, sentence, 5, seat, points,
		    count[SHIP], count[PIRATES], count[WARSHIP]);
}

/* Own units on the board; ships on a far edge go home. */
static int
score_board(const struct table *t, int seat)
{
	struct state *s = t->s;
	struct set own = s->of_seat[seat];
	struct set far = set_and(set_and(own, s->far[seat]), s->of_kind[SHIP]);
	int count[KINDS] = { 0 };
	int points, field;

	for (int k = SHIP; k < KINDS; k++)
		count[k] =
		    set_size(set_without(set_and(own, s->of_kind[k]), far));
	points = worth_of(count);
	tell_units(t, SAY_SCORE_UNITS, seat, points, count);
	if (!set_any(far))
		return points;
	hexxi_tell_fields(
	    t, game_say(SAY_SCORE_FAR, 2, seat, HEX_FAR * set_size(far)), far);
	points += HEX_FAR * set_size(far);
	while (set_take(&far, &field))
		hexxi_send_home(t, field);
	return points;
}

/* What the player took of others. */
static int
score_taken(const struct table *t, int seat)
{
	const struct state *s = t->s;
	int count[KINDS + 1] = { 0 };
	int units, bases;

	for (int i = 0; i < s->ntaken[seat]; i++)
		count[s->taken[seat][i].kind] +=
		    s->taken[seat][i].owner != seat;
	units = 2 * worth_of(count);
	bases = HEX_BASE_WORTH * count[BASE];
	tell_units(t, SAY_SCORE_KEPT, seat, units, count);
	if (bases > 0)
		game_tell(t->news, SEATS_ALL, SAY_SCORE_BASES, 3, seat, bases,
		    count[BASE]);
	return units + bases;
}

static void
score_seat(const struct table *t, int seat)
{
	struct state *s = t->s;
	int points = score_board(t, seat) + score_taken(t, seat);
	int sum = points - HEX_LESS;

	s->score[seat] = (int16_t)(s->score[seat] + sum);
	game_tell(t->news, SEATS_ALL, SAY_SCORE_TOTAL, 5, seat, points,
	    HEX_LESS, sum, s->score[seat]);
}

/* Bases that were taken; a token on the corner makes room. */
static void
return_base(const struct table *t, int owner)
{
	struct state *s = t->s;
	int corner = s->corner[owner];

	if (s->cell[corner].kind == BASE)
		return;
	if (s->cell[corner].kind != NOTHING)
		hexxi_send_home(t, corner);
	hexxi_put(s, corner, owner, BASE, true);
	game_tell(
	    t->news, SEATS_ALL, SAY_BASE_BACK, 2, owner, s->value[corner]);
}

static void
return_taken(const struct table *t)
{
	struct state *s = t->s;
	bool units = false;

	for (int i = 0; i < s->seats; i++)
		for (int j = 0; j < s->ntaken[i]; j++) {
			const struct taken *kept = &s->taken[i][j];

			if (kept->kind == BASE)
				continue;
			units = true;
			s->hand[kept->owner][kept->kind]++;
		}
	memset(s->taken, 0, sizeof(s->taken));
	memset(s->ntaken, 0, sizeof(s->ntaken));
	if (units)
		game_tell(t->news, SEATS_ALL, SAY_KEPT_BACK, 0);
	for (int i = 0; i < s->seats; i++)
		return_base(t, i);
}

void
hexxi_score(const struct table *t)
{
	struct state *s = t->s;

	for (int i = 0; i < s->seats; i++)
		score_seat(t, s->order[i]);
	return_taken(t);
	if (s->turn == HEX_TURNS) {
		s->phase = OVER;
		game_tell(t->news, SEATS_ALL, SAY_OVER, 1, s->turn);
		return;
	}
	s->turn++;
	hexxi_turn(t);
}
