/* SPDX-License-Identifier: ISC */
/*
 * A match of any game played by lines, for tests that read like the rules.
 * Lists come out as words with blanks between, several moves or sentences with
 * "; " between.  Each game's own header begins a match and looks into it.
 */
#ifndef TESTS_GAME_PLAYED_H
#define TESTS_GAME_PLAYED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/sentence.h"

#include <string.h>

struct play {
	struct match *m;
	struct outcome out; /* of the last move */
};

static inline void
play_end(struct play *p)
{
	match_free(p->m);
	outcome_clear(&p->out);
}

/* ---- moves ---- */

/* Make a move, which must be legal. */
#define does(p, seat, text) play_does(p, seat, text, __FILE__, __LINE__)
static inline void
play_does(
    struct play *p, int seat, const char *text, const char *file, int line)
{
	struct move m;
	struct phrase *why;

	if (move_read(p->m, text, &m) != MOVE_OK) {
		print_error("%s: not understood\n", text);
		_fail(file, line);
	}
	why = match_refusal(p->m, seat, &m);
	if (why != NULL) {
		print_error("%d %s: %s\n", seat, text, why->key);
		_fail(file, line);
	}
	outcome_clear(&p->out);
	match_play(p->m, seat, &m, &p->out);
}

/* Several moves: "0 pay 1; 0 play wine". */
#define go(p, text) play_go(p, text, __FILE__, __LINE__)
static inline void
play_go(struct play *p, const char *text, const char *file, int line)
{
	g_auto(GStrv) moves = g_strsplit(text, "; ", -1);

	for (size_t i = 0; moves[i] != NULL; i++)
		play_does(p, moves[i][0] - '0', moves[i] + 2, file, line);
}

/* The move of the first who is asked, as when the time is over. */
static inline void
play_sleep(struct play *p)
{
	seatset set = match_to_act(p->m);
	struct move m;
	int seat = 0;

	while (!(set & SEAT(seat)))
		seat++;
	match_game(p->m)->absent(match_state(p->m), seat, &m);
	outcome_clear(&p->out);
	match_play(p->m, seat, &m, &p->out);
}

/* ---- looking ---- */

/* The text is given up. */
static inline void
play_same(char *text, const char *want, const char *file, int line)
{
	/* cmocka leaves by a jump when it fails. */
	const char *kept = g_intern_string(text);

	g_free(text);
	_assert_string_equal(kept, want, file, line);
}

/* Would it be a number or the like without its quotes? */
static inline bool
play_is_bare(const json_t *string)
{
	json_t *value =
	    json_loads(json_string_value(string), JSON_DECODE_ANY, NULL);

	json_decref(value);
	return value != NULL;
}

/* Of an object "key:value" with "," between; a list in it is in brackets. */
static inline void
play_write(GString *to, const json_t *value)
{
	size_t i;
	json_t *part;
	const char *key;

	if (json_is_array(value)) {
		json_array_foreach((json_t *)(uintptr_t)value, i, part)
		{
			g_string_append(to, i > 0 ? " " : "");
			play_write(to, part);
		}
	} else if (json_is_object(value) && json_object_size(value) > 0) {
		i = to->len;
		json_object_foreach((json_t *)(uintptr_t)value, key, part)
		{
			g_string_append_printf(
			    to, "%s%s:", to->len > i ? "," : "", key);
			if (json_is_array(part))
				g_string_append_c(to, '[');
			play_write(to, part);
			if (json_is_array(part))
				g_string_append_c(to, ']');
		}
	} else if (json_is_string(value) && !play_is_bare(value))
		g_string_append(to, json_string_value(value));
	else {
		char *dump = json_dumps(value, JSON_ENCODE_ANY);

		g_string_append(to, dump);
		free(dump);
	}
}

/* "0 pay; 2 keep": who is asked what. */
static inline char *
play_asked(const struct play *p)
{
	GString *text = g_string_new(NULL);
	seatset set = match_to_act(p->m);

	for (int i = 0; i < (int)match_seats(p->m); i++)
		if (set & SEAT(i))
			g_string_append_printf(text, "%s%d %s",
			    text->len > 0 ? "; " : "", i,
			    match_game(p->m)->phase(match_state(p->m), i));
	return g_string_free(text, FALSE);
}
#define asked(p, want) play_same(play_asked(p), want, __FILE__, __LINE__)

/* A game's header defines PLAY_LEGAL_SORTED before it includes this one, if the
 * game lists legal moves in the bytewise order of their texts. */
static inline char *
play_legal(const struct play *p, int seat)
{
	GString *text = g_string_new(NULL);
	GArray *moves = match_legal(p->m, seat);
	g_autofree char *last = g_strdup("");

	for (guint i = 0; i < moves->len; i++) {
		g_autofree char *move =
		    move_text(p->m, &g_array_index(moves, struct move, i));

		g_string_append_printf(text, "%s%s", i > 0 ? "; " : "", move);
#ifdef PLAY_LEGAL_SORTED
		assert_true(strcmp(last, move) < 0);
#endif
		g_free(last);
		last = g_steal_pointer(&move);
	}
	g_array_unref(moves);
	return g_string_free(text, FALSE);
}
#define legal(p, seat, want) \
	play_same(play_legal(p, seat), want, __FILE__, __LINE__)

static inline char *
play_absent(const struct play *p, int seat)
{
	struct move m;

	match_game(p->m)->absent(match_state(p->m), seat, &m);
	return move_text(p->m, &m);
}
#define absent(p, seat, want) \
	play_same(play_absent(p, seat), want, __FILE__, __LINE__)

/* Key and arguments of a sentence: "played 0 wine 4". */
static inline void
play_sentence(GString *to, const struct play *p, const struct say *say)
{
	json_t *event = say_event(p->m, say);
	const char *key;
	json_t *value;

	if (to->len > 0)
		g_string_append(to, "; ");
	play_write(to, json_object_get(event, "event"));
	json_object_foreach(event, key, value)
	{
		if (strcmp(key, "event") == 0)
			continue;
		g_string_append_c(to, ' ');
		play_write(to, value);
	}
	json_decref(event);
}

/* What a seat heard of the last move, but for sentences of another key. */
static inline char *
play_heard(const struct play *p, int seat, const char *key)
{
	const struct sentence *sentences = match_game(p->m)->sentences;
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < p->out.news->len; i++) {
		const struct told *t =
		    &g_array_index(p->out.news, struct told, i);

		if (!told_to(t, seat) ||
		    (key != NULL &&
			strcmp(sentences[t->say.sentence].key, key) != 0))
			continue;
		play_sentence(text, p, &t->say);
	}
	return g_string_free(text, FALSE);
}
#define heard(p, seat, want) \
	play_same(play_heard(p, seat, NULL), want, __FILE__, __LINE__)
#define heard_of(p, seat, key, want) \
	play_same(play_heard(p, seat, key), want, __FILE__, __LINE__)

/* Why a move is refused: key and arguments, "legal" if it is not. */
static inline char *
play_why(const struct play *p, int seat, const char *text)
{
	struct move m;
	struct say why;
	GString *to;

	if (move_read(p->m, text, &m) != MOVE_OK)
		return g_strdup("not understood");
	if (match_game(p->m)->check(match_state(p->m), seat, &m, &why))
		return g_strdup("legal");
	to = g_string_new(NULL);
	play_sentence(to, p, &why);
	return g_string_free(to, FALSE);
}

#endif
