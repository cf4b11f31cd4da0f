/* SPDX-License-Identifier: ISC */
/* What the sources of parse/ share among themselves. */
#ifndef PARSE_INNER_H
#define PARSE_INNER_H

#include "parse/request.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct match;
struct phrase;
struct token;
struct words;

/* ---- clean.c ---- */

/* A line without what was put around it: several commands may be left. */
char *clean_line(const char *line);
/* One command of it, without what was put around that. */
char *clean_part(const char *part);

/* ---- request_words.c ---- */

struct request *request_new(enum request_kind, const char *text);
/* Our own word for the token from, or several; NULL: none. */
const char *request_word(
    const struct words *, const GPtrArray *tokens, guint from, guint *taken);
/* What begins with a word of ours. */
struct request_begin {
	const char *word;
	enum request_kind kind;
	enum request_form {
		FORM_NONE, /* the word is only its name */
		FORM_APART, /* read in a file of its own */
		FORM_PLAIN,
		FORM_MORE, /* a word may follow */
		FORM_SIGNUP
	} form;
};
/* That of the word, which may be NULL; NULL: there is none. */
const struct request_begin *request_begin(const char *word);
/* The i-th, NULL behind the last one; bit i: its word begins with the letter.
 */
const struct request_begin *request_begin_at(size_t i);
guint64 request_begins_with(char letter);

/* ---- request_number.c ---- */

/* "2", "(2)", "#2": nothing but a number. */
bool request_number(const char *text, int *number);
/* The smallest number that has as many digits: 0 and 1 have one. */
int request_number_least(const char *text);

/* ---- request_say.c ---- */

/* "mute Anna" and what begins like it or like talk; NULL: something else. */
struct request *request_talk(const struct words *, const struct match *,
    const char *text, const GPtrArray *tokens, const char *word, guint taken);

/* ---- request_one.c ---- */

/* The text in front of a "please" at its end, newly allocated; NULL if there
 * is none. */
char *request_before_please(
    const struct words *, const char *text, const GPtrArray *tokens);
/* A line, or its rest, as it stands there or without a "please" behind it. */
struct request *request_plainly(
    const struct words *, const struct match *, const char *text);

/* ---- request_lead.c ---- */

/* A command behind "ok", "I'll", "option"; NULL: there is none. */
struct request *request_led(const struct words *, const struct match *,
    const char *text, const GPtrArray *tokens);

/* ---- request_loose.c ---- */

/* With words for numbers, or a blank in front of one; NULL: it is none. */
struct request *request_loosely(const struct words *, const struct match *,
    const char *text, const GPtrArray *tokens);

/* ---- request_signup.c ---- */

/* What begins so, and the tokens behind it; NULL: talk. */
struct request *request_signup(const struct words *,
    const struct request_begin *, const char *text, const GPtrArray *tokens,
    guint from);

/* ---- request_move.c, pieces.c ---- */

/* A move or a near miss of one; NULL: nothing of the kind. */
struct request *request_move(const struct words *, const struct match *,
    const char *text, const GPtrArray *tokens);
/* The game's verb that the first tokens stand for; NULL: none. */
const char *request_verb(const struct words *, const struct match *,
    const GPtrArray *tokens, guint *taken);
/* Do the token from, or several, stand for a word of the game? */
bool request_game_word(const struct words *, const struct match *,
    const GPtrArray *tokens, guint from, guint *taken);

/* ---- request_bare.c ---- */

/* A move of the question that is open, without its verb: a near miss that says
 * what may be meant; NULL: it is none. */
struct request *request_bare(const struct words *, const struct match *,
    const char *text, const GPtrArray *tokens);

/* ---- request_several.c ---- */

/* Adds the moves of a line with several ("place ship c5, e6"); false: none. */
bool request_several(
    const struct words *, const struct match *, const char *, GPtrArray *list);

/* ---- request_plan.c ---- */

