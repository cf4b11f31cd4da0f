/* SPDX-License-Identifier: ISC */
/* With what a match may begin: seats, names, options, a start laid out. */
#include "base/err.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/names.h"
#include "core/opening.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"
#include "tests/core/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

static char *const names[] = { "Ann", "Bob", "Cid", "Dee", "Eve", "Fay", NULL };

/* A match of three with these options and this setup, as JSON or NULL. */
static struct match *
start(
    const char *options, const char *preset, struct outcome *out, struct err *e)
{
	struct opening opening = {
		.game = &toy_game, .names = names, .seats = 3, .seed = { 9 }
	};
	json_t *o = options ? json_loads(options, JSON_DECODE_ANY, NULL) : NULL;
	json_t *g = preset ? json_loads(preset, JSON_DECODE_ANY, NULL) : NULL;
	struct match *m;

	assert_int_equal(o != NULL, options != NULL);
	assert_int_equal(g != NULL, preset != NULL);
	opening.options = o;
	opening.preset = g;
	m = match_start(&opening, NULL, out, e);
	json_decref(o);
	json_decref(g);
	return m;
}

static void
assert_refused(const char *options, const char *preset, const char *names_it)
{
	struct outcome out = { 0 };
	struct err e = { 0 };
	struct match *m = start(options, preset, &out, &e);

	if (m != NULL || strstr(e.text, names_it) == NULL) {
		print_error("%s %s: %s, not of %s\n", options, preset,
		    m != NULL ? "allowed" : e.text, names_it);
		fail();
	}
	assert_int_equal(e.code, ERR_FORMAT);
	assert_null(out.news);
	assert_null(out.chance);
}

static void
assert_options(const char *options, const char *all)
{
	struct match *m = start(options, NULL, NULL, NULL);
	json_t *want = json_loads(all, 0, NULL);

	assert_non_null(m);
	assert_true(json_equal(match_options(m), want));
	json_decref(want);
	match_free(m);
}

static void
test_options(void **state)
{
	(void)state;
	assert_options(NULL, "{\"open\":false,\"rounds\":3,\"sunny\":true}");
	assert_options("{}", "{\"open\":false,\"rounds\":3,\"sunny\":true}");
	assert_options("{\"open\":true,\"rounds\":9,\"sunny\":false}",
	    "{\"open\":true,\"rounds\":9,\"sunny\":false}");
	assert_options(
	    "{\"rounds\":1}", "{\"open\":false,\"rounds\":1,\"sunny\":true}");
}

static void
test_options_refused(void **state)
{
	(void)state;
	assert_refused("{\"windy\":true}", NULL, "windy");
	assert_refused("{\"Open\":true}", NULL, "Open");
	assert_refused("{\"open\":1}", NULL, "options.open");
	assert_refused("{\"open\":\"true\"}", NULL, "options.open");
	assert_refused("{\"open\":null}", NULL, "options.open");
	assert_refused("{\"rounds\":0}", NULL, "from 1 to 9");
	assert_refused("{\"rounds\":10}", NULL, "options.rounds");
	assert_refused("{\"rounds\":-1}", NULL, "options.rounds");
	assert_refused("{\"rounds\":4294967299}", NULL, "options.rounds");
	assert_refused("{\"rounds\":3.0}", NULL, "options.rounds");
	assert_refused("{\"rounds\":true}", NULL, "options.rounds");
	assert_refused("{\"rounds\":\"3\"}", NULL, "options.rounds");
	assert_refused("[1]", NULL, "options");
	assert_refused("\"open\"", NULL, "options");
}

static void
test_seats(void **state)
{
	struct opening opening = { .game = &toy_game, .names = names };

	(void)state;
	for (size_t n = 0; n <= 6; n++) {
		struct err e = { 0 };
		struct match *m;

		opening.seats = n;
		m = match_start(&opening, NULL, NULL, &e);
		assert_int_equal(m != NULL, n >= 2 && n <= 5);
		if (m == NULL) {
			assert_int_equal(e.code, ERR_FORMAT);
			assert_non_null(strstr(e.text, "2 to 5"));
			continue;
		}
		assert_int_equal(match_seats(m), n);
		for (size_t i = 0; i < n; i++)
			assert_string_equal(match_name(m, (int)i), names[i]);
		match_free(m);
	}
}

/* ---- a start laid out ---- */

#define DECK "[\"plum\",\"plum\",\"fig\",\"kiwi\",\"star-fruit\",\"plum\"]"

