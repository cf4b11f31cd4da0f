/* SPDX-License-Identifier: ISC */
/* What came of the lines of a mail, for the letter that answers it. */
#ifndef APP_MATCHES_TABLE_REPLY_H
#define APP_MATCHES_TABLE_REPLY_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct home;

/* Sentences are said in home_words when they are noted. */
struct reply {
	struct home *home;
	json_t *const *names; /* that the data of a match brings, or NULL */
	bool by_line; /* a line is refused by itself, else all that follow, too
		       */
	json_t *understood; /* list, as the template "answered" has it */
	json_t *suggestions; /* list: "did you mean" */
	json_t *refused; /* object, or NULL; by_line: refusals, a list */
	json_t *refusals;
	json_t *not_tried; /* moves behind a line that could not be read */
	json_t *dropped; /* steps that were to be made and are no more */
	json_t *notes; /* sentences about what was understood */
	json_t *undone; /* list: talk that was not passed on, and the like */
	json_t *in_talk; /* lines that look like commands, but are talk */
	json_t *sections; /* what the letter tells besides: names of its parts
			   */
	char *rules_topic, *help_topic; /* or NULL */
	bool stands; /* what came before the refused move */
	char *read; /* the first line that was looked at, or NULL */
	guint talk; /* lines before a command that were none */
	guint talk_behind; /* and behind the last one */
	bool resign; /* asks how to give the seat up */
	bool suppressed; /* it will not be sent */
	bool new_key; /* it brings one */
	char *hint; /* the line that asks for one, or NULL */
	bool sure; /* what gives something up is done */
	bool asked; /* else its sender was asked about it */
	bool unsaid; /* lines were understood, but are told of elsewhere */
	int64_t inbox; /* the mail; 0: not yet known */
};
void reply_init(struct reply *, struct home *);
void reply_clear(struct reply *);

/* Of how many lines it tells something; does it of any? */
size_t reply_lines(const struct reply *);
bool reply_any(const struct reply *);
/* Does it tell only that moves were made or noted? */
bool reply_is_plain(const struct reply *);
/* Does that item of what was understood say that moves are planned for later
 * turns? */
bool reply_is_planned(const json_t *item);
/* Take such items out of that list, for the letter tells of them elsewhere. */
void reply_unsay_planned(json_t *understood);
/* Into the context of the letter; then it is told. */
void reply_context(struct reply *, json_t *context);
/* The same of its sections and their topics. */
void reply_sections(struct reply *, json_t *context);

#endif
