/* SPDX-License-Identifier: ISC */
/*
 * In random matches of every game, all news has its words in English (other
 * languages have the same keys): the sentences, and the cards, fields and so on
 * in them.
 */
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/outcome.h"
#include "core/say.h"
#include "games/games.h"
#include "render/render.h"
#include "tests/render/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { MATCHES_EACH = 4, MOVES_EACH = 400 };

static void
say(const struct catalog *t, const struct match *match, const struct say *say)
{
	struct phrase *phrase = say_phrase(match, say);
	g_autofree char *text = catalog_say(t, phrase, NULL);

	/* a key in brackets has no words */
	if (strpbrk(text, "[]{}") != NULL || *text == '\0')
		fail_msg("%s: %s: %s", catalog_language(t), phrase->key, text);
	phrase_free(phrase);
}

/* One move of anybody; what is said of it. */
static guint
play(const struct catalog *t, struct match *match, struct chance *chance)
{
	struct outcome outcome = { 0 };
	g_autoptr(GArray) legal = NULL;
	guint said;
	int seat;

	do {
		seat = (int)chance_below(chance, (uint32_t)match_seats(match));
		g_clear_pointer(&legal, g_array_unref);
		legal = match_legal(match, seat);
	} while (legal->len == 0);
	match_play(match, seat,
	    &g_array_index(
		legal, struct move, chance_below(chance, legal->len)),
	    &outcome);
	said = outcome.news->len;
	for (guint i = 0; i < said; i++)
		say(t, match, &g_array_index(outcome.news, struct told, i).say);
	outcome_clear(&outcome);
	return said;
}

static void
play_out(const struct catalog *t, const struct game *game, unsigned char number,
    struct chance *chance)
{
	struct match *match = random_match(game, number);
	guint said = 0;

	for (int n = 0; n < MOVES_EACH && !match_over(match); n++)
		said += play(t, match, chance);
	assert_true(said > 0);
	match_free(match);
}

static void
test_news_have_words(void **state)
{
	static const unsigned char seed[SEED_SIZE] = { 5 };
	struct catalog *t = catalog_load("en", NULL, NULL);
	struct chance *chance = chance_new(seed);

	(void)state;
	for (size_t g = 0; games_all[g] != NULL; g++)
		for (unsigned char i = 0; i < MATCHES_EACH; i++)
			play_out(t, games_all[g], i, chance);
	chance_free(chance);
	catalog_free(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_news_have_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
