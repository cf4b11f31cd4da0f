/* SPDX-License-Identifier: ISC */
/*
 * A match of Fourth Bridge laid out by hand.  What a setup cannot lay out (the
 * cards of later turns, a board in the middle of a match) is put into the
 * state: there, logs come out of the bag, so that none is made or lost.
 */
#ifndef TESTS_GAME_FOURTH_BRIDGE_LAY_H
#define TESTS_GAME_FOURTH_BRIDGE_LAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/err.h"
#include "core/atom.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "games/fourth-bridge/fourth_bridge.h"
#include "games/fourth-bridge/state.h"
#include "tests/game/played.h"

#include <stdio.h>
#include <string.h>

/* The forests are fields 1 and 4. */
#define RING "forest village village forest village village village"

static char *const play_names[] = { "Anna", "Boris", "Celina", "Dawid" };

/* How it begins; what is NULL or 0 is drawn. */
struct layout {
	size_t seats; /* 0: three */
	const char *ring, *bag, *roles, *hand;
	int cart, carpenter;
	int active; /* 1 more than the seat */
	const char *options; /* JSON */
	char *const *names;
	unsigned char seed;
};

/* Cart on 1, carpenter on 4, and Anna is active. */
#define PLAIN .ring = RING, .cart = 1, .carpenter = 4, .active = 1

static inline json_t *
play_list(const char *text)
{
	json_t *list = json_array();
	g_auto(GStrv) words = g_strsplit(text, " ", -1);

	for (size_t i = 0; words[i] != NULL; i++)
		json_array_append_new(list, json_string(words[i]));
	return list;
}

/* The logs that are not yet in the list, in the order of the material. */
static inline void
play_append_rest(json_t *bag)
{
	for (int c = 0; c < COLOURS; c++) {
		int n = LOGS_OF_COLOUR;
		size_t i;
		json_t *log;

		json_array_foreach(bag, i, log) n -=
		    strcmp(json_string_value(log),
			game_word(&game_fourth_bridge, 'L', c)) == 0;
		while (n-- > 0)
			json_array_append_new(
			    bag, json_string(
				     game_word(&game_fourth_bridge, 'L', c)));
	}
}

static inline json_t *
play_given(const struct layout *l)
{
	json_t *given = json_object();

	if (l->ring != NULL)
		json_object_set_new(given, "ring", play_list(l->ring));
	if (l->bag != NULL) {
		json_t *bag = play_list(l->bag);

		play_append_rest(bag);
		json_object_set_new(given, "bag", bag);
	}
	if (l->roles != NULL)
		json_object_set_new(given, "roles", play_list(l->roles));
	if (l->hand != NULL)
		json_object_set_new(given, "hand", play_list(l->hand));
	if (l->cart != 0)
		json_object_set_new(given, "cart", json_integer(l->cart));
	if (l->carpenter != 0)
		json_object_set_new(
		    given, "carpenter", json_integer(l->carpenter));
	if (l->active != 0)
		json_object_set_new(
		    given, "active", json_integer(l->active - 1));
	return given;
}

/* NULL if it went well, else what is wrong. */
static inline char *
play_try(struct play *p, const struct layout *l)
{
	json_t *given = play_given(l);
	json_t *options =
	    l->options != NULL ? json_loads(l->options, 0, NULL) : NULL;
	struct opening opening = { .game = &game_fourth_bridge,
		.names = l->names != NULL ? l->names : play_names,
		.seats = l->seats != 0 ? l->seats : 3,
		.options = options,
		.preset = given,
		.seed = { l->seed } };
	struct err err = { 0 };

	memset(p, 0, sizeof(*p));
	p->m = match_start(&opening, NULL, &p->out, &err);
	json_decref(given);
	json_decref(options);
	return p->m == NULL ? g_strdup(err.text) : NULL;
}

static inline void
play_begin(struct play *p, const struct layout *l)
{
	char *fault = play_try(p, l);

	if (fault != NULL)
		fail_msg("%s", fault);
}

