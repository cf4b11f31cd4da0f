/* SPDX-License-Identifier: ISC */
/*
 * The order of play: sums of the initiative fields, sealed bids of those whose
 * sums are equal, once more of those who bid the same; then their old order.
 */
#include "games/hexxi/state.h"

#include <string.h>

static int
sum_of(const struct state *s, int seat)
{
	int sum = 0;

	for (int i = 0; i < s->nreserve[seat]; i++)
		sum += hexxi_kind_worth[s->reserve[seat][i].kind];
	return sum;
}

/* Are two tied after so many rounds of bids? */
static bool
tied(const struct state *s, int a, int b, int rounds)
{
	if (sum_of(s, a) != sum_of(s, b))
		return false;
	for (int r = 0; r < rounds; r++)
		if (s->bid[r][a] != s->bid[r][b])
			return false;
	return true;
}

/*
 * The groups of those who are tied after so many rounds, each told by the
 * sentence with its sum or bid in front, if it has one.  Returns who is in
 * any of them.
 */
static unsigned
tell_ties(const struct table *t, int rounds, enum sentence_index sentence)
{
	const struct state *s = t->s;
	unsigned all = 0;

	for (int i = 0; i < s->seats; i++) {
		int seat = s->order[i];
		struct say say = game_say(sentence, 0);

		if (all & SEAT(seat))
			continue;
		if (sentence == SAY_TIED)
			say = game_say(sentence, 1, sum_of(s, seat));
		else if (sentence == SAY_TIED_AGAIN)
			say = game_say(sentence, 1, s->bid[rounds - 1][seat]);
		say.arg[say.n++] = (int16_t)seat;
		for (int j = i + 1; j < s->seats; j++)
			if (tied(s, seat, s->order[j], rounds)) {
				all |= SEAT(seat) | SEAT(s->order[j]);
				say.arg[say.n++] = s->order[j];
			}
		if (all & SEAT(seat))
			news_tell(t->news, SEATS_ALL, say);
	}
	return all;
}

seatset
hexxi_rivals(const struct state *s, int seat)
{
	seatset set = 0;

	for (int i = 0; s->phase == BID && i < s->seats; i++)
		if (i != seat && tied(s, seat, i, s->round))
			set |= SEAT(i);
	return set;
}

int
hexxi_staked(const struct state *s, int seat)
{
	int sum = -1;

	for (int r = 0; r < HEX_BID_ROUNDS; r++)
		if (s->bid[r][seat] >= 0 && (s->phase != BID || r < s->round))
			sum = (sum < 0 ? 0 : sum) + s->bid[r][seat];
	return sum;
}

/* Does a play before b?  Of two who are still tied, the one who did before. */
static bool
is_earlier(const struct state *s, int a, int b)
{
	int more = sum_of(s, a) - sum_of(s, b);

	for (int r = 0; r < HEX_BID_ROUNDS && more == 0; r++)
		more = s->bid[r][a] - s->bid[r][b];
	return more > 0;
}

static void
settle_order(struct state *s)
{
	for (int i = 1; i < s->seats; i++)
		for (int j = i;
		     j > 0 && is_earlier(s, s->order[j], s->order[j - 1]);
		     j--) {
			uint8_t seat = s->order[j];

			s->order[j] = s->order[j - 1];
			s->order[j - 1] = seat;
		}
}

/* In the new order each pays but the last one of those with his sum. */
static void
pay_bids(const struct table *t)
{
	struct state *s = t->s;

	for (int i = 0; i < s->seats; i++) {
		int seat = s->order[i], points = hexxi_staked(s, seat);

		if (points < 0)
			continue;
		if (i + 1 == s->seats || !tied(s, seat, s->order[i + 1], 0)) {
			game_tell(t->news, SEATS_ALL, SAY_BID_FREE, 1, seat);
			continue;
		}
		s->score[seat] = (int16_t)(s->score[seat] - points);
		game_tell(t->news, SEATS_ALL, SAY_BID_PAID, 2, seat, points);
	}
}

