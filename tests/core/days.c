/* SPDX-License-Identifier: ISC */
/* Days as people write them in each language: "away until friday". */
#include "core/say.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "policy/hours.h"
#include "render/render.h"
#include "tests/core/reading.h"

#include <string.h>

static const char *const languages[] = { "en", "pl", "de", "ru" };
enum { LANGUAGES = G_N_ELEMENTS(languages) };

static int
setup(void **state)
{
	struct catalog **catalogs = g_new0(struct catalog *, LANGUAGES);

	*state = catalogs;
	for (size_t i = 0; i < LANGUAGES; i++)
		if ((catalogs[i] = catalog_load(languages[i], NULL, NULL)) ==
		    NULL)
			return -1;
	return 0;
}

static int
teardown(void **state)
{
	struct catalog **catalogs = *state;

	for (size_t i = 0; i < LANGUAGES; i++)
		catalog_free(catalogs[i]);
	g_free(catalogs);
	return 0;
}

static const struct words *
words_in(struct catalog *const *catalogs, const char *language)
{
	size_t i = 0;

	while (strcmp(languages[i], language) != 0)
		i++;
	return catalog_words(catalogs[i]);
}

/* What is read from the line, found on Wednesday, 25 November 2026. */
static char *
days_of(const struct words *w, const char *text)
{
	g_autofree char *got = reading(w, NULL, text);
	enum days days;
	int first, last;

	if (!g_str_has_prefix(got, "away "))
		return g_steal_pointer(&got);
	days = days_find(got + strlen("away "), 20261125, &first, &last);
	if (days != DAYS_FOUND)
		return g_strdup(days == DAYS_UNSURE ? "unsure" : got);
	return g_strdup_printf("%d %d", first, last);
}

