/* SPDX-License-Identifier: ISC */
/*
 * What the files of core/ share among themselves: the inside of chance, the
 * values given for a set-up, and arguments as JSON.
 */
#ifndef CORE_PRIVATE_H
#define CORE_PRIVATE_H

#include "core/core.h"

enum { CHUNK_WORDS = 64 };

struct given;

/* Draws of one seed, and who listens to them. */
struct chance {
	unsigned char seed[SEED_SIZE];
	uint64_t at; /* words of the keystream used so far */
	uint64_t chunk; /* which chunk of it stands in words */
	uint32_t words[CHUNK_WORDS];

	/* A game's draws have names and words; else NULL. */
	const struct game *game;
	const void *state;
	/* Written down while an event is made, if anybody wants it. */
	GArray *draws; /* struct draw */
	json_t *told;
	/* What the log says that was drawn, while an event is replayed. */
	const GArray *script;
	size_t script_at;
	bool damaged;
	/* While a match is set up. */
	struct given *given;
};

struct news {
	GArray *told; /* struct told */
};

void chance_begin(struct chance *, const unsigned char seed[SEED_SIZE]);
/* Listen: any of these may be NULL. */
void chance_listen(
    struct chance *, GArray *draws, json_t *told, const GArray *script);
/* Listen no more.  Were the draws those of the script, no more and no less? */
bool chance_rest(struct chance *);

/* ---- given.c ---- */

/* NULL if nothing was given.  values is only borrowed. */
struct given *given_new(const json_t *values);
void given_free(struct given *);
/*
 * The first of the values given under that name, brought to the front of
 * v[0..n-1], are those; false: nothing (right) was given.
 */
bool given_order(struct chance *, const char *what, char kind, int16_t *v,
    size_t n, size_t shown);
/* The same for one of v[0..n-1]; take: a later draw of the name is free. */
bool given_value(struct chance *, const char *what, char kind, const int16_t *v,
    size_t n, bool take, int16_t *value);
/* ERR_FORMAT if something given was wrong, or the game never asked for it. */
int given_check(const struct given *, const struct game *, struct err *);

/* ---- say.c ---- */

/* Numbers and seats as integers, atoms as their words. */
json_t *value_json(
    const struct game *, const void *state, char type, int16_t value);
/* "card" for C, "seat", "number" */
const char *kind_name(const struct game *, char kind);

/* ---- atom.c ---- */

/* The kind of that letter, which the game must have. */
const struct atom_kind *atom_kind(const struct game *, char kind);

/* ---- opening.c ---- */

/* Everything but what is given: ERR_FORMAT says what is wrong.  replay: what
 * once was allowed still is. */
int opening_check(const struct opening *, bool replay, struct err *);
/* The values of all options, those not named by their default. */
int opening_options(
    const struct opening *, int value[GAME_MAX_OPTIONS], struct err *);
/* The same as JSON. */
json_t *options_json(const struct game *, const int value[GAME_MAX_OPTIONS]);

/* ---- names.c ---- */

/* For comparing words: case, surplus blanks, and ways of writing an accent do
 * not count. */
char *word_key(const char *word);
/* The same of names, in which commas are blanks, characters of other widths
 * and shapes are the usual ones, and those that nobody sees do not count. */
char *name_key(const char *name);

/* ---- clean.c ---- */

/* A line without what was put around it: several commands may be left. */
char *clean_line(const char *line);
/* One command of it, without what was put around that. */
char *clean_part(const char *part);

/* ---- words.c ---- */

/* A word of a line. */
struct token {
	char *exact, *folded; /* in lower case; without accents too */
	size_t start; /* where it stands, in bytes */
	bool comma; /* one stands in front of it */
};

/* Blanks and commas part words. */
GPtrArray *tokens_of(const char *text);
/* The same words without stops and colons at their ends. */
GPtrArray *tokens_bare(const GPtrArray *tokens);
/*
 * What the token from, or several from there on, stand for among the forms of
 * what: the longest form counts.  *taken: so many tokens.  NULL: no form.
 */
const char *words_at(const struct words *, const char *what,
    const GPtrArray *tokens, guint from, guint *taken);
/* May one of them begin with that token, or with it but for marks behind? */
bool words_begin(const struct words *, const char *what, const struct token *);
/* Names of the games that have forms, newly allocated, in any order. */
GPtrArray *words_games(const struct words *);
/* Are there any forms of that "what"? */
bool words_of(const struct words *, const char *what);

/* ---- request.c ---- */

struct request *request_new(enum request_kind, const char *text);
/* "2", "(2)", "#2": nothing but a number. */
bool request_number(const char *text, int *number);
/* The smallest number that has as many digits: 0 and 1 have one. */
int request_number_least(const char *text);
/* Our own word for the token from, or several; NULL: none. */
const char *request_word(
    const struct words *, const GPtrArray *tokens, guint from, guint *taken);
/* "mute Anna" and what begins like it or like talk; NULL: something else. */
struct request *request_talk(const struct words *, const struct match *,
    const char *text, const GPtrArray *tokens, const char *word, guint taken);
/* A line, or its rest, as it stands there or without a "please" behind it. */
struct request *request_plainly(
    const struct words *, const struct match *, const char *text);