static void
test_preset(void **state)
{
	static const int16_t deck[] = { PLUM, PLUM, FIG, KIWI, STAR_FRUIT,
		PLUM };
	struct outcome out = { 0 };
	struct match *m = start(
	    NULL, "{\"deck\":" DECK ",\"starter\":2,\"second\":1}", &out, NULL);
	const struct toy *t;
	int count[FRUITS] = { 0 };

	(void)state;
	assert_non_null(m);
	t = match_state(m);
	assert_memory_equal(t->deck, deck, sizeof deck);
	assert_memory_equal(t->hand[1], &deck[2], sizeof t->hand[1]);
	assert_int_equal(t->starter, 2);
	assert_int_equal(t->second, 1);
	/* nothing came or went */
	for (int i = 0; i < TOY_DECK; i++)
		count[t->deck[i]]++;
	for (int f = 0; f < FRUITS; f++)
		assert_int_equal(count[f], TOY_DECK / FRUITS);
	/* what is given is no draw; the unknown six were shuffled: 5 draws */
	assert_int_equal(json_array_size(out.chance), 0);
	assert_int_equal(out.draws->len, 5);
	outcome_clear(&out);
	match_free(m);
}

static void
test_partly_preset(void **state)
{
	struct outcome out = { 0 };
	struct match *m = start(NULL, "{\"starter\":1}", &out, NULL);
	const struct toy *t;

	(void)state;
	assert_non_null(m);
	t = match_state(m);
	assert_int_equal(t->starter, 1);
	assert_int_equal(t->second, 2); /* follows from the starter */
	assert_int_equal(json_array_size(out.chance), 1);
	assert_int_equal(out.draws->len, TOY_DECK - 1);
	outcome_clear(&out);
	match_free(m);
	m = start(NULL, "{}", &out, NULL);
	assert_int_equal(json_array_size(out.chance), 2);
	outcome_clear(&out);
	match_free(m);
}

/* A replay draws only what was drawn. */
static void
test_preset_and_replayed(void **state)
{
	struct opening opening = {
		.game = &toy_game, .names = names, .seats = 3, .seed = { 9 }
	};
	json_t *preset = json_loads("{\"deck\":" DECK "}", 0, NULL);
	struct outcome out = { 0 };
	struct err e = { 0 };
	struct match *a, *b;

	(void)state;
	opening.preset = preset;
	a = match_start(&opening, NULL, &out, &e);
	b = match_start(&opening, out.draws, NULL, &e);
	assert_non_null(a);
	assert_non_null(b);
	assert_true(match_hash(a) == match_hash(b));
	opening.preset = NULL;
	assert_null(match_start(&opening, out.draws, NULL, &e));
	assert_int_equal(e.code, ERR_DAMAGED);
	outcome_clear(&out);
	json_decref(preset);
	match_free(a);
	match_free(b);
}

static void
test_preset_wrong(void **state)
{
	static const char *const decks[] = { "[]", "{}", "\"plum\"", "null",
		/* one too few, one too many */
		"[\"plum\",\"plum\",\"fig\",\"kiwi\",\"plum\"]",
		"[\"plum\",\"plum\",\"fig\",\"kiwi\",\"fig\",\"fig\",\"fig\"]",
		/* four plums of three */
		"[\"plum\",\"plum\",\"fig\",\"plum\",\"plum\",\"fig\"]",
		/* no fruit, or not as it is written */
		"[\"plum\",\"plum\",\"fig\",\"kiwi\",\"oak\",\"plum\"]",
		"[\"plum\",\"plum\",\"fig\",\"kiwi\",\"Fig\",\"plum\"]",
		"[\"carambola\",\"plum\",\"fig\",\"kiwi\",\"fig\",\"plum\"]",
		"[\"plum\",\"plum\",\"fig\",\"kiwi\",\"\",\"plum\"]",
		"[\"plum\",\"plum\",\"fig\",\"kiwi\",3,\"plum\"]",
		"[\"plum\",\"plum\",\"fig\",\"kiwi\",null,\"plum\"]" };
	static const char *const seats[] = { "3", "-1", "65536", "65537",
		"4294967297", "\"1\"", "1.0", "true", "null", "[1]",
		"\"Bob\"" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(decks); i++) {
		g_autofree char *text =
		    g_strdup_printf("{\"deck\":%s}", decks[i]);

		assert_refused(NULL, text, "setup.deck");
	}
	for (size_t i = 0; i < G_N_ELEMENTS(seats); i++) {
		g_autofree char *drawn =
		    g_strdup_printf("{\"starter\":%s}", seats[i]);
		g_autofree char *derived =
		    g_strdup_printf("{\"second\":%s}", seats[i]);

		assert_refused(NULL, drawn, "setup.starter");
		assert_refused(NULL, derived, "setup.second");
	}
}

