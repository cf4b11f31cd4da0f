/* SPDX-License-Identifier: ISC */
/*
 * What the server knows of games in general: a match as the replay of its
 * log, chance with its proof, texts of moves, sentences, and the requests
 * that people write.  Pure: no clock, no disk, no mail, no language.
 */
#ifndef CORE_CORE_H
#define CORE_CORE_H

#include "base/err.h"
#include "base/yaml.h"
#include "core/game.h"

#include <glib.h>

/* ---- chance.c: ChaCha20 draws from a match seed, recorded or replayed ---- */

#define SEED_SIZE 32
#define SEED_HEX_SIZE (2 * SEED_SIZE + 1)

/* One below(n): written into the event, read back by a replay. */
struct draw {
	uint32_t n, value;
};

/* A new secret seed from the kernel. */
void seed_random(unsigned char seed[SEED_SIZE]);
/* BLAKE2b-256 of the server seed: published before, proved afterwards. */
void seed_commitment(const unsigned char server_seed[SEED_SIZE],
    unsigned char commitment[SEED_SIZE]);
/*
 * BLAKE2b-256 of the server seed and each seat's luck words (NULL is as ""),
 * each preceded by its length in bytes as 32 bit little endian.
 */
void seed_match(const unsigned char server_seed[SEED_SIZE], char *const luck[],
    size_t seats, unsigned char seed[SEED_SIZE]);
void seed_to_hex(const unsigned char seed[SEED_SIZE], char hex[SEED_HEX_SIZE]);
/* Exactly 64 lower-case hex digits, else false. */
bool seed_from_hex(const char *hex, unsigned char seed[SEED_SIZE]);

/*
 * For simulations, before anything is drawn: all that comes from the kernel in
 * this process (keys of letters, too) comes from that seed instead, and is no
 * secret any more.
 */
void chance_fix(const unsigned char seed[SEED_SIZE]);
/* A source of draws on its own, for resample and random players. */
struct chance *chance_new(const unsigned char seed[SEED_SIZE]);
void chance_free(struct chance *);

/* ---- data.c: a YAML tree as JSON, and where in the file a path stands ---- */

/* Plain integers, true and false as such, all else as text. */
json_t *data_from_yaml(const struct ynode *);
/* The line of a data_fault's path, or of its nearest ancestor. */
int data_line(const struct ynode *, const char *path);

/* ---- move.c: moves as text ---- */

/*
 * Read a move leniently (case, surplus blanks, commas as blanks, order of
 * what has no order).  It need not be legal.  MOVE_OTHER: the first word is
 * no verb of the game.  MOVE_NEAR: it is, but the rest does not fit.
 */
enum move_read { MOVE_OK, MOVE_OTHER, MOVE_NEAR };
struct match;
enum move_read move_read(const struct match *, const char *text, struct move *);
/* Canonical text, newly allocated. */
char *move_text(const struct match *, const struct move *);
/* The same in the words of a language, of each its first form (words_first):
 * request_read makes the same move of it. */
struct words;
char *move_say(const struct match *, const struct move *, const struct words *);
/* Canonical text, or a verb alone, in the words of a language (NULL: as it
 * is). */
char *move_retell(const struct match *, const char *text, const struct words *);
bool move_equal(const struct move *, const struct move *);
/*
 * Why a text is MOVE_NEAR: a sentence, its key below "near".  name: what in the
 * text should be the name of a player and is none, or NULL.
 */
struct phrase *move_fault(
    const struct match *, const char *text, const char **name);

/* ---- atom.c: words of atoms ---- */

/* By the list of that kind, or by the game's own functions. */
bool atom_read(const struct game *, const void *state, char kind,
    const char *word, int16_t *value);
void atom_write(const struct game *, const void *state, char kind,
    int16_t value, char word[GAME_WORD_SIZE]);

/* ---- names.c: names of players ---- */

/* Whom a name means, as people write it: the seat of that name, or one that is
 * much like it. */
enum { NO_SEAT = -1, SEVERAL_SEATS = -2 };
int match_seat_named(const struct match *, const char *name);
int seat_of_name(const char *const *names, size_t n, const char *name);
/*
 * May the one be written for the other?  Without regard to case, accents,
 * quotes, commas, widths of characters, and marks at the end.  At a table all
 * names must differ so far.
 */
bool names_alike(const char *a, const char *b);

/* ---- say.c: sentences as JSON ---- */

