/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI, what cannot be: texts, options, seats, names. */
#include "base/err.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

static const struct layout pair = { .board = { "", "" } };

/* Does a match start with so many seats, names and options? */
static const char *
check_start(
    char *const *names, size_t seats, const char *options, const char *given)
{
	json_t *o = options != NULL ? json_loads(options, 0, NULL) : NULL;
	json_t *g = given != NULL ? json_loads(given, 0, NULL) : NULL;
	struct opening opening = { .game = play_game(),
		.names = names != NULL ? names : play_names,
		.seats = seats,
		.options = o,
		.preset = g };
	struct err err = { 0 };
	struct match *m = match_start(&opening, NULL, NULL, &err);
	const char *said = m != NULL ? "started" : g_intern_string(err.text);

	if (m == NULL)
		assert_true(err.text[0] != '\0');
	match_free(m);
	json_decref(o);
	json_decref(g);
	return said;
}

static bool
fails(size_t seats, const char *options, const char *given)
{
	return strcmp(check_start(NULL, seats, options, given), "started") != 0;
}

static void
test_two_to_four_players(void **unused)
{
	char *const five[] = { "a", "b", "c", "d", "e" };

	(void)unused;
	assert_true(fails(1, NULL, NULL));
	assert_false(fails(2, NULL, NULL));
	assert_false(fails(3, NULL, NULL));
	assert_false(fails(4, NULL, NULL));
	assert_string_not_equal(check_start(five, 5, NULL, NULL), "started");
}

static void
test_options_out_of_range(void **unused)
{
	(void)unused;
	assert_true(fails(2, "{\"side\":2}", NULL));
	assert_false(fails(2, "{\"side\":3}", NULL));
	assert_false(fails(2, "{\"side\":6}", NULL));
	assert_true(fails(2, "{\"side\":7}", NULL));
	assert_true(fails(2, "{\"side\":-4}", NULL));
	assert_true(fails(2, "{\"side\":\"4\"}", NULL));
	assert_true(fails(2, "{\"side\":4.0}", NULL));
	assert_true(fails(2, "{\"side\":true}", NULL));
	assert_true(fails(2, "{\"circuits\":0}", NULL));
	assert_false(fails(2, "{\"circuits\":1}", NULL));
	assert_false(fails(2, "{\"circuits\":100}", NULL));
	assert_true(fails(2, "{\"circuits\":101}", NULL));
	assert_true(fails(2, "{\"circuits\":null}", NULL));
	assert_true(fails(2, "{\"sides\":4}", NULL));
}

static void
test_a_start_that_is_no_seat(void **unused)
{
	(void)unused;
	assert_false(fails(2, NULL, "{\"start\":1}"));
	assert_true(fails(2, NULL, "{\"start\":2}"));
	assert_false(fails(3, NULL, "{\"start\":2}"));
	assert_true(fails(4, NULL, "{\"start\":-1}"));
	assert_true(fails(4, NULL, "{\"start\":\"0\"}"));
	assert_true(fails(4, NULL, "{\"fields\":{}}"));
}

static void
test_names_that_are_equal_but_for_case(void **unused)
{
	char *const equal[] = { "Anna", "anna" };
	char *const blanks[] = { "Anna  Maria", " anna maria " };
	char *const letters[] = { "ŁUCJA", "łucja" };
	char *const apart[] = { "Lucja", "Łucja" };
	char *const quotes[] = { "\"Bob\"", "Bob" };
	char *const empty[] = { "Anna", "" };

	(void)unused;
	assert_string_not_equal(check_start(equal, 2, NULL, NULL), "started");
	assert_string_not_equal(check_start(blanks, 2, NULL, NULL), "started");
	assert_string_not_equal(check_start(letters, 2, NULL, NULL), "started");
	assert_string_not_equal(check_start(empty, 2, NULL, NULL), "started");
	assert_string_equal(check_start(apart, 2, NULL, NULL), "started");
	assert_string_equal(check_start(quotes, 2, NULL, NULL), "started");
}

/* Refused, whether the reading or the rules do it, and nothing changes. */
static void
refuse_all(struct play *p, int seat, const char *const *texts)
{
	uint64_t before = match_hash(p->m);

	for (size_t i = 0; texts[i] != NULL; i++)
		cannot(p, seat, texts[i]);
	assert_true(match_hash(p->m) == before);
}

static void
test_fields_that_do_not_exist(void **unused)
{
	static const char *const texts[] = { "place ship a0", "place ship a5",
		"place ship b6", "place ship c7", "place ship d0",
		"place ship d8", "place ship d10", "place ship e7",
		"place ship f6", "place ship g5", "place ship h1",
		"place ship k1", "place ship f11", "place ship z9",
		"place ship d", "place ship 4", "place ship 4d",
		"place ship d04", "place ship d4d", "place ship d-4",
		"place ship d99999999999", "place ship d4 d5",
		"place ship \xc4\x87"
		"4",
		"scout h1", "scout a9", "scout d0", NULL };
	static const char *const large[] = { "place ship f12", "place ship k7",
		"place ship e11", "place ship l1", "place ship e100",
		"place ship e010", NULL };
	static const struct layout six = { .board = { "", "" }, .side = 6 };
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	refuse_all(&p, 0, texts);
	/* A field of a larger board is one, but not here. */
	refused(&p, 0, "place ship f6", "no-field");
	refused(&p, 0, "place ship k6", "no-field");
	can(&p, 0, "place ship d4");
	play_end(&p);
	play_begin(&p, &six);
	refuse_all(&p, 0, large);
	can(&p, 0, "place ship f10");
	can(&p, 0, "place ship k6");
	play_end(&p);
}

