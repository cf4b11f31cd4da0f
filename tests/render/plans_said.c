/* SPDX-License-Identifier: ISC */
/*
 * In random matches of every game and in every language: a line of a plan, as a
 * letter shows it, is read as that line.  So it can be sent back, and what is
 * shown is what was understood.
 */
#include "base/err.h"
#include "base/fold.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/say.h"
#include "games/games.h"
#include "parse/parse.h"
#include "parse/plan.h"
#include "parse/request.h"
#include "render/render.h"
#include "tests/render/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { MATCHES_EACH = 2, MOVES_EACH = 120 };

struct bench {
	struct catalog *catalog;
	struct match *match;
	struct chance *chance;
	guint conditions;
	GHashTable *shown; /* "GAME VERB" of conditions that were printed */
};

/* Some legal move of anybody, as its canonical text. */
static char *
any_move(const struct bench *b)
{
	for (;;) {
		int seat = (int)chance_below(
		    b->chance, (uint32_t)match_seats(b->match));
		g_autoptr(GArray) legal = match_legal(b->match, seat);

		if (legal->len > 0)
			return move_text(
			    b->match, &g_array_index(legal, struct move,
					  chance_below(b->chance, legal->len)));
	}
}

/* In the program's own words, which are read as they stand; NULL: others are
 * not told so much of that move. */
static json_t *
read_own(const struct bench *b, const char *text)
{
	struct plan_line line;
	json_t *step;

	if (!plan_read(catalog_words(b->catalog), b->match, text, &line))
		fail_msg("\"%s\" does not begin like a plan", text);
	step = json_incref(line.step);
	plan_line_clear(&line);
	return step;
}

static void
assert_read_back(struct bench *b, const json_t *step)
{
	const struct words *words = catalog_words(b->catalog);
	g_autofree char *said = plan_text(b->match, step, words);
	g_autofree char *loud = g_utf8_strup(said, -1);
	g_autofree char *bare = fold_text(said);
	const char *const forms[] = { said, loud, bare };

	for (size_t i = 0; i < G_N_ELEMENTS(forms); i++) {
		g_autofree char *line = g_strdup_printf("plan %s", forms[i]);
		g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(
		    (GDestroyNotify)request_free);
		const struct request *q;

		request_read(words, b->match, line, list);
		q = list->len == 1 ? list->pdata[0] : NULL;
		if (q == NULL || q->kind != REQUEST_PLAN || q->step == NULL ||
		    !json_equal(q->step, step)) {
			g_autofree char *want = json_dumps(step, 0);
			g_autofree char *got =
			    q == NULL || q->step == NULL
				? g_strdup(q != NULL && q->why != NULL
					       ? q->why->key
					       : "nothing")
				: json_dumps(q->step, 0);

			fail_msg("%s: \"%s\" is read as %s, not %s",
			    catalog_language(b->catalog), line, got, want);
		}
	}
}

static void
try_line(struct bench *b, const char *verb, const char *text)
{
	json_t *step = read_own(b, text);

	if (step == NULL)
		return;
	assert_read_back(b, step);
	json_decref(step);
	b->conditions++;
	g_hash_table_add(b->shown,
	    g_strdup_printf("%s %s", match_game(b->match)->name, verb));
}

static void
try_condition(struct bench *b, const char *move)
{
	g_autofree char *verb = g_strndup(move, strcspn(move, " "));
	g_autofree char *one = any_move(b), *other = any_move(b);
	const char *name = match_name(b->match,
	    (int)chance_below(b->chance, (uint32_t)match_seats(b->match)));
	g_autofree char *whole =
	    g_strdup_printf("if %s does %s: %s or %s", name, move, one, other);
	g_autofree char *verbs = g_strdup_printf(
	    "unless %s does %s and anybody does %s: %s, else %s", name, verb,
	    verb, one, other);
	g_autofree char *denied = g_strdup_printf(
	    "if %s does not %s and nobody does %s: %s", name, move, verb, one);
	g_autofree char *nobody = g_strdup_printf(
	    "if nobody does %s and %s does not %s: %s", move, name, verb, one);

	try_line(b, verb, whole);
	try_line(b, verb, verbs);
	try_line(b, verb, denied);
	try_line(b, verb, nobody);
}

