/* SPDX-License-Identifier: ISC */
/* What mail servers say of a letter: codes (RFC 3463) and words. */
#include "mail/inner.h"

#include <string.h>

static bool
is_one_of(char c, const char *chars)
{
	return c != '\0' && strchr(chars, c) != NULL;
}

/* One to three digits; behind them, or NULL. */
static const char *
skip_number(const char *p)
{
	int n = 0;

	while (n < 4 && g_ascii_isdigit(p[n]))
		n++;
	return n == 0 || n > 3 ? NULL : p + n;
}

/* "5.1.1" at p: behind it, or NULL. */
static const char *
skip_code(const char *p)
{
	if (!is_one_of(p[0], "245") || p[1] != '.' ||
	    !is_one_of(p[2], "01234567") || p[3] != '.')
		return NULL;
	return skip_number(p + 4);
}

/*
 * Is there a code at p, and not a piece of an address ("10.5.1.1") or of a
 * name?  A reply may stand in front ("550-5.1.1").
 */
static bool
code_at(const char *text, const char *p, char code[STATUS_SIZE])
{
	char before = p > text ? p[-1] : ' ';
	bool reply = p - text >= 4 && g_ascii_isdigit(p[-2]) &&
		     g_ascii_isdigit(p[-3]) && g_ascii_isdigit(p[-4]);
	const char *end = skip_code(p);

	if (end == NULL || g_ascii_isalnum(before) ||
	    is_one_of(before, "._@") || (before == '-' && !reply))
		return false;
	if (g_ascii_isalnum(*end) || is_one_of(*end, "_@-") ||
	    (*end == '.' && g_ascii_isalnum(end[1])))
		return false;
	g_strlcpy(code, p, (gsize)(end - p) + 1);
	return true;
}

const char *
status_find(const char *text, char code[STATUS_SIZE])
{
	for (const char *p = text; *p != '\0'; p++)
		if (g_ascii_isdigit(*p) && code_at(text, p, code))
			return p;
	return NULL;
}

/* "432 hours": a number of something, behind it. */
static bool
counts(const char *p)
{
	static const char *const units[] = { "second", "minute", "hour", "day",
		"byte", "kb", "mb", "kib", "mib", "message", "line", "time",
		"more ", NULL };

	while (*p == ' ')
		p++;
	for (const char *const *unit = units; *unit != NULL; unit++)
		if (g_ascii_strncasecmp(p, *unit, strlen(*unit)) == 0)
			return true;
	return false;
}

const char *
status_find_reply(const char *text, const char *classes, char code[STATUS_SIZE])
{
	for (const char *p = text; *p != '\0'; p++) {
		char before = p > text ? p[-1] : ' ';

		if (g_ascii_isalnum(before) || is_one_of(before, "._-@") ||
		    !is_one_of(p[0], classes) || !is_one_of(p[1], "012345") ||
		    !g_ascii_isdigit(p[2]) || !is_one_of(p[3], " -:;,)\n") ||
		    counts(p + 3))
			continue;
		g_snprintf(code, STATUS_SIZE, "%c.0.0", p[0]);
		return p;
	}
	return NULL;
}

bool
status_more_exact(const char *code, const char *than)
{
	if (than[0] == '\0')
		return true;
	return code[0] == than[0] && g_str_has_suffix(than, ".0") &&
	       !g_str_has_suffix(code, ".0");
}

char *
status_words(const char *text)
{
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	GString *out = g_string_new(NULL);
	int n = 0;

	for (const char *p = valid; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);
		bool blank = g_unichar_isspace(c) || g_unichar_iscntrl(c);

		if (g_unichar_type(c) == G_UNICODE_FORMAT ||
		    (blank && (n == 0 || out->str[out->len - 1] == ' ')))
			continue;
		if (n++ == STATUS_WORDS_MAX)
			break;
		g_string_append_unichar(out, blank ? ' ' : c);
	}
	return g_strchomp(g_string_free(out, FALSE));
}
