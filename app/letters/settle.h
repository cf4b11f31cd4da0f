/* SPDX-License-Identifier: ISC */
/* After a change: what follows, and letters to all who must hear. */
#ifndef APP_LETTERS_SETTLE_H
#define APP_LETTERS_SETTLE_H

struct table;

/*
 * After anything that changed: moves that were kept or are made for seats
 * that were given up, timers, the end; and letters to all who must hear, but
 * not to table.answered, whose letter (of status_letter's kind) the caller
 * writes.
 */
int settle_match(struct table *);

#endif
