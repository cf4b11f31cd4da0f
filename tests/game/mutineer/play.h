/* SPDX-License-Identifier: ISC */
/*
 * A match of Mutineer laid out by hand and played by lines, for tests that
 * read like the rules.  Lists come out as words with blanks between, several
 * moves or sentences with "; " between.
 */
#ifndef TESTS_GAME_MUTINEER_PLAY_H
#define TESTS_GAME_MUTINEER_PLAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/err.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/opening.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "games/games.h"
#include "tests/game/played.h"

#include <stdio.h>
#include <string.h>

#define RING                                                               \
	"hochland frosthoehle gruenland karge-zunge eisfelsen affeninsel " \
	"kalte-klippe sommerland rotes-riff piratennest fingerhut sandkap"

static char *const play_names[] = { "Bernhard", "Steffi", "Florian", "Carmen" };

/* How the cards lie before the first round. */
struct layout {
	int captain;
	const char *hands[4]; /* by seat; three hands: three seats */
	const char *top; /* what is drawn after these hands, or NULL */
	const char *ring; /* or NULL: RING */
	bool pirates;
	const char *data; /* JSON, or NULL */
};

static inline const struct game *
play_game(void)
{
	for (size_t i = 0; games_all[i] != NULL; i++)
		if (strcmp(games_all[i]->name, "mutineer") == 0)
			return games_all[i];
	return NULL;
}

/* Append the words of a text to a list of strings. */
static inline void
play_append(json_t *list, const char *text)
{
	g_auto(GStrv) words = g_strsplit(text, " ", -1);

	for (size_t i = 0; words[i] != NULL; i++)
		json_array_append_new(list, json_string(words[i]));
}

/* All cards that are not yet in the list, in the order of the material. */
static inline void
play_append_rest(json_t *deck, bool pirates)
{
	static const struct {
		const char *word;
		int n;
	} kinds[] = { { "ruby", 4 }, { "salt", 5 }, { "wine", 6 },
		{ "cloth", 7 }, { "grain", 8 }, { "conflict", 6 },
		{ "pirate", 1 } };

	for (size_t k = 0; k < 6 + (size_t)pirates; k++) {
		int n = kinds[k].n;
		size_t i;
		json_t *card;

		json_array_foreach(deck, i, card) n -=
		    strcmp(json_string_value(card), kinds[k].word) == 0;
		assert_true(n >= 0);
		while (n-- > 0)
			json_array_append_new(deck, json_string(kinds[k].word));
	}
}

static inline size_t
play_seats(const struct layout *l)
{
	return l->hands[3] != NULL ? 4 : 3;
}

static inline json_t *
play_given(const struct layout *l)
{
	json_t *deck = json_array(), *ring = json_array();
	size_t seats = play_seats(l);

	for (size_t i = 0; i < seats; i++)
		play_append(deck, l->hands[((size_t)l->captain + i) % seats]);
	if (l->top != NULL)
		play_append(deck, l->top);
	play_append_rest(deck, l->pirates);
	play_append(ring, l->ring != NULL ? l->ring : RING);
	return json_pack("{s:o, s:o, s:i}", "deck", deck, "ring", ring,
	    "captain", l->captain);
}

static inline void
play_begin(struct play *p, const struct layout *l)
{
	json_t *options = json_pack("{s:b}", "pirates", (int)l->pirates);
	json_t *given = play_given(l);
	json_t *data = l->data != NULL ? json_loads(l->data, 0, NULL) : NULL;
	struct opening opening = { .game = play_game(),
		.names = play_names,
		.seats = play_seats(l),
		.options = options,
		.preset = given,
		.data = data };
	struct err err = { 0 };

	memset(p, 0, sizeof(*p));
	p->m = match_start(&opening, NULL, &p->out, &err);
	if (p->m == NULL)
		fail_msg("%s", err.text);
	json_decref(options);
	json_decref(given);
	json_decref(data);
}

/* The value at a path as text; the tree is given up. */
static inline char *
play_look(json_t *tree, const char *path)
{
	g_auto(GStrv) keys = g_strsplit(path, "/", -1);
	GString *text = g_string_new(NULL);
	const json_t *at = tree;

	for (size_t i = 0; keys[i] != NULL; i++) {
		if (json_is_array(at))
			at = json_array_get(at, (size_t)atoi(keys[i]));
		else
			at = json_object_get(at, keys[i]);
	}
	if (at == NULL)
		g_string_append(text, "nothing");
	else
		play_write(text, at);
	json_decref(tree);
	return g_string_free(text, FALSE);
}

/* The moves of those who let their time run out, until the round is over. */
static inline void
sleep_through_round(struct play *p)
{
	const struct game *game = match_game(p->m);
	char *before = play_look(game->state(match_state(p->m)), "round");
	char *now = g_strdup(before);

	while (strcmp(before, now) == 0 && !match_over(p->m)) {
		play_sleep(p);
		g_free(now);
		now = play_look(game->state(match_state(p->m)), "round");
	}
	g_free(before);
	g_free(now);
}

#define state_is(p, path, want)                                             \
	play_same(play_look(play_game()->state(match_state((p)->m)), path), \
	    want, __FILE__, __LINE__)
#define view_is(p, seat, path, want)                                       \
	play_same(                                                         \
	    play_look(play_game()->view(match_state((p)->m), seat), path), \
	    want, __FILE__, __LINE__)

#define refused(p, seat, text, want) \
	play_same(play_why(p, seat, text), want, __FILE__, __LINE__)

static inline void
count_cards(const json_t *cards, json_t *count)
{
	size_t i;
	json_t *card;

	json_array_foreach((json_t *)(uintptr_t)cards, i, card)
	{
		const char *word = json_string_value(card);
		json_int_t n = json_integer_value(json_object_get(count, word));

		json_object_set_new(count, word, json_integer(n + 1));
	}
}

/* No card of the 37 is lost or made. */
static inline void
assert_all_there(const void *match)
{
	json_t *state = play_game()->state(match);
	json_t *want =
	    json_pack("{s:i,s:i,s:i,s:i,s:i,s:i,s:i}", "ruby", 4, "salt", 5,
		"wine", 6, "cloth", 7, "grain", 8, "conflict", 6, "pirate", 1);
	json_t *count = json_object();
	size_t i;
	json_t *player;

	count_cards(json_object_get(state, "deck"), count);
	count_cards(json_object_get(state, "discard"), count);
	json_array_foreach(json_object_get(state, "players"), i, player)
	{
		count_cards(json_object_get(player, "hand"), count);
		count_cards(json_object_get(player, "open"), count);
		count_cards(json_object_get(player, "aside"), count);
		count_cards(json_object_get(player, "drawn"), count);
	}
	assert_true(json_equal(count, want));
	json_decref(count);
	json_decref(want);
	json_decref(state);
}

#endif
