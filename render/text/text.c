/* SPDX-License-Identifier: ISC */
/*
 * Lines of at most 72 columns as a terminal counts them, and the last tidying
 * of a letter.
 */
#include "render/text/text.h"

#include "render/render.h"

#include <string.h>

#define SURE_WORDS 4 /* at most go to the next line for its sake */
#define LAST_LINE_WORDS 3 /* at least, in a paragraph of several lines */

/* All that is wide or has no width is beyond ASCII. */
static int
char_width(const char *p)
{
	gunichar c;

	if ((unsigned char)*p < 0x80)
		return 1;
	c = g_utf8_get_char(p);
	if (g_unichar_iszerowidth(c))
		return 0;
	return g_unichar_iswide(c) ? 2 : 1;
}

int
text_span_width(struct text_span span)
{
	const char *end = span.at + span.size;
	int width = 0;

	for (const char *p = span.at; p < end; p = g_utf8_next_char(p))
		width += char_width(p);
	return width;
}

int
text_width(const char *text)
{
	return text_span_width((struct text_span){ text, strlen(text) });
}

int
text_order(const void *a, const void *b)
{
	const char *const *left = a, *const *right = b;

	return strcmp(*left, *right);
}

struct text_span
text_whole(const char *text)
{
	return (struct text_span){ text, strlen(text) };
}

struct text_span
text_strip(const char *from, const char *to)
{
	while (from < to && g_ascii_isspace(*from))
		from++;
	while (to > from && g_ascii_isspace(to[-1]))
		to--;
	return (struct text_span){ from, (size_t)(to - from) };
}