static void
test_preset_unknown(void **state)
{
	(void)state;
	assert_refused(NULL, "{\"hand\":[]}", "setup.hand");
	assert_refused(NULL, "{\"hand\":[]}", "starter, second, deck");
	assert_refused(NULL, "{\"starter\":1,\"Deck\":[]}", "setup.Deck");
	/* drawn while it is played, not while it is set up */
	assert_refused(NULL, "{\"wind\":\"fig\"}", "setup.wind");
	assert_refused(NULL, "[]", "setup");
	assert_refused(NULL, "7", "setup");
}

/* The first fault is told. */
static void
test_preset_twice_wrong(void **state)
{
	(void)state;
	assert_refused(NULL, "{\"deck\":[],\"starter\":7}", "setup.starter");
}

/* Draws of one name twice in a set-up: only the first is given. */
static void
setup_twice(void *state, const struct setup *setup, struct chance *chance,
    struct news *news)
{
	struct toy *t = state;
	int16_t v[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };

	toy_setup(state, setup, chance, news);
	t->bid[6] = chance_pick(chance, "number", 'n', v, 10);
	t->bid[7] = chance_pick(chance, "number", 'n', v, 10);
}

static void
test_preset_is_taken_once(void **state)
{
	struct game game = toy_game;
	struct opening opening = { .game = &game, .names = names, .seats = 2 };
	json_t *preset = json_pack("{s:i}", "number", 4);
	int others = 0;

	(void)state;
	game.setup = setup_twice;
	opening.preset = preset;
	for (unsigned char i = 0; i < 20; i++) {
		struct outcome out = { 0 };
		struct match *m;
		const struct toy *t;

		opening.seed[0] = i;
		m = match_start(&opening, NULL, &out, NULL);
		assert_non_null(m);
		t = match_state(m);
		assert_int_equal(t->bid[6], 4);
		others += t->bid[7] != 4;
		/* starter, deck, and the second number */
		assert_int_equal(json_array_size(out.chance), 3);
		outcome_clear(&out);
		match_free(m);
	}
	assert_true(others > 10);
	json_decref(preset);
}

/* ---- names ---- */

static void
assert_names(
    const struct game *game, const char *a, const char *b, const char *key)
{
	char *pair[] = { (char *)(uintptr_t)a, (char *)(uintptr_t)b, NULL };
	struct opening opening = { .game = game, .names = pair, .seats = 2 };
	struct phrase *fault = names_fault(game, pair, 2);
	struct err e = { 0 };
	struct match *m = match_start(&opening, NULL, NULL, &e);
	const char *got = fault != NULL ? fault->key : "";

	if (strcmp(got, key) != 0) {
		print_error("\"%s\", \"%s\": \"%s\"\n", a, b, got);
		fail();
	}
	assert_int_equal(m != NULL, key[0] == '\0');
	if (m == NULL)
		assert_int_equal(e.code, ERR_FORMAT);
	phrase_free(fault);
	match_free(m);
}

static void
test_names(void **state)
{
	g_autofree char *forty = g_strnfill(40, 'x');
	g_autofree char *more = g_strnfill(41, 'x');
	g_autoptr(GString) wide = g_string_new(NULL);

	(void)state;
	for (int i = 0; i < 40; i++)
		g_string_append(wide, "ł");
	assert_names(&toy_game, "Ann", "Bob", "");
	assert_names(&toy_game, forty, wide->str, "");
	assert_names(&toy_game, "Ann", more, "error.name");
	g_string_append(wide, "ł");
	assert_names(&toy_game, wide->str, "Bob", "error.name");
	assert_names(&toy_game, "", "Bob", "error.name");
	assert_names(&toy_game, "Ann", " ", "error.name");
	assert_names(&toy_game, "Ann", "   ", "error.name");
	assert_names(&toy_game, "Ann", "B\nob", "error.name");
	assert_names(&toy_game, "Ann", "B\tob", "error.name");
	assert_names(&toy_game, "Ann", "\x7f", "error.name");
	assert_names(&toy_game, "Ann", "\xc2\x85", "error.name");
	assert_names(&toy_game, "Ann", "\xff\xfe", "error.name");
	assert_names(&toy_game, "Ann", "Bo\xc5", "error.name");
}

