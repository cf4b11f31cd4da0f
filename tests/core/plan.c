/* SPDX-License-Identifier: ISC */
/* Lines of plans over the toy game: how they are read, and what is meant. */
#include "core/decision.h"
#include "core/say.h"
#include "core/sentence.h"
#include "parse/plan.h"
#include "parse/request.h"
#include "tests/core/reader.h"
#include "tests/core/reading.h"
#include "tests/core/toy.h"

static char *const names[] = { "Anna Maria", "Łoś", "Los", "Tom or Tim",
	"Smith, John", NULL };

static int
setup(void **state)
{
	static const struct form forms[] = {
		{ "toy", "takes", "take" },
		{ "toy", "bids", "bid" },
		{ "toy", "passes", "pass" },
		{ "toy", "star fruit", "star-fruit" },
		{ "plan", "otherwise", "else" },
		{ "plan", "anyone", "anybody" },
	};

	return reader_new(state, forms, G_N_ELEMENTS(forms), names);
}

/* "careful", "else", then the step, or "!" and the key of what is wrong. */
static char *
read_as(const struct reader *r, const char *text)
{
	struct plan_line line;
	GString *got = g_string_new(NULL);

	if (!plan_read(r->words, r->match, text, &line))
		return g_string_free(g_string_assign(got, "none"), FALSE);
	if (line.careful)
		g_string_append(got, "careful ");
	if (line.otherwise)
		g_string_append(got, "else ");
	assert_true(line.step == NULL || line.why == NULL);
	if (line.why != NULL)
		g_string_append_printf(got, "!%s", line.why->key);
	if (line.step != NULL) {
		g_autofree char *step = plan_text(r->match, line.step, NULL);

		g_string_append(got, step);
	}
	plan_line_clear(&line);
	return g_string_free(got, FALSE);
}

static void
test_lines(void **state)
{
	static const struct line lines[] = {
		{ "take plum", "take plum" },
		{ "Take Plum or take fig.", "take plum or take fig" },
		{ "take plum or fig or pass", "take plum or take fig or pass" },
		{ "pass plum or fig", "pass plum or fig" },
		{ "pass plum or fig or take kiwi",
		    "pass plum or fig or take kiwi" },
		{ "give plum Tom or Tim", "give plum Tom or Tim" },
		{ "give plum Tom or Tim or pass",
		    "give plum Tom or Tim or pass" },
		{ "careful take plum", "careful take plum" },
		{ "careful", "careful " },
		{ "if Los bids 7: take plum", "if Los does bid 7: take plum" },
		{ "if los does bid 7 then take plum or pass",
		    "if Los does bid 7: take plum or pass" },
		{ "unless anna maria bids: pass",
		    "unless Anna Maria does bid: pass" },
		{ "if anyone bids: pass else take fig",
		    "if anybody does bid: pass, else take fig" },
		{ "if Los bids and Łoś bids 2: pass, otherwise: take fig",
		    "if Los does bid and Łoś does bid 2: pass, else take fig" },
		{ "if Los bids 1: pass or if Łoś bids 1: take fig else bid 3",
		    "if Los does bid 1: pass, else if Łoś does bid 1: take "
		    "fig, else bid 3" },
		{ "if Los does not bid 7: pass",
		    "if Los does not bid 7: pass" },
		{ "if Los bids 7 and Łoś does not bid: pass else take fig",
		    "if Los does bid 7 and Łoś does not bid: pass, else take "
		    "fig" },
		{ "unless Los not bid 7: pass",
		    "unless Los does not bid 7: pass" },
		{ "if nobody bids 9: pass", "if nobody does bid 9: pass" },
		{ "else take fig", "else take fig" },
		{ "or else: take fig or kiwi", "else take fig or take kiwi" },
		{ "2", "!error.number-kept" },
		{ "take plum or 2", "!error.number-kept" },
		{ "take wine", "!plan.no-move" },
		{ "if Los bids 7 take plum", "!plan.no-colon" },
		{ "if Bert bids 7: take plum", "!plan.nobody" },
		{ "if Los eats: take plum", "!plan.no-pattern" },
		{ "if Los takes plum: pass", "!plan.not-told" },
		{ "if Los does not take plum: pass", "!plan.not-told" },
		{ "if anyone does not bid 2: pass", "!plan.anybody-not" },
		{ "if Bert does not bid 7: pass", "!plan.nobody" },
		{ "if Los does not eat: pass", "!plan.no-pattern" },
		{ "if Los passes plum: pass", "!plan.two-moves" },
		{ "if Los bids 7:", "!plan.nothing" },
		{ "if Los bids 7: take wine", "!plan.no-move" },
		{ "to win", "none" },
		{ "for the holidays: take a boat", "none" },
		{ "", "none" },
	};
	const struct reader *r = *state;
	int bad = 0;

	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		g_autofree char *got = read_as(r, lines[i].text);

		if (strcmp(got, lines[i].want) == 0)
			continue;
		print_error("\"%s\": \"%s\", not \"%s\"\n", lines[i].text, got,
		    lines[i].want);
		bad++;
	}
	assert_int_equal(bad, 0);
}

