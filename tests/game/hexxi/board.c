/* SPDX-License-Identifier: ISC */
/* Pirates HEXXI, board and tokens: one test a line of the rules. */
#include "core/decision.h"
#include "core/match.h"
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

#define TWO            \
	{              \
		"", "" \
	}
#define THREE              \
	{                  \
		"", "", "" \
	}
#define FOUR                   \
	{                      \
		"", "", "", "" \
	}

static const struct layout two = { .board = TWO }, three = { .board = THREE },
			   four = { .board = FOUR };

/* "a1 a2 a3; b1 ...": all fields as they are shown to a seat. */
static char *
rows(const struct play *p)
{
	json_t *view = play_view(p, 0);
	GString *text = g_string_new(NULL);
	size_t r, f;
	json_t *row, *field;

	json_array_foreach(json_object_get(view, "rows"), r, row)
	{
		g_string_append(text, r > 0 ? "; " : "");
		json_array_foreach(json_object_get(row, "fields"), f, field)
		{
			g_string_append(text, f > 0 ? " " : "");
			play_write(text, json_object_get(field, "field"));
		}
	}
	json_decref(view);
	return g_string_free(text, FALSE);
}
#define rows_are(p, want) play_same(rows(p), want, __FILE__, __LINE__)

static bool
holds(const json_t *list, int seat)
{
	size_t i;
	json_t *value;

	json_array_foreach((json_t *)(uintptr_t)list, i,
	    value) if (json_integer_value(value) == seat) return true;
	return false;
}

/* The far edges of a seat's base, as the fields tell, row by row. */
static char *
far_fields(const struct play *p, int seat)
{
	json_t *view = play_view(p, 0);
	GString *text = g_string_new(NULL);
	size_t r, f;
	json_t *row, *field;

	json_array_foreach(json_object_get(view, "rows"), r, row)
	{
		json_array_foreach(json_object_get(row, "fields"), f, field)
		{
			if (!holds(json_object_get(field, "far"), seat))
				continue;
			g_string_append(text, text->len > 0 ? " " : "");
			play_write(text, json_object_get(field, "field"));
		}
	}
	json_decref(view);
	return g_string_free(text, FALSE);
}

static char *
sorted(const char *words)
{
	g_auto(GStrv) list = g_strsplit(words, " ", -1);

	qsort(list, g_strv_length(list), sizeof(list[0]), compare_words);
	return g_strjoinv(" ", list);
}

/* As the fields tell, and as the player's own list does. */
#define far_are(p, seat, want) far_check(p, seat, want, __FILE__, __LINE__)
static void
far_check(const struct play *p, int seat, const char *want, const char *file,
    int line)
{
	g_autofree char *path = g_strdup_printf("players/%d/far", seat);
	g_autofree char *list = play_look(play_view(p, 0), path);
	g_autofree char *want_sorted = sorted(want);

	play_same(far_fields(p, seat), want, file, line);
	play_same(sorted(list), want_sorted, file, line);
}

#define bases_are(p, want) play_same(bases(p), want, __FILE__, __LINE__)
static char *
bases(const struct play *p)
{
	GString *text = g_string_new(NULL);

	for (int s = 0; s < (int)match_seats(p->m); s++) {
		g_autofree char *path = g_strdup_printf("players/%d/base", s);
		g_autofree char *base = play_look(play_view(p, 0), path);
		g_autofree char *token = play_field(p, base);
		g_autofree char *want = g_strdup_printf("%d base up", s);

		assert_string_equal(token, want);
		g_string_append_printf(text, "%s%s", s > 0 ? " " : "", base);
	}
	return g_string_free(text, FALSE);
}

