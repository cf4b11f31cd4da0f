/* SPDX-License-Identifier: ISC */
/*
 * A simple mail holds nothing that two programs may read differently: no byte
 * but ASCII in its header, no comment or group among its addresses, no
 * parameter that is not known, no field of its content twice but languages.
 * What is only a little odd is left to GMime.  The tests read every mail both
 * ways.
 */
#include "mail/incoming/simple.h"

#include "mail/inner.h"

#include <string.h>

#define HEADER_MAX 32768 /* bytes */
#define FIELD_MAX 4096
#define SIMPLE_FIELDS_MAX 200
#define BODY_MAX 65536
#define ATOM_SIGNS "!#$%&'*+-/=?^_`{|}~"

/* ---- addresses ---- */

static bool
is_atom(char c)
{
	return g_ascii_isalnum(c) || (c != '\0' && strchr(ATOM_SIGNS, c));
}

/* Behind words with a dot between each two; NULL: there are none. */
static const char *
skip_dotted(const char *p, bool (*is_in_word)(char))
{
	const char *begin;

	for (;; p++) {
		begin = p;
		while (is_in_word(*p))
			p++;
		if (p == begin)
			return NULL;
		if (*p != '.')
			return p;
	}
}

static bool
is_in_host(char c)
{
	return g_ascii_isalnum(c) || c == '-';
}

/* Hosts written in punycode are left to the rules of IDNA. */
static const char *
skip_host(const char *host)
{
	const char *end = skip_dotted(host, is_in_host);
	g_autofree char *name = NULL;

	if (end == NULL)
		return NULL;
	name = g_strndup(host, (gsize)(end - host));
	return g_hostname_is_ascii_encoded(name) ? NULL : end;
}

/* Behind "local@host"; NULL: there is none. */
static const char *
skip_address(const char *p)
{
	p = skip_dotted(p, is_atom);
	return p != NULL && *p == '@' ? skip_host(p + 1) : NULL;
}

/* Behind a name and the blank after it; NULL: it is no simple one. */
static const char *
skip_name(const char *p)
{
	bool any = false;

	if (*p == '"') {
		for (p++; *p != '"'; p++)
			if (!g_ascii_isprint(*p) || *p == '\\')
				return NULL;
		return p[-1] != '"' && p[1] == ' ' ? p + 2 : NULL;
	}
	while (is_atom(*p)) {
		while (is_atom(*p))
			p++;
		if (*p++ != ' ')
			return NULL;
		any = true;
	}
	return any ? p : NULL;
}

/* Behind one mailbox; NULL: it is no simple one. */
static const char *
skip_mailbox(const char *p, const char **address, size_t *size)
{
	const char *end = skip_address(p);
	bool named = end == NULL;

	if (named && *p != '<' && (p = skip_name(p)) == NULL)
		return NULL;
	if (named &&
	    (*p++ != '<' || (end = skip_address(p)) == NULL || *end != '>'))
		return NULL;
	*address = p;
	*size = (size_t)(end - p);
	return end + named;
}

bool
simple_addresses(const char *value, GPtrArray *out)
{
	const guint before = out != NULL ? out->len : 0;
	const char *address, *p = value;
	size_t size;

	while (*p != '\0') {
		p = skip_mailbox(p, &address, &size);
		if (p != NULL && out != NULL)
			g_ptr_array_add(out, g_strndup(address, size));
		if (p != NULL && *p == '\0')
			return true;
		if (p == NULL || *p++ != ',')
			break;
		p += *p == ' ';
		if (*p == '\0')
			break;
	}
	if (out != NULL)
		g_ptr_array_set_size(out, (gint)before);
	return p == value && *value == '\0';
}

/* ---- header ---- */

/* What is read, and what of its content was told. */
struct reader {
	const char *p, *end;
	struct simple *mail;
	bool type, encoding, disposition, format, delsp;
	bool quoted; /* printable */
};