static const struct {
	const char *language, *text, *want;
} days[] = {
	{ "en", "away tomorrow", "20261126 20261126" },
	{ "en", "Away until Friday.", "0 20261127" },
	{ "en", "away until friday please", "0 20261127" },
	{ "en", "away until wednesday", "0 20261202" },
	{ "en", "away 20.12.", "20261220 20261220" },
	{ "en", "away 20.12.2026", "20261220 20261220" },
	{ "en", "away 20.12.26", "20261220 20261220" },
	{ "en", "away 20/12/2026", "20261220 20261220" },
	{ "en", "away 12/20/2026", "20261220 20261220" },
	{ "en", "away 2026/12/20", "20261220 20261220" },
	{ "en", "away 20 Dec", "20261220 20261220" },
	{ "en", "away 20 Dec. 2026", "20261220 20261220" },
	{ "en", "away Dec 20", "20261220 20261220" },
	{ "en", "away on December 20th, 2026", "20261220 20261220" },
	{ "en", "away on the 20th of December", "20261220 20261220" },
	{ "en", "away 20 Dec to 3 Jan", "20261220 20270103" },
	{ "en", "away from 20 Dec until 3 January 2027", "20261220 20270103" },
	{ "en", "away 20-27 December", "20261220 20261227" },
	{ "en", "away 20.-27.12.", "20261220 20261227" },
	{ "en", "away 20.12.-3.1.", "20261220 20270103" },
	{ "en", "away 20.12. - 3.1.", "20261220 20270103" },
	{ "en", "away from friday to monday", "20261127 20261130" },
	{ "en", "away Friday, 4 December", "20261204 20261204" },
	{ "en", "away next week", "20261130 20261206" },
	{ "en", "away today", "20261125 20261125" },
	{ "en", "away from tomorrow until 3 Jan", "20261126 20270103" },
	{ "en", "away until tomorrow", "0 20261126" },
	{ "en", "away until the day after tomorrow", "0 20261127" },
	{ "en", "I'm away until friday", "0 20261127" },
	{ "en", "Ok, away until friday, thanks :)", "0 20261127" },
	{ "en", "away 31 Jan", "20270131 20270131" },
	{ "en", "away until 29 February", "0 20280229" },
	/* just past, which is refused, or asked about */
	{ "en", "away until 20 Nov", "0 20261120" },
	{ "en", "away 10/12/2026", "near away" },
	{ "en", "away until next week", "near away" },
	{ "en", "away from friday", "near away" },
	{ "en", "away for 3 days", "0 20261127" },
	{ "en", "away 2 days", "0 20261126" },
	{ "en", "away for a week", "0 20261201" },
	{ "en", "Away for two weeks.", "0 20261208" },
	{ "en", "away for the next 10 days", "0 20261204" },
	{ "en", "away this weekend", "20261128 20261129" },
	{ "en", "I'm away over the weekend", "20261128 20261129" },
	/* this one, or the one behind it? */
	{ "en", "away next weekend", "near away" },
	{ "en", "away over christmas", "near away" },
	{ "en", "away tonight", "near away" },
	{ "en", "away for some time", "near away" },
	{ "en", "away for good is what Boris would be by then", "talk" },
	{ "en", "away with Boris", "talk" },
	{ "en", "away 31.2.", "near away" },
	{ "en", "away 20.12. to 3.1. in Spain", "near away" },
	{ "en", "away tomorrow for dinner", "near away" },
	{ "en", "away from home", "talk" },
	{ "de", "abwesend morgen", "20261126 20261126" },
	{ "de", "Ich bin weg bis Freitag", "0 20261127" },
	{ "de", "Urlaub vom 20.12. bis 3.1.", "20261220 20270103" },
	{ "de", "Urlaub vom 20. bis 27.12.", "20261220 20261227" },
	{ "de", "abwesend 20. Dezember bis 3. Januar 2027",
	    "20261220 20270103" },
	{ "de", "abwesend bis zum 20. 12. 2026", "0 20261220" },
	{ "de", "abwesend nächste Woche", "20261130 20261206" },
	{ "de", "verreist ab morgen bis Sonntag", "20261126 20261129" },
	{ "de", "away until friday", "0 20261127" },
	{ "de", "weg für eine Woche", "0 20261201" },
	{ "de", "abwesend für 3 Tage", "0 20261127" },
	{ "de", "Ich bin bis Freitag weg", "0 20261127" },
	{ "de", "ich bin vom 20.12. bis 3.1. im Urlaub", "20261220 20270103" },
	{ "de", "Ich bin am Wochenende weg.", "20261128 20261129" },
	{ "de", "Ich bin oft weg", "talk" },
	{ "de", "weg über Weihnachten", "near away" },
	{ "de", "weg mit den Piraten", "talk" },
	{ "pl", "urlop jutro", "20261126 20261126" },
	{ "pl", "urlop do piątku", "0 20261127" },
	{ "pl", "Nie będzie mnie od 20 grudnia do 3 stycznia",
	    "20261220 20270103" },
	{ "pl", "nie ma mnie 20 grudnia 2026 r.", "20261220 20261220" },
	{ "pl", "wyjazd od piątku do poniedziałku", "20261127 20261130" },
	{ "pl", "urlop w przyszłym tygodniu", "20261130 20261206" },
	{ "pl", "urlop 20.12. - 3.01.", "20261220 20270103" },
	{ "pl", "urlop przez tydzień", "0 20261201" },
	{ "pl", "nie ma mnie 3 dni", "0 20261127" },
	{ "pl", "urlop w weekend", "20261128 20261129" },
	{ "pl", "będę do piątku na urlopie", "0 20261127" },
	{ "pl", "nie będzie mnie w święta", "near away" },
	{ "ru", "отпуск завтра", "20261126 20261126" },
	{ "ru", "отсутствую до пятницы", "0 20261127" },
	{ "ru", "меня не будет с 20 декабря по 3 января", "20261220 20270103" },
	{ "ru", "отпуск 20 декабря 2026 г.", "20261220 20261220" },
	{ "ru", "отпуск 20-го декабря", "20261220 20261220" },
	{ "ru", "отпуск на неделю", "0 20261201" },
	{ "ru", "меня не будет 3 дня", "0 20261127" },
	{ "ru", "отсутствую на выходных", "20261128 20261129" },
	{ "ru", "я до пятницы в отпуске", "0 20261127" },
	{ "ru", "меня не будет в праздники", "near away" },
	/* in each language: with and without a year, in words, weekdays */
	{ "en", "away 20 December 2026", "20261220 20261220" },
	{ "en", "away December 20, 2026", "20261220 20261220" },
	{ "en", "away 2026-12-20", "20261220 20261220" },
	{ "en", "away 12/20", "20261220 20261220" },
	{ "en", "away 20/12", "20261220 20261220" },
	{ "en", "away 3/4", "near away" },
	{ "en", "away 3/3", "20270303 20270303" },
	{ "en", "away on friday", "20261127 20261127" },
	{ "en", "away until Fri", "0 20261127" },
	{ "en", "away on tues", "20261201 20261201" },
	{ "en", "away until Sunday 20 December", "0 20261220" },
	{ "en", "away next monday", "20261130 20261130" },
	{ "en", "away on next wednesday", "20261202 20261202" },
	{ "en", "away until next tuesday", "0 20261201" },
	{ "en", "away until next friday", "unsure" },
	{ "en", "away next friday", "unsure" },
	{ "en", "away from next monday to friday", "20261130 20261204" },
	{ "en", "away this friday", "20261127 20261127" },
	{ "en", "away until this coming friday", "0 20261127" },
	{ "en", "away coming monday", "20261130 20261130" },
	{ "en", "away today and tomorrow", "near away" },
	{ "pl", "urlop 20.12.", "20261220 20261220" },
	{ "pl", "urlop 20.12.2026", "20261220 20261220" },
	{ "pl", "urlop 20 gru", "20261220 20261220" },
	{ "pl", "urlop 20 grudnia 2026", "20261220 20261220" },
	{ "pl", "urlop 2026-12-20", "20261220 20261220" },
	{ "pl", "urlop 20 Dec", "20261220 20261220" },
	{ "pl", "urlop dziś", "20261125 20261125" },
	{ "pl", "urlop dzisiaj", "20261125 20261125" },
	{ "pl", "urlop do jutra", "0 20261126" },
	{ "pl", "urlop pojutrze", "20261127 20261127" },
	{ "pl", "urlop w piątek", "20261127 20261127" },
	{ "pl", "urlop we wtorek", "20261201 20261201" },
	{ "pl", "urlop w środę", "20261202 20261202" },
	{ "pl", "urlop do soboty", "0 20261128" },
	{ "pl", "urlop do czw.", "0 20261126" },
	{ "pl", "urlop do niedzieli", "0 20261129" },
	{ "pl", "urlop od czwartku do wtorku", "20261126 20261201" },
	{ "pl", "urlop w przyszły poniedziałek", "20261130 20261130" },
	{ "pl", "urlop do przyszłego wtorku", "0 20261201" },
	{ "pl", "urlop w następną środę", "20261202 20261202" },
	{ "pl", "urlop w przyszły piątek", "unsure" },
	{ "pl", "urlop w najbliższy piątek", "20261127 20261127" },
	{ "pl", "urlop do najbliższej soboty", "0 20261128" },
	{ "pl", "urlop w ten piątek", "20261127 20261127" },
	{ "pl", "urlop w tę sobotę", "20261128 20261128" },
	{ "pl", "urlop 3/4", "near away" },
	{ "de", "abwesend 20.12.2026", "20261220 20261220" },
	{ "de", "abwesend 20. Dez.", "20261220 20261220" },
	{ "de", "abwesend am 20. Dezember 2026", "20261220 20261220" },
	{ "de", "abwesend 20 Dec", "20261220 20261220" },
	{ "de", "abwesend 2026-12-20", "20261220 20261220" },
	{ "de", "abwesend heute", "20261125 20261125" },
	{ "de", "abwesend übermorgen", "20261127 20261127" },
	{ "de", "abwesend bis Freitag", "0 20261127" },
	{ "de", "abwesend am Freitag", "20261127 20261127" },
	{ "de", "abwesend bis Di.", "0 20261201" },
	{ "de", "abwesend Donnerstag bis Samstag", "20261126 20261128" },
	{ "de", "abwesend nächsten Montag", "20261130 20261130" },
	{ "de", "abwesend bis zum nächsten Mittwoch", "0 20261202" },
	{ "de", "abwesend nächsten Freitag", "unsure" },
	{ "de", "abwesend bis kommenden Freitag", "0 20261127" },
	{ "de", "abwesend am kommenden Montag", "20261130 20261130" },
	{ "de", "abwesend diesen Freitag", "20261127 20261127" },
	{ "de", "abwesend 3/4", "near away" },
	{ "ru", "отпуск 20.12.", "20261220 20261220" },
	{ "ru", "отпуск 20.12.2026", "20261220 20261220" },
	{ "ru", "отпуск 20 дек", "20261220 20261220" },
	{ "ru", "отпуск 20 декабря", "20261220 20261220" },
	{ "ru", "отпуск 20 Dec", "20261220 20261220" },
	{ "ru", "отпуск 2026-12-20", "20261220 20261220" },
	{ "ru", "отпуск сегодня", "20261125 20261125" },
	{ "ru", "отпуск до завтра", "0 20261126" },
	{ "ru", "отпуск послезавтра", "20261127 20261127" },
	{ "ru", "отпуск в пятницу", "20261127 20261127" },
	{ "ru", "отпуск во вторник", "20261201 20261201" },
	{ "ru", "отпуск до воскресенья", "0 20261129" },
	{ "ru", "отпуск до чт", "0 20261126" },
	{ "ru", "отпуск с четверга по субботу", "20261126 20261128" },
	{ "ru", "отпуск в следующий понедельник", "20261130 20261130" },
	{ "ru", "отпуск до следующего вторника", "0 20261201" },
	{ "ru", "отпуск в следующую среду", "20261202 20261202" },
	{ "ru", "отпуск в следующую пятницу", "unsure" },
	{ "ru", "отпуск в ближайшую пятницу", "20261127 20261127" },
	{ "ru", "отпуск до ближайшей субботы", "0 20261128" },
	{ "ru", "отпуск в эту пятницу", "20261127 20261127" },
	{ "ru", "отпуск в это воскресенье", "20261129 20261129" },
	{ "ru", "отпуск 3/4", "near away" },
	{ "ru", "меня не будет на следующей неделе", "20261130 20261206" },
};

