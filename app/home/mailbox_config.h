/* SPDX-License-Identifier: ISC */
/* A mailbox that is read over IMAP, as the settings have it. */
#ifndef APP_HOME_MAILBOX_CONFIG_H
#define APP_HOME_MAILBOX_CONFIG_H

#include "mail/servers/server.h"

#include <stdbool.h>

/* A mailbox that is read over IMAP. */
struct mailbox_config {
	struct server server;
	char *folder; /* "INBOX" */
	char *done; /* where mails go that were taken in; NULL: deleted */
	bool deletes; /* mails that were taken in */
	char *name; /* "imap:USER@HOST/FOLDER": of its rows and in messages */
};

void mailbox_config_free(void *);

#endif