static bool
is_name(const char *p, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (!g_ascii_isalnum(p[i]) && p[i] != '-')
			return false;
	return size > 0;
}

/* Behind the end of the line at p, NULL: it has other than ASCII in it, is
 * blank but for its end, or has no end. */
static const char *
skip_line(const char *p, const char *end)
{
	bool blank = true;

	for (; p < end && *p != '\n'; p++) {
		if (*p == '\r' && p + 1 < end && p[1] == '\n')
			continue;
		if (!g_ascii_isprint(*p) && *p != '\t')
			return NULL;
		blank &= *p == ' ' || *p == '\t';
	}
	return p < end && !blank ? p + 1 : NULL;
}

/* Is the next line of a field the end of all of them? */
static bool
skip_blank_line(struct reader *r)
{
	const char *p = r->p;

	p += p < r->end && *p == '\r';
	if (p >= r->end || *p != '\n')
		return false;
	r->p = p + 1;
	return true;
}

/* "NAME" or "NAME=VALUE" at *p, up to the next ';'; false: it is neither. */
static bool
take_parameter(struct reader *r, const char **p)
{
	struct simple *mail = r->mail;
	static const char token[] =
	    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	    "0123456789-_.";
	const char *name = *p + strspn(*p, " ");
	const size_t name_size = strspn(name, token);
	const char *value = name + name_size;
	g_autofree char *key = g_ascii_strdown(name, (gssize)name_size);
	g_autofree char *text = NULL;
	bool quoted;
	size_t size;

	if (name_size == 0 || *value++ != '=')
		return false;
	quoted = *value == '"';
	value += quoted;
	size = strspn(value, token);
	*p = value + size;
	if (size == 0 || (quoted && *(*p)++ != '"'))
		return false;
	text = g_strndup(value, size);
	if (strcmp(key, "charset") == 0 && mail->charset == NULL)
		mail->charset = g_steal_pointer(&text);
	else if (strcmp(key, "format") == 0 && !r->format) {
		r->format = true;
		mail->flowed = g_ascii_strcasecmp(text, "flowed") == 0;
	} else if (strcmp(key, "delsp") == 0 && !r->delsp) {
		r->delsp = true;
		mail->delsp = g_ascii_strcasecmp(text, "yes") == 0;
	} else
		return false;
	return **p == ';' || **p == '\0';
}

static bool
take_type(struct reader *r, const char *value)
{
	static const char plain[] = "text/plain";
	const char *p;

	if (r->type || g_ascii_strncasecmp(value, plain, strlen(plain)) != 0)
		return false;
	p = value + strlen(plain);
	r->type = true;
	while (*p == ';') {
		p++;
		if (!take_parameter(r, &p))
			return false;
	}
	return *p == '\0';
}

static bool
take_encoding(struct reader *r, const char *value)
{
	if (r->encoding)
		return false;
	r->encoding = true;
	r->quoted = g_ascii_strcasecmp(value, "quoted-printable") == 0;
	return r->quoted || g_ascii_strcasecmp(value, "7bit") == 0 ||
	       g_ascii_strcasecmp(value, "8bit") == 0;
}

static bool
take_disposition(struct reader *r, const char *value)
{
	if (r->disposition)
		return false;
	r->disposition = true;
	return strcmp(value, "inline") == 0;
}

static bool
take_content(struct reader *r, const struct field *field)
{
	const char *what = field->name + strlen("Content-");

	if (g_ascii_strcasecmp(what, "Type") == 0)
		return take_type(r, field->value);
	if (g_ascii_strcasecmp(what, "Transfer-Encoding") == 0)
		return take_encoding(r, field->value);
	if (g_ascii_strcasecmp(what, "Disposition") == 0)
		return take_disposition(r, field->value);
	return g_ascii_strcasecmp(what, "Language") == 0;
}

