/* SPDX-License-Identifier: ISC */
/* What a mail asks, as it was read. */
#ifndef APP_PLAYERS_READING_HEARD_H
#define APP_PLAYERS_READING_HEARD_H

#include <glib.h>
#include <stdbool.h>

struct request;

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

void heard_init(struct heard *);
void heard_clear(struct heard *);
/* Is one of the requests, from that one on, such? */
bool reading_any(
    const GPtrArray *requests, guint from, bool (*is)(const struct request *));
bool reading_is_talk(const GPtrArray *requests);
/* "yes CODE" beside "no CODE" is a letter of ours, quoted: neither counts. */
void replies_drop_quoted(GPtrArray *requests);

#endif
