/* SPDX-License-Identifier: ISC */
/* Between dsn.c and dsn_text.c. */
#ifndef MAIL_REPORTS_DSN_TEXT_H
#define MAIL_REPORTS_DSN_TEXT_H

#include "mail/mime.h"

#include <glib.h>
#include <stdbool.h>

struct dsn_recipient;

/* A mail that may be a report, its parts looked through. */
struct dsn_mail {
	GMimeMessage *message;
	const char *text; /* what stands above the letter that came back */
	bool report; /* its form says that it tells of a delivery */
	bool other; /* its form says that it tells of something else */
};

/* What a server says in words of its own, or NULL if none says it. */
struct dsn_recipient *dsn_from_text(const struct dsn_mail *);
/* Of what the form leaves open, the words beside it say more. */
void dsn_more_exact(struct dsn_recipient *, const char *text);

#endif
