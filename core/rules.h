/* SPDX-License-Identifier: ISC */
/* A game as the server calls it: its tables and its functions.  The main part
 * of what a game sees (core/game.h). */
#ifndef CORE_RULES_H
#define CORE_RULES_H

#include "core/decision.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct atom_kind;
struct chance;
struct kept;
struct news;
struct plot;
struct say;
struct sentence;
struct shorthand;
struct telling;
struct verb;

/*
 * What an organiser may choose for a match.  People write "WORD 3" or, of a
 * boolean one, "WORD"; how they may write it stands in each language's
 * words.yaml below "order".  Templates get it as match.options, of which each
 * item has word, value and, if it is true or not 0, one named by its word
 * ("{{#match.options}}{{#pirates}}...").
 */
struct option {
	const char *word;
	bool boolean; /* min 0, max 1, and true/false in the protocol */
	int min, max, dflt;
};

/* What a match begins with; checked before a game gets it. */
struct setup {
	int seats;
	int option[GAME_MAX_OPTIONS];
	/* The place of each seat's name, from 0, among the names sorted by
	 * bytes: for games whose moves are listed sorted by text. */
	uint8_t name_order[GAME_MAX_SEATS];
	/* As data_check allowed it; NULL for a game without data. */
	const json_t *data;
};

/* Scores and winners; winners is empty until the game is over. */
struct result {
	bool over;
	int32_t score[GAME_MAX_SEATS];
	seatset winners;
};

/* What is wrong with a data file: for the organiser, in English. */
struct data_fault {
	char path[96]; /* "islands/3/buys": keys and indexes from 0 */
	char text[200]; /* what is wrong and what to do */
};

/*
 * Tables that a game has no use for are NULL, with 0 as their number:
 * shorthands, atoms, tellings (if nobody hears of a move), plot, options.  Of
 * the functions those may be NULL that say so; all others are called.
 */
struct game {
	/* The name is a key in the log: for ever. */
	const char *name;
	/* Its words stand in every language, and the tests have a model of it
	 * in Python.  Until a game says so, English is enough for it, and what
	 * else it lacks is a note of the tests and of lint. */
	bool released;
	/* One more whenever equal moves may lead elsewhere. */
	int rules;
	int min_seats, max_seats;
	/* The state holds no pointer, so that a copy is a copy of bytes. */
	size_t state_size;
	const struct verb *verbs;
	size_t nverbs;
	/* The verb of a move that ends its player's part for some time, as a
	 * pass, or NULL: letters show it last and apart from the others. */
	const char *last_verb;
	/* Verbs of which others hear only when all have decided, or NULL. */
	const char *const *told_later;
	const struct shorthand *shorthands;
	size_t nshorthands;
	const struct atom_kind *atoms;
	size_t natoms;
	const struct sentence *sentences;
	size_t nsentences;
	const struct telling *tellings;
	size_t ntellings;
	const struct plot *plot;
	size_t nplot;
	const struct option *options;
	size_t noptions;
	/* Words of all phases, NULL-ended. */
	const char *const *phases;
	/* What a seat does in each of them, as in "is asked to ...", for
	 * organisers, NULL-ended; NULL: the words of phases must do. */
	const char *const *asks;
	/* Moves name players: their names must then differ ignoring case. */
	bool names_matter;
	/* The scores of result lie open at any time, not only in the end: they
	 * depend on nothing that is hidden from anybody. */
	bool scores_open;

	/*
	 * Data that an organiser may correct or replace, fixed in the record of
	 * a match when it is made: its YAML file in games/NAME/, or NULL.
	 */
	const char *data_file;
	/* Is it right?  NULL without a data_file. */
	bool (*data_check)(const json_t *data, struct data_fault *);

	/* Begin.  The state is all zero bytes. */
	void (*setup)(
	    void *, const struct setup *, struct chance *, struct news *);

	/* Ask.  None of these changes the state. */

