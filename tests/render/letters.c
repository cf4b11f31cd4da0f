/* SPDX-License-Identifier: ISC */
/* Every kind of letter in every situation of the samples: how it looks. */
#include "base/err.h"
#include "render/body.h"
#include "render/render.h"
#include "tests/render/facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

struct fixture {
	struct catalog *catalog;
	GPtrArray *samples;
};

static int
setup(void **state)
{
	struct fixture *f = g_new0(struct fixture, 1);

	f->catalog = catalog_load("en", NULL, NULL);
	assert_non_null(f->catalog);
	f->samples = samples_render(f->catalog, false);
	*state = f;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;

	g_ptr_array_unref(f->samples);
	catalog_free(f->catalog);
	g_free(f);
	return 0;
}

static const char *
text_of(const struct fixture *f, const char *name)
{
	for (guint i = 0; i < f->samples->len; i++) {
		const struct sample *s = f->samples->pdata[i];

		if (strcmp(s->name, name) == 0)
			return s->text;
	}
	fail_msg("no sample %s", name);
	return NULL;
}

static void
assert_has(const struct fixture *f, const char *name, const char *part)
{
	if (strstr(text_of(f, name), part) == NULL)
		fail_msg("%s lacks \"%s\"", name, part);
}

static void
assert_lacks(const struct fixture *f, const char *name, const char *part)
{
	if (strstr(text_of(f, name), part) != NULL)
		fail_msg("%s has \"%s\"", name, part);
}

static void
assert_line(const char *name, const char *line, bool after_blank)
{
	size_t size = strlen(line);

	if (text_width(line) > 72)
		fail_msg("%s: too wide: %s", name, line);
	if (size > 0 && line[size - 1] == ' ')
		fail_msg("%s: blank at the end: %s", name, line);
	if (size == 0 && after_blank)
		fail_msg("%s: two empty lines", name);
	/* what a template or a phrase left undone; "[g7-k3x7]" is a tag */
	if (strpbrk(line, "{}") != NULL ||
	    (strchr(line, '[') != NULL && strstr(line, " [g") == NULL))
		fail_msg("%s: not filled in: %s", name, line);
	if (strstr(line, " .") != NULL || strstr(line, " ,") != NULL ||
	    strstr(line, "()") != NULL || strstr(line, "..") != NULL)
		fail_msg("%s: something is missing: %s", name, line);
}

static void
test_lines(void **state)
{
	const struct fixture *f = *state;

	for (guint i = 0; i < f->samples->len; i++) {
		const struct sample *s = f->samples->pdata[i];
		g_auto(GStrv) lines = g_strsplit(s->text, "\n", -1);
		guint n = g_strv_length(lines);

		assert_true(g_utf8_validate(s->text, -1, NULL));
		assert_true(n > 3);
		assert_true(*lines[0] != '\0');
		assert_string_equal(lines[n - 1], "");
		for (guint j = 0; j + 1 < n; j++)
			assert_line(
			    s->name, lines[j], j > 0 && *lines[j - 1] == '\0');
	}
}

#define CUT_LINE "\n#~ Write your answer above this line. ~#"

/*
 * One line ends the reading of an answer.  Where something is asked it stands
 * above the choices, so that they are not read also where a mail program does
 * not mark them as a quote; other letters end with it.
 */
static void
test_cut_line(void **state)
{
	const struct fixture *f = *state;
	guint tags = 0;

	for (guint i = 0; i < f->samples->len; i++) {
		const struct sample *s = f->samples->pdata[i];
		const char *cut = strstr(s->text, CUT_LINE);
		const char *choice = strstr(s->text, "\n  1  → ");
		const char *tag = json_string_value(
		    json_object_get(json_object_get(s->json, "facts"), "tag"));
		g_autofree char *end = g_strdup_printf(
		    "%s%s\n", tag != NULL ? " " : "", tag != NULL ? tag : "");

		if (cut == NULL)
			fail_msg("%s has no cut line", s->name);
		cut += strlen(CUT_LINE);
		assert_null(strstr(cut, "#~"));
		assert_true(g_str_has_prefix(cut, end));
		tags += tag != NULL;
		assert_true(choice == NULL || cut < choice);
		if (choice == NULL && strcmp(s->kind, "turn") != 0)
			assert_string_equal(cut, end);
	}
	assert_true(tags > 0);
}

