/* SPDX-License-Identifier: ISC */
/* turnpost.yaml as it was read: config.c the home, config_mail.c its mail. */
#ifndef APP_HOME_CONFIG_H
#define APP_HOME_CONFIG_H

#include "base/log_target.h"
#include "mail/servers/server.h"
#include "policy/policy.h"

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

/* By which road letters leave. */
enum send_road {
	SEND_MAILDIR, /* spool/out, a Maildir per address */
	SEND_SMTP,
	SEND_COMMAND /* like sendmail */
};

struct send_config {
	enum send_road road;
	struct server server; /* SMTP */
	/* COMMAND: words of a command line; the envelope sender and the
	 * recipient are put behind. */
	char **command;
	/* The robot's own address is the envelope sender of every letter, for
	 * servers that let no other pass; else each has one of its own. */
	bool plain_envelope;
	int per_hour; /* letters, at most; 0: no limit */
	/* More letters than this written in an hour, and none leaves before
	 * the organiser has looked; 0: no such brake. */
	int brake;
};

/* Which people may make matches, join them and look on by mail. */
enum signup_mode {
	SIGNUP_MODE_CLOSED, /* nobody: the organiser does */
	/* people who are known, and those whom they invite */
	SIGNUP_MODE_INVITE,
	SIGNUP_MODE_ANY /* also who writes for the first time */
};
struct signup_config {
	enum signup_mode mode;
	bool approval; /* new people and matches wait for the organiser */
	/* At most; 0: no limit. */
	int matches; /* of a person that have not begun */
	int people; /* asked for the first time within a day */
	int invitations; /* of a person within a day */
};

struct backup_config {
	char *folder; /* where backups are put; NULL: none are set up */
	int64_t within; /* seconds: none that is younger is a warning */
};

struct config {
	char *address; /* the robot's */
	char *name; /* before the address in From */
	char delimiter; /* between the robot's local part and the key */
	char *language; /* "en": of people who have not said theirs */
	char *zone; /* IANA name, for people who have none */
	/* A home that heard nothing of the clock for longer was down; 0:
	 * never. */
	int64_t outage;
	/* The bytes of letters that left and mails that were done are kept for
	 * so many seconds; 0: for good. */
	int64_t keep;
	/* Matches that are past, likewise: at least 30 days. */
	int64_t keep_matches;
	int think; /* seconds: so long may robots think in one round */
	struct policy policy; /* of new matches that say nothing else */
	GHashTable *data; /* game name -> path of its data file */
	GPtrArray *mailboxes; /* struct mailbox_config * */
	struct send_config send;
	/* Whose Authentication-Results are believed (RFC 8601); "*.NAME" for
	 * all hosts below; NULL: nobody's. */
	char *authserv;
	/* the organiser, who is written to when needed; NULL: nobody */
	char *organiser;
	char *organiser_name; /* "" if there is none */
	enum log_target log;
	char *page; /* the folder for pages of matches; NULL: none */
	char *metrics; /* the file that they are written to; NULL: none */
	struct signup_config signup;
	struct backup_config backup;
	char *store; /* where its rows are on a server; NULL: in turnpost.db */
};

struct config *config_read(const char *dir, struct err *);
/* The same of a text that stands nowhere yet; dir: the home that is to be. */
struct config *config_parse(
    const char *dir, const char *text, size_t size, struct err *);
void config_free(struct config *);

/* ---- config_mail.c ---- */

/* The address that the robot shall have, as we keep it; newly allocated, or
 * NULL: it cannot be. */
char *home_address(const char *text);
void config_mail_free(struct config *);

#endif
