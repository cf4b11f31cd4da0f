/* SPDX-License-Identifier: ISC */
/*
 * Lines as people write them in each language: what they say around a command
 * changes nothing of it, days are theirs, and prose is no command even where it
 * is about the game.
 */
#include "core/match.h"
#include "core/rules.h"
#include "core/say.h"
#include "games/games.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "policy/hours.h"
#include "render/render.h"
#include "tests/core/reading.h"
#include "tests/render/match.h"

static const char *const languages[] = { "en", "pl", "de", "ru" };
enum { LANGUAGES = G_N_ELEMENTS(languages), GAMES_MOST = 8 };

struct reader {
	struct catalog *catalogs[LANGUAGES];
	struct match *matches[GAMES_MOST]; /* the first is of Mutineer */
	size_t n;
};

static int
setup(void **state)
{
	struct reader *r = g_new0(struct reader, 1);

	for (size_t i = 0; i < LANGUAGES; i++)
		if ((r->catalogs[i] = catalog_load(languages[i], NULL, NULL)) ==
		    NULL)
			return -1;
	while (games_all[r->n] != NULL && r->n < GAMES_MOST) {
		r->matches[r->n] = random_match(games_all[r->n], 3);
		r->n++;
	}
	*state = r;
	return 0;
}

static int
teardown(void **state)
{
	struct reader *r = *state;

	for (size_t i = 0; i < LANGUAGES; i++)
		catalog_free(r->catalogs[i]);
	for (size_t i = 0; i < r->n; i++)
		match_free(r->matches[i]);
	g_free(r);
	return 0;
}

static const struct words *
words_in(const struct reader *r, const char *language)
{
	for (size_t i = 0; i < LANGUAGES; i++)
		if (strcmp(languages[i], language) == 0)
			return catalog_words(r->catalogs[i]);
	g_assert_not_reached();
}

/* ---- around a command ---- */

/* What stands around a command; "%s" is it. */
struct speech {
	const char *language;
	/* two of them, and what they are */
	const char *move, *means, *number;
	const char *around[64]; /* a move or a number */
	const char *moves[40]; /* a move alone */
	const char *numbers[20]; /* a number alone */
};

static const struct speech speeches[] = {
	{ "en", "pay 2", "move pay 2", "2",
	    { "%s", "%s 👍", "%s 👍🏽!", "👍 %s", "%s :)", "%s :-)", "%s;-)",
		"%s ;)", "%s xD", "%s <3", "%s)))", "%s 😀😀", "Ok, %s please",
		"ok %s", "OK: %s", "Okay - %s!", "Please %s.", "please: %s",
		"%s please", "%s, please!", "%s, thanks", "%s, thank you!",
		"%s then", "Could you please %s", "Alright, %s then, thanks :)",
		"\"Ok, %s please\"", "- ok, %s", "Ok. %s. Thanks!" },
	    { "I'll %s", "I’ll %s", "I %s", "I will %s.", "my move: %s",
		"My move is %s", "I'd like to %s", "I would like to %s please",
		"Hi, %s", "Hello! %s", "Yes, %s", "Well, I'll %s then",
		"Ok, I %s now", "Let me %s", "Hi there, please %s",
		"Thanks! %s", "So I'll %s", "Great, %s", "I want to %s." },
	    { "No. %s", "Nr. %s", "option %s", "Number %s please", "(%s)",
		"#%s", "[%s] :)", "%s\u20e3", "I choose option %s",
		"Ok, no. %s", "My choice: %s", "I'll go with %s, thanks" } },
	{ "de", "zahle 2", "move pay 2", "2",
	    { "%s", "%s 👍", "%s :)", "%s ;-)", "Bitte %s.", "ok, %s",
		"Okay, %s bitte", "%s, danke!", "Na gut, %s", "Also: %s",
		"Alles klar, %s", "Dann %s bitte 😀", "Einverstanden: %s" },
	    { "Ich %s", "ich %s.", "Mein Zug: %s", "Mein Zug ist %s",
		"Ja, ich %s", "Hallo, %s", "Danke! Ich %s", "Gut, dann %s",
		"Moin, ich %s bitte", "Ok, ich %s jetzt" },
	    { "Nr. %s", "Nummer %s", "Option %s", "Variante %s bitte",
		"Ich nehme Nummer %s", "Meine Wahl: %s", "bitte Nr. %s",
		"%s\u20e3" } },
	{ "pl", "płacę 2", "move pay 2", "2",
	    { "%s", "%s 👍", "%s :)", "%s ;)", "Proszę %s.", "ok, %s",
		"Ok, %s, proszę", "%s, dzięki!", "Dobra, %s", "No to %s",
		"Dobrze, %s 😀", "W porządku: %s", "%s, dziękuję :)" },
	    { "Ja %s", "Mój ruch: %s", "Mój ruch to %s", "Tak, %s", "Cześć, %s",
		"Dzięki! %s", "Hej, to ja %s", "Dzień dobry, %s" },
	    { "Nr %s", "nr. %s", "numer %s", "opcja %s", "Wybieram opcję %s",
		"Mój wybór: %s", "wariant %s proszę", "%s\u20e3" } },
	{ "ru", "плачу 2", "move pay 2", "2",
	    { "%s", "%s 👍", "%s :)", "%s)))", "Ладно, %s, пожалуйста",
		"пожалуйста, %s", "ок, %s", "Хорошо, %s", "Ну ладно, %s.",
		"%s, спасибо!", "Тогда %s 😀", "Итак: %s" },
	    { "Я %s", "Мой ход: %s", "Да, %s", "Привет, %s", "Спасибо! %s",
		"Здравствуйте, я %s", "Ну, %s", "%s)" },
	    { "вариант %s", "No %s", "№ %s", "номер %s", "Выбираю номер %s",
		"Мой выбор: %s", "%s\u20e3", "вариант No %s" } },
};

