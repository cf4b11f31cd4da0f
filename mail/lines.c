/* SPDX-License-Identifier: ISC */
/*
 * Which lines of a letter its writer wrote herself.  No guessing at "On …
 * wrote:": quote marks, the signature, stop words and the cut line in letters
 * of ours are all that is looked for, and what gets through beyond that is no
 * whole command.
 */
#include "mail/mail.h"

#include <string.h>

/* Bytes of a line that may still clean to LINE_MAX_CHARS characters. */
#define LINE_MAX_BYTES 4096
/*
 * And characters, blanks collapsed, before they are composed: three into one.
 * Putting marks into order takes the square of their number.
 */
#define LINE_MAX_PARTS (3 * LINE_MAX_CHARS)
#define STOP_MAX_BYTES 200 /* of a line that may be a stop word */
/* Of a subject; what is behind that is no command. */
#define SUBJECT_MAX_BYTES 1000

static bool
is_variation_selector(gunichar c)
{
	return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef) ||
	       (c >= 0x180b && c <= 0x180f);
}

static void
put_clean(GString *out, gunichar c)
{
	GUnicodeType type = g_unichar_type(c);

	if (type == G_UNICODE_FORMAT)
		return;
	if (type == G_UNICODE_CONTROL || type == G_UNICODE_SPACE_SEPARATOR ||
	    type == G_UNICODE_LINE_SEPARATOR ||
	    type == G_UNICODE_PARAGRAPH_SEPARATOR) {
		g_string_append_c(out, ' ');
		return;
	}
	if (is_variation_selector(c))
		return;
	if ((c >= 0x2010 && c <= 0x2015) || c == 0x2212)
		g_string_append_c(out, '-');
	else if ((c >= 0x2018 && c <= 0x201b) || c == 0xb4 || c == 0x2032 ||
		 c == 0x2bc || c == 0x2039 || c == 0x203a)
		g_string_append_c(out, '\'');
	else if ((c >= 0x201c && c <= 0x201f) || c == 0x2033 || c == 0xab ||
		 c == 0xbb)
		g_string_append_c(out, '"');
	else
		g_string_append_unichar(out, c);
}

/* Blanks at the ends gone, others single; in place. */
static void
collapse(char *text)
{
	char *to = text;

	for (const char *p = text; *p != '\0'; p++) {
		if (*p == ' ' && (to == text || to[-1] == ' '))
			continue;
		*to++ = *p;
	}
	if (to > text && to[-1] == ' ')
		to--;
	*to = '\0';
}

static GString *
put_all(const char *text, size_t size)
{
	GString *out = g_string_sized_new(size + 1);

	for (const char *p = text; p < text + size; p = g_utf8_next_char(p))
		put_clean(out, g_utf8_get_char(p));
	return out;
}

static bool
is_ascii(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (text[i] & 0x80)
			return false;
	return true;
}

/* Even composed, and its blanks collapsed, it is longer than a line. */
static bool
is_endless(const GString *text)
{
	int n = 0;
	char before = ' ';

	for (const char *p = text->str; *p != '\0';
	     before = *p, p = g_utf8_next_char(p))
		n += *p != ' ' || before != ' ';
	return n > LINE_MAX_PARTS;
}

/*
 * As one types it plainly; text is valid UTF-8.  Marks are made plain before
 * NFKC, which would make a blank and an accent of some, and behind it, since
 * it makes others.
 */
static char *
clean(const char *text, size_t size)
{
	GString *plain = put_all(text, size);
	char *out;

	if (!is_ascii(plain->str, plain->len) && !is_endless(plain)) {
		g_autofree char *composed = g_utf8_normalize(
		    plain->str, (gssize)plain->len, G_NORMALIZE_ALL_COMPOSE);
		g_string_free(plain, TRUE);
		if (composed == NULL)
			return g_strdup("");
		plain = put_all(composed, strlen(composed));
	}
	out = g_string_free(plain, FALSE);
	collapse(out);
	return out;
}

/* Without case and accents, to compare words by. */
static char *
fold(const char *text)
{
	g_autofree char *folded = g_utf8_casefold(text, -1);
	g_autofree char *split = g_utf8_normalize(folded, -1, G_NORMALIZE_ALL);
	GString *out = g_string_new(NULL);

	for (const char *p = split; p != NULL && *p != '\0';
	     p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);
		if (c == 0x142) /* l with stroke is no l with an accent */
			g_string_append_c(out, 'l');
		else if (!g_unichar_ismark(c))
			g_string_append_unichar(out, c);
	}
	return g_string_free(out, FALSE);
}

/* "XY> text", as some programs quote: initials, at most five letters. */
static bool
begins_with_initials(const char *line)
{
	int letters = 0;

	while (letters < 6 && g_unichar_isalpha(g_utf8_get_char(line))) {
		line = g_utf8_next_char(line);
		letters++;
	}
	return letters > 0 && letters < 6 && line[0] == '>' &&
	       (line[1] == ' ' || line[1] == '>' || line[1] == '\0');
}

static bool
is_quoted(const char *line)
{
	return line[0] == '>' || line[0] == '|' || begins_with_initials(line);
}

