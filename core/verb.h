/* SPDX-License-Identifier: ISC */
/*
 * Words of moves and of what stands in them.  A part of what a game sees
 * (core/game.h).
 */
#ifndef CORE_VERB_H
#define CORE_VERB_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The text of a move is the verb's word and its arguments, one blank
 * between.  A word is lower-case ASCII, is never renamed and never comes to
 * mean something else.
 *
 * args has one letter an argument: 'n' a number from 0 to 9999, 's' a seat
 * (written as the player's name; only as the last one, since a name may
 * hold blanks), a capital an atom of the game (card, field, ...), read and
 * written by its words, or by atom_read and atom_write.  A letter followed by
 * '*' may come any number of times, by '+' at least once ("FF+": two or more).
 * "(KnI)+" is a group that comes at least once; the canonical text has a comma
 * between groups.  Where lists of two kinds follow each other ("F*K*"), a word
 * and a value belong to one kind only, and atom_write gives "" for a value of
 * the other.
 */
struct verb {
	const char *word;
	const char *args;
};

/*
 * What people may write in one line for two moves: "pass mate or merchant"
 * is verb word ("pass") and then the first of the moves "take mate", "take
 * merchant" that is legal.
 */
struct shorthand {
	const char *word, *then;
};

/* A kind of atom: its letter, and the word under which phrases name it. */
struct atom_kind {
	char letter;
	const char *name; /* phrases "NAME.WORD", for example card.wine */
	/* Its words are the same in every language, as those of fields ("c3"):
	 * no phrases name them. */
	bool as_written;
	/*
	 * The words of the values first, first + 1 and so on.  NULL: the game
	 * has other words for each match, or too many for a list, and reads
	 * and writes them itself (atom_read, atom_write).
	 */
	const char *const *words;
	int16_t nwords, first;
};

#endif
