/* SPDX-License-Identifier: ISC */
/*
 * The state of a match of Pirates HEXXI, and what its files share.  A field
 * is a number in the order of the names as text (set.h); its value is what
 * stands for it in moves and news, the same on boards of every size.
 */
#ifndef GAMES_HEXXI_STATE_H
#define GAMES_HEXXI_STATE_H

#include "core/game.h"
#include "games/hexxi/set.h"

#define HEX_SEATS 4
#define HEX_SIDE_MAX 6
#define HEX_ROWS (2 * HEX_SIDE_MAX - 1) /* and fields in the longest row */
#define HEX_FIELDS 91
#define HEX_VALUES (HEX_ROWS * HEX_ROWS)
#define HEX_TOKENS 12
#define HEX_TURNS 3
#define HEX_HOPS 4
#define HEX_BID_MAX 99
#define HEX_BID_ROUNDS 2
#define HEX_LESS 20 /* what each turn's sum is lessened by */
#define HEX_FAR 6 /* a ship on a far edge */
#define HEX_BASE_WORTH 10
#define HEX_TAKEN 28 /* all units and bases of four */
#define DIRECTIONS 6
#define NOBODY (-1)
#define NOWHERE HEX_FIELDS

/* In the order in which payments are written; BASE is none of a hand. */
enum kind { ROUTE, SHIP, PIRATES, WARSHIP, KINDS, BASE = KINDS, NOTHING };

/* Sorted by word, as legal moves are. */
enum verb_index {
	DO_AMBUSH,
	DO_BID,
	DO_CONVOY,
	DO_ESCORT,
	DO_INTERCEPT,
	DO_KIDNAP,
	DO_PASS,
	DO_PAY,
	DO_PLACE,
	DO_RESCUE,
	DO_RESERVE,
	DO_ROUTE,
	DO_SCOUT,
	DO_SHIFT,
	DO_TRAP
};

/* The order of hexxi_phases. */
enum phase { PLACE, PAY, SHIFT, BID, ACT, OVER };

struct cell {
	uint8_t kind; /* enum kind */
	int8_t owner; /* NOBODY where nothing stands */
	uint8_t up;
};

/* A token on an initiative field. */
struct reserved {
	uint8_t kind, up;
};

/* A token, or a base, that an attacker keeps. */
struct taken {
	uint8_t owner, kind;
};

struct state {
	/* The board, as setup lays it out. */
	struct set near[HEX_FIELDS]; /* neighbours */
	struct set far[HEX_SEATS]; /* far edges */
	uint8_t step[HEX_FIELDS + 1][DIRECTIONS]; /* clockwise; NOWHERE */
	uint8_t value[HEX_FIELDS + 1];
	uint8_t field[HEX_VALUES]; /* of a value, or NOWHERE */
	uint8_t corner[HEX_SEATS]; /* where the bases belong */
	uint8_t fields, side, circuits, seats;
	uint8_t by_name[HEX_SEATS]; /* seats sorted by name */

	/* What stands on it, and the same as sets. */
	struct set empty, of_kind[BASE + 1], of_seat[HEX_SEATS];
	struct cell cell[HEX_FIELDS + 1];

	int16_t score[HEX_SEATS];
	uint8_t hand[HEX_SEATS][KINDS];
	struct reserved reserve[HEX_SEATS][HEX_TOKENS];
	uint8_t nreserve[HEX_SEATS];
	struct taken taken[HEX_SEATS][HEX_TAKEN];
	uint8_t ntaken[HEX_SEATS];

	uint8_t turn, phase;
	uint8_t order[HEX_SEATS];
	/* place in the order in which seats are asked, -1 before the first */
	int8_t at;
	uint8_t scouted; /* while it is paid for; else NOWHERE */
	uint8_t out; /* set of seats that passed */
	uint8_t circuit;

	/* Sealed bids of both rounds; the seats asked for one in this
	 * round. */
	int8_t bid[HEX_BID_ROUNDS][HEX_SEATS]; /* or -1 */
	uint8_t round, asked;
};
_Static_assert(sizeof(struct state) <= 8192, "a state is copied often");

/* A state under way, with what a step of it needs. */
struct table {
	struct state *s;
	struct chance *chance;
	struct news *news;
};

/* Where moves are written: more may be counted than there is room for. */
struct list {
	struct move *v;
	size_t n, cap;
	size_t enough; /* so many are all that is asked for */
};

