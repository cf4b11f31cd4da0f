/* SPDX-License-Identifier: ISC */
/*
 * What the files of core/ share among themselves: the inside of chance, the
 * values given for a set-up, and arguments as JSON.
 */
#ifndef CORE_INNER_H
#define CORE_INNER_H

#include "core/chance.h"
#include "core/decision.h"
#include "core/rules.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct atom_kind;
struct err;
struct preset;
struct opening;

enum { CHUNK_WORDS = 64 };

/* Draws of one seed, and the listener to them. */
struct chance {
	unsigned char seed[SEED_SIZE];
	uint64_t at; /* words of the keystream used so far */
	uint64_t chunk; /* which chunk of it stands in words */
	uint32_t words[CHUNK_WORDS];

	/* A game's draws have names and words; else NULL. */
	const struct game *game;
	const void *state;
	/* Written down while an event is made, if anybody wants it. */
	GArray *draws; /* struct draw */
	json_t *told;
	/* What the log says that was drawn, while an event is replayed. */
	const GArray *script;
	size_t script_at;
	bool damaged;
	/* While a match is set up. */
	struct preset *preset;
};

struct news {
	GArray *told; /* struct told */
};

void chance_begin(struct chance *, const unsigned char seed[SEED_SIZE]);
/* Listen: any of these may be NULL. */
void chance_listen(
    struct chance *, GArray *draws, json_t *told, const GArray *script);
/* Listen no more.  Were the draws those of the script, no more and no less? */
bool chance_rest(struct chance *);

/* One play of a game. */
struct match {
	const struct game *game;
	struct setup setup; /* its data points to the field below */
	json_t *data, *options, *preset;
	char **names;
	unsigned char seed[SEED_SIZE];
	void *state;
	struct chance chance;
	GArray *log; /* struct logged */
	GHashTable *atoms; /* that phrases had as arguments (core/say.c) */
};

/* ---- preset.c ---- */

/* NULL if nothing was given.  values is only borrowed. */
struct preset *preset_new(const json_t *values);
void preset_free(struct preset *);
/*
 * The first of the values given under that name, brought to the front of
 * v[0..n-1], are those; false: nothing (right) was given.
 */
bool preset_order(struct chance *, const char *what, char kind, int16_t *v,
    size_t n, size_t shown);
/* The same for one of v[0..n-1]; take: a later draw of the name is free. */
bool preset_value(struct chance *, const char *what, char kind,
    const int16_t *v, size_t n, bool take, int16_t *value);
/* ERR_FORMAT if something given was wrong, or the game never asked for it. */
int preset_check(const struct preset *, const struct game *, struct err *);

/* ---- say.c ---- */

GHashTable *atoms_new(void);

/* Numbers and seats as integers, atoms as their words. */
json_t *value_json(
    const struct game *, const void *state, char type, int16_t value);
/* "card" for C, "seat", "number" */
const char *kind_name(const struct game *, char kind);

/* ---- atom.c ---- */

/* The kind of that letter, which the game must have. */
const struct atom_kind *atom_kind(const struct game *, char kind);

/* ---- opening.c ---- */

/* Everything but what is given: ERR_FORMAT says what is wrong.  replay: what
 * once was allowed still is. */
int opening_check(const struct opening *, bool replay, struct err *);
/* The values of all options, those not named by their default. */
int opening_options(
    const struct opening *, int value[GAME_MAX_OPTIONS], struct err *);
/* The same as JSON. */
json_t *options_json(const struct game *, const int value[GAME_MAX_OPTIONS]);

#endif
