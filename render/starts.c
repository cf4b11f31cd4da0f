/* SPDX-License-Identifier: ISC */
/*
 * The first words of lines that may be commands.  Most lines of a letter begin
 * otherwise, and then need no closer look.
 *
 * Whatever the reader of mails takes off in front of a command is neither an
 * ASCII letter nor the digits of anything but "1." and "1)", and the first
 * word of a command begins like a form of a request or a verb, or is a slip of
 * a request's word.  So a line is harmless if its first letters are none of
 * these; whatever else makes it doubtful, such as other characters than those
 * of letters, leaves it to the closer look.
 */
#include "render/guard.h"
#include "render/tongue.h"

#include <stdlib.h>
#include <string.h>

#define LETTERS                      \
	"abcdefghijklmnopqrstuvwxyz" \
	"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"
#define START_SIZE 64
#define NUMBER_WORDS 4 /* a number and "please", in whatever words */
#define SLIP_LETTERS 4 /* shorter words are too easily others */
#define SLIP_WORDS 8 /* what may be a slip has four and "please" at most */

/* The key of a word of a game, or of a request; false: it is too long. */
static bool
start_key(const char *game, const char *word, size_t size, char *key)
{
	size_t before = game != NULL ? strlen(game) : 0;

	if (before + size + 2 > START_SIZE)
		return false;
	memcpy(key, game != NULL ? game : "", before);
	key[before] = '.';
	for (size_t i = 0; i < size; i++)
		key[before + 1 + i] = g_ascii_tolower(word[i]);
	key[before + 1 + size] = '\0';
	return true;
}

void
starts_add(struct tongue *t, const char *game, const char *form)
{
	g_autofree char *folded = request_fold(form);
	size_t size = strspn(folded, LETTERS);
	char key[START_SIZE];

	if (size > 0 && start_key(game, folded, size, key))
		g_hash_table_add(t->starts, g_strdup(key));
	else if (size > 0)
		t->any_start = true;
	else
		g_string_append_c(t->odd_starts, *folded);
}

void
starts_add_request(struct tongue *t, const char *word)
{
	starts_add(t, NULL, word);
	g_ptr_array_add(t->requests, g_strdup(word));
}

/* GAME.hint.VERB makes a line suspect, too. */
void
starts_add_hints(struct tongue *t)
{
	static const char mark[] = ".hint.";
	GHashTableIter iter;
	void *key;

	g_hash_table_iter_init(&iter, t->phrases);
	while (g_hash_table_iter_next(&iter, &key, NULL)) {
		const char *hint = strstr(key, mark);
		g_autofree char *game = NULL;

		if (hint == NULL)
			continue;
		game = g_strndup(key, (gsize)(hint - (const char *)key));
		starts_add(t, game, hint + strlen(mark));
	}
}

/* Letters, and signs of letters of ours, which no normal form takes apart
 * into ends of commands, blanks or digits. */
static bool
is_plain(gunichar c)
{
	static const gunichar signs[] = { 0xb7, 0x2013, 0x2014, 0x2018, 0x2019,
		0x201c, 0x201d, 0x201e, 0x2022, 0x2026, 0x2192, 0x2500, 0x2502,
		0x2571, 0x2572, 0x2713, 0x2717 };

	if (c < 0x80 || (c >= 0xc0 && c <= 0x24f) || (c >= 0x400 && c <= 0x4ff))
		return true;
	for (size_t i = 0; i < G_N_ELEMENTS(signs); i++)
		if (signs[i] == c)
			return true;
	return false;
}

