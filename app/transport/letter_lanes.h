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
#include <stdint.h>

struct home;

struct letter_batch {
	GArray *ids; /* int64_t, in order; none: others have all there is */
	GPtrArray *claims; /* of their addresses */
};
/* About max letters.  To be given back in any case. */
int letters_claim(struct home *, int64_t now, guint max, struct letter_batch *);
void letters_give_back(struct home *, struct letter_batch *);
/* "[7, 9]", as store/outbox_lanes.h wants them; newly allocated. */
char *letters_list(const GArray *ids);

#endif