static void
play_out(struct bench *b)
{
	for (int n = 0; n < MOVES_EACH && !match_over(b->match); n++) {
		g_autofree char *move = any_move(b);
		g_autoptr(GArray) legal = NULL;
		int seat;

		try_condition(b, move);
		do {
			seat = (int)chance_below(
			    b->chance, (uint32_t)match_seats(b->match));
			g_clear_pointer(&legal, g_array_unref);
			legal = match_legal(b->match, seat);
		} while (legal->len == 0);
		match_play(b->match, seat,
		    &g_array_index(legal, struct move,
			chance_below(b->chance, legal->len)),
		    NULL);
	}
}

static void
check_language(struct bench *b, const char *language)
{
	struct err e = { 0 };

	b->catalog = catalog_load(language, NULL, &e);
	if (b->catalog == NULL)
		fail_msg("%s: %s", language, e.text);
	for (size_t g = 0; games_all[g] != NULL; g++)
		for (unsigned char i = 0; i < MATCHES_EACH; i++) {
			b->match = random_match(games_all[g], i);
			play_out(b);
			match_free(b->match);
		}
	catalog_free(b->catalog);
}

static void
test_plans_are_read_as_they_are_said(void **state)
{
	static const unsigned char seed[SEED_SIZE] = { 11 };
	static const char *const languages[] = { "en", "pl", "de", "ru" };
	struct bench b = {
		.chance = chance_new(seed),
		.shown = g_hash_table_new_full(
		    g_str_hash, g_str_equal, g_free, NULL),
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(languages); i++)
		check_language(&b, languages[i]);
	print_message("# %u conditions, %u verbs\n", b.conditions,
	    g_hash_table_size(b.shown));
	assert_true(g_hash_table_contains(b.shown, "mutineer fight"));
	assert_true(g_hash_table_contains(b.shown, "mutineer sell"));
	assert_true(g_hash_table_contains(b.shown, "fourth-bridge do"));
	assert_true(g_hash_table_contains(b.shown, "hexxi place"));
	assert_true(g_hash_table_contains(b.shown, "hexxi bid"));
	g_hash_table_destroy(b.shown);
	chance_free(b.chance);
}

static const struct game *
game_named(const char *name)
{
	size_t i = 0;

	while (strcmp(games_all[i]->name, name) != 0)
		i++;
	return games_all[i];
}

