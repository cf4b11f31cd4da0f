/* SPDX-License-Identifier: ISC */
/*
 * The first words of lines that may be commands.  Most lines of a letter begin
 * otherwise, and then need no closer look.
 *
 * Whatever the reader of mails takes off in front of a command is neither a
 * letter nor the digits of anything but "1." and "1)", nor what boards are
 * drawn with, and the first word of a command begins like a form of a request
 * or a verb, is a number, also as it is spoken, or is a slip of a request's
 * word.  So a line is harmless if its first letters are none of these, or if
 * what stands behind a number or a slip continues no request; whatever else
 * makes it doubtful, such as other characters than those of letters, leaves it
 * to the closer look.
 */
#include "render/language/catalog.h"

#include "base/fold.h"
#include "base/lexicon.h"
#include "parse/parse.h"
#include "render/text/text.h"

#include <stdint.h>
#include <string.h>

#define START_SIZE 64
#define NUMBER_WORDS 4 /* a number and "please", in whatever words */
#define SLIP_WORDS 8 /* what may be a slip has four and "please" at most */

/* In the place of a game: words that only continue a request; words of
 * numbers. */
#define BEHIND "+"
#define NUMBER "#"
/* What stands for a word's first letters, as tools/pack_words.py has it. */
#define ALONE "1" /* whatever is behind it */
#define WITH_SECOND "2" /* if one of its second words is behind it */

static const struct text_span NO_SECOND = { NULL, 0 };

/* Where the letters end that the text begins with. */
static const char *
behind_letters(const char *p, const char *end)
{
	while (p < end &&
	       ((guchar)*p < 0x80 ? g_ascii_isalpha(*p)
				  : g_unichar_isalpha(g_utf8_get_char(p))))
		p = g_utf8_next_char(p);
	return p;
}

/* Those letters as the reader of mails folds them; false: they are many, or
 * become more than letters. */
static bool
fold_letters(const char *p, const char *stop, char word[START_SIZE])
{
	g_autofree char *text = NULL, *folded = NULL;
	size_t size = (size_t)(stop - p), i = 0;

	if (size >= START_SIZE)
		return false;
	while (i < size && (guchar)p[i] < 0x80) {
		word[i] = g_ascii_tolower(p[i]);
		i++;
	}
	word[i] = '\0';
	if (i == size)
		return true;
	text = g_strndup(p, size);
	folded = fold_text(text);
	size = g_strlcpy(word, folded, START_SIZE);
	return size < START_SIZE &&
	       behind_letters(word, word + size) == word + size;
}

/*
 * The key of the first word of a form of a game, or of a request, or of its
 * first two; false: it is too long.
 */
static bool
start_key(const char *game, struct text_span word, struct text_span second,
    char key[START_SIZE])
{
	size_t size = game != NULL ? strlen(game) : 0;
	size_t more = second.at != NULL ? second.size + 1 : 0;

	if (size + 1 + word.size + more >= START_SIZE)
		return false;
	if (game != NULL)
		key = mempcpy(key, game, size);
	*key++ = '.';
	key = mempcpy(key, word.at, word.size);
	if (second.at != NULL) {
		*key++ = ' ';
		key = mempcpy(key, second.at, second.size);
	}
	*key = '\0';
	return true;
}

static const char *
start_find(const struct catalog *t, const char *key)
{
	if (t->built_in.starts != NULL)
		return lexicon_find(t->built_in.starts, key);
	return g_hash_table_lookup(t->starts, key);
}

static void
add_key(struct catalog *t, const char *game, struct text_span word,
    struct text_span second, const char *value)
{
	char key[START_SIZE];

	if (!start_key(game, word, second, key))
		t->any_start = true;
	else if (g_strcmp0(start_find(t, key), ALONE) != 0)
		g_hash_table_insert(t->starts,
		    g_string_chunk_insert(t->texts, key),
		    (gpointer)(uintptr_t)value);
}

bool
verbs_have(const struct catalog *t, const char *key)
{
	if (t->built_in.verbs != NULL)
		return lexicon_find(t->built_in.verbs, key) != NULL;
	return g_hash_table_contains(t->verbs, key);
}

/* By its first word, or by two: "the route", for many a line has "the". */
void
starts_add(struct catalog *t, const char *game, const char *folded)
{
	const char *end = folded + strlen(folded);
	const char *stop = behind_letters(folded, end);
	/* "who is", "who's" */
	const char *next = stop + (*stop == ' ' || *stop == '\'');
	const char *last = behind_letters(next, end);
	const struct text_span word = { folded, (size_t)(stop - folded) };
	const struct text_span second = { next, (size_t)(last - next) };

	if (stop == folded) {
		g_string_append_c(t->odd_starts, *folded);
	} else if (next == stop || last == next) {
		add_key(t, game, word, NO_SECOND, ALONE);
	} else {
		add_key(t, game, word, NO_SECOND, WITH_SECOND);
		add_key(t, game, word, second, ALONE);
	}
}

