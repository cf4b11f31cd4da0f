/* SPDX-License-Identifier: ISC */
/*
 * Another choice of all that a seat cannot know, made of nothing but what it
 * knows: the choice that there is leaves no trace in it.
 *
 * A seat that forgets nothing knows more than its view: what lay open in the
 * discard pile when the deck was made of it, thus what can be in the deck and
 * in the hands that were filled from it, and what cannot.  So hidden cards are
 * told apart: those of the deck under way ("new") and those of decks before it
 * ("old").  How many of each a player has got is known to all (ledger).  Which
 * of the cards shown since by that player were new is not, nor what loadmasters
 * put into the deck: that is chosen first, so that the numbers of every kind
 * come out, and then all hidden cards are dealt.
 *
 * Limits.  What a seat could conclude about the rejects in a deck from the
 * deck before that one is forgotten; so is, of a player who has drawn twice
 * from one deck, which cards were shown in between.  Choices are not equally
 * likely: the moves of others are taken as telling nothing of what they hold.
 */
#include "games/mutineer/state.h"

#include <string.h>

/* So many rejects lie in the discard pile, and in the deck, at most. */
#define HIDDEN_MAX (MUT_SEATS * MUT_HAND + MUT_DRAWN + DECK_MAX + MUT_REJECTS)
/* Steps after which a choice that does not come out is begun anew. */
#define STEPS 400
#define ATTEMPTS 50

/* Cards of the others, and a choice of what is hidden about them. */
struct world {
	struct state *s;
	int seat;
	struct chance *chance;
	int hidden[CARDS]; /* hidden cards of all kinds, old and new */
	int bound[CARDS]; /* new ones among them, but for the two below */
	int unknown; /* rejects of others in the deck */

	int reject[CARDS]; /* chosen kinds of these */
	int fresh[MUT_SEATS][CARDS]; /* of ledger.laid, those that are new */
	int fresh_least[MUT_SEATS], fresh_most[MUT_SEATS];
	int reject_old[MUT_SEATS]; /* of the rejects in the discard pile */
};

static uint32_t
below(const struct world *w, int n)
{
	return chance_below(w->chance, (uint32_t)n);
}

static int
sum(const uint8_t count[CARDS])
{
	int n = 0;

	for (int c = 0; c < CARDS; c++)
		n += count[c];
	return n;
}

/* Cards of the deck under way that are still hidden, by the choice. */
static int
fresh_hidden(const struct world *w, int card)
{
	int n = w->bound[card] + w->reject[card];

	for (int i = 0; i < w->s->seats; i++)
		n -= w->fresh[i][card];
	return n;
}

static void
count_hidden(struct world *w)
{
	const struct state *s = w->s;

	for (int c = 0; c < CARDS; c++) {
		w->hidden[c] = mutineer_cards_of[c] - s->discard[c];
		w->bound[c] = s->made[c];
	}
	if (!s->pirates)
		w->hidden[PIRATE] = 0;
	for (int i = 0; i < s->seats; i++)
		for (int j = 0; j < s->player[i].nopen; j++)
			w->hidden[s->player[i].open[j]]--;
	for (int i = 0; i < s->nrejects; i++) {
		const struct reject *r = &s->reject[i];

		if (r->seat == w->seat && r->in_deck)
			w->bound[r->card]++;
		else if (r->seat == w->seat)
			w->hidden[r->card]--;
		else
			w->unknown += r->in_deck;
	}
	if (w->seat == SEAT_ONLOOKER)
		return;
	for (int c = 0; c < CARDS; c++)
		w->bound[c] -= s->player[w->seat].ledger.got[c];
	for (int i = 0; i < s->player[w->seat].nhand; i++)
		w->hidden[s->player[w->seat].hand[i]]--;
	for (int i = 0; s->keeper == w->seat && i < s->ndrawn; i++)
		w->hidden[s->drawn[i]]--;
}

