/* SPDX-License-Identifier: ISC */
/*
 * Which mails a worker takes, where others handle mails of the same home at the
 * same time.  A mail has two lanes: its sender, and the match that it is about.
 * Mails of a lane are handled one after the other, in the order in which they
 * came, by whichever worker has claimed it.
 */
#ifndef APP_STEPS_MAIL_LANES_H
#define APP_STEPS_MAIL_LANES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct home;

struct mail_batch {
	/* struct inbox_try, in order; none: others have all there is */
	GArray *tried;
	GPtrArray *claims; /* of them */
	bool wide; /* they may concern more than one match */
};
/* Their tries are counted before their headers are read.  To be given back in
 * any case. */
int mails_claim(struct home *, struct mail_batch *);
void mails_give_back(struct home *, struct mail_batch *);
/* The bytes of a mail, if they were kept when its lanes were read; else NULL.
 * They stay the lane's. */
GBytes *mail_bytes(const struct home *, int64_t id);
/* What its header says, if that was read; else NULL. */
struct mail_head {
	int64_t match; /* 0: none */
	char *from, *message_id;
	char *sha; /* its row's */
};
const struct mail_head *mail_head(const struct home *, int64_t id);
/* The mail changes more than its match: from now on it is handled alone. */
void mail_is_wide(struct home *, int64_t id);

#endif
