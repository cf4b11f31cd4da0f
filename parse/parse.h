/* SPDX-License-Identifier: ISC */
/*
 * Lines of mails become requests, in whichever language.  Nothing is done here,
 * and nothing is guessed.
 */
#ifndef PARSE_PARSE_H
#define PARSE_PARSE_H

#include "parse/request.h"

#include <glib.h>
#include <stdbool.h>

struct match;
struct words;

/*
 * Read one cleaned line; several commands may stand in it, parted by ';'.
 * match may be NULL (a person without a running match: no moves).  Appends
 * struct request * to the list.
 */
void request_read(const struct words *, const struct match *, const char *line,
    GPtrArray *list);
/* A line below the word "plan": all its parts are lines of a plan. */
void request_plan(const struct words *, const struct match *, const char *line,
    GPtrArray *list);

/* Where the text goes on behind what people say before a command ("Ok, I'll
 * pay 2"): at its beginning if it says nothing of the kind. */
const char *request_behind_lead(const struct words *, const char *text);

/* ---- request_words.c, request_unclear.c: what lines may begin with ---- */

/* Can a request begin with that word of ours, or (false) only go on with it? */
bool request_begins(const char *word);
/* May that folded word, with which a line begins, be a slip of a request's? */
bool request_may_slip(const char *folded);
/* clean.c: does a line that is so long end with a picture or a smiley, which is
 * left out before the line is read? */
bool request_ends_in_face(const char *text, size_t size);

/*
 * request_reply.c: does a line say nothing but YES or NO, or (READY) that its
 * writer takes part, or (TALK) courtesies?  False, and TALK: it says more, or
 * asks.  It counts in answer to a question alone.
 */
bool request_reply(const struct words *, const char *line, enum request_kind *);
/* Does it begin by taking back what was said above it: "actually no", "wait"?
 * *whole: it says nothing else. */
bool request_objects(const struct words *, const char *line, bool *whole);
/* Does it put a move in the place of the one above: "no, salt", "actually, play
 * salt", "sorry, I meant 3"? */
bool request_corrects(
    const struct words *, const struct match *, const char *line);

/* ---- request_signup.c: what is asked of no match ---- */

/* In our words, which request_restored reads again in any language: "join 7";
 * newly allocated. */
char *request_stored(const struct request *);
/* Without a line; NULL: it is none. */
struct request *request_restored(const char *stored);
/*
 * What stands behind "new GAME", or on a line below it, in our words as far as
 * they are words of the language; newly allocated.
 */
char *request_order(const struct words *, const char *text);

/* ---- request_say.c: people talk to each other ---- */

/*
 * Does a line of talk begin there: "say Anna: hello", "say all: hello" or "say:
 * hello"?  The request for its first line, or NULL.  It may be long.
 */
struct request *request_say(const struct words *, const char *line);

/* ---- request_said.c ---- */

/* One more line of it. */
void request_say_more(struct request *, const struct words *,
    const struct match *, const char *line);
/* The same line as another language has it that the writer may use: does it
 * look like a command there? */
void request_say_looks(struct request *, const struct words *,
    const struct match *, const char *line);
/* One that is none of it, but stands where talk was: no command either. */
void request_say_less(struct request *, const struct words *,
    const struct match *, const char *line);

#endif
