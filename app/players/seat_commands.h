/* SPDX-License-Identifier: ISC */
/* Commands of seats, and of people wherever they write: functions of the table
 * in commands.c. */
#ifndef APP_PLAYERS_SEAT_COMMANDS_H
#define APP_PLAYERS_SEAT_COMMANDS_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;
struct reader;
struct reply;
struct request;
struct sender;
struct table;
struct trial;

/* ---- seat_commands.c ---- */

int seat_talk(struct trial *, const struct request *, struct err *);
int seat_near(struct trial *, const struct request *, struct err *);
int seat_move(struct trial *, const struct request *, struct err *);
int seat_check(struct trial *, const struct request *, struct err *);
int seat_wait(struct trial *, const struct request *, struct err *);
int seat_cancel(struct trial *, const struct request *, struct err *);
int seat_ready(struct trial *, const struct request *, struct err *);
int seat_resign(struct trial *, const struct request *, struct err *);
int seat_key(struct trial *, const struct request *, struct err *);
int seat_address(struct trial *, const struct request *, struct err *);
int seat_resend(struct trial *, const struct request *, struct err *);
/* The answer tells more: help, rules, status, history, plans. */
int seat_section(struct trial *, const struct request *, struct err *);
/* What mail programs send for their button to leave a list. */
int seat_pause(struct trial *, const struct request *, struct err *);
int seat_ping(struct trial *, const struct request *, struct err *);
/* To another match, by a code. */
int seat_come(struct trial *, const struct request *, struct err *);
/* Done behind it, and answered apart: signup.c. */
int seat_apart(struct trial *, const struct request *, struct err *);
/* Into the context of the letter that answers. */
void seat_reply_context(struct reply *, const struct reader *, json_t *context);

/* ---- votes.c: what a table decides itself ---- */

int seat_vote(struct trial *, const struct request *, struct err *);

/* ---- absences.c ---- */

/* REQUEST_AWAY, REQUEST_BACK */
int away_say(const struct sender *, const struct request *, struct err *);

/* ---- substitutes.c ---- */

int standin_say(const struct sender *, const struct request *, struct err *);
/* The organiser says that the person would take over seats of that game, of
 * "any", or (off) of none. */
int person_standin(
    struct home *, int64_t id, const char *game, int64_t now, struct err *);

#endif