/* Behind all marks that may be taken off; *odd: one may be a command. */
static const char *
behind_all_marks(
    const struct tongue *t, const char *p, const char *end, bool *odd)
{
	static const char *const marks[] = { "·", "•", "✓", "✗", "“", "”", "„",
		"‘", "’" };

	while (p < end && !g_ascii_isalnum(*p)) {
		size_t i = 0;

		if ((guchar)*p < 0x80) {
			*odd |= memchr(t->odd_starts->str, *p,
				    t->odd_starts->len) != NULL;
			p++;
			continue;
		}
		while (
		    i < G_N_ELEMENTS(marks) && !g_str_has_prefix(p, marks[i]))
			i++;
		if (i == G_N_ELEMENTS(marks)) {
			*odd = true;
			break;
		}
		p += strlen(marks[i]);
	}
	return p;
}

/*
 * One letter too many, missing or another one, behind the same first one; or
 * two neighbours the other way round: as core/request_near.c has it.
 */
static bool
is_slip(const char *word, size_t size, const char *of)
{
	size_t length = strlen(of), most = MAX(size, length);
	size_t head = 0, tail = 0;

	if (size + 1 < length || size > length + 1)
		return false;
	while (
	    head < MIN(size, length) && g_ascii_tolower(word[head]) == of[head])
		head++;
	while (tail < MIN(size, length) - head &&
	       g_ascii_tolower(word[size - 1 - tail]) == of[length - 1 - tail])
		tail++;
	if (head + tail + 1 >= most)
		return head > 0 && size >= SLIP_LETTERS;
	return size == length && head + tail + 2 == size &&
	       g_ascii_tolower(word[head]) == of[head + 1] &&
	       g_ascii_tolower(word[head + 1]) == of[head];
}

static bool
may_be_slip(const struct tongue *t, const char *word, size_t size)
{
	for (guint i = 0; i < t->requests->len; i++)
		if (is_slip(word, size, t->requests->pdata[i]))
			return true;
	return false;
}

/* Words that hold a letter or a digit: the reader sees as many or more. */
static int
count_words(const char *p, const char *end)
{
	int words = 0;
	bool inside = false;

	for (; p < end; p++) {
		bool blank = *p == ' ' || *p == ',' || *p == '\t';

		words += !inside && g_ascii_isalnum(*p);
		inside = !blank && (inside || g_ascii_isalnum(*p));
	}
	return words;
}

static bool part_doubtful(
    const struct tongue *, const char *game, const char *p, const char *end);

/*
 * A number with a "please" behind it, or one that numbers an item, behind
 * which a command may stand.
 */
static bool
number_doubtful(
    const struct tongue *t, const char *game, const char *p, const char *end)
{
	const char *from = p;

	if (memchr(t->odd_starts->str, *p, t->odd_starts->len) != NULL)
		return true;
	while (p < end && g_ascii_isdigit(*p))
		p++;
	/* a line of a list of moves: no "please" */
	if (g_str_has_prefix(p + strspn(p, " "), "→") ||
	    g_str_has_prefix(p + strspn(p, " "), "=>"))
		return false;
	if (count_words(from, end) <= NUMBER_WORDS)
		return true;
	if (p < end && (*p == '.' || *p == ')'))
		return part_doubtful(t, game, p + 1, end);
	return p < end && *p != ' ' && !g_ascii_isalpha(*p);
}

static bool
part_doubtful(
    const struct tongue *t, const char *game, const char *p, const char *end)
{
	bool odd = false;
	size_t size;
	char key[START_SIZE];

	p = behind_all_marks(t, p, end, &odd);
	if (odd || p == end)
		return odd;
	if (g_ascii_isdigit(*p))
		return number_doubtful(t, game, p, end);
	for (size = 0; p + size < end && g_ascii_isalpha(p[size]);)
		size++;
	if (p + size < end && (guchar)p[size] >= 0x80)
		return true;
	if (!start_key(NULL, p, size, key))
		return true;
	if (g_hash_table_contains(t->starts, key) ||
	    (count_words(p, end) <= SLIP_WORDS && may_be_slip(t, p, size)))
		return true;
	if (game == NULL)
		return false;
	return !start_key(game, p, size, key) ||
	       g_hash_table_contains(t->starts, key);
}

bool
starts_harmless(const struct tongue *t, const char *game, struct span line)
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
