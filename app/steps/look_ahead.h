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

/* Before that one of the batch (struct inbox_try) is handled. */
int mails_ahead(struct home *, const GArray *batch, guint at);

#endif
