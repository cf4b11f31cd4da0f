/* SPDX-License-Identifier: ISC */
/* Lines of letters over the toy game: commands, near misses, and talk. */
#include "base/fold.h"
#include "core/words.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "tests/core/reader.h"
#include "tests/core/reading.h"

static char *const names[] = { "Anna Maria", "Łoś", "Los", "Star Fruit",
	"Smith, John", NULL };

static int
setup(void **state)
{
	static const struct form forms[] = {
		{ "request", "pomoc", "help" },
		{ "request", "i am ready", "ready" },
		{ "request", "gotów", "ready" },
		{ "request", "szczęście", "luck" },
		{ "request", "give up", "resign" },
		{ "request", "zasady", "rules" },
		{ "request", "albo", "or" },
		{ "toy", "bierz", "take" },
		{ "toy", "biorę", "take" },
		{ "toy", "gives", "give" },
		{ "toy", "hand over", "give" },
		{ "toy", "śliwka", "plum" },
		{ "toy", "Strauß", "plum" },
		{ "toy", "star", "fig" },
		{ "toy", "star fruit", "star-fruit" },
		{ "toy", "star fruit tree", "yew" },
		{ "toy", "pasuję", "pass" },
		{ "other-game", "grab", "take" },
	};

	return reader_new(state, forms, G_N_ELEMENTS(forms), names);
}

