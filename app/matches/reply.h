/* SPDX-License-Identifier: ISC */
/* What came of the lines of a mail, for the letter that answers it. */
#ifndef APP_MATCHES_REPLY_H
#define APP_MATCHES_REPLY_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct home;
struct phrase;
struct request;

/* Sentences are said in home_words when they are noted. */
struct reply {
	struct home *home;
	json_t *const *names; /* that the data of a match brings, or NULL */
	bool by_line; /* a line is refused by itself, else all that follow, too
		       */
	json_t *understood; /* list, as the template "answered" has it */
	json_t *near; /* list: "did you mean" */
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
	bool sure; /* what gives something up is done */
	bool asked; /* else its sender was asked about it */
	bool unsaid; /* lines were understood, but are told of elsewhere */
	int64_t inbox; /* the mail; 0: not yet known */
};
void reply_init(struct reply *, struct home *);
void reply_clear(struct reply *);

/* In home_words; takes the phrase over. */
char *reply_sentence(const struct reply *, struct phrase *);
/* Why the line (or, if "", the whole mail) was not done; args (or NULL) are
 * taken over, here and below. */
void reply_refuse(
    struct reply *, const char *line, const char *key, json_t *args);
/* Takes the phrase over. */
void reply_refuse_for(struct reply *, const char *line, struct phrase *why);
/* It was understood: what is a word below "understood"; words go with it, or
 * NULL. */
void reply_note(
    struct reply *, const char *line, const char *what, const char *words);
/* The item for that: {"line", "what", "words", "not": it was not done}. */
json_t *reply_item(const char *line, const char *what, const char *words);
/* The same by a whole sentence. */
void reply_say(struct reply *, const char *line, const char *key, json_t *args);
/* It was not understood; takes the hint over. */
void reply_near(struct reply *, const char *line, char *hint);
/* The same, by what it is like: the key of a hint. */
void reply_hint(struct reply *, const struct request *, const char *key);
/* The line (or NULL) was not done, and does not hinder the rest. */
void reply_undone(
    struct reply *, const char *line, const char *key, json_t *args);
/* A sentence behind what was understood. */
void reply_remark(struct reply *, const char *key, json_t *args);
/* That part is wanted, of what the request names. */
void reply_section(struct reply *, const struct request *, const char *section);
void reply_want(struct reply *, const char *section);
bool reply_wants(const struct reply *, const char *section);

/* Of how many lines it tells something; does it of any? */
size_t reply_lines(const struct reply *);
bool reply_any(const struct reply *);
/* Into the context of the letter; then it is told. */
void reply_context(struct reply *, json_t *context);
/* The same of its sections and their topics. */
void reply_sections(struct reply *, json_t *context);

#endif
