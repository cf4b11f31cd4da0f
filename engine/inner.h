/* SPDX-License-Identifier: ISC */
/*
 * What the files of the engine protocol share: one request being answered,
 * and its operations.
 */
#ifndef ENGINE_INNER_H
#define ENGINE_INNER_H

#include "base/err.h"
#include "core/chance.h"

#include <glib.h>
#include <jansson.h>

struct match;
struct phrase;
struct catalog;

struct engine {
	struct catalog *catalog;
	GHashTable *data; /* game name -> json_t, of every game with data */
	struct match *match; /* NULL: none yet */
	json_t *setup; /* as it was given, or NULL */
	char seed[SEED_HEX_SIZE];
};

/* One request being answered. */
struct ask {
	struct engine *engine;
	const json_t *request;
	json_t *answer;
	int seat;
	struct err err;
};

/* ---- request.c ---- */

/* -1 always, with what is wrong. */
int ask_refuse(struct ask *, const char *what);
/* The same in words of the language; the phrase is taken over. */
int ask_refuse_phrase(struct ask *, struct phrase *why);
/* A text without NULs, or NULL: only an id may hold them. */
const char *ask_text(const json_t *value);
/* Is there a match?  Is "seat" one of its seats?  It is noted then. */
int ask_need_match(struct ask *);
int ask_need_seat(struct ask *);
/* Into the answer; takes value over. */
void ask_give(struct ask *, const char *key, json_t *value);

/* ---- the operations: 0, or -1 with what is wrong ---- */

/* new_match.c */
int op_games(struct ask *);
int op_new(struct ask *);

/* operations.c */
int op_pending(struct ask *);
int op_legal(struct ask *);
int op_move(struct ask *);
int op_default(struct ask *);
int op_view(struct ask *);
int op_state(struct ask *);
int op_result(struct ask *);
int op_undo(struct ask *);
int op_history(struct ask *);

/* think.c */
int op_think(struct ask *);

#endif
