/* SPDX-License-Identifier: ISC */
/* Mailboxes on mail servers, and what is left to be done with their mails. */
#ifndef STORE_MAILS_MAILBOXES_H
#define STORE_MAILS_MAILBOXES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/* How far a mailbox on a mail server was read. */
struct mailbox_row {
	uint32_t validity; /* of its UIDs; 0: never seen */
	uint32_t last_uid; /* up to here all is in inbox or mailbox_mail */
};
/* Zeros if it was never seen. */
int store_mailbox(struct store *, const char *name, struct mailbox_row *);
int store_mailbox_set(
    struct store *, const char *name, const struct mailbox_row *);
/* All of them are read from their beginning, as if they were never seen. */
int store_mailboxes_anew(struct store *);

/* What is left to be done with a mail of a mailbox. */
enum mailbox_work {
	MAILBOX_FETCH, /* the server did not hand it over */
	MAILBOX_MOVE /* it is in inbox, but still in its folder too */
};
struct mailbox_mail {
	uint32_t uid;
	enum mailbox_work work;
	int tries;
	int64_t next_try;
};
/* In the place of what is there for it. */
int store_mailbox_mail_set(
    struct store *, const char *name, const struct mailbox_mail *);
/* All well if there is nothing. */
int store_mailbox_mail_drop(struct store *, const char *name, uint32_t uid);
int store_mailbox_mails_drop(struct store *, const char *name);
/*
 * What may be tried by now, what was tried least first, at most max: GArray
 * of struct mailbox_mail.
 */
GArray *store_mailbox_mails(
    struct store *, const char *name, enum mailbox_work, int64_t now, int max);
/* Is anything left to be done with that one? */
int store_mailbox_has(
    struct store *, const char *name, uint32_t uid, bool *has);
/* Was anything tried in vain, and is still to be done? */
int store_mailbox_stuck(struct store *, const char *name, bool *stuck);

#endif