/* Around each of the commands: as many as are read otherwise. */
static int
count_wrong(const struct reader *r, const struct speech *s,
    const char *const *around, const char *command, const char *want)
{
	int wrong = 0;

	for (; *around != NULL; around++) {
		g_auto(GStrv) parts = g_strsplit(*around, "%s", 2);
		g_autofree char *text = g_strjoinv(command, parts);
		g_autofree char *got =
		    reading(words_in(r, s->language), r->matches[0], text);

		if (strcmp(got, want) == 0)
			continue;
		print_error("%s: \"%s\": \"%s\", not \"%s\"\n", s->language,
		    text, got, want);
		wrong++;
	}
	return wrong;
}

static void
test_around(void **state)
{
	int wrong = 0;

	for (size_t i = 0; i < G_N_ELEMENTS(speeches); i++) {
		const struct speech *s = &speeches[i];
		g_autofree char *number =
		    g_strconcat("number ", s->number, NULL);

		wrong += count_wrong(*state, s, s->around, s->move, s->means);
		wrong += count_wrong(*state, s, s->moves, s->move, s->means);
		wrong += count_wrong(*state, s, s->around, s->number, number);
		wrong += count_wrong(*state, s, s->numbers, s->number, number);
	}
	assert_int_equal(wrong, 0);
}

/* Lines of one language. */
static void
assert_lines(const struct reader *r, const char *language,
    const struct line *lines, size_t n)
{
	assert_readings(words_in(r, language), r->matches[0], lines, n);
}
#define assert_in(language, lines) \
	assert_lines(*state, language, lines, G_N_ELEMENTS(lines))

static const struct line en[] = {
	{ "I'd like to play wine", "move play wine" },
	{ "ok, pass", "move pass" },
	{ "Please status", "status" },
	{ "Hello, help please", "talk" },
	{ "ok, ready!", "ready" },
	{ "please language de", "signup language de" },
	{ "I join 7", "signup join 7" },
	{ "I'd like to join 7, please :)", "signup join 7" },
	{ "Ok, pay 2; then, pass", "move pay 2 | move pass" },
	{ "Then pay 2", "move pay 2" },
	{ "Yes pay 2", "move pay 2" },
	{ "pay two", "move pay 2" },
	{ "I'll pay two, thanks", "move pay 2" },
	{ "option two", "number 2" },
	{ "I take 2", "number 2" },
	{ "I'll take number 2.", "number 2" },
	{ "I'll go for 2", "number 2" },
	{ "Going with 2", "number 2" },
	{ "No.2", "number 2" },
	{ "Nr.2", "number 2" },
	{ "who is winning?", "status" },
	{ "Score?", "status" },
	{ "How does it stand?", "status" },
	/* asked about */
	{ "ok, 2 or 3?", "near number" },
	{ "2 or 3", "near number" },
	{ "I'll pay 2 or 3", "near pay" },
	{ "ok, pay 2?", "near pay" },
	{ "Hello, 2", "near number" },
	{ "ok, resign", "near resign" },
	{ "please, a new key", "talk" },
	{ "ok, key", "near key" },
	{ "undo", "near undo" },
	{ "Undo my move, please", "near undo" },
	/* not meant */
	{ "I think I'll pay 2 next time", "talk" },
	{ "I'd pay 2 if Anna passes", "talk" },
	{ "I'll pay 2 if you pass", "talk" },
	{ "I paid 2", "talk" },
	{ "I 2", "talk" },
	{ "Yes 2", "talk" },
	{ "two", "talk" },
	{ "Thanks two", "talk" },
	{ "I'd take two", "talk" },
	{ "pay two or three", "near pay" },
	{ "I take two or three", "talk" },
	{ "Then resign", "talk" },
	{ "v.2", "talk" },
	{ "I bought 2", "talk" },
	{ "I'll wait", "talk" },
	{ "I key", "talk" },
	{ "I'll resign", "talk" },
	{ "Hi 5!", "talk" },
	{ "Good pass", "talk" },
	{ "yes", "talk" },
	{ "ok", "talk" },
	{ "👍", "talk" },
	{ ":-)", "talk" },
	{ "✓ pay 2", "talk" },
	{ "→ pay 2", "talk" },
	{ "2 → pay 2", "talk" },
	{ "ok then", "talk" },
	{ "please, please", "talk" },
};
static const struct line de[] = {
	{ "Ich möchte 2 zahlen", "move pay 2" },
	{ "Ich würde gern Wein spielen.", "move play wine" },
	{ "bitte spiele Wein", "move play wine" },
	{ "Ich nehme 2", "number 2" },
	{ "Ich wähle 3", "number 3" },
	{ "nehme die 2", "number 2" },
	{ "Ich nehm 2", "number 2" },
	{ "Ich nehme Maat", "move take mate" },
	{ "Ja zahle zwei", "move pay 2" },
	{ "Nr.2", "number 2" },
	{ "nimm 2", "near take" },
	{ "Dann spiele ich Wein.", "move play wine" },
	{ "Ok, dann passe ich", "move pass" },
	{ "Wer gewinnt?", "status" },
	{ "Wie steht es?", "status" },
	{ "Zug zurück", "near undo" },
	{ "Gut, 2 oder 3?", "near number" },
	{ "Ich würde 2 zahlen, wenn ich könnte", "talk" },
	{ "Ich zahle 2 mal", "talk" },
};
static const struct line pl[] = {
	{ "Chcę zagrać wino", "move play wine" },
	{ "Chciałbym zagrać wino.", "move play wine" },
	{ "ok, płacę 2", "move pay 2" },
	{ "Tak płacę dwa", "move pay 2" },
	{ "Wybieram 2", "number 2" },
	{ "biorę dwójkę", "number 2" },
	{ "nr.2", "number 2" },
	{ "kto wygrywa?", "status" },
	{ "cofnij ruch", "near undo" },
	{ "Dobra, 2 czy 3?", "near number" },
	{ "Zapłaciłbym 2, gdyby nie to", "talk" },
};
static const struct line ru[] = {
	{ "ладно, плачу 2, пожалуйста", "move pay 2" },
	{ "Хочу заплатить 2", "move pay 2" },
	{ "давай сыграть вино", "move play wine" },
	{ "Да плачу два", "move pay 2" },
	{ "Выбираю 2", "number 2" },
	{ "№2", "number 2" },
	{ "Мой выбор №2", "number 2" },
	{ "кто выигрывает?", "status" },
	{ "отмени ход", "near undo" },
	{ "Ну, 2 или 3?", "near number" },
	{ "Я бы заплатил 2, но не сейчас", "talk" },
};

