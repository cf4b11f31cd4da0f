/* SPDX-License-Identifier: ISC */
/*
 * A seat that forgets nothing: what resample may not choose, since the seat
 * has seen otherwise.  Whoever knows all that was put away knows what each
 * new deck was made of, so that no more of a kind can be left in it.
 */
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/move.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "tests/game/mutineer/play.h"

static const struct layout start = {
	.captain = 0,
	.hands = { "ruby salt wine cloth grain", "ruby salt wine cloth grain",
	    "ruby salt wine cloth grain", "ruby salt wine cloth grain" },
	.pirates = true,
};

/* Who may be loadmaster. */
enum { NO_ONE = -1, ANYONE = -2 };

struct memory {
	struct play p;
	struct chance *chance;
	int loadmaster;
	int observer;
	bool all_shown; /* hands are mostly played to the last card */
	json_t *deck; /* numbers of cards of the last shuffle */
	long decks, beyond, others, nothing_hidden;
};

static bool
is_wanted(const struct memory *t, int seat, const char *move)
{
	if (strcmp(move, "take loadmaster") == 0)
		return t->loadmaster == ANYONE || t->loadmaster == seat;
	if (strcmp(move, "pass") == 0 && t->all_shown)
		return chance_below(t->chance, 8) == 0;
	return true;
}

/* A random legal move that is wanted. */
static void
make_a_move(struct memory *t)
{
	struct match *m = t->p.m;
	struct move move;
	int seat = 0;
	g_autofree char *text = NULL;

	while (!(match_to_act(m) & SEAT(seat)))
		seat++;
	do {
		GArray *legal = match_legal(m, seat);

		move = g_array_index(
		    legal, struct move, chance_below(t->chance, legal->len));
		g_array_unref(legal);
		g_free(text);
		text = move_text(m, &move);
	} while (!is_wanted(t, seat, text));
	outcome_clear(&t->p.out);
	match_play(m, seat, &move, &t->p.out);
}

/* Was the discard pile shuffled?  Then these are the cards of the deck. */
static void
look_at_deck(struct memory *t)
{
	size_t i;
	json_t *draw;

	json_array_foreach(t->p.out.chance, i, draw)
	{
		json_decref(t->deck);
		t->deck = json_object();
		count_cards(json_object_get(draw, "order"), t->deck);
		t->decks++;
	}
}

/* A player who has taken a role has found it among those there were. */
static void
assert_roles_fit(const void *state)
{
	const struct game *g = play_game();

	for (int seat = 0; seat < 4; seat++) {
		json_t *view = g->view(state, seat);
		json_t *seen = json_object_get(view, "roles_seen");
		json_t *role = json_object_get(
		    json_array_get(
			json_object_get(view, "players"), (size_t)seat),
		    "role");
		bool there = !json_is_string(role);
		size_t i;
		json_t *r;

		json_array_foreach(seen, i, r)
		{
			there = there || json_equal(r, role);
		}
		assert_true(there);
		json_decref(view);
	}
}

static void
try_another(struct memory *t)
{
	const struct game *g = play_game();
	char *other = g_memdup2(match_state(t->p.m), g->state_size);
	json_t *state, *count = json_object();
	const char *card;
	json_t *n;
	bool beyond = false;

	g->resample(other, t->observer, t->chance);
	assert_all_there(other);
	assert_roles_fit(other);
	state = g->state(other);
	count_cards(json_object_get(state, "deck"), count);
	json_object_foreach(count, card, n)
	{
		json_t *had = json_object_get(t->deck, card);

		beyond =
		    beyond || json_integer_value(n) > json_integer_value(had);
	}
	t->beyond += beyond;
	t->others += memcmp(other, match_state(t->p.m), g->state_size) != 0;
	json_decref(count);
	json_decref(state);
	g_free(other);
}

static void
play_matches(struct memory *t)
{
	unsigned char seed[SEED_SIZE] = { 3 };

	t->chance = chance_new(seed);
	for (int i = 0; i < 30; i++) {
		t->deck = NULL;
		play_begin(&t->p, &start);
		while (!match_over(t->p.m)) {
			make_a_move(t);
			look_at_deck(t);
			if (t->deck != NULL)
				try_another(t);
		}
		json_decref(t->deck);
		play_end(&t->p);
	}
	chance_free(t->chance);
	assert_true(t->decks > 30);
	assert_true(t->others > 1000);
}

static void
test_an_onlooker_knows_the_deck_if_nobody_rejects(void **unused)
{
	struct memory t = { .loadmaster = NO_ONE, .observer = SEAT_ONLOOKER };

	(void)unused;
	play_matches(&t);
	assert_int_equal(t.beyond, 0);
}

static void
test_the_loadmaster_knows_what_he_rejected(void **unused)
{
	struct memory t = { .loadmaster = 1, .observer = 1 };

	(void)unused;
	play_matches(&t);
	assert_int_equal(t.beyond, 0);
}

static void
test_others_do_not_know_what_the_loadmaster_rejected(void **unused)
{
	struct memory t = { .loadmaster = ANYONE, .observer = SEAT_ONLOOKER };

	(void)unused;
	play_matches(&t);
	assert_true(t.beyond > 100);
}

static int
size_in(const json_t *view, const char *key)
{
	return (int)json_integer_value(json_object_get(view, key));
}

/* Does the observer see all that is not in the discard pile? */
static bool
sees_all(const struct memory *t)
{
	json_t *view = play_game()->view(match_state(t->p.m), t->observer);
	int hidden = size_in(view, "deck_size");
	size_t i;
	json_t *player;

	json_array_foreach(json_object_get(view, "players"), i, player)
	{
		if ((int)i != t->observer)
			hidden += size_in(player, "hand_size") +
				  size_in(player, "aside_size") +
				  size_in(player, "drawn_size");
	}
	json_decref(view);
	return hidden == 0;
}

/*
 * The deck is at its end and all hands are empty: cards that a loadmaster put
 * into the deck have all been shown since, whatever they were.
 */
static void
test_nothing_is_hidden_when_all_cards_have_been_shown(void **unused)
{
	struct memory t = { .loadmaster = 1, .observer = 0, .all_shown = true };
	unsigned char seed[SEED_SIZE] = { 4 };

	(void)unused;
	t.chance = chance_new(seed);
	for (int i = 0; i < 150; i++) {
		play_begin(&t.p, &start);
		while (!match_over(t.p.m)) {
			make_a_move(&t);
			if (sees_all(&t)) {
				t.nothing_hidden++;
				try_another(&t);
			}
		}
		play_end(&t.p);
	}
	chance_free(t.chance);
	assert_true(t.nothing_hidden > 10);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(an_onlooker_knows_the_deck_if_nobody_rejects),
		T(the_loadmaster_knows_what_he_rejected),
		T(others_do_not_know_what_the_loadmaster_rejected),
		T(nothing_is_hidden_when_all_cards_have_been_shown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