/* Order is that of hexxi_sentences. */
enum sentence_index {
	SAY_START,
	SAY_TURN_BEGINS,
	SAY_PLACED,
	SAY_PLACED_OWN,
	SAY_RESERVED,
	SAY_RESERVED_OWN,
	SAY_SCOUTED,
	SAY_PAID_BOARD,
	SAY_PAID_HAND,
	SAY_FINED,
	SAY_BOARD_FULL,
	SAY_RESERVED_REST,
	SAY_SHIFTED,
	SAY_INITIATIVE,
	SAY_TIED,
	SAY_BID_IN,
	SAY_BID_OWN,
	SAY_BID_SHOWN,
	SAY_TIED_AGAIN,
	SAY_OLD_ORDER,
	SAY_BID_PAID,
	SAY_BID_FREE,
	SAY_ORDER,
	SAY_TURNED_UP,
	SAY_INITIATIVE_BACK,
	SAY_MOVED,
	SAY_CONVOYED,
	SAY_ESCORTED,
	SAY_HOME,
	SAY_KIDNAPPED,
	SAY_INTERCEPTED,
	SAY_AMBUSHED,
	SAY_TRAPPED,
	SAY_RESCUED,
	SAY_PASSED,
	SAY_END_PASSED,
	SAY_END_STUCK,
	SAY_END_CIRCUITS,
	SAY_SCORE_UNITS,
	SAY_SCORE_FAR,
	SAY_SCORE_KEPT,
	SAY_SCORE_BASES,
	SAY_SCORE_TOTAL,
	SAY_KEPT_BACK,
	SAY_BASE_BACK,
	SAY_OVER,
	/* Refusals. */
	SAY_ASKED_PLACE,
	SAY_ASKED_PAY,
	SAY_ASKED_SHIFT,
	SAY_ASKED_BID,
	SAY_ASKED_ACT,
	SAY_NO_FIELD,
	SAY_FIELD_TAKEN,
	SAY_FIELD_BASE,
	SAY_NOT_IN_HAND,
	SAY_SCOUT_NOTHING,
	SAY_SCOUT_OWN,
	SAY_SCOUT_UP,
	SAY_PAY_NOT_YOURS,
	SAY_PAY_TWICE,
	SAY_PAY_HAND,
	SAY_PAY_SMALL,
	SAY_PAY_SPARE,
	SAY_PAY_ALL,
	SAY_SHIFT_NOT_YOURS,
	SAY_BID_RANGE,
	SAY_NO_UNIT,
	SAY_NEEDS_UNIT,
	SAY_NEEDS_BASE,
	SAY_BASE_GONE,
	SAY_SHIP_UNCONNECTED,
	SAY_PIRATES_UNCONNECTED,
	SAY_WARSHIP_UNCONNECTED,
	SAY_NOT_ADJACENT,
	SAY_NO_ROUTE,
	SAY_BLOCKED,
	SAY_CONVOY_NOTHING,
	SAY_ESCORT_NOTHING,
	SAY_ESCORT_LEFT,
	SAY_ESCORT_HOPS,
	SAY_ESCORT_UNCONNECTED,
	SAY_NO_TARGET,
	SAY_NO_BASE,
	SAY_KIDNAP_GUARDED,
	SAY_INTERCEPT_GUARDED,
	SAY_AMBUSH_GUARDED,
	SAY_TRAP_GUARDED,
	SAY_AMBUSH_LINE,
	SAY_TRAP_LINE,
	SAY_RESCUE_SELF,
	SAY_RESCUE_NONE,
	SAY_RESCUE_AWAY,
	SAY_OWN_ATTACK,
	SAY_NO_PASS,
	SAYS
};

/* words.c */
extern const struct verb hexxi_verbs[];
extern const struct atom_kind hexxi_atoms[];
extern const struct option hexxi_options[];
extern const char *const hexxi_asks[];
extern const char *const hexxi_phases[];
extern const char *const hexxi_kind_words[]; /* with BASE */
extern const uint8_t hexxi_kind_worth[];
extern const uint8_t hexxi_kinds_sorted[KINDS]; /* by word */
/* Of fields, the only atoms without a list of words. */
bool hexxi_atom_read(const void *, char kind, const char *word, int16_t *value);
void hexxi_atom_write(
    const void *, char kind, int16_t value, char word[GAME_WORD_SIZE]);

/* sentences.c */
extern const struct sentence hexxi_sentences[];
#define HEXXI_TELLINGS 17
extern const struct telling hexxi_tellings[HEXXI_TELLINGS];
#define HEXXI_PLOT 45
extern const struct plot hexxi_plot[HEXXI_PLOT];
/* The same to all, with a list of fields at the end, in order of text. */
void hexxi_tell_fields(const struct table *, struct say, struct set fields);

/* board.c */
/* Lay out the board of s->side for s->seats, with the bases on it. */
void hexxi_board(struct state *);
void hexxi_put(struct state *, int field, int owner, enum kind kind, bool up);
/* Take away what stands on a field. */
void hexxi_lift(struct state *, int field);
/* The direction from a field to a neighbour; -1 if it is none. */
int hexxi_direction(const struct state *, int from, int to);
/*
 * Does something on that field have a connection with one of these bases,
 * while the routes on the fields gone connect no longer?
 */
bool hexxi_connected(
    const struct state *, int field, struct set bases, struct set gone);

