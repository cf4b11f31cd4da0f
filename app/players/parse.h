/* SPDX-License-Identifier: ISC */
/* What a mail says. */
#ifndef APP_PLAYERS_PARSE_H
#define APP_PLAYERS_PARSE_H

#include "core/core.h"
#include "mail/mail.h"
#include "parse/parse.h"

#include <glib.h>
#include <stdbool.h>

struct handling;
struct letter;
struct match;
struct request;
struct tongue;
struct words;

/* ---- parse.c: what a mail says ---- */

/* Those of all languages; language is the writer's, or NULL. */
struct reading reading_words(const struct tongue *, const char *language);
/* Its text anew, now that its writer is known, if its charset was guessed. */
void reading_again(struct handling *);
/* The commands in cleaned lines: struct request *.  match may be NULL. */
GPtrArray *reading_requests(
    const struct tongue *, const struct match *, const GPtrArray *lines);
bool reading_is_talk(const GPtrArray *requests);

struct heard {
	GPtrArray *lines; /* char *: of the text, or of the subject */
	GPtrArray *requests; /* struct request * in them */
	/*
	 * Commands that stand only in what somebody else wrote: below "On ...
	 * wrote:", the header of a mail, a mark of forwarding, or in a subject
	 * that repeats another's.  struct request *; empty if requests holds a
	 * command.  Nothing of them may be done before their sender says yes.
	 */
	GPtrArray *foreign;
	/* "Yes, it was me." in answer to a question: YES, NO or READY with the
	 * key of its letter for a code; or NULL. */
	struct request *said;
	bool in_subject;
	/*
	 * A plain mail or reply: no list sent it, and nothing that somebody
	 * else wrote in it is a command.
	 */
	bool plain;
};

/*
 * What it asks; if its text asks nothing, its subject may.  own_subjects are
 * our own ones, which ask nothing either; NULL-ended, or NULL.
 */
void heard_read(struct heard *, const struct tongue *, const struct match *,
    const struct letter *, char *const *own_subjects);
void heard_clear(struct heard *);

/* ---- parse_language.c ---- */

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
bool reading_switch(const struct tongue *, const GPtrArray *requests,
    guint from, struct tongue **asked);
/* If one line of the mail was copied from a letter's list ("2 → pay 2"), and
 * little else stands there, it is read without what stands before the arrow;
 * beside another command it is a near miss. */
void reading_copied(struct heard *, const struct words *, const struct match *);
bool reading_any(
    const GPtrArray *requests, guint from, bool (*is)(const struct request *));

/* ---- parse_doubt.c ---- */

/* Commands that may not be meant (parse_doubt.c) become foreign. */
void reading_doubt(struct heard *, const struct letter *, const struct words *);

#endif