/* How it reads: what others do as one says it of others. */
static void
test_how_it_reads(void **state)
{
	static const struct {
		const char *language, *game, *own, *said;
	} lines[] = {
		{ "en", "mutineer",
		    "if %s does play salt: play wine else pass mate or "
		    "merchant",
		    "if %s plays salt: play wine, else pass mate or merchant" },
		{ "de", "mutineer",
		    "if %s does play salt: play wine else pass mate or "
		    "merchant",
		    "wenn %s Salz spielt: spiele Wein, sonst passe Maat oder "
		    "Händler" },
		{ "de", "mutineer", "unless %s does fight 2: pass",
		    "außer wenn %s mit 2 kämpft: passe" },
		{ "de", "mutineer", "unless %s does play: pass",
		    "außer wenn %s eine Karte spielt: passe" },
		{ "en", "mutineer",
		    "if %s does not play salt and nobody does fight: pass",
		    "if %s does not play salt and nobody fights: pass" },
		{ "en", "mutineer", "if %s does not play: pass",
		    "if %s does not play: pass" },
		{ "de", "mutineer", "if %s does not play salt: pass",
		    "wenn %s nicht Salz spielt: passe" },
		{ "de", "mutineer",
		    "if %s does not play and nobody does take mate: pass",
		    "wenn %s nicht spielt und niemand Maat nimmt: passe" },
		{ "pl", "mutineer",
		    "if %s does not play salt and nobody does play: pass",
		    "jeśli %s nie zagra soli i nikt nie zagra karty: pas" },
		{ "ru", "mutineer",
		    "if %s does not play salt and nobody does pass: pass",
		    "если %s не положит соль и никто не спасует: пас" },
		{ "pl", "mutineer", "if %s does pass: play salt or play wine",
		    "jeśli %s spasuje: zagraj sól albo zagraj wino" },
		{ "ru", "mutineer", "if %s does play salt: pass",
		    "если %s положит соль: пас" },
		{ "ru", "fourth-bridge", "unless %s does do nothing: do build",
		    "разве что %s сделает ход без действий: хожу стройка" },
		{ "de", "hexxi", "if %s does convoy c3 c5: pass",
		    "wenn %s im Konvoi c3 c5 fährt: passe" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		struct err e = { 0 };
		struct bench b = {
			.catalog = catalog_load(lines[i].language, NULL, &e),
			.match = random_match(game_named(lines[i].game), 0),
		};
		const char *name = match_name(b.match, 0);
		g_auto(GStrv) own = g_strsplit(lines[i].own, "%s", 2);
		g_auto(GStrv) want = g_strsplit(lines[i].said, "%s", 2);
		g_autofree char *text = g_strjoinv(name, own);
		g_autofree char *wanted = g_strjoinv(name, want);
		g_autofree char *said = NULL;
		json_t *step;

		assert_non_null(b.catalog);
		step = read_own(&b, text);
		said = plan_text(b.match, step, catalog_words(b.catalog));
		assert_string_equal(said, wanted);
		assert_read_back(&b, step);
		json_decref(step);
		match_free(b.match);
		catalog_free(b.catalog);
	}
}

/* Other ways to deny, as people write them, and what they are shown. */
static void
test_denied_as_people_write(void **state)
{
	static const struct {
		const char *language, *game, *written, *own;
	} lines[] = {
		{ "en", "mutineer", "if %s doesn't play salt: pass",
		    "if %s does not play salt: pass" },
		{ "en", "mutineer", "If %s doesn’t play salt, then pass",
		    "if %s does not play salt: pass" },
		{ "en", "mutineer", "if %s plays no salt: pass",
		    "if %s does not play salt: pass" },
		{ "en", "mutineer", "if %s plays no card: pass",
		    "if %s does not play: pass" },
		{ "en", "mutineer", "if no one plays salt: pass",
		    "if nobody does play salt: pass" },
		{ "en", "fourth-bridge", "if %s does not build: take work",
		    "if %s does not do build: take work" },
		{ "de", "mutineer", "wenn %s kein Salz spielt: passe",
		    "if %s does not play salt: pass" },
		{ "de", "mutineer", "wenn %s nicht Salz auslegt: passe",
		    "if %s does not play salt: pass" },
		{ "de", "mutineer", "falls %s Salz nicht spielt, dann passe",
		    "if %s does not play salt: pass" },
		{ "de", "mutineer", "wenn %s keine Karte spielt: passe",
		    "if %s does not play: pass" },
		{ "de", "mutineer", "wenn %s nicht passt: passe",
		    "if %s does not pass: pass" },
		{ "de", "mutineer", "wenn niemand Salz auslegt: passe",
		    "if nobody does play salt: pass" },
		{ "pl", "mutineer", "jeśli %s nie zagra soli: pas",
		    "if %s does not play salt: pass" },
		{ "pl", "mutineer", "jeśli %s nie wyłoży soli, to pas",
		    "if %s does not play salt: pass" },
		{ "pl", "mutineer", "jeśli nikt nie spasuje: pas",
		    "if nobody does pass: pass" },
		{ "ru", "mutineer", "если %s не сыграет соль: пас",
		    "if %s does not play salt: pass" },
		{ "ru", "mutineer", "если %s не положит соли, то пас",
		    "if %s does not play salt: pass" },
		{ "ru", "mutineer", "если никто не сыграет соль: пас",
		    "if nobody does play salt: pass" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		struct err e = { 0 };
		struct bench b = {
			.catalog = catalog_load(lines[i].language, NULL, &e),
			.match = random_match(game_named(lines[i].game), 0),
		};
		const char *name = match_name(b.match, 0);
		g_auto(GStrv) written = g_strsplit(lines[i].written, "%s", 2);
		g_auto(GStrv) own = g_strsplit(lines[i].own, "%s", 2);
		g_autofree char *text = g_strjoinv(name, written);
		g_autofree char *want = g_strjoinv(name, own);
		g_autofree char *got = NULL;
		json_t *step;

		assert_non_null(b.catalog);
		step = read_own(&b, text);
		if (step == NULL)
			fail_msg("\"%s\" is not read", text);
		got = plan_text(b.match, step, NULL);
		assert_string_equal(got, want);
		json_decref(step);
		match_free(b.match);
		catalog_free(b.catalog);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plans_are_read_as_they_are_said),
		cmocka_unit_test(test_how_it_reads),
		cmocka_unit_test(test_denied_as_people_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
