/* SPDX-License-Identifier: ISC */
/* A mail as it came, read. */
#ifndef MAIL_INCOMING_READ_H
#define MAIL_INCOMING_READ_H

#include <glib.h>
#include <stdbool.h>

struct err;
struct reading;

struct letter {
	char *message_id; /* without <>; "" if none or unusable */
	char *from; /* the one From address, lower case; "" if none or many */
	char *from_name; /* "" if none */
	/* Addresses of To, Cc, Delivered-To, X-Original-To, Envelope-To,
	 * X-Forwarded-To: char *, in this order. */
	GPtrArray *recipients;
	/* Ids of In-Reply-To, References (last first),
	 * X-Microsoft-Original-Message-ID, without <>: char *. */
	GPtrArray *references;
	char *subject; /* decoded, one line; "" if none */
	char *auto_submitted; /* why this is no person's mail, or NULL */
	bool auto_submitted_unless_keyed; /* that does not hold if the key is
					     valid */
	bool auto_submitted_by_subject; /* nothing else says so */
	bool listed; /* a mailing list sent it on, or it is one of many */
	bool automatic; /* its subject is that of an automatic answer */
	char *text; /* of the part chosen, UTF-8, LF; "" if there is none */
	const char *part; /* its type, "text/plain" or "text/html", or NULL */
	bool guessed; /* its charset, for want of a label that is true */
	/* What came instead of a text: "winmail", "pdf", "picture", "sound",
	 * "encrypted", "file"; NULL: there is one, or nothing came. */
	const char *came;
};

/* What letter_read of that mail needs is opened (mail_open), if anything. */
int letter_open(GBytes *raw, struct err *);
/*
 * Read a mail; never fails on bad bytes: fields come out empty.  cut: only
 * the beginning is here, so that text stays "".  own: the robot's address.
 * reading may be NULL.
 */
struct letter *letter_read(
    GBytes *raw, bool cut, const char *own, const struct reading *);
/* The same without a short way for simple mails; after mail_open. */
struct letter *letter_read_fully(
    GBytes *raw, bool cut, const char *own, const struct reading *);
void letter_free(struct letter *);
/*
 * Do its subject or its words show that a program wrote it: one that returns
 * letters, wants its own ones confirmed, runs a list, or passes complaints on?
 * Then why, else NULL.  For letters without a key only: people say such things.
 */
const char *letter_automatic(const struct letter *);
/* The same, for what its words alone show. */
const char *letter_automatic_text(const struct letter *);
/* Hex digits of hashes that tell mails apart: the first 128 bits of SHA-256. */
#define SHA_DIGITS 32
/* Of the mail from its first header that is no trace header. */
char *letter_sha(GBytes *raw);

#endif