/* A match that was made when such names were allowed goes on. */
static void
test_equal_names_replayed(void **state)
{
	char *apart[] = { (char *)"Ann", (char *)"Bob", NULL };
	char *equal[] = { (char *)"d4", (char *)"d４", NULL };
	struct opening opening = {
		.game = &toy_game, .names = apart, .seats = 2
	};
	struct outcome out;
	struct err e = { 0 };
	struct match *m = match_start(&opening, NULL, &out, &e);

	(void)state;
	assert_non_null(m);
	match_free(m);
	opening.names = equal;
	assert_null(match_start(&opening, NULL, NULL, &e));
	m = match_start(&opening, out.draws, NULL, &e);
	assert_non_null(m);
	assert_int_equal(match_seat_named(m, "d4"), 0);
	assert_int_equal(match_seat_named(m, "d４"), 1);
	match_free(m);
	outcome_clear(&out);
}

/* Names as people write them who have another keyboard, if one fits. */
static void
test_names_respelt(void **state)
{
	static const struct {
		const char *written;
		int seat;
	} lines[] = { { "petr", 0 }, { "Пётр", 0 }, { "Juergen", 1 },
		{ "Jurgen", 1 }, { "Эмма", 2 }, { "Yulia", 3 }, { "Julija", 3 },
		{ "Ema", NO_SEAT }, { "Пётя", NO_SEAT }, { "Ъ", NO_SEAT },
		{ "日本", NO_SEAT } };
	static const char *const seats[] = { "Пётр", "Jürgen", "Emma", "Юлия" };
	static const char *const twins[] = { "Пётр", "Pjetr", "Петр" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
		assert_int_equal(
		    seat_of_name(seats, 4, lines[i].written, CASES_NONE),
		    lines[i].seat);
	/* each of them may be meant */
	assert_int_equal(
	    seat_of_name(twins, 3, "Petr", CASES_NONE), SEVERAL_SEATS);
	assert_int_equal(seat_of_name(twins, 2, "Petr", CASES_NONE), 0);
}

/* Names in the cases of Polish and Russian, and the only robot.  What is said
 * goes only to somebody whose case says so. */
static void
test_names_in_cases(void **state)
{
	static const struct {
		const char *written;
		int named, told;
	} lines[] = { { "Basi", 0, 0 }, { "Basię", 0, NO_SEAT },
		{ "Басе", 0, 0 }, { "Jürgenowi", 1, 1 },
		{ "Jürgena", 1, NO_SEAT }, { "Юргену", 1, 1 },
		{ "Алексею", 2, 2 }, { "Алексеем", 2, NO_SEAT },
		{ "Wojtkowi", 3, 3 }, { "Wojtka", 3, NO_SEAT },
		{ "Войтеку", 3, 3 }, { "Maćkowi", 5, 5 },
		{ "Maćka", 5, NO_SEAT }, { "Maćkiem", 5, NO_SEAT },
		{ "Robot", 4, 4 }, { "robotowi", 4, 4 },
		{ "Bas", NO_SEAT, NO_SEAT },
		{ "Wojtkiewicz", NO_SEAT, NO_SEAT },
		{ "Robot-2", NO_SEAT, NO_SEAT }, { "owi", NO_SEAT, NO_SEAT } };
	static const unsigned both = CASES_POLISH | CASES_RUSSIAN;
	static const char *const seats[] = { "Basia", "Jürgen", "Алексей",
		"Wojtek", "Robot-1", "Maciek" };
	static const char *const pairs[] = { "Jan", "Jana", "Robot-1",
		"Robot-2", "Jaś", "Любовь" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
		assert_int_equal(seat_of_name(seats, 6, lines[i].written, both),
		    lines[i].told);
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
		assert_int_equal(
		    seat_of_name(seats, 6, lines[i].written, both | CASES_ALL),
		    lines[i].named);
	/* a name as it is comes first; of several that fit none is guessed */
	assert_int_equal(seat_of_name(pairs, 4, "Jana", both), 1);
	assert_int_equal(seat_of_name(pairs, 4, "Janowi", both), 0);
	assert_int_equal(seat_of_name(pairs, 6, "Jasiowi", both), 4);
	assert_int_equal(seat_of_name(pairs, 6, "Любови", both), 5);
	assert_int_equal(
	    seat_of_name(pairs, 4, "Robot", CASES_NONE), SEVERAL_SEATS);
	/* each language has its own, and most have none */
	assert_int_equal(cases_of_language("pl"), CASES_POLISH);
	assert_int_equal(cases_of_language("ru"), CASES_RUSSIAN);
	assert_int_equal(cases_of_language("en"), CASES_NONE);
	assert_int_equal(
	    seat_of_name(seats, 6, "Basi", CASES_RUSSIAN), NO_SEAT);
	assert_int_equal(
	    seat_of_name(seats, 6, "Алексею", CASES_POLISH), NO_SEAT);
	assert_int_equal(
	    seat_of_name(seats, 6, "Basi", CASES_NONE | CASES_ALL), NO_SEAT);
	assert_int_equal(seat_of_name(seats, 6, "Robot", CASES_NONE), 4);
}

static void
test_names_alike(void **state)
{
	static const char *const alike[][2] = { { "d4", "d４" },
		{ "a b", "a,b" }, { "Łukasz", "lukasz" }, { "Zoe", "ZOË" },
		{ "J.R", "J.R." }, { "O'Neil", "O’neil" },
		{ "Straße", "STRASSE" }, { "\u0415va", "\u0435va" },
		{ "Jean  Luc", "jean luc" },
		/* letters of other alphabets that look like these */
		{ "Steffi", "Steff\u0456" }, { "\u0410nn\u0430", "Anna" },
		{ "\u0421\u0430\u0440\u0430", "Capa" },
		{ "\u0392\u03bfb", "Bob" }, { "AIan", "Alan" },
		{ "B0b", "Bob" }, { "J\u043e\u0308rg", "J\u00f6rg" },
		{ "lan", "Ian" }, { "Ivan", "iv\u0430n" },
		{ "Plan", "P\u04cfan" }, { "Waw", "\u051caw" },
		{ "anna", "\u0251nna" }, { "Tom 1", "Tom I" } };
	static const char *const apart[][2] = { { "Anna", "Hanna" },
		{ "Jean Luc", "Jeanluc" }, { "d4", "d5" }, { "Анна", "Инна" },
		{ "O'Neil", "O Neil" }, { "Robot 1", "Robot 10" },
		{ "Robot", "Robot 1" }, { "Ivan", "Iwan" },
		{ "\u0410\u043d\u043d\u0430", "Anna" }, { "Iina", "Lina" },
		{ "Ian", "Lan" }, { "Iisa", "Lisa" }, { "Anna L.", "Anna I." },
		{ "Tom 1", "Tom L" } };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(alike); i++)
		if (!names_alike(alike[i][0], alike[i][1]))
			fail_msg("%s, %s", alike[i][0], alike[i][1]);
	for (size_t i = 0; i < G_N_ELEMENTS(apart); i++)
		if (names_alike(apart[i][0], apart[i][1]))
			fail_msg("%s, %s", apart[i][0], apart[i][1]);
}

static void
test_equal_names(void **state)
{
	static const char *const equal[][2] = { { "Ann", "Ann" },
		{ "Ann", "ANN" }, { "Łukasz", "łUKASZ" },
		{ "Zoe\u0308", "Zo\u00eb" }, { "Strauß", "STRAUSS" },
		{ "Anna Maria", " anna   maria " }, { "d4", "d４" },
		{ "D4", "ｄ４" }, { "a b", "a,b" }, { "Smith, J.", "smith j." },
		{ "a\u00a0b", "A , b" }, { "Ann\u200b", "Ann" },
		{ "ﬁn", "Fin" } };
	struct game other = toy_game;

	(void)state;
	other.names_matter = false;
	for (size_t i = 0; i < G_N_ELEMENTS(equal); i++) {
		assert_names(
		    &toy_game, equal[i][0], equal[i][1], "error.names-equal");
		assert_names(&other, equal[i][0], equal[i][1], "");
	}
	/* these look alike but can be told apart */
	assert_names(&toy_game, "Łukasz", "Lukasz", "");
	assert_names(&toy_game, "Zoe", "Zoë", "");
	assert_names(&toy_game, "Annamaria", "Anna Maria", "");
	assert_names(&toy_game, "J.R", "J.R.", "");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_options),
		cmocka_unit_test(test_options_refused),
		cmocka_unit_test(test_seats),
		cmocka_unit_test(test_preset),
		cmocka_unit_test(test_partly_preset),
		cmocka_unit_test(test_preset_and_replayed),
		cmocka_unit_test(test_preset_wrong),
		cmocka_unit_test(test_preset_unknown),
		cmocka_unit_test(test_preset_twice_wrong),
		cmocka_unit_test(test_preset_is_taken_once),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_equal_names),
		cmocka_unit_test(test_equal_names_replayed),
		cmocka_unit_test(test_names_respelt),
		cmocka_unit_test(test_names_in_cases),
		cmocka_unit_test(test_names_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
