/* SPDX-License-Identifier: ISC */
/* Letters leave. */
#ifndef APP_TRANSPORT_SEND_H
#define APP_TRANSPORT_SEND_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct delivery;
struct err;
struct home;
struct outbox_row;

/* ---- hold_sending.c: when no letter may leave ---- */

/* Has a fault, such as a login that was refused, begun a pause since the home
 * was opened? */
bool send_failed(const struct home *);
/* The next step_send does not wait for the end of a pause after a fault. */
void send_hurry(struct home *);
/* Does nothing leave now, until a pause ends or the organiser says so? */
int sending_is_held(struct home *, bool *held);
/*
 * Letters may leave again, after too many were written within an hour, or
 * before the end of a pause.  ERR_CLASH: nothing holds them back.
 */
int outbox_resume(struct home *, int64_t now, struct err *);
/*
 * How many letters may leave now; if none, home->not_before says until when.
 * Whether too many were written is looked at here.
 */
int backoff_room(struct home *, int64_t *room);
/* No letter can go, as err says: wait, each time longer. */
int backoff_begin(struct home *, const char *why);
/* One has got through. */
int backoff_over(struct home *);
/* Is there anything that would be over then? */
int backoff_looms(struct home *, bool *looms);

/* ---- send.c ---- */

/* One round of the step send. */
struct sending {
	struct home *home;
	int64_t now;
	/* What is done when a server refuses a letter for good: code is an
	 * enhanced status code of class 5, says are the server's words. */
	int (*refused)(struct home *, const struct outbox_row *,
	    const char *code, const char *says);
	/* Something is noted as wrong with sending. */
	bool troubled;
};

/* The letters that are due leave.  *n: how many did. */
int send_due(const struct sending *, int *n);

/* ---- maildir_out.c ---- */

/* Rows to send now into Maildirs.  *n counts those that got there. */
int send_to_maildirs(const struct sending *, int *n);
/* The Maildir of that address, and the base name of a letter in it by its
 * number and when it was written; both newly allocated. */
char *spool_out_dir(const struct home *, const char *address);
char *spool_out_name(const struct home *, int64_t id, int64_t created);

/* ---- smtp.c ---- */

/* One letter, handed over. */
void send_by_smtp(struct home *, const struct outbox_row *, struct delivery *);
/* A round without letters: a connection that is long idle is closed. */
void send_idle(struct home *);

/* ---- sendmail.c ---- */

void send_by_command(
    struct home *, const struct outbox_row *, struct delivery *);

/* ---- handed_over.c ---- */

/* The sender of its envelope; "" is the null sender.  Newly allocated. */
char *send_envelope(const struct home *, const struct outbox_row *);

/* The letter as it leaves, with its picture, if that can still be found. */
GBytes *send_filled(struct home *, const struct outbox_row *);
/* The same with the line ends of a mailbox on this machine. */
GBytes *send_filled_local(struct home *, const struct outbox_row *);

/* ---- letter_fates.c ---- */

/*
 * Write down what became of a letter that was handed over, and when it is to
 * be tried again.  Not for faults.
 */
int send_judged(
    const struct sending *, struct outbox_row *, const struct delivery *);
/* The same of many that have left: struct outbox_row *. */
int send_all_left(const struct sending *, const GPtrArray *rows);

#endif
