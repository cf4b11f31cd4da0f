/* SPDX-License-Identifier: ISC */
/* The lines of all pictures of a replay, each kept once. */
#ifndef RENDER_REPLAY_LINES_H
#define RENDER_REPLAY_LINES_H

#include <glib.h>

struct drawn_lines;
struct drawn_lines *drawn_lines_new(void);
void drawn_lines_free(struct drawn_lines *);
/* char *, by their numbers. */
const GPtrArray *drawn_lines_all(const struct drawn_lines *);
/* guint: the numbers of the lines of that picture; before: those of the one
 * before, or NULL.  What svg holds is taken over, and it gets what another one
 * had, to write the next one into. */
GArray *drawn_lines_of(
    struct drawn_lines *, const GArray *before, GString *svg);
/* What makes the lines now from those before (NULL: none), for the script:
 * [so many lines as before,[numbers of lines...],so many at the end] */
void drawn_change(const GArray *before, const GArray *now, GString *out);

#endif