/* placement.c */
void hexxi_setup(void *, const struct setup *, struct chance *, struct news *);
void hexxi_place(const struct table *, int seat, enum kind kind, int field);
void hexxi_reserve(const struct table *, int seat, enum kind kind);
void hexxi_scout(const struct table *, int seat, int field);
void hexxi_shift(const struct table *, int seat, int field);
/* Begin the turn s->turn. */
void hexxi_turn(const struct table *);
/* Ask the next who has a token in hand; when nobody has, go on. */
void hexxi_placement_go_on(const struct table *);
void hexxi_lay_aside(struct state *, int seat, enum kind kind, bool up);
int hexxi_hand_size(const struct state *, int seat);
/* The own tokens of a seat that lie face down on the board. */
struct set hexxi_face_down(const struct state *, int seat);

/* payment.c */
/* What the scouted token is worth. */
int hexxi_price(const struct state *);
void hexxi_payments(const struct state *, int seat, struct list *);
/* The least, then of the fewest tokens, then the first as text. */
void hexxi_payment_least(const struct state *, int seat, struct move *);
bool hexxi_payment_check(
    const struct state *, int seat, const struct move *, struct say *why);
void hexxi_pay(const struct table *, int seat, const struct move *);

/* initiative.c */
void hexxi_confront(const struct table *);
void hexxi_bid(const struct table *, int seat, int points);
/* With whom a seat is tied in the round of bids under way. */
seatset hexxi_rivals(const struct state *, int seat);
/* What a seat has bid in rounds that were shown; -1 if in none. */
int hexxi_staked(const struct state *, int seat);

/* actions.c */
/* The bases with which a seat's unit of that kind needs a connection. */
struct set hexxi_bases(const struct state *, int seat, enum kind kind);
bool hexxi_unit_connected(const struct state *, int field);
/* Fields that a convoy from there reaches, if there is a ship. */
struct set hexxi_convoys(const struct state *, int from);
/* Has the seat an action but attacks on its own; has it one of these? */
bool hexxi_can_act(const struct state *, int seat);
bool hexxi_can_attack_own(const struct state *, int seat);
/* Legal actions and pass, sorted by text. */
void hexxi_actions(const struct state *, int seat, struct list *);

/* escort.c */
void hexxi_escorts(const struct state *, int from, struct list *);
bool hexxi_escort_check(
    const struct state *, const struct move *, struct say *why);

/* attacks.c */
/*
 * Do the conditions of an attack hold, but for the attacker's connection?
 * Whose token the target is does not matter here.  why may be NULL.
 */
bool hexxi_attack_open(const struct state *, enum verb_index, int from,
    int target, struct say *why);
/* Can the seat rescue a ship from that player, with a warship there? */
bool hexxi_rescue_open(
    const struct state *, int seat, int from, int player, struct say *why);

/* confrontation.c */
/* Ask the next who can do something; when nobody can, score. */
void hexxi_confrontation_go_on(const struct table *);
void hexxi_act(const struct table *, int seat, const struct move *);

/* A token goes from the board back to its owner's hand. */
void hexxi_send_home(const struct table *, int field);

/* scoring.c */
void hexxi_score(const struct table *);

/* ask.c */
enum phase hexxi_asked(const struct state *, int seat);
seatset hexxi_to_act(const void *);
const char *hexxi_phase(const void *, int seat);
size_t hexxi_legal(const void *, int seat, struct move *, size_t cap);
bool hexxi_suppose(void *, int seat);
void hexxi_tidy(const void *, struct move *);
void hexxi_absent(const void *, int seat, struct move *);

/* check.c, check_act.c */
bool hexxi_check(const void *, int seat, const struct move *, struct say *why);
bool hexxi_check_act(
    const struct state *, int seat, const struct move *, struct say *why);

/* view.c */
json_t *hexxi_view(const void *, int seat);
json_t *hexxi_view_again(const void *, int seat, struct kept *);
json_t *hexxi_state(const void *);

/* resample.c */
void hexxi_resample(void *, int seat, struct chance *);

/* robot.c */
void hexxi_likely(
    const void *, int seat, const struct move *, size_t n, uint16_t *weight);
int hexxi_chapter(const void *);

static inline void
list_add(struct list *l, struct move m)
{
	if (l->n < l->cap)
		l->v[l->n] = m;
	l->n++;
}

/* A move with up to two arguments. */
static inline struct move
move_of(enum verb_index verb, int n, int one, int two)
{
	return (struct move){ .verb = (int16_t)verb,
		.n = (int16_t)n,
		.arg = { (int16_t)one, (int16_t)two } };
}

static inline bool
is_unit(int kind)
{
	return kind == SHIP || kind == PIRATES || kind == WARSHIP;
}

/* How a kind stands in moves: its values are disjoint from those of fields. */
static inline int
kind_value(int kind)
{
	return HEX_VALUES + kind;
}

static inline bool
refuse(struct say *why, struct say say)
{
	*why = say;
	return false;
}

#endif
