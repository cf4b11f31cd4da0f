/* SPDX-License-Identifier: ISC */
/* Files of the spool that go with the rows of their mails and letters. */
#ifndef APP_TRANSPORT_SPOOL_DROP_H
#define APP_TRANSPORT_SPOOL_DROP_H

struct home;
struct spooled;

/*
 * The mail's file in spool/done or the letter's in spool/out goes, if it is
 * there.  -1: it is, and cannot be removed.  A letter whose reader has moved it
 * out of its Maildir is the reader's.
 */
int spool_drop(struct home *, const struct spooled *);

#endif
