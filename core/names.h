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
 * much like it, but in no case of a language: moves are kept as texts, which
 * have no language. */
enum { NO_SEAT = -1, SEVERAL_SEATS = -2 };
int match_seat_named(const struct match *, const char *name);
/* In which cases of a writer's language a name may stand: those in which
 * something is said or given to somebody, or all. */
enum { CASES_NONE = 0, CASES_POLISH = 1, CASES_RUSSIAN = 2, CASES_ALL = 4 };
/* Of "pl"; CASES_NONE if that language does not bend names. */
unsigned cases_of_language(const char *language);
int match_seat_called(const struct match *, const char *name, unsigned cases);
int seat_of_name(
    const char *const *names, size_t n, const char *name, unsigned cases);
/*
 * May the one be written, or taken, for the other?  Without regard to case,
 * accents, quotes, commas, widths of characters, and marks at the end; nor to
 * alphabets where letters look the same, as in a name of another player with a
 * Cyrillic letter in it.  At a table all names must differ so far.
 */
bool names_alike(const char *a, const char *b);

/* Player names that a match can have: a sentence, or NULL if all is well. */
struct phrase *names_fault(const struct game *, char *const *names, size_t n);

#endif
