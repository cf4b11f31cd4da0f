/* SPDX-License-Identifier: ISC */
/* What the home keeps of mails and letters, and for how long. */
#ifndef APP_HOME_KEEP_H
#define APP_HOME_KEEP_H

struct home;

/* ---- keep.c ---- */

/*
 * Deletes the bytes of mails and letters that the setting keep says are old
 * enough: a slice at a time, some hundredths of a second, until all were looked
 * at; then not again for a day.  Freed pages go back to the system likewise.
 */
int keep_tick(struct home *);

/* ---- keep_files.c ---- */

/* The files of such mails in the folders of the home, likewise. */
void keep_files_tick(struct home *);

#endif
