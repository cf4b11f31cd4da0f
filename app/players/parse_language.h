/* SPDX-License-Identifier: ISC */
/* The language of a mail, and lines that were copied. */
#ifndef APP_PLAYERS_PARSE_LANGUAGE_H
#define APP_PLAYERS_PARSE_LANGUAGE_H

#include <glib.h>
#include <stdbool.h>

struct handling;
struct heard;
struct match;
struct request;
struct catalog;
struct words;

/*
 * The language of a stranger's mail: that of its words, or in which it has
 * commands; the home's if that cannot be told.
 */
const char *reading_language(const struct handling *);
/* The same, or NULL: nothing tells it. */
const char *reading_told(const struct handling *);
/*
 * Does one of the requests from that one on ask for another language?  Then
 * *asked, which is freed if it is another one, is it: to be freed.
 */
bool reading_switch(const struct catalog *, const GPtrArray *requests,
    guint from, struct catalog **asked);
/* If one line of the mail was copied from a letter's list ("2 → pay 2"), and
 * little else stands there, it is read without what stands before the arrow;
 * beside another command it is a near miss. */
void reading_copied(struct heard *, const struct words *, const struct match *);
bool reading_any(
    const GPtrArray *requests, guint from, bool (*is)(const struct request *));

#endif
