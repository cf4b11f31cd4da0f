/* SPDX-License-Identifier: ISC */
/*
 * Random matches of every game, with every number of players and every
 * combination of options: what the tests of the contract are made on.
 * MATCHES in the environment says how many of each (without it so many that
 * each game has MATCHES_LEAST in all, or MOVES_MOST moves, of which
 * MOVES_CLOSELY are looked at closely), SEED where to begin (1), GAME that only
 * this game is played.
 */
#ifndef TESTS_GAME_RANDOM_H
#define TESTS_GAME_RANDOM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/err.h"
#include "core/atom.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "core/verb.h"
#include "tests/game/wanted.h"

#include <stdlib.h>
#include <string.h>

enum {
	MATCHES_LEAST = 2000,
	MOVES_MAX = 1 << 18,
	MOVES_CLOSELY = 30000,
	MOVES_MOST = 500000,
	VERBS_MAX = 64,
	POOL_MAX = 16,
	SENTENCES_MAX = 256
};

/* What is wrong is said with what it takes to see it again. */
#define must(r, truth, ...)                                    \
	do {                                                   \
		if (!(truth))                                  \
			random_fail(r, __LINE__, __VA_ARGS__); \
	} while (0)

/* One combination under test, and what was reached in it. */
struct random {
	const struct game *game;
	size_t seats;
	json_t *options;
	uint32_t number; /* of the match */
	struct chance *chance; /* the player's dice */
	bool idle; /* in this match players often let their time run out */
	/* Enough moves of this combination were looked at closely: the others
	 * of its matches are just played. */
	bool light;
	/*
	 * Moves seen, to be tried and changed at other times: some of each
	 * verb, so that rare ones are not lost.
	 */
	struct {
		struct move move[POOL_MAX];
		size_t n;
	} pool[VERBS_MAX];
	int16_t pooled[VERBS_MAX]; /* verbs of which there are some */
	size_t npool; /* how many of these */
	/* By index: how often it was played, what was reached. */
	size_t verb[VERBS_MAX];
	bool phase[64], sentence[SENTENCES_MAX];
	size_t matches, moves, resampled;
};

__attribute__((format(printf, 3, 4))) static inline void
random_fail(const struct random *r, int line, const char *fmt, ...)
{
	char *options = json_dumps(r->options, JSON_COMPACT);
	va_list ap;
	g_autofree char *text = NULL;

	va_start(ap, fmt);
	text = g_strdup_vprintf(fmt, ap);
	va_end(ap);
	print_error("%s, %zu players, %s, SEED=%u, line %d: %s\n",
	    r->game->name, r->seats, options, r->number, line, text);
	free(options);
	fail();
}

static inline uint32_t
random_number(const char *name, uint32_t dflt)
{
	const char *text = getenv(name);

	return text != NULL && *text != '\0' ? (uint32_t)atol(text) : dflt;
}

/* One of n. */
static inline uint32_t
below(struct random *r, uint32_t n)
{
	return chance_below(r->chance, n);
}

/* Is it one of so many?  A game in the making is small, and nobody else has
 * looked at it: three times as often. */
static inline bool
random_closely(struct random *r, uint32_t one_of)
{
	return below(r, r->game->released ? one_of : (one_of + 2) / 3) == 0;
}

static inline struct match *
random_start(const struct random *r, const GArray *draws, struct outcome *out)
{
	static char *const names[GAME_MAX_SEATS] = { "Anna", "Boris", "Cyryl",
		"Dora", "Emil", "Fatima", "Gustav", "Hana" };
	struct opening opening = { .game = r->game,
		.names = names,
		.seats = r->seats,
		.options = r->options };
	struct err err = { 0 };
	struct match *m;

	memcpy(opening.seed, &r->number, sizeof(r->number));
	m = match_start(&opening, draws, out, &err);
	must(r, m != NULL, "it does not start: %s", err.text);
	return m;
}

/* Any seat of a set that is not empty. */
static inline int
random_seat(struct random *r, seatset set)
{
	int seats[GAME_MAX_SEATS];
	uint32_t n = 0;

	for (int i = 0; i < GAME_MAX_SEATS; i++)
		if (set & SEAT(i))
			seats[n++] = i;
	return seats[below(r, n)];
}

/* One of the moves whose verb was played least so far. */
static inline struct move
random_rare(struct random *r, const GArray *legal)
{
	struct move found = g_array_index(legal, struct move, 0);
	uint32_t alike = 0;

	for (guint i = 0; i < legal->len; i++) {
		const struct move *m = &g_array_index(legal, struct move, i);

		if (r->verb[m->verb] > r->verb[found.verb])
			continue;
		if (r->verb[m->verb] < r->verb[found.verb])
			alike = 0;
		if (below(r, ++alike) == 0)
			found = *m;
	}
	return found;
}