bool
text_same(struct text_span a, struct text_span b)
{
	return a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

void
text_blanks(int n, GString *out)
{
	static const char blanks[] = "                ";
	const int most = (int)sizeof(blanks) - 1;

	for (; n > 0; n -= most)
		g_string_append_len(out, blanks, MIN(n, most));
}

/* Pictures have many, most of them short, so they are written in their place.
 */
void
text_integer(gint64 n, GString *out)
{
	guint64 rest = n < 0 ? -(guint64)n : (guint64)n;
	const size_t begin = out->len;
	size_t size = n < 0 ? 2 : 1;
	char *p;

	for (guint64 more = rest; more >= 10; more /= 10)
		size++;
	if (size < out->allocated_len - begin)
		out->len += size;
	else
		g_string_set_size(out, begin + size);
	p = out->str + out->len;
	*p = '\0';
	do
		*--p = (char)('0' + rest % 10);
	while ((rest /= 10) > 0);
	if (n < 0)
		*--p = '-';
}

void
html_escape(struct text_span text, GString *out)
{
	static const bool marks[256] = {
		['&'] = true, ['<'] = true, ['>'] = true, ['"'] = true
	};
	const char *p = text.at, *end = p + text.size;

	while (p < end) {
		const char *from = p;

		/* most texts have no such sign */
		while (end - p >= 4 && !(marks[(unsigned char)p[0]] |
					   marks[(unsigned char)p[1]] |
					   marks[(unsigned char)p[2]] |
					   marks[(unsigned char)p[3]]))
			p += 4;
		while (p < end && !marks[(unsigned char)*p])
			p++;
		text_append(out, from, (size_t)(p - from));
		if (p == end)
			return;
		g_string_append(out, *p == '&'	 ? "&amp;"
				     : *p == '<' ? "&lt;"
				     : *p == '>' ? "&gt;"
						 : "&quot;");
		p++;
	}
}

struct word {
	const char *at;
	size_t size;
	int width;
};

static const struct word *
word_at(const GArray *words, guint i)
{
	return &g_array_index(words, struct word, i);
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The words of a line; those wider than columns come in pieces. */
static GArray *
words_of(struct text_span line, int columns)
{
	GArray *words =
	    g_array_sized_new(FALSE, FALSE, sizeof(struct word), 32);
	const char *p = line.at, *end = line.at + line.size;

	while (p < end) {
		struct word word = { .at = p };

		if (is_blank(*p)) {
			p++;
			continue;
		}
		while (p < end && !is_blank(*p)) {
			int width = char_width(p);

			if (word.width + width > columns && p > word.at)
				break;
			word.width += width;
			p = g_utf8_next_char(p);
		}
		word.size = (size_t)(p - word.at);
		g_array_append_val(words, word);
	}
	return words;
}

static int
width_of_words(const GArray *words, guint from, guint to)
{
	int width = 0;

	for (guint i = from; i < to; i++)
		width += word_at(words, i)->width + (i > from ? 1 : 0);
	return width;
}

/* "7", "2.": alone on a line it would read as the number of a choice. */
static bool
is_number(const struct word *word)
{
	size_t digits = 0, i;

	while (digits < word->size && g_ascii_isdigit(word->at[digits]))
		digits++;
	for (i = digits; i < word->size; i++)
		if (strchr(".,;:!?)", word->at[i]) == NULL)
			return false;
	return digits > 0 && digits < 5;
}

/*
 * The word after the last one that fits into a line begun with word from.  No
 * line but the last ends with a number: it stays with what it counts.
 */
static guint
line_end(const GArray *words, guint from, int columns)
{
	int width = word_at(words, from)->width;
	guint to = from + 1;

	while (to < words->len) {
		width += 1 + word_at(words, to)->width;
		if (width > columns)
			break;
		to++;
	}
	while (to < words->len && to > from + 1 &&
	       is_number(word_at(words, to - 1)))
		to--;
	return to;
}

/* Leave some words of the last but one line to a last line that is short. */
static guint
spare_words(const GArray *words, guint from, guint to, int columns)
{
	guint early;

	if (words->len - to >= LAST_LINE_WORDS || to == words->len ||
	    words->len - from < 2 * LAST_LINE_WORDS)
		return to;
	early = words->len - LAST_LINE_WORDS;
	return width_of_words(words, early, words->len) <= columns ? early : to;
}

/* One sign, or the arrow in ASCII. */
static bool
is_mark(const struct word *word)
{
	gunichar c = g_utf8_get_char(word->at);

	if (word->size == 2 && strncmp(word->at, "=>", 2) == 0)
		return true;
	return g_utf8_next_char(word->at) == word->at + word->size &&
	       !g_unichar_isalnum(c) && c != '(' && c != '"';
}

/* Words that stand one blank apart in the text go out in one piece. */
static void
append_line(GString *out, const GArray *words, guint from, guint to, int margin)
{
	text_blanks(margin, out);
	while (from < to) {
		const char *start = word_at(words, from)->at;
		const char *end;

		do
			end = word_at(words, from)->at +
			      word_at(words, from)->size;
		while (++from < to && *end == ' ' &&
		       word_at(words, from)->at == end + 1);
		g_string_append_len(out, start, end - start);
		g_string_append_c(out, from < to ? ' ' : '\n');
	}
}

/* Would the line be doubtful that begins with that word? */
static bool
is_doubtful(const struct text_doubt *doubt, const GArray *words, guint from,
    int columns)
{
	g_autoptr(GString) line = g_string_sized_new(128);

	append_line(line, words, from,
	    spare_words(words, from, line_end(words, from, columns), columns),
	    0);
	return doubt->doubtful(
	    doubt->arg, (struct text_span){ line->str, line->len - 1 });
}

/* "w", "i", "a": it belongs to the next word. */
static bool
is_letter(const struct word *word)
{
	return g_unichar_isalpha(g_utf8_get_char(word->at)) &&
	       g_utf8_next_char(word->at) == word->at + word->size;
}

/* The end of a line, a few words earlier where the next one is doubtful. */
static guint
sure_end(const struct text_doubt *doubt, const GArray *words, guint from,
    guint to, int columns)
{
	for (guint end = to; end > from + 1 && end + SURE_WORDS >= to; end--)
		if (!is_doubtful(doubt, words, end, columns))
			return end;
	return to;
}

void
text_fill(struct text_span line, int margin, const struct text_doubt *doubt,
    GString *out)
{
	int first = CLAMP(margin, 0, TEXT_COLUMNS - 12);
	int room = TEXT_COLUMNS;
	int columns = room - first;
	/* the longest mark is the arrow in ASCII, with a blank */
	g_autoptr(GArray) words = words_of(line, columns - (int)strlen("=> "));
	guint from = 0;

	margin = first;
	if (words->len > 1 && is_mark(word_at(words, 0))) {
		margin += word_at(words, 0)->width + 1;
		room = TEXT_ITEM_COLUMNS;
		columns = room - margin;
	}
	while (from < words->len) {
		int here = from == 0 ? room - first : columns;
		guint to = line_end(words, from, here);

		to = spare_words(words, from, to, columns);
		while (to < words->len && to > from + 1 &&
		       is_letter(word_at(words, to - 1)))
			to--;
		if (doubt != NULL && to < words->len)
			to = sure_end(doubt, words, from, to, columns);
		append_line(out, words, from, to, from == 0 ? first : margin);
		from = to;
	}
}

/* Fill from the margin that the line's own blanks make. */
static void
fill_hanging(
    struct text_span line, const struct text_doubt *doubt, GString *out)
{
	size_t blanks = 0;

	while (blanks < line.size && line.at[blanks] == ' ')
		blanks++;
	text_fill(line, (int)MIN(blanks, TEXT_COLUMNS), doubt, out);
}

static void
flush(GString *paragraph, const struct text_doubt *doubt, GString *out)
{
	if (paragraph->len == 0)
		return;
	fill_hanging(
	    (struct text_span){ paragraph->str, paragraph->len }, doubt, out);
	g_string_truncate(paragraph, 0);
}

void
text_wrap(const char *text, const struct text_doubt *doubt, GString *out)
{
	g_autoptr(GString) paragraph = g_string_sized_new(256);
	const char *next;

	for (; text != NULL; text = next) {
		const char *end = strchrnul(text, '\n');

		next = *end == '\n' ? end + 1 : NULL;
		while (end > text && g_ascii_isspace(end[-1]))
			end--;
		if (end == text) {
			flush(paragraph, doubt, out);
			if (next != NULL)
				g_string_append_c(out, '\n');
			continue;
		}
		if (*text == ' ' || paragraph->str[0] == ' ')
			flush(paragraph, doubt, out);
		if (paragraph->len > 0)
			g_string_append_c(paragraph, ' ');
		g_string_append_len(paragraph, text, end - text);
	}
	flush(paragraph, doubt, out);
}

/*
 * Without control characters; a tab is a blank.  Those beyond ASCII are U+0080
 * to U+009F, in UTF-8 0xC2 and one more byte.
 */
static char *
printable(const char *text)
{
	char *clean = g_malloc(strlen(text) + 1);
	char *to = clean;

	for (; *text != '\0'; text++) {
		unsigned char c = (unsigned char)*text;

		if (c >= ' ' && c != 0x7f && c != 0xc2)
			*to++ = *text;
		else if (c == '\n')
			*to++ = '\n';
		else if (c == '\t')
			*to++ = ' ';
		else if (c == 0xc2 && (unsigned char)text[1] < 0xa0)
			text += text[1] != '\0';
		else if (c == 0xc2)
			*to++ = *text;
	}
	*to = '\0';
	return clean;
}

char *
text_letter(const char *text)
{
	g_autofree char *clean = printable(text);
	GString *out = g_string_sized_new(strlen(clean) + 1);
	const char *next, *end;
	bool gap = false;

	for (const char *line = clean; *line != '\0'; line = next) {
		struct text_span span = { .at = line };

		end = strchrnul(line, '\n');
		next = *end == '\n' ? end + 1 : end;
		while (end > line && end[-1] == ' ')
			end--;
		span.size = (size_t)(end - line);
		if (span.size == 0) {
			gap = out->len > 0;
			continue;
		}
		if (gap)
			g_string_append_c(out, '\n');
		gap = false;
		/* no character takes more columns than bytes */
		if (span.size > TEXT_COLUMNS &&
		    text_span_width(span) > TEXT_COLUMNS) {
			fill_hanging(span, NULL, out);
		} else {
			g_string_append_len(out, line, end - line);
			g_string_append_c(out, '\n');
		}
	}
	return g_string_free(out, FALSE);
}
