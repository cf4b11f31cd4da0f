/* SPDX-License-Identifier: ISC */
/* What a game says, held against the table of its sentences. */
#ifndef TESTS_GAME_SAID_H
#define TESTS_GAME_SAID_H

#include "core/atom.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "tests/game/random.h"

/* An argument of that type: a seat that plays, or an atom that has a word. */
static inline void
check_value(struct random *r, const struct match *m, const struct sentence *s,
    char type, int16_t value)
{
	char word[GAME_WORD_SIZE] = "";

	if (type == 's')
		must(r, value >= 0 && value < (int16_t)r->seats,
		    "sentence %s is said of seat %d, which there is not",
		    s->key, value);
	if (type == 's' || type == 'n')
		return;
	atom_write(r->game, match_state(m), type, value, word);
	must(r, word[0] != '\0',
	    "sentence %s is said with %d as an atom %c, which has no such word",
	    s->key, value, type);
}

/* A sentence is said with what its table declares: a letter that says it with
 * other arguments ends the program. */
static inline void
check_said(struct random *r, const struct match *m, const struct say *say)
{
	const struct game *g = r->game;
	const struct sentence *s;
	const char *type;
	int16_t n = 0;

	must(r, say->sentence >= 0 && (size_t)say->sentence < g->nsentences,
	    "sentence %d of the enum is said, but nsentences is %zu",
	    say->sentence, g->nsentences);
	s = &g->sentences[say->sentence];
	type = strchr(s->args, ':');
	while (type != NULL && n < say->n) {
		check_value(r, m, s, type[1], say->arg[n++]);
		if (type[2] != '*')
			type = strchr(type + 1, ':');
	}
	/* a list may be empty */
	must(r, n == say->n && (type == NULL || type[2] == '*'),
	    "sentence %s: its arguments are \"%s\", but it is said with %d",
	    s->key, s->args, say->n);
}

#endif
