/* SPDX-License-Identifier: ISC */
/* Sign-up by mail: what one person asks of no match at hand, and its answer. */
#ifndef APP_PLAYERS_SIGNUP_SIGNUP_H
#define APP_PLAYERS_SIGNUP_SIGNUP_H

#include "app/matches/table/reply.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct answered;
struct ask_row;
struct game;
struct handling;
struct home;
struct onlooker_row;
struct person;
struct reader;
struct table;

/* What one person asks, on its way. */
struct signup {
	struct home *home;
	const struct person *person;
	const char *dedup_prefix; /* of the letters that follow */
	const struct answered *answered; /* the mail, or NULL */
	int64_t at; /* the match that the mail answers a letter of; 0: none */
	bool allowed; /* the organiser says so: no limit counts */
	bool tagged; /* no more than a tag says that it is the person */
	int64_t invited; /* into this match, whether others may join or not */
	char *guess; /* a zone with the clock of the mail, or NULL */

	const char *line; /* that is done now, or "" */

	/* For the letter that answers: */
	struct reply reply; /* its parts are "matches", "help", "rules" */
	const char *came; /* with a mail that holds no text, or NULL */
	int64_t left; /* the match that was just left; 0: none */
	const struct game *rules_game; /* whose rules are asked for, or NULL */
	char *rules_topic; /* of them, or NULL */
	int64_t series; /* that lines are about; 0: none or all */
	struct table *watched; /* while an onlooker's lines are done */
	bool looked; /* questions were answered as an onlooker's */
	bool written; /* a letter of a match has told the first of it */
	json_t *silence; /* of rate_limit_silence, or NULL */
};
void signup_begin(struct signup *, struct home *, const struct person *,
    const char *dedup_prefix);
void signup_end(struct signup *);
bool signup_closed(const struct signup *);

/* {"n": match} */
json_t *signup_number(int64_t match);
/* The line was done: a sentence below "signup".  args are taken over. */
void signup_said(struct signup *, const char *key, json_t *args);
/* It was not, and why. */
void signup_refuse(struct signup *, const char *key, json_t *args);
/* Into the context of a letter; then it is told. */
void signup_context(struct signup *, json_t *context);
/* The reader of a letter about it. */
struct reader signup_reader(const struct signup *, const struct person *);
/* The same, of an onlooker of that match. */
struct reader signup_onlooker_reader(
    const struct signup *, struct table *, struct onlooker_row *);

/* ---- person_commands.c ---- */

/* A line in which nothing was found is refused as a move, if it may be one. */
void signup_move(struct signup *, const char *line);

/* ---- signup_rules.c ---- */

/* The rules that are asked for, into the context of the letter that answers. */
int signup_rules_context(struct signup *, json_t *context);

/* ---- rating_commands.c ---- */

/* What was asked for of ratings and results, into the context of the letter. */
int signup_rating_context(struct signup *, json_t *context);
int signup_results_context(struct signup *, json_t *context);

/* ---- series_commands.c ---- */

/* The same of series: one, or all. */
int signup_series_context(struct signup *, json_t *context);

/* ---- invite.c ---- */

/* The letter of an invitation once more, to a stranger whose answer was
 * unclear. */
int signup_invite_again(struct handling *, const struct ask_row *);

/* ---- match_list.c: "matches" ---- */

/* {"open": [...], "own": [...], "watch": [...]} into the context */
int signup_list(struct signup *, json_t *context);

#endif
