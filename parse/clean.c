/* SPDX-License-Identifier: ISC */
/*
 * What people, and their mail programs, put around a command, taken off: marks
 * of lists, quotes, the stop at the end, capitals, accents.
 */
#include "parse/inner.h"

#include "parse/parse.h"

#include <string.h>

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

/* ---- faces ---- */

/* A picture among letters, or what makes one of a digit. */
static bool
is_picture(gunichar c)
{
	return c == 0x20e3 || c == 0xfe0f || c == 0x200d ||
	       (c >= 0x2600 && c < 0x27c0) || (c >= 0x2b50 && c < 0x2b56) ||
	       (c >= 0x1f000 && c < 0x1fb00);
}

/* Signs of letters of ours: what stands behind them is not the writer's. */
static bool
is_ours(gunichar c)
{
	return c == 0x2713 || c == 0x2717;
}

/* Where a picture or a smiley at its end begins; the length if there is none.
 */
static size_t
face_start(const char *text, size_t n)
{
	static const char *const smileys[] = { ":-)", ":)", ";-)", ";)", ":-D",
		":D", ":-(", ":(", ":-P", ":P", ":-p", ":p", ";-P", ";P", "=)",
		"=D", ":o)", ":-/", ":-|", "^^", "^_^", "\\o/", NULL };
	static const char *const words[] = { "xD", "XD", "<3", ":*", ":3", "8)",
		"8-)", NULL };
	const char *last = g_utf8_find_prev_char(text, text + n);

	if (last != NULL && is_picture(g_utf8_get_char(last)))
		return (size_t)(last - text);
	for (size_t i = 0; smileys[i] != NULL; i++) {
		size_t size = strlen(smileys[i]);

		if (n >= size &&
		    strncmp(text + n - size, smileys[i], size) == 0)
			return n - size;
	}
	for (size_t i = 0; words[i] != NULL; i++) {
		size_t size = strlen(words[i]);

		if (n > size && text[n - size - 1] == ' ' &&
		    strncmp(text + n - size, words[i], size) == 0)
			return n - size;
	}
	return n;
}

/* "pay 2)", "2)))": brackets that nothing opens are smiles; "2)" is a number,
 * and "2.)" or "2))" the end of a sentence. */
static size_t
smiles_start(const char *text, size_t n)
{
	size_t from = n;

	while (from > 0 && text[from - 1] == ')')
		from--;
	if (strpbrk(text, "([") != NULL ||
	    (n - from < 3 && text[strspn(text, "0123456789.,)")] == '\0'))
		return n;
	return from;
}

/* Where the face at the end begins, or *n if there is none.  *n becomes less by
 * the marks and blanks at the end. */
static size_t
last_face(const char *text, size_t *n)
{
	size_t from;

	while (*n > 0 && strchr(".!,; ", text[*n - 1]) != NULL)
		(*n)--;
	from = face_start(text, *n);
	return from != *n ? from : smiles_start(text, *n);
}

bool
request_ends_in_face(const char *text, size_t size)
{
	g_autofree char *copy = g_strndup(text, size);
	size_t n = strlen(copy);

	return last_face(copy, &n) != n;
}

/* Those at the end go, and marks and blanks before and behind them. */
static void
strip_faces(char *text)
{
	size_t n = strlen(text), from;

	while ((from = last_face(text, &n)) != n) {
		n = from;
		text[n] = '\0';
	}
}

static char *
skip_faces(char *text)
{
	while (*text != '\0' && (guchar)*text >= 0x80 &&
	       is_picture(g_utf8_get_char(text)) &&
	       !is_ours(g_utf8_get_char(text))) {
		text = g_utf8_next_char(text);
		text += strspn(text, " ");
	}
	return text;
}

/* A line of nothing else stays as it is. */
static char *
without_faces(const char *line)
{
	g_autofree char *copy = g_strstrip(g_strdup(line));
	char *bare = skip_faces(copy);

	strip_faces(bare);
	return g_strdup(*bare != '\0' ? bare : line);
}

char *
clean_line(const char *line)
{
	g_autofree char *copy = without_faces(line);
	g_autofree char *bare = g_strdup(skip_bullet(g_strstrip(copy)));

	/* a single command loses its marks as a part */
	if (strchr(bare, ';') == NULL)
		return g_steal_pointer(&bare);
	strip_end(bare);
	return g_strdup(strip_pair(bare, true));
}

char *
clean_part(const char *part)
{
	g_autofree char *copy = without_faces(part);
	char *inside;

	g_strstrip(copy);
	strip_end(copy);
	inside = strip_pair(copy, false);
	strip_end(inside);
	return g_strdup(g_strstrip(inside));
}
