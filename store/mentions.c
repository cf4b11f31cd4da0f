/* SPDX-License-Identifier: ISC */
/* Does a text, or a whole mail, hold an address?  As a function of SQL. */
#include "store/db.h"

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

static void
sql_mentions(sqlite3_context *context, int n, sqlite3_value **values)
{
	const char *text = sqlite3_value_blob(values[0]);
	const char *address = (const char *)sqlite3_value_text(values[1]);
	int size = sqlite3_value_bytes(values[0]);

	(void)n;
	sqlite3_result_int(context, text != NULL && address != NULL &&
					mentions(text, (size_t)size, address));
}

int
db_mentions(struct store *st, struct err *e)
{
	if (sqlite3_create_function_v2(st->db, "mentions", 2,
		SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, NULL,
		sql_mentions, NULL, NULL, NULL) != SQLITE_OK)
		return db_fail(st, e);
	return 0;
}
