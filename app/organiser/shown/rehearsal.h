/* SPDX-License-Identifier: ISC */
/*
 * A rehearsal: what an organiser does is done in a transaction that is taken
 * back, so that the letters which would be written, or which have been written
 * and would leave now, can be shown.
 */
#ifndef APP_ORGANISER_SHOWN_REHEARSAL_H
#define APP_ORGANISER_SHOWN_REHEARSAL_H

#include <glib.h>
#include <jansson.h>
#include <stdint.h>

struct err;
struct home;

struct rehearsal {
	int64_t now;
	int64_t letter; /* all after this one are of the rehearsal */
	GArray *pending; /* struct pending_row: those of before */
	GHashTable *leaving; /* int64_t: letters that may leave before it */
};

int rehearsal_begin(
    struct home *, int64_t now, struct rehearsal *, struct err *);
/*
 * All of it is taken back.  An object with two lists: "letters", objects with
 * "to", "kind", "match" and, of one that would not be written before, "due";
 * and "leaving", with "letter" instead.  NULL with err.
 */
json_t *rehearsal_end(struct home *, struct rehearsal *, struct err *);

#endif
