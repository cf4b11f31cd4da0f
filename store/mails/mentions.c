/* SPDX-License-Identifier: ISC */
/* Does a text, or a whole mail, hold an address?  As a function of SQL. */
#include "store/db.h"
#include "store/functions.h"

#include "base/address.h"

#include <string.h>

/* One of a word, in whatever script; other signs, as quotes, stand around it.
 */
static bool
is_of_word(const char *p, size_t n)
{
	gunichar c;

	if ((signed char)*p >= 0)
		return g_ascii_isalnum(*p);
	c = g_utf8_get_char_validated(p, (gssize)n);
	return c < 0x110000 && g_unichar_isalnum(c);
}

/* What stands before p belongs to the same address; from: the text's start. */
static bool
goes_on_before(const char *from, const char *p)
{
	const char *last = p - 1;

	if (p == from)
		return false;
	/* "=3D", as mails have it */
	if (p - from >= 3 && p[-3] == '=' && g_ascii_isxdigit(p[-2]) &&
	    g_ascii_isxdigit(p[-1]))
		return false;
	if (strchr("._+-%", *last) != NULL)
		return true;
	while (last > from && p - last < 4 &&
	       ((unsigned char)*last & 0xc0) == 0x80)
		last--;
	return is_of_word(last, (size_t)(p - last));
}

static bool
goes_on_behind(const char *p, const char *end)
{
	/* "." and "-" may also end a sentence */
	while (p < end && (*p == '.' || *p == '-' || *p == '_'))
		p++;
	return p < end && is_of_word(p, (size_t)(end - p));
}

static bool
mentions(const char *text, size_t n, const char *address)
{
	const char *sign = strchr(address, '@'), *end = text + n, *p = text;
	size_t size = strlen(address);

	for (; sign != NULL && p < end &&
	       (p = memchr(p, '@', (size_t)(end - p))) != NULL;
	     p++) {
		const char *begin = p - (sign - address);

		if (p - text >= sign - address &&
		    (size_t)(end - begin) >= size &&
		    g_ascii_strncasecmp(begin, address, size) == 0 &&
		    !goes_on_before(text, begin) &&
		    !goes_on_behind(begin + size, end))
			return true;
	}
	return false;
}

/* Quoted-printable undone; of a text that is not, some signs are lost. */
static GString *
unquoted(const char *text, size_t n)
{
	const char *end = text + n;
	GString *out = g_string_sized_new(n);

	for (; text < end; text++) {
		const char *p = text + 1;

		if (*text != '=') {
			g_string_append_c(out, *text);
			continue;
		}
		if (end - p >= 2 && g_ascii_isxdigit(p[0]) &&
		    g_ascii_isxdigit(p[1])) {
			g_string_append_c(
			    out, (char)(g_ascii_xdigit_value(p[0]) << 4 |
					g_ascii_xdigit_value(p[1])));
			text += 2;
			continue;
		}
		/* a line that goes on */
		while (p < end && *p == '\r')
			p++;
		if (p < end && *p == '\n')
			text = p;
	}
	return out;
}

static bool
mentions_lower(const char *text, size_t n, const char *address)
{
	g_autofree char *valid = g_utf8_make_valid(text, (gssize)n);
	g_autofree char *lower = g_utf8_strdown(valid, -1);

	return mentions(lower, strlen(lower), address);
}

/* In its own script, or with letters of one, as mails write it. */
static bool
mentions_shown(const char *text, size_t n, const char *address)
{
	g_autofree char *shown = address_shown(address);
	g_autoptr(GString) plain = NULL;

	if (g_str_is_ascii(shown))
		return false;
	plain = unquoted(text, n);
	return mentions_lower(text, n, shown) ||
	       mentions_lower(plain->str, plain->len, shown);
}

bool
db_mentions(const char *text, size_t size, const char *address)
{
	return mentions(text, size, address) ||
	       mentions_shown(text, size, address);
}
