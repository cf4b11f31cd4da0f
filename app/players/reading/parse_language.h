/* SPDX-License-Identifier: ISC */
/* Lines that ask for another language, and lines that were copied. */
#ifndef APP_PLAYERS_READING_PARSE_LANGUAGE_H
#define APP_PLAYERS_READING_PARSE_LANGUAGE_H

#include <glib.h>
#include <stdbool.h>

struct heard;
struct match;
struct request;
struct catalog;
struct words;

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

#endif
