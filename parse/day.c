/* SPDX-License-Identifier: ISC */
/*
 * Days as people write them: "20.12.", "20 Dec 2026", "tomorrow", "friday".
 * Which day that is depends on today, which nobody knows here: a day is read as
 * a code, "2026-12-20", "12-20", "+1", "w5", "n5" ("next friday") or, of the
 * weekend that is now or comes next, "e6", and days_find finds it.
 */
#include "parse/inner.h"

#include "core/words.h"
#include "policy/hours.h"

#include <string.h>

enum { BACK_DAYS = 60, HALF_YEAR = 183, CENTURY = 2000 };

/* ---- reading ---- */

static const struct token *
token_at(const GPtrArray *tokens, guint i)
{
	return tokens->pdata[i];
}

/* Our word for what stands at i; marks: as it is written or without them. */
static const char *
day_word(const struct words *w, const GPtrArray *tokens, const GPtrArray *bare,
    guint i, guint *taken)
{
	const char *word;

	if (i >= tokens->len)
		return NULL;
	word = words_at(w, "day", tokens, i, taken);
	return word != NULL ? word : words_at(w, "day", bare, i, taken);
}

/* Its place among these, from 1; 0: it is none of them. */
static int
place_of(const char *word, const char *const *list)
{
	for (int i = 0; word != NULL && list[i] != NULL; i++)
		if (strcmp(list[i], word) == 0)
			return i + 1;
	return 0;
}

static int
month_of(const char *word)
{
	static const char *const months[] = { "january", "february", "march",
		"april", "may", "june", "july", "august", "september",
		"october", "november", "december", NULL };

	return place_of(word, months);
}

static int
weekday_of(const char *word)
{
	static const char *const days[] = { "monday", "tuesday", "wednesday",
		"thursday", "friday", "saturday", "sunday", NULL };

	return place_of(word, days);
}

/* "next-monday" */
static int
next_weekday_of(const char *word)
{
	static const char next[] = "next-";

	return word != NULL && g_str_has_prefix(word, next)
		   ? weekday_of(word + strlen(next))
		   : 0;
}

/* "20", "20.", "20th", "20-го" */
static int
day_number(const struct token *token)
{
	static const char *const ends[] = { "", ".", "st", "nd", "rd", "th",
		"-го", "-е", NULL };
	const char *end = token->exact + strspn(token->exact, "0123456789");
	int n = (int)g_ascii_strtoll(token->exact, NULL, 10);

	return end - token->exact <= 2 && n >= 1 && n <= 31 &&
		       g_strv_contains(ends, end)
		   ? n
		   : 0;
}

static int
year_number(const GPtrArray *bare, guint i)
{
	const char *text = i < bare->len ? token_at(bare, i)->exact : "";

	return strlen(text) == 4 && text[strspn(text, "0123456789")] == '\0' &&
		       g_str_has_prefix(text, "2")
		   ? (int)g_ascii_strtoll(text, NULL, 10)
		   : 0;
}

/* NULL: there is no such day in any year. */
static char *
code_of(int day, int month, int year)
{
	int leap = 2028;

	if (month < 1 || month > 12 || day < 1 ||
	    !g_date_valid_dmy((GDateDay)day, (GDateMonth)month,
		(GDateYear)(year != 0 ? year : leap)))
		return NULL;
	return year != 0 ? g_strdup_printf("%04d-%02d-%02d", year, month, day)
			 : g_strdup_printf("%02d-%02d", month, day);
}

/* Three numbers, or two and a 0, parted by that mark; a mark at the end. */
static bool
split_numbers(const char *text, char mark, int parts[3])
{
	int n = 0;

	parts[2] = 0;
	while (n < 3 && g_ascii_isdigit(*text)) {
		size_t digits = strspn(text, "0123456789");

		if (digits > 4)
			return false;
		parts[n++] = (int)g_ascii_strtoll(text, NULL, 10);
		text += digits;
		if (*text == mark)
			text++;
		else
			break;
	}
	return *text == '\0' && n >= 2;
}

/* Is it a day whichever of both is the month? */
static bool
is_two_days(const int p[3])
{
	return p[0] >= 1 && p[0] <= 12 && p[1] >= 1 && p[1] <= 12 &&
	       p[0] != p[1];
}

bool
day_is_two(const char *text)
{
	int p[3];

	return strchr(text, '/') != NULL && split_numbers(text, '/', p) &&
	       is_two_days(p);
}

/* "20.12.", "20.12.26", "2026.12.20", "20/12/2026", "20-12-2026": where the
 * month cannot be told from the day it is no date. */
