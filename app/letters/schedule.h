/* SPDX-License-Identifier: ISC */
/* Whether, when and in which form letters leave. */
#ifndef APP_LETTERS_SCHEDULE_H
#define APP_LETTERS_SCHEDULE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct attachment;
struct due_kind;
struct reader;
struct table;
struct timer_row;
struct pending_row;

/* ---- schedule.c: whether and when letters leave ---- */

enum notice {
	NOTICE_TURN, /* the player must decide */
	NOTICE_NEWS, /* it asks nothing */
	NOTICE_REMIND,
	NOTICE_LAST
};

/* It leaves now, later, or not by itself. */
int notices_send(struct table *, int seat, enum notice);
/* One that waits, by what she wishes now. */
int notices_put_off_anew(struct table *, const struct pending_row *);
/* Now, whatever the reader has wished. */
int notices_write(const struct reader *, bool reminds);

/* ---- reminders.c ---- */

/* How much time is left. */
int reminders_context(const struct reader *, json_t *context);

/* ---- digest.c ---- */

extern const struct due_kind due_pending; /* home/due.h */

/* ---- schedule.c: whether and when letters leave ---- */

/* After a change: which seats are asked, reminders, and letters to all readers
 * who must hear; what has not left and is true no longer never does. */
int notices_settle(struct table *);
/* To this seat, as its person wants it and the policy lets it. */
int notices_tell(struct table *, int seat);

/* ---- reminders.c ---- */

/* A reminder is due. */
int notices_remind(struct table *, const struct timer_row *);

/* ---- waiting.c: whom a match waits for ---- */

/* waits, sent, reminded: into the context of that seat. */
int waits_seat(const struct reader *, json_t *context);

/* ---- schedule.c: whether and when letters leave ---- */

/* Now, or the end of the quiet hours: for letters that are written now. */
int64_t notices_defer(const struct reader *);

/* ---- ics.c: deadlines for calendars ---- */

/*
 * The entry that goes with a letter to that reader of a seat, if she likes:
 * what it asks her, or that an earlier one holds no longer.  *file is
 * NULL if there is none.  It is noted as sent.
 */
int calendar_file(const struct reader *, struct attachment **file);

#endif