static void
test_the_rows_of_each_side(void **unused)
{
	static const char *const want[] = {
		"a1 a2 a3; b1 b2 b3 b4; c1 c2 c3 c4 c5; d1 d2 d3 d4; e1 e2 e3",
		"a1 a2 a3 a4; b1 b2 b3 b4 b5; c1 c2 c3 c4 c5 c6; "
		"d1 d2 d3 d4 d5 d6 d7; e1 e2 e3 e4 e5 e6; f1 f2 f3 f4 f5; "
		"g1 g2 g3 g4",
		"a1 a2 a3 a4 a5; b1 b2 b3 b4 b5 b6; c1 c2 c3 c4 c5 c6 c7; "
		"d1 d2 d3 d4 d5 d6 d7 d8; e1 e2 e3 e4 e5 e6 e7 e8 e9; "
		"f1 f2 f3 f4 f5 f6 f7 f8; g1 g2 g3 g4 g5 g6 g7; "
		"h1 h2 h3 h4 h5 h6; i1 i2 i3 i4 i5",
		"a1 a2 a3 a4 a5 a6; b1 b2 b3 b4 b5 b6 b7; "
		"c1 c2 c3 c4 c5 c6 c7 c8; d1 d2 d3 d4 d5 d6 d7 d8 d9; "
		"e1 e2 e3 e4 e5 e6 e7 e8 e9 e10; "
		"f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11; "
		"g1 g2 g3 g4 g5 g6 g7 g8 g9 g10; h1 h2 h3 h4 h5 h6 h7 h8 h9; "
		"i1 i2 i3 i4 i5 i6 i7 i8; j1 j2 j3 j4 j5 j6 j7; "
		"k1 k2 k3 k4 k5 k6",
	};
	struct play p;

	(void)unused;
	for (int side = 3; side <= 6; side++) {
		struct layout l = { .board = TWO, .side = side };

		play_begin(&p, &l);
		rows_are(&p, want[side - 3]);
		view_is(&p, 0, "rows/2/row", "c");
		play_end(&p);
	}
}

static void
test_four_fields_along_an_edge_unless_the_option_says(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &two);
	view_is(&p, SEAT_ONLOOKER, "side", "4");
	view_is(&p, SEAT_ONLOOKER, "circuits", "30");
	view_is(&p, 0, "rows/3/fields/6/field", "d7");
	view_is(&p, 0, "rows/6/fields/3/field", "g4");
	play_end(&p);
}

static void
test_bases_stand_face_up_on_their_corners(void **unused)
{
	static const char *const want[4][3] = {
		{ "c1 c5", "a1 c5 e1", "a1 a3 e3 e1" },
		{ "d1 d7", "a1 d7 g1", "a1 a4 g4 g1" },
		{ "e1 e9", "a1 e9 i1", "a1 a5 i5 i1" },
		{ "f1 f11", "a1 f11 k1", "a1 a6 k6 k1" },
	};
	static const struct layout *const seats[] = { &two, &three, &four };
	struct play p;

	(void)unused;
	for (int side = 3; side <= 6; side++)
		for (size_t n = 0; n < 3; n++) {
			struct layout l = *seats[n];

			l.side = side;
			play_begin(&p, &l);
			bases_are(&p, want[side - 3][n]);
			play_end(&p);
		}
}

static void
test_far_edges_meet_in_the_opposite_corner(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &two);
	far_are(&p, 0, "a4 b5 c6 d7 e6 f5 g4");
	far_are(&p, 1, "a1 b1 c1 d1 e1 f1 g1");
	play_end(&p);
	play_begin(&p, &three);
	far_are(&p, 0, "d7 e6 f5 g1 g2 g3 g4");
	far_are(&p, 1, "a1 b1 c1 d1 e1 f1 g1");
	far_are(&p, 2, "a1 a2 a3 a4 b5 c6 d7");
	play_end(&p);
	play_begin(&p, &four);
	far_are(&p, 0, "d7 e6 f5 g1 g2 g3 g4");
	far_are(&p, 1, "d1 e1 f1 g1 g2 g3 g4");
	far_are(&p, 2, "a1 a2 a3 a4 b1 c1 d1");
	far_are(&p, 3, "a1 a2 a3 a4 b5 c6 d7");
	play_end(&p);
}

