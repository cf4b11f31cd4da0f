/* SPDX-License-Identifier: ISC */
/*
 * Looking at a match of Pirates HEXXI: state, views, what is legal and what
 * was heard, compared as text.  Lists come out as words with blanks between,
 * several moves or sentences with "; " between.
 */
#ifndef TESTS_GAME_HEXXI_LOOK_H
#define TESTS_GAME_HEXXI_LOOK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "games/games.h"
#define PLAY_LEGAL_SORTED
#include "tests/game/played.h"

#include <stdio.h>
#include <string.h>

static inline const struct game *
play_game(void)
{
	for (size_t i = 0; games_all[i] != NULL; i++)
		if (strcmp(games_all[i]->name, "hexxi") == 0)
			return games_all[i];
	return NULL;
}

static inline const json_t *
play_walk(const json_t *at, const char *path)
{
	g_auto(GStrv) keys = g_strsplit(path, "/", -1);

	for (size_t i = 0; keys[i] != NULL; i++) {
		if (json_is_array(at))
			at = json_array_get(at, (size_t)atoi(keys[i]));
		else
			at = json_object_get(at, keys[i]);
	}
	return at;
}

/* The value at a path as text; the tree is given up. */
static inline char *
play_look(json_t *tree, const char *path)
{
	GString *text = g_string_new(NULL);
	const json_t *at = play_walk(tree, path);

	if (at == NULL)
		g_string_append(text, "nothing");
	else
		play_write(text, at);
	json_decref(tree);
	return g_string_free(text, FALSE);
}

static inline json_t *
play_state(const struct play *p)
{
	return play_game()->state(match_state(p->m));
}

static inline json_t *
play_view(const struct play *p, int seat)
{
	return play_game()->view(match_state(p->m), seat);
}

#define state_is(p, path, want) \
	play_same(play_look(play_state(p), path), want, __FILE__, __LINE__)
#define view_is(p, seat, path, want) \
	play_same(play_look(play_view(p, seat), path), want, __FILE__, __LINE__)

static const char *const play_kinds[] = { "route", "ship", "pirates",
	"warship" };

/* "route:6 ship:3": what is in a hand. */
static inline char *
play_hand(json_t *tree, const char *path)
{
	GString *text = g_string_new(NULL);
	const json_t *hand = play_walk(tree, path);

	assert_int_equal(json_object_size(hand), G_N_ELEMENTS(play_kinds));
	for (size_t i = 0; i < G_N_ELEMENTS(play_kinds); i++) {
		json_int_t n =
		    json_integer_value(json_object_get(hand, play_kinds[i]));

		if (n > 0)
			g_string_append_printf(text, "%s%s:%d",
			    text->len > 0 ? " " : "", play_kinds[i], (int)n);
	}
	json_decref(tree);
	return g_string_free(text, FALSE);
}
#define hand_is(p, seat, want)                                              \
	play_same(play_hand(play_state(p), "hands/" #seat), want, __FILE__, \
	    __LINE__)

static inline int
compare_words(gconstpointer a, gconstpointer b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A list of tokens without order: "0 route up" or, taken, "0 route". */
static inline char *
play_tokens(json_t *tree, const char *path)
{
	static const char *const keys[] = { "owner", "kind", "up" };
	g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
	const json_t *list = play_walk(tree, path);
	size_t i;
	json_t *token;

	assert_true(json_is_array(list));
	json_array_foreach((json_t *)(uintptr_t)list, i, token)
	{
		GString *word = g_string_new(NULL);

		for (size_t k = 0; k < G_N_ELEMENTS(keys); k++) {
			const json_t *value = json_object_get(token, keys[k]);

			if (value == NULL)
				continue;
			g_string_append(word, word->len > 0 ? " " : "");
			if (json_is_boolean(value))
				g_string_append(
				    word, json_is_true(value) ? "up" : "down");
			else
				play_write(word, value);
		}
		g_ptr_array_add(words, g_string_free(word, FALSE));
	}
	g_ptr_array_sort(words, compare_words);
	g_ptr_array_add(words, NULL);
	json_decref(tree);
	return g_strjoinv("; ", (char **)words->pdata);
}
#define reserve_is(p, seat, want)                                      \
	play_same(play_tokens(play_state(p), "reserves/" #seat), want, \
	    __FILE__, __LINE__)
#define taken_is(p, seat, want)                                               \
	play_same(play_tokens(play_state(p), "taken/" #seat), want, __FILE__, \
	    __LINE__)

/* "0 ship up", or "empty". */
static inline char *
play_field(const struct play *p, const char *field)
{
	json_t *state = play_state(p);
	const json_t *fields = json_object_get(state, "fields");
	const json_t *token = json_object_get(fields, field);
	char *text;

	assert_true(json_is_object(fields));
	if (token == NULL)
		text = g_strdup("empty");
	else
		text = g_strdup_printf("%d %s %s",
		    (int)json_integer_value(json_object_get(token, "owner")),
		    json_string_value(json_object_get(token, "kind")),
		    json_is_true(json_object_get(token, "up")) ? "up" : "down");
	json_decref(state);
	return text;
}
#define field_is(p, field, want) \
	play_same(play_field(p, field), want, __FILE__, __LINE__)

/* Those of the legal moves that begin with a text. */
static inline char *
play_legal_of(const struct play *p, int seat, const char *prefix)
{
	g_autofree char *all = play_legal(p, seat);
	g_auto(GStrv) moves = g_strsplit(all, "; ", -1);
	GString *text = g_string_new(NULL);

	for (size_t i = 0; moves[i] != NULL; i++)
		if (g_str_has_prefix(moves[i], prefix))
			g_string_append_printf(
			    text, "%s%s", text->len > 0 ? "; " : "", moves[i]);
	return g_string_free(text, FALSE);
}
#define legal_of(p, seat, prefix, want) \
	play_same(play_legal_of(p, seat, prefix), want, __FILE__, __LINE__)

/* A text as it is written canonically, whether it is legal or not. */
static inline char *
play_canonical(const struct play *p, const char *text)
{
	struct move m;

	if (move_read(p->m, text, &m) != MOVE_OK)
		return g_strdup("not read");
	return move_text(p->m, &m);
}
#define canonical(p, text, want) \
	play_same(play_canonical(p, text), want, __FILE__, __LINE__)

/* Why a move is refused: the key, "legal" if it is not. */
static inline char *
play_refusal(const struct play *p, int seat, const char *text)
{
	struct move m;
	struct say why;

	if (move_read(p->m, text, &m) != MOVE_OK)
		return g_strdup("not read");
	if (!(match_to_act(p->m) & SEAT(seat)))
		return g_strdup("not asked");
	if (play_game()->check(match_state(p->m), seat, &m, &why))
		return g_strdup("legal");
	return g_strdup(play_game()->sentences[why.sentence].key);
}
#define refused(p, seat, text, want) \
	play_same(play_refusal(p, seat, text), want, __FILE__, __LINE__)

/* A move that a seat that is asked may not make, for whatever reason. */
#define cannot(p, seat, text) \
	play_cannot(p, seat, text, true, __FILE__, __LINE__)
#define can(p, seat, text) play_cannot(p, seat, text, false, __FILE__, __LINE__)
static inline void
play_cannot(struct play *p, int seat, const char *text, bool want,
    const char *file, int line)
{
	g_autofree char *why = play_refusal(p, seat, text);
	bool right = strcmp(why, "not asked") != 0 &&
		     (strcmp(why, "legal") != 0) == want;

	if (right)
		return;
	print_error("%d %s: %s\n", seat, text, why);
	_fail(file, line);
}

#endif