/* Empty, or quoted by a mark that needs no cleaning to be seen? */
static bool
is_quoted_plainly(const char *p, size_t size)
{
	while (size > 0 && (*p == ' ' || *p == '\t')) {
		p++;
		size--;
	}
	return size == 0 || *p == '>' || *p == '|';
}

static bool
is_one_of(const char *folded, char *const *words)
{
	for (; words != NULL && *words != NULL; words++) {
		g_autofree char *word = fold(*words);
		if (strcmp(word, folded) == 0)
			return true;
	}
	return false;
}

static bool
is_stop_word(const char *line, const struct reading *reading)
{
	g_autofree char *folded = NULL;
	size_t size;

	if (strlen(line) > STOP_MAX_BYTES)
		return false;
	folded = fold(line);
	size = strlen(folded);
	while (size > 0 && strchr(".,!;", folded[size - 1]) != NULL)
		folded[--size] = '\0';
	return size > 0 && is_one_of(folded, reading->stop_words);
}

/* Does the reading end at this unquoted line? */
static bool
ends_reading(const char *line, const struct reading *reading)
{
	/* "- --" is the same, as text with a signature of OpenPGP has it. */
	return strstr(line, CUT_TOKEN) != NULL || strcmp(line, "--") == 0 ||
	       strcmp(line, "- --") == 0 || is_stop_word(line, reading);
}

/* The first bytes of a line that no command can be, cleaned. */
static char *
clean_start(const char *line, size_t size)
{
	const char *end = line + MIN(size, LINE_TALK_BYTES);

	if (size > LINE_TALK_BYTES)
		end = g_utf8_find_prev_char(line, end + 1);
	return clean(line, (size_t)(end - line));
}

GPtrArray *
lines_all(const char *text, const struct reading *reading)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	const char *end = valid + strlen(valid);
	int looked_at = 0;

	for (const char *p = valid, *next; p < end; p = next) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		size_t size = (size_t)((nl == NULL ? end : nl) - p);
		g_autofree char *line = NULL;
		next = p + size + (nl != NULL);
		if (size > LINE_MAX_BYTES &&
		    g_strstr_len(p, (gssize)size, CUT_TOKEN) != NULL)
			break;
		line = is_quoted_plainly(p, size) ? g_strdup("")
						  : clean_start(p, size);
		if (is_quoted(line))
			line[0] = '\0';
		if (line[0] != '\0' &&
		    (ends_reading(line, reading) || ++looked_at > LINES_MAX))
			break;
		g_ptr_array_add(lines, g_steal_pointer(&line));
	}
	return lines;
}

GPtrArray *
lines_read(const char *text, const struct reading *reading)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
	g_autofree char *valid = g_utf8_make_valid(text, -1);
	const char *end = valid + strlen(valid);
	int looked_at = 0;

	for (const char *p = valid, *next; p < end; p = next) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		size_t size = (size_t)((nl == NULL ? end : nl) - p);
		g_autofree char *line = NULL;
		next = p + size + (nl != NULL);
		/* Most lines, and known at once. */
		if (is_quoted_plainly(p, size))
			continue;
		if (size > LINE_MAX_BYTES) {
			if (g_strstr_len(p, (gssize)size, CUT_TOKEN) != NULL)
				break;
			continue;
		}
		line = clean(p, size);
		if (line[0] == '\0' || is_quoted(line))
			continue;
		if (ends_reading(line, reading) || ++looked_at > LINES_MAX)
			break;
		if (g_utf8_strlen(line, -1) <= LINE_MAX_CHARS)
			g_ptr_array_add(lines, g_steal_pointer(&line));
	}
	return lines;
}

/* "[g7-k3x9]", "[EXTERNAL]", and the "[2]" of "Re[2]:" */
static char *
without_brackets(const char *text)
{
	GString *out = g_string_new(NULL);

	while (*text != '\0') {
		const char *end = *text == '[' ? strchr(text, ']') : NULL;
		if (end != NULL) {
			g_string_append_c(out, ' ');
			text = end + 1;
		} else {
			g_string_append_c(out, *text++);
		}
	}
	return g_string_free(out, FALSE);
}

/* Behind "Re:", "AW :", "Re(2):", "Re^2:", or NULL if it begins otherwise. */
static const char *
after_prefix(const char *subject, const struct reading *reading)
{
	const char *colon = strchr(subject, ':');
	g_autofree char *word = NULL, *folded = NULL;

	if (colon == NULL)
		return NULL;
	word = g_strndup(subject, (size_t)(colon - subject));
	word[strcspn(word, "(^")] = '\0';
	g_strstrip(word);
	folded = fold(word);
	if (folded[0] == '\0' || !is_one_of(folded, reading->subject_prefixes))
		return NULL;
	return colon + 1;
}

char *
lines_subject(const char *subject, const struct reading *reading)
{
	g_autofree char *valid = g_utf8_make_valid(
	    subject, (gssize)strnlen(subject, SUBJECT_MAX_BYTES));
	g_autofree char *line = clean(valid, strlen(valid));
	g_autofree char *bare = without_brackets(line);
	const char *rest, *p = bare;
	char *out;

	while ((rest = after_prefix(p, reading)) != NULL)
		p = rest;
	out = g_strdup(p);
	collapse(out);
	return out;
}
