/* SPDX-License-Identifier: ISC */
/* Sign-up: people who are known, matches that are made and joined by mail. */
#ifndef APP_PLAYERS_JOIN_H
#define APP_PLAYERS_JOIN_H

#include "app/matches/reply.h"
#include "app/players/asks.h"
#include "app/players/commands.h"
#include "mail/mail.h"
#include "policy/clock.h"
#include "store/signup.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct answered;
struct game;
struct handling;
struct home;
struct match_row;
struct onlooker_row;
struct person;
struct phrase;
struct request;
struct signup_row;
struct table;
struct ask_row;
struct words;

/* ---- signup.c ---- */

/* What one person asks, on its way. */
struct signup {
	struct home *home;
	const struct person *person;
	const char *cause; /* of the letters that follow */
	const struct answered *answered; /* the mail, or NULL */
	int64_t at; /* the match that the mail answers a letter of; 0: none */
	bool allowed; /* the organiser says so: no limit counts */
	int64_t invited; /* into this match, whether others may join or not */
	char *guess; /* a zone with the clock of the mail, or NULL */

	const char *line; /* that is done now, or "" */

	/* For the letter that answers: */
	struct reply reply; /* its parts are "matches", "help", "rules" */
	const char *came; /* with a mail that holds no text, or NULL */
	int64_t left; /* the match that was just left; 0: none */
	const struct game *rules_game; /* whose rules are asked for, or NULL */
	char *rules_topic; /* of them, or NULL */
	struct table *watched; /* while an onlooker's lines are done */
	bool looked; /* questions were answered as an onlooker's */
	bool written; /* a letter of a match has told the first of it */
	json_t *silence; /* of brakes_silence, or NULL */
};
void signup_begin(
    struct signup *, struct home *, const struct person *, const char *cause);
void signup_end(struct signup *);

/* ---- signup_rules.c: rules outside of a match ---- */

person_command person_rules;
/* Into the context of the letter that answers. */
int signup_rules_facts(struct signup *, json_t *facts);

/* ---- signup.c ---- */

/* {"n": match} */
json_t *signup_number(int64_t match);
/* The line was done: a sentence below "signup".  args are taken over. */
void signup_said(struct signup *, const char *key, json_t *args);
/* It was not, and why. */
void signup_refuse(struct signup *, const char *key, json_t *args);
/* Into the context of a letter; then it is told. */
void signup_context(struct signup *, json_t *context);
/* Those of the kind, in their order. */
int signup_do(struct signup *, const GPtrArray *requests);
/* The reader of a letter about it. */
struct reader signup_reader(const struct signup *, const struct person *);
/* The letter that answers, if anything is left to say. */
int signup_answer(struct signup *);
/* The lines in h->meant, which their sender was asked about, are done. */
int signup_meant(struct handling *);
/* A mail to a seat: all of it, if no line is of the seat, or these lines of it.
 */
int signup_from_seat(struct handling *, const GPtrArray *requests, bool all);
/* What it asks is done and answered, unless the same mail came before. */
int signup_once(struct handling *, const GPtrArray *requests);
/* The match at one of whose letters the mail is an answer; 0: none. */
int64_t signup_answered(const struct handling *);

/* ---- no_seat.c ---- */

/*
 * Is the mail for no seat but about sign-up, or from an onlooker, or the
 * answer to a question about such?  Then it is done (h->done).
 */
int signup_take(struct handling *);

/* ---- person_commands.c: what is not about sign-up ---- */

person_command person_near, person_help, person_matches;
/* It is refused, for only a match can do it... */
person_command person_of_match;
/* ...as is a line that nothing was found in, if it may be a move. */
void signup_move(struct signup *, const char *line);

/* ---- signup_wish.c: senders who have proved nothing ---- */

/* A mail from an unknown address: one letter, with a code. */
int signup_stranger(struct handling *);
/* Does the mail hold the code of a wish?  Then it is done (h->done). */
int signup_code(struct handling *);
ask_answer wish_yes, wish_no;
/* It is kept, and a letter with its code goes there, to that person (or NULL);
 * no_account: it says that there is nothing to delete. */