static inline void
random_keep(struct random *r, const struct move *m)
{
	size_t *n = &r->pool[m->verb].n;

	if (*n == 0)
		r->pooled[r->npool++] = m->verb;
	if (*n < POOL_MAX)
		r->pool[m->verb].move[(*n)++] = *m;
	else
		r->pool[m->verb].move[below(r, POOL_MAX)] = *m;
}

/* One of the pool, of any verb. */
static inline const struct move *
random_kept(struct random *r)
{
	int16_t verb = r->pooled[below(r, (uint32_t)r->npool)];

	return &r->pool[verb].move[below(r, (uint32_t)r->pool[verb].n)];
}

/*
 * Any legal move; it goes into the pool.  Now and then it is a rare one, and
 * in some matches what a missed deadline would play.
 */
static inline struct move
random_move(struct random *r, const struct match *m, int seat)
{
	GArray *legal = match_legal(m, seat);
	struct move move;

	must(r, legal->len > 0, "seat %d has no legal move", seat);
	if (r->idle && below(r, 4) != 0)
		r->game->absent(match_state(m), seat, &move);
	else if (below(r, 4) == 0)
		move = random_rare(r, legal);
	else
		move = g_array_index(legal, struct move, below(r, legal->len));
	g_array_unref(legal);
	r->verb[move.verb]++;
	r->moves++;
	random_keep(r, &move);
	return move;
}

/* How the arguments of a verb come: so many at least, so many together. */
struct random_spec {
	const char *letters; /* of the first part, with '*' and '+' */
	int16_t least, part;
	bool repeats;
};

static inline struct random_spec
random_spec(const char *args)
{
	struct random_spec spec = { args, 0, 1, false };

	if (args[0] == '(') {
		spec.letters = args + 1;
		spec.part = (int16_t)(strcspn(args, ")") - 1);
		spec.least = spec.part;
		spec.repeats = true;
		return spec;
	}
	for (; *args != '\0'; args++) {
		spec.repeats |= *args == '*' || *args == '+';
		spec.least =
		    (int16_t)(spec.least + (*args == '*' ? -1 : *args != '+'));
	}
	return spec;
}

/* Of which kind is that argument of a move? */
static inline char
random_kind(
    const struct random *r, const void *state, const struct move *m, int16_t i)
{
	struct random_spec spec = random_spec(r->game->verbs[m->verb].args);
	const char *p = spec.letters;
	char word[GAME_WORD_SIZE];

	if (spec.part > 1)
		return p[i % spec.part];
	/* letters before the first list stand for an argument each */
	while (i > 0 && p[1] != '*' && p[1] != '+') {
		p++;
		i--;
	}
	/* of two lists in a row, a value belongs to one */
	if (p[1] == '*' && p[2] != '\0') {
		atom_write(r->game, state, p[0], m->arg[i], word);
		if (word[0] == '\0')
			p += 2;
	}
	return p[0];
}

/* A move seen before or one that is legal now. */
static inline struct move
random_known(struct random *r, const GArray *legal)
{
	return below(r, 2) == 0
		   ? *random_kept(r)
		   : g_array_index(legal, struct move, below(r, legal->len));
}

/* Any argument of that kind of a known move, or a number. */
static inline int16_t
random_arg(struct random *r, const void *state, const GArray *legal, char kind,
    int16_t otherwise)
{
	enum { LOOKS = 32 };

	if (kind == 'n')
		return (int16_t)(below(r, 20) == 0 ? 9999 : below(r, 8));
	if (kind == 's')
		return (int16_t)below(r, (uint32_t)r->seats);
	for (int look = 0; look < LOOKS; look++) {
		struct move m = random_known(r, legal);
		int16_t i;

		if (m.n == 0)
			continue;
		i = (int16_t)below(r, (uint32_t)m.n);
		if (random_kind(r, state, &m, i) == kind)
			return m.arg[i];
	}
	return otherwise;
}

/*
 * A move that may be legal or not: one seen before or one that is legal now,
 * perhaps with another argument, or with one part less or twice.
 */
