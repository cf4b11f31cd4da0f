/* SPDX-License-Identifier: ISC */
/*
 * Moves as text: the verb tables of a game do the reading and writing, so
 * that a game itself knows its atoms only.
 */
#include "core/move.h"

#include "core/atom.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/names.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/verb.h"
#include "core/words.h"

#include <string.h>

#define NUMBER_MAX 9999

/* Reading: how far we are, and what was read. */
struct reader {
	const struct match *match;
	const char *at;
	struct move *move;
	const char *name; /* where a name stood that is no player's, or NULL */
	bool unsure; /* it could be more than one player's */
};

static bool
is_gap(char c)
{
	return c == ' ' || c == '\t' || c == ',';
}

static void
skip_gaps(struct reader *r)
{
	while (is_gap(*r->at))
		r->at++;
}

/* The next word in lower case; false at the end, or if it is no ASCII word. */
static bool
next_word(struct reader *r, char word[GAME_WORD_SIZE])
{
	size_t n = 0;

	skip_gaps(r);
	while (*r->at != '\0' && !is_gap(*r->at)) {
		if (n + 1 == GAME_WORD_SIZE || !g_ascii_isgraph(*r->at))
			return false;
		word[n++] = g_ascii_tolower(*r->at++);
	}
	word[n] = '\0';
	return n > 0;
}

static bool
add_arg(struct reader *r, int16_t value)
{
	if (r->move->n == GAME_MAX_ARGS)
		return false;
	r->move->arg[r->move->n++] = value;
	return true;
}

static bool
read_number(const char *word, int16_t *value)
{
	int n = 0;

	if (word[0] == '0' && word[1] != '\0')
		return false;
	for (const char *p = word; *p != '\0'; p++) {
		if (!g_ascii_isdigit(*p))
			return false;
		n = 10 * n + (*p - '0');
		if (n > NUMBER_MAX)
			return false;
	}
	*value = (int16_t)n;
	return true;
}

/* A player's name is all that is left of the line; it may hold a comma. */
static bool
read_seat(struct reader *r)
{
	int seat;

	r->at += strspn(r->at, " \t");
	if (*r->at == '\0' || !g_utf8_validate(r->at, -1, NULL))
		return false;
	seat = match_seat_named(r->match, r->at);
	skip_gaps(r);
	if (seat < 0)
		seat = match_seat_named(r->match, r->at);
	if (seat < 0) {
		r->name = r->at;
		r->unsure = seat == SEVERAL_SEATS;
	}
	r->at += strlen(r->at);
	return seat >= 0 && add_arg(r, (int16_t)seat);
}

/* One argument; if there is none, nothing is read. */
static bool
read_arg(struct reader *r, char kind)
{
	const struct game *game = match_game(r->match);
	const char *before = r->at;
	char word[GAME_WORD_SIZE];
	int16_t value;

	if (kind == 's')
		return read_seat(r);
	if (next_word(r, word) &&
	    (kind == 'n' ? read_number(word, &value)
			 : atom_read(game, match_state(r->match), kind, word,
			       &value)) &&
	    add_arg(r, value))
		return true;
	r->at = before;
	return false;
}

/*
 * "X*Y*": a word belongs to one of the two kinds, so that they may come in
 * any order; the X stand first in the move.
 */
static void
read_two_lists(struct reader *r, char x, char y)
{
	struct move *m = r->move;
	int16_t xs = m->n;

	for (;;) {
		if (read_arg(r, x)) {
			int16_t value = m->arg[m->n - 1];

			memmove(&m->arg[xs + 1], &m->arg[xs],
			    (size_t)(m->n - 1 - xs) * sizeof(m->arg[0]));
			m->arg[xs++] = value;
		} else if (!read_arg(r, y))
			return;
	}
}

/* Arguments as spec[0..n-1] says, a letter each, with * and + behind. */
static bool
read_flat(struct reader *r, const char *spec, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		char repeat = i + 1 < n ? spec[i + 1] : '\0';

		if (repeat == '*' && i + 3 < n && spec[i + 3] == '*') {
			read_two_lists(r, spec[i], spec[i + 2]);
			i += 3;
		} else if (repeat == '*' || repeat == '+') {
			if (repeat == '+' && !read_arg(r, spec[i]))
				return false;
			while (read_arg(r, spec[i]))
				;
			i++;
		} else if (!read_arg(r, spec[i]))
			return false;
	}
	return true;
}

static bool
at_end(struct reader *r)
{
	skip_gaps(r);
	return *r->at == '\0';
}

static bool
read_args(struct reader *r, const char *spec)
{
	size_t n = strlen(spec);

	if (spec[0] != '(')
		return read_flat(r, spec, n) && at_end(r);
	/* "(...)+": a group, at least once */
	do
		if (!read_flat(r, spec + 1, n - 3))
			return false;
	while (!at_end(r));
	return true;
}

