/* SPDX-License-Identifier: ISC */
/* Letters from their facts to the outbox. */
#ifndef APP_LETTERS_ENVELOPE_H
#define APP_LETTERS_ENVELOPE_H

#include "mail/mail.h"
#include "store/queues.h"

#include <glib.h>
#include <jansson.h>
#include <stdint.h>

struct attachment;
struct err;
struct home;
struct paper;
struct person;
struct table;

/* What all letters need beside their facts. */
struct cover {
	struct home *home;
	const char *kind;
	const char *game; /* or NULL */
	int64_t begun; /* when the match was made, or 0 */
	struct outgoing out;
	struct outbox_row row;
	GPtrArray *files; /* struct attachment *, or NULL */
};

/* Write and queue what is rendered, with the files. */
int cover_queue_paper(
    struct cover *, const struct paper *, int64_t now, struct err *);
/* The same from its facts: rendered as the reader likes, in what is spoken. */
int cover_queue(struct cover *, json_t *facts, int64_t now, struct err *);
/* That file (or NULL) goes with it, whatever its kind and form; taken over. */
void cover_attach(struct cover *, struct attachment *);
/* Let go of the files. */
void cover_clear(struct cover *);
/* What the reader's calendar is to know of the seat (-1: nothing). */
int cover_attach_deadline(struct cover *, struct table *, int seat,
    const struct person *, int64_t now, struct err *);
/* Links of moves then go to that address, with facts.tag, if there is one. */
void post_links(json_t *facts, const char *address);

#endif
