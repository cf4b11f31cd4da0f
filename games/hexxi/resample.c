/* SPDX-License-Identifier: ISC */
/*
 * Another choice of all that a seat cannot know.
 *
 * Which tokens of a player are hidden all together is known to everybody: he
 * has twelve, and the others of them lie open.  What is hidden is which of
 * them is where: in hand, face down on the board, face down on the initiative
 * field.  Nothing that he does before they are turned up tells more, since a
 * token once placed stays where it is.  So these change places, each way as
 * likely, and bids of the round under way are drawn anew.  They are brought
 * into one order first, so that where they are leaves no trace.
 *
 * Limit: why somebody does something is not asked, nor that moves after a
 * missed deadline are known.
 */
#include "games/hexxi/state.h"

#include <string.h>

/* The hidden tokens of a player, sorted. */
struct hidden {
	uint8_t kind[HEX_TOKENS];
	int n;
};

static void
collect(const struct state *s, int seat, struct hidden *h)
{
	struct set down = hexxi_face_down(s, seat);
	int count[KINDS], field;

	for (int k = 0; k < KINDS; k++)
		count[k] = s->hand[seat][k];
	for (int i = 0; i < s->nreserve[seat]; i++)
		if (!s->reserve[seat][i].up)
			count[s->reserve[seat][i].kind]++;
	while (set_take(&down, &field))
		count[s->cell[field].kind]++;
	h->n = 0;
	for (int k = 0; k < KINDS; k++)
		while (count[k]-- > 0)
			h->kind[h->n++] = (uint8_t)k;
}

/* Put them back into the same places, in the order in which they are now. */
static void
spread(struct state *s, int seat, const struct hidden *h)
{
	int in_hand = hexxi_hand_size(s, seat), n = 0;
	struct set down = hexxi_face_down(s, seat);
	int field;

	memset(s->hand[seat], 0, sizeof(s->hand[seat]));
	while (n < in_hand)
		s->hand[seat][h->kind[n++]]++;
	for (int i = 0; i < s->nreserve[seat]; i++)
		if (!s->reserve[seat][i].up)
			s->reserve[seat][i].kind = h->kind[n++];
	while (set_take(&down, &field)) {
		hexxi_lift(s, field);
		hexxi_put(s, field, seat, (enum kind)h->kind[n++], false);
	}
}

static void
resample_tokens(struct state *s, int seat, struct chance *chance)
{
	struct hidden h;

	collect(s, seat, &h);
	for (int n = h.n; n > 1; n--) {
		uint32_t i = chance_below(chance, (uint32_t)n);
		uint8_t kind = h.kind[n - 1];

		h.kind[n - 1] = h.kind[i];
		h.kind[i] = kind;
	}
	spread(s, seat, &h);
}

/* Any may be, but few people bid more than a few points. */
static int8_t
sealed_bid(struct chance *chance)
{
	enum { SMALL = 5, OFTEN = 10 };
	uint32_t most = chance_below(chance, OFTEN) > 0 ? SMALL : HEX_BID_MAX;

	return (int8_t)chance_below(chance, most + 1);
}

void
hexxi_resample(void *state, int seat, struct chance *chance)
{
	struct state *s = state;

	for (int i = 0; i < s->seats; i++) {
		if (i == seat)
			continue;
		resample_tokens(s, i, chance);
		if (s->phase == BID && s->bid[s->round][i] >= 0)
			s->bid[s->round][i] = sealed_bid(chance);
	}
}
