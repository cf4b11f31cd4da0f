/* SPDX-License-Identifier: ISC */
/*
 * Who holds a seat and for how long: people, nobody, the program; who comes
 * and goes; who is away.  A part of private.h.
 */
#ifndef APP_MATCHES_SEATS_H
#define APP_MATCHES_SEATS_H

#include "core/core.h"
#include "store/store.h"

#include <jansson.h>

struct home;
struct table;
struct answer;
struct answered;

/* ---- seats.c: who holds a seat ---- */

/*
 * Each of these changes tells all at the table, and who held the seat until
 * now; the letters are written by life_settle.
 */
/* Nobody holds it any more, for the reason that the notice tells ({who}): it
 * is offered to others, or played by the program at once if that is agreed. */
int seat_open(
    struct table *, int seat, const char *why, int64_t now, struct err *);
/* That person holds it: with new keys, its whole history and the full time.
 * args are taken over. */
int seat_give(struct table *, int seat, int64_t person, const char *notice,
    json_t *args, int64_t now, struct err *);
/* The program plays it. */
int seat_robot(
    struct table *, int seat, const char *notice, int64_t now, struct err *);
/* A seat was offered long enough: the program plays it. */
int seat_offer_over(
    struct table *, const struct timer_row *, int64_t now, struct err *);
/* Who holds it now, or NULL. */
const struct holder_row *seat_holder(const struct table *, int seat);
/* The name of who plays it in the place of whose name it bears, or NULL. */
const char *seat_player(struct table *, int seat);
/* What who came later must know: {"plays", "own"}; NULL if she knows. */
json_t *seat_newcomer_facts(struct table *, int seat, int64_t told);
/* To all who left a seat just now, but not to table.answered. */
int seats_tell_left(struct table *, int64_t now, struct err *);
/* To who left that seat just now; facts of the answer are taken over. */
int seat_tell_left(struct table *, int seat, json_t *facts,
    const struct answered *, int64_t now, struct err *);
/* Facts of that letter. */
json_t *seat_left_facts(struct table *, int seat, int64_t now, struct err *);

/* ---- letters/seat_offers.c: who takes a seat over, and who comes back ---- */

/* To all who may take a seat that has become free. */
int offers_settle(struct table *, int64_t now, struct err *);
/* The same to her who would stand in from now on; *n: how many seats. */
int offers_show(struct home *, int64_t person, const char *game, int64_t now,
    int *n, struct err *);
struct offer_row;
struct person;
/* The letter; looks_on: why she is asked. */
int offer_write(struct table *, const struct offer_row *, const struct person *,
    bool looks_on, int64_t now, struct err *);
/* letters/seat_offers_late.c: to who was away and is back.  *n counts letters.
 */
int offers_tick(struct home *, int64_t now, int *n, struct err *);
/* Does she hold a seat of the match, or did she? */
bool seat_was_hers(const struct table *, int64_t person);
/* {"code", "until"} of who left a seat and may come back; else NULL. */
json_t *seat_back_facts(struct table *, int seat, int64_t person, int64_t now);
/* Somebody who shows a code. */
struct coming {
	struct home *home;
	const struct person *person;
	const char *line; /* as she wrote it */
	const struct answered *answered; /* her mail, or NULL */
	int64_t now;
	/* What comes of it: a word below "understood"; NULL: no such code. */
	const char *what;
	bool told; /* in a letter of the seat that answers her */
};
/* To take a seat that she was offered, and one that she left. */
int offers_take(struct coming *, const char *code, struct err *);
int offers_back(struct coming *, const char *code, struct err *);

/* ---- autoplay.c: moves of seats that the program plays ---- */

/* As was agreed, by what the seat may know alone; the same move whenever it is
 * asked in the same state. */
void robot_move(struct table *, int seat, struct move *);

/* ---- away.c: when people are away ---- */

/* By whose days she counts. */
GTimeZone *away_zone(const struct home *, const struct person *);
/* When that day begins there, and which one it is at that moment. */
int64_t away_midnight(GTimeZone *, const GDate *);
void away_day(GTimeZone *, int64_t at, GDate *);
/* until (or NULL): the end of it. */
int away_now(struct home *, int64_t person, int64_t now, bool *away,
    int64_t *until, struct err *);
/* From when an absence counts at that table that was said at made. */
int64_t away_counts_from(struct table *, int64_t since, int64_t made);
/* When her clocks stand still there: struct off; NULL on an error. */
GArray *away_offs(struct table *, int64_t person, struct err *);
/* Does her clock stand still there now? */
int away_stands_still(
    struct table *, int64_t person, int64_t now, bool *still, struct err *);
/* Who is away now: a list of {"name", "until", "still"}; NULL on an error. */
json_t *away_facts(struct table *, int64_t now, struct err *);

/* ---- players/absences.c: what people say of that ---- */

/*
 * REQUEST_AWAY, or REQUEST_BACK without a code.  at: the table whose letters
 * the caller writes, or NULL.
 */
int away_say(struct home *, struct table *at, int64_t person,
    const struct request *, int64_t now, struct answer *, struct err *);
/* Who makes a move for which nobody else was asked is there again. */
int away_moved(struct table *, int seat, int64_t now, struct err *);
/* The answer says so. */
void away_ended_note(const struct table *, struct answer *);

/* ---- players/substitutes.c ---- */

/* REQUEST_STANDIN */
int standin_say(struct home *, int64_t person, const struct request *,
    int64_t now, struct answer *, struct err *);

/* ---- players/seat_say.c ---- */

/* Is it about her, not about a match: absences, stand-ins? */
bool seat_is_hers(const struct request *);
/* Do it; at: the table whose letters the caller writes, or NULL. */
int person_say(struct home *, struct table *at, int64_t person,
    const struct request *, int64_t now, struct answer *, struct err *);

/* REQUEST_AWAY, BACK, TAKE, STANDIN in the mail of a seat */
int seat_say(struct table *, int seat, const struct request *, int64_t now,
    struct answer *, struct err *);

#endif
