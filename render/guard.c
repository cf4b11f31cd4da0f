/* SPDX-License-Identifier: ISC */
/*
 * No line of a letter may read as a command, for a letter comes back below
 * its answer, and not every mail program marks what it quotes.  Templates keep
 * to that by themselves; names, reasons and luck words are free text, so that
 * a line which begins with one, or is filled with it, is looked at here.
 */
#include "render/guard.h"

#include "base/fold.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/render.h"
#include "render/text/text.h"
#include "render/language/catalog.h"

#include <string.h>

#define MARK "~ " /* no mark of a list, nor of an end: it is not taken off */
#define MARK_WIDTH 2
#define LOOKED_AT_MAX 16384 /* lines that are remembered: two megabytes */
#define KEY_MAX 256 /* bytes of one, with its game */

/* NULL: it is not. */
static char *
plain_ascii(struct text_span line)
{
	g_autofree char *text = g_strndup(line.at, line.size);

	if (!g_str_is_ascii(text))
		return NULL;
	return g_strdelimit(g_steal_pointer(&text), "\t\n\f\r", ' ');
}

/* As the reader of mails sees it: plain letters, nothing invisible. */
static char *
plain(struct text_span line)
{
	g_autofree char *text = NULL;
	GString *out;
	char *ascii;

	if ((ascii = plain_ascii(line)) != NULL)
		return ascii;
	text = g_utf8_normalize(
	    line.at, (gssize)line.size, G_NORMALIZE_ALL_COMPOSE);
	out = g_string_new(NULL);

	for (const char *p = text; p != NULL && *p != '\0';
	     p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		if (g_unichar_isspace(c))
			g_string_append_c(out, ' ');
		else if (g_unichar_type(c) != G_UNICODE_FORMAT &&
			 g_unichar_type(c) != G_UNICODE_NON_SPACING_MARK)
			g_string_append_unichar(out, c);
	}
	return g_string_free(out, FALSE);
}

/* Behind the marks of items, of quotes and of quotations. */
static const char *
behind_marks(const char *line)
{
	static const char *const marks[] = { " ", ">", "|", "\"", "'", "*", "_",
		"`", "-", "+", "·", "•", "✓", "✗", "«", "»", "“", "”", "„", "‘",
		"’" };
	size_t i = 0;

	while (i < G_N_ELEMENTS(marks)) {
		if (g_str_has_prefix(line, marks[i])) {
			line += strlen(marks[i]);
			i = 0;
		} else {
			i++;
		}
	}
	return line;
}

/* With a verb in one of its forms, which may have several words. */
static bool
begins_like_move(const struct catalog *t, const char *game, const char *part)
{
	static const char gaps[] = " ,.!?:;()[]#\"'*_`";
	enum { WORDS_MAX = 6 };
	g_autofree char *folded = fold_text(part);
	g_autoptr(GString) form = g_string_new(game);
	const char *word = folded + strspn(folded, gaps);
	g_autofree char *hint = g_strdup_printf(
	    "%s.hint.%.*s", game, (int)strcspn(word, gaps), word);

	if (catalog_has(t, hint))
		return true;
	for (int i = 0; i < WORDS_MAX && *word != '\0'; i++) {
		size_t size = strcspn(word, gaps);

		g_string_append_c(form, i == 0 ? '.' : ' ');
		g_string_append_len(form, word, (gssize)size);
		if (verbs_have(t, form->str))
			return true;
		word += size + strspn(word + size, gaps);
	}
	return false;
}

static bool
is_request(const struct catalog *t, const char *part)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);

	request_read(catalog_words(t), NULL, part, list);
	for (guint i = 0; i < list->len; i++)
		if (((struct request *)list->pdata[i])->kind != REQUEST_TALK)
			return true;
	return false;
}

/* One part of a line, or the whole, begins like something to do. */
static bool
part_suspect(const struct catalog *t, const char *game, const char *part)
{
	const char *bare = behind_marks(part);
	const char *behind;

	if (*bare == '\0')
		return false;
	/* it takes longest to read a line as requests */
	if (game != NULL) {
		if (begins_like_move(t, game, bare))
			return true;
		behind = request_behind_lead(catalog_words(t), bare);
		if (behind != bare && begins_like_move(t, game, behind))
			return true;
	}
	return (bare != part && is_request(t, part)) || is_request(t, bare);
}

/* Nothing else is in the line, as in many a row of a table: a number of the
 * list, be there one or not. */
static bool
is_number(struct text_span line)
{
	enum { MAX_DIGITS = 4 };
	size_t digits = 0;

	while (digits < line.size && g_ascii_isdigit(line.at[digits]))
		digits++;
	return digits == line.size && digits > 0 && digits <= MAX_DIGITS;
}

static bool
line_suspect(const struct catalog *t, const char *game, struct text_span line)
{
	g_autofree char *text = plain(line);
	g_auto(GStrv) parts = g_strsplit(text, ";", -1);
	const char *item = behind_marks(text);
	size_t digits = strspn(item, "0123456789");

	for (guint i = 0; parts[i] != NULL; i++)
		if (part_suspect(t, game, parts[i]))
			return true;
	/* "1. play wine" is read without the number */
	return digits > 0 && digits <= 2 && item[digits] != '\0' &&
	       strchr(".)", item[digits]) != NULL &&
	       part_suspect(t, game, item + digits + 1);
}

