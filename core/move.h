/* SPDX-License-Identifier: ISC */
/* Moves as text. */
#ifndef CORE_MOVE_H
#define CORE_MOVE_H

#include <stdbool.h>

struct match;
struct move;
struct phrase;

/*
 * Read a move leniently (case, surplus blanks, commas as blanks, order of
 * what has no order).  It need not be legal.  MOVE_OTHER: the first word is
 * no verb of the game.  MOVE_UNCLEAR: it is, but the rest does not fit.
 */
enum move_read { MOVE_OK, MOVE_OTHER, MOVE_UNCLEAR };
enum move_read move_read(const struct match *, const char *text, struct move *);
/* Canonical text, newly allocated. */
char *move_text(const struct match *, const struct move *);
/* The same in the words of a language, of each its first form (words_first):
 * request_read makes the same move of it. */
struct words;
char *move_say(const struct match *, const struct move *, const struct words *);
/* Canonical text, or a verb alone, in the words of a language (NULL: as it
 * is). */
char *move_retell(const struct match *, const char *text, const struct words *);
bool move_equal(const struct move *, const struct move *);
/*
 * Why a text is MOVE_UNCLEAR: a sentence, its key below "near".  name: what in
 * the text should be the name of a player and is none, or NULL.
 */
struct phrase *move_fault(
    const struct match *, const char *text, const char **name);

#endif
