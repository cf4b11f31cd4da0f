/* SPDX-License-Identifier: ISC */
/*
 * The state of a match of Mutineer, and what its files share.  Places are
 * places of the ring, counted clockwise from 0; an island is an index into
 * state.island.
 */
#ifndef GAMES_MUTINEER_STATE_H
#define GAMES_MUTINEER_STATE_H

#include "core/game.h"

#define MUT_SEATS 4
#define MUT_HAND 5
/* cards that the loadmaster draws beyond what is needed */
#define MUT_EXTRA 3
#define MUT_DRAWN (MUT_HAND + MUT_EXTRA)
#define MUT_ROUNDS 9
#define MUT_REJECTS (MUT_ROUNDS * MUT_EXTRA)
#define MUT_MAX_PAY 3
#define MUT_ID_SIZE 25
#define NOBODY (-1)
#define NOWHERE (-1)

/* In the order of the rules' list of material. */
enum card { RUBY, SALT, WINE, CLOTH, GRAIN, CONFLICT, PIRATE, CARDS };
#define GOODS CONFLICT /* kinds before this one can be sold */
#define BUYS_ANY GOODS
#define DECK_MAX 37

enum role { MUTINEER, CABIN_BOY, MATE, MERCHANT, LOADMASTER, ROLES };
#define ROLES_ALL ((1u << ROLES) - 1)

enum verb_index {
	DO_PAY,
	DO_PLAY,
	DO_PASS,
	DO_TAKE,
	DO_FIGHT,
	DO_SELL,
	DO_KEEP
};

/* The order of mutineer_phases; KEEP is never state.phase. */
enum phase { PAY, OFFER, TAKE, FIGHT, SELL, KEEP, OVER };

struct island {
	char id[MUT_ID_SIZE];
	uint8_t buys; /* enum card, or BUYS_ANY */
	uint8_t value[3]; /* alone, two tie, three tie */
	uint8_t ship;
};

/*
 * A card that a loadmaster drew and did not keep.  Only the latest two decks
 * matter to anybody: the discard pile, and the deck under way.
 */
struct reject {
	uint8_t card;
	bool in_deck; /* shuffled into the deck; else in the discard pile */
	int8_t seat; /* the seats that know it */
	/* Of the cards among which it was drawn, how many came from the deck
	 * before this one, and how many from this one. */
	uint8_t before, since;
};

/*
 * What can be known of a player's cards since the deck was shuffled.  No rule
 * needs it, but it bounds what others may guess: see resample.c.
 */
struct ledger {
	uint8_t before; /* cards held, when it was shuffled */
	uint8_t got[CARDS]; /* drawn from it; others know the sum alone */
	uint8_t laid[CARDS]; /* shown since, from the one or the other */
};

/* What a player sells at the active islands, in their order. */
struct sale {
	int8_t kind[2]; /* of no meaning where number is 0 */
	int8_t number[2];
};

struct player {
	/* Sorted; laid aside once passed. */
	uint8_t hand[MUT_HAND];
	uint8_t nhand;
	uint8_t open[MUT_HAND];
	uint8_t nopen;
	bool passed;
	bool sold; /* sale is decided */
	uint8_t seen; /* set of the roles there were to choose from, or 0 */
	int8_t role; /* or NOBODY */
	int16_t score;
	struct sale sale;
	struct ledger ledger;
};

struct state {
	struct island island[12];
	uint8_t ring[12]; /* islands */
	uint8_t home; /* place of hochland */
	uint8_t ship;
	uint8_t pirate_ship;
	uint8_t nactive;
	uint8_t active[2]; /* places, in ring order from hochland */
	int8_t captain_goes, mutineer_goes; /* places or NOWHERE */
	bool pirates;

	uint8_t seats, rounds, round;
	uint8_t phase;
	int8_t turn; /* the seat that is asked, but for keep */
	int8_t captain;
	int8_t pay; /* or -1 */
	bool roles_shown;
	uint8_t roles_left; /* set */
	struct player player[MUT_SEATS];

	int8_t keeper; /* loadmaster who has to choose, or NOBODY */
	uint8_t keep, ndrawn;
	uint8_t drawn_before; /* of them, from the deck before this one */
	uint8_t drawn[MUT_DRAWN]; /* in drawing order */

