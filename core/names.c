/* SPDX-License-Identifier: ISC */
/*
 * Names of players: which of them are one name to a person who reads a line,
 * and whom a name means that somebody wrote.
 */
#include "core/names.h"

#include "base/fold.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/names_inner.h"
#include "core/words.h"

#include <string.h>

static bool
has_surplus_blanks(const char *text)
{
	return *text == ' ' || strstr(text, "  ") != NULL ||
	       g_str_has_suffix(text, " ");
}

static char *
without_surplus_blanks(const char *text)
{
	GString *bare = g_string_sized_new(strlen(text));

	for (const char *p = text; *p != '\0'; p++)
		if (*p != ' ' || (bare->len > 0 && p[1] != ' ' && p[1] != '\0'))
			g_string_append_c(bare, *p);
	return g_string_free(bare, FALSE);
}

/* In the normal form of that mode. */
static char *
fold_case(const char *text, GNormalizeMode mode)
{
	g_autofree char *normal = NULL;

	if (g_str_is_ascii(text))
		return g_ascii_strdown(text, -1); /* the same, and soon done */
	normal = g_utf8_normalize(text, -1, mode);
	return g_utf8_casefold(normal != NULL ? normal : text, -1);
}

char *
word_key(const char *word)
{
	g_autofree char *folded = fold_case(word, G_NORMALIZE_DEFAULT_COMPOSE);

	if (!has_surplus_blanks(folded))
		return g_steal_pointer(&folded);
	return without_surplus_blanks(folded);
}

/* Blanks of any kind, and what is read as one, are one kind; what nobody sees
 * is none. */
static char *
plain_blanks(const char *text)
{
	GString *plain = g_string_sized_new(strlen(text));

	for (const char *p = text; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		if (c == ',' || g_unichar_isspace(c))
			g_string_append_c(plain, ' ');
		else if (g_unichar_type(c) != G_UNICODE_FORMAT)
			g_string_append_unichar(plain, c);
	}
	return g_string_free(plain, FALSE);
}

char *
name_key(const char *name)
{
	g_autofree char *folded = fold_case(name, G_NORMALIZE_ALL_COMPOSE);
	g_autofree char *plain = plain_blanks(folded);

	return without_surplus_blanks(plain);
}

/* Quotes and apostrophes, of which every keyboard and program has its own. */
static char *
without_quotes(const char *name)
{
	static const char *const quotes[] = { "\"", "'", "`", "´", "‘", "’",
		"‚", "“", "”", "„", "«", "»", "ʼ" };
	GString *plain = g_string_new(name);

	for (size_t i = 0; i < G_N_ELEMENTS(quotes); i++)
		g_string_replace(plain, quotes[i], "", 0);
	return g_string_free(plain, FALSE);
}

/* Without accents and quotes, too, and marks at the end, which a line loses. */
static char *
loose_key(const char *name)
{
	g_autofree char *plain = without_quotes(name);
	g_autofree char *key = name_key(plain);
	char *loose = fold_text(key);
	size_t n = strlen(loose);

	while (n > 0 && strchr(".!; ", loose[n - 1]) != NULL)
		loose[--n] = '\0';
	return loose;
}

/* Cyrillic letters in Latin ones, from the first on; none: a mark. */
static const char *const cyrillic[] = { "a", "b", "v", "g", "d", "e", "zh", "z",
	"i", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f", "kh",
	"ts", "ch", "sh", "shch", "", "y", "", "e", "yu", "ya" };

#define CYRILLIC_A 0x430
#define CYRILLIC_YO 0x451

static bool
is_cyrillic(gunichar c)
{
	return c == CYRILLIC_YO ||
	       (c >= CYRILLIC_A && c < CYRILLIC_A + G_N_ELEMENTS(cyrillic));
}

/* As people write it who have another keyboard: "Juergen", "Petr".  GLib knows
 * no Cyrillic letters.  *foreign: there are some. */
static char *
latin_key(const char *name, bool *foreign)
{
	g_autofree char *key = name_key(name), *german = NULL;
	g_autoptr(GString) latin = g_string_new(NULL);

	for (const char *p = key; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		*foreign |= is_cyrillic(c);
		if (!is_cyrillic(c))
			g_string_append_unichar(latin, c);
		else
			g_string_append(latin,
			    c == CYRILLIC_YO ? "e" : cyrillic[c - CYRILLIC_A]);
	}
	german = g_str_to_ascii(latin->str, "de");
	return loose_key(german);
}

/* "Sergey" is "Sergei", "Yulia" is "Julija", and "Voitek" is "Wojtek", of
 * letters that others write in ways of their own. */
