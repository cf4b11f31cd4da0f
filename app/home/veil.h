/* SPDX-License-Identifier: ISC */
/* What an organiser who plays is not shown of mails and letters. */
#ifndef APP_HOME_VEIL_H
#define APP_HOME_VEIL_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct home;
struct inbox_row;
struct outbox_row;

struct veil {
	struct home *home;
	int64_t organiser; /* the organiser's person; 0: none */
	/* by the organiser: match to yes or no, as far as asked */
	GHashTable *played;
	GArray *hidden; /* matches of which something was */
};
int veil_open(struct veil *, struct home *);
void veil_close(struct veil *); /* also of one that could not be opened */

/* *hides: no more than that there is one may be shown. */
int veil_mail(struct veil *, const struct inbox_row *, bool *hides);
int veil_letter(struct veil *, const struct outbox_row *, bool *hides);
/* The same for a line in the log; if in doubt, true. */
bool veil_hides_mail(struct home *, const struct inbox_row *);
bool veil_hides_letter(struct home *, const struct outbox_row *);

#endif