/* A start that is refused, and why. */
#define no_start(l, want) \
	play_same(play_try(&(struct play){ 0 }, l), want, __FILE__, __LINE__)

/* ---- laying out a board in the middle of a match ---- */

static inline struct state *
play_state(const struct play *p)
{
	return (struct state *)(uintptr_t)match_state(p->m);
}

static inline int
play_value(char kind, const char *word)
{
	int16_t value = -1;

	if (!atom_read(&game_fourth_bridge, NULL, kind, word, &value))
		fail_msg("no %s", word);
	return value;
}

/* A log of that colour out of the bag: the one that would come last. */
static inline uint8_t
play_from_bag(struct state *s, const char *word)
{
	int colour = play_value('L', word);
	int i = 0;

	while (i < s->board.nbag && s->bag[i] != colour)
		i++;
	if (i == s->board.nbag)
		fail_msg("no %s in the bag", word);
	s->board.nbag--;
	memmove(&s->bag[i], &s->bag[i + 1], s->board.nbag - (size_t)i);
	s->bag[s->board.nbag] = 0;
	return (uint8_t)colour;
}

static inline void
play_back(struct state *s, uint8_t *v, uint8_t *n)
{
	while (*n > 0) {
		memmove(&s->bag[1], &s->bag[0], s->board.nbag);
		s->bag[0] = v[--*n];
		v[*n] = 0;
		s->board.nbag++;
	}
}

/* A row, the nearest log first; what lay there goes below all of the bag. */
static inline void
lay(struct play *p, int field, const char *logs)
{
	struct state *s = play_state(p);
	struct field *f = &s->board.field[field - 1];
	g_auto(GStrv) words = g_strsplit(logs, " ", -1);

	play_back(s, f->log, &f->nlogs);
	for (guint i = g_strv_length(words); i-- > 0;)
		f->log[f->nlogs++] = play_from_bag(s, words[i]);
}

static inline void
lay_bridge(struct play *p, int field, const char *logs)
{
	struct state *s = play_state(p);
	struct field *f = &s->board.field[field - 1];
	g_auto(GStrv) words = g_strsplit(logs, " ", -1);

	for (guint i = 0; words[i] != NULL; i++)
		f->bridge[f->nbridge++] = play_from_bag(s, words[i]);
	if (f->nbridge == BRIDGE_LOGS) {
		f->value = (uint8_t)fourth_value(s->board.standing);
		s->board.standing++;
	}
}

static inline void
lay_stack(struct play *p, const char *logs)
{
	struct state *s = play_state(p);
	g_auto(GStrv) words = g_strsplit(logs, " ", -1);

	for (guint i = 0; words[i] != NULL; i++)
		s->board.stack[s->board.nstack++] = play_from_bag(s, words[i]);
}

/* Logs that left the game. */
static inline void
lose(struct play *p, const char *logs)
{
	struct state *s = play_state(p);
	g_auto(GStrv) words = g_strsplit(logs, " ", -1);

	for (guint i = 0; words[i] != NULL; i++) {
		s->lost[play_from_bag(s, words[i])]++;
		s->board.nlost++;
	}
}

static inline void
place(struct play *p, int cart, int carpenter)
{
	play_state(p)->board.cart = (uint8_t)(cart - 1);
	play_state(p)->board.carpenter = (uint8_t)(carpenter - 1);
}

/* The hand of the active player, who has given nothing yet. */
static inline void
deal(struct play *p, const char *cards)
{
	struct state *s = play_state(p);
	g_auto(GStrv) words = g_strsplit(cards, " ", -1);

	assert_int_equal(s->ngiven, 0);
	assert_int_equal(g_strv_length(words), s->seats + 1);
	memset(s->hand, 0, sizeof(s->hand));
	for (guint i = 0; words[i] != NULL; i++)
		s->hand[play_value('M', words[i])]++;
	for (int c = 0; c < CARDS; c++)
		assert_true(s->hand[c] <= CARDS_OF_KIND);
}

#endif
