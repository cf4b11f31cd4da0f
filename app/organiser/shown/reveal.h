/* SPDX-License-Identifier: ISC */
/* An organiser looks at what is hidden. */
#ifndef APP_ORGANISER_SHOWN_REVEAL_H
#define APP_ORGANISER_SHOWN_REVEAL_H

#include "store/mails/inbox.h"

#include <stdbool.h>
#include <stdint.h>

struct home;
struct outbox_row;
struct veil;

/* To look at what is hidden in matches that run: see reveal.c. */
struct reveal {
	bool force; /* though the organiser plays: then all are told */
	int64_t now;
};

/* The organiser looks (NULL: does not): refused if the organiser plays and
 * does not insist.  In a transaction of its own: whatever comes after, it is
 * told. */
int reveal_match(struct home *, int64_t id, const struct reveal *);
/* The same before the organiser does something for a seat, but the organiser's
 * own. */
int reveal_seat(struct home *, int64_t id, int seat, const struct reveal *);
/* The same for a mail, and for a letter. */
int reveal_mail(struct home *, const struct inbox_row *, const struct reveal *);
int reveal_letter(
    struct home *, const struct outbox_row *, const struct reveal *);
/* The organiser looks at all of which something was hidden: refused or
 * told. */
int veil_lift(struct veil *, const struct reveal *);
/* As that of a hidden mail is shown: not what became of it. */
enum inbox_state veil_state(enum inbox_state);

#endif