static void
test_what_matters_comes_first(void **state)
{
	static const char *const first[][2] = {
		{ "turn-offer.json",
		    "Your turn: play a card or pass, by Tue 24 Nov 20:00.\n"
		    "\nAnna, it is your turn in match 7 of Mutineer.\n" },
		{ "turn-votes.json", "The match is paused.\n\n" },
		{ "turn-onlooker.json",
		    "Waiting for Bernhard.\n\nThere is nothing" },
		{ "turn-refused.json",
		    "Refused: \"play salt\". Your turn: play a card or pass, "
		    "by "
		    "Tue\n24 Nov 20:00.\n\n"
		    " ✗ Taken back: \"play wine\", because" },
		{ "turn-answer.json",
		    "Waiting for Bernhard and Дмитрий.\n\n"
		    " ✓ You wrote \"Play Wine!\": done → play wine" },
		{ "turn-near.json",
		    "Not understood: \"play wien\". Your turn: play a card or "
		    "pass, "
		    "by Tue\n24 Nov 20:00.\n\n"
		    " ✗ Not understood: \"play wien\". Like this: play" },
		{ "turn-nothing.json",
		    "Nothing was done. Your turn: play a card or pass, by Tue "
		    "24 Nov 20:00.\n\nThere was no command in your email" },
		{ "muster.json",
		    "Anna, you are invited to play Mutineer by email" },
		{ "final.json", "Anna, match 7 of Mutineer is over." },
		{ "turn-recognised-tag.json",
		    "Waiting for Bernhard and Дмитрий.\n\n"
		    "Your email came without the key of your letters." },
		{ "unproved-turn.json",
		    "Hello Anna, an email from your address came without" },
		{ "called-off.json",
		    "Anna, match 7 of Mutineer is called off." },
	};
	const struct fixture *f = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(first); i++)
		if (!g_str_has_prefix(text_of(f, first[i][0]), first[i][1]))
			fail_msg("%s begins otherwise: %.200s", first[i][0],
			    text_of(f, first[i][0]));
}

static void
assert_glance(const struct fixture *f, json_t *context, const char *line)
{
	struct err err = { 0 };
	g_autofree char *text =
	    catalog_letter(f->catalog, NULL, "glance", context, &err);

	assert_string_equal(text, line);
	json_decref(context);
}

/* What a list of mails shows, in cases that no sample has. */
static void
test_glance(void **state)
{
	const struct fixture *f = *state;

	assert_glance(f,
	    json_pack("{s:b, s:[{s:s}], s:b}", "answer", 1, "undone", "line",
		"say Nobody: hi", "asked", 1),
	    "Not done: \"say Nobody: hi\". Your turn.\n");
	assert_glance(f,
	    json_pack("{s:b, s:{s:b}, s:{s:s}}", "asked", 1, "order", "held", 1,
		"glance", "by", "Tue 24 Nov 20:00"),
	    "What you decided stands; you can still change it.\n");
	assert_glance(f,
	    json_pack("{s:b, s:{s:s}, s:b, s:[s, s, s]}", "asked", 0, "glance",
		"news", "Anna plays wine.", "waiting_for_others", 1, "waiting",
		"Anna", "Boris", "Carla"),
	    "Anna plays wine. Waiting for Anna, Boris and Carla.\n");
}

/* "12) 2 sandkap", or whole where it stands alone or in a short list. */
static bool
has_choice(const char *text, json_int_t number, const char *move)
{
	g_autofree char *line =
	    g_strdup_printf(" %d  → %s\n", (int)number, move);
	g_autofree char *begun = g_strdup_printf(" %d) ", (int)number);
	const char *entry = strstr(text, begun);
	const char *rest = strchr(move, ' ');

	if (entry == NULL || rest == NULL)
		return strstr(text, line) != NULL;
	rest = strchr(rest + 1, ' ');
	return rest != NULL &&
	       g_str_has_prefix(entry + strlen(begun), rest + 1);
}

/* All choices are there, each with its number. */
static void
test_choices(void **state)
{
	const struct fixture *f = *state;
	guint many = 0;

	for (guint i = 0; i < f->samples->len; i++) {
		const struct sample *s = f->samples->pdata[i];
		const json_t *context = json_object_get(s->json, "facts");
		const json_t *choice;
		size_t j;

		many += json_is_true(json_object_get(context, "many"));
		json_array_foreach(
		    json_object_get(context, "choices"), j, choice)
		{
			const char *move =
			    json_string_value(json_object_get(choice, "move"));

			if (!has_choice(s->text, (json_int_t)j + 1, move))
				fail_msg("%s lacks %s", s->name, move);
		}
	}
	assert_true(many > 0);
}

