/* SPDX-License-Identifier: ISC */
/*
 * A mail is counted as tried, in a transaction of its own, before anything of
 * it is read (but the header of one that another worker has in hand): so one
 * that kills the process is met three times at most.
 */
#ifndef APP_STEPS_TRIES_H
#define APP_STEPS_TRIES_H

#include <glib.h>
#include <stdbool.h>

struct home;
struct inbox_try; /* store/mails/inbox.h */

#define TRIES_MAX 3

/*
 * Count a try of those mails: ids are int64_t.  Mails that were never tried may
 * share a transaction, others come alone; a mail that must not be tried again
 * is set aside.  tried: struct inbox_try of each that is to be read now. looked
 * (or NULL): how many of ids that was decided for; those behind them come
 * later.
 */
int tries_count(struct home *, const GArray *ids, GArray *tried, guint *looked);
/* Mails of that list, from that one on, were not tried after all. */
int tries_uncount(struct home *, const GArray *tried, guint from);
/* The same of all, in a transaction of its own, for what was no mail's fault: a
 * full disk or the like.  The store may not even take this; then a try is
 * lost. */
void tries_give_back(struct home *, const GArray *tried);
/* Was it tried before that? */
bool tries_again(const struct inbox_try *);

#endif
