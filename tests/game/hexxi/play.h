/* SPDX-License-Identifier: ISC */
/*
 * A match of Pirates HEXXI laid out by hand and played by lines, for tests
 * that read like the rules.  Tokens cannot be set up: a layout is played as
 * a placement, and all of them lie face up when the confrontation begins.
 */
#ifndef TESTS_GAME_HEXXI_PLAY_H
#define TESTS_GAME_HEXXI_PLAY_H

#include "base/err.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "tests/game/hexxi/look.h"

#define SEATS_MAX 4

static char *const play_names[] = { "Bernhard", "Steffi", "Florian", "Carmen" };

/*
 * What lies on the board when the first confrontation begins: by seat,
 * r, s, p or w and a field each: "s:c3 w:e2".  All other tokens are put in
 * reserve.  Who has fewer values on the board plays earlier; equal sums play
 * in the order of the placement (both bids are 0, twice).
 */
struct layout {
	int first; /* who places first */
	const char *board[SEATS_MAX]; /* as many as there are seats */
	int side, circuits; /* 0: the option is not given */
	char *const *names; /* NULL: play_names */
};

static inline size_t
play_seats(const struct layout *l)
{
	size_t n = 0;

	while (n < SEATS_MAX && l->board[n] != NULL)
		n++;
	return n;
}

/* The match before the first placement. */
static inline void
play_begin(struct play *p, const struct layout *l)
{
	json_t *options = json_object();
	json_t *given = json_pack("{s:i}", "start", l->first);
	struct opening opening = { .game = play_game(),
		.names = l->names != NULL ? l->names : play_names,
		.seats = play_seats(l),
		.options = options,
		.preset = given };
	struct err err = { 0 };

	memset(p, 0, sizeof(*p));
	if (l->side != 0)
		json_object_set_new(options, "side", json_integer(l->side));
	if (l->circuits != 0)
		json_object_set_new(
		    options, "circuits", json_integer(l->circuits));
	p->m = match_start(&opening, NULL, &p->out, &err);
	if (p->m == NULL)
		fail_msg("%s", err.text);
	json_decref(options);
	json_decref(given);
}

static inline int
play_next(const struct play *p)
{
	seatset set = match_to_act(p->m);
	int seat = 0;

	assert_true(set != 0);
	while (!(set & SEAT(seat)))
		seat++;
	return seat;
}

static inline bool
play_is(const struct play *p, const char *phase)
{
	return !match_over(p->m) &&
	       strcmp(play_game()->phase(match_state(p->m), play_next(p)),
		   phase) == 0;
}

static inline int
play_turn(const struct play *p)
{
	json_t *state = play_state(p);
	int turn = (int)json_integer_value(json_object_get(state, "turn"));

	json_decref(state);
	return turn;
}

/* The next seat puts its lowest token in reserve. */
static inline void
play_reserve(struct play *p, const char *file, int line)
{
	int seat = play_next(p);
	json_t *state = play_state(p);
	const json_t *hand =
	    json_array_get(json_object_get(state, "hands"), (size_t)seat);
	size_t k = 0;
	g_autofree char *move = NULL;

	while (k + 1 < G_N_ELEMENTS(play_kinds) &&
	       json_integer_value(json_object_get(hand, play_kinds[k])) == 0)
		k++;
	json_decref(state);
	move = g_strdup_printf("reserve %s", play_kinds[k]);
	play_does(p, seat, move, file, line);
}

/* The next seat places "s:c3". */
static inline void
play_token(struct play *p, const char *token, const char *file, int line)
{
	const char *letters = "rspw", *kind = strchr(letters, token[0]);
	g_autofree char *move = NULL;

	assert_true(kind != NULL && token[0] != '\0' && token[1] == ':');
	move = g_strdup_printf(
	    "place %s %s", play_kinds[kind - letters], token + 2);
	play_does(p, play_next(p), move, file, line);
}

/* Place what the layout says, then reserve, until nobody has a hand. */
#define lay(p, l) play_lay(p, l, __FILE__, __LINE__)
static inline void
play_lay(struct play *p, const struct layout *l, const char *file, int line)
{
	size_t placed[SEATS_MAX] = { 0 };
	int turn = play_turn(p);

	while (play_turn(p) == turn && play_is(p, "place")) {
		int seat = play_next(p);
		g_auto(GStrv) tokens = g_strsplit(l->board[seat], " ", -1);

		if (placed[seat] < g_strv_length(tokens))
			play_token(p, tokens[placed[seat]++], file, line);
		else
			play_reserve(p, file, line);
	}
}

/*
 * The moves of two seats, each "place ship c3; reserve route", as they are
 * asked, until one that is asked has none left.
 */
#define script(p, one, two) play_script(p, one, two, __FILE__, __LINE__)
static inline void
play_script(struct play *p, const char *one, const char *two, const char *file,
    int line)
{
	char **moves[2] = { g_strsplit(one, "; ", -1),
		g_strsplit(two, "; ", -1) };
	size_t made[2] = { 0 };

	while (match_to_act(p->m) != 0) {
		int seat = play_next(p);

		if (moves[seat][made[seat]] == NULL)
			break;
		play_does(p, seat, moves[seat][made[seat]++], file, line);
	}
	g_strfreev(moves[0]);
	g_strfreev(moves[1]);
}

/* All hands into reserve, all bids 0, up to this turn's confrontation. */
#define reserve_all(p) play_reserve_all(p, play_turn(p), __FILE__, __LINE__)
static inline void
play_reserve_all(struct play *p, int turn, const char *file, int line)
{
	while (play_turn(p) == turn && play_is(p, "place"))
		play_reserve(p, file, line);
	while (play_turn(p) == turn && play_is(p, "bid"))
		play_does(p, play_next(p), "bid 0", file, line);
}

/* Up to the first confrontation, or beyond it if nobody can act. */
#define fight(p, l) play_fight(p, l, __FILE__, __LINE__)
static inline void
play_fight(struct play *p, const struct layout *l, const char *file, int line)
{
	play_begin(p, l);
	play_lay(p, l, file, line);
	play_reserve_all(p, 1, file, line);
}

/*
 * What seat 0 may do in the first confrontation, when those who play earlier
 * have passed; "" if it is skipped.
 */
#define with(one, two, want) play_with(one, two, NULL, want, __FILE__, __LINE__)
#define with3(one, two, three, want) \
	play_with(one, two, three, want, __FILE__, __LINE__)
static inline void
play_with(const char *one, const char *two, const char *three, const char *want,
    const char *file, int line)
{
	struct layout l = { .board = { one, two, three } };
	struct play p;

	play_fight(&p, &l, file, line);
	while (play_is(&p, "act") && play_next(&p) != 0)
		play_does(&p, play_next(&p), "pass", file, line);
	play_same(play_is(&p, "act") ? play_legal(&p, 0) : g_strdup(""), want,
	    file, line);
	play_end(&p);
}

#endif
