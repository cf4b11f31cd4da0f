/* SPDX-License-Identifier: ISC */
/*
 * Letters on their way to other machines: over SMTP (smtp.c), or by a command
 * like sendmail (command.c).  Each call is one letter to one recipient with
 * one envelope sender, "" being the null sender.
 */
#ifndef MAIL_SERVERS_DELIVERY_H
#define MAIL_SERVERS_DELIVERY_H

#include "base/err.h"

#include <glib.h>
#include <stdbool.h>

struct server;
struct smtp;

enum delivery_fate {
	DELIVERY_SENT,
	DELIVERY_LATER, /* not taken now */
	DELIVERY_REFUSED, /* this letter is not taken, now or later */
	DELIVERY_UNKNOWN, /* handed over whole, but no answer came */
	DELIVERY_FAULT /* no letter can go: settings, server, network */
};

/* What became of a letter. */
struct delivery {
	enum delivery_fate fate;
	int reply; /* SMTP's code (550) or the command's exit code; 0: none */
	char code[12]; /* enhanced status code ("5.1.1", RFC 3463), or "" */
	bool slow; /* it took all the time there was */
	struct err err; /* the server's words; of a fault, what to do too */
};

/* ---- smtp.c ---- */

/*
 * Letters for that server, which must stay as it is while this is in use.
 * Nothing is connected yet.  helo is the name by which we introduce
 * ourselves; patience, in seconds, is how long to wait for an answer.
 */
struct smtp *smtp_open(const struct server *, const char *helo, int patience);
/* Says goodbye, if somebody is there; fine with NULL. */
void smtp_close(struct smtp *);
/*
 * Hand over a letter.  The connection is kept for the next one, and made anew
 * if it is gone; the password is asked for anew after anything unexpected.
 */
void smtp_send(struct smtp *, const char *sender, const char *recipient,
    GBytes *raw, struct delivery *);

/* ---- command.c ---- */

/*
 * Run COMMAND -i -f SENDER -- RECIPIENT with the letter (LF line ends) as its
 * standard input, without a shell.  limit: seconds, then it is killed with
 * all its children.
 */
void command_send(char *const *command, const char *sender,
    const char *recipient, GBytes *raw, int limit, struct delivery *);

#endif
