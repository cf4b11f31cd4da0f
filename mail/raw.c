/* SPDX-License-Identifier: ISC */
/*
 * What is told from the bytes of a mail before it is taken apart: whether
 * that is safe, and the fingerprint by which it is known again when it comes
 * a second time, out of a renumbered mailbox or by another road.
 */
#include "mail/inner.h"

#include <string.h>

const char *
raw_after_mbox_line(const char *bytes, size_t *size)
{
	const char *end;

	if (*size < 5 || memcmp(bytes, "From ", 5) != 0)
		return bytes;
	end = memchr(bytes, '\n', *size);
	if (end == NULL)
		return bytes;
	*size -= (size_t)(end + 1 - bytes);
	return end + 1;
}

/* Is the name of the field on this line one of names or of starts? */
static bool
is_field(const char *line, size_t size, const char *const *names,
    const char *const *starts)
{
	const char *colon = memchr(line, ':', size);
	size_t len = colon == NULL ? 0 : (size_t)(colon - line);

	while (len > 0 && g_ascii_isspace(line[len - 1]))
		len--;
	for (; *names != NULL; names++)
		if (len == strlen(*names) &&
		    g_ascii_strncasecmp(line, *names, len) == 0)
			return true;
	for (; *starts != NULL; starts++)
		if (len > strlen(*starts) &&
		    g_ascii_strncasecmp(line, *starts, strlen(*starts)) == 0)
			return true;
	return false;
}

/* ---- safe to take apart? ---- */

static bool
is_address_field(const char *line, size_t size)
{
	static const char *const names[] = { "from", "sender", "reply-to", "to",
		"cc", "bcc", "disposition-notification-to", NULL };
	static const char *const starts[] = { "resent-", NULL };

	return is_field(line, size, names, starts);
}

static bool
has_groups(const char *p, size_t size)
{
	const char *end = p + size;
	bool in_addresses = false;
	int groups = 0;

	while (p < end) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		const char *to = nl == NULL ? end : nl;
		if (*p != ' ' && *p != '\t') {
			in_addresses = is_address_field(p, (size_t)(to - p));
			groups = 0;
		}
		for (; in_addresses && p < to; p++)
			if (*p == ':' && ++groups > GROUPS_MAX)
				return true;
		p = nl == NULL ? end : nl + 1;
	}
	return false;
}

/* Does it say anywhere that it has parts? */
static bool
names_boundary(const char *p, size_t size)
{
	static const char word[] = "boundary";
	const size_t len = sizeof(word) - 1;

	for (const char *end = p + size; (size_t)(end - p) >= len; p++)
		if ((*p | 0x20) == 'b' &&
		    g_ascii_strncasecmp(p, word, len) == 0)
			return true;
	return false;
}

static bool
has_parts(const char *p, size_t size)
{
	const char *end = p + size;
	int lines = 0;

	while (p < end && lines <= PART_LINES_MAX) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));

		lines += end - p > 2 && p[0] == '-' && p[1] == '-';
		p = nl == NULL ? end : nl + 1;
	}
	return lines > PART_LINES_MAX;
}

const char *
raw_bomb(const char *bytes, size_t size)
{
	if (has_groups(bytes, size))
		return "groups of addresses without end";
	if (has_parts(bytes, size) && names_boundary(bytes, size))
		return "parts without end";
	return NULL;
}

/* ---- fingerprint ---- */

/* What mail servers put in front on the way. */
static bool
is_trace(const char *line, size_t size)
{
	static const char *const names[] = { "return-path", "received",
		"received-spf", "x-received", "delivered-to", "x-original-to",
		"envelope-to", "delivery-date", "authentication-results",
		NULL };
	static const char *const starts[] = { "x-envelope-", "arc-", NULL };

	return is_field(line, size, names, starts);
}

/* Where the first field that is no trace field begins. */
static const char *
after_trace(const char *p, const char *end)
{
	bool in_trace = false;

	while (p < end) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		size_t size = (size_t)((nl == NULL ? end : nl) - p);
		bool more = in_trace && (*p == ' ' || *p == '\t');
		if (!more && !is_trace(p, size))
			return p;
		in_trace = true;
		p = nl == NULL ? end : nl + 1;
	}
	return p;
}

/* How a server ends its lines does not count either. */
char *
letter_sha(GBytes *raw)
{
	size_t size;
	const char *p = g_bytes_get_data(raw, &size), *end;
	GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
	char *hex;

	if (p == NULL)
		p = "";
	p = raw_after_mbox_line(p, &size);
	end = p + size;
	for (p = after_trace(p, end); p < end;) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		const char *to = nl == NULL ? end : nl;
		if (nl != NULL && to > p && to[-1] == '\r')
			to--;
		g_checksum_update(sum, (const guchar *)p, to - p);
		if (nl == NULL)
			break;
		g_checksum_update(sum, (const guchar *)"\n", 1);
		p = nl + 1;
	}
	hex = g_strdup(g_checksum_get_string(sum));
	g_checksum_free(sum);
	return hex;
}

GBytes *
letter_local(GBytes *raw)
{
	gsize size;
	const char *from = g_bytes_get_data(raw, &size);
	char *bytes = g_malloc(size + 1), *to = bytes;

	for (gsize i = 0; i < size; i++)
		if (from[i] != '\r' || i + 1 == size || from[i + 1] != '\n')
			*to++ = from[i];
	return g_bytes_new_take(bytes, (gsize)(to - bytes));
}