	/* Seats that may move now; none if and only if the game is over. */
	seatset (*to_act)(const void *);
	/* The phase in which a seat of to_act is asked. */
	const char *(*phase)(const void *, int seat);
	/*
	 * Write up to cap legal moves, in the order that the game's man page
	 * tells; return how many there are.  0 for a seat not in to_act.
	 */
	size_t (*legal)(const void *, int seat, struct move *, size_t cap);
	/*
	 * Is the move, of a seat in to_act, legal?  If not, say why.  Answer
	 * and words depend only on what the seat has been shown.
	 */
	bool (*check)(
	    const void *, int seat, const struct move *, struct say *why);
	/*
	 * Change a copy of a state as if that seat, of which nothing is asked,
	 * were asked now what others are: check may then be called, and tells
	 * no more than ever.  false, or NULL: that cannot be supposed.
	 */
	bool (*suppose)(void *, int seat);
	/* Bring things that have no order into canonical order; or NULL. */
	void (*tidy)(const void *, struct move *);
	/* The move made for a seat that let its time run out: a legal one. */
	void (*absent)(const void *, int seat, struct move *);
	void (*result)(const void *, struct result *);
	/*
	 * What the game adds to the result, as a JSON object, which may be
	 * shown to all once the game is over; or NULL.  Pages count who wins by
	 * "roles", which lists words by seat (their names: "role.WORD").
	 */
	json_t *(*ending)(const void *);
	/*
	 * All that the seat (or SEAT_ONLOOKER) may know, with what it learnt
	 * earlier, and nothing else.  What news told it, and the state still
	 * holds, it shows from then on.  Keys are those of state where they
	 * mean the same.  SEAT_REFEREE may know what any seat may.  "players"
	 * lists an object for each seat that plays; letters put seat, name, by,
	 * me, asked, organiser, ready, robot and held into it.
	 */
	json_t *(*view)(const void *, int seat);
	/* What of view a picture shows, unchanged parts from kept; or NULL. */
	json_t *(*view_again)(const void *, int seat, struct kept *);
	/*
	 * Everything, as the engine protocol writes it; never NULL.  What a
	 * view does not have at the same place is hidden from its seat.
	 */
	json_t *(*state)(const void *);

	/*
	 * Go on, with a move that check allowed.  Where several seats may
	 * act at once, the order in which they do makes no difference.
	 */
	void (*apply)(void *, int seat, const struct move *, struct chance *,
	    struct news *);

	/*
	 * Words for atoms of the kinds that have no list of them: lower-case
	 * ASCII, digits and '-'.  What a word means may depend on the data of
	 * the match, thus the state.  NULL where every kind has a list.
	 */
	bool (*atom_read)(
	    const void *, char kind, const char *word, int16_t *value);
	void (*atom_write)(
	    const void *, char kind, int16_t value, char word[GAME_WORD_SIZE]);

	/*
	 * Replace all that the seat cannot know by another choice, drawn from
	 * chance, that fits everything it has been shown.  View, legal moves,
	 * refusals and to_act of that seat must then come out the same.  Proves
	 * secrecy in the tests, and is what robots think with.  Nothing that is
	 * hidden may be forgotten, for no test would see it told.
	 *
	 * The choice that there is leaves no trace: of two states that the seat
	 * cannot tell apart comes the same, byte by byte, with the same luck.
	 * So hidden things are brought into one order before they are shuffled,
	 * and what the state remembers for this is known to the seat.
	 */
	void (*resample)(void *, int seat, struct chance *);

	/*
	 * Rules of thumb for robots; each may be NULL.  They are asked of
	 * states that resample made, and of what came of these by moves; they
	 * go by whole numbers only, and change nothing.
	 */

	/* What part of a win the position promises each seat, in thousandths;
	 * also what is left of it when the match is over.  NULL: how far its
	 * score as it is lies ahead tells that, and in the end who wins. */
	void (*worth)(const void *, int32_t worth[GAME_MAX_SEATS]);
	/*
	 * How likely a sensible player makes each of the n legal moves of a
	 * seat; weight has 1 for each at first, and not all may become 0.  By
	 * what that seat knows only.  NULL: any as likely as the other.
	 */
	void (*likely)(const void *, int seat, const struct move *, size_t n,
	    uint16_t *weight);
	/*
	 * Chapters over so far: where something can be said of the position,
	 * thinking ahead may end.  NULL: it goes on to the end of the match.
	 */
	int (*chapter)(const void *);
};

/* The word of an atom whose kind has a list of them; "": it has no such. */
const char *game_word(const struct game *, char kind, int value);

#endif