void
starts_add_request(struct catalog *t, const char *word, const char *form)
{
	g_autofree char *folded = fold_text(form);

	starts_add(t, request_begins(word) ? NULL : BEHIND, folded);
}

void
starts_add_number(struct catalog *t, const char *form)
{
	g_autofree char *folded = fold_text(form);

	starts_add(t, NUMBER, folded);
}

/* "Bin bis Freitag weg" is such a request, whatever is between. */
void
starts_add_opening(struct catalog *t, const char *form)
{
	g_autofree char *folded = fold_text(form);
	const char *end = folded + strlen(folded);

	folded[behind_letters(folded, end) - folded] = '\0';
	starts_add(t, NULL, folded);
}

/* GAME.hint.VERB makes a line suspect, too. */
void
starts_add_hints(struct catalog *t)
{
	static const char mark[] = ".hint.";
	GHashTableIter iter;
	void *key;

	g_hash_table_iter_init(&iter, t->phrases);
	while (g_hash_table_iter_next(&iter, &key, NULL)) {
		const char *hint = strstr(key, mark);
		g_autofree char *game = NULL, *folded = NULL;

		if (hint == NULL)
			continue;
		game = g_strndup(key, (gsize)(hint - (const char *)key));
		folded = fold_text(hint + strlen(mark));
		starts_add(t, game, folded);
	}
}

/* Arrows before examples, and what boards are drawn with: in front of a
 * command nobody takes them off. */
static bool
is_drawn(gunichar c)
{
	return c == 0x2192 || (c >= 0x2500 && c < 0x2600);
}

/* Letters, and signs of letters of ours, which no normal form takes apart
 * into ends of commands or digits. */
static bool
is_plain(gunichar c)
{
	static const gunichar signs[] = { 0xa0, 0xab, 0xb7, 0xbb, 0x2013,
		0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x201e, 0x2022, 0x2026,
		0x2713, 0x2717 };

	if (c < 0x80 || (c >= 0xc0 && c <= 0x24f) ||
	    (c >= 0x400 && c <= 0x4ff) || is_drawn(c))
		return true;
	for (size_t i = 0; i < G_N_ELEMENTS(signs); i++)
		if (signs[i] == c)
			return true;
	return false;
}

static const char *
behind_mark(const char *p)
{
	static const char *const marks[] = { "·", "•", "✓", "✗", "“", "”", "„",
		"‘", "’", "«", "»" };

	for (size_t i = 0; i < G_N_ELEMENTS(marks); i++)
		if (g_str_has_prefix(p, marks[i]))
			return p + strlen(marks[i]);
	return p;
}

/* Behind all marks that may be taken off; *odd: one may be a command. */
static const char *
behind_all_marks(
    const struct catalog *t, const char *p, const char *end, bool *odd)
{
	while (p < end && !g_ascii_isalnum(*p)) {
		const char *from = p;

		if ((guchar)*p < 0x80) {
			*odd |= memchr(t->odd_starts->str, *p,
				    t->odd_starts->len) != NULL;
			p++;
		} else if ((p = behind_mark(from)) == from)
			break;
	}
	return p;
}

/* A letter, or part of one, or a digit. */
static bool
is_of_word(char c)
{
	return g_ascii_isalnum(c) || ((guchar)c >= 0xc3 && (guchar)c < 0xe0);
}

/* Words that hold such: the reader sees as many or more, but for faces. */
static int
count_words(const char *p, const char *end)
{
	int words = 0;
	bool inside = false;

	for (; p < end; p++) {
		bool blank = *p == ' ' || *p == ',' || *p == '\t';

		words += !inside && is_of_word(*p);
		inside = !blank && (inside || is_of_word(*p));
	}
	return words;
}

static bool
ends_in_face(const char *p, const char *end)
{
	return request_ends_in_face(p, (size_t)(end - p));
}

static bool part_doubtful(
    const struct catalog *, const char *game, const char *p, const char *end);

/* Two numbers or more, and nothing else, which no command is: rows of tables
 * end so. */
static bool
is_numbers(const char *p, const char *end)
{
	int numbers = 0;

	while (p < end) {
		const char *from = p;

		while (p < end && g_ascii_isdigit(*p))
			p++;
		if (p == from)
			return false;
		numbers++;
		while (p < end && *p == ' ')
			p++;
	}
	return numbers > 1;
}

/* Do a form's first words stand there?  The first one is folded already. */
static bool
form_begins(const struct catalog *t, const char *game, const char *word,
    const char *behind, const char *end)
{
	const struct text_span first = { word, strlen(word) };
	const char *found, *stop;
	char key[START_SIZE], second[START_SIZE];

	if (!start_key(game, first, NO_SECOND, key))
		return true;
	if ((found = start_find(t, key)) == NULL)
		return false;
	if (strcmp(found, ALONE) == 0)
		return true;
	if (behind < end && g_ascii_isdigit(*behind))
		return false; /* "a1" is not "a" */
	while (
	    behind < end && (guchar)*behind < 0x80 && !g_ascii_isalnum(*behind))
		behind++;
	stop = behind_letters(behind, end);
	if (stop == behind || !fold_letters(behind, stop, second))
		return true;
	return !start_key(game, first,
		   (struct text_span){ second, strlen(second) }, key) ||
	       start_find(t, key) != NULL;
}

