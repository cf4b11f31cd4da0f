/* SPDX-License-Identifier: ISC */
/*
 * Another choice of all that a seat cannot know.
 *
 * A seat that forgets nothing knows more than its view: which cards it has
 * seen put away, thus what the next deck was made of, thus what must be left
 * in the deck and in the others' hands.  So a card remembers from which deck
 * it was drawn, and a reject into which deck it went.  Hidden cards of one
 * deck may change places; when one of them is a reject that went into a
 * later deck, a hidden card of that deck changes with it, and so on.  What a
 * seat saw of every deck then stays true.
 *
 * Limits.  If a player holds equal cards of two decks and plays one, the
 * state takes the older; the others could not know which.  So some choices
 * that would fit are never made.  Choices are not equally likely: the moves
 * of others are taken as telling nothing of what they hold.
 */
#include "games/mutineer/state.h"

/* Cards in hand and drawn, the deck, rejects. */
#define SLOTS_MAX (MUT_SEATS * MUT_HAND + MUT_DRAWN + DECK_MAX + MUT_REJECTS)

/* A place with a card that the seat does not know. */
struct slot {
	uint8_t *card;
	uint8_t deck;
	uint8_t into; /* as of a reject; else IN_DISCARD */
};

struct hidden {
	struct slot slot[SLOTS_MAX];
	int n;
	struct chance *chance;
};

static void
add_slot(struct hidden *h, uint8_t *card, uint8_t deck, uint8_t into)
{
	h->slot[h->n++] = (struct slot){ card, deck, into };
}

static void
find_hidden(struct state *s, int seat, struct hidden *h)
{
	for (int i = 0; i < s->seats; i++) {
		struct player *p = &s->player[i];

		for (int j = 0; i != seat && j < p->nhand; j++)
			add_slot(
			    h, &p->hand[j].card, p->hand[j].deck, IN_DISCARD);
	}
	for (int i = 0; s->keeper != seat && i < s->ndrawn; i++)
		add_slot(h, &s->drawn[i].card, s->drawn[i].deck, IN_DISCARD);
	for (int i = s->deck_at; i < s->deck_end; i++)
		add_slot(h, &s->deck[i], s->decks, IN_DISCARD);
	for (int i = 0; i < s->nrejects; i++)
		if (s->reject[i].seat != seat)
			add_slot(h, &s->reject[i].card, s->reject[i].deck,
			    s->reject[i].into);
}

static void
swap(struct slot *a, struct slot *b)
{
	uint8_t card = *a->card;

	*a->card = *b->card;
	*b->card = card;
}

/* Shuffle the hidden cards of one deck that went into no later one. */
static void
shuffle_live(struct hidden *h, int deck)
{
	int v[SLOTS_MAX], n = 0;

	for (int i = 0; i < h->n; i++)
		if (h->slot[i].deck == deck && h->slot[i].into == IN_DISCARD)
			v[n++] = i;
	for (; n > 1; n--)
		swap(&h->slot[v[n - 1]],
		    &h->slot[v[chance_below(h->chance, (uint32_t)n)]]);
}

/* Any slot of that deck (and with that card, if any is named), or NULL. */
static struct slot *
any_slot(struct hidden *h, int deck, int card)
{
	int v[SLOTS_MAX], n = 0;

	for (int i = 0; i < h->n; i++)
		if (h->slot[i].deck == deck &&
		    (card == NOBODY || *h->slot[i].card == card))
			v[n++] = i;
	return n == 0 ? NULL
		      : &h->slot[v[chance_below(h->chance, (uint32_t)n)]];
}

/* Changes made so far, to be taken back if they lead nowhere. */
struct change {
	struct slot *slot[SLOTS_MAX];
	uint8_t was[SLOTS_MAX];
	int n;
};

/*
 * Make a slot hold another card, and what follows from it: the deck into
 * which its card went has one card more of this kind, one less of that.
 */
static bool
change(struct hidden *h, struct change *c, struct slot *slot, uint8_t card)
{
	while (slot != NULL && c->n < SLOTS_MAX) {
		uint8_t was = *slot->card;

		c->slot[c->n] = slot;
		c->was[c->n++] = was;
		*slot->card = card;
		if (slot->into == IN_DISCARD)
			return true;
		slot = any_slot(h, slot->into, was);
	}
	return false;
}

/* Let a reject that went into a later deck change places with another card. */
static void
swap_reject(struct hidden *h, struct slot *a)
{
	struct slot *b = any_slot(h, a->deck, NOBODY);
	struct change c = { .n = 0 };
	uint8_t card_a = *a->card, card_b = *b->card;

	if (card_a == card_b ||
	    (change(h, &c, a, card_b) && change(h, &c, b, card_a)))
		return;
	while (c.n-- > 0)
		*c.slot[c.n]->card = c.was[c.n];
}

static void
resample_cards(struct state *s, int seat, struct chance *chance)
{
	struct hidden h = { .chance = chance };

	find_hidden(s, seat, &h);
	for (int deck = 0; deck <= s->decks; deck++)
		shuffle_live(&h, deck);
	for (int i = 0; i < h.n; i++)
		if (h.slot[i].into != IN_DISCARD)
			swap_reject(&h, &h.slot[i]);
	for (int deck = 0; deck <= s->decks; deck++)
		shuffle_live(&h, deck);
	for (int i = 0; i < s->seats; i++) {
		struct player *p = &s->player[i];
		struct held hand[MUT_HAND];
		int n = p->nhand;

		for (int j = 0; j < n; j++)
			hand[j] = p->hand[j];
		p->nhand = 0;
		for (int j = 0; j < n; j++)
			mutineer_hand_add(p, hand[j]);
	}
}

/* One role of a set. */
static int
any_role(struct chance *chance, unsigned set)
{
	int v[ROLES], n = 0;

	for (int r = 0; r < ROLES; r++)
		if (set & 1u << r)
			v[n++] = r;
	return v[chance_below(chance, (uint32_t)n)];
}

/* How many roles there were when a player looked: fewer, so later. */
static int
set_size(unsigned set)
{
	int n = 0;

	for (; set != 0; set &= set - 1)
		n++;
	return n;
}

/*
 * Roles taken before step 3.  The player who looked has seen which were gone:
 * these are with those who took earlier; later ones took of what that player
 * left.
 */
static void
resample_roles(struct state *s, int seat, struct chance *chance)
{
	unsigned seen = seat == SEAT_ONLOOKER ? 0 : s->player[seat].seen;
	unsigned left = ROLES_ALL;

	if (s->roles_shown)
		return;
	for (int size = ROLES; size > 0; size--) {
		struct player *p = NULL;
		unsigned from = left;

		for (int i = 0; i < s->seats; i++)
			if (set_size(s->player[i].seen) == size)
				p = &s->player[i];
		if (p == NULL)
			break;
		p->seen = (uint8_t)left;
		if (p->role == NOBODY)
			break;
		if (seen != 0 && size > set_size(seen))
			from &= ~seen;
		/* Its own role the seat knows. */
		if (seen == 0 || size != set_size(seen))
			p->role = (int8_t)any_role(chance, from);
		left &= ~(1u << p->role);
	}
	s->roles_left = (uint8_t)left;
}

void
mutineer_resample(void *state, int seat, struct chance *chance)
{
	resample_cards(state, seat, chance);
	resample_roles(state, seat, chance);
}