static char *
read_numbers(const char *text)
{
	const char *mark = strpbrk(text, "./-");
	int p[3];

	if (mark == NULL || !split_numbers(text, *mark, p))
		return NULL;
	if (p[0] > CENTURY)
		return p[2] > 0 ? code_of(p[2], p[1], p[0]) : NULL;
	if (p[2] > 0 && p[2] < 100)
		p[2] += CENTURY;
	if (*mark == '-' && p[2] == 0)
		return NULL;
	if (*mark == '/' && is_two_days(p))
		return NULL;
	if (*mark == '/' && p[0] <= 12 && p[1] > 12)
		return code_of(p[1], p[0], p[2]);
	return code_of(p[0], p[1], p[2]);
}

/* Where words for the ear alone end: "the", "of". */
static guint
skip_fillers(const struct words *w, const GPtrArray *tokens,
    const GPtrArray *bare, guint i)
{
	guint taken;

	while (g_strcmp0(day_word(w, tokens, bare, i, &taken), "of") == 0)
		i += taken;
	return i;
}

/* "20 December", "December 20th", "20. 12.", and a year behind it. */
static char *
read_month(const struct words *w, const GPtrArray *tokens,
    const GPtrArray *bare, guint *from)
{
	guint i = *from, taken;
	int month = month_of(day_word(w, tokens, bare, i, &taken));
	int day = month == 0 ? day_number(token_at(tokens, i)) : 0, year;
	char *code;

	i += month > 0 ? taken : 1;
	if (i >= tokens->len || (month == 0 && day == 0))
		return NULL;
	if (day == 0) {
		i = skip_fillers(w, tokens, bare, i);
		day = i < tokens->len ? day_number(token_at(tokens, i)) : 0;
		taken = 1;
	} else {
		bool mark =
		    g_str_has_suffix(token_at(tokens, i - 1)->exact, ".");

		i = skip_fillers(w, tokens, bare, i);
		month = month_of(day_word(w, tokens, bare, i, &taken));
		if (month == 0 && mark && i < tokens->len) {
			month = day_number(token_at(tokens, i));
			taken = 1;
		}
	}
	if (day == 0 || month == 0)
		return NULL;
	i += taken;
	year = year_number(bare, i);
	i += year != 0;
	if (year != 0 &&
	    g_strcmp0(day_word(w, tokens, bare, i, &taken), "year") == 0)
		i += taken;
	code = code_of(day, month, year);
	if (code != NULL)
		*from = i;
	return code;
}

char *
day_read(const struct words *w, const GPtrArray *tokens, guint *from)
{
	static const char *const near[] = { "today", "tomorrow",
		"day-after-tomorrow", NULL };
	g_autoptr(GPtrArray) bare = tokens_bare(tokens);
	guint i = skip_fillers(w, tokens, bare, *from), taken = 1, next;
	const char *word;
	char *code;
	int n, date;

	if (i >= tokens->len)
		return NULL;
	code = date_read(token_at(tokens, i)->exact, &date)
		   ? g_strdup(token_at(tokens, i)->exact)
		   : read_numbers(token_at(tokens, i)->exact);
	if (code == NULL && (code = read_month(w, tokens, bare, &i)) != NULL)
		taken = 0;
	word = code == NULL ? day_word(w, tokens, bare, i, &taken) : NULL;
	if ((n = place_of(word, near)) > 0)
		code = g_strdup_printf("+%d", n - 1);
	if ((n = next_weekday_of(word)) > 0)
		code = g_strdup_printf("n%d", n);
	if ((n = weekday_of(word)) > 0) {
		/* "Friday, 20 December" */
		next = i + taken;
		code = day_read(w, tokens, &next);
		if (code != NULL && g_ascii_isdigit(code[0])) {
			*from = next;
			return code;
		}
		g_free(code);
		code = g_strdup_printf("w%d", n);
	}
	if (code != NULL)
		*from = i + taken;
	return code;
}

bool
day_is(
    const struct words *w, const GPtrArray *tokens, guint *from, const char *is)
{
	guint taken;

	if (*from >= tokens->len ||
	    g_strcmp0(words_at(w, "day", tokens, *from, &taken), is) != 0)
		return false;
	*from += taken;
	return true;
}

/* "3", "three", "a"; 0: it is none. */
static int
how_many(const struct words *w, const GPtrArray *tokens, guint *from)
{
	static const char *const words[] = { "one", "two", "three", NULL };
	const char *text =
	    *from < tokens->len ? token_at(tokens, *from)->exact : "";
	size_t digits = strspn(text, "0123456789");

	for (int i = 0; words[i] != NULL; i++)
		if (day_is(w, tokens, from, words[i]))
			return i + 1;
	if (digits == 0 || digits > 2 || text[digits] != '\0')
		return 0;
	++*from;
	return (int)g_ascii_strtoll(text, NULL, 10);
}

