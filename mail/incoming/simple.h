/* SPDX-License-Identifier: ISC */
/*
 * Simple mails: plain text without parts, in a header without oddities.  Most
 * programs can write such mails; they are read without GMime, which takes
 * longer to load than to handle one.
 */
#ifndef MAIL_INCOMING_SIMPLE_H
#define MAIL_INCOMING_SIMPLE_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

struct simple {
	GPtrArray *fields; /* struct field *, but those of the content */
	GByteArray *text; /* its transfer encoding undone */
	char *charset; /* NULL: none is named */
	bool flowed, delsp;
};

/* NULL: it is not simple, so that only GMime knows how to read it. */
struct simple *simple_read(const char *bytes, size_t size);
void simple_free(struct simple *);
/*
 * Addresses as people write them, "name <address>, address": added to out if
 * that is not NULL.  False: it holds more than these, and nothing was added.
 */
bool simple_addresses(const char *value, GPtrArray *out);

#endif
