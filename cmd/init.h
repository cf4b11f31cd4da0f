/* SPDX-License-Identifier: ISC */
/* What the two files of turnpost init share: the answers, and trying them. */
#ifndef CMD_INIT_H
#define CMD_INIT_H

#include "app/home/first_settings.h"
#include "app/home/joined.h"
#include "app/organiser/organiser.h"
#include "app/organiser/setup.h"

#include <glib.h>
#include <stdbool.h>

struct err;
struct run;

#define NONE "none" /* the answer that goes without a server or login */

struct init {
	struct run *run;
	struct first_settings s; /* answers, which options give first */
	struct joined joined; /* what the database holds already */
	struct check_watch watch;
	gboolean yes, silent; /* --yes, --no-dialogue */
	int wait; /* seconds for a mail to itself */
	bool well; /* nothing that was tried is wrong */
};

/* One of the two servers. */
struct side {
	bool is_imap;
	const char *question;
	char **url;
	struct first_login *login;
	enum setup_part part;
};

/* ---- init.c ---- */

struct side init_side(struct init *, bool is_imap);
bool init_has_password(const struct first_login *);
/* true: that part works; each finding has been told. */
bool init_try(struct init *, enum setup_part);
/* Letters leave with the login that reads the mailbox, unless another one was
 * named. */
void init_share_login(struct init *);
/* A host alone means TLS from the first byte, and "none" no server (NULL).  -1
 * with ERR_FORMAT if it is no server. */
int init_settle_server(const struct side *, struct err *);

/* ---- init_ask.c: the dialogue ---- */

/* false: nothing shall be written. */
bool init_ask(struct init *);

#endif
