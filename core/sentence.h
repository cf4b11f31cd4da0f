/* SPDX-License-Identifier: ISC */
/*
 * Sentences that a game can say, in news or in a refusal.  A part of what a
 * game sees (core/game.h).
 */
#ifndef CORE_SENTENCE_H
#define CORE_SENTENCE_H

#include "core/decision.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * By which sentence others hear of a move with that verb: its first argument is
 * the seat that made it.  args has a character for each argument of the move:
 * its place in the sentence ("1" is behind the seat), or "-" if it is not told;
 * "1*": from there on all is told in this order; "213+": a sentence for each
 * three of them; "": only that such a move was made, or all of one without
 * arguments.  What others do not hear of has none; one verb may have several.
 *
 * One of them must be told with the move itself, to all who may know that it
 * was made, for plans of others go by it: a sealed bid is told by "has bid"
 * ("-"), and not only by its later showing, which may be a second one ("1").
 * A verb of which nobody may know at once, not even that it was this one, is
 * one of told_later (core/rules.h, NULL-ended).
 */
struct telling {
	int16_t verb, sentence;
	const char *args;
};

/*
 * A sentence that a game can say, in news or in a refusal.  The words stand
 * in the language catalogues as GAME.KEY; args declares its arguments, a
 * name and a type each: "seat:s card:C left:n drawn:C*" ('*' only last).
 * reveals: this sentence tells its audience something that was hidden from
 * it.  A mail's moves are taken back when a later one in it fails, but
 * never after its writer has been told such a thing.
 */
struct sentence {
	const char *key;
	const char *args;
	bool reveals;
};

/*
 * How the story of a match tells a sentence.  A game marks what it likes; all
 * else is told as it is.  Names of arguments are those of the sentence; words
 * stand in the language catalogues (story.yaml).
 */
struct plot {
	int16_t sentence;
	/* A round or turn begins with it, and what was before is complete; the
	 * name of the argument that numbers it.  It must be told to all. */
	const char *chapter;
	/* The part of a chapter to which it belongs, "scene.WORD"; NULL: where
	 * it is told, it is. */
	const char *scene;
	bool paragraph; /* a new one begins with it in its scene */
	/* What one seat does of it in a scene is told together: "item.KEY" for
	 * each, in "story.KEY". */
	bool gather;
	/* Of these only what follows each other is: what others did between
	 * depends on it, or it on that. */
	bool in_order;
	/* It is told of a chapter of which little else is. */
	bool matters;
	/* It is told while its chapter goes on, and not once that is complete,
	 * for then others tell more: "has bid" before what was bid. */
	bool meanwhile;
	/* Points of the round: the seats that get them, those that give them
	 * up (or NULL), and how many: names of arguments; the reason is
	 * "reason.KEY". */
	const char *gains, *loses, *points;
	/* A seat, and an atom that it turned out to be for this chapter. */
	const char *who, *shows;
};

/* One use of a sentence: an index into game->sentences, and arguments. */
struct say {
	int16_t sentence;
	int16_t n;
	int16_t arg[GAME_MAX_ARGS];
};
/* The same from n arguments, each an int. */
struct say game_say(unsigned sentence, int n, ...);

/*
 * News: told to those seats only.  No audience means nobody.  news may be
 * NULL when nobody listens.
 */
struct news;
void news_tell(struct news *, seatset to, struct say);
/* The same from n arguments, each an int. */
void game_tell(struct news *, seatset to, unsigned sentence, int n, ...);

#endif
