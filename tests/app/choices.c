/* SPDX-License-Identifier: ISC */
/* Long lists of moves in groups: each move once, with its number. */
#include "app/letters/context/legal_moves.h"
#include "app/matches/moves/tryout.h"
#include "app/matches/table/table.h"
#include "base/err.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/move.h"
#include "core/opening.h"
#include "core/rules.h"
#include "core/words.h"
#include "games/games.h"
#include "tests/core/toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static struct match *
toys(void)
{
	char *names[] = { "Anna Maria", "Boris", NULL };
	struct match *match = toy_match(names);

	assert_non_null(match);
	return match;
}

/* Moves out of their texts, as one list. */
static GArray *
moves(const struct match *match, const char *const *texts)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct move));

	for (; *texts != NULL; texts++) {
		struct move move;

		assert_int_equal(move_read(match, *texts, &move), MOVE_OK);
		g_array_append_val(list, move);
	}
	return list;
}

static void
assert_groups(const char *const *texts, bool by_value, const char *want_text)
{
	struct match *match = toys();
	g_autoptr(GArray) list = moves(match, texts);
	struct words *words = words_new();
	json_t *got = choices_groups(match, list, words, by_value);
	json_t *want = json_loads(want_text, 0, NULL);
	g_autofree char *shown = json_dumps(got, 0);

	words_free(words);
	assert_non_null(want);
	if (!json_equal(got, want))
		fail_msg("%s\nis not\n%s", shown, want_text);
	json_decref(got);
	json_decref(want);
	match_free(match);
}

/* The same verb and first argument, in the order of the first of each. */
static void
test_by_first_argument(void **state)
{
	static const char *const texts[] = { "give fig Anna Maria", "mix kiwi",
		"give kiwi Boris", "mix kiwi oak", "mix", "give fig Boris",
		"mix fig plum yew", "roll", NULL };

	(void)state;
	assert_groups(texts, false,
	    "[{\"move\":\"give fig\",\"entries\":["
	    "{\"number\":1,\"rest\":\"Anna Maria\"},"
	    "{\"number\":6,\"rest\":\"Boris\"}]},"
	    "{\"move\":\"mix kiwi\",\"entries\":["
	    "{\"number\":2,\"rest\":\"\"},{\"number\":4,\"rest\":\"oak\"}]},"
	    "{\"move\":\"give kiwi Boris\",\"only\":{\"number\":3}},"
	    "{\"move\":\"mix\",\"only\":{\"number\":5}},"
	    "{\"move\":\"mix fig plum yew\",\"only\":{\"number\":7}},"
	    "{\"move\":\"roll\",\"only\":{\"number\":8}}]");
}

/* A verb none of whose moves has more than one argument is one group. */
static void
test_by_verb(void **state)
{
	static const char *const texts[] = { "take plum", "pass", "take fig",
		"mix kiwi", "mix oak", "take kiwi", NULL };

	(void)state;
	assert_groups(texts, false,
	    "[{\"move\":\"take\",\"entries\":["
	    "{\"number\":1,\"rest\":\"plum\"},"
	    "{\"number\":3,\"rest\":\"fig\"},"
	    "{\"number\":6,\"rest\":\"kiwi\"}]},"
	    "{\"move\":\"pass\",\"only\":{\"number\":2}},"
	    "{\"move\":\"mix\",\"entries\":["
	    "{\"number\":4,\"rest\":\"kiwi\"},"
	    "{\"number\":5,\"rest\":\"oak\"}]}]");
}

static void
test_by_value(void **state)
{
	static const char *const texts[] = { "bid 0", "bid 1", "bid 2", "bid 7",
		"bid 98", "bid 99", NULL };

	(void)state;
	assert_groups(texts, true,
	    "[{\"move\":\"bid\",\"range\":{\"from\":0,\"to\":2}},"
	    "{\"move\":\"bid 7\",\"only\":{\"number\":7}},"
	    "{\"move\":\"bid\",\"range\":{\"from\":98,\"to\":99}}]");
}

/* ---- in play ---- */

static void
take_off(GHashTable *left, json_int_t number, const char *move)
{
	const char *want =
	    g_hash_table_lookup(left, GINT_TO_POINTER((int)number));

	if (g_strcmp0(want, move) != 0)
		fail_msg("%d is %s, not %s", (int)number, want, move);
	g_hash_table_remove(left, GINT_TO_POINTER((int)number));
}