/* The word of the request i, NULL behind the last one. */
const char *request_kind_word(size_t i);

/* ---- request_lead.c ---- */

/* A command behind "ok", "I'll", "option"; NULL: there is none. */
struct request *request_led(const struct words *, const struct match *,
    const char *text, const GPtrArray *tokens);

/* ---- request_loose.c ---- */

/* With words for numbers, or a blank in front of one; NULL: it is no command.
 * tokens: those of the text. */
struct request *request_loosely(const struct words *, const struct match *,
    const char *text, const GPtrArray *tokens);

/* ---- request_signup.c ---- */

/* One of its words, or NULL. */
const char *request_signup_word(const char *);
/* That word and the tokens behind it; NULL: talk. */
struct request *request_signup(const struct words *, const char *word,
    const char *text, const GPtrArray *tokens, guint from);

/* ---- request_move.c ---- */

/* A move or a near miss of one; NULL: nothing of the kind. */
struct request *request_move(const struct words *, const struct match *,
    const char *text, const GPtrArray *tokens);
/* The game's verb that the first tokens stand for; NULL: none. */
const char *request_verb(const struct words *, const struct match *,
    const GPtrArray *tokens, guint *taken);
/* Do the token from, or several, stand for a word of the game? */
bool request_game_word(const struct words *, const struct match *,
    const GPtrArray *tokens, guint from, guint *taken);

/* ---- request_plan.c ---- */

/* What is behind "plan" or "check"; NULL: it is neither of them. */
struct request *request_ahead(const struct words *, const struct match *,
    enum request_kind, const char *rest);

/* ---- plan.c, plan_say.c ---- */

/* A text in a piece of a plan; "": there is none of that name. */
const char *plan_member(const json_t *, const char *key);
/* Whose move a condition names; -1: anybody's. */
int plan_seat(const json_t *condition);
/*
 * How the language says of somebody that she makes a move of that verb: what
 * stands in front of the rest of the move (or, alone, of nothing) and behind
 * it, newly allocated.  false: it does not say.
 */
bool plan_deed(const struct words *, const struct match *, const char *verb,
    bool alone, char **front, char **back);

/* ---- plan_read.c, plan_read_if.c ---- */

/* Reading a line of a plan: the words, and what went wrong first. */
struct planner {
	const struct words *words;
	const struct match *match;
	struct phrase *why;
};
/* Our own word for the token, as plans have them; NULL: none. */
const char *planner_word(
    const struct planner *, const GPtrArray *tokens, guint i, guint *taken);
/* The move that this is, or NULL; verb: put in front of it, or "". */
struct request *planner_move(
    const struct planner *, const char *verb, const char *text);
void planner_fail_at(struct planner *, const char *key, const char *text);
/* "Anna plays salt and Tom passes"; NULL: something is wrong with it. */
json_t *planner_conditions(struct planner *, const char *text);

/* ---- day.c ---- */

/* The day that stands at *from, as a code for days_find, newly allocated; then
 * *from is behind it.  NULL: none. */
char *day_read(const struct words *, const GPtrArray *tokens, guint *from);
/* Does that one of the words of days stand at *from?  Then *from is behind. */
bool day_is(
    const struct words *, const GPtrArray *tokens, guint *from, const char *is);
/* "for 3 days", "two weeks": the last of so many from today on, as such a code;
 * NULL: it is none. */
char *day_count(const struct words *, const GPtrArray *tokens, guint *from);
/* A day of the month of the other one, which is not before it ("20. - 24.12."),
 * as such a code; NULL: it is none. */
char *day_alone(const GPtrArray *tokens, guint i, const char *other);

/* ---- request_person.c ---- */

/* "away", "back", "standin", "take" and what may follow; NULL: not that. */
struct request *request_person(
    const struct words *, const char *word, const GPtrArray *, guint from);
/* ---- request_habit.c ---- */

/* What stands behind "remind" or "mail"; NULL: it cannot be read. */
struct request *request_habit(const struct words *, enum request_kind,
    const GPtrArray *tokens, guint from);

/* Is it one but for a slip?  Behind "mail". */
bool request_habit_meant(
    const struct words *, const GPtrArray *tokens, guint from);
/* Our word for a text that is a form of it, or NULL. */
const char *request_word_of(
    const struct words *, const char *what, const char *text);
/*
 * A token in our words: a form of that what ("habit"), or a time whose unit is
 * one of the language's ("3 Tg" is none, "3tg" is "3d"); newly allocated.
 */
char *request_own(const struct words *, const char *what, const struct token *);
/* "calendar on", "calendar off"; NULL: neither. */
struct request *request_calendar(
    const struct words *, const GPtrArray *tokens, guint from);
/* ---- request_vote.c ---- */

/* What stands behind "vote", from that token on; NULL: it cannot be read.
 * match may be NULL. */
struct request *request_vote(const struct words *, const struct match *,
    const char *text, const GPtrArray *tokens, guint from);

/* ---- request_near.c ---- */

/*
 * A near miss by a slip in the first word ("plya wine"); NULL if there is no
 * such.  match may be NULL.
 */
struct request *request_near(
    const struct words *, const struct match *, const GPtrArray *tokens);

#endif
