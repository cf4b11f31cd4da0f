/* SPDX-License-Identifier: ISC */
/*
 * Authentication-Results (RFC 8601): what our own mail server found out about
 * the domain of From.  Anybody can write such a field, so only those count
 * that bear the name which the organiser gave, stand in the header of the mail
 * itself, and stand at its top, where our server writes: above the first
 * Received that is not its own, and not below a Received that follows them.
 * Each method is settled by the first field that names it.
 *
 * The field is read as it came, not decoded: folded, with comments in
 * comments, quoted strings, and blanks around "=".
 */
#include "mail/inner.h"

#include "base/address.h"

#include <string.h>

#define HEADER_MAX 262144 /* bytes of the header that are looked at */
#define WORD_SIZE 256 /* a longer word is nothing that is looked for */

/* ---- words ---- */

enum kind { END, WORD, SEMICOLON, EQUALS };

struct scan {
	const char *p, *end;
	enum kind kind;
	char word[WORD_SIZE]; /* lower case; "" if it was too long */
};

static const char *
skip_comment(const char *p, const char *end)
{
	int depth = 0;

	for (; p < end; p++) {
		if (*p == '\\' && p + 1 < end)
			p++;
		else if (*p == '(')
			depth++;
		else if (*p == ')' && --depth == 0)
			return p + 1;
	}
	return end;
}

static bool
is_gap(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* A quoted string, or characters up to a gap or a sign; they may alternate. */
static void
take_word(struct scan *s)
{
	size_t size = 0;
	bool quoted = false;

	for (; s->p < s->end; s->p++) {
		char c = *s->p;

		if (c == '"') {
			quoted = !quoted;
			continue;
		}
		if (!quoted && (is_gap(c) || c == ';' || c == '=' || c == '('))
			break;
		if (quoted && c == '\\' && s->p + 1 < s->end)
			c = *++s->p;
		if (size < WORD_SIZE)
			s->word[size] = g_ascii_tolower(c);
		size++;
	}
	s->word[size < WORD_SIZE ? size : 0] = '\0';
}

static enum kind
next(struct scan *s)
{
	for (;;) {
		while (s->p < s->end && is_gap(*s->p))
			s->p++;
		if (s->p == s->end)
			return s->kind = END;
		if (*s->p != '(')
			break;
		s->p = skip_comment(s->p, s->end);
	}
	if (*s->p == ';' || *s->p == '=') {
		s->kind = *s->p == ';' ? SEMICOLON : EQUALS;
		s->p++;
		return s->kind;
	}
	take_word(s);
	return s->kind = WORD;
}

/* ---- domains ---- */

static bool
is_below(const char *host, const char *domain)
{
	size_t h = strlen(host), d = strlen(domain);

	return h > d && host[h - d - 1] == '.' &&
	       g_ascii_strcasecmp(host + h - d, domain) == 0;
}

static bool
is_authserv(const char *says, const char *authserv)
{
	g_autofree char *host = host_heard(says);

	if (g_str_has_prefix(authserv, "*."))
		return is_below(host, authserv + 2) ||
		       g_ascii_strcasecmp(host, authserv + 2) == 0;
	return g_ascii_strcasecmp(host, authserv) == 0;
}

/*
 * Who signs for a domain can speak for those below it, but not for the one
 * above: that one may have been lent to many.  Servers with SMTPUTF8 may write
 * it in its own script (RFC 8616).
 */
static bool
is_aligned(const char *says, const char *from)
{
	const char *at = strrchr(says, '@');
	g_autofree char *signer = host_heard(at != NULL ? at + 1 : says);

	return strchr(signer, '.') != NULL &&
	       (g_ascii_strcasecmp(signer, from) == 0 ||
		   is_below(from, signer));
}

/* ---- one field ---- */

/* What the fields said so far. */
struct found {
	const char *from; /* domain */
	bool dmarc, dkim; /* settled */
	bool dmarc_pass, dmarc_fail, dkim_pass;
};

/* "dkim=pass header.d=example.org ..." */
struct result {
	char method[WORD_SIZE], says[WORD_SIZE];
	bool domain, aligned; /* one was named; it is From's */
};

static void
take_property(
    struct result *r, const char *name, const char *value, const char *from)
{
	bool dkim =
	    strcmp(r->method, "dkim") == 0 &&
	    (strcmp(name, "header.d") == 0 || strcmp(name, "header.i") == 0);
	bool dmarc =
	    strcmp(r->method, "dmarc") == 0 && strcmp(name, "header.from") == 0;

	if (!dkim && !dmarc)
		return;
	/* all that are named must be: header.d and header.i of one result */
	r->aligned = (!r->domain || r->aligned) && is_aligned(value, from);
	r->domain = true;
}

static void
take_result(
    struct found *found, const struct result *r, bool *dmarc, bool *dkim)
{
	bool pass = strcmp(r->says, "pass") == 0;

	if (strcmp(r->method, "dmarc") == 0 && !found->dmarc) {
		*dmarc = true;
		found->dmarc_pass |= pass && (!r->domain || r->aligned);
		found->dmarc_fail |= strcmp(r->says, "fail") == 0;
	}
	if (strcmp(r->method, "dkim") == 0 && !found->dkim) {
		*dkim = true;
		found->dkim_pass |= pass && r->domain && r->aligned;
	}
}

/* NAME "=" VALUE at the scan; false: no such thing, it went past one word. */
static bool
take_pair(struct scan *s, char name[WORD_SIZE])
{
	g_strlcpy(name, s->word, WORD_SIZE);
	name[strcspn(name, "/")] = '\0'; /* "dkim/1" */
	if (next(s) != EQUALS)
		return false;
	return next(s) == WORD;
}

/* Up to the next semicolon. */
static void
read_result(struct found *found, struct scan *s, bool *dmarc, bool *dkim)
{
	struct result r = { .method = "" };
	char name[WORD_SIZE];

	while (s->kind != END && s->kind != SEMICOLON) {
		if (s->kind != WORD) {
			next(s);
			continue;
		}
		if (!take_pair(s, name))
			continue;
		if (r.method[0] == '\0') {
			g_strlcpy(r.method, name, WORD_SIZE);
			g_strlcpy(r.says, s->word, WORD_SIZE);
		} else
			take_property(&r, name, s->word, found->from);
		next(s);
	}
	take_result(found, &r, dmarc, dkim);
}

/* Is it by our server?  Then it says what it says. */
static bool
read_field(
    struct found *found, const char *p, const char *end, const char *authserv)
{
	struct scan s = { .p = p, .end = end };
	bool dmarc = false, dkim = false;

	if (next(&s) != WORD || !is_authserv(s.word, authserv))
		return false;
	if (next(&s) == WORD)
		next(&s); /* its version */
	if (s.kind != SEMICOLON && s.kind != END)
		return false;
	while (s.kind == SEMICOLON) {
		next(&s);
		read_result(found, &s, &dmarc, &dkim);
	}
	found->dmarc |= dmarc;
	found->dkim |= dkim;
	return true;
}

/* ---- the header ---- */

static bool
is_own_name(const char *says, const char *domain)
{
	g_autofree char *host = host_heard(says);

	return strchr(host, '.') == NULL ||
	       host[strspn(host, "0123456789.:[]")] == '\0' ||
	       g_ascii_strcasecmp(host, domain) == 0 || is_below(host, domain);
}

/*
 * Did our own server write this Received?  "by" names it, one of the same
 * domain, or is no name at all, as with hosts inside some big services.
 */
static bool
is_own_received(const char *p, const char *end, const char *authserv)
{
	struct scan s = { .p = p, .end = end };
	const char *domain = authserv;

	if (g_str_has_prefix(authserv, "*."))
		domain += 2;
	else if (strchr(authserv, '.') != strrchr(authserv, '.'))
		domain = strchr(authserv, '.') + 1;
	while (next(&s) != END && s.kind != SEMICOLON) {
		if (s.kind != WORD || strcmp(s.word, "by") != 0)
			continue;
		if (next(&s) != WORD)
			return false;
		return is_own_name(s.word, domain);
	}
	return false;
}

/* The end of the field that begins at p: of its last folded line. */
static const char *
field_end(const char *p, const char *end)
{
	for (;;) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));

		if (nl == NULL)
			return end;
		p = nl + 1;
		if (p == end || (*p != ' ' && *p != '\t'))
			return p;
	}
}