static enum move_read
read_move(struct reader *r)
{
	const struct game *game = match_game(r->match);
	struct move *move = r->move;
	char word[GAME_WORD_SIZE];

	memset(move, 0, sizeof *move);
	if (!next_word(r, word))
		return MOVE_OTHER;
	for (size_t v = 0; v < game->nverbs; v++) {
		if (strcmp(game->verbs[v].word, word) != 0)
			continue;
		move->verb = (int16_t)v;
		if (!read_args(r, game->verbs[v].args))
			return MOVE_UNCLEAR;
		if (game->tidy != NULL)
			game->tidy(match_state(r->match), move);
		return MOVE_OK;
	}
	return MOVE_OTHER;
}

enum move_read
move_read(const struct match *m, const char *text, struct move *move)
{
	struct reader r = { .match = m, .at = text, .move = move };

	return read_move(&r);
}

/* ---- what is wrong with a text ---- */

static struct phrase *
name_fault(const struct reader *r)
{
	json_t *names = json_array();

	for (int s = 0; s < (int)match_seats(r->match); s++)
		json_array_append_new(
		    names, json_string(match_name(r->match, s)));
	return phrase_new(r->unsure ? "near.names" : "near.name",
	    json_pack("{s:s, s:o}", "name", r->name, "names", names));
}

struct phrase *
move_fault(const struct match *m, const char *text, const char **name)
{
	struct move move;
	struct reader r = { .match = m, .at = text, .move = &move };
	g_autofree char *word = NULL;

	*name = NULL;
	if (read_move(&r) != MOVE_UNCLEAR)
		return NULL;
	if (r.name != NULL) {
		*name = r.name;
		return name_fault(&r);
	}
	skip_gaps(&r);
	if (*r.at == '\0')
		return phrase_new("near.missing", NULL);
	word = g_strndup(r.at, strcspn(r.at, " \t,"));
	return phrase_new("near.word", json_pack("{s:s}", "word", word));
}

/* ---- writing ---- */

/* A move as it is being written. */
struct writer {
	const struct match *match;
	const struct words *words; /* of a language; NULL: the program's own */
	GString *text;
};

static const char *
own_word(const struct writer *w, const char *word)
{
	return w->words == NULL
		   ? word
		   : words_first(w->words, match_game(w->match)->name, word);
}

static void
write_arg(const struct writer *w, char kind, int16_t value)
{
	const struct match *m = w->match;
	char word[GAME_WORD_SIZE];

	if (kind == 'n')
		g_string_append_printf(w->text, " %d", value);
	else if (kind == 's')
		g_string_append_printf(w->text, " %s", match_name(m, value));
	else {
		atom_write(match_game(m), match_state(m), kind, value, word);
		g_string_append_printf(w->text, " %s", own_word(w, word));
	}
}

/* Does the argument fit that kind?  For lists of several kinds in a row. */
static bool
fits(const struct match *m, char kind, int16_t value)
{
	char word[GAME_WORD_SIZE];
	int16_t back;

	if (kind == 'n' || kind == 's')
		return true;
	atom_write(match_game(m), match_state(m), kind, value, word);
	return atom_read(match_game(m), match_state(m), kind, word, &back) &&
	       back == value;
}

/* How many arguments the specification asks for at least. */
static int
least(const char *spec)
{
	int n = 0;

	for (; *spec != '\0'; spec++)
		n += *spec == '*' ? -1 : *spec != '+';
	return n;
}

static void
write_flat(const struct writer *w, const struct move *move, const char *spec)
{
	const struct match *m = w->match;
	int at = 0;

	for (size_t i = 0; spec[i] != '\0' && at < move->n; i++) {
		char repeat = spec[i + 1];
		int end;

		if (repeat != '*' && repeat != '+') {
			write_arg(w, spec[i], move->arg[at++]);
			continue;
		}
		end = move->n - least(spec + i + 2);
		while (at < end &&
		       (spec[i + 2] == '\0' || fits(m, spec[i], move->arg[at])))
			write_arg(w, spec[i], move->arg[at++]);
		i++;
	}
}

char *
move_say(
    const struct match *m, const struct move *move, const struct words *words)
{
	const struct verb *verb = &match_game(m)->verbs[move->verb];
	struct writer w = { m, words, g_string_new(NULL) };
	size_t group;

	g_string_append(w.text, own_word(&w, verb->word));
	if (verb->args[0] != '(') {
		write_flat(&w, move, verb->args);
		return g_string_free(w.text, FALSE);
	}
	group = strlen(verb->args) - 3;
	for (int i = 0; i < move->n; i++) {
		if (i > 0 && (size_t)i % group == 0)
			g_string_append_c(w.text, ',');
		write_arg(&w, verb->args[1 + (size_t)i % group], move->arg[i]);
	}
	return g_string_free(w.text, FALSE);
}

char *
move_text(const struct match *m, const struct move *move)
{
	return move_say(m, move, NULL);
}

char *
move_retell(const struct match *m, const char *text, const struct words *words)
{
	struct move move;

	if (words == NULL)
		return g_strdup(text);
	if (move_read(m, text, &move) == MOVE_OK)
		return move_say(m, &move, words);
	return g_strdup(words_first(words, match_game(m)->name, text));
}

bool
move_equal(const struct move *a, const struct move *b)
{
	return a->verb == b->verb && a->n == b->n &&
	       memcmp(a->arg, b->arg, (size_t)a->n * sizeof a->arg[0]) == 0;
}
