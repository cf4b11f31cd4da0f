/* SPDX-License-Identifier: ISC */
/* Deadlines for calendars. */
#ifndef APP_LETTERS_WRITING_ICS_H
#define APP_LETTERS_WRITING_ICS_H

struct attachment;
struct reader;

/*
 * The entry that goes with a letter to that reader of a seat, if the reader
 * likes: what it asks, or that an earlier one holds no longer.  *file is NULL
 * if there is none.  It is noted as sent.
 */
int calendar_file(const struct reader *, struct attachment **file);

#endif