/*
 * A sentence outside a game's own: which seats hear it, and its words to be
 * found under key. args is an object; values are numbers, texts (also atoms
 * that are as written), and {"word":"wine","phrase":"mutineer.card.wine"} for
 * other atoms, or lists of these.
 */
struct phrase {
	char *key; /* "mutineer.played", "refused.not-your-turn" */
	json_t *args;
};
/* Takes over the reference to args (NULL: none). */
struct phrase *phrase_new(const char *key, json_t *args);
void phrase_free(struct phrase *);
/* A game's sentence as a phrase; seats become players' names. */
struct phrase *say_phrase(const struct match *, const struct say *);
/* The same with other names for the seats. */
struct phrase *say_phrase_named(
    const struct match *, const struct say *, char *const *names);
/* How the story tells the sentence, or NULL: as it is. */
const struct plot *say_plot(const struct game *, const struct say *);
/* Its argument of that name; false if there is none, or a list. */
bool say_value(
    const struct game *, const struct say *, const char *name, int *value);
/* For the engine protocol: {"event":KEY, argument: number or word or list}. */
json_t *say_event(const struct match *, const struct say *);

/* One piece of news: what is said, and to whom. */
struct told {
	seatset to;
	struct say say;
};
bool told_to(const struct told *, int seat);

/* ---- match.c: one play of a game ---- */

/* With what a match begins. */
struct opening {
	const struct game *game;
	char *const *names; /* by seat */
	size_t seats;
	const json_t *options; /* object or NULL: all defaults */
	const json_t *data; /* as data_check allowed it, or NULL */
	const json_t *given; /* setup of the engine protocol, or NULL */
	unsigned char seed[SEED_SIZE];
};

/*
 * agreed.c: BLAKE2b-256 of the server seed and all of it but names and seed, so
 * that nothing of it can be changed later: published before, with the
 * commitment, and proved afterwards.
 */
void opening_agreed(const struct opening *,
    const unsigned char server_seed[SEED_SIZE], unsigned char hash[SEED_SIZE]);

/* What one event did. */
struct outcome {
	GArray *news; /* struct told */
	GArray *draws; /* struct draw */
	json_t *chance; /* list as in the engine protocol */
};
void outcome_clear(struct outcome *);

/* Player names that a match can have: a sentence, or NULL if all is well. */
struct phrase *names_fault(const struct game *, char *const *names, size_t n);

/*
 * Check the opening and set up.  If draws is not NULL it is a replay: the draws
 * are read back, and must be those of the seed (else ERR_DAMAGED).  The
 * outcome may be NULL.  ERR_FORMAT says what in it is wrong.
 */
struct match *match_start(const struct opening *, const GArray *draws,
    struct outcome *, struct err *);
void match_free(struct match *);
/* A second one that goes its own way. */
struct match *match_copy(const struct match *);
/* One in which that seat is asked now; NULL if that cannot be supposed. */
struct match *match_suppose(const struct match *, int seat);

const struct game *match_game(const struct match *);
const void *match_state(const struct match *);
const char *match_name(const struct match *, int seat);
size_t match_seats(const struct match *);
const json_t *match_options(const struct match *); /* all, with values */
seatset match_to_act(const struct match *);
bool match_over(const struct match *);
/* Number of events so far, the setup not counted. */
size_t match_length(const struct match *);
/* The event i (from 0) of the log. */
int match_event(const struct match *, size_t i, struct move *);

/* Legal moves of a seat: struct move, empty if it is not asked. */
GArray *match_legal(const struct match *, int seat);
/* NULL if the move may be made now, else why not; the caller frees it. */
struct phrase *match_refusal(
    const struct match *, int seat, const struct move *);
/* Make a move that match_refusal allowed; outcome may be NULL. */
void match_play(
    struct match *, int seat, const struct move *, struct outcome *);
/*
 * Make a move of a stored log.  ERR_DAMAGED if the text is not canonical or
 * no legal move, or its draws are not those of the seed: then it was not made,
 * and the outcome is empty.
 */
int match_replay(struct match *, int seat, const char *text,
    const GArray *draws, struct outcome *, struct err *);
/* Take the last event back; false if there is none. */
bool match_undo(struct match *);
/* Was anything hidden told to the seat by this outcome? */
bool outcome_reveals(const struct match *, const struct outcome *, int seat);
/* FNV-1a of the state's bytes: equal states, equal numbers. */
uint64_t match_hash(const struct match *);

#endif
