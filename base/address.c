/* SPDX-License-Identifier: ISC */
/*
 * IDNA is libidn2's.  g_hostname_to_ascii() would do for most, but follows
 * IDNA2003, which takes joiners out of a name: two domains would be one.
 */
#include "base/address.h"

#include "base/err.h"
#include "base/library.h"

#include <glib.h>
#include <idn2.h>
#include <stdbool.h>
#include <string.h>

#define ACE "xn--"

/* What we call of it: idn2.free is idn2_free. */
#define IDN2_POINTER(call) LIBRARY_MEMBER(idn2_, call)
#define IDN2_CALLS(X) X(free) X(to_ascii_8z) X(to_unicode_8z8z)
static struct {
	IDN2_CALLS(IDN2_POINTER)
} idn2;

/* Few addresses need it.  Without it nobody can tell what such a one is, as
 * little as the program could start if it were linked. */
static void
need_idn2(void)
{
#define CALL(call) LIBRARY_CALL(idn2_, call, idn2)
	static const struct library_call calls[] = { IDN2_CALLS(CALL) };
#undef CALL
	static struct library library = { library_idn2, calls,
		G_N_ELEMENTS(calls), false };
	struct err e;

	if (library_need(&library, &e) == -1)
		g_error("%s", e.text);
}

static char *
copy_and_free(char *idn)
{
	char *copy = g_strdup(idn);

	idn2.free(idn);
	return copy;
}

/* Has it labels of the form "xn--...", in any case? */
static bool
has_ace(const char *host)
{
	for (const char *p = host; (p = strstr(p, "--")) != NULL; p++)
		if (p - host >= 2 && g_ascii_tolower(p[-1]) == 'n' &&
		    g_ascii_tolower(p[-2]) == 'x' &&
		    (p - host == 2 || p[-3] == '.'))
			return true;
	return false;
}

/* In its own script, whether or not that may be registered; NULL: none. */
static char *
to_script(const char *ascii)
{
	char *script = NULL;

	need_idn2();
	if (idn2.to_unicode_8z8z(ascii, &script, 0) != IDN2_OK)
		return NULL;
	return copy_and_free(script);
}

/* By the rules; NULL: they forbid it.  host is beyond ASCII. */
static char *
to_ascii(const char *host)
{
	char *ascii = NULL, *lower;

	if (!g_utf8_validate(host, -1, NULL))
		return NULL;
	need_idn2();
	if (idn2.to_ascii_8z(
		host, &ascii, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL) != IDN2_OK)
		return NULL;
	lower = g_ascii_strdown(ascii, -1);
	idn2.free(ascii);
	return lower;
}

char *
host_plain(const char *host)
{
	g_autofree char *script = NULL;

	if (!g_str_is_ascii(host))
		return to_ascii(host);
	if (has_ace(host) && (script = to_script(host)) == NULL)
		return NULL;
	return g_ascii_strdown(host, -1);
}

/*
 * GMime undoes "xn--" without asking whether it was allowed; this is the way
 * back: ASCII that stands for these very characters and no others.
 */
static char *
as_written(const char *host)
{
	g_autofree char *ascii = g_hostname_to_ascii(host);
	g_autofree char *again = ascii == NULL ? NULL : to_script(ascii);

	if (again == NULL || strcmp(again, host) != 0)
		return NULL;
	return g_ascii_strdown(ascii, -1);
}

char *
host_heard(const char *host)
{
	char *ascii = NULL;

	if (!g_str_is_ascii(host) && g_utf8_validate(host, -1, NULL) &&
	    (ascii = to_ascii(host)) == NULL)
		ascii = as_written(host);
	return ascii != NULL ? ascii : g_ascii_strdown(host, -1);
}

/*
 * Letters in lower case, but for those of which it would make another letter,
 * as Turkish has; locales do not count.
 */
static char *
local_plain(const char *local)
{
	g_autofree char *whole = NULL;
	g_autoptr(GString) lower = NULL;

	if (g_str_is_ascii(local) || !g_utf8_validate(local, -1, NULL))
		return g_ascii_strdown(local, -1);
	whole = g_utf8_normalize(local, -1, G_NORMALIZE_DEFAULT_COMPOSE);
	lower = g_string_sized_new(strlen(whole));
	for (const char *p = whole; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p), low = g_unichar_tolower(c);

		g_string_append_unichar(
		    lower, g_unichar_toupper(low) == c ? low : c);
	}
	return g_utf8_normalize(lower->str, -1, G_NORMALIZE_DEFAULT_COMPOSE);
}

/* The part behind the last '@' goes through host. */
static char *
by_parts(const char *address, char *(*host)(const char *))
{
	const char *at = strrchr(address, '@');
	g_autofree char *before = NULL, *local = NULL, *domain = NULL;

	if (at == NULL)
		return local_plain(address);
	before = g_strndup(address, (gsize)(at - address));
	local = local_plain(before);
	domain = host(at + 1);
	return domain == NULL ? NULL : g_strconcat(local, "@", domain, NULL);
}

char *
address_plain(const char *address)
{
	if (g_str_is_ascii(address) && strstr(address, "--") == NULL)
		return g_ascii_strdown(address, -1);
	return by_parts(address, host_plain);
}

char *
address_heard(const char *address)
{
	if (g_str_is_ascii(address))
		return g_ascii_strdown(address, -1);
	return by_parts(address, host_heard);
}

/* ---- for people ---- */

static bool
is_east_asian(GUnicodeScript script)
{
	return script == G_UNICODE_SCRIPT_HAN ||
	       script == G_UNICODE_SCRIPT_HIRAGANA ||
	       script == G_UNICODE_SCRIPT_KATAKANA ||
	       script == G_UNICODE_SCRIPT_BOPOMOFO ||
	       script == G_UNICODE_SCRIPT_HANGUL;
}

/* Of which no label has letters of two scripts; those that are written
 * together in East Asia, with Latin ones, count as one. */
static bool
is_of_one_script(const char *host)
{
	GUnicodeScript one = G_UNICODE_SCRIPT_COMMON;
	bool asian = false;

	for (const char *p = host; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);
		GUnicodeScript script = g_unichar_get_script(c);

		if (c == '.') {
			one = G_UNICODE_SCRIPT_COMMON;
			asian = false;
		}
		if (script == G_UNICODE_SCRIPT_COMMON ||
		    script == G_UNICODE_SCRIPT_INHERITED)
			continue;
		if (is_east_asian(script))
			asian = true;
		else if (one == G_UNICODE_SCRIPT_COMMON)
			one = script;
		else if (one != script)
			return false;
		if (asian && one != G_UNICODE_SCRIPT_COMMON &&
		    one != G_UNICODE_SCRIPT_LATIN)
			return false;
	}
	return true;
}

char *
address_shown(const char *address)
{
	const char *at = strrchr(address, '@');
	g_autofree char *script = NULL, *again = NULL;

	if (at == NULL || !has_ace(at + 1) ||
	    (script = to_script(at + 1)) == NULL)
		return g_strdup(address);
	/* what the rules forbid, and what they make another name of */
	again = to_ascii(script);
	if (again == NULL || g_ascii_strcasecmp(again, at + 1) != 0 ||
	    !is_of_one_script(script))
		return g_strdup(address);
	return g_strdup_printf("%.*s@%s", (int)(at - address), address, script);
}