static inline struct move
random_try(struct random *r, const void *state, const GArray *legal)
{
	struct move m = random_known(r, legal);
	struct random_spec spec = random_spec(r->game->verbs[m.verb].args);
	size_t part = (size_t)spec.part;

	if (spec.repeats && below(r, 4) == 0 && m.n >= spec.least + spec.part) {
		m.n = (int16_t)(m.n - spec.part);
		memset(&m.arg[m.n], 0, part * sizeof(m.arg[0]));
	}
	if (spec.repeats && below(r, 4) == 0 && m.n > 0 &&
	    m.n + spec.part <= GAME_MAX_ARGS) {
		memmove(
		    &m.arg[part], &m.arg[0], (size_t)m.n * sizeof(m.arg[0]));
		m.n = (int16_t)(m.n + spec.part);
	}
	if (m.n > 0 && below(r, 2) == 0) {
		int16_t i = (int16_t)below(r, (uint32_t)m.n);

		m.arg[i] = random_arg(
		    r, state, legal, random_kind(r, state, &m, i), m.arg[i]);
	}
	return m;
}

static inline void
random_heard(struct random *r, const GArray *news)
{
	for (guint i = 0; i < news->len; i++)
		r->sentence[g_array_index(news, struct told, i).say.sentence] =
		    true;
}

/* The options, every combination: bool both, numbers least, usual, most. */
static inline bool
random_next_options(const struct game *g, int value[GAME_MAX_OPTIONS])
{
	for (size_t i = 0; i < g->noptions; i++) {
		const struct option *o = &g->options[i];

		if (value[i] < o->dflt && o->dflt < o->max)
			value[i] = o->dflt;
		else if (value[i] < o->max)
			value[i] = o->max;
		else {
			value[i] = o->min;
			continue;
		}
		return true;
	}
	return false;
}

static inline json_t *
random_options(const struct game *g, const int value[GAME_MAX_OPTIONS])
{
	json_t *options = json_object();

	for (size_t i = 0; i < g->noptions; i++)
		json_object_set_new(options, g->options[i].word,
		    g->options[i].boolean ? json_boolean(value[i])
					  : json_integer(value[i]));
	return options;
}

/* How many combinations of players and options there are. */
static inline uint32_t
random_combinations(const struct game *g)
{
	int value[GAME_MAX_OPTIONS];
	uint32_t n = 0;

	for (size_t i = 0; i < g->noptions; i++)
		value[i] = g->options[i].min;
	do
		n++;
	while (random_next_options(g, value));
	return n * (uint32_t)(g->max_seats - g->min_seats + 1);
}

/*
 * Play a random match to its end; now and then (random_closely) look at the
 * state before a move.  The match, to be freed; NULL: it is one to be left out.
 */
static inline struct match *
random_walk(struct random *r, unsigned closely,
    void (*look)(struct random *, const char *state))
{
	struct match *m;

	if (r->light)
		return NULL;
	m = random_start(r, NULL, NULL);
	for (int n = 0; match_to_act(m) != 0; n++) {
		int seat = random_seat(r, match_to_act(m));
		struct move move = random_move(r, m, seat);

		must(r, n < MOVES_MAX, "no end after %d moves", n);
		if (random_closely(r, closely))
			look(r, match_state(m));
		match_play(m, seat, &move, NULL);
	}
	return m;
}

/* Did the test see any of that, in as many matches as it usually plays? */
static inline void
random_saw(const struct random *r, size_t n, const char *what)
{
	print_message(
	    "# %s: %zu moves, %zu %s\n", r->game->name, r->moves, n, what);
	if (n == 0 && r->game->released && random_number("MATCHES", 0) == 0)
		fail_msg("%s: none %s", r->game->name, what);
}

/* Let play_one play MATCHES matches of that game in every combination. */
static inline void
random_game(struct random *r, void (*play_one)(struct random *))
{
	const struct game *g = r->game;
	uint32_t first = random_number("SEED", 1);
	uint32_t ways = random_combinations(g);
	uint32_t matches =
	    random_number("MATCHES", (MATCHES_LEAST + ways - 1) / ways);
	bool all = random_number("MATCHES", 0) != 0;
	size_t enough = all ? SIZE_MAX : MOVES_CLOSELY / ways;
	size_t most = all ? SIZE_MAX : MOVES_MOST / ways;
	int value[GAME_MAX_OPTIONS];

	for (int seats = g->min_seats; seats <= g->max_seats; seats++) {
		for (size_t i = 0; i < g->noptions; i++)
			value[i] = g->options[i].min;
		do {
			size_t before = r->moves;

			r->seats = (size_t)seats;
			r->options = random_options(g, value);
			for (uint32_t i = 0;
			     i < matches && r->moves - before <= most; i++) {
				unsigned char seed[SEED_SIZE] = { 'd' };

				r->number = first + i;
				memcpy(seed + 4, &r->number, 4);
				r->chance = chance_new(seed);
				r->idle = below(r, 8) == 0;
				r->light = r->moves - before > enough;
				play_one(r);
				chance_free(r->chance);
			}
			json_decref(r->options);
		} while (random_next_options(g, value));
	}
}

#endif
