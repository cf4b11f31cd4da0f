/* SPDX-License-Identifier: ISC */
/* A mail from a mail server's pipe. */
#ifndef APP_TRANSPORT_DELIVER_H
#define APP_TRANSPORT_DELIVER_H

#include <stdbool.h>
#include <stdint.h>

struct err;

/* ---- pipe_in.c ---- */

/* A mail and what its envelope said; NULL: not told. */
struct piped_mail {
	int fd; /* where it is read from */
	const char *sender; /* "": the null sender, of bounces */
	const char *recipient, *original_recipient;
	char *const *more; /* recipients, as to sendmail; NULL, or ends so */
	bool submitted; /* by a program of some user, as to sendmail */
	void (*placing)(void); /* called when it is about to lie there */
	int64_t now_usec;
};

/*
 * It and its envelope into the spool; of a mail bigger than 64 MiB the rest is
 * left unread.  Nothing else is read or looked at.
 */
int deliver(const char *dir, const struct piped_mail *, struct err *);

#endif
