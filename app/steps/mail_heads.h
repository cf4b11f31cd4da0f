/* SPDX-License-Identifier: ISC */
/*
 * What a worker knows of mails that wait, from their headers: it is read once
 * and kept as long as they wait.
 */
#ifndef APP_STEPS_MAIL_HEADS_H
#define APP_STEPS_MAIL_HEADS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct home;
struct inbox_row; /* store/mails/inbox.h */

struct mail_head {
	int64_t match; /* that the mail is about; 0: none that is told there */
	char *from, *message_id;
	char *sha; /* its row's */
	/* What its worker claims (store/claims.h): the mail itself, and its
	 * lanes, of which match_lane is NULL if there is no match. */
	char *mail, *sender_lane, *match_lane;
	bool wide; /* it may concern more than one match */
	GBytes *raw; /* all of the mail, if that is little; else NULL */
};

/* The claim of a mail, newly allocated. */
char *mail_claim(int64_t id);
/* row: with raw. */
int mail_heads_read(struct home *, const struct inbox_row *row);
/* Of those mails (int64_t); what is known of others goes. */
void mail_heads_keep(struct home *, const GArray *ids);
/* Of that mail, until others are kept; NULL: it was not read. */
const struct mail_head *mail_head(const struct home *, int64_t id);
/* The mail, whose header was read, changes more than its match: from now on it
 * is handled alone. */
void mail_is_wide(struct home *, int64_t id);

#endif
