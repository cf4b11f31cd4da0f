/* SPDX-License-Identifier: ISC */
/*
 * The state of a match of Fourth Bridge, and what its files share.  Fields are
 * counted clockwise from 0 here, and from 1 in all that goes out.
 */
#ifndef GAMES_FOURTH_BRIDGE_STATE_H
#define GAMES_FOURTH_BRIDGE_STATE_H

#include "core/game.h"

#define FOURTH_SEATS 4
#define FIELDS 7
#define FORESTS 2
#define LOGS_OF_COLOUR 6
#define LOGS (COLOURS * LOGS_OF_COLOUR)
#define FOREST_LOGS 3 /* up to this a forest is filled */
#define BRIDGE_LOGS 5
#define BRIDGES 4
#define CART_ROOM 4
#define LOST_MAX 15
#define CARDS_OF_KIND 2
#define PACK (CARDS * CARDS_OF_KIND)
#define ACTIONS_MAX 3 /* in a move */
#define NOBODY (-1)

/* All in the order of the rules' list of material. */
enum colour { RED, BLUE, GREEN, YELLOW, BLACK, COLOURS };
#define UNKNOWN COLOURS /* of a log that would be drawn from the bag */

/* A Builder is known by the builder's colour. */
enum { TRAITOR = COLOURS, ROLES };

enum place { VILLAGE, FOREST, PLACES };

enum card {
	WORK,
	CART_LOAD,
	CART_UNLOAD,
	CART_CARPENTER,
	CARPENTER_BUILD,
	CARDS
};

enum action { LOAD, UNLOAD, BUILD, CART, CARPENTER, NOTHING, ACTIONS };

enum verb_index { DO_GIVE, DO_TAKE, DO_DO, VERBS };

/* The order of fourth_phases. */
enum phase { GIVE, DO, TAKE, OVER };

enum ending { GOING_ON, BUILT, LOST, DEAD, TURNS };

struct field {
	uint8_t place; /* enum place */
	uint8_t value; /* of the bridge that stands, or 0 */
	uint8_t nlogs;
	uint8_t nbridge;
	uint8_t bridge[BRIDGE_LOGS]; /* first laid first */
	uint8_t log[LOGS]; /* the nearest one last */
};

/* What lies open, but for colours in the bag: all that actions change. */
struct board {
	struct field field[FIELDS];
	uint8_t forest[FORESTS]; /* fields, in ring order */
	uint8_t cart, carpenter;
	uint8_t nstack;
	uint8_t stack[CART_ROOM]; /* bottom first */
	uint8_t nbag;
	uint8_t nlost; /* logs that left the game */
	uint8_t standing; /* bridges */
	uint8_t ended; /* enum ending */
};

struct given {
	uint8_t seat, card;
};

struct state {
	struct board board;
	uint8_t bag[LOGS]; /* board.nbag of them, the next one drawn last */
	uint8_t lost[COLOURS]; /* numbers of logs that left the game */
	uint8_t seats;
	uint8_t phase;
	int8_t active;
	int8_t mover; /* or NOBODY */
	uint8_t role[FOURTH_SEATS];
	uint8_t hand[CARDS]; /* numbers of cards of the active player */
	uint8_t ngiven;
	struct given given[FOURTH_SEATS]; /* in this turn */
	uint16_t turn_limit; /* or 0 */
	uint32_t turn;
	/* How far each seat's moves brought the bridges on, as all saw: by it
	 * robots guess which player may be the Traitor. */
	int16_t helped[FOURTH_SEATS];
};
_Static_assert(sizeof(struct state) <= 512, "a state is copied often");

/* A state under way, with all that a step of it needs. */
struct table {
	struct state *s;
	struct chance *chance;
	struct news *news;
};

static inline int
fourth_least(int a, int b)
{
	return a < b ? a : b;
}

static inline int
fourth_most(int a, int b)
{
	return a > b ? a : b;
}

static inline int
fourth_clamp(int value, int low, int high)
{
	return fourth_least(fourth_most(value, low), high);
}

/* Order is that of fourth_sentences. */
enum sentence_index {
	SAY_CART_STANDS,
	SAY_FILLED,
	SAY_BAG_EMPTY,
	SAY_OWN_ROLE,
	SAY_ACTIVE_DRAWN,
	SAY_TURN_BEGINS,
	SAY_TURN_BEGINS_OF,
	SAY_HAND,
	SAY_GIVES,
	SAY_TAKES,
	SAY_DOES,
	SAY_LOADED,
	SAY_UNLOADED,
	SAY_LAID,
	SAY_CART_GOES,
	SAY_CARPENTER_GOES,
	SAY_STANDS,
	SAY_PULLED_BACK,
	SAY_PULLED_LOST,
	SAY_OVER_BUILT,
	SAY_OVER_LOST,
	SAY_OVER_DEAD,
	SAY_OVER_TURNS,
	SAY_BUILDER_SHOWN,
	SAY_TRAITOR_SHOWN,
	/* Refusals. */
	SAY_ASKED_GIVE,
	SAY_ASKED_TAKE,
	SAY_ASKED_DO,
	SAY_NOT_IN_HAND,
	SAY_GIVE_SELF,
	SAY_HAS_MOVED,
	SAY_NOTHING_ALONE,
	SAY_TOO_MANY,
	SAY_CARD_FORBIDS,
	SAY_CART_FULL,
	SAY_NO_LOG_TO_LOAD,
	SAY_CART_EMPTY,
	SAY_BUILD_FOREST,
	SAY_BRIDGE_STANDS,
	SAY_NO_LOG_TO_BUILD,
	SAY_ONE_FIELD,
	SAY_BEHIND_END,
	SAYS
};