static json_int_t
number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static void
take_group_off(GHashTable *left, const json_t *group)
{
	const char *move = json_string_value(json_object_get(group, "move"));
	const json_t *range = json_object_get(group, "range");
	const json_t *only = json_object_get(group, "only");
	const json_t *entry;
	size_t i;

	if (only != NULL)
		take_off(left, number_of(only, "number"), move);
	for (json_int_t n = number_of(range, "from");
	     range != NULL && n <= number_of(range, "to"); n++) {
		g_autofree char *text = g_strdup_printf("%s %d", move, (int)n);

		take_off(left, n, text);
	}
	json_array_foreach(json_object_get(group, "entries"), i, entry)
	{
		const char *rest =
		    json_string_value(json_object_get(entry, "rest"));
		g_autofree char *text =
		    g_strconcat(move, *rest != '\0' ? " " : "", rest, NULL);

		take_off(left, number_of(entry, "number"), text);
	}
}

/* Each choice stands in the groups once, with its number. */
static void
assert_all_in_groups(const json_t *choices, const json_t *groups)
{
	g_autoptr(GHashTable) left = g_hash_table_new(NULL, NULL);
	const json_t *item;
	size_t i;

	json_array_foreach(choices, i, item) g_hash_table_insert(left,
	    GINT_TO_POINTER((int)number_of(item, "number")),
	    (gpointer)(uintptr_t)json_string_value(
		json_object_get(item, "move")));
	json_array_foreach(groups, i, item) take_group_off(left, item);
	assert_int_equal(g_hash_table_size(left), 0);
}

static void
assert_choices(struct table *t, int seat, const GArray *legal, guint *many)
{
	json_t *context = json_object(), *groups, *choices, *last;
	struct words *words = words_new();

	choices_context(t, seat, words, context);
	choices = json_object_get(context, "choices");
	groups = json_object_get(context, "groups");
	last = json_object_get(context, "last");
	assert_int_equal(
	    json_array_size(choices) + json_array_size(last), legal->len);
	assert_true(json_array_size(choices) > 0);
	assert_int_equal(
	    json_is_true(json_object_get(context, "many")), legal->len > 24);
	assert_int_equal(groups != NULL, legal->len > 24);
	*many += groups != NULL;
	/* short ones too, for there are more of them */
	groups =
	    choices_groups(t->match, legal, words, choices_by_value(t, legal));
	words_free(words);
	assert_all_in_groups(choices, groups);
	json_decref(groups);
	json_decref(context);
}

static void
play_out(struct match *match, struct chance *chance, guint *many)
{
	struct table t = { .game = match_game(match), .match = match };

	while (!match_over(match)) {
		int seat =
		    (int)chance_below(chance, (uint32_t)match_seats(match));
		g_autoptr(GArray) legal = match_legal(match, seat);

		if (legal->len == 0)
			continue;
		assert_choices(&t, seat, legal, many);
		match_play(match, seat,
		    &g_array_index(
			legal, struct move, chance_below(chance, legal->len)),
		    NULL);
	}
}

static struct match *
match_of_game(const struct game *game, unsigned char number)
{
	char *names[GAME_MAX_SEATS] = { "Anna Maria", "Boris", "Carla", "Dora",
		"Emil", "Fanny", "Gero", "Hanna" };
	struct opening opening = {
		.game = game,
		.names = names,
		.seats = (size_t)game->max_seats,
		.seed = { number },
	};
	struct err e = { 0 };
	json_t *data = NULL;
	struct match *match;

	assert_int_equal(game_data(game, NULL, &data, &e), 0);
	opening.data = data;
	match = match_start(&opening, NULL, NULL, &e);
	json_decref(data);
	assert_non_null(match);
	return match;
}

static void
test_in_play(void **state)
{
	static const unsigned char seed[SEED_SIZE] = { 8 };
	struct chance *chance = chance_new(seed);
	struct match *match = toys();
	guint many = 0;

	(void)state;
	play_out(match, chance, &many);
	assert_true(many > 0);
	match_free(match);
	for (size_t g = 0; games_all[g] != NULL; g++)
		for (unsigned char i = 0; i < 3; i++) {
			match = match_of_game(games_all[g], i);
			play_out(match, chance, &many);
			match_free(match);
		}
	chance_free(chance);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_by_first_argument),
		cmocka_unit_test(test_by_verb),
		cmocka_unit_test(test_by_value),
		cmocka_unit_test(test_in_play),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