bool
guard_reads(const struct catalog *t, const char *game, struct text_span line)
{
	return is_number(line) || line_suspect(t, game, line);
}

/* "GAME\nLINE", by which a line is remembered; false: it is too long. */
static bool
make_key(const char *game, struct text_span line, char key[KEY_MAX])
{
	size_t size = game != NULL ? strlen(game) : 0;
	char *p = key;

	if (size + line.size + 2 > KEY_MAX)
		return false;
	if (game != NULL)
		p = mempcpy(p, game, size);
	*p++ = '\n';
	p = mempcpy(p, line.at, line.size);
	*p = '\0';
	return true;
}

/* Most lines come again and again, in letters of all matches. */
bool
guard_suspects(const struct catalog *t, const char *game, struct text_span line)
{
	char key[KEY_MAX];
	bool short_enough = make_key(game, line, key), suspect;
	gpointer known;

	if (line.size == 0)
		return false;
	if (short_enough &&
	    g_hash_table_lookup_extended(t->looked_at, key, NULL, &known))
		return GPOINTER_TO_INT(known);
	suspect = !starts_harmless(t, game, line) && guard_reads(t, game, line);
	if (!short_enough)
		return suspect;
	if (g_hash_table_size(t->looked_at) >= LOOKED_AT_MAX)
		g_hash_table_remove_all(t->looked_at);
	g_hash_table_insert(
	    t->looked_at, g_strdup(key), GINT_TO_POINTER(suspect));
	return suspect;
}

static size_t
margin_of(struct text_span line)
{
	size_t blanks = 0;

	while (blanks < line.size && line.at[blanks] == ' ')
		blanks++;
	return blanks;
}

/* The bytes of the line that have room behind the mark. */
static size_t
room_for(struct text_span line)
{
	size_t size = line.size;

	while (text_span_width((struct text_span){ line.at, size }) >
	       TEXT_COLUMNS - MARK_WIDTH) {
		const char *blank = memrchr(line.at, ' ', size);

		size = blank != NULL && blank > line.at
			   ? (size_t)(blank - line.at)
			   : (size_t)(g_utf8_find_prev_char(
					  line.at, line.at + size) -
				      line.at);
	}
	return size;
}

/* Is the line one of a paragraph that goes on: words from its start? */
static bool
goes_on(struct text_span line)
{
	return line.size > 0 && line.at[0] != ' ' &&
	       behind_marks(line.at) == line.at;
}

/*
 * The mark takes the place of blanks before the line where there are some.
 * Otherwise what has no room any more is left in rest, which was empty.
 */
static void
put_line(const struct catalog *t, const char *game, struct text_span line,
    GString *out, GString *rest)
{
	size_t blanks = margin_of(line), size = line.size;

	if (guard_suspects(t, game, line)) {
		g_string_append_len(out, line.at,
		    (gssize)(blanks >= MARK_WIDTH ? blanks - MARK_WIDTH : 0));
		g_string_append(out, MARK);
		if (blanks < MARK_WIDTH)
			size = room_for(line);
		line.at += blanks;
		line.size -= blanks;
		size -= MIN(blanks, size);
	}
	g_string_append_len(out, line.at, (gssize)size);
	g_string_append_c(out, '\n');
	line = text_strip(line.at + size, line.at + line.size);
	g_string_append_len(rest, line.at, (gssize)line.size);
}

/*
 * Put the words that had no room before the next line, if that goes on with
 * their paragraph; then it may have no room for all of its own.  from: the
 * line, which is taken into text where the words are put before it.
 */
static struct text_span
join(GString *text, GString *rest, struct text_span line)
{
	g_string_assign(text, rest->str);
	g_string_append_c(text, ' ');
	g_string_append_len(text, line.at, (gssize)line.size);
	g_string_truncate(rest, 0);
	line = (struct text_span){ text->str, text->len };
	while (text_span_width(line) > TEXT_COLUMNS) {
		const char *blank = memrchr(line.at, ' ', line.size);

		if (blank == NULL)
			break;
		line.size = (size_t)(blank - line.at);
	}
	if (line.size < text->len)
		g_string_assign(rest, text->str + line.size + 1);
	return line;
}

char *
guard_letter(const struct catalog *t, const char *game, const char *text)
{
	GString *out = g_string_sized_new(strlen(text) + 1);
	g_autoptr(GString) rest = g_string_new(NULL),
			   joined = g_string_new(NULL);
	g_autoptr(GString) over = g_string_new(NULL);
	const char *next;

	for (const char *p = text; *p != '\0' || rest->len > 0; p = next) {
		const char *end = strchrnul(p, '\n');
		struct text_span line = { p, (size_t)(end - p) };

		next = *end == '\n' ? end + 1 : end;
		g_string_truncate(over, 0);
		if (rest->len > 0 && goes_on(line)) {
			line = join(joined, rest, line);
		} else if (rest->len > 0) {
			g_string_assign(joined, rest->str);
			g_string_truncate(rest, 0);
			line = (struct text_span){ joined->str, joined->len };
			next = p;
		}
		put_line(t, game, line, out, over);
		if (over->len > 0) {
			if (rest->len > 0)
				g_string_append_c(over, ' ');
			g_string_prepend(rest, over->str);
		}
	}
	return g_string_free(out, FALSE);
}