/* Of rejects drawn when the deck ran out, some may be old. */
static int
choose_old_rejects(const struct world *w, int seat)
{
	int chosen = 0, taken = 0;

	for (int i = 0; i < w->s->nrejects; i++) {
		const struct reject *r = &w->s->reject[i];
		int old = r->before - chosen;

		if (r->seat != seat || r->in_deck || r->before == 0)
			continue;
		chosen += (int)below(w, r->before + r->since - taken++) < old;
	}
	return chosen;
}

static int
discarded_rejects_of(const struct state *s, int seat)
{
	int n = 0;

	for (int i = 0; i < s->nrejects; i++)
		n += s->reject[i].seat == seat && !s->reject[i].in_deck;
	return n;
}

/* New cards of a player that are in hand or were shown. */
static int
fresh_of(const struct world *w, int seat)
{
	const struct state *s = w->s;
	int n = sum(s->player[seat].ledger.got);

	n -= discarded_rejects_of(s, seat) - w->reject_old[seat];
	if (s->keeper == seat)
		n -= s->ndrawn - s->drawn_before;
	return n;
}

static int
greater(int a, int b)
{
	return a > b ? a : b;
}

static int
lesser(int a, int b)
{
	return a < b ? a : b;
}

/* Which of the cards shown were new: so many that the numbers come out. */
static void
choose_fresh(struct world *w, int seat)
{
	const struct player *p = &w->s->player[seat];
	int fresh, all, laid = sum(p->ledger.laid);

	w->reject_old[seat] = choose_old_rejects(w, seat);
	fresh = fresh_of(w, seat);
	all = p->nhand + laid;
	w->fresh_least[seat] = greater(0, fresh - p->nhand);
	w->fresh_most[seat] = lesser(fresh, laid);
	for (int c = 0; c < CARDS; c++)
		for (int i = 0; i < p->ledger.laid[c]; i++)
			if ((int)below(w, all--) < fresh) {
				w->fresh[seat][c]++;
				fresh--;
			}
}

static void
choose_rejects(struct world *w)
{
	int n = 0;

	for (int c = 0; c < CARDS; c++)
		n += w->hidden[c];
	/* If nothing is hidden any more, all of them have been shown since, and
	 * their kinds come out by steps from any. */
	for (int i = 0; i < w->unknown; i++) {
		int at = (int)below(w, n > 0 ? n : CARDS), c = n > 0 ? 0 : at;

		while (n > 0 && at >= w->hidden[c])
			at -= w->hidden[c++];
		w->reject[c]++;
	}
}

/* By how many cards of a kind the choice does not come out; below 0, there
 * are too few new ones of it. */
static int
fault(const struct world *w, int card)
{
	int n = fresh_hidden(w, card);

	return n < 0 ? n : greater(0, n - w->hidden[card]);
}

static int
faults(const struct world *w)
{
	int n = 0;

	for (int c = 0; c < CARDS; c++)
		n += greater(fault(w, c), -fault(w, c));
	return n;
}

/* A card more or less of that kind among the rejects in the deck, or the new
 * ones that a player has shown. */
static bool
add(struct world *w, int who, int card, int n)
{
	int *to = who == w->seat ? &w->reject[card] : &w->fresh[who][card];
	int most =
	    who == w->seat ? w->unknown : w->s->player[who].ledger.laid[card];

	*to += n;
	return *to >= 0 && *to <= most;
}

static bool
in_bounds(const struct world *w, int who)
{
	int n = 0;

	for (int c = 0; c < CARDS; c++)
		n += who == w->seat ? w->reject[c] : w->fresh[who][c];
	return who == w->seat
		   ? n == w->unknown
		   : n >= w->fresh_least[who] && n <= w->fresh_most[who];
}

/*
 * Change something about a kind that does not come out, and about another one
 * to make up for it; take it back if that is worse.  The seat itself stands
 * for the rejects in the deck.
 */
