/* SPDX-License-Identifier: ISC */
/*
 * A match of Fourth Bridge played by lines, for tests that read like the
 * rules.  Lists come out as words with blanks between, several moves or
 * sentences with "; " between.
 */
#ifndef TESTS_GAME_FOURTH_BRIDGE_PLAY_H
#define TESTS_GAME_FOURTH_BRIDGE_PLAY_H

#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "games/fourth-bridge/fourth_bridge.h"
#include "games/fourth-bridge/state.h"
#include "tests/game/fourth-bridge/lay.h"

/* ---- moves ---- */

/* Hand a card to the next who has not moved, or take it: he is asked then. */
static inline int
hand_out(struct play *p, const char *card)
{
	struct state *s = play_state(p);
	int to = s->active;
	char move[64];

	if (s->phase == TAKE) {
		snprintf(move, sizeof(move), "take %s", card);
	} else {
		do
			to = (to + 1) % s->seats;
		while (fourth_has_card(s, to));
		snprintf(move, sizeof(move), "give %s %s", card,
		    match_name(p->m, to));
	}
	does(p, s->active, move);
	return to;
}

/* Boris, the first of a turn, is asked what he does with that card. */
static inline void
ask_boris(struct play *p, const char *card)
{
	struct state *s = play_state(p);
	int kind = play_value('M', card);

	assert_int_equal(s->seats, 3);
	assert_int_equal(s->active, 0);
	memset(s->hand, 0, sizeof(s->hand));
	s->hand[kind] = 1;
	s->hand[(kind + 1) % CARDS] = 2;
	s->hand[(kind + 2) % CARDS] = 1;
	assert_int_equal(hand_out(p, card), 1);
}

/*
 * The rest of a turn: "work load load; cart-load cart; work nothing": cards as
 * they are given, clockwise from the active player, and what is done.
 */
#define turn(p, text) play_turn(p, text, __FILE__, __LINE__)
static inline void
play_turn(struct play *p, const char *text, const char *file, int line)
{
	g_auto(GStrv) parts = g_strsplit(text, "; ", -1);

	for (size_t i = 0; parts[i] != NULL; i++) {
		size_t size = strcspn(parts[i], " ");
		g_autofree char *card = g_strndup(parts[i], size);
		g_autofree char *move =
		    g_strdup_printf("do%s", parts[i] + size);

		play_does(p, hand_out(p, card), move, file, line);
	}
}

/* A turn in which nobody does anything. */
static inline void
idle_turn(struct play *p)
{
	uint32_t now = play_state(p)->turn;

	while (play_state(p)->turn == now && !match_over(p->m))
		play_sleep(p);
}

/* ---- looking ---- */

/* The value at a path as text; the tree is given up. */
static inline char *
play_look(json_t *tree, const char *path)
{
	g_auto(GStrv) keys = g_strsplit(path, "/", -1);
	GString *text = g_string_new(NULL);
	const json_t *at = tree;

	for (size_t i = 0; keys[i] != NULL && keys[i][0] != '\0'; i++) {
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

#define state_is(p, path, want)                                             \
	play_same(play_look(fourth_state(match_state((p)->m)), path), want, \
	    __FILE__, __LINE__)
#define view_is(p, seat, path, want)                                       \
	play_same(play_look(fourth_view(match_state((p)->m), seat), path), \
	    want, __FILE__, __LINE__)
#define ending_is(p, want)                                                 \
	play_same(play_look(fourth_ending(match_state((p)->m)), ""), want, \
	    __FILE__, __LINE__)
/* Fields count from 1 here. */
static inline char *
play_field(const struct play *p, int field, const char *key)
{
	g_autofree char *path = g_strdup_printf("ring/%d/%s", field - 1, key);

	return play_look(fourth_state(match_state(p->m)), path);
}
#define row_is(p, field, want) \
	play_same(play_field(p, field, "logs"), want, __FILE__, __LINE__)
#define bridge_is(p, field, want) \
	play_same(play_field(p, field, "bridge"), want, __FILE__, __LINE__)
#define value_is(p, field, want) \
	play_same(play_field(p, field, "value"), want, __FILE__, __LINE__)

#define refused(p, seat, text, want) \
	play_same(play_why(p, seat, text), want, __FILE__, __LINE__)

/* Names of the draws that the last move (or the start) told. */
static inline char *
play_drew(const struct play *p)
{
	GString *text = g_string_new(NULL);
	size_t i;
	json_t *draw;

	json_array_foreach(p->out.chance, i, draw)
	{
		g_string_append(text, i > 0 ? " " : "");
		play_write(text, json_object_get(draw, "what"));
	}
	return g_string_free(text, FALSE);
}
#define drew(p, want) play_same(play_drew(p), want, __FILE__, __LINE__)

/* The order or value of one of these draws. */
static inline char *
play_draw(const struct play *p, const char *what)
{
	GString *text = g_string_new(NULL);
	size_t i;
	json_t *draw, *told;

	json_array_foreach(p->out.chance, i, draw)
	{
		told = json_object_get(draw, "what");
		if (strcmp(json_string_value(told), what) != 0)
			continue;
		told = json_object_get(draw, "order");
		play_write(
		    text, told != NULL ? told : json_object_get(draw, "value"));
	}
	return g_string_free(text, FALSE);
}

static inline seatset
play_winners(const struct play *p)
{
	struct result result;

	game_fourth_bridge.result(match_state(p->m), &result);
	assert_int_equal(result.over, match_over(p->m));
	return result.winners;
}

/* No log of the 30 is lost or made. */
static inline void
assert_all_there(const struct state *s)
{
	const struct board *b = &s->board;
	int count[COLOURS] = { 0 };
	int lost = 0;

	for (int i = 0; i < FIELDS; i++) {
		for (int k = 0; k < b->field[i].nlogs; k++)
			count[b->field[i].log[k]]++;
		for (int k = 0; k < b->field[i].nbridge; k++)
			count[b->field[i].bridge[k]]++;
	}
	for (int i = 0; i < b->nstack; i++)
		count[b->stack[i]]++;
	for (int i = 0; i < b->nbag; i++)
		count[s->bag[i]]++;
	for (int c = 0; c < COLOURS; c++) {
		assert_int_equal(count[c] + s->lost[c], LOGS_OF_COLOUR);
		lost += s->lost[c];
	}
	assert_int_equal(lost, b->nlost);
}

#endif