/* A long list: what begins alike, what stands alone, and numbers in a row. */
static void
test_long_list(void **state)
{
	const struct fixture *f = *state;
	struct err err = { 0 };
	json_t *context = json_pack(
	    "{s:b, s:[{s:s, s:[{s:i, s:s}, {s:i, s:s}]},"
	    " {s:s, s:{s:i}}, {s:s, s:{s:i, s:i}}]}",
	    "many", 1, "groups", "move", "do load", "entries", "number", 1,
	    "rest", "", "number", 7, "rest", "cart load", "move", "do nothing",
	    "only", "number", 12, "move", "bid", "range", "from", 0, "to", 99);
	g_autofree char *text =
	    catalog_letter(f->catalog, NULL, "choices", context, &err);

	assert_string_equal(text,
	    "Reply with one of these moves (without the arrow) or its number. "
	    "The\nwords before \"…\" begin every move listed after it."
	    "\n\n"
	    "  → do load …  1) nothing more · 7) cart load\n"
	    "  12  → do nothing\n"
	    "  → bid N  N from 0 to 99\n");
	json_decref(context);
}

static void
test_each_phase_is_explained(void **state)
{
	const struct fixture *f = *state;

	assert_has(f, "turn-pay.json", "the role of your mate");
	assert_has(f, "turn-offer.json", "Lay down one card, or pass.");
	assert_lacks(f, "turn-offer.json", "You are the captain");
	assert_has(f, "turn-offer-captain.json", "You are the captain: if");
	assert_has(f, "turn-take.json", " · cabin boy: You fight for");
	assert_lacks(f, "turn-take.json", " · merchant");
	assert_has(f, "turn-fight.json", "Mutiny! Captain and mate");
	assert_has(f, "turn-sell.json",
	    "\n  Cold Cliff  cloth          5    2      2\n");
	assert_has(
	    f, "turn-keep.json", "you drew 2 salt, wine, conflict. Keep 2");
	assert_has(f, "turn-offer.json", "If you pass early");
	assert_lacks(f, "turn-offer-captain.json", "If you pass early");
	assert_has(f, "turn-offer-captain.json",
	    "sails 3 islands on, to\nPirates' Nest, worth 5 points");
	assert_has(f, "turn-fight.json",
	    "so far 1.\n · Rebels: Anna (mutineer); so far 1.");
	assert_lacks(f, "turn-offer.json", "pirate");
	assert_has(f, "turn-help-history-resign.json", "The pirate card sends");
}

static void
test_own_cards_and_role(void **state)
{
	const struct fixture *f = *state;

	assert_has(f, "turn-offer.json", "\nYour hand: ruby, 2 wine.\n");
	assert_has(f, "turn-fight.json",
	    "Laid aside for this round: 2 conflicts, grain.\n");
	assert_has(f, "turn-fight.json", "\nYour role: mutineer. You fight");
	assert_has(f, "turn-fight.json",
	    "\nYou chose from: mutineer, mate, merchant.\n");
	assert_lacks(f, "turn-onlooker.json", "Your hand");
	assert_lacks(f, "turn-onlooker.json", "Your role");
}

static void
test_table(void **state)
{
	const struct fixture *f = *state;

	assert_has(f, "turn-pay.json", "Round 3 of 8. Captain: Bernhard.\n");
	assert_has(f, "turn-offer.json", "promises the mate 2 points.\n");
	assert_has(
	    f, "turn-offer.json", "\n  Anna (you)         4     3      0\n");
	assert_has(f, "turn-offer.json", "\n  Anna          conflict, wine\n");
	assert_has(f, "turn-offer.json",
	    "\n     0  Cold Cliff     cloth      5  2  2     4  ship here, "
	    "sale\n");
	assert_has(f, "turn-take.json", "  captain, passed\n");
	assert_has(f, "turn-take.json", "  captain's destination\n");
	assert_has(f, "turn-three.json", "has left\n");
}

