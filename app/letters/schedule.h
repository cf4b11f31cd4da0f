/* SPDX-License-Identifier: ISC */
/* Whether, when and in which form letters leave; whom a match waits for. */
#ifndef APP_LETTERS_SCHEDULE_H
#define APP_LETTERS_SCHEDULE_H

#include "app/home/hours.h"
#include "app/matches/reader.h"
#include "app/matches/reminders.h"
#include "app/private.h"

/* ---- schedule.c ---- */

enum notice {
	NOTICE_TURN, /* she must decide */
	NOTICE_NEWS, /* it asks nothing */
	NOTICE_REMIND,
	NOTICE_LAST
};
/* It leaves now, later, or not by itself. */
int notices_send(
    struct table *, int seat, enum notice, int64_t now, struct err *);
/* One that waits, by what she wishes now. */
int notices_put_off_anew(
    struct table *, const struct unwritten_row *, int64_t now, struct err *);
/* Now, whatever she wishes. */
int notices_write(
    struct table *, int seat, bool reminds, int64_t now, struct err *);

/* ---- reminders.c ---- */

/* How much time is left. */
int reminders_fact(
    struct table *, int seat, json_t *facts, int64_t now, struct err *);

/* ---- digest.c ---- */

/* Letters that are due by now.  *n counts them. */
int digest_tick(struct home *, int64_t now, int *n, struct err *);

/* ---- for all ---- */

/* ---- schedule.c, reminders.c: whether and when letters leave ---- */

/* After a change: who is asked, reminders, and letters to all who must hear;
 * what has not left and is true no longer never does. */
int notices_settle(struct table *, int64_t now, struct err *);
/* To this seat, as its person wants it and the policy lets it. */
int notices_tell(struct table *, int seat, int64_t now, struct err *);
/* A reminder is due. */
int notices_remind(
    struct table *, const struct timer_row *, int64_t now, struct err *);
/* ---- waiting.c: whom a match waits for ---- */

/* waits, sent, reminded: into the facts of that seat. */
int waits_seat(struct table *, int seat, json_t *facts, struct err *);
/* Of all who are waited for: since when, until when; 0: not known. */
int waits_times(struct table *, int64_t *since, int64_t *until, struct err *);

/* Now, or the end of the quiet hours: for letters that are written now. */
int64_t notices_hold(struct table *, const struct person *, int64_t now);

/* ---- ics.c: deadlines for calendars ---- */

/*
 * The entry that goes with a letter to that person about the seat, if she
 * likes: what it asks her, or that an earlier one holds no longer.  *file is
 * NULL if there is none.  It is noted as sent.
 */
int calendar_file(struct table *, int seat, const struct person *, int64_t now,
    struct attachment **file, struct err *);

/* ---- players/preferences.c: how people want their letters ---- */

/* Do what MAIL or REMIND asks; of that match the caller looks after. */
int habits_change(struct home *, int64_t person, const struct request *,
    int64_t match, int64_t now, struct err *);
/* She has another zone: hours of her day are others now. */
int habits_zone(struct home *, int64_t person, int64_t now, struct err *);
/* The sentence that says so, below "understood", and the words behind it. */
const char *habits_said(const struct request *, const char **words);
/* A mail to the answering address of a letter about several matches. */
int habits_digest(struct handling *, struct err *);
/* A mail that asks but whether it gets through is answered: *done. */
int habits_ping(struct handling *, bool *done, struct err *);
/* Does the mail hold a move of any match of its sender's, who is known? */
int habits_move(struct handling *, bool *holds, struct err *);

/* ---- organiser/show.c ---- */

/* UTC as 2026-11-21T12:00:00Z; null for never. */
void show_time(json_t *, const char *key, int64_t at);
/* A match that is going to be shown, once it may be. */
struct table *show_table(
    struct home *, int64_t id, const struct look *, struct err *);
/* By when the seats that are asked must decide ("deadline" of its "seats"), or
 * all must be ready ("until"); of one that was ended, "how". */
int show_deadlines(struct table *, json_t *item, struct err *);
json_t *show_summary(const struct match_row *);
/* How many seats can be taken, and whether the organiser must allow it. */
int show_free(
    struct home *, const struct match_row *, json_t *item, struct err *);

#endif