/* "NAME:" at p, behind it; else NULL. */
static const char *
after_name(const char *p, const char *end, const char *name)
{
	size_t size = strlen(name);

	if ((size_t)(end - p) <= size || g_ascii_strncasecmp(p, name, size))
		return NULL;
	for (p += size; p < end && (*p == ' ' || *p == '\t'); p++)
		;
	return p < end && *p == ':' ? p + 1 : NULL;
}

static void
read_header(
    struct found *found, const char *p, const char *end, const char *authserv)
{
	bool seen = false;

	while (p < end && *p != '\n' && *p != '\r') {
		const char *after = field_end(p, end);
		const char *value = after_name(p, after, "Received");

		if (value != NULL &&
		    (seen || !is_own_received(value, after, authserv)))
			return;
		value = after_name(p, after, "Authentication-Results");
		if (value != NULL)
			seen |= read_field(found, value, after, authserv);
		p = after;
	}
}

enum verdict
authres_verdict(GBytes *raw, const char *authserv, const char *from)
{
	const char *at = strrchr(from, '@'), *bytes;
	struct found found = { .from = at == NULL ? "" : at + 1 };
	size_t size;

	if (authserv == NULL)
		return VERDICT_NOT_CONFIGURED;
	bytes = raw_bytes(raw, &size);
	if (bytes == NULL || found.from[0] == '\0')
		return VERDICT_NONE;
	bytes = raw_after_mbox_line(bytes, &size);
	read_header(
	    &found, bytes, bytes + MIN(size, (size_t)HEADER_MAX), authserv);
	if (found.dmarc_fail)
		return VERDICT_FAIL;
	return found.dmarc_pass || found.dkim_pass ? VERDICT_PASS
						   : VERDICT_NONE;
}
