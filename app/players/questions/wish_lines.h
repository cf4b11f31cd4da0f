/* SPDX-License-Identifier: ISC */
/* Lines of a mail that wait. */
#ifndef APP_PLAYERS_QUESTIONS_WISH_LINES_H
#define APP_PLAYERS_QUESTIONS_WISH_LINES_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct err;
struct catalog;
struct words;

/* Lines of a wish as requests, to be freed, but for those in doubt; NULL with
 * err.  Their lines are shown in those words. */
GPtrArray *signup_lines_read(
    const struct words *, const char *lines, struct err *);
/* Those that can be done, or answered, without a match as lines of a wish. */
char *signup_lines_write(const GPtrArray *requests);
/*
 * The same behind lines that wait already, which are not repeated.  Not sure:
 * anybody may have written them, so that what would change anything is in
 * doubt.
 */
char *signup_lines_add(const char *lines, const GPtrArray *requests, bool sure);
/* Those in doubt, as lines of a wish that is asked about; NULL: none. */
char *signup_lines_doubted(const char *lines);
/* What lines ask for, a sentence each: nothing of it is as it was written, and
 * nothing in doubt. */
json_t *signup_lines_say(const struct catalog *, const char *lines);

#endif
