/* SPDX-License-Identifier: ISC */
/* Between read.c and text_part.c. */
#ifndef MAIL_INCOMING_TEXT_PART_H
#define MAIL_INCOMING_TEXT_PART_H

#include "mail/mime.h"

#include <glib.h>
#include <stdbool.h>

struct letter;
struct reading;
struct simple;

#define PLAIN_MAX 8 /* text parts that are kept in mind */

/* What the walk over the parts brings home; nothing is owned. */
struct parts {
	GMimePart *plain[PLAIN_MAX], *html; /* the first ones */
	int nplain;
	const char *came; /* what else is there, as in struct letter */
	bool report; /* a bounce, a complaint */
};
/* root may be NULL. */
struct parts parts_find(GMimeObject *root);
/* text, part and guessed of the letter, whose from is filled in before. */
void parts_text(const struct parts *, struct letter *, const struct reading *);
/* The same of a mail that has its text alone. */
void simple_text(
    const struct simple *, struct letter *, const struct reading *);

#endif
