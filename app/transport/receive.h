/* SPDX-License-Identifier: ISC */
/* Mails come: Maildirs, and mailboxes on servers. */
#ifndef APP_TRANSPORT_RECEIVE_H
#define APP_TRANSPORT_RECEIVE_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;
struct inbox_row;

/* ---- receive.c: the step ---- */

/*
 * Mails of the Maildir spool/in and of mailboxes on servers to inbox rows.
 * *n: how many came.  A mailbox that does not work is no error: it is noted,
 * and left alone for some minutes.
 */
int step_receive(struct home *, int64_t now, int *n, struct err *);
/* The step receive, -1 with err also if a mailbox did not work. */
int receive_by_hand(struct home *, int64_t now, int *n, struct err *);
/* Read all mailboxes from their beginning: mails that are known are only
 * moved. */
int receive_relist(struct home *, struct err *);

/* ---- maildir_in.c ---- */

/*
 * Moves to spool/done the mails of spool/in that step_receive made rows of.
 * Before that, the store is synced, so that no mail is moved whose row a loss
 * of power could take back.  With a file, step_receive does not do this itself:
 * the steps after it sync their work and these rows together.  With a server it
 * does so at once.
 */
int receive_put_away(struct home *);

/* ---- mailboxes.c ---- */

/* Is there a mailbox that did not work when it was tried last? */
bool receive_failed(const struct home *);
/*
 * For serve: hear whether a mailbox says that mail came, and connect to those
 * that were not heard before.  seconds: of a clock that only goes forward.
 */
bool home_wait_for_mail(struct home *, int64_t seconds);
/*
 * Sockets (int) that can be read when a mailbox says something; returns by
 * which of those seconds to listen again anyway.
 */
int64_t home_idle_fds(struct home *, GArray *sockets);

/* ---- receive_lost.c ---- */

/*
 * Mails that a home which was lost has taken in since that time, and that the
 * backup does not know, become rows, of the time at which they came: out of the
 * folders for mails that are done with, and out of spool/done.  They stay
 * there. -1 with err also if a mailbox does not work.
 */
int receive_lost(struct home *, int64_t since, int *n);

/* ---- intake.c ---- */

/*
 * A mail that was set aside because its server did not hand it over is to be
 * fetched again, as if it had never been tried; *meant: it is such a one.
 */
int receive_again(struct home *, const struct inbox_row *, bool *meant);

#endif
