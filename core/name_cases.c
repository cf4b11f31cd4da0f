/* SPDX-License-Identifier: ISC */
/*
 * Names as Polish and Russian sentences bend them: "powiedz Annie", "wycisz
 * Annę", "сказать Алексею"; and in all languages "Robot" for the only robot.
 * Only whoever writes in such a language means Anna by "Annie", and behind
 * "say" only cases count that such a sentence has there: what is said to one
 * player alone must reach nobody else.
 */
#include "core/names.h"

#include "base/fold.h"
#include "core/names_inner.h"

#include <glib.h>
#include <string.h>

enum { LETTERS_MIN = 3 }; /* of a word that may be a name in a case */

/* How a name ends in a case, and how it ends by itself; folded. */
struct ending {
	const char *bent, *plain;
	bool given; /* to whom something is said or given */
};

static const struct ending polish[] = {
	/* women */
	{ "i", "ia", true }, /* Basi: Basia */
	{ "ii", "ia", true }, /* Zofii: Zofia */
	{ "i", "a", true }, /* Oli: Ola */
	{ "i", "ja", true }, /* Mai: Maja */
	{ "y", "a", true }, /* Cecy: Ceca */
	{ "ie", "a", true }, /* Annie: Anna */
	{ "ce", "ka", true }, /* Dance: Danka */
	{ "dze", "ga", true }, /* Oldze: Olga */
	{ "rze", "ra", true }, /* Barbarze: Barbara */
	{ "cie", "ta", true }, /* Marcie: Marta */
	{ "dzie", "da", true }, /* Magdzie: Magda */
	{ "ki", "ka", false },
	{ "gi", "ga", false },
	{ "e", "a", false }, /* Annę */
	{ "ie", "ia", false }, /* Basię */
	/* and men */
	{ "owi", "", true }, /* Janowi: Jan */
	{ "owi", "o", true }, /* Stasiowi: Stasio */
	{ "iowi", "", true }, /* Jasiowi: Jaś */
	{ "kowi", "ek", true }, /* Wojtkowi: Wojtek */
	{ "kowi", "iek", true }, /* Maćkowi: Maciek */
	{ "lowi", "el", true }, /* Pawłowi: Paweł */
	{ "rowi", "er", true }, /* Aleksandrowi: Aleksander */
	{ "kowi", "ko", true }, /* Mieszkowi: Mieszko */
	{ "emu", "y", true }, /* Jerzemu: Jerzy */
	{ "emu", "", true }, /* Antoniemu: Antoni */
	{ "ego", "y", false },
	{ "ego", "", false },
	{ "a", "", false },
	{ "ka", "ek", false },
	{ "ka", "iek", false },
	{ "la", "el", false },
	{ "em", "", false },
	{ "kiem", "ek", false },
	{ "kiem", "iek", false },
	{ NULL, NULL, false },
};

static const struct ending russian[] = {
	{ "у", "", true }, /* Ивану: Иван */
	{ "ку", "ек", true }, /* Войтку: Войтек */
	{ "лу", "ел", true }, /* Павлу: Павел */
	{ "ю", "и", true }, /* Алексею: Алексей, whose end is folded */
	{ "ю", "ь", true }, /* Игорю: Игорь */
	{ "и", "ь", true }, /* Любови: Любовь */
	{ "е", "а", true }, /* Анне: Анна */
	{ "е", "я", true }, /* Дуне: Дуня */
	{ "ии", "ия", true }, /* Марии: Мария */
	{ "а", "", false },
	{ "ка", "ек", false },
	{ "ла", "ел", false },
	{ "я", "и", false },
	{ "я", "ь", false },
	{ "ы", "а", false },
	{ "и", "а", false },
	{ "и", "я", false },
	{ "у", "а", false },
	{ "ю", "я", false },
	{ "ом", "", false },
	{ "ем", "и", false },
	{ "ем", "ь", false },
	{ "ои", "а", false },
	{ "еи", "я", false },
	{ NULL, NULL, false },
};

static const struct {
	const char *language;
	unsigned cases;
	const struct ending *endings;
} languages[] = { { "pl", CASES_POLISH, polish },
	{ "ru", CASES_RUSSIAN, russian } };

unsigned
cases_of_language(const char *language)
{
	for (size_t i = 0; i < G_N_ELEMENTS(languages); i++)
		if (strcmp(languages[i].language, language) == 0)
			return languages[i].cases;
	return CASES_NONE;
}

/* "Robot" for "Robot-1". */
static bool
is_but_for_number(const char *plain, const char *name)
{
	size_t n = strlen(plain);

	return strncmp(plain, name, n) == 0 && name[n] == '-' &&
	       name[n + 1] != '\0' &&
	       name[n + 1 + strspn(name + n + 1, "0123456789")] == '\0';
}

/* What is looked for among the names. */
struct search {
	unsigned cases;
	bool (*respelt)(const char *, const char *);
};

static bool
is_cyrillic(const char *text)
{
	return (guchar)text[0] >= 0xd0 && (guchar)text[0] <= 0xd3;
}

static bool
is_name(const struct search *search, const char *plain, const char *name)
{
	g_autofree char *folded = NULL;

	/* which takes long, and is known at once for letters of one kind */
	if (is_cyrillic(plain) != is_cyrillic(name))
		return search->respelt(name, plain);
	folded = fold_text(name);
	return strcmp(plain, folded) == 0 || is_but_for_number(plain, folded);
}

/* May that be the name, in one of the cases of a language? */
static bool
is_bent_so(const struct search *search, const struct ending *endings,
    const char *written, const char *name)
{
	for (const struct ending *e = endings; e->bent != NULL; e++) {
		g_autofree char *plain = NULL;

		if ((!e->given && (search->cases & CASES_ALL) == 0) ||
		    !g_str_has_suffix(written, e->bent))
			continue;
		plain = g_strdup_printf("%.*s%s",
		    (int)(strlen(written) - strlen(e->bent)), written,
		    e->plain);
		if (g_utf8_strlen(plain, -1) >= LETTERS_MIN &&
		    is_name(search, plain, name))
			return true;
	}
	return false;
}

static bool
is_bent(const struct search *search, const char *written, const char *name)
{
	if (is_name(search, written, name))
		return true;
	for (size_t i = 0; i < G_N_ELEMENTS(languages); i++)
		if ((search->cases & languages[i].cases) != 0 &&
		    is_bent_so(search, languages[i].endings, written, name))
			return true;
	return false;
}

int
seat_of_bent(const char *const *names, size_t n, const char *name,
    unsigned cases, bool (*respelt)(const char *, const char *))
{
	const struct search search = { cases, respelt };
	g_autofree char *written = fold_text(name);
	int found = NO_SEAT;

	if (g_utf8_strlen(written, -1) < LETTERS_MIN ||
	    strchr(written, ' ') != NULL)
		return NO_SEAT;
	for (int s = 0; s < (int)n; s++) {
		/* names as they stand were looked through before */
		if (cases == CASES_NONE && strchr(names[s], '-') == NULL)
			continue;
		if (!is_bent(&search, written, names[s]))
			continue;
		if (found != NO_SEAT)
			return SEVERAL_SEATS;
		found = s;
	}
	return found;
}
