/* SPDX-License-Identifier: ISC */
/* The files of a restore: where it is made, unpacked, moved up. */
#ifndef APP_COPIES_RESTORE_FILES_H
#define APP_COPIES_RESTORE_FILES_H

#include <stdbool.h>
#include <stdint.h>

struct err;

/*
 * The folder, made if it is not there (*made), must be empty and the user's.
 * *work is a new one in it, newly allocated, in which the home is to be made.
 */
int restore_place(const char *dir, char **work, bool *made, struct err *);
/* Is nothing there yet but what a killed restore has left, which is removed? */
int restore_clear(const char *dir, struct err *);
/* How many bytes have room there, or where it would be made. */
int64_t restore_room(const char *dir);
/* All files of the backup, an open file, but what it says about itself. */
int restore_unpack(int backup, const char *work, struct err *);
/* All that was written there lasts from now on. */
int restore_sync(const char *work, struct err *);
/* All of it one folder up, turnpost.yaml last. */
int restore_move_up(const char *work, const char *dir, struct err *);

#endif
