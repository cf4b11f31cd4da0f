/* SPDX-License-Identifier: ISC */
/*
 * Reports of mail servers on what became of a letter (RFC 3464), and the
 * older or odd ones that are text alone.  Nothing in them is ever read as a
 * request, and of the letter that came back only its Message-ID is looked at.
 */
#ifndef MAIL_REPORTS_DSN_H
#define MAIL_REPORTS_DSN_H

#include <glib.h>
#include <stdbool.h>

enum dsn_action {
	DSN_FAILED, /* it was given up */
	DSN_DELAYED, /* it is still tried */
	DSN_DELIVERED,
	DSN_RELAYED, /* passed on to a server that reports nothing */
	DSN_EXPANDED /* passed on to several addresses */
};
const char *dsn_action_word(enum dsn_action);

#define DSN_CODE_SIZE 8 /* "5.1.999" */
#define DSN_RECIPIENTS_MAX 50

/* What became of it on the way to one address. */
struct dsn_recipient {
	enum dsn_action action;
	/* RFC 3463; what the last server said if that is more exact than
	 * Status.  "5.0.0", "4.0.0" or "2.0.0" if nobody said more; "4.2.2"
	 * if the mailbox is full, whatever the server's code. */
	char code[DSN_CODE_SIZE];
	char *says; /* the last server's words, one clean line; "" if none */
};

struct dsn {
	GPtrArray *recipients; /* struct dsn_recipient *, at least one */
	char *message_id; /* of the letter, without <>; "" if unknown */
	/* By RFC 3464.  If not, it reads like a report, but whether it is one
	 * must be known by other means. */
	bool formal;
};

/*
 * NULL: it is no such report.  What has no form is one if its sender is nobody
 * or a mail system, or if only such a one would say so; not an automatic
 * answer of a person's, a complaint, a receipt, or a demand to confirm.
 */
struct dsn *dsn_read(GBytes *raw);
/*
 * Does a server that says so refuse the letter because there is no room?  That
 * passes, whatever the class of its code.
 */
bool dsn_is_full(const char *code, const char *says);
void dsn_free(struct dsn *);

#endif
