/* SPDX-License-Identifier: ISC */
/*
 * What is told from the bytes of a mail before it is taken apart: whether
 * that is safe, and the fingerprint by which it is known again when it comes
 * a second time, out of a renumbered mailbox or by another road.
 */
#include "mail/inner.h"

#include "mail/incoming/read.h"
#include "mail/outgoing/write_parts.h"

#include <string.h>

const char *
raw_bytes(GBytes *raw, size_t *size)
{
	const char *bytes = g_bytes_get_data(raw, size);

	return bytes != NULL ? bytes : "";
}

const char *
raw_after_mbox_line(const char *bytes, size_t *size)
{
	const char *end;

	/* "From :" is a field, as it was written once */
	if (*size < 6 || memcmp(bytes, "From ", 5) != 0 || bytes[5] == ':')
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

/* One line of the mail, without its end. */
struct raw_line {
	const char *p;
	size_t size;
};

/* The next one; false at the end.  *at moves on. */
static bool
next_line(const char **at, const char *end, struct raw_line *line)
{
	const char *nl;

	if (*at >= end)
		return false;
	nl = memchr(*at, '\n', (size_t)(end - *at));
	line->p = *at;
	line->size = (size_t)((nl == NULL ? end : nl) - *at);
	*at = nl == NULL ? end : nl + 1;
	if (line->size > 0 && line->p[line->size - 1] == '\r')
		line->size--;
	return true;
}

static int
count_char(struct raw_line line, char c)
{
	int n = 0;

	for (size_t i = 0; i < line.size; i++)
		n += line.p[i] == c;
	return n;
}

static bool
is_folded(struct raw_line line)
{
	return line.size > 0 && (*line.p == ' ' || *line.p == '\t');
}

/* Groups of addresses in one field, or addresses in all of them. */
static bool
has_addresses(const char *p, const char *end)
{
	static const char *const names[] = { "from", "sender", "reply-to", "to",
		"cc", "bcc", "disposition-notification-to", NULL };
	static const char *const starts[] = { "resent-", NULL };
	struct raw_line line;
	bool in_addresses = false;
	int groups = 0, all = 0;

	while (next_line(&p, end, &line)) {
		if (!is_folded(line)) {
			in_addresses =
			    is_field(line.p, line.size, names, starts);
			groups = 0;
		}
		if (!in_addresses)
			continue;
		groups += count_char(line, ':');
		all += count_char(line, ',');
		if (groups > GROUPS_MAX || all > ALL_ADDRESSES_MAX)
			return true;
	}
	return false;
}

/* Of a Content-Type and the like, in the mail as a whole. */
static bool
has_parameters(const char *p, const char *end)
{
	static const char *const names[] = { NULL };
	static const char *const starts[] = { "content-", NULL };
	struct raw_line line;
	bool in_content = false;
	int n = 0;

	while (next_line(&p, end, &line)) {
		if (!is_folded(line))
			in_content = is_field(line.p, line.size, names, starts);
		if (in_content && (n += count_char(line, ';')) > PARAMETERS_MAX)
			return true;
	}
	return false;
}

static bool
is_boundary(struct raw_line line)
{
	return line.size >= 2 && line.p[0] == '-' && line.p[1] == '-';
}

static bool
holds_word(struct raw_line line, const char *word)
{
	size_t size = strlen(word);

	for (; line.size >= size; line.p++, line.size--)
		if (g_ascii_strncasecmp(line.p, word, size) == 0)
			return true;
	return false;
}

/*
 * Fields of the mail, of its parts, and of mails in it.  Behind a line that
 * may be a boundary, all up to a blank line counts as if it were a header.
 */
static bool
has_fields(const char *p, const char *end)
{
	static const char *const names[] = { "content-type", NULL };
	static const char *const starts[] = { NULL };
	struct raw_line line;
	bool in_header = true, empty = true, has_mail = false, type = false;
	int n = 0;

	while (n <= ALL_FIELDS_MAX && next_line(&p, end, &line)) {
		if (is_boundary(line)) {
			in_header = empty = true;
			has_mail = false;
		} else if (in_header && line.size == 0) {
			/* A mail inside begins; of a digest, at once. */
			in_header = empty || has_mail;
			empty = true;
			has_mail = false;
		} else if (in_header) {
			empty = false;
			if (!is_folded(line))
				type =
				    is_field(line.p, line.size, names, starts);
			has_mail |= type && holds_word(line, "message");
			n += memchr(line.p, ':', line.size) != NULL;
		}
	}
	return n > ALL_FIELDS_MAX;
}

/* ---- parts ---- */

#define BOUNDARIES_MAX 50

/* What "boundary=" says, or NULL if that cannot be told; newly allocated. */
static char *
boundary_value(const char *p, const char *end)
{
	const char *from;

	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	if (p == end || *p++ != '=')
		return NULL;
	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	from = p;
	if (p < end && *p == '"') {
		from++;
		for (p++; p < end && *p != '"' && *p != '\\' && *p != '\n';)
			p++;
		if (p == end || *p != '"')
			return NULL;
	} else {
		while (p < end && g_ascii_isgraph(*p) && *p != ';')
			p++;
	}
	return p > from ? g_strndup(from, (size_t)(p - from)) : NULL;
}

/* All that are named anywhere; NULL if one of them cannot be told. */
static GPtrArray *
boundaries(const char *p, const char *end)
{
	static const char word[] = "boundary";
	const size_t len = sizeof(word) - 1;
	GPtrArray *found = g_ptr_array_new_with_free_func(g_free);

	for (; (size_t)(end - p) >= len; p++) {
		char *value;

		if ((*p | 0x20) != 'b' ||
		    g_ascii_strncasecmp(p, word, len) != 0)
			continue;
		value = boundary_value(p + len, end);
		if (value == NULL || found->len == BOUNDARIES_MAX) {
			g_free(value);
			g_ptr_array_unref(found);
			return NULL;
		}
		g_ptr_array_add(found, value);
	}
	return found;
}

/* names: NULL counts every line that could be a boundary */
static bool
has_boundary_lines(const char *p, const char *end, const GPtrArray *names)
{
	struct raw_line line;
	int n = 0;

	while (n <= PART_LINES_MAX && next_line(&p, end, &line)) {
		bool is = is_boundary(line) && names == NULL;

		for (guint i = 0; names != NULL && !is && i < names->len; i++) {
			const char *name = names->pdata[i];
			size_t size = strlen(name);
			is = is_boundary(line) && line.size >= size + 2 &&
			     memcmp(line.p + 2, name, size) == 0;
		}
		n += is;
	}
	return n > PART_LINES_MAX;
}

static bool
has_parts(const char *p, const char *end)
{
	g_autoptr(GPtrArray) names = NULL;

	if (!has_boundary_lines(p, end, NULL))
		return false;
	names = boundaries(p, end);
	return has_boundary_lines(p, end, names);
}

const char *
raw_bomb(const char *bytes, size_t size)
{
	const char *end = bytes + size;

	if (has_addresses(bytes, end))
		return "addresses without end";
	if (has_parameters(bytes, end))
		return "parameters without end";
	if (has_fields(bytes, end))
		return "header fields without end";
	if (has_parts(bytes, end))
		return "parts without end";
	return NULL;
}

char *
raw_shorten(const char *bytes, size_t size)
{
	static const char *const names[] = { "subject", NULL };
	static const char *const starts[] = { NULL };
	char *copy = memcpy(g_malloc(size + 1), bytes, size);
	const char *p = copy, *end = copy + size;
	struct raw_line line;
	size_t seen = 0;
	bool in_subject = false;

	while (next_line(&p, end, &line)) {
		if (!is_folded(line)) {
			in_subject = is_field(line.p, line.size, names, starts);
			seen = 0;
		}
		for (size_t i = 1; in_subject && i < line.size; i++)
			if (++seen > SUBJECT_BYTES_MAX)
				copy[line.p + i - copy] = ' ';
	}
	return copy;
}

/* ---- NULs ---- */

/* What it says is gone; that it is there is not. */
static void
efface(char *field, const char *end)
{
	char *p = memchr(field, ':', (size_t)(end - field));

	for (p = p == NULL ? field : p + 1; p < end; p++)
		if (*p != '\r' && *p != '\n' && *p != ' ' && *p != '\t')
			*p = '-';
}

void
raw_refuse_nul(char *bytes, size_t size)
{
	static const char *const names[] = { "from", "to", "cc", "delivered-to",
		"x-original-to", "envelope-to", "reply-to", "sender",
		"return-path", "message-id", "in-reply-to", "references",
		NULL };
	static const char *const starts[] = { "x-", NULL };
	const char *p = bytes, *end = bytes + size;
	struct raw_line line;
	char *field = NULL; /* of these names; NULL: of another */
	bool nul = false;

	if (memchr(bytes, '\0', size) == NULL)
		return;
	while (next_line(&p, end, &line) && line.size > 0) {
		if (!is_folded(line)) {
			nul = false;
			field = is_field(line.p, line.size, names, starts)
				    ? bytes + (line.p - bytes)
				    : NULL;
		}
		/* one anywhere in it, also for the lines below */
		nul |= memchr(line.p, '\0', line.size) != NULL;
		if (field != NULL && nul)
			efface(field, p);
	}
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
	const char *p = raw_bytes(raw, &size), *end;
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
	hex = g_strndup(g_checksum_get_string(sum), SHA_DIGITS);
	g_checksum_free(sum);
	return hex;
}

GBytes *
letter_local(GBytes *raw)
{
	gsize size;
	const char *from = raw_bytes(raw, &size);
	const char *end = from + size;
	char *bytes = g_malloc(size + 1), *to = bytes;

	while (from < end) {
		const char *cr = memchr(from, '\r', (size_t)(end - from));
		const char *stop = cr == NULL ? end : cr;

		to = mempcpy(to, from, (size_t)(stop - from));
		if (cr != NULL && (cr + 1 == end || cr[1] != '\n'))
			*to++ = *cr;
		from = stop + (cr != NULL);
	}
	return g_bytes_new_take(bytes, (gsize)(to - bytes));
}
