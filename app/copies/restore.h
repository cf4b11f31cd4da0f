/* SPDX-License-Identifier: ISC */
/* A home out of a backup (app/copies/backup.h). */
#ifndef APP_COPIES_RESTORE_H
#define APP_COPIES_RESTORE_H

#include <stdbool.h>
#include <stdint.h>

struct err;

/*
 * In the table meta, until the restored home has caught up
 * (app/steps/catch_up.h): when the backup was made, UTC seconds.
 */
#define META_RESTORED "restored"

struct restored {
	int64_t made; /* the backup, UTC seconds */
	int64_t held; /* letters that waited then */
};

/*
 * Make the home in that folder, which must be empty or not there.  All of the
 * file is checked before anything is written; on a fault the folder is as it
 * was.  moved: the home had stopped before the backup was made and does not run
 * any more, so that nothing is held back and nothing has to be caught up with.
 * ERR_FORMAT: no backup.  ERR_DAMAGED: its bytes have changed.  ERR_NEWER: of a
 * newer turnpost.  ERR_CLASH: the folder is not empty; ERR_BUSY: a home runs
 * there.
 */
int home_restore(const char *dir, const char *file, bool moved, int64_t now,
    struct restored *, struct err *);

#endif
