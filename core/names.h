/* SPDX-License-Identifier: ISC */
/* Names of players. */
#ifndef CORE_NAMES_H
#define CORE_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct game;
struct match;
struct phrase;

/* Whom a name means, as people write it: the seat of that name, or one that is
 * much like it, such as the name in a case of Polish or Russian. */
enum { NO_SEAT = -1, SEVERAL_SEATS = -2 };
int match_seat_named(const struct match *, const char *name);
/* To whom something is said: of the cases, only those that say so. */
int seat_of_name(const char *const *names, size_t n, const char *name);
/*
 * May the one be written for the other?  Without regard to case, accents,
 * quotes, commas, widths of characters, and marks at the end.  At a table all
 * names must differ so far.
 */
bool names_alike(const char *a, const char *b);

/* Player names that a match can have: a sentence, or NULL if all is well. */
struct phrase *names_fault(const struct game *, char *const *names, size_t n);

#endif
