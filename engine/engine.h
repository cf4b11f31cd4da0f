/* SPDX-License-Identifier: ISC */
/*
 * The engine protocol (turnpost-engine(7)): the rules without mail and
 * database, for tests, bots and other programs.
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H

#include <jansson.h>
#include <stddef.h>

struct engine;
struct err;

/* data: GAME=FILE pairs, NULL-ended, or NULL.  NULL with err. */
struct engine *engine_new(char *const *data, struct err *);
void engine_free(struct engine *);
/* One request line to one answer line (without newline), newly allocated. */
char *engine_answer(struct engine *, const char *line, size_t size);
/* What the operation "games" answers: each with its seats and options. */
json_t *engine_games(void);

#endif