static void
test_answers(void **state)
{
	const struct fixture *f = *state;

	assert_has(
	    f, "turn-refused.json", " ✗ Not tried after that: \"pass\".");
	assert_has(
	    f, "turn-refused.json", "\n ✗ Refused: \"play salt\". You have no");
	assert_has(
	    f, "turn-refused.json", " ✗ Taken back: \"play wine\", because");
	assert_has(f, "turn-refused-stands.json",
	    "What is marked as done above has shown");
	assert_lacks(f, "turn-refused-stands.json", "Taken back");
	assert_has(f, "turn-help-history-resign.json", " → resign 4f7k2q\n");
	assert_has(f, "turn-help-history-resign.json",
	    "\n · Bernhard promises the mate 2 points.\n");
	assert_has(f, "turn-help-history-resign.json", "→ status  ");
	assert_has(f, "turn-plan.json",
	    " ✓ You wrote \"play salt\": planned for a later turn → play "
	    "salt\n");
	assert_has(f, "turn-plan.json", "\n · Dropped: \"play ruby\".\n");
	assert_has(
	    f, "muster-answer.json", "you are in for match 7 of Mutineer");
	assert_lacks(f, "muster-answer.json", "→ ready\n");
	assert_has(f, "answer-muster.json", "How Mutineer is played");
	assert_has(f, "answer-none.json", "You are not in a match");
}

static void
test_plan(void **state)
{
	const struct fixture *f = *state;

	assert_has(f, "turn-plan.json",
	    "it):\n\n   → play salt\n   → pass mate or merchant\n\n");
	assert_lacks(f, "turn-plan.json", "could not be made");
	assert_has(f, "turn-plan-stopped.json",
	    "\nYour move for now, \"play salt\", could not be made. ");
	assert_has(f, "turn-plan-stopped.json",
	    "\n\n ✗ Dropped: \"play wine\".\n"
	    " ✗ Dropped: \"pass mate or merchant\".\n\n#~");
	assert_has(f, "turn-plan-undone.json",
	    "\nThe organiser has undone your last move, so your plan");
	assert_lacks(f, "turn-plan-undone.json", "could not be made");
	assert_lacks(f, "turn-offer.json", "plan for");
	assert_has(f, "turn-order.json",
	    " ✓ You wrote \"play wine\": noted → play wine\n");
	assert_has(
	    f, "turn-order.json", "Noted, but not made yet:\n\n   → play");
	assert_has(f, "turn-order.json", "4 December 2026, 18:00 CET. Until");
	assert_has(f, "turn-order.json", "Your careful plan for your next");
	assert_has(f, "turn-order.json",
	    " As things stand, \"pass\" is not possible.\nYou have passed "
	    "already.\n");
	assert_lacks(f, "turn-order.json", "If your turn came now");
	assert_has(f, "turn-order.json", "possible → pass;");
	assert_has(f, "final.json", " (planned)");
}

static void
test_rules(void **state)
{
	const struct fixture *f = *state;

	assert_has(f, "turn-rules-all.json", "How Mutineer is played");
	assert_has(f, "turn-rules-mutiny.json", "Mutineer: the mutiny");
	assert_has(f, "turn-rules-what-is-this.json",
	    "There is no topic \"what is this\"; the");
	assert_has(f, "turn-rules-islands.json", "  Frost Cave     cloth");
	/* every topic of the overview has its text */
	for (guint i = 0; i < f->samples->len; i++) {
		const struct sample *s = f->samples->pdata[i];

		if (g_str_has_prefix(s->name, "turn-rules-") &&
		    strstr(s->name, "-all.") == NULL &&
		    strstr(s->name, "-what-") == NULL)
			assert_has(f, s->name, "\nMutineer: ");
	}
}

static void
test_muster(void **state)
{
	const struct fixture *f = *state;

	assert_has(f, "muster.json", "\n   → ready\n");
	assert_has(f, "muster.json", "\n   → resign\n");
	assert_has(f, "muster.json", "\n   3f3f3f3f");
	assert_has(f, "muster.json", "→ ready luck ");
	assert_has(f, "muster.json", "The shuffle is fair");
	assert_has(f, "muster.json",
	    "We are waiting for Anna, Carmen Lucía and Дмитрий.");
	assert_lacks(f, "muster.json", "invitation;");
	assert_has(f, "muster-again.json", "second invitation;");
	assert_has(f, "muster-again.json", "1 seat is still free.");
	assert_lacks(f, "muster.json", "This match is played with the pirates");
	assert_has(f, "muster-pirates.json", "is played with the pirates");
	assert_has(f, "muster-pirates.json", "The organiser has set up the");
}

