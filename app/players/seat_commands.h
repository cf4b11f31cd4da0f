/* SPDX-License-Identifier: ISC */
/* What a seat's mail asks about its person: absences, offers, votes. */
#ifndef APP_PLAYERS_SEAT_COMMANDS_H
#define APP_PLAYERS_SEAT_COMMANDS_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct answer;
struct err;
struct home;
struct request;
struct table;

/* ---- substitutes.c ---- */

/* She would take over seats of that game, of "any", or (off) of none. */
int person_standin(
    struct home *, int64_t id, const char *game, int64_t now, struct err *);

/* ---- absences.c: what people say of that ---- */

/*
 * REQUEST_AWAY, or REQUEST_BACK without a code.  at: the table whose letters
 * the caller writes, or NULL.
 */
int away_say(struct home *, struct table *at, int64_t person,
    const struct request *, int64_t now, struct answer *, struct err *);
/* The answer says that the absence has ended (absent_back). */
void away_ended_note(const struct table *, struct answer *);

/* ---- substitutes.c ---- */

/* REQUEST_STANDIN */
int standin_say(struct home *, int64_t person, const struct request *,
    int64_t now, struct answer *, struct err *);

/* ---- seat_say.c ---- */

/* Is it about her, not about a match: absences, stand-ins? */
bool seat_is_hers(const struct request *);
/* Do it; at: the table whose letters the caller writes, or NULL. */
int person_say(struct home *, struct table *at, int64_t person,
    const struct request *, int64_t now, struct answer *, struct err *);
/* REQUEST_AWAY, BACK, TAKE, STANDIN in the mail of a seat */
int seat_say(struct table *, int seat, const struct request *, int64_t now,
    struct answer *, struct err *);

/* ---- votes.c: what a table decides itself ---- */

/* What stands behind "vote" in a mail. */
int votes_do(struct table *, int seat, const struct request *, int64_t turn,
    int64_t now, struct answer *, struct err *);

#endif