static void
step(struct world *w)
{
	int n = w->s->seats + (w->seat == SEAT_ONLOOKER);
	int who = (int)below(w, n), card = (int)below(w, CARDS);
	int other = (int)below(w, CARDS), was = faults(w), more;
	bool fits;

	while (fault(w, card) == 0)
		card = (card + 1) % CARDS;
	if (who == w->s->seats)
		who = w->seat;
	more = (fault(w, card) < 0) == (who == w->seat) ? 1 : -1;
	fits = add(w, who, card, more);
	if (other != card)
		fits = add(w, who, other, -more) && fits;
	if (fits && in_bounds(w, who) && faults(w) <= was)
		return;
	add(w, who, card, -more);
	if (other != card)
		add(w, who, other, more);
}

static void
choose(struct world *w)
{
	for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
		memset(w->reject, 0, sizeof(w->reject));
		memset(w->fresh, 0, sizeof(w->fresh));
		choose_rejects(w);
		for (int i = 0; i < w->s->seats; i++)
			if (i != w->seat)
				choose_fresh(w, i);
		for (int n = 0; n < STEPS && faults(w) > 0; n++)
			step(w);
		if (faults(w) == 0)
			return;
	}
}

/* Hidden cards to be dealt. */
struct pile {
	uint8_t card[HIDDEN_MAX];
	int n;
};

static void
pile_add(struct pile *p, int card, int n)
{
	while (n-- > 0)
		p->card[p->n++] = (uint8_t)card;
}

static uint8_t
pile_take(const struct world *w, struct pile *p, struct pile *otherwise)
{
	uint8_t card;
	int at;

	/* None is left only if no choice was found that comes out. */
	if (p->n == 0)
		p = otherwise;
	at = (int)below(w, p->n);
	card = p->card[at];
	p->card[at] = p->card[--p->n];
	return card;
}

/* Both piles, while they are dealt. */
struct piles {
	struct world *w;
	struct pile old, fresh;
};

static uint8_t
deal(struct piles *t, int seat, bool fresh)
{
	uint8_t card = fresh ? pile_take(t->w, &t->fresh, &t->old)
			     : pile_take(t->w, &t->old, &t->fresh);

	if (fresh && seat != NOBODY)
		t->w->s->player[seat].ledger.got[card]++;
	return card;
}

static void
deal_player(struct piles *t, int seat)
{
	struct state *s = t->w->s;
	struct player *p = &s->player[seat];
	int n = p->nhand, fresh = fresh_of(t->w, seat);
	int old = t->w->reject_old[seat];

	for (int c = 0; c < CARDS; c++) {
		p->ledger.got[c] = (uint8_t)t->w->fresh[seat][c];
		fresh -= t->w->fresh[seat][c];
	}
	for (int i = 0; s->keeper == seat && i < s->ndrawn; i++)
		s->drawn[i] = deal(t, seat, i >= s->drawn_before);
	for (int i = 0; i < s->nrejects; i++) {
		struct reject *r = &s->reject[i];

		if (r->seat == seat && !r->in_deck)
			r->card = deal(t, seat, r->before == 0 || old-- <= 0);
	}
	p->nhand = 0;
	while (p->nhand < n)
		mutineer_hand_add(p, deal(t, seat, p->nhand < fresh));
}

static void
resample_cards(struct state *s, int seat, struct chance *chance)
{
	struct world w = { .s = s, .seat = seat, .chance = chance };
	struct piles t = { .w = &w };
	struct pile rejects = { .n = 0 };

	count_hidden(&w);
	choose(&w);
	for (int c = 0; c < CARDS; c++) {
		int n = greater(0, lesser(fresh_hidden(&w, c), w.hidden[c]));

		pile_add(&t.fresh, c, n);
		pile_add(&t.old, c, w.hidden[c] - n);
		pile_add(&rejects, c, w.reject[c]);
	}
	for (int i = s->deck_at; i < s->deck_end; i++)
		s->deck[i] = deal(&t, NOBODY, true);
	for (int i = 0; i < s->seats; i++)
		if (i != seat)
			deal_player(&t, i);
	for (int i = 0; i < s->nrejects; i++)
		if (s->reject[i].seat != seat && s->reject[i].in_deck)
			s->reject[i].card = pile_take(&w, &rejects, &rejects);
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