static void
test_dressings(void **state)
{
	static const struct line lines[] = {
		{ "take plum", "move take plum" },
		{ "  take   plum  ", "move take plum" },
		{ "Take Plum", "move take plum" },
		{ "TAKE PLUM!", "move take plum" },
		{ "take plum.", "move take plum" },
		{ "take plum...", "move take plum" },
		{ "take plum !!", "move take plum" },
		{ "take plum,", "move take plum" },
		{ "take plum;", "move take plum" },
		{ "take, plum", "move take plum" },
		{ "take\tplum", "move take plum" },
		{ "- take plum", "move take plum" },
		{ "* take plum", "move take plum" },
		{ "+ take plum", "move take plum" },
		{ "• take plum", "move take plum" },
		{ "1. take plum", "move take plum" },
		{ "1) take plum", "move take plum" },
		{ "12. take plum", "move take plum" },
		{ "\"take plum\"", "move take plum" },
		{ "'take plum'", "move take plum" },
		{ "*take plum*", "move take plum" },
		{ "**take plum**", "move take plum" },
		{ "_take plum_", "move take plum" },
		{ "__take plum__", "move take plum" },
		{ "`take plum`", "move take plum" },
		{ "\"take plum\".", "move take plum" },
		{ "\"take plum.\"", "move take plum" },
		{ "\" take plum \"", "move take plum" },
		{ "- **take plum**!", "move take plum" },
		{ "  - take plum", "move take plum" },
		{ "take plúm", "move take plum" },
		{ "tàkè plum", "move take plum" },
		{ "take plu\u0301m", "move take plum" },
		/* more than one pair, or a half one */
		{ "\"'take plum'\"", "talk" },
		{ "\"take plum", "talk" },
		{ "take plum\"", "near take" },
		{ "*take* plum", "talk" },
		{ "(take plum)", "talk" },
		{ "[take plum]", "talk" },
		{ "- - take plum", "talk" },
		{ "123. take plum", "talk" },
		{ "1.take plum", "talk" },
		{ "1: take plum", "talk" },
		{ "→ take plum", "talk" },
		{ "> take plum", "talk" },
		{ "take plum?", "near take" },
		{ "take plum (I think)", "near take" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
}

static void
test_numbers(void **state)
{
	static const struct line lines[] = {
		{ "2", "number 2" },
		{ " 2 ", "number 2" },
		{ "2.", "number 2" },
		{ "2)", "number 2" },
		{ "2!", "number 2" },
		{ "2,", "number 2" },
		{ "[2]", "number 2" },
		{ "[2].", "number 2" },
		{ "(2)", "number 2" },
		{ "#2", "number 2" },
		{ "#2.", "number 2" },
		{ "*2*", "number 2" },
		{ "**2**", "number 2" },
		{ "\"2\"", "number 2" },
		{ "- 2", "number 2" },
		{ "* 2.", "number 2" },
		{ "17", "number 17" },
		{ "9999", "number 9999" },
		{ "0", "number 0" },
		{ "00", "near number" },
		{ "10000", "talk" },
		{ "99999999999999999999", "talk" },
		{ "-2", "talk" },
		{ "+2", "talk" },
		{ "2.5", "talk" },
		{ "2,5", "talk" },
		{ "2:", "talk" },
		{ "2?", "talk" },
		{ "##2", "talk" },
		{ "[[2]]", "talk" },
		{ "# 2", "talk" },
		{ "2 2", "talk" },
		{ "1 + 1", "talk" },
		{ "two", "talk" },
		{ "²", "talk" },
		{ "٢", "talk" },
		/* the fifth of May, the second of the list, or what? */
		{ "2. 5", "talk" },
		{ "2. 5.", "talk" },
		{ "2) 5", "talk" },
		{ "12. 4. 2024", "talk" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
	/* also for somebody without a running match */
	assert_readings(r->words, NULL, lines, G_N_ELEMENTS(lines));
}

static void
test_requests(void **state)
{
	static const struct line lines[] = {
		{ "help", "help" },
		{ "Help!", "help" },
		{ "hélp", "help" },
		{ "pomoc", "help" },
		{ "POMOC.", "help" },
		{ "help rules", "help rules" },
		{ "Help Rules", "help rules" },
		{ "help me out please", "help me out" },
		{ "help me out of here", "near help" },
		{ "rules", "rules" },
		{ "zasady", "rules" },
		{ "rules Mutiny.", "rules mutiny" },
		{ "rules cabin boy", "rules cabin boy" },
		{ "rules of the game", "near rules" },
		{ "status", "status" },
		{ "- status", "status" },
		{ "status quo please", "near status" },
		{ "history", "history" },
		{ "history is bunk", "near history" },
		{ "cancel", "cancel" },
		{ "Cancel, please.", "cancel" },
		{ "cancel that order", "near cancel" },
		{ "cancelled", "talk" },
		{ "pause", "pause" },
		{ "Pause, please.", "pause" },
		{ "pause for a week", "near pause" },
		{ "ready", "ready" },
		{ "READY", "ready" },
		{ "gotow", "ready" },
		{ "Gotów!", "ready" },
		{ "I am ready", "ready" },
		{ "i am ready.", "ready" },
		{ "I am not ready", "talk" },
		{ "I am ready now", "near ready" },
		{ "ready luck Red sky at Night", "ready Red sky at Night" },
		{ "ready luck żółw 7", "ready żółw 7" },
		{ "ready, luck  moon", "ready moon" },
		{ "ready,luck new moon", "ready new moon" },
		{ "i am ready luck new moon", "ready new moon" },
		{ "gotów szczęście Księżyc", "ready Księżyc" },
		{ "ready luck", "near ready" },
		{ "ready when you are", "near ready" },
		{ "ready 2", "near ready" },
		{ "luck", "talk" },
		{ "or", "talk" },
		{ "resign", "resign" },
		{ "Resign!", "resign" },
		{ "give up", "resign" },
		{ "resign K7P2QX", "resign k7p2qx" },
		{ "resign from the club", "near resign" },
		{ "", "talk" },
		{ " ", "talk" },
		{ ";", "talk" },
		{ " ; ; ", "talk" },
		{ ".", "talk" },
		{ "\"\"", "talk" },
		{ "**", "talk" },
		{ "-", "talk" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
}

static void
test_codes(void **state)
{
	static const struct line lines[] = {
		{ "yes k3x7ab", "yes k3x7ab" },
		{ "Yes K3X7AB!", "yes k3x7ab" },
		{ "no k3x7ab.", "no k3x7ab" },
		{ "- *no k3x7ab*", "no k3x7ab" },
		{ "yes, k3x7ab", "yes k3x7ab" },
		{ "yes k3x7ab; pass", "yes k3x7ab | move pass" },
		/* people say these words all the time */
		{ "yes", "talk" },
		{ "Yes.", "talk" },
		{ "no", "talk" },
		{ "No!", "talk" },
		{ "yes please", "talk" },
		{ "no thanks", "talk" },
		{ "yes indeed", "talk" },
		{ "no reason", "talk" },
		{ "yes k3x7a", "talk" },
		{ "yes k3x7abc", "talk" },
		{ "yes k3x9ab", "talk" }, /* no digit of a code */
		{ "yes 333333", "yes 333333" },
		{ "yes k3x7ab indeed", "talk" },
		{ "yes no k3x7ab", "talk" },
		{ "k3x7ab", "talk" },
		{ "ys k3x7ab", "talk" },
		{ "yes k3x7ab; hello", "near yes" },
		{ "yes; pass", "near pass" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
}

static void
test_keys_and_addresses(void **state)
{
	static const struct line lines[] = {
		{ "key", "key" },
		{ "Key!", "key" },
		{ "key please", "key" },
		{ "key and lock", "near key" },
		{ "the key", "talk" },
		{ "address Anna.Maj@New.example",
		    "address Anna.Maj@New.example" },
		{ "address anna@new.example.", "address anna@new.example" },
		{ "address", "near address" },
		{ "remind 3h, 24h", "remind 24h 3h" },
		{ "remind 60m 1d", "remind 1d 60m" },
		{ "calendar on", "calendar on" },
		{ "Calendar OFF.", "calendar off" },
		{ "calendar", "near calendar" },
		{ "calendar on friday", "talk" },
		{ "my calendar is full", "talk" },
		{ "remind off", "remind off" },
		{ "remind me tomorrow", "near remind" },
		{ "mail digest 8.30", "mail digest 08:30" },
		{ "mail each", "mail each" },
		{ "mail digest 24:00", "near mail" },
		{ "mail programs differ", "talk" },
		{ "resend 4", "resend 4" },
		{ "ping", "ping" },
		{ "address anna", "near address" },
		{ "address anna@new.example boris@new.example",
		    "near address" },
		{ "address a@b<mailto:a@b>", "address a@b<mailto:a@b>" },
		{ "addres k3x7ab", "talk" },
		{ "adress", "near address" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
	assert_table(r->words, NULL, lines);
}

static void
test_moves(void **state)
{
	static const struct line lines[] = {
		{ "pass", "move pass" },
		{ "pasuję", "move pass" },
		{ "bid 7", "move bid 7" },
		{ "bid 07", "near bid" },
		{ "bid 99999999999", "near bid" },
		{ "bid", "near bid" },
		{ "take", "near take" },
		{ "bierz śliwka", "move take plum" },
		{ "Biore SLIWKA!", "move take plum" },
		{ "take strauss", "move take plum" },
		{ "take STRAUẞ", "move take plum" },
		{ "grab plum", "talk" }, /* the word of another game */
		/* the longest form counts */
		{ "take star", "move take fig" },
		{ "take star fruit", "move take star-fruit" },
		{ "take star, fruit", "move take star-fruit" },
		{ "mix star fruit tree", "move mix yew" },
		{ "mix star star fruit star fruit tree",
		    "move mix fig star-fruit yew" },
		{ "mix star fruit star", "move mix fig star-fruit" },
		{ "take star fruit tree", "near take" },
		{ "take star gazing", "near take" },
		{ "swap oak 1 plum ash 2 fig",
		    "move swap oak 1 plum, ash 2 fig" },
		{ "swap oak 1", "near swap" },
		{ "mix plum oak fig", "move mix fig plum oak" },
		{ "mix oak, ash", "move mix ash oak" },
		{ "plum", "talk" },
		{ "plum take", "talk" },
	};
	static const struct line without[] = {
		{ "take plum", "talk" },
		{ "pass", "talk" },
		{ "take", "talk" },
		{ "help", "help" },
		{ "2", "number 2" },
		{ "help; pass", "near help" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
	assert_table(r->words, NULL, without);
}

static void
test_names(void **state)
{
	static const struct line lines[] = {
		{ "give plum Anna Maria", "move give plum Anna Maria" },
		{ "give plum to Anna Maria", "near give" },
		{ "GIVES Plum ÁNNA maria!", "move give plum Anna Maria" },
		{ "give plum Łoś", "move give plum Łoś" },
		{ "give plum los", "move give plum Los" },
		/* forms in front must not cost the name its accents */
		{ "gives plum Łoś", "move give plum Łoś" },
		{ "gives śliwka łoś", "move give plum Łoś" },
		{ "gives śliwka Los", "move give plum Los" },
		{ "gives śliwka Łos", "near give" },
		{ "hand over śliwka Łoś", "move give plum Łoś" },
		/* nor a name be taken for a form */
		{ "give plum Star Fruit", "move give plum Star Fruit" },
		{ "gives star star fruit", "move give fig Star Fruit" },
		{ "gives star fruit star fruit",
		    "move give star-fruit Star Fruit" },
		{ "gives plum Smith, John", "move give plum Smith, John" },
		{ "gives plum", "near give" },
		{ "gives plum Bob", "near give" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
}

static void
test_shorthands(void **state)
{
	static const struct line lines[] = {
		{ "pass plum", "move pass > take plum" },
		{ "pass, plum", "move pass > take plum" },
		{ "pass plum or fig", "move pass > take plum > take fig" },
		{ "Pass Plum OR Fig!", "move pass > take plum > take fig" },
		{ "pass plum or fig or kiwi",
		    "move pass > take plum > take fig > take kiwi" },
		{ "pass plum albo star fruit or star",
		    "move pass > take plum > take star-fruit > take fig" },
		{ "pasuję śliwka", "move pass > take plum" },
		{ "pass or", "near pass" },
		{ "pass or plum", "near pass" },
		{ "pass plum or", "near pass" },
		{ "pass plum or or fig", "near pass" },
		{ "pass plum fig", "near pass" },
		{ "pass plum or pear", "near pass" },
		{ "pass pear", "near pass" },
		{ "pass take plum", "near pass" },
		{ "take plum or fig", "near take" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
}

static void
test_several(void **state)
{
	static const struct line lines[] = {
		{ "pass; take plum", "move pass | move take plum" },
		{ "pass;take plum", "move pass | move take plum" },
		{ "pass ; take plum ;", "move pass | move take plum" },
		{ ";pass;;take plum", "move pass | move take plum" },
		{ "Pass.; Take plum!", "move pass | move take plum" },
		{ "pass; 2; help", "move pass | number 2 | help" },
		{ "- pass; take plum", "move pass | move take plum" },
		{ "\"pass; take plum\"", "move pass | move take plum" },
		{ "\"pass; take plum\".", "move pass | move take plum" },
		{ "*pass; take plum*", "move pass | move take plum" },
		{ "**pass; take plum**", "move pass | move take plum" },
		{ "\"pass\"; \"take plum\"", "move pass | move take plum" },
		{ "*pass*; *take plum*", "move pass | move take plum" },
		{ "pass plum or fig; bid 3",
		    "move pass > take plum > take fig | move bid 3" },
		/* half a line is not done */
		{ "pass; take", "near take" },
		{ "take; pass", "near take" },
		{ "take care; pass", "near take" },
		{ "pass; and so on", "near pass" },
		{ "well; pass", "near pass" },
		{ "well; take", "near take" },
		{ "2; well", "near number" },
		{ "take plum; well", "near take" },
		{ "help; I need somebody", "near help" },
		{ "rules fruit; and more", "near rules" },
		{ "ready luck moon; or not", "near ready" },
		{ "resign abc; never", "near resign" },
		{ "status; quo; vadis", "near status" },
		{ "history; repeats itself", "near history" },
		{ "this; that", "talk" },
		{ "\"pass; take\", she said", "talk" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
}

/* The line as it is echoed. */
static void
test_echo(void **state)
{
	static const struct line lines[] = {
		{ "- **Take Plum**!", "Take Plum" },
		{ "2)", "2)" },
		{ "Bid: 2, please.", "Bid: 2, please" },
		{ "tkae plum!", "tkae plum" },
		{ "take some; pass", "take some; pass" },
		{ "Hello,  you!", "Hello,  you!" },
	};
	struct reader *r = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		g_autoptr(GPtrArray) list =
		    g_ptr_array_new_with_free_func(reading_free);
		const struct request *q;

		request_read(r->words, r->match, lines[i].text, list);
		assert_int_equal(list->len, 1);
		q = list->pdata[0];
		if (q->kind == REQUEST_TALK)
			continue;
		assert_string_equal(q->line, lines[i].want);
	}
}

/* Up to 200 characters, not bytes, are read. */
static void
test_long_lines(void **state)
{
	struct reader *r = *state;
	g_autofree char *blanks = g_strnfill(200 - 4, ' ');
	g_autofree char *line = g_strconcat("pa", blanks, "ss", NULL);
	g_autofree char *most = g_strconcat("pass", blanks, NULL);
	g_autofree char *more = g_strconcat("pass ", blanks, NULL);
	g_autoptr(GString) luck = g_string_new("ready luck ");
	g_autoptr(GString) many = g_string_new(NULL);
	const struct line lines[] = {
		{ line, "talk" },
		{ most, "move pass" },
		{ more, "talk" },
	};
	g_autofree char *got = NULL, *over = NULL, *hundred = NULL;

	assert_table(r->words, r->match, lines);
	while (g_utf8_strlen(luck->str, -1) < 200)
		g_string_append(luck, "ł");
	got = reading(r->words, NULL, luck->str);
	assert_true(g_str_has_prefix(got, "ready ł"));
	g_string_append(luck, "ł");
	over = reading(r->words, NULL, luck->str);
	assert_string_equal(over, "talk");
	for (int i = 0; i < 100; i++)
		g_string_append(many, "2;");
	hundred = reading(r->words, NULL, many->str);
	assert_int_equal(strlen(hundred), 100 * strlen("number 2 | ") - 3);
}

static void
test_no_text(void **state)
{
	static const struct line lines[] = {
		{ "\xff", "" },
		{ "pass \xc5", "" },
		{ "\u0301", "talk" },
		{ "´", "talk" },
		{ "\u0301pass", "move pass" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
}

static void
test_fold(void **state)
{
	static const struct line folds[] = {
		{ "", "" },
		{ "Zażółć gęślą jaźń", "zazolc gesla jazn" },
		{ "ŁÓDŹ", "lodz" },
		{ "Straße STRAẞE", "strasse strasse" },
		{ "Ørsted Đorđe", "orsted dorde" },
		{ "Æsir CŒUR ısı", "aesir coeur isi" },
		{ "Ёлка", "елка" },
		{ "ÀÉÎÕÜ", "aeiou" },
		{ "e\u0301", "e" },
		{ "ﬁn", "fin" },
		{ "ＰＡＳＳ", "pass" },
		{ "𝐏ass", "pass" },
		{ "İ", "i" },
		{ "a  b", "a  b" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(folds); i++) {
		g_autofree char *got = fold_text(folds[i].text);
		g_autofree char *again = fold_text(got);

		assert_string_equal(got, folds[i].want);
		assert_string_equal(again, got);
	}
}

/* The last word given for a form counts; forms of different things differ. */
static void
test_words(void **state)
{
	struct reader *r = *state;
	struct words *w = words_new();
	static const struct line before[] = { { "grab fig", "talk" } };
	static const struct line after[] = { { "grab fig", "move take fig" },
		{ "Pomóc", "rules" }, { "plum", "talk" } };

	assert_table(w, r->match, before);
	words_add(w, "toy", "GRÁB", "take");
	words_add(w, "request", "pomoc", "help");
	words_add(w, "request", "pomoc", "rules");
	words_add(w, "request", "plum", "plum");
	assert_table(w, r->match, after);
	words_free(w);
	words_free(NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dressings),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_requests),
		cmocka_unit_test(test_codes),
		cmocka_unit_test(test_keys_and_addresses),
		cmocka_unit_test(test_moves),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_shorthands),
		cmocka_unit_test(test_several),
		cmocka_unit_test(test_echo),
		cmocka_unit_test(test_long_lines),
		cmocka_unit_test(test_no_text),
		cmocka_unit_test(test_fold),
		cmocka_unit_test(test_words),
	};

	return cmocka_run_group_tests(tests, setup, reader_free);
}