/* What is understood can be written just so. */
static void
test_text_is_read_back(void **state)
{
	static const char *const texts[] = { "take plum or take fig",
		"pass plum or fig",
		"if Los does bid and Łoś does bid 2: pass, else take fig",
		"unless anybody does bid 3: give plum Tom or Tim or pass",
		"if Los does not bid and nobody does bid 3: pass" };
	const struct reader *r = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		g_autofree char *got = read_as(r, texts[i]);

		assert_string_equal(got, texts[i]);
	}
}

static void
hear(GArray *heard, enum toy_sentence sentence, int seat, int points)
{
	const struct say say = { .sentence = (int16_t)sentence,
		.n = points < 0 ? 1 : 3,
		.arg = { (int16_t)seat, (int16_t)points } };

	g_array_append_val(heard, say);
}

/* Which step of these is meant, and its first move: "1 pass", or "none". */
static char *
next_of(const struct reader *r, const char *const texts[], size_t n,
    const GArray *heard)
{
	json_t *steps = json_array();
	const json_t *ways;
	size_t at;
	char *got;

	for (size_t i = 0; i < n; i++) {
		struct plan_line line;

		assert_true(plan_read(r->words, r->match, texts[i], &line));
		assert_non_null(line.step);
		json_array_append(steps, line.step);
		plan_line_clear(&line);
	}
	at = plan_next(r->match, steps, heard, &ways);
	got = ways == NULL ? g_strdup("none")
			   : g_strdup_printf("%zu %s", at,
				 plan_way_move(json_array_get(ways, 0)));
	json_decref(steps);
	return got;
}

