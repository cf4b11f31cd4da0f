/* SPDX-License-Identifier: ISC */
/* Words of fields that servers write; see scan.h. */
#include "mail/senders/scan.h"

#include "base/address.h"

#include <glib.h>
#include <string.h>

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

static void
skip_gaps(struct scan *s)
{
	while (s->p < s->end && is_gap(*s->p))
		s->p++;
}

static bool
is_bare(char c)
{
	return g_ascii_isalnum(c) || c == '.' || c == '-' || c == '_';
}

static void
take_word(struct scan *s)
{
	size_t size = 0;
	bool quoted = false;

	s->start = s->p;
	s->bare = true;
	for (; s->p < s->end; s->p++) {
		char c = *s->p;

		if (!quoted && (is_gap(c) || c == ';' || c == '=' || c == '('))
			break;
		s->bare &= is_bare(c);
		if (c == '"') {
			quoted = !quoted;
			continue;
		}
		if (quoted && c == '\\' && s->p + 1 < s->end)
			c = *++s->p;
		if (c == '\0')
			size = WORD_SIZE;
		if (size < WORD_SIZE)
			s->word[size] = g_ascii_tolower(c);
		size++;
	}
	s->word[size < WORD_SIZE ? size : 0] = '\0';
}

enum scan_kind
scan_next(struct scan *s)
{
	for (;;) {
		skip_gaps(s);
		if (s->p == s->end)
			return s->kind = SCAN_END;
		if (*s->p != '(')
			break;
		s->p = skip_comment(s->p, s->end);
	}
	if (*s->p == ';' || *s->p == '=') {
		s->kind = *s->p == ';' ? SCAN_SEMICOLON : SCAN_EQUALS;
		s->p++;
		return s->kind;
	}
	take_word(s);
	return s->kind = SCAN_WORD;
}

const char *
scan_comment(struct scan *s, size_t *size)
{
	const char *from;

	*size = 0;
	skip_gaps(s);
	if (s->p == s->end || *s->p != '(')
		return "";
	from = s->p + 1;
	s->p = skip_comment(s->p, s->end);
	*size = s->p > from && s->p[-1] == ')' ? (size_t)(s->p - 1 - from) : 0;
	return from;
}

/* ---- names ---- */

bool
scan_is_below(const char *host, const char *domain)
{
	size_t h = strlen(host), d = strlen(domain);

	return h > d && host[h - d - 1] == '.' &&
	       g_ascii_strcasecmp(host + h - d, domain) == 0;
}

bool
scan_is_ours(const char *says, const char *authserv)
{
	g_autofree char *host = host_heard(says);

	if (g_str_has_prefix(authserv, "*."))
		return scan_is_below(host, authserv + 2) ||
		       g_ascii_strcasecmp(host, authserv + 2) == 0;
	return g_ascii_strcasecmp(host, authserv) == 0;
}
