/* SPDX-License-Identifier: ISC */
/*
 * The lines of a letter: cleaned, without what a mark quotes, up to a stop word
 * or the cut line in letters of ours.  Whose the others are, whose.c tells.
 */
#include "mail/quotes/unquote.h"

#include "base/fold.h"
#include "mail/incoming/reading.h"
#include "mail/quotes/unquote_inner.h"

#include <string.h>

/* Bytes of a line that may still clean to LINE_MAX_CHARS characters. */
#define LINE_MAX_BYTES 4096
/*
 * And characters, blanks collapsed, before they are composed: three into one.
 * Putting marks into order takes the square of their number.
 */
#define LINE_MAX_PARTS (3 * LINE_MAX_CHARS)
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

static size_t
count_blanks(const char *p, size_t size)
{
	size_t n = 0;

	while (n < size && (p[n] == ' ' || p[n] == '\t'))
		n++;
	return n;
}

static bool
is_blank(const char *p, size_t size)
{
	return count_blanks(p, size) == size;
}

/* Empty, or quoted by a mark that needs no cleaning to be seen? */
static bool
is_quoted_plainly(const char *p, size_t size)
{
	size_t n = count_blanks(p, size);

	return n == size || p[n] == '>' || p[n] == '|';
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

static struct mail_line *
line_new(enum line_kind kind, char *text)
{
	struct mail_line *line = g_new(struct mail_line, 1);

	line->kind = kind;
	line->text = text;
	return line;
}

static void
line_free(void *data)
{
	struct mail_line *line = data;

	g_free(line->text);
	g_free(line);
}

static void
add_line(struct page *page, struct mail_line *line, char *folded)
{
	glong above =
	    page->marked == NULL || line->kind != LINE_OWN
		? 0
		: g_utf8_strlen(page->marked, (gssize)page->marked_size);

	g_ptr_array_add(page->lines, line);
	g_ptr_array_add(page->folded, folded);
	g_array_append_val(page->above, above);
}

/* Of what is like the one before: no other one is needed. */
static void
add_gap(struct page *page, enum line_kind kind)
{
	const struct mail_line *last =
	    page->lines->len > 0 ? page->lines->pdata[page->lines->len - 1]
				 : NULL;

	if (last != NULL && last->kind == kind)
		return;
	add_line(page, line_new(kind, g_strdup("")), g_strdup(""));
}

/* A line that no mark quotes; false: the reading ends at it. */
static bool
add_text(struct page *page, char *text)
{
	struct mail_line *line = line_new(LINE_OWN, text);
	char *folded =
	    strlen(text) <= MARK_MAX_BYTES ? fold_text(text) : g_strdup("");

	if (strstr(text, CUT_TOKEN) != NULL ||
	    mark_one_of(folded, page->reading->stop_words)) {
		line_free(line);
		g_free(folded);
		return false;
	}
	add_line(page, line, folded);
	return true;
}

/* A line that the sender did not write: a blank one, or one with a mark. */
static void
pass(struct page *page, enum line_kind kind, const char *p, size_t size)
{
	add_gap(page, kind);
	page->marked = kind == LINE_QUOTE ? p : NULL;
	page->marked_size = size;
}

/* What stands on it, until the reading ends. */
static void
fill_page(struct page *page, const char *p, const char *end)
{
	int looked_at = 0;

	for (const char *next; p < end; p = next) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		size_t size = (size_t)((nl == NULL ? end : nl) - p);
		g_autofree char *line = NULL;
		next = p + size + (nl != NULL);
		/* Most lines, and known at once. */
		if (is_quoted_plainly(p, size)) {
			pass(page, is_blank(p, size) ? LINE_GAP : LINE_QUOTE, p,
			    size);
			continue;
		}
		if (size > LINE_MAX_BYTES &&
		    g_strstr_len(p, (gssize)size, CUT_TOKEN) != NULL)
			break;
		line = clean_start(p, size);
		if (line[0] == '\0' || is_quoted(line)) {
			pass(page, line[0] == '\0' ? LINE_GAP : LINE_QUOTE, p,
			    size);
			continue;
		}
		if (++looked_at > LINES_MAX ||
		    !add_text(page, g_steal_pointer(&line)))
			break;
		page->marked = NULL;
	}
}

GPtrArray *
lines_all(const char *text, const struct reading *reading)
{
	struct page page = { .reading = reading };
	g_autofree char *valid = g_utf8_make_valid(text, -1);

	page.lines = g_ptr_array_new_with_free_func(line_free);
	page.folded = g_ptr_array_new_with_free_func(g_free);
	page.above = g_array_new(FALSE, FALSE, sizeof(glong));
	fill_page(&page, valid, valid + strlen(valid));
	whose_sort(&page);
	beside_sort(&page);
	g_ptr_array_unref(page.folded);
	g_array_unref(page.above);
	return page.lines;
}

GPtrArray *
lines_read(const char *text, const struct reading *reading)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) all = lines_all(text, reading);

	for (guint i = 0; i < all->len; i++) {
		struct mail_line *line = all->pdata[i];

		if (line->kind == LINE_OWN &&
		    g_utf8_strlen(line->text, -1) <= LINE_MAX_CHARS)
			g_ptr_array_add(lines, g_steal_pointer(&line->text));
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
	char *const *list = reading->subject_prefixes;

	if (colon == NULL || list == NULL)
		return NULL;
	word = g_strndup(subject, (size_t)(colon - subject));
	word[strcspn(word, "(^")] = '\0';
	g_strstrip(word);
	folded = fold_text(word);
	return g_strv_contains((const char *const *)list, folded) ? colon + 1
								  : NULL;
}

/* Cleaned, without [..] parts; *rest is what stands behind its prefixes. */
static char *
bare_subject(
    const char *subject, const struct reading *reading, const char **rest)
{
	g_autofree char *valid = g_utf8_make_valid(
	    subject, (gssize)strnlen(subject, SUBJECT_MAX_BYTES));
	g_autofree char *line = clean(valid, strlen(valid));
	char *bare = without_brackets(line);

	collapse(bare);
	*rest = bare;
	for (const char *p = bare; p != NULL; p = after_prefix(p, reading))
		*rest = p;
	return bare;
}

char *
lines_subject(const char *subject, const struct reading *reading)
{
	const char *rest;
	G_GNUC_UNUSED g_autofree char *bare =
	    bare_subject(subject, reading, &rest);
	char *out = g_strdup(rest);

	collapse(out);
	return out;
}

bool
lines_subject_repeats(const char *subject, const struct reading *reading)
{
	const char *rest;
	g_autofree char *bare = bare_subject(subject, reading, &rest);

	return rest > bare;
}
