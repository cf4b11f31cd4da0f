/* SPDX-License-Identifier: ISC */
/*
 * The steps receive, handle, tick and send: each may be stopped anywhere and
 * run again.  now is UTC seconds.
 */
#ifndef APP_STEPS_STEPS_H
#define APP_STEPS_STEPS_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;

/* ---- handle.c ---- */

/* Inbox rows to moves and letters queued.  *n: how many were handled. */
int step_handle(struct home *, int64_t now, int *n, struct err *);

/* The one row of that id, of which the home's moment is the time. */
int handle_one_mail(struct home *, int64_t id, int *n);

/* ---- catch_up.c ---- */

/*
 * A home out of a backup lives through the time since again, as far as mails
 * tell: those that the lost home took in are read again, each is handled at the
 * time at which it came, and what was due before is done before.  All letters
 * of that time are held.  Does nothing in other homes, nor when it is done. -1:
 * nothing else may be done in the home before it has worked.
 */
int step_catch_up(struct home *, int64_t now, int *n, struct err *);
/* Would it do anything?  Then no other worker may be at work. */
int catch_up_waits(struct home *, bool *waits, struct err *);

/* ---- tick.c ---- */

/*
 * What is due by now: decisions whose time is up, letters to onlookers and to
 * the organiser.
 * *n: how many.
 */
int step_tick(struct home *, int64_t now, int *n, struct err *);

/* ---- think.c ---- */

/*
 * Hints that players want, then robots that are asked: they think without a
 * lock, as long as the settings say or until a mail comes.  *n: how many hints
 * were given and moves made.
 */
int step_think(struct home *, int64_t now, int *n, struct err *);

/* ---- send.c ---- */

/*
 * Outbox rows out: to Maildirs under spool/out, to an SMTP server or to a
 * command.  *n: how many went out.
 */
int step_send(struct home *, int64_t now, int *n, struct err *);
/* Before a program waits or closes the home: what was committed to a file is
 * synced.  A server does that by itself before long.  home_close reports no
 * faults, so call this first. */
int step_rest(struct home *, struct err *);
/* Draws ahead what pictures of later letters need (pictures_prepare). */
void step_prepare(struct home *, int64_t now, struct err *);
/*
 * When the next deadline or onlooker's letter is or the next letter may be
 * tried; 0: never.  Of letters that is known after a step_send.
 */
int step_next(struct home *, int64_t *at, struct err *);
/* Where several workers are: is there a mail or a letter to see to, even if
 * another worker may have it in hand? */
bool step_is_left(struct home *, int64_t now);
/* As store_listen, store_ear and store_heard (store/claims.h). */
int step_listen(struct home *, struct err *);
int step_ear(const struct home *);
bool step_heard(struct home *);

#endif
