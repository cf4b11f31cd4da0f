/* SPDX-License-Identifier: ISC */
/*
 * Trying mail servers out, as far as the login and a look at the folders.
 * Nothing is changed there and no letter is sent.
 */
#ifndef MAIL_SERVERS_PROBE_H
#define MAIL_SERVERS_PROBE_H

#include <stdbool.h>

struct err;
struct server;

/* What was found at an IMAP server. */
struct probe_imap {
	bool move, idle; /* does it know these? */
	long mails; /* in the folder */
	bool done_there; /* the folder for mails that are done */
	char *prefix; /* with which all folders must begin, or "" */
};
void probe_imap_clear(struct probe_imap *);
/*
 * Log in and look at the folder; done may be NULL.  -1 with a sentence that
 * names the server and says what to do.
 */
int probe_imap(const struct server *, const char *folder, const char *done,
    struct probe_imap *, struct err *);
/*
 * Does an IMAP server speak there, encrypted as it must be?  Nobody logs in,
 * even if it has a user.
 */
int probe_imap_hello(const struct server *, struct err *);
/* Log in; of a server without a user: say hello. */
int probe_smtp(const struct server *, struct err *);

#endif
