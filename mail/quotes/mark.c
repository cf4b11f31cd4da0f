/* SPDX-License-Identifier: ISC */
/*
 * What a line is made of that says whose it is: words of a list, whatever marks
 * stand around them, rules, moments, addresses.  Lines are folded.
 */
#include "mail/quotes/unquote_inner.h"

#include <string.h>

/* ---- words ---- */

const char *
mark_skip(const char *p)
{
	while (*p != '\0' && !g_unichar_isalnum(g_utf8_get_char(p)))
		p = g_utf8_next_char(p);
	return p;
}

size_t
mark_size(const char *text, size_t size)
{
	const char *end = text + size;

	while (end > text) {
		const char *last = g_utf8_find_prev_char(text, end);
		if (last == NULL || g_unichar_isalnum(g_utf8_get_char(last)))
			break;
		end = last;
	}
	return (size_t)(end - text);
}

static bool
is_in(const char *text, size_t size, char *const *list)
{
	for (; list != NULL && *list != NULL; list++)
		if (strlen(*list) == size && memcmp(*list, text, size) == 0)
			return true;
	return false;
}

bool
mark_one_of(const char *folded, char *const *list)
{
	const char *from = mark_skip(folded);
	size_t size = mark_size(from, strlen(from));

	return size > 0 && is_in(from, size, list);
}

bool
mark_begins(const char *text, char *const *list)
{
	for (; list != NULL && *list != NULL; list++)
		if (g_str_has_prefix(text, *list))
			return true;
	return false;
}

static bool
is_letter_byte(char c)
{
	return g_ascii_isalpha(c) || (c & 0x80) != 0;
}

const char *
mark_find_word(const char *text, char *const *list, size_t *size)
{
	for (; list != NULL && *list != NULL; list++) {
		*size = strlen(*list);
		for (const char *p = text; (p = strstr(p, *list)) != NULL; p++)
			if ((p == text || !is_letter_byte(p[-1])) &&
			    !is_letter_byte(p[*size]))
				return p;
	}
	return NULL;
}

/* ---- shapes ---- */

static bool
is_stroke(gunichar c)
{
	return (c < 0x80 && c != '\0' && strchr("-_=*~#", (int)c) != NULL) ||
	       (c >= 0x2500 && c < 0x2580) || c == 0x2e3a || c == 0x2e3b;
}

bool
mark_is_rule(const char *text)
{
	size_t n = 0;

	for (; *text != '\0'; text = g_utf8_next_char(text)) {
		gunichar c = g_utf8_get_char(text);

		if (c != ' ' && !is_stroke(c))
			return false;
		n += c != ' ';
	}
	return n >= 3;
}

bool
mark_has_moment(const char *text)
{
	for (const char *p = text; *p != '\0';) {
		size_t digits = strspn(p, "0123456789");
		const char *next = p + digits;

		if (digits == 0) {
			p++;
			continue;
		}
		if (digits == 4 &&
		    (memcmp(p, "19", 2) == 0 || memcmp(p, "20", 2) == 0))
			return true;
		if (digits <= 2 && *next == ':' && g_ascii_isdigit(next[1]) &&
		    g_ascii_isdigit(next[2]))
			return true;
		if (digits <= 2 && *next != '\0' &&
		    strchr("./-", *next) != NULL && g_ascii_isdigit(next[1]) &&
		    strchr("./-", next[1 + strspn(next + 1, "0123456789")]))
			return true;
		p = next;
	}
	return false;
}

bool
mark_has_address(const char *text)
{
	const char *at = strchr(text, '@');

	return at != NULL && at > text &&
	       (g_ascii_isdigit(at[1]) || is_letter_byte(at[1]));
}
