/* SPDX-License-Identifier: ISC */
/*
 * Letters in and out: mails (RFC 5322, MIME), Maildirs and reply keys; nothing
 * of games and rows.  Rules: how real mail programs behave.  Each source has a
 * header of its own; here stands what holds for all of them.
 */
#ifndef MAIL_MAIL_H
#define MAIL_MAIL_H

struct err;

/* Call once, in main or at the start of a test program, before the rest. */
void mail_init(void);
/*
 * Open what takes mails apart (GMime), if it is not: before dsn_read and, but
 * for simple mails (letter_open), letter_read; letters are written without it.
 * ERR_IO if that is not there.
 */
int mail_open(struct err *);

#define MAIL_MAX_SIZE (1024 * 1024) /* of a mail that is read, in bytes */
#define MAIL_CUT_SIZE 65536 /* kept of one that is bigger */

#endif