static void
test_next(void **state)
{
	static const char *const texts[] = { "if Los bids 7: take plum",
		("if Los bids and Łoś bids: take fig else unless Łoś bids: "
		 "take kiwi"),
		"if anyone bids 9: pass" };
	const struct reader *r = *state;
	g_autoptr(GArray) heard = g_array_new(FALSE, FALSE, sizeof(struct say));
	static const struct {
		enum toy_sentence sentence;
		int seat, points;
		const char *want;
	} steps[] = {
		{ TOY_SAY_DONE, 0, -1, "1 take kiwi" },
		{ TOY_SAY_BID, 1, -1, "none" }, /* Łoś */
		{ TOY_SAY_WON, 0, 9, "2 pass" }, /* anybody */
		{ TOY_SAY_BID, 2, -1, "1 take fig" }, /* Los */
		{ TOY_SAY_WON, 2, 8, "1 take fig" },
		{ TOY_SAY_WON, 2, 7, "0 take plum" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(steps); i++) {
		g_autofree char *got = NULL;

		hear(heard, steps[i].sentence, steps[i].seat, steps[i].points);
		got = next_of(r, texts, G_N_ELEMENTS(texts), heard);
		assert_string_equal(got, steps[i].want);
	}
}

/*
 * What is denied holds as long as it was not told, whether its player has not
 * moved, has made another move, or one that only others were told of.
 */
static void
test_next_of_what_is_denied(void **state)
{
	static const char *const texts[] = {
		"if Los does not bid 7 and Łoś bids: take plum",
		"if nobody bids 9: take fig", "pass"
	};
	const struct reader *r = *state;
	g_autoptr(GArray) heard = g_array_new(FALSE, FALSE, sizeof(struct say));
	static const struct {
		enum toy_sentence sentence;
		int seat, points;
		const char *want;
	} steps[] = {
		{ TOY_SAY_DONE, 0, -1, "1 take fig" },
		{ TOY_SAY_WON, 2, 8, "1 take fig" }, /* Los */
		{ TOY_SAY_BID, 1, -1, "0 take plum" }, /* Łoś */
		{ TOY_SAY_WON, 2, 7, "1 take fig" },
		{ TOY_SAY_WON, 3, 9, "2 pass" },
	};

	for (size_t i = 0; i < G_N_ELEMENTS(steps); i++) {
		g_autofree char *got = NULL;

		hear(heard, steps[i].sentence, steps[i].seat, steps[i].points);
		got = next_of(r, texts, G_N_ELEMENTS(texts), heard);
		assert_string_equal(got, steps[i].want);
	}
}

static bool
surprised(const struct reader *r, const char *text, enum toy_sentence sentence,
    int seat, int points)
{
	g_autoptr(GArray) heard = g_array_new(FALSE, FALSE, sizeof(struct say));
	struct plan_line line;
	json_t *steps, *conditions;
	bool is;

	assert_true(plan_read(r->words, r->match, text, &line));
	steps = json_pack("[O]", line.step);
	conditions = plan_conditions(steps);
	hear(heard, sentence, seat, points);
	is = plan_surprised(r->match, 0, conditions, heard);
	json_decref(conditions);
	json_decref(steps);
	plan_line_clear(&line);
	return is;
}

static void
test_surprises(void **state)
{
	const struct reader *r = *state;

	/* her own moves, and what is no move */
	assert_false(surprised(r, "pass", TOY_SAY_BID, 0, -1));
	assert_false(surprised(r, "pass", TOY_SAY_DONE, 2, -1));
	assert_true(surprised(r, "pass", TOY_SAY_BID, 2, -1));
	/* as far as it was told */
	assert_false(surprised(r, "if Los bids 7: pass", TOY_SAY_BID, 2, -1));
	assert_false(surprised(r, "if Los bids 7: pass", TOY_SAY_WON, 2, 7));
	assert_true(surprised(r, "if Los bids 7: pass", TOY_SAY_WON, 2, 8));
	assert_true(surprised(r, "if Los bids 7: pass", TOY_SAY_BID, 1, -1));
	assert_false(surprised(r, "unless Los bids: pass", TOY_SAY_WON, 2, 8));
	assert_false(surprised(r, "if anyone bids: pass", TOY_SAY_BID, 1, -1));
	/* what is denied is named, too */
	assert_false(
	    surprised(r, "if Los does not bid 7: pass", TOY_SAY_WON, 2, 7));
	assert_true(
	    surprised(r, "if Los does not bid 7: pass", TOY_SAY_WON, 2, 8));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_lines, setup, reader_free),
		cmocka_unit_test_setup_teardown(
		    test_text_is_read_back, setup, reader_free),
		cmocka_unit_test_setup_teardown(test_next, setup, reader_free),
		cmocka_unit_test_setup_teardown(
		    test_next_of_what_is_denied, setup, reader_free),
		cmocka_unit_test_setup_teardown(
		    test_surprises, setup, reader_free),
	};

	return cmocka_run_group_tests_name("plan", tests, NULL, NULL);
}