/* What is behind "plan" or "check"; NULL: it is neither of them. */
struct request *request_ahead(const struct words *, const struct match *,
    enum request_kind, const char *rest);

/* ---- plan.c, plan_say.c ---- */

/* A text in a piece of a plan; "": there is none of that name. */
const char *plan_member(const json_t *, const char *key);
/* Whose move a condition names; -1: anybody's. */
int plan_seat(const json_t *condition);
/* Does it hold only if what it names was not done? */
bool plan_denies(const json_t *condition);
/*
 * How the language says of somebody that she makes a move of that verb: what
 * stands in front of the rest of the move (or, alone, of nothing) and behind
 * it, newly allocated.  how: "does", or "does-not" for what is said behind a
 * "not" if that is said in another way.  false: it does not say.
 */
bool plan_deed(const struct words *, const struct match *, const char *how,
    const char *verb, bool alone, char **front, char **back);

/* ---- planner.c, plan_read_if.c ---- */

/* Reading a line of a plan: the words, and what went wrong first. */
struct planner {
	const struct words *words;
	const struct match *match;
	struct phrase *why;
};
/* Our own word for the token, as plans have them; NULL: none. */
const char *planner_word(
    const struct planner *, const GPtrArray *tokens, guint i, guint *taken);
/* The same for the beginning of a text; *rest: what is behind it. */
const char *planner_first(
    const struct planner *, const char *text, const char **rest);
/* The move that this is, or NULL; verb: put in front of it, or "". */
struct request *planner_move(
    const struct planner *, const char *verb, const char *text);
/* The first one is what is wrong; the phrase is taken over. */
void planner_fail(struct planner *, struct phrase *why);
void planner_fail_at(struct planner *, const char *key, const char *text);
/* "Anna plays salt and Tom passes"; NULL: something is wrong with it. */
json_t *planner_conditions(struct planner *, const char *text);

/* ---- day.c ---- */

/* The day that stands at *from, as a code for days_find, newly allocated; then
 * *from is behind it.  NULL: none. */
char *day_read(const struct words *, const GPtrArray *tokens, guint *from);
/* "3/4": the third of April, or of March the fourth? */
bool day_is_two(const char *text);
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

/* ---- request_preference.c ---- */

/* What stands behind "remind" or "mail"; NULL: it cannot be read. */
struct request *request_preference(const struct words *, enum request_kind,
    const GPtrArray *tokens, guint from);

/* Is it one but for a slip?  Behind "mail". */
bool request_preference_meant(
    const struct words *, const GPtrArray *tokens, guint from);
/* Our word for a text that is a form of it, or NULL. */
const char *request_word_of(
    const struct words *, const char *what, const char *text);
/*
 * A token in our words: a form of that what ("habit"), or a time whose unit is
 * one of the language's ("3 Tg" is none, "3tg" is "3d"); newly allocated.
 */
char *request_own(const struct words *, const char *what, const struct token *);
/* "on" or "off" for the words from there on ("yes" and "no" are these, too);
 * NULL: something else, or nothing. */
const char *request_on_off(
    const struct words *, const GPtrArray *tokens, guint from);
/* What stands behind "calendar" or "yearbook": "on", "off"; NULL: neither. */
struct request *request_switch(const struct words *, enum request_kind,
    const GPtrArray *tokens, guint from);

/* ---- request_vote.c ---- */

/* Behind "robot for seat". */
struct request *request_robot(const struct words *, const struct match *,
    const char *text, const GPtrArray *tokens, guint from);
/* What stands behind "vote", from that token on; NULL: it cannot be read.
 * match may be NULL. */
struct request *request_vote(const struct words *, const struct match *,
    const char *text, const GPtrArray *tokens, guint from);

/* ---- request_unclear.c ---- */

/*
 * A near miss by a slip in the first word ("plya wine"); NULL if there is no
 * such.  match may be NULL.
 */
struct request *request_unclear(
    const struct words *, const struct match *, const GPtrArray *tokens);

#endif
