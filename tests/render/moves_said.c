/* SPDX-License-Identifier: ISC */
/*
 * In random matches of every game and in every language: each legal move, as a
 * letter shows it, is read as that move and as nothing else; so it is in
 * capitals, and without accents.
 */
#include "base/err.h"
#include "base/fold.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "games/games.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/render.h"
#include "tests/game/wanted.h"
#include "tests/render/languages.h"
#include "tests/render/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { MATCHES_EACH = 2, MOVES_EACH = 250 };

static void
assert_read(const struct catalog *t, const struct match *m, const char *line,
    const char *want)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);
	const struct request *q;

	request_read(catalog_words(t), m, line, list);
	q = list->len == 1 ? list->pdata[0] : NULL;
	if (q == NULL || q->kind != REQUEST_MOVE || q->then != NULL ||
	    strcmp(q->text, want) != 0)
		fail_msg("%s: \"%s\" is not read as \"%s\" but as \"%s\"",
		    catalog_language(t), line, want,
		    q == NULL		      ? "more than one thing"
		    : q->kind == REQUEST_MOVE ? q->text
					      : "no move");
}

static void
assert_said(
    const struct catalog *t, const struct match *m, const struct move *move)
{
	g_autofree char *want = move_text(m, move);
	g_autofree char *said = move_say(m, move, catalog_words(t));
	g_autofree char *again = move_retell(m, want, catalog_words(t));
	g_autofree char *loud = g_utf8_strup(said, -1);
	g_autofree char *bare = fold_text(said);

	assert_string_equal(said, again);
	assert_read(t, m, said, want);
	assert_read(t, m, loud, want);
	assert_read(t, m, bare, want);
	/* English always works. */
	assert_read(t, m, want, want);
}

static void
play_out(const struct catalog *t, const struct game *game, unsigned char number,
    struct chance *chance)
{
	struct match *match = random_match(game, number);

	for (int n = 0; n < MOVES_EACH && !match_over(match); n++) {
		g_autoptr(GArray) legal = NULL;
		int seat;

		do {
			seat = (int)chance_below(
			    chance, (uint32_t)match_seats(match));
			g_clear_pointer(&legal, g_array_unref);
			legal = match_legal(match, seat);
		} while (legal->len == 0);
		/* of long lists a part */
		for (guint i = (guint)n % 7;
		     i<legal->len; i += legal->len> 40 ? 7 : 1)
			assert_said(
			    t, match, &g_array_index(legal, struct move, i));
		match_play(match, seat,
		    &g_array_index(
			legal, struct move, chance_below(chance, legal->len)),
		    NULL);
	}
	match_free(match);
}

static void
check_language(const struct catalog *t)
{
	static const unsigned char seed[SEED_SIZE] = { 9 };
	struct chance *chance = chance_new(seed);

	for (size_t g = 0; games_all[g] != NULL; g++)
		for (unsigned char i = 0;
		     i < MATCHES_EACH && game_is_tested(games_all[g]); i++)
			play_out(t, games_all[g], i, chance);
	chance_free(chance);
}

static void
test_moves_are_read_as_they_are_said(void **state)
{
	(void)state;
	each_language(check_language);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_moves_are_read_as_they_are_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
