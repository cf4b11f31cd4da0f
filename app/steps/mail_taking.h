/* SPDX-License-Identifier: ISC */
/*
 * What mail_lanes.c and mail_taking.c share while a worker looks for a batch of
 * mails: which of those that are listed it may read, and their tries.
 */
#ifndef APP_STEPS_MAIL_TAKING_H
#define APP_STEPS_MAIL_TAKING_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct home;
struct mail_batch; /* app/steps/mail_lanes.h */

struct taking {
	struct home *home;
	struct mail_batch *batch;
	GHashTable *counted; /* struct inbox_try, by its id */
	GHashTable *lost; /* lanes, as claims, of mails that it cannot have */
	GHashTable *blocked; /* ...and of those that are for another batch */
	GArray *asked; /* mails whose lanes are asked for */
	GPtrArray *names; /* what they claim, of each two or three */
	GArray *taken; /* mails whose lanes are this worker's */
	GHashTable *seen; /* mails about which it was decided, read or not */
	GHashTable *held; /* mails that other workers have in hand... */
	guint looked; /* ...of so many, from the first on */
};

/* Which of the mails before that place does another worker have in hand?  The
 * answer holds as long as this worker reads alone: no other one takes a mail
 * meanwhile, and one that is given back is left for the next list. */
int taking_look(struct taking *, const GArray *ids, guint upto);
/* Did the last look find it in another worker's hand? */
bool taking_is_held(const struct taking *, int64_t id);
/* Was it decided whether the mail may be read? */
bool taking_is_seen(const struct taking *, int64_t id);
/* The lanes of the mail at that place, and of the next ones whose lanes are not
 * known.  One that is set aside, or was handled since it was listed, has none.
 */
int taking_read(struct taking *, const GArray *ids, guint from);
/* Of those that are taken: the batch.  A mail that was tried before is in it
 * alone. */
int taking_count(struct taking *);
/* What was read and is not in the batch was not tried after all. */
void taking_give_back(struct taking *);

#endif
