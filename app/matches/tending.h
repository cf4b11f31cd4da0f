/* SPDX-License-Identifier: ISC */
/* Part of private.h: matches that stand still, votes, an organiser's looks. */
#ifndef APP_MATCHES_TENDING_H
#define APP_MATCHES_TENDING_H

#include "app/private.h"

/* ---- pause.c: a match that stands still ---- */

/* No pause is longer, nor all that an organiser grants in a window of days. */
#define HOLD_MAX_DAYS 30
#define HOLD_WINDOW_DAYS 90

/* It goes on by itself after so many seconds.  Nobody is told by these. */
int hold_begin(struct table *, int64_t seconds, int64_t now, struct err *);
int hold_end(struct table *, int64_t now, struct err *);
/* The pause is over, and all are told. */
int hold_time_up(
    struct table *, const struct timer_row *, int64_t now, struct err *);
/* How many seconds an organiser's pause may last now. */
int hold_room(struct table *, int64_t now, int64_t *seconds, struct err *);
/* Has that seat (-1: anybody) a decision with a deadline? */
int hold_any_deadline(struct table *, int seat, bool *any, struct err *);
/* "3 days" */
char *hold_words(const struct table *, int64_t seconds);
/* match.paused, for that reader. */
int hold_facts(struct table *, int seat, json_t *match, struct err *);

/* ---- players/votes.c: what a table decides itself ---- */

struct request;
struct answer;
/* What stands behind "vote" in a mail. */
int votes_do(struct table *, int seat, const struct request *, int64_t turn,
    int64_t now, struct answer *, struct err *);

/* ---- votes.c ---- */

/* With fewer ballots nothing is decided, if more people have a seat. */
#define VOTES_QUORUM 2

/* How many seats, besides that one (-1: none), are held by people. */
int votes_holders(struct table *, int besides);
/* After a change: those that are settled or void are closed. */
int votes_settle(struct table *, int64_t now, struct err *);
int votes_time_up(
    struct table *, const struct timer_row *, int64_t now, struct err *);
/* The seats that said yes and no; a ballot counts as long as the person who
 * gave it holds the seat. */
int votes_ballots(struct table *, const struct vote_row *, seatset *yes,
    seatset *no, struct err *);
/* letters/votes_context.c: votes, votes_any: those that are open, for that
 * reader. */
int votes_facts(struct table *, int seat, json_t *facts, struct err *);

/* ---- letters/votes_shown.c: nothing is decided by a vote that was not shown
 * ---- */

enum vote_shown {
	SHOWN, /* a letter that tells of it has left */
	SHOWN_LATER, /* it will */
	SHOWN_NEVER /* no letter reaches her, or that one got lost */
};
/* Was it shown to who holds that seat?  *at (or NULL): when it will be. */
int votes_shown(struct table *, const struct vote_row *, int seat, int64_t now,
    enum vote_shown *, int64_t *at, struct err *);
/* Is one open of which she has not been told? */
int votes_untold(struct table *, int seat, bool *untold, struct err *);
/* Its time, which begins when all can have been shown it. */
int votes_begin(struct table *, const struct vote_row *, int64_t now,
    struct timer_row *, struct err *);
/* The seat of the timer by which it is looked at again. */
#define VOTE_LOOK(vote) ((vote)->seat)
/*
 * *waits: a letter about it is on its way; it is looked at again when that has
 * left or, if its time is over, has time anew.
 */
int votes_wait(struct table *, const struct vote_row *, bool over, bool *waits,
    int64_t now, struct err *);

/* ---- reveal.c: an organiser who plays ---- */

/* Which seats are his, in a new table or when somebody comes. */
int looks_load(struct table *, struct err *);
/* He looks (NULL: he does not): refused if he plays and does not insist.  In a
 * transaction of its own: whatever comes after, it is told. */
int looks_match(struct home *, int64_t id, const struct look *, struct err *);
/* The same before he does something for a seat, but his own. */
int looks_seat(
    struct home *, int64_t id, int seat, const struct look *, struct err *);
/* The same for a mail, and for a letter. */
int looks_inbox(
    struct home *, const struct inbox_row *, const struct look *, struct err *);
int looks_outbox(struct home *, const struct outbox_row *, const struct look *,
    struct err *);
/* Are there looks to be told? */
int looks_settle(struct table *, int64_t now, struct err *);

/* ---- organiser/veil.c: what he is not shown of mails and letters ---- */

struct veil {
	struct home *home;
	int64_t organiser; /* his person; 0: none */
	GHashTable *played; /* by him: match to yes or no, as far as asked */
	GArray *hidden; /* matches of which something was */
};
int veil_open(struct veil *, struct home *, struct err *);
void veil_close(struct veil *); /* also of one that could not be opened */
/* *hides: no more than that there is one may be shown. */
int veil_mail(
    struct veil *, const struct inbox_row *, bool *hides, struct err *);
int veil_letter(
    struct veil *, const struct outbox_row *, bool *hides, struct err *);
/* He looks at all of which something was hidden: refused or told. */
int veil_lift(struct veil *, const struct look *, struct err *);
/* As that of a hidden mail is shown: not what became of it. */
enum inbox_state veil_state(enum inbox_state);
/* The same for a line in the log; if in doubt, true. */
bool veil_hides_mail(struct home *, const struct inbox_row *);
bool veil_hides_letter(struct home *, const struct outbox_row *);

#endif
