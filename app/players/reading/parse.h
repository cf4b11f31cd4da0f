/* SPDX-License-Identifier: ISC */
/* Mails are read: which commands stand in their lines. */
#ifndef APP_PLAYERS_READING_PARSE_H
#define APP_PLAYERS_READING_PARSE_H

#include <glib.h>
#include <stdbool.h>

struct handling;
struct heard;
struct letter;
struct match;
struct reading;
struct catalog;
struct words;

/* ---- parse.c: what a mail says ---- */

/* Those of all languages; language is the writer's, or NULL. */
struct reading reading_words(const struct catalog *, const char *language);
/* Its text anew, now that its writer is known, if its charset was guessed. */
void reading_again(struct handling *);
/* The commands in cleaned lines: struct request *.  match may be NULL. */
GPtrArray *reading_requests(
    const struct catalog *, const struct match *, const GPtrArray *lines);

/*
 * What it asks; if its text asks nothing, its subject may.  own_subjects are
 * our own ones, which ask nothing either; NULL-ended, or NULL.
 */
void heard_read(struct heard *, const struct catalog *, const struct match *,
    const struct letter *, char *const *own_subjects);

/* ---- parse_doubt.c ---- */

/* Commands that may not be meant (parse_doubt.c) become foreign. */
void reading_doubt(struct heard *, const struct letter *, const struct words *,
    const struct match *);

#endif
