/* SPDX-License-Identifier: ISC */
/* A letter with what goes with it: rendered, and queued. */
#ifndef APP_LETTERS_WRITING_ENVELOPE_H
#define APP_LETTERS_WRITING_ENVELOPE_H

#include "mail/outgoing/write.h"
#include "store/mails/outbox.h"

#include <glib.h>
#include <jansson.h>

struct body;
struct reader;

/* What all letters need beside their context. */
struct envelope {
	const struct reader *reader;
	const char *kind;
	struct outgoing out;
	struct outbox_row row;
	GPtrArray *files; /* struct attachment *, or NULL */
	GPtrArray *strings; /* of the headers, for as long as it lives */
	char *before; /* Message-ID of the letter before, one of strings; or
			 NULL */
};

/* Write and queue what is rendered, with the files. */
int envelope_queue_body(struct envelope *, const struct body *);
/* The same from its context: rendered as the reader likes. */
int envelope_queue(struct envelope *, json_t *context);
/* That file (or NULL) goes with it, whatever its kind and form; taken over. */
void envelope_attach(struct envelope *, struct attachment *);
void envelope_clear(struct envelope *);
/* Links of moves then go to that address, with tag of the context, if there is
 * one. */
void post_links(json_t *context, const char *address);

#endif
