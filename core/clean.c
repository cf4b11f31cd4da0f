/* SPDX-License-Identifier: ISC */
/*
 * What people, and their mail programs, put around a command, taken off: marks
 * of lists, quotes, the stop at the end, capitals, accents.
 */
#include "core/private.h"

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

char *
request_fold(const char *text)
{
	g_autofree char *apart = NULL, *lower = NULL;
	GString *folded;

	if (g_str_is_ascii(text))
		return g_ascii_strdown(text, -1); /* the same, and soon done */
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

/* Nothing but numbers: "2. 5." is a date, not the fifth of a list. */
static bool
only_numbers(const char *text)
{
	return text[strspn(text, "0123456789.) ")] == '\0';
}

/* Behind a list bullet: "- play wine", "1. play wine". */
static const char *
skip_bullet(const char *text)
{
	static const char *const bullets[] = { "- ", "* ", "\u2022 ", "+ " };
	size_t digits = strspn(text, "0123456789");

	for (size_t i = 0; i < G_N_ELEMENTS(bullets); i++)
		if (g_str_has_prefix(text, bullets[i]))
			return text + strlen(bullets[i]);
	if (digits > 0 && digits <= 2 &&
	    (text[digits] == '.' || text[digits] == ')') &&
	    text[digits + 1] == ' ' && !only_numbers(text))
		return text + digits + 2;
	return text;
}

/*
 * Take one pair of quotes, stars and the like off, in place; whole: only if
 * no such mark stands between.
 */
static char *
strip_pair(char *text, bool whole)
{
	static const struct {
		const char *open, *close;
	} pairs[] = { { "**", "**" }, { "__", "__" }, { "\"", "\"" },
		{ "'", "'" }, { "*", "*" }, { "_", "_" }, { "`", "`" },
		{ "\u00ab", "\u00bb" }, { "\u201e", "\u201c" },
		{ "\u201e", "\u201d" }, { "\u201c", "\u201d" },
		{ "\u00bb", "\u00ab" }, { "\u2018", "\u2019" },
		{ "\u201a", "\u2018" } };
	size_t length = strlen(text);

	for (size_t i = 0; i < G_N_ELEMENTS(pairs); i++) {
		size_t open = strlen(pairs[i].open);
		size_t close = strlen(pairs[i].close);

		if (length <= open + close ||
		    !g_str_has_prefix(text, pairs[i].open) ||
		    !g_str_has_suffix(text, pairs[i].close))
			continue;
		if (whole && strstr(text + open, pairs[i].close) !=
				 text + length - close)
			return text;
		text[length - close] = '\0';
		return text + open;
	}
	return text;
}

static void
strip_end(char *text)
{
	size_t n = strlen(text);

	while (n > 0 && strchr(".!,; ", text[n - 1]) != NULL)
		text[--n] = '\0';
}

char *
clean_line(const char *line)
{
	g_autofree char *copy = g_strstrip(g_strdup(line));
	g_autofree char *bare = g_strdup(skip_bullet(copy));

	/* a single command loses its marks as a part */
	if (strchr(bare, ';') == NULL)
		return g_steal_pointer(&bare);
	strip_end(bare);
	return g_strdup(strip_pair(bare, true));
}

char *
clean_part(const char *part)
{
	g_autofree char *copy = g_strstrip(g_strdup(part));
	char *inside;

	strip_end(copy);
	inside = strip_pair(copy, false);
	strip_end(inside);
	return g_strdup(g_strstrip(inside));
}
