/* SPDX-License-Identifier: ISC */
/* What came of the lines of a mail. */
#ifndef APP_MATCHES_ANSWER_H
#define APP_MATCHES_ANSWER_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct home;
struct phrase;
struct request;
struct table;

struct answer {
	json_t *understood; /* list */
	json_t *near; /* list */
	json_t *refused; /* object or NULL */
	json_t *not_tried; /* moves behind a line that could not be read */
	json_t *dropped; /* steps that were to be made and are no more */
	bool plan_wanted; /* "plan" alone stood there, and must have lines */
	json_t *notes; /* sentences about what was understood */
	json_t *undone; /* list: talk that was not passed on, and the like */
	json_t *in_talk; /* lines that look like commands, but are talk */
	json_t *sections; /* object */
	char *rules_topic, *help_topic; /* or NULL */
	bool stands; /* what came before the refused move */
	char *read; /* the first line that was looked at, or NULL */
	guint talk; /* lines before a command that were none */
	guint talk_behind; /* and behind the last one */
	bool resign; /* asks how to give the seat up */
	bool braked; /* it will not be sent */
	bool new_key; /* it brings one */
	bool sure; /* what gives something up is done */
	bool asked; /* else its sender was asked about it */
	int64_t inbox; /* the mail; 0: not yet known */
};
void answer_init(struct answer *);
void answer_clear(struct answer *);

/* Say why the line (or, if "", the whole mail) was not done. */
void answer_refuse(
    struct answer *, struct table *, const char *line, struct phrase *why);
/* The same of what is about no match. */
void answer_refuse_person(
    struct answer *, struct home *, const char *line, struct phrase *why);
/* What answer_note notes: {"line", "what", "words", "not": it was not done}. */
json_t *answer_item(const char *line, const char *what, const char *words);
/* Was that understood, and yet not done? */
bool answer_says_no(const char *what);
/* It was understood: what is a word below "understood"; words go with it, or
 * NULL. */
void answer_note(struct answer *, const struct request *, const char *what,
    const char *words);

#endif