	uint8_t deck_at, deck_end;
	uint8_t deck[DECK_MAX]; /* top is deck_at; 0 where cards were drawn */
	uint8_t
	    made[CARDS]; /* of the deck: what lay open in the discard pile */
	uint8_t ndiscard;
	uint8_t discard[CARDS]; /* numbers; rejects not counted here */
	uint8_t nrejects;
	struct reject reject[MUT_REJECTS];
};
_Static_assert(sizeof(struct state) <= 1024, "a state is copied often");

/* A state under way, with all that a step of it needs. */
struct table {
	struct state *s;
	struct chance *chance;
	struct news *news;
};

/* Order is that of mutineer_sentences. */
enum sentence_index {
	SAY_CAPTAIN_DRAWN,
	SAY_DEALT,
	SAY_ROUND_BEGINS,
	SAY_PAID,
	SAY_PLAYED,
	SAY_PIRATES_SAIL,
	SAY_PIRATES_STAY,
	SAY_PIRATES_SWEEP,
	SAY_PASSED,
	SAY_PASSED_EMPTY,
	SAY_DESTINATION,
	SAY_LOOKS,
	SAY_CHOSE,
	SAY_TOOK,
	SAY_ROLE_SHOWN,
	SAY_MUTINEER_DESTINATION,
	SAY_NO_MUTINY,
	SAY_FOUGHT,
	SAY_MUTINY_WON,
	SAY_MUTINY_FAILED,
	SAY_CAPTAIN_POINTS,
	SAY_MUTINEER_POINTS,
	SAY_MATE_POINTS,
	SAY_MATE_PAID,
	SAY_CABIN_BOY_POINTS,
	SAY_SELLS,
	SAY_SALE_POINTS,
	SAY_SALE_MERCHANT,
	SAY_SALE_FOUR,
	SAY_SALE_NOBODY,
	SAY_SHIP_MOVED,
	SAY_SHIP_STAYS,
	SAY_DRAWS,
	SAY_DREW,
	SAY_MUST_KEEP,
	SAY_KEPT,
	SAY_KEPT_OWN,
	SAY_RESHUFFLED,
	SAY_OVER,
	/* Refusals. */
	SAY_ASKED_PAY,
	SAY_ASKED_OFFER,
	SAY_ASKED_TAKE,
	SAY_ASKED_FIGHT,
	SAY_ASKED_SELL,
	SAY_ASKED_KEEP,
	SAY_TAKE_AFTER_PASS,
	SAY_CAPTAIN_TAKES_NONE,
	SAY_PAY_RANGE,
	SAY_NOT_IN_HAND,
	SAY_NOT_THERE,
	SAY_FIGHT_TOO_MANY,
	SAY_SELL_NOT_ACTIVE,
	SAY_SELL_NO_GOODS,
	SAY_SELL_NOT_BOUGHT,
	SAY_SELL_NONE,
	SAY_SELL_TWICE,
	SAY_SELL_TOO_MANY,
	SAY_SELL_BEATEN,
	SAY_KEEP_NUMBER,
	SAY_NOT_DRAWN,
	SAYS
};

/* words.c */
extern const struct verb mutineer_verbs[];
extern const struct shorthand mutineer_shorthands[];
#define MUTINEER_TELLINGS 9
extern const struct telling mutineer_tellings[MUTINEER_TELLINGS];
#define MUTINEER_PLOT 37
extern const struct plot mutineer_plot[MUTINEER_PLOT];
extern const struct atom_kind mutineer_atoms[];
extern const struct sentence mutineer_sentences[];
extern const struct option mutineer_options[];
extern const char *const mutineer_asks[];
extern const char *const mutineer_phases[];
extern const char *const mutineer_card_words[];
extern const char *const mutineer_role_words[];
/* Of islands, which depend on the match. */
bool mutineer_atom_read(
    const void *, char kind, const char *word, int16_t *value);
void mutineer_atom_write(
    const void *, char kind, int16_t value, char word[GAME_WORD_SIZE]);
/* A sentence whose last argument is a list of cards. */
void mutineer_tell_cards(
    const struct table *, int seat, struct say, const uint8_t *cards, int n);