/* words.c */
extern const struct verb fourth_verbs[];
#define FOURTH_TELLINGS 3
extern const struct telling fourth_tellings[FOURTH_TELLINGS];
#define FOURTH_PLOT 13
extern const struct plot fourth_plot[FOURTH_PLOT];
#define FOURTH_ATOMS 5
extern const struct atom_kind fourth_atoms[FOURTH_ATOMS];
extern const struct sentence fourth_sentences[];
extern const struct option fourth_options[];
extern const char *const fourth_asks[];
extern const char *const fourth_phases[];
extern const char *const fourth_endings[]; /* NULL while it goes on */

/* board.c */
/* What became of a bridge. */
enum verdict { UNFINISHED, STANDS, PULLED_BACK, PULLED_LOST };
/* What an action did. */
struct done {
	uint8_t colour; /* of the log that it moved */
	enum verdict verdict;
	uint8_t bridge[BRIDGE_LOGS]; /* the finished one */
};
/* Why an action is impossible now, or SAYS if it is possible. */
enum sentence_index fourth_obstacle(const struct board *, enum action);
/*
 * Do what is possible: nothing is drawn yet.  Of a bridge that is pulled down
 * to go back, the logs are counted in the bag already; of lost ones nlost.
 */
struct done fourth_act(struct board *, enum action);
/*
 * Fill one of the forests: from the bag, or if that is NULL with unknown logs.
 * Returns how many were drawn.
 */
int fourth_fill(struct board *, int forest, uint8_t *bag);
/* The same for both: what can be foreseen of an action. */
void fourth_foresee(struct board *, enum action);
/* The value of the bridge that comes to stand after so many, or 0. */
int fourth_value(int nth);

/* setup.c */
void fourth_setup(void *, const struct setup *, struct chance *, struct news *);

/* turn.c */
/* Fill both forests. */
void fourth_draw_logs(const struct table *);
/* The bag's logs into the order of the material, then into random order. */
void fourth_shuffle_bag(const struct table *, const uint8_t count[COLOURS]);
/* Begin the turn s->turn of s->active. */
void fourth_turn(const struct table *);
void fourth_give(const struct table *, int seat, enum card, int to);
void fourth_take(const struct table *, int seat, enum card);
void fourth_do(const struct table *, int seat, const struct move *);
/* The points that a role has by now. */
int fourth_points(const struct state *, int role);

/* ask.c */
/* Does the card allow the action? */
bool fourth_allows(enum card, enum action);
/* Has the seat been given a card in this turn, or taken one? */
bool fourth_has_card(const struct state *, int seat);
/* The card with which the mover moves. */
enum card fourth_card(const struct state *);
seatset fourth_to_act(const void *);
const char *fourth_phase(const void *, int seat);
size_t fourth_legal(const void *, int seat, struct move *, size_t cap);
void fourth_absent(const void *, int seat, struct move *);

/* check.c */
bool fourth_check(const void *, int seat, const struct move *, struct say *why);

/* view.c */
json_t *fourth_view(const void *, int seat);
json_t *fourth_view_again(const void *, int seat, struct kept *);
json_t *fourth_state(const void *);
json_t *fourth_ending(const void *);

/* resample.c */
void fourth_resample(void *, int seat, struct chance *);

/* progress.c */
/* How near four bridges are to standing, in thousandths; may be below 0. */
int fourth_progress(const struct board *);
/* What the board promises. */
struct promise {
	int progress; /* the same */
	int points[COLOURS]; /* for each Builder, in hundredths */
};
void fourth_promise(const struct board *, struct promise *);
/* Does a bridge that is to be built still want a log of that colour? */
bool fourth_wants(const struct board *, int colour);

/* robot.c */
/* What a position promises a seat, from 0 to 1000. */
int fourth_seat_worth(const struct state *, const struct promise *, int seat);
void fourth_worth(const void *, int32_t worth[GAME_MAX_SEATS]);
int fourth_chapter(const void *);
/* robot_actions.c */
void fourth_likely(
    const void *, int seat, const struct move *, size_t n, uint16_t *weight);

#endif