/* What follows if she does not answer. */
static void
test_late(void **state)
{
	const struct fixture *f = *state;

	assert_has(f, "turn-late-grace.json", "(1 of 2 such");
	assert_has(f, "turn-late-grace.json", "1 working day");
	assert_has(f, "turn-late-grace.json", "you: pay 0\n");
	assert_has(f, "turn-late-grace.json", "after 2 missed deadlines");
	assert_has(f, "turn-late-robot.json", "the program chooses a move");
	assert_has(f, "turn-late-robot.json", "If you miss this deadline, ");
	assert_lacks(f, "turn-late-robot.json", "made for you");
	assert_has(f, "turn-late-wait.json", "the match is waiting for you");
	assert_lacks(f, "turn-late-wait.json", "extensions");
}

static void
test_final(void **state)
{
	const struct fixture *f = *state;

	assert_has(f, "final.json", "The win is shared:");
	assert_has(f, "final-one.json", "Carmen Lucía wins.");
	assert_has(f, "final.json",
	    "\n   2  cabin boy  captain    merchant      mutineer\n");
	assert_has(f, "final.json", "→ pass (deadline)");
	assert_has(f, "final.json", "\n   abababab");
	assert_has(f, "final.json", "\n   09090909");
	assert_has(f, "final.json", "\n   5a5a5a5a");
	assert_has(f, "muster.json", "\n   5a5a5a5a");
	assert_has(f, "final.json", "\"three green");
	assert_has(f, "final-one.json", "nobody gave any");
}

/* No seat, no cards of her own, nothing to answer. */
static void
test_onlooker(void **state)
{
	static const char *const names[] = { "onlooker.json",
		"onlooker-first.json", "onlooker-first-again.json",
		"onlooker-first-muster.json", "onlooker-muster.json",
		"onlooker-nobody-asked.json", "onlooker-final.json",
		"onlooker-called-off.json" };
	static const char *const never[] = { "Your hand", "Your role", "(you)",
		"you would sail", "your turn", "Reply with", "→ ready",
		"for playing", "you were told", "Reply with just the word" };
	const struct fixture *f = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		for (size_t j = 0; j < G_N_ELEMENTS(never); j++)
			assert_lacks(f, names[i], never[j]);
	assert_has(f, "onlooker.json",
	    "Match 7 of Mutineer is in progress, waiting for Bernhard.\n");
	assert_has(f, "onlooker.json", "\n · Bernhard promises the mate");
	assert_has(f, "onlooker.json", "\nRound 3 of 8. Captain: Bernhard");
	assert_has(f, "onlooker-nobody-asked.json",
	    "Match 7 of Mutineer is in progress.\n");
	assert_has(f, "onlooker-first.json",
	    "The players know that you are watching.");
	assert_has(
	    f, "onlooker-first.json", "\nRound 3 of 8. Captain: Bernhard");
	assert_has(f, "onlooker-first-muster.json", "The match begins");
	assert_has(f, "onlooker-first-muster.json", "Everyone sails");
	assert_has(f, "onlooker-muster.json", "has not begun yet; it is");
	assert_has(f, "onlooker-final.json", "Thank you for watching.");
	assert_has(f, "onlooker-final.json", "the players were told this\n");
	assert_has(f, "onlooker-final.json", "\n   abababab");
	assert_has(f, "onlooker-answer.json", "automatically");
	assert_lacks(f, "onlooker-answer.json", "that you play in");
	assert_has(f, "onlooker-answer-plays.json", "that you play in");
	assert_has(f, "onlooker-answer-past.json", "which is over");
	assert_lacks(f, "onlooker-answer-past.json", "automatically");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_cut_line),
		cmocka_unit_test(test_what_matters_comes_first),
		cmocka_unit_test(test_glance),
		cmocka_unit_test(test_choices),
		cmocka_unit_test(test_long_list),
		cmocka_unit_test(test_each_phase_is_explained),
		cmocka_unit_test(test_own_cards_and_role),
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_answers),
		cmocka_unit_test(test_plan),
		cmocka_unit_test(test_rules),
		cmocka_unit_test(test_muster),
		cmocka_unit_test(test_late),
		cmocka_unit_test(test_final),
		cmocka_unit_test(test_onlooker),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
