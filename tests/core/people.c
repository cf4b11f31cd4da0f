/* SPDX-License-Identifier: ISC */
/*
 * Lines as people write them in each language: what they say around a command
 * changes nothing of it, and prose is no command even where it
 * is about the game.
 */
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/verb.h"
#include "games/games.h"
#include "parse/parse.h"
#include "parse/request.h"
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

/* ---- verbs of another language ---- */

/* What begins with one and goes on with no word of the game is talk. */
static void
test_foreign_verbs(void **state)
{
	static const struct {
		const char *language, *line;
	} lines[] = { { "pl", "Do roboty!" }, { "pl", "Do diabła, znowu ja?" },
		{ "pl", "Do zobaczenia" }, { "pl", "Do jutra" },
		{ "pl", "do wszystkich: cześć!" }, { "de", "Pass auf!" },
		{ "de", "Pass gut auf dich auf" }, { "de", "Pass an" } };
	const struct reader *r = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
		for (size_t g = 0; g < r->n; g++) {
			g_autofree char *got =
			    reading(words_in(r, lines[i].language),
				r->matches[g], lines[i].line);

			if (strcmp(got, "talk") != 0)
				fail_msg("%s: %s", lines[i].line, got);
		}
}

/* A name in front of what its player gets, also in letters of another
 * keyboard. */
static void
test_name_first(void **state)
{
	static const struct {
		const char *language, *line, *means;
	} lines[] = { { "en", "give Anna the work", "move give work Anna" },
		{ "en", "give work Anna", "move give work Anna" },
		{ "ru", "даю Анна работу", "move give work Anna" },
		{ "ru", "даю работу Анна", "move give work Anna" },
		{ "en", "give Otto work", "near give" } };
	const struct reader *r = *state;
	size_t bridge = 0;

	while (
	    strcmp(match_game(r->matches[bridge])->name, "fourth-bridge") != 0)
		bridge++;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		g_autofree char *got = reading(words_in(r, lines[i].language),
		    r->matches[bridge], lines[i].line);

		assert_string_equal(got, lines[i].means);
	}
}

/* ---- bids ---- */

/* Any moves until somebody is asked for a bid. */
static void
play_until_bid(struct match *m)
{
	const struct game *game = match_game(m);

	for (int i = 0; i < 1000; i++) {
		g_autoptr(GArray) legal = NULL;
		const struct move *first;
		int s = 0;

		while ((match_to_act(m) & SEAT(s)) == 0)
			s++;
		legal = match_legal(m, s);
		first = &g_array_index(legal, struct move, 0);
		if (strcmp(game->verbs[first->verb].word, "bid") == 0)
			return;
		match_play(m, s, first, NULL);
	}
	fail_msg("nobody bids");
}

/* "I place 5 points": the verb of another decision, with a number. */
static void
test_bid_meant(void **state)
{
	const struct reader *r = *state;
	struct match *m = random_match(game_find("hexxi"), 3);
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func(reading_free);
	const struct request *q;

	play_until_bid(m);
	request_read(words_in(r, "ru"), m, "ставлю 5 очков", list);
	assert_int_equal(list->len, 1);
	q = list->pdata[0];
	assert_int_equal(q->kind, REQUEST_UNCLEAR);
	assert_string_equal(q->why->key, "near.bare");
	assert_string_equal(
	    json_string_value(json_object_get(q->why->args, "move")),
	    "ставка 5");
	match_free(m);
}

/* It is nearly a move as soon as one of them is there. */
static void
test_foreign_near(void **state)
{
	const struct reader *r = *state;
	bool near = false;

	for (size_t g = 0; g < r->n; g++) {
		g_autofree char *got =
		    reading(words_in(r, "pl"), r->matches[g], "do load szybko");

		near |= strcmp(got, "near do") == 0;
	}
	assert_true(near);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_around),
		cmocka_unit_test(test_whole_sentences),
		cmocka_unit_test(test_help_of_all),
		cmocka_unit_test(test_prose),
		cmocka_unit_test(test_foreign_verbs),
		cmocka_unit_test(test_foreign_near),
		cmocka_unit_test(test_name_first),
		cmocka_unit_test(test_bid_meant),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