static void
test_far_edges_of_other_sides(void **unused)
{
	static const struct layout small = { .board = FOUR, .side = 3 },
				   large = { .board = TWO, .side = 6 },
				   middle = { .board = THREE, .side = 5 };
	struct play p;

	(void)unused;
	play_begin(&p, &small);
	far_are(&p, 0, "c5 d4 e1 e2 e3");
	far_are(&p, 1, "c1 d1 e1 e2 e3");
	far_are(&p, 2, "a1 a2 a3 b1 c1");
	far_are(&p, 3, "a1 a2 a3 b4 c5");
	play_end(&p);
	play_begin(&p, &large);
	far_are(&p, 0, "a6 b7 c8 d9 e10 f11 g10 h9 i8 j7 k6");
	far_are(&p, 1, "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1");
	play_end(&p);
	play_begin(&p, &middle);
	far_are(&p, 0, "e9 f8 g7 h6 i1 i2 i3 i4 i5");
	far_are(&p, 2, "a1 a2 a3 a4 a5 b6 c7 d8 e9");
	play_end(&p);
}

/* A ship beside its base, and routes on all other neighbours. */
static void
test_neighbours_in_the_middle_row(void **unused)
{
	static const struct layout l = {
		.board = { "s:d2 r:c1 r:c2 r:d3 r:e1 r:e2", "r:d4 r:c3 r:b2" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	legal(&p, 0,
	    "pass; route d2 c1; route d2 c2; route d2 d3; route d2 e1; "
	    "route d2 e2");
	play_end(&p);
}

static void
test_neighbours_above_and_below_the_middle_row(void **unused)
{
	static const struct layout l = {
		.board = { "s:b2 r:a2 r:b1 r:b3 r:c2 r:c3", "r:a3 r:c1 r:c4",
		    "s:f2 r:e2 r:e3 r:f1 r:f3 r:g2" },
	};
	struct play p;

	(void)unused;
	fight(&p, &l);
	asked(&p, "0 act");
	legal(&p, 0,
	    "pass; route b2 a2; route b2 b1; route b2 b3; route b2 c2; "
	    "route b2 c3");
	does(&p, 0, "pass");
	legal(&p, 2,
	    "pass; route f2 e2; route f2 e3; route f2 f1; route f2 f3; "
	    "route f2 g2");
	play_end(&p);
}

static void
test_neighbours_on_boards_of_other_sides(void **unused)
{
	static const struct layout small = {
		.board = { "s:c4 r:b3 r:b4 r:c3 r:d3 r:d4", "" },
		.side = 3,
	};
	static const struct layout large = {
		.board = { "s:f10 r:e9 r:e10 r:f9 r:g9 r:g10", "" },
		.side = 6,
	};
	struct play p;

	(void)unused;
	fight(&p, &small);
	legal(&p, 0,
	    "pass; route c4 b3; route c4 b4; route c4 c3; route c4 d3; "
	    "route c4 d4");
	play_end(&p);
	fight(&p, &large);
	legal(&p, 0,
	    "pass; route f10 e10; route f10 e9; route f10 f9; "
	    "route f10 g10; route f10 g9");
	play_end(&p);
}

static void
test_twelve_tokens_in_each_hand(void **unused)
{
	struct play p;

	(void)unused;
	play_begin(&p, &four);
	hand_is(&p, 0, "route:6 ship:3 pirates:2 warship:1");
	hand_is(&p, 1, "route:6 ship:3 pirates:2 warship:1");
	hand_is(&p, 2, "route:6 ship:3 pirates:2 warship:1");
	hand_is(&p, 3, "route:6 ship:3 pirates:2 warship:1");
	state_is(&p, "scores", "0 0 0 0");
	state_is(&p, "reserves", "   ");
	state_is(&p, "taken", "   ");
	state_is(&p, "bids", "null null null null");
	state_is(&p, "out", "");
	state_is(&p, "turn", "1");
	state_is(&p, "circuit", "0");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(the_rows_of_each_side),
		T(four_fields_along_an_edge_unless_the_option_says),
		T(bases_stand_face_up_on_their_corners),
		T(far_edges_meet_in_the_opposite_corner),
		T(far_edges_of_other_sides),
		T(neighbours_in_the_middle_row),
		T(neighbours_above_and_below_the_middle_row),
		T(neighbours_on_boards_of_other_sides),
		T(twelve_tokens_in_each_hand),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
