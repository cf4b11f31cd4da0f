/* SPDX-License-Identifier: ISC */
/*
 * A backup: all of a home in one file (base/bundle.h), as it was at one
 * moment, for nobody else to read.  It is written in a folder of its own
 * beside, and gets its name when all of it is on the disk.
 */
#ifndef APP_COPIES_BACKUP_H
#define APP_COPIES_BACKUP_H

#include <stdint.h>

struct config;
struct err;
struct home;

/* What stands first in it, as JSON: the program, the schema, the home, when. */
#define BACKUP_ABOUT "turnpost-backup.json"
#define BACKUP_DATABASE "turnpost.db"

/* Is that a folder, into which backups can go?  ERR_MISSING, ERR_CLASH: it is
 * not there, or is a file. */
int backup_folder_check(const char *folder, struct err *);
/*
 * Into a folder, in which it gets a name (app/copies/backup_names.h), or a file
 * that is not there yet.  The steps are locked while it begins, for up to so
 * many seconds of waiting, and unlocked then.  *path is newly allocated, *size
 * in bytes.  ERR_CLASH: there is such a file; or as above.
 */
int backup_make(struct home *, int64_t now, const char *target,
    int wait_seconds, char **path, int64_t *size, struct err *);
/*
 * The same of a home that is not open, because its schema is older: into the
 * folder of the settings, or else "backups" in the home, which is made if
 * needed, in the place of an earlier one.  It is of the moment when the
 * database was changed last.
 */
int backup_before_step(const char *dir, const struct config *, struct err *);

#endif
