/* SPDX-License-Identifier: ISC */
/*
 * The contract between turnpost and a game: the only header a game sees.
 *
 * A game is one constant struct game: pure functions over a plain block of
 * bytes, the state.  The server owns the block.  A game keeps no static
 * variable, reads no clock, prints nothing, and never learns that there is
 * mail, a database or a language.  It allocates nothing but the JSON values
 * that view, state and ending return.
 *
 * A state is never stored: it is always the replay of the log of accepted
 * moves.  The text of moves is therefore a promise for ever.
 */
#ifndef CORE_GAME_H
#define CORE_GAME_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GAME_MAX_SEATS 8
#define GAME_MAX_ARGS 14
#define GAME_MAX_OPTIONS 8
#define GAME_WORD_SIZE 32 /* of an atom's word, with the final NUL */
#define SEAT_ONLOOKER (-1)
/* of views: that of a reader who may know all, when all is over */
#define SEAT_REFEREE (-2)

/* A set of seats: bit n stands for seat n, the top bit for all onlookers. */
typedef uint32_t seatset;
#define SEAT(n) ((seatset)1 << (n))
#define SEATS_ALL (~(seatset)0)

/*
 * One decision of one seat, as plain data.  verb is an index into
 * game->verbs; arg[0..n-1] are typed by verbs[verb].args; the rest is 0, so
 * that equal moves are equal bytes.
 */
struct move {
	int16_t verb;
	int16_t n;
	int16_t arg[GAME_MAX_ARGS];
};

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
 */
struct telling {
	int16_t verb, sentence;
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
 * What an organiser may choose for a match.  People write "WORD 3" or, of a
 * boolean one, "WORD"; how they may write it stands in each language's
 * words.yaml below "order".  Templates get it as match.options, of which each
 * item has word, value and, if it is true, one named by its word
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
	/*
	 * The place of each seat's name, from 0, among the names sorted by
	 * bytes: for games whose moves are listed sorted by text.
	 */
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
 * Chance.  In play it is drawn and written down, in a replay read back.
 * what names the draw in the engine protocol; while a match is set up, a
 * value given under that name is taken instead of drawn.  what is NULL for
 * draws that nobody is told of (in resample).
 */
struct chance;

/* Uniform in [0, n), n > 0. */
uint32_t chance_below(struct chance *, uint32_t n);
/*
 * Put v[0..n-1], atoms (or seats, numbers) of that kind, into random order.
 * The first shown ones are told in the record of the match, which proves the
 * shuffle and stays secret until the end, and may be given; no player is told
 * anything by it.  So shown is n for a deck that nobody sees
 * (games/mutineer/setup.c), and less if the rest is never drawn; 0 in resample.
 */
void chance_shuffle(struct chance *, const char *what, char kind, int16_t *v,
    size_t n, size_t shown);
/* One of v[0..n-1], each as likely. */
int16_t chance_pick(
    struct chance *, const char *what, char kind, const int16_t *v, size_t n);
/*
 * Was a value given under that name?  For a value that is never drawn but
 * follows from a draw.  It is checked to be among v[0..n-1].
 */
bool chance_given(struct chance *, const char *what, char kind,
    const int16_t *v, size_t n, int16_t *value);

/*
 * News: told to those seats only.  No audience means nobody.  news may be
 * NULL when nobody listens.
 */
struct news;
void news_tell(struct news *, seatset to, struct say);
/* The same from n arguments, each an int. */
void game_tell(struct news *, seatset to, unsigned sentence, int n, ...);

/*
 * Tables that a game has no use for are NULL, with 0 as their number:
 * shorthands, atoms, tellings (if nobody hears of a move), plot, options.  Of
 * the functions those may be NULL that say so; all others are called.
 */
struct game {
	/* The name is a key in the log: for ever. */
	const char *name;
	/*
	 * Its words stand in every language, and the tests have a model of it
	 * in Python.  Until a game says so, English is enough for it, and what
	 * else it lacks is a note of the tests and of lint.
	 */
	bool released;
	/* One more whenever equal moves may lead elsewhere. */
	int rules;
	int min_seats, max_seats;
	/* The state holds no pointer, so that a copy is a copy of bytes. */
	size_t state_size;
	const struct verb *verbs;
	size_t nverbs;
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
	 * organisers; NULL: the words of phases must do. */
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
	 * shown to all once the game is over; or NULL.
	 */
	json_t *(*ending)(const void *);
	/*
	 * All that the seat (or SEAT_ONLOOKER) may know, with what it learnt
	 * earlier, and nothing else.  What news told it, and the state still
	 * holds, it shows from then on.  Keys are those of state where they
	 * mean the same.  SEAT_REFEREE may know what any seat may.
	 */
	json_t *(*view)(const void *, int seat);
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
	 */
	void (*resample)(void *, int seat, struct chance *);
};

/* The word of an atom whose kind has a list of them; "": it has no such. */
const char *game_word(const struct game *, char kind, int value);

#endif