/* "3/4" is asked about by its own name. */
static void
test_days_that_are_two(void **state)
{
	static const char *const texts[] = { "away 3/4",
		"away until 10/12/2026", "away from 3/4 to 20.4.",
		"away 20.3. to 3/4" };

	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		g_autoptr(GPtrArray) list =
		    g_ptr_array_new_with_free_func(reading_free);
		const struct request *q;

		request_read(words_in(*state, "en"), NULL, texts[i], list);
		assert_int_equal(list->len, 1);
		q = list->pdata[0];
		assert_non_null(q->why);
		assert_string_equal(q->why->key, "near.day");
		assert_non_null(strstr(texts[i],
		    json_string_value(json_object_get(q->why->args, "text"))));
	}
}

static void
test_days(void **state)
{
	int wrong = 0;

	for (size_t i = 0; i < G_N_ELEMENTS(days); i++) {
		g_autofree char *got =
		    days_of(words_in(*state, days[i].language), days[i].text);

		if (strcmp(got, days[i].want) == 0)
			continue;
		print_error("%s: \"%s\": \"%s\", not \"%s\"\n",
		    days[i].language, days[i].text, got, days[i].want);
		wrong++;
	}
	assert_int_equal(wrong, 0);
}

/* From within it, the weekend is this one. */
static void
test_weekend(void **state)
{
	int first, last;

	(void)state;
	assert_int_equal(
	    days_find("e6 e7", 20261128, &first, &last), DAYS_FOUND);
	assert_int_equal(first, 20261128);
	assert_int_equal(last, 20261129);
	assert_int_equal(
	    days_find("e6 e7", 20261129, &first, &last), DAYS_FOUND);
	assert_int_equal(first, 20261129);
	assert_int_equal(last, 20261129);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_days),
		cmocka_unit_test(test_days_that_are_two),
		cmocka_unit_test(test_weekend),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
