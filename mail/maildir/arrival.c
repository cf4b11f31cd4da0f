/* SPDX-License-Identifier: ISC */
/*
 * What the envelope says about a mail on its way in, put above it
 * as mail servers do themselves: the address with its reply key is often told
 * nowhere else.  The words come from strangers, so they must not be able to
 * make a header line of their own.
 */
#include "mail/maildir/arrival.h"

#include "mail/inner.h"
#include "mail/outgoing/write.h"

#include <string.h>

#define PATH_MAX_SIZE 320 /* RFC 5321: 64 + 1 + 255 */
/* It names no host: so it is foreign to whatever name is configured. */
#define SUBMITTED "Received: (from a program of a local user)\n"

/*
 * Plainer than RFC 5321 allows, but wider than address_ok(): senders are
 * mailing lists and forwarders, too, with slashes and long local parts.
 */
static bool
path_ok(const char *path)
{
	const char *at = strchr(path, '@');

	if (at == NULL || at == path || at[1] == '\0' ||
	    strlen(path) > PATH_MAX_SIZE)
		return false;
	if (!words_ok(path))
		return false;
	for (const char *p = path; *p != '\0'; p++)
		if ((*p & 0x80) == 0 &&
		    (!g_ascii_isgraph(*p) ||
			strchr("<>()[]\\,;:\"", *p) != NULL))
			return false;
	return strchr(at + 1, '@') == NULL;
}

/* As Postfix calls it to programs. */
static bool
is_null_sender(const char *sender)
{
	return sender[0] == '\0' || strcmp(sender, "<>") == 0 ||
	       g_ascii_strcasecmp(sender, "MAILER-DAEMON") == 0;
}

static void
put_recipient(GString *out, const char *name, const char *recipient)
{
	if (recipient != NULL && path_ok(recipient))
		g_string_append_printf(out, "%s: %s\n", name, recipient);
}

GBytes *
arrival_start(GBytes *start, const struct hand_over *a)
{
	GString *out = g_string_new(NULL);
	gsize size;
	const char *bytes = raw_bytes(start, &size);

	if (a->sender != NULL && is_null_sender(a->sender))
		g_string_append(out, "Return-Path: <>\n");
	else if (a->sender != NULL && path_ok(a->sender))
		g_string_append_printf(out, "Return-Path: <%s>\n", a->sender);
	put_recipient(out, "Delivered-To", a->recipient);
	for (size_t i = 0; a->more != NULL && a->more[i] != NULL; i++)
		put_recipient(out, "Delivered-To", a->more[i]);
	if (g_strcmp0(a->recipient, a->original_recipient) != 0)
		put_recipient(out, "X-Original-To", a->original_recipient);
	if (a->submitted)
		g_string_append(out, SUBMITTED);
	bytes = raw_after_mbox_line(bytes, &size);
	/* A mail that begins with a blank would go on with our last field. */
	while (size > 0 && (*bytes == ' ' || *bytes == '\t')) {
		bytes++;
		size--;
	}
	g_string_append_len(out, bytes, (gssize)size);
	return g_string_free_to_bytes(out);
}
