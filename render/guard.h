/* SPDX-License-Identifier: ISC */
/* Lines of a letter that would read as a command get a mark in front. */
#ifndef RENDER_GUARD_H
#define RENDER_GUARD_H

#include <stdbool.h>

struct text_span;
struct catalog;

/*
 * Does the line, or a part of it, begin like something to be done?  game may
 * be NULL.  It is read only if its first word leaves a doubt.
 */
bool guard_suspects(
    const struct catalog *, const char *game, struct text_span line);
/* The same by reading it in any case. */
bool guard_reads(
    const struct catalog *, const char *game, struct text_span line);
/* The letter with "~ " before each such line; newly allocated. */
char *guard_letter(const struct catalog *, const char *game, const char *text);

#endif