static bool
is_gap(char c)
{
	return c == ' ' || c == ',' || c == '\t';
}

/*
 * May a request go on with the letters there?  Nothing else stands behind a
 * slip, nor behind a number, but for a smile at the end.
 */
static bool
may_go_on(const struct catalog *t, const char *p, const char *end)
{
	const char *stop = behind_letters(p, end);
	char word[START_SIZE];

	return stop == p || !fold_letters(p, stop, word) ||
	       strcmp(word, "xd") == 0 ||
	       form_begins(t, NULL, word, stop, end) ||
	       form_begins(t, BEHIND, word, stop, end);
}

/* The next word that begins with a letter; NULL: there is none, or something
 * before it may be a blank as well. */
static const char *
next_word(const char *p, const char *end)
{
	while (p < end && (guchar)*p < 0x80) {
		bool gap = is_gap(*p++);

		if (gap && behind_letters(p, end) > p)
			return p;
	}
	return NULL;
}

/*
 * A number with a "please" behind it, or one that numbers an item, behind
 * which a command may stand.
 */
static bool
number_doubtful(
    const struct catalog *t, const char *game, const char *p, const char *end)
{
	const char *from = p, *word;

	if (memchr(t->odd_starts->str, *p, t->odd_starts->len) != NULL)
		return true;
	if (is_numbers(p, end))
		return false;
	while (p < end && g_ascii_isdigit(*p))
		p++;
	/* a line of a list of moves: no "please" */
	if (g_str_has_prefix(p + strspn(p, " "), "→") ||
	    g_str_has_prefix(p + strspn(p, " "), "=>"))
		return false;
	if (p < end && (*p == '.' || *p == ')') &&
	    part_doubtful(t, game, p + 1, end))
		return true;
	if ((word = next_word(p, end)) != NULL)
		return may_go_on(t, word, end);
	return count_words(from, end) <= NUMBER_WORDS ||
	       ends_in_face(from, end) ||
	       (p < end && *p != ' ' && !g_ascii_isalpha(*p));
}

/* A slip stands alone, or a request goes on behind it. */
static bool
slip_doubtful(
    const struct catalog *t, const char *p, const char *stop, const char *end)
{
	const char *behind = stop;

	while (behind < end && is_gap(*behind))
		behind++;
	return (count_words(p, end) <= SLIP_WORDS || ends_in_face(p, end)) &&
	       (behind == stop || may_go_on(t, behind, end));
}

/* "Four please" */
static bool
spoken_number_doubtful(const struct catalog *t, const char *word,
    const char *stop, const char *end)
{
	const char *behind = next_word(stop, end);

	return form_begins(t, NUMBER, word, stop, end) &&
	       (behind != NULL ? may_go_on(t, behind, end) : stop < end);
}

static bool
word_doubtful(const struct catalog *t, const char *game, const char *p,
    const char *stop, const char *end)
{
	char word[START_SIZE];

	if (!fold_letters(p, stop, word))
		return true;
	return form_begins(t, NULL, word, stop, end) ||
	       (game != NULL && form_begins(t, game, word, stop, end)) ||
	       spoken_number_doubtful(t, word, stop, end) ||
	       (request_may_slip(word) && slip_doubtful(t, p, stop, end));
}

static bool
part_doubtful(
    const struct catalog *t, const char *game, const char *p, const char *end)
{
	bool odd = false;
	const char *stop;

	p = behind_all_marks(t, p, end, &odd);
	if (odd || p == end)
		return odd;
	if (g_ascii_isdigit(*p))
		return number_doubtful(t, game, p, end);
	if (is_drawn(g_utf8_get_char(p)))
		return false;
	stop = behind_letters(p, end);
	if (stop == p || (stop < end && (guchar)*stop >= 0x80))
		return true;
	return word_doubtful(t, game, p, stop, end);
}

bool
starts_harmless(
    const struct catalog *t, const char *game, struct text_span line)
{
	const char *end = line.at + line.size, *next;

	if (t->any_start)
		return false;
	for (const char *p = line.at; p < end; p = g_utf8_next_char(p))
		if ((guchar)*p >= 0x80 && !is_plain(g_utf8_get_char(p)))
			return false;
	for (const char *p = line.at; p < end; p = next) {
		const char *stop = memchr(p, ';', (size_t)(end - p));

		if (stop == NULL)
			stop = end;
		if (part_doubtful(t, game, p, stop))
			return false;
		next = stop + (stop < end);
	}
	return true;
}
