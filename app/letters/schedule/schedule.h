/* SPDX-License-Identifier: ISC */
/* Whether, when and in which form letters leave. */
#ifndef APP_LETTERS_SCHEDULE_SCHEDULE_H
#define APP_LETTERS_SCHEDULE_SCHEDULE_H

#include <stdbool.h>

struct due_kind;
struct pending_row;
struct reader;
struct table;
struct timer_row;

/* ---- schedule.c: whether and when letters leave ---- */

enum notice {
	NOTICE_TURN, /* the player must decide */
	NOTICE_NEWS, /* it asks nothing */
	NOTICE_REMIND,
	NOTICE_LAST
};

/* It leaves now, later, or not by itself. */
int notices_send(struct table *, int seat, enum notice);
/* One that waits, by what the reader wishes now. */
int notices_put_off_anew(struct table *, const struct pending_row *);
/* Would one that asks the reader leave now? */
bool notices_wake(const struct reader *);
/* Now, whatever the reader has wished. */
int notices_write(const struct reader *, bool reminds);
/* After a change: which seats are asked, reminders, and letters to all readers
 * who must hear; what has not left and is true no longer never does. */
int notices_settle(struct table *);
/* To this seat, as its person wants it and the policy lets it. */
int notices_tell(struct table *, int seat);

/* ---- reminders.c ---- */

/* A reminder is due. */
int notices_remind(struct table *, const struct timer_row *);

/* ---- digest.c ---- */

extern const struct due_kind due_pending; /* home/due.h */

#endif
