/* SPDX-License-Identifier: ISC */
#include "base/fold.h"

#include <glib.h>
#include <string.h>

/* Letters that no normal form takes apart. */
static const char *
fold_letter(gunichar c)
{
	switch (c) {
	case 0x142: /* l with stroke */
		return "l";
	case 0xf8: /* o with stroke */
		return "o";
	case 0x111: /* d with stroke */
		return "d";
	case 0xe6:
		return "ae";
	case 0x153:
		return "oe";
	case 0x131: /* dotless i */
		return "i";
	case 0x2018: /* as telephones write an apostrophe */
	case 0x2019:
		return "'";
	default:
		return NULL;
	}
}

/*
 * Letters of most languages of Europe, in one piece: what is left of one is
 * soon found.  0: it needs the long way.
 */
static gunichar
fold_simply(gunichar c)
{
	gunichar base, mark;

	if (c < 0x80)
		return (gunichar)g_ascii_tolower((char)c);
	if (c >= 0x430 && c <= 0x44f && c != 0x439)
		return c;
	if (!((c >= 0xc0 && c <= 0x12f && c != 0xd7 && c != 0xdf &&
		  c != 0xf7) ||
		(c >= 0x134 && c <= 0x13e) || (c >= 0x141 && c <= 0x148) ||
		(c >= 0x14a && c <= 0x17e) || (c >= 0x400 && c <= 0x45f)))
		return 0;
	c = g_unichar_tolower(c);
	return g_unichar_decompose(c, &base, &mark) ? base : c;
}

/* The whole, if all in it is simple, else NULL. */
static char *
fold_simple(const char *text)
{
	/* no such letter becomes longer */
	g_autofree char *folded = g_malloc(strlen(text) + 1);
	char *to = folded;

	for (const char *p = text; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = fold_simply(g_utf8_get_char(p));
		const char *plain = c < 0x80 ? NULL : fold_letter(c);

		if (c == 0)
			return NULL;
		if (c < 0x80)
			*to++ = (char)c;
		else if (plain != NULL)
			to = g_stpcpy(to, plain);
		else
			to += g_unichar_to_utf8(c, to);
	}
	*to = '\0';
	return g_steal_pointer(&folded);
}

char *
fold_text(const char *text)
{
	g_autofree char *apart = NULL, *lower = NULL;
	GString *folded;
	char *simple;

	if (g_str_is_ascii(text))
		return g_ascii_strdown(text, -1); /* the same, and soon done */
	if ((simple = fold_simple(text)) != NULL)
		return simple;
	apart = g_utf8_normalize(text, -1, G_NORMALIZE_ALL);
	lower = g_utf8_casefold(apart != NULL ? apart : text, -1);
	folded = g_string_sized_new(strlen(lower));
	for (const char *p = lower; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);
		const char *plain = fold_letter(c);

		if (g_unichar_type(c) == G_UNICODE_NON_SPACING_MARK)
			continue;
		if (plain != NULL)
			g_string_append(folded, plain);
		else
			g_string_append_unichar(folded, c);
	}
	return g_string_free(folded, FALSE);
}