/* Fields that letter_read takes addresses from, but From. */
static bool
holds_addresses(const char *name)
{
	static const char *const names[] = { "To", "Cc", "Bcc", "Delivered-To",
		"X-Original-To", "Envelope-To", "X-Forwarded-To" };

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (g_ascii_strcasecmp(name, names[i]) == 0)
			return true;
	return false;
}

static bool
take_one(struct reader *r, struct field *field, const char *raw)
{
	if (g_ascii_strncasecmp(field->name, "Content-", 8) == 0) {
		bool known =
		    strstr(raw, "=?") == NULL && take_content(r, field);

		field_free(field);
		return known;
	}
	g_ptr_array_add(r->mail->fields, field);
	if (holds_addresses(field->name))
		return simple_addresses(field->value, NULL);
	/* GMime reads it as it stands; so encoded words are left to it */
	return g_ascii_strcasecmp(field->name, "From") != 0 ||
	       (strstr(raw, "=?") == NULL &&
		   simple_addresses(field->value, NULL));
}

static bool
take_field(struct reader *r)
{
	const char *colon = memchr(r->p, ':', (size_t)(r->end - r->p));
	const char *end = r->p;
	g_autofree char *name = NULL, *raw = NULL;

	if (colon == NULL || !is_name(r->p, (size_t)(colon - r->p)) ||
	    r->mail->fields->len >= SIMPLE_FIELDS_MAX)
		return false;
	do
		end = skip_line(end, r->end);
	while (end != NULL && end < r->end && (*end == ' ' || *end == '\t'));
	if (end == NULL || end - r->p > FIELD_MAX)
		return false;
	name = g_strndup(r->p, (size_t)(colon - r->p));
	raw = g_strndup(colon + 1, (size_t)(end - colon - 1));
	r->p = end;
	return take_one(r, field_new(name, raw), raw);
}

static bool
take_header(struct reader *r)
{
	const char *begin = r->p;

	while (!skip_blank_line(r))
		if (r->p - begin > HEADER_MAX || !take_field(r))
			return false;
	return fields_count(r->mail->fields, "From") == 1;
}

/* ---- text ---- */

/* Each "=" is followed by two digits or the end of a line. */
static bool
take_quoted(GByteArray *out, const char *p, const char *end)
{
	while (p < end) {
		const char *equals = memchr(p, '=', (size_t)(end - p));
		guint8 byte;

		if (equals == NULL)
			equals = end;
		g_byte_array_append(
		    out, (const guint8 *)p, (guint)(equals - p));
		p = equals + 1;
		if (equals == end)
			return true;
		if (end - p >= 2 && g_ascii_isxdigit(p[0]) &&
		    g_ascii_isxdigit(p[1])) {
			byte = (guint8)(g_ascii_xdigit_value(p[0]) << 4 |
					g_ascii_xdigit_value(p[1]));
			g_byte_array_append(out, &byte, 1);
			p += 2;
			continue;
		}
		p += p < end && *p == '\r';
		if (p >= end || *p++ != '\n')
			return false;
	}
	return true;
}

static bool
take_text(struct reader *r)
{
	const size_t size = (size_t)(r->end - r->p);

	if (size > BODY_MAX || memchr(r->p, '\0', size) != NULL)
		return false;
	if (r->quoted)
		return take_quoted(r->mail->text, r->p, r->end);
	g_byte_array_append(r->mail->text, (const guint8 *)r->p, (guint)size);
	return true;
}

struct simple *
simple_read(const char *bytes, size_t size)
{
	struct simple *mail = g_new0(struct simple, 1);
	struct reader r = { .p = bytes, .end = bytes + size, .mail = mail };

	mail->fields = g_ptr_array_new_with_free_func(field_free);
	mail->text = g_byte_array_new();
	if (take_header(&r) && take_text(&r))
		return mail;
	simple_free(mail);
	return NULL;
}

void
simple_free(struct simple *mail)
{
	if (mail == NULL)
		return;
	g_ptr_array_unref(mail->fields);
	g_byte_array_unref(mail->text);
	g_free(mail->charset);
	g_free(mail);
}