static void
turn_up_board(const struct table *t)
{
	struct state *s = t->s;

	for (int i = 0; i < s->seats; i++) {
		int seat = s->order[i];
		struct set down = hexxi_face_down(s, seat), left = down;
		int field;

		while (set_take(&left, &field))
			s->cell[field].up = true;
		for (int k = 0; k < KINDS; k++) {
			struct set same = set_and(down, s->of_kind[k]);

			if (set_any(same))
				hexxi_tell_fields(t,
				    game_say(
					SAY_TURNED_UP, 2, seat, kind_value(k)),
				    same);
		}
	}
}

/* The order stands: bids are paid, all is turned up, the actions begin. */
static void
order_stands(const struct table *t)
{
	struct state *s = t->s;
	struct say order = game_say(SAY_ORDER, 0);

	s->phase = ACT;
	s->asked = 0;
	settle_order(s);
	pay_bids(t);
	for (int i = 0; i < s->seats; i++)
		order.arg[order.n++] = s->order[i];
	news_tell(t->news, SEATS_ALL, order);
	turn_up_board(t);
	for (int i = 0; i < s->seats; i++) {
		for (int j = 0; j < s->nreserve[i]; j++)
			s->hand[i][s->reserve[i][j].kind]++;
		s->nreserve[i] = 0;
	}
	memset(s->reserve, 0, sizeof(s->reserve));
	game_tell(t->news, SEATS_ALL, SAY_INITIATIVE_BACK, 0);
	s->circuit = 1;
	s->at = -1;
	hexxi_confrontation_go_on(t);
}

static void
show_initiative(const struct table *t)
{
	struct state *s = t->s;

	for (int i = 0; i < s->seats; i++) {
		int seat = s->order[i];
		struct say say =
		    game_say(SAY_INITIATIVE, 2, seat, sum_of(s, seat));

		for (int j = 0; j < s->nreserve[seat]; j++) {
			s->reserve[seat][j].up = true;
			say.arg[say.n++] =
			    (int16_t)kind_value(s->reserve[seat][j].kind);
		}
		news_tell(t->news, SEATS_ALL, say);
	}
}

void
hexxi_confront(const struct table *t)
{
	struct state *s = t->s;

	show_initiative(t);
	memset(s->bid, -1, sizeof(s->bid));
	s->round = 0;
	s->asked = (uint8_t)tell_ties(t, 0, SAY_TIED);
	s->phase = BID;
	s->at = -1;
	if (s->asked == 0)
		order_stands(t);
}

/* All bids of the round are in. */
static void
show_bids(const struct table *t)
{
	struct state *s = t->s;
	unsigned still;

	for (int i = 0; i < s->seats; i++)
		if (s->asked & SEAT(s->order[i]))
			game_tell(t->news, SEATS_ALL, SAY_BID_SHOWN, 2,
			    s->order[i], s->bid[s->round][s->order[i]]);
	s->round++;
	still = tell_ties(t, s->round,
	    s->round < HEX_BID_ROUNDS ? SAY_TIED_AGAIN : SAY_OLD_ORDER);
	if (still != 0 && s->round < HEX_BID_ROUNDS)
		s->asked = (uint8_t)still;
	else
		order_stands(t);
}

void
hexxi_bid(const struct table *t, int seat, int points)
{
	struct state *s = t->s;
	bool all = true;

	s->bid[s->round][seat] = (int8_t)points;
	game_tell(t->news, SEATS_ALL & ~SEAT(seat), SAY_BID_IN, 1, seat);
	game_tell(t->news, SEAT(seat), SAY_BID_OWN, 1, points);
	for (int i = 0; i < s->seats; i++)
		all &= !(s->asked & SEAT(i)) || s->bid[s->round][i] >= 0;
	if (all)
		show_bids(t);
}
