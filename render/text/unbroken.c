/* SPDX-License-Identifier: ISC */
/*
 * Mail programs break the lines of what they quote anew, and not every one of
 * them marks it: no line may come about by it that is a command.  Sentences
 * keep to that as far as they can; names, numbers and moves end lines where it
 * happens, and there the blanks are such as nobody breaks a line at.
 */
#include "render/body.h"

#include "render/guard.h"
#include "render/text/text.h"
#include "render/language/catalog.h"

#include <string.h>

#define ARROW "→"
#define HARD_BLANK "\u00a0"
#define NARROWEST 32 /* columns: nobody breaks lines before that */
#define LINES_MAX 8192 /* that are remembered: two megabytes */
#define LONGEST 40 /* so much may be broken off a line */

/* With these bytes begin “ ” „, and « ». */
#define QUOTE 0xe2
#define ANGLE 0xc2
static const char *const quotes[] = { "“", "”", "„", "«", "»" };

/* What a line is part of. */
enum part {
	PART_FIRST, /* the first line of a paragraph, or of a list */
	PART_LIST, /* moves and examples, one a line, each behind an arrow */
	PART_ITEM, /* a sentence behind a mark, that may have more lines */
	PART_MORE /* a paragraph that goes on */
};

static size_t
blanks_of(struct text_span line)
{
	size_t blanks = 0;

	while (blanks < line.size && line.at[blanks] == ' ')
		blanks++;
	return blanks;
}

static bool
begins_with(const char *p, const struct text_span *line, const char *mark)
{
	size_t left = (size_t)(line->at + line->size - p);

	return left >= strlen(mark) && memcmp(p, mark, strlen(mark)) == 0;
}

static enum part
part_of(struct text_span line, enum part before, bool gap)
{
	static const char *const marks[] = { "·", "✓", "✗" };
	const char *p = line.at + blanks_of(line);

	for (size_t i = 0; i < G_N_ELEMENTS(marks); i++)
		if (p > line.at && begins_with(p, &line, marks[i]))
			return PART_ITEM;
	if (before == PART_ITEM && !gap && p > line.at)
		return PART_ITEM;
	while (p < line.at + line.size && (*p == ' ' || g_ascii_isdigit(*p)))
		p++;
	if (begins_with(p, &line, ARROW))
		return PART_LIST;
	return gap ? PART_FIRST : PART_MORE;
}

/* Does the rest of a line begin like a command, be it one that is quoted? */
static bool
suspects(const struct catalog *t, const char *game, struct text_span rest)
{
	g_autoptr(GString) plain = NULL;

	if (guard_suspects(t, game, rest))
		return true;
	if (memchr(rest.at, QUOTE, rest.size) == NULL &&
	    memchr(rest.at, ANGLE, rest.size) == NULL)
		return false;
	plain = g_string_new_len(rest.at, (gssize)rest.size);
	for (size_t i = 0; i < G_N_ELEMENTS(quotes); i++)
		if (g_string_replace(plain, quotes[i], "\"", 0) > 0)
			rest.at = NULL;
	return rest.at == NULL &&
	       guard_suspects(
		   t, game, (struct text_span){ plain->str, plain->len });
}

/* Characters, and so about as many columns. */
static int
count(const char *p, const char *end)
{
	int n = 0;

	for (; p < end; p++)
		n += (*p & 0xc0) != 0x80;
	return n;
}

/*
 * Programs break lines anew at blanks, and the end of one may then stand
 * alone: where it would read as a command, the blanks before it are such as
 * no line is broken at.  What begins where it does now, within the fixed
 * columns, is never parted from the word before it.
 */
static void
put_glued(const struct catalog *t, const char *game, struct text_span line,
    int fixed, GString *out)
{
	const char *end = line.at + line.size;
	int columns = 0, left = count(line.at, end);

	for (const char *p = line.at, *word, *next; p < end; p = next) {
		struct text_span rest;
		int size;

		for (word = p; word < end && *word == ' ';)
			word++;
		next = word;
		while (next < end && *next != ' ')
			next++;
		rest = (struct text_span){ word, (size_t)(end - word) };
		size = count(p, next);
		columns += size;
		if (p == line.at || columns <= fixed || left > LONGEST ||
		    !suspects(t, game, rest)) {
			g_string_append_len(out, p, word - p);
		} else {
			for (; p < word; p++)
				g_string_append(out, HARD_BLANK);
		}
		left -= size;
		g_string_append_len(out, word, next - word);
	}
}

/* Most lines come again and again: what they became is remembered.  key: to
 * be filled. */
static void
put_line(const struct catalog *t, const char *game, struct text_span line,
    int fixed, GString *key, GString *out)
{
	const char *known;
	size_t from = out->len;

	if (line.size <= (size_t)fixed) {
		g_string_append_len(out, line.at, (gssize)line.size);
		return;
	}
	g_string_assign(key, game != NULL ? game : "");
	g_string_append_c(key, fixed > 0 ? '+' : '-');
	g_string_append_len(key, line.at, (gssize)line.size);
	known = g_hash_table_lookup(t->unbroken, key->str);
	if (known != NULL) {
		g_string_append(out, known);
		return;
	}
	put_glued(t, game, line, fixed, out);
	if (g_hash_table_size(t->unbroken) >= LINES_MAX)
		g_hash_table_remove_all(t->unbroken);
	g_hash_table_insert(t->unbroken, g_strdup(key->str),
	    g_strndup(out->str + from, out->len - from));
}

/* Does the paragraph of a line that is such a part end with it? */
static bool
ends_there(enum part part, const char *next)
{
	if (*next == '\0' || *next == '\n')
		return true;
	return part == PART_ITEM ? !g_str_has_prefix(next, "  ") : *next == ' ';
}

char *
catalog_unbroken(const struct catalog *t, const char *game, const char *text)
{
	GString *out = g_string_sized_new(strlen(text) * 9 / 8);
	g_autoptr(GString) key = g_string_sized_new(128);
	enum part part = PART_FIRST;
	bool gap = true;

	for (const char *p = text; *p != '\0';) {
		const char *end = strchrnul(p, '\n');
		const char *next = end + (*end == '\n');
		struct text_span line = { p, (size_t)(end - p) };
		bool moved;

		part = part_of(line, part, gap);
		gap = line.size == 0;
		moved = (part == PART_MORE || part == PART_ITEM) &&
			ends_there(part, next);
		put_line(t, game, line, moved ? 0 : NARROWEST, key, out);
		g_string_append_len(out, end, next - end);
		p = next;
	}
	return g_string_free(out, FALSE);
}