int wish_ask(struct handling *, const struct person *, struct ask_row *,
    bool no_account);
/* Of that letter: what is wished. */
json_t *wish_facts(struct home *, const struct ask_row *, const char *name);
/* A name for a person who gave none that will do; newly allocated. */
char *wish_name(const char *given, const char *address);
/* May no more new people come today? */
int wish_people_full(struct home *, bool *full);

/* ---- unproved.c ---- */

/* A known person's lines came without a key: they wait for a code. */
int signup_unproved(struct handling *, const GPtrArray *requests);

/* ---- invite.c ---- */

/* "NAME <ADDRESS>" is asked to join that match. */
person_command signup_invite;
/* The same letter once more, to a stranger whose answer was unclear. */
int signup_invite_again(struct handling *, const struct ask_row *);

/* ---- ask_organiser.c ---- */

/* A letter to the organiser: about a new person (match 0, with the lines that
 * wait), or a match that the person made. */
int signup_ask_organiser(
    struct home *, const struct person *, int64_t match, const char *lines);

/* ---- new_match.c: "new GAME ..." ---- */

/* What was ordered, in the terms of a match_order. */
struct signup_order {
	const struct game *game;
	char *name; /* or NULL */
	GPtrArray *options, *policy; /* "KEY=VALUE", NULL-ended */
	int players;
	bool invited; /* "private yes" */
};

/* NULL, or why not: a sentence. */
struct phrase *signup_order_read(struct signup_order *, const char *text);
void signup_order_clear(struct signup_order *);
/* Lines below a "new" that go on with it become part of it. */
void signup_fold(GPtrArray *requests, const struct words *);

/* ---- join.c: new, join ---- */

/* A match that somebody names by its number. */
struct joining {
	struct match_row *row; /* NULL: there is none */
	struct signup_row signup;
	GPtrArray *seats;
	bool known; /* the person may know of it */
};
int joining_find(struct signup *, int64_t match, struct joining *);
void joining_clear(struct joining *);

/* -1: the person has none. */
int joining_seat(const struct joining *, int64_t person);
/* What happens at this table is of this mail: of that in it. */
struct table *signup_table(struct signup *, int64_t match, const char *what);
person_command signup_new, signup_join;
/* May the person know of it?  Others hear that there is none. */
int signup_visible(struct signup *, const struct match_row *,
    const struct signup_row *, bool *visible);

/* ---- leave.c ---- */

/* The match that it names, or the only one that it can be. */
person_command signup_leave;
int signup_leave_match(struct signup *, int64_t match);
/* That line cannot be done, as the match is over or called off. */
int signup_refuse_past(struct signup *, int64_t match);
/*
 * Somebody else sits where the maker of the match did, or nobody: it is the
 * next player's, and all are told.
 */
int signup_pass(struct table *, int64_t leaver);

/* ---- onlooker_commands.c ---- */

person_command signup_watch, signup_unwatch;
/* Of an onlooker: status, history, rules, help; and talk. */
onlooker_command onlooker_section, onlooker_say;
/* A mail of an onlooker of that match: questions are answered, by public facts
 * only, in a letter of the match (s->looked). */
int signup_onlooker(struct signup *, int64_t match, const GPtrArray *requests);

/* ---- profile.c: name, language, zone ---- */

person_command signup_name, signup_language, signup_zone;
/* What is said of these lines is said in the language that they ask for... */
void signup_speak(struct home *, const GPtrArray *requests);
/* ...and the person's letters are written in it before any of them is done. */
int signup_speak_first(
    struct home *, int64_t person, const GPtrArray *requests);
/* A zone with the clock by which the mail was written, or NULL. */
char *signup_guess(GBytes *raw, int64_t now);

/* ---- match_list.c: "matches" ---- */

/* {"open": [...], "own": [...], "watch": [...]} into facts */
int signup_list(struct signup *, json_t *facts);

#endif