static char *
even_out(const char *key)
{
	static const char *const ways[][2] = { { "kh", "h" }, { "sz", "sh" },
		{ "cz", "ch" }, { "ck", "k" }, { "ch", "C" }, { "c", "k" },
		{ "w", "v" }, { "y", "i" }, { "j", "i" }, { "x", "ks" } };
	GString *even = g_string_new(key);
	size_t n = 0;

	for (size_t i = 0; i < G_N_ELEMENTS(ways); i++)
		g_string_replace(even, ways[i][0], ways[i][1], 0);
	for (size_t i = 0; i < even->len; i++)
		if (n == 0 || even->str[n - 1] != even->str[i])
			even->str[n++] = even->str[i];
	g_string_truncate(even, n);
	return g_string_free(even, FALSE);
}

static bool
is_even(const char *a, const char *b)
{
	g_autofree char *x = even_out(a);
	g_autofree char *y = even_out(b);

	return strcmp(x, y) == 0;
}

/* Is it the same name in letters of another keyboard? */
static bool
is_respelt(const char *a, const char *b)
{
	bool foreign[2] = { false, false };
	g_autofree char *x = latin_key(a, &foreign[0]);
	g_autofree char *y = latin_key(b, &foreign[1]);
	g_autofree char *bare = NULL;

	if (x[0] == '\0' || strchr(x, '?') != NULL)
		return false;
	if (foreign[0] == foreign[1])
		return strcmp(x, y) == 0;
	if (is_even(x, y))
		return true;
	/* "Юрген": an umlaut is one letter */
	bare = loose_key(foreign[0] ? b : a);
	return is_even(foreign[0] ? x : y, bare);
}

/* The one that it may be. */
static int
seat_respelt(const char *const *names, size_t n, const char *name)
{
	int found = NO_SEAT;

	for (int s = 0; s < (int)n; s++) {
		if (!is_respelt(names[s], name))
			continue;
		if (found != NO_SEAT)
			return SEVERAL_SEATS;
		found = s;
	}
	return found;
}

/* For "I", "l" and "1", which look alike: a letter that nobody has in a name.
 */
#define STROKE 0x1c0

/* The Latin letter that a letter of another alphabet looks like, or that a
 * digit does; others as they are. */
static gunichar
latin_alike(gunichar c)
{
	static const gunichar others[] = U"АВЕКМНОРСТУХЅІЈԜаеорсухѕіјһԁѵԝӏӀ"
					 U"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονɑı01";
	static const char latin[] = "ABEKMHOPCTYXSIJWaeopcyxsijhdvwlI"
				    "ABEZHIKMNOPTYXovaioI";

	for (size_t i = 0; others[i] != 0; i++)
		if (others[i] == c)
			return (guchar)latin[i];
	return c;
}

/* As it looks in Latin letters, and strokes like others. */
static char *
look_of(const char *name, bool strokes)
{
	g_autofree char *normal = g_utf8_normalize(name, -1, G_NORMALIZE_ALL);
	g_autoptr(GString) look = g_string_new(NULL);

	for (const char *p = normal != NULL ? normal : name; *p != '\0';
	     p = g_utf8_next_char(p)) {
		const gunichar c = latin_alike(g_utf8_get_char(p));

		g_string_append_unichar(
		    look, strokes && (c == 'I' || c == 'l') ? STROKE : c);
	}
	return loose_key(look->str);
}

static bool
look_alike(const char *a, const char *b, bool strokes)
{
	g_autofree char *x = look_of(a, strokes);
	g_autofree char *y = look_of(b, strokes);

	return strcmp(x, y) == 0;
}

bool
names_alike(const char *a, const char *b)
{
	g_autofree char *x = loose_key(a);
	g_autofree char *y = loose_key(b);

	return strcmp(x, y) == 0 || look_alike(a, b, false) ||
	       look_alike(a, b, true);
}

int
seat_of_name(
    const char *const *names, size_t n, const char *name, unsigned cases)
{
	g_autofree char *key = NULL, *loose = NULL;
	int found = NO_SEAT;

	/* as logs have it, which are read often */
	for (int s = 0; s < (int)n; s++)
		if (strcmp(names[s], name) == 0)
			return s;
	key = name_key(name);
	loose = loose_key(name);
	for (int s = 0; s < (int)n; s++) {
		g_autofree char *other = name_key(names[s]);

		if (strcmp(key, other) == 0)
			return s;
	}
	if (loose[0] == '\0')
		return NO_SEAT;
	for (int s = 0; s < (int)n; s++) {
		g_autofree char *other = loose_key(names[s]);

		if (strcmp(loose, other) != 0)
			continue;
		if (found != NO_SEAT)
			return SEVERAL_SEATS;
		found = s;
	}
	if (found == NO_SEAT)
		found = seat_respelt(names, n, name);
	return found != NO_SEAT
		   ? found
		   : seat_of_bent(names, n, name, cases, is_respelt);
}

int
match_seat_called(const struct match *m, const char *name, unsigned cases)
{
	const char *names[GAME_MAX_SEATS];

	for (int s = 0; s < (int)match_seats(m); s++)
		names[s] = match_name(m, s);
	return seat_of_name(names, match_seats(m), name, cases);
}

int
match_seat_named(const struct match *m, const char *name)
{
	return match_seat_called(m, name, CASES_NONE);
}
