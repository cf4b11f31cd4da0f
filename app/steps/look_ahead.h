/* SPDX-License-Identifier: ISC */
/*
 * What mails are going to ask of a server: read for several of them at once,
 * before they are handled one by one, and kept by the store.  Nothing depends
 * on it but how often a worker waits for an answer.
 */
#ifndef APP_STEPS_LOOK_AHEAD_H
#define APP_STEPS_LOOK_AHEAD_H

#include <glib.h>

struct home;

struct look_ahead {
	struct home *home;
	const GArray *batch; /* struct inbox_try */
	/* Mails of it that were asked about by their headers, and by their
	 * senders, and of which all answers are there. */
	guint by_header, by_sender, answered;
};

/* Keeps the batch, which is not changed meanwhile. */
struct look_ahead look_ahead_begin(struct home *, const GArray *batch);
/* Before that one of the batch is handled: one after the other. */
int look_ahead(struct look_ahead *, guint at);

#endif
