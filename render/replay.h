/* SPDX-License-Identifier: ISC */
/*
 * A page that shows a match move by move in any browser, from a file, without
 * a network (templates/pages/replay.html).
 */
#ifndef RENDER_REPLAY_H
#define RENDER_REPLAY_H

#include <glib.h>
#include <jansson.h>
#include <stddef.h>

struct err;
struct replay;
struct catalog;

/* A page of at most about that many bytes. */
struct replay *replay_new(size_t most);
/* Its pictures are of that game, with open words (picture.h); atoms may be
 * NULL. */
void replay_open(struct replay *, const char *game, const json_t *atoms);
void replay_free(struct replay *);
/*
 * One more step: what was decided ("" for the beginning), what came of it, the
 * picture as SVG (or NULL) and the points of all players by seat (list of
 * numbers).  What svg holds is taken over; the next picture may be written into
 * it.
 */
void replay_step(struct replay *, const char *move, const char *text,
    GString *svg, const json_t *scores);
/* The words of a step, by its number, in the language of the next page. */
void replay_tell(
    struct replay *, size_t step, const char *move, const char *text);
/*
 * The page in that language, newly allocated.  context: "title"; "match", the
 * page to which this one leads back, or nothing; "players", a list of names;
 * "rounds" and "turning", lists of a step "n" to go to and its "text".  A long
 * match has fewer pictures: as many as there is room.
 */
char *replay_page(struct replay *, const struct catalog *,
    const json_t *context, struct err *);
/* -1: the organiser's own page cannot be used, and the one built in is. */
int replay_check(const struct catalog *, struct err *);

#endif