/* islands.c */
bool mutineer_data_check(const json_t *data, struct data_fault *);
/* Fill in the islands: from checked data, or our own if that is NULL. */
void mutineer_islands(struct state *, const json_t *data);
/* The index of the island of that id, or NOWHERE. */
int mutineer_island(const struct state *, const char *id);

/* setup.c */
void mutineer_setup(
    void *, const struct setup *, struct chance *, struct news *);
extern const uint8_t mutineer_cards_of[CARDS];
/* The top card, for that seat; shuffles the discard pile if there is none. */
uint8_t mutineer_draw(const struct table *, int seat);
/* Put a card where it belongs in a hand; lay one of that kind open. */
void mutineer_hand_add(struct player *, uint8_t card);
void mutineer_lay(struct player *, enum card);
int mutineer_hand_count(const struct player *, enum card);
/* Begin the round s->round. */
void mutineer_round(const struct table *);

/* offer.c */
void mutineer_pay(const struct table *, int seat, int points);
void mutineer_play(const struct table *, int seat, enum card);
void mutineer_pass(const struct table *, int seat);
void mutineer_take(const struct table *, int seat, enum role);

/* voyage.c */
/* Steps 3 and 4, when all have passed. */
void mutineer_show_roles(const struct table *);
void mutineer_fight(const struct table *, int seat, int cards);
/* For whom a seat fights: 1 captain, -1 mutineer, 0 nobody. */
int mutineer_side(const struct state *, int seat);
/* The seat that has that role, or NOBODY. */
int mutineer_who(const struct state *, enum role);
/* Conflict cards that a side shows, and one for the mate. */
int mutineer_strength(const struct state *, bool loyal);

/* sale.c */
/*
 * The ways to sell that no other way beats, in the order of listing: more
 * cards at the first island first, then kinds in the order of the material,
 * those of the first island first.
 */
#define MUT_SALES 32
size_t mutineer_sales(const struct state *, int seat, struct sale *);
/* Is there more than one pair of numbers among them? */
bool mutineer_sale_asked(const struct sale *, size_t n);
/* Read a move, which may be any; false and why if it is no way to sell. */
bool mutineer_sale_read(const struct state *, int seat, const struct move *,
    struct sale *, struct say *why);
void mutineer_sale_write(
    const struct state *, const struct sale *, struct move *);
/*
 * Go round from the captain to the first who has to decide; when all have,
 * count, and end the round.
 */
void mutineer_sale_go_on(const struct table *);
void mutineer_sell(const struct table *, int seat, const struct sale *);

/* draw.c */
/* Steps 6 to 9: from the end of the sale into the next round. */
void mutineer_round_end(const struct table *);
void mutineer_keep(const struct table *, int seat, const struct move *);

/* ask.c */
enum phase mutineer_asked(const struct state *, int seat);
seatset mutineer_to_act(const void *);
const char *mutineer_phase(const void *, int seat);
size_t mutineer_legal(const void *, int seat, struct move *, size_t cap);
bool mutineer_suppose(void *, int seat);
void mutineer_tidy(const void *, struct move *);
void mutineer_absent(const void *, int seat, struct move *);

/* check.c */
bool mutineer_check(
    const void *, int seat, const struct move *, struct say *why);

/* view.c */
json_t *mutineer_view(const void *, int seat);
json_t *mutineer_view_again(const void *, int seat, struct kept *);
json_t *mutineer_state(const void *);

/* resample.c */
void mutineer_resample(void *, int seat, struct chance *);

/* robot_roles.c: what likely says in these phases */
void mutineer_likely_fight(
    const struct state *, int seat, size_t n, uint16_t *weight);
void mutineer_likely_take(const struct state *, int seat, const struct move *,
    size_t n, uint16_t *weight);

/* robot.c */
void mutineer_likely(
    const void *, int seat, const struct move *, size_t n, uint16_t *weight);
int mutineer_chapter(const void *);

/* The island at a place. */
static inline int
island_at(const struct state *s, int place)
{
	return s->ring[place];
}

static inline int
place_after(int place, int steps)
{
	return (place + steps) % 12;
}

/* Cards of the loadmasters' that lie in the discard pile. */
static inline int
discarded_rejects(const struct state *s)
{
	int n = 0;

	for (int i = 0; i < s->nrejects; i++)
		n += !s->reject[i].in_deck;
	return n;
}

#endif