static void
test_texts_that_are_no_moves(void **unused)
{
	static const char *const texts[] = { "", " ", "place", "place ship",
		"place d4", "place d4 ship", "place boat d4", "place ships d4",
		"place \"ship\" d4", "place 'ship' d4", "place ship-d4",
		"place ship d4 now", "reserve", "reserve ship ship",
		"reserve d4", "reserve boat", "scout", "scout ship", "pass",
		"pass now", "go d4", "pla\xc4\x87 ship d4", "place ship d4.",
		"place ship d4;", "route", "shift", "bid", "pay", NULL };
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	refuse_all(&p, 0, texts);
	play_end(&p);
}

static void
test_input_is_read_leniently(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	canonical(&p, "  PLACE   Ship,D4 ", "place ship d4");
	canonical(&p, "Reserve\tWARSHIP", "reserve warship");
	canonical(&p, "scout, E2", "scout e2");
	canonical(&p, "bid 7", "bid 7");
	canonical(&p, "bid 07", "not read");
	canonical(&p, "kidnap D2,D3", "kidnap d2 d3");
	canonical(&p, "escort a1 b1 c1 d1 e1", "escort a1 b1 c1 d1 e1");
	/* A chain has an order. */
	canonical(&p, "escort e1 d1 c1", "escort e1 d1 c1");
	play_end(&p);
}

static void
test_moves_of_another_phase(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &pair);
	refused(&p, 0, "pay route", "asked-place");
	refused(&p, 0, "shift d1", "asked-place");
	refused(&p, 0, "bid 0", "asked-place");
	refused(&p, 0, "pass", "asked-place");
	refused(&p, 0, "route d1 d2", "asked-place");
	refused(&p, 0, "rescue d1 Steffi", "asked-place");
	play_end(&p);
}

/* Much stands about; everything that is wrong is refused all the same. */
static void
test_actions_with_wrong_fields(void **unused)
{
	static const struct layout l = {
		.board = { "s:d2 r:d3 p:c1 w:d6 r:c6", "s:e1 p:e2 w:c3" },
	};
	static const char *const texts[] = { "route d2", "route d2 d3 d4",
		"route d3 d3", "route d3 d2", "route c6 d6", "route e1 d2",
		"route d2 h1", "route z1 d3", "route d2 d10", "route d2 e7",
		"route d4 d3", "convoy d2", "convoy d2 h1", "convoy h1 d2",
		"convoy c1 e1", "convoy d4 d6", "convoy e1 e3", "escort d6",
		"escort d6 h1", "escort h1 d6", "escort d2 d4", "escort d6 d6",
		"escort d6 a0", "escort c3 c5",
		"escort d6 c5 d5 e5 e4 d4 c4 c5 d5 e5 e4 d4 c4 c5",
		"escort d6 c5 d5 e5 e4 d4 c4 c5 d5 e5 e4 d4 c4 c5 d5",
		"kidnap c1", "kidnap c1 h1", "kidnap e2 d2", "kidnap d4 d5",
		"kidnap h1 h2", "intercept d6 h1", "intercept c3 c1",
		"intercept d6 e2", "ambush d1", "ambush d1 h1", "ambush h1 d1",
		"ambush d7 d6", "ambush d2 c3", "trap d2 h1", "trap h1 d7",
		"trap e1 d1", "trap d2 d7", "rescue d6", "rescue d6 d7",
		"rescue d6 Nobody", "rescue h1 Steffi", "rescue d6 Bernhard",
		"rescue d6 1", "rescue d6 Steffi Bernhard", "rescue Steffi d6",
		"rescue d6 \xff", "pass d2", "bid 0", "shift d2",
		"place ship d4", NULL };
	struct play p;

	(void)unused;
	fight(&p, &l);
	while (play_next(&p) != 0)
		does(&p, play_next(&p), "pass");
	can(&p, 0, "route d2 d3");
	refuse_all(&p, 0, texts);
	play_end(&p);
}

static void
test_shifts_and_payments_with_wrong_fields(void **unused)
{
	static const char *const shifts[] = { "shift", "shift h1", "shift d9",
		"shift d1", "shift d7", "shift g4", "shift f2", "shift c3 c4",
		"shift warship", NULL };
	static const char *const pays[] = { "pay", "pay h1", "pay d0", "pay d1",
		"pay c3", "pay e4", "pay boat", "pay base", "pay route h1",
		"pay route route route route route route route",
		"pay warship warship", "pay 2", NULL };
	static const struct layout l = {
		.board = {
			"w:c2 r:c3 r:c4 r:c5 r:d2 r:d3 r:d4 s:d5 s:e2 s:e3 "
			"p:e4 p:e5",
			"r:f1 r:f2",
		},
	};
	struct play p;

	(void)unused;
	play_begin(&p, &l);
	lay(&p, &l);
	asked(&p, "0 shift");
	refuse_all(&p, 0, shifts);
	play_end(&p);
	play_begin(&p, &l);
	go(&p, "0 place ship c3; 1 scout c3");
	refuse_all(&p, 1, pays);
	can(&p, 1, "pay route route");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(two_to_four_players),
		T(options_out_of_range),
		T(a_start_that_is_no_seat),
		T(names_that_are_equal_but_for_case),
		T(fields_that_do_not_exist),
		T(texts_that_are_no_moves),
		T(input_is_read_leniently),
		T(moves_of_another_phase),
		T(actions_with_wrong_fields),
		T(shifts_and_payments_with_wrong_fields),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