static void
test_whole_sentences(void **state)
{
	assert_in("en", en);
	assert_in("de", de);
	assert_in("pl", pl);
	assert_in("ru", ru);
}

static void
test_help_of_all(void **state)
{
	static const struct line lines[] = { { "help", "help" },
		{ "Hilfe", "help" }, { "Hilfe!", "help" }, { "pomoc", "help" },
		{ "POMOC?", "help" }, { "помощь", "help" },
		{ "Справка.", "help" } };

	for (size_t i = 0; i < LANGUAGES; i++)
		assert_lines(*state, languages[i], lines, G_N_ELEMENTS(lines));
}

/* ---- days ---- */

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

/* ---- prose ---- */

/* Does anything in the line count, in a match of any game? */
static bool
is_prose(const struct reader *r, const struct words *w, const char *line)
{
	for (size_t g = 0; g < r->n; g++) {
		g_autoptr(GPtrArray) list =
		    g_ptr_array_new_with_free_func(reading_free);

		request_read(w, r->matches[g], line, list);
		for (guint i = 0; i < list->len; i++) {
			const struct request *q = list->pdata[i];

			if (q->kind != REQUEST_TALK &&
			    q->kind != REQUEST_UNCLEAR)
				return false;
		}
	}
	return true;
}

/* Files beside this one: a sentence each line. */
static void
test_prose(void **state)
{
	enum { SENTENCES_MIN = 200 };
	const struct reader *r = *state;
	int wrong = 0;

	for (size_t i = 0; i < LANGUAGES; i++) {
		g_autofree char *path =
		    g_strdup_printf("%s/tests/core/prose/%s.txt",
			g_getenv("TURNPOST_SRC"), languages[i]);
		g_autofree char *text = NULL;
		g_auto(GStrv) lines = NULL;
		int n = 0;

		assert_true(g_file_get_contents(path, &text, NULL, NULL));
		lines = g_strsplit(text, "\n", -1);
		for (size_t k = 0; lines[k] != NULL; k++) {
			n += lines[k][0] != '\0';
			if (is_prose(
				r, catalog_words(r->catalogs[i]), lines[k]))
				continue;
			print_error("%s: \"%s\"\n", languages[i], lines[k]);
			wrong++;
		}
		assert_true(n >= SENTENCES_MIN);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_around),
		cmocka_unit_test(test_whole_sentences),
		cmocka_unit_test(test_help_of_all),
		cmocka_unit_test(test_days),
		cmocka_unit_test(test_days_that_are_two),
		cmocka_unit_test(test_weekend),
		cmocka_unit_test(test_prose),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