char *
day_count(const struct words *w, const GPtrArray *tokens, guint *from)
{
	bool said = day_is(w, tokens, from, "for");
	int n = how_many(w, tokens, from);

	if (n == 0 && said) /* "for week", as some languages have it */
		n = 1;
	if (n == 0)
		return NULL;
	if (day_is(w, tokens, from, "weeks"))
		n *= 7;
	else if (!day_is(w, tokens, from, "days"))
		return NULL;
	return g_strdup_printf("+%d", n - 1); /* today is the first */
}

char *
day_alone(const GPtrArray *tokens, guint i, const char *other)
{
	int day = i < tokens->len ? day_number(token_at(tokens, i)) : 0;
	size_t size = strlen(other);

	if (day == 0 || !g_ascii_isdigit(other[0]) ||
	    day > (int)g_ascii_strtoll(other + size - 2, NULL, 10))
		return NULL;
	return g_strdup_printf("%.*s%02d", (int)size - 2, other, day);
}

/* ---- which day that is ---- */

static void
set_day(GDate *day, int date)
{
	g_date_clear(day, 1);
	g_date_set_dmy(day, (GDateDay)(date % 100),
	    (GDateMonth)(date / 100 % 100), (GDateYear)(date / 10000));
}

static int
number_of(const GDate *day)
{
	return g_date_get_year(day) * 10000 + (int)g_date_get_month(day) * 100 +
	       g_date_get_day(day);
}

/* The first 20 December that is not before that day.  false: no such year. */
static bool
next_of(int month, int day, const GDate *since, GDate *found)
{
	int year = g_date_get_year(since);

	for (int i = 0; i < 9; i++) {
		if (!g_date_valid_dmy((GDateDay)day, (GDateMonth)month,
			(GDateYear)(year + i)))
			continue;
		g_date_clear(found, 1);
		g_date_set_dmy(found, (GDateDay)day, (GDateMonth)month,
		    (GDateYear)(year + i));
		if (g_date_compare(found, since) >= 0)
			return true;
	}
	return false;
}

/* Without a year: a day that is just past was meant so, and is refused. */
static bool
find_yearless(const char *code, const GDate *since, bool first, GDate *found)
{
	int month = (int)g_ascii_strtoll(code, NULL, 10);
	int day = (int)g_ascii_strtoll(code + 3, NULL, 10);
	GDate from = *since;

	g_date_subtract_days(&from, first ? BACK_DAYS : HALF_YEAR);
	if (!first && next_of(month, day, since, found) &&
	    g_date_days_between(since, found) <= HALF_YEAR)
		return true;
	return next_of(month, day, &from, found);
}

static bool
find(const char *code, const GDate *since, bool first, GDate *found)
{
	int date, n;

	if (date_read(code, &date)) {
		set_day(found, date);
		return true;
	}
	if (g_ascii_isdigit(code[0]))
		return strlen(code) == 5 &&
		       find_yearless(code, since, first, found);
	n = code[0] != '\0' ? (int)g_ascii_strtoll(code + 1, NULL, 10) : 0;
	*found = *since;
	if (code[0] == 'e') {
		int today = (int)g_date_get_weekday(since);

		g_date_add_days(found, (guint)MAX(0, n - today));
		return true;
	}
	if (code[0] == '+' || code[0] == 'd') {
		g_date_add_days(found, (guint)n);
		return true;
	}
	/* "n5" is the next one, or it is unsure (is_unsure) */
	if ((code[0] != 'w' && code[0] != 'n') || n < 1 || n > 7)
		return false;
	do
		g_date_add_days(found, 1);
	while ((int)g_date_get_weekday(found) != n);
	return true;
}

/* Of "next friday" people mean that of this week, or the one after it; where
 * none is left in this week it is the same. */
static bool
is_unsure(const char *code, const GDate *since)
{
	return code[0] == 'n' && g_ascii_strtoll(code + 1, NULL, 10) >
				     (int)g_date_get_weekday(since);
}

enum days
days_find(const char *text, int today, int *first, int *last)
{
	g_auto(GStrv) codes = g_strsplit(text, " ", 2);
	GDate now, from, to;
	bool begins, same;

	if (g_strv_length(codes) != 2)
		return DAYS_NONE;
	begins = strcmp(codes[0], "-") != 0;
	same = strcmp(codes[0], codes[1]) == 0;
	set_day(&now, today);
	if (is_unsure(codes[0], &now) || is_unsure(codes[1], &now))
		return DAYS_UNSURE;
	from = now;
	if (begins && !find(codes[0], &now, true, &from))
		return DAYS_NONE;
	to = from;
	/* "until tomorrow" counts from today, a weekday from the first day */
	if (!same &&
	    !find(codes[1], codes[1][0] == '+' ? &now : &from, !begins, &to))
		return DAYS_NONE;
	*first = begins ? number_of(&from) : 0;
	*last = number_of(&to);
	return DAYS_FOUND;
}
