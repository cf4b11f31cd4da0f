/* SPDX-License-Identifier: ISC */
/* The one list of games. */
#ifndef GAMES_GAMES_H
#define GAMES_GAMES_H

#include <jansson.h>

struct err;
struct game;

/* NULL-ended, in the order in which they are shown. */
extern const struct game *const games_all[];

/* By its name as users write it ("mutineer"); NULL: there is none. */
const struct game *game_find(const char *name);
/* The same; NULL with err: ERR_MISSING, and the names of all. */
const struct game *game_wanted(const char *name, struct err *);
/*
 * Data of a game: from that YAML file of at most 256 KiB or (NULL) the one
 * built in.  *data is the caller's, NULL for a game without data.  0, or -1:
 * ERR_FORMAT with FILE:LINE and what is wrong, or that it cannot be read.
 */
int game_data(
    const struct game *, const char *file, json_t **data, struct err *);

#endif
