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

/* Is there anything for which a worker may look?  LIKELY: more was listed than
 * was claimed, of which others may have all. */
enum mails_left { MAILS_NONE, MAILS_MAYBE, MAILS_LIKELY };

struct mail_batch {
	/* struct inbox_try, in order; none: others have all there is, or had
	 * handled all of these since they were listed. */
	GArray *tried;
	enum mails_left left; /* behind them */
	GPtrArray *claims; /* of them */
	bool wide; /* they may concern more than one match */
};
/* Their tries are counted before their headers are read.  expects: what an
 * earlier batch left.  To be given back in any case. */
int mails_claim(struct home *, enum mails_left expects, struct mail_batch *);
void mails_give_back(struct home *, struct mail_batch *);

#endif
