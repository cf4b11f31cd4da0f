/* SPDX-License-Identifier: ISC */
/*
 * Which letters a worker hands over, where others do so at the same time: all
 * that wait for an address, in their order, as soon as it has claimed the
 * address.  A letter that is found half handed over then is one whose worker
 * died.
 */
#ifndef APP_TRANSPORT_LETTER_LANES_H
#define APP_TRANSPORT_LETTER_LANES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct home;

struct letter_batch {
	GArray *ids; /* int64_t, in order; none: others have all there is */
	GPtrArray *claims; /* of their addresses */
	GHashTable *held; /* lanes to which nothing leaves for now */
};
/* About max letters.  To be given back in any case. */
int letters_claim(struct home *, int64_t now, guint max, struct letter_batch *);
void letters_give_back(struct home *, struct letter_batch *);
/* Is another batch worth claiming?  any: a letter of this one was for this
 * worker; *stale counts batches, one behind another, of which none was, for
 * others handed over their letters after they were listed.  Begins as 0. */
bool letters_go_on(const struct letter_batch *, bool any, int *stale);
/*
 * Within a transaction: the rows of that many letters of the batch, from that
 * one on, which may leave now, with raw: struct outbox_row *.  One that is just
 * being replaced may not, nor any after it to its address.
 */
GPtrArray *letters_take(
    struct home *, const struct letter_batch *, guint from, guint n);

#endif
