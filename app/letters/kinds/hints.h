/* SPDX-License-Identifier: ISC */
/* Hints in letters: what they say. */
#ifndef APP_LETTERS_KINDS_HINTS_H
#define APP_LETTERS_KINDS_HINTS_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct hint_row;
struct reader;
struct table;

/* The advice, in the reader's words; told: others hear of it. */
json_t *hint_said(const struct reader *, const GArray *advice, bool told);
/*
 * What the letter to that seat says: the advice, or (why: a phrase's key) for
 * what reason there is none.  Asked before the match is settled, for moves are
 * worded as they stand while they are a choice.  NULL: an error.
 */
json_t *hint_answer(
    struct table *, int seat, const GArray *advice, bool told, const char *why);
/* The letter that answers the mail which asked: it was given by now, and the
 * match is settled. */
int hint_letter(struct table *, const struct hint_row *, json_t *said);

#endif
