/* SPDX-License-Identifier: ISC */
/* Text for readers whose mail program shows nothing but ASCII. */
#include "render/render.h"

#include "render/text/text.h"

#include <string.h>

/*
 * Signs, and letters as parse/clean.c folds them: a name that is shown in this
 * form is understood in it.  An arrow is no "->": that would be taken for
 * marks of an item and of a quote.  Sorted by character.
 */
static const struct {
	gunichar c;
	const char *ascii;
} signs[] = {
	{ 0xab, "\"" }, /* quotes */
	{ 0xad, "" }, /* a break that may come here */
	{ 0xb4, "'" },
	{ 0xb7, "-" }, /* the dot of items */
	{ 0xbb, "\"" },
	{ 0xc6, "AE" },
	{ 0xd7, "x" },
	{ 0xd8, "O" },
	{ 0xe6, "ae" },
	{ 0xf8, "o" },
	{ 0x110, "D" },
	{ 0x111, "d" },
	{ 0x131, "i" },
	{ 0x152, "OE" },
	{ 0x153, "oe" },
	{ 0x2012, "-" },
	{ 0x2013, "-" },
	{ 0x2014, "-" },
	{ 0x2015, "-" },
	{ 0x2018, "'" },
	{ 0x2019, "'" },
	{ 0x201a, "'" },
	{ 0x201b, "'" },
	{ 0x201c, "\"" },
	{ 0x201d, "\"" },
	{ 0x201e, "\"" },
	{ 0x201f, "\"" },
	{ 0x2022, "-" },
	{ 0x2026, "..." },
	{ 0x2032, "'" },
	{ 0x2033, "\"" },
	{ 0x2190, "<=" },
	{ 0x2191, "^" },
	{ 0x2192, "=>" },
	{ 0x2193, "v" },
	{ 0x2500, "-" }, /* lines of drawings: one column each */
	{ 0x2502, "|" },
	{ 0x250c, "+" },
	{ 0x2510, "+" },
	{ 0x2514, "+" },
	{ 0x2518, "+" },
	{ 0x2571, "/" },
	{ 0x2572, "\\" },
	{ 0x25b2, "^" },
	{ 0x25b6, ">" },
	{ 0x25bc, "v" },
	{ 0x25c0, "<" },
	{ 0x2713, "+" },
	{ 0x2714, "+" },
	{ 0x2717, "x" },
	{ 0x2718, "x" },
};

static const char *
sign(gunichar c)
{
	size_t from = 0, to = G_N_ELEMENTS(signs);

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (signs[middle].c == c)
			return signs[middle].ascii;
		if (signs[middle].c < c)
			from = middle + 1;
		else
			to = middle;
	}
	return NULL;
}

static bool
is_latin(gunichar c)
{
	GUnicodeScript script = g_unichar_get_script(c);

	return script == G_UNICODE_SCRIPT_LATIN ||
	       script == G_UNICODE_SCRIPT_COMMON;
}

/* What GLib knows of it; letters of other scripts stay as they are. */
static void
append_known(gunichar c, GString *out)
{
	char text[7] = { 0 };
	g_autofree char *ascii = NULL;

	g_unichar_to_utf8(c, text);
	if (is_latin(c))
		ascii = g_str_to_ascii(text, "en");
	g_string_append(
	    out, ascii != NULL && strchr(ascii, '?') == NULL ? ascii : text);
}

static void
append_char(gunichar c, GString *out)
{
	const char *ascii = sign(c);
	bool bare = out->len > 0 && (guchar)out->str[out->len - 1] < 0x80;

	if (ascii != NULL)
		g_string_append(out, ascii);
	else if (g_unichar_type(c) == G_UNICODE_FORMAT)
		return; /* not to be seen */
	else if (g_unichar_type(c) == G_UNICODE_NON_SPACING_MARK && bare)
		return; /* the accent of a Latin letter */
	else
		append_known(c, out);
}

/* Up to a blank or the end of the line; *surplus: columns that it grew by. */
static const char *
append_word(const char *p, GString *out, int *surplus)
{
	struct text_span word = { p, strcspn(p, " \n") };
	const char *end = p + word.size;
	gsize before = out->len;

	for (; p < end; p = g_utf8_next_char(p))
		if ((guchar)*p < 0x80)
			g_string_append_c(out, *p);
		else
			append_char(g_utf8_get_char(p), out);
	*surplus += text_width(out->str + before) - text_span_width(word);
	return end;
}

/*
 * Columns that signs took more are taken from the next gap of three blanks or
 * more: what stands in columns goes on to.
 */
static const char *
append_blanks(const char *p, GString *out, int *surplus)
{
	size_t blanks = strspn(p, " ");
	size_t spare = blanks > 2 ? blanks - 2 : 0;
	size_t less = MIN(spare, (size_t)MAX(*surplus, 0));

	g_string_append_len(out, p + less, (gssize)(blanks - less));
	*surplus -= (int)less;
	return p + blanks;
}

char *
text_ascii(const char *text)
{
	g_autofree char *normal =
	    g_utf8_normalize(text, -1, G_NORMALIZE_DEFAULT_COMPOSE);
	const char *p = normal != NULL ? normal : text;
	GString *out = g_string_sized_new(strlen(p) + 64);
	int surplus = 0;

	while (*p != '\0') {
		if (*p == '\n') {
			surplus = 0;
			g_string_append_c(out, *p++);
		} else if (*p == ' ') {
			p = append_blanks(p, out, &surplus);
		} else {
			p = append_word(p, out, &surplus);
		}
	}
	return g_string_free(out, FALSE);
}
