/* SPDX-License-Identifier: ISC */
/*
 * Backups in a folder: how they are called, which is the newest, which may go.
 *
 * turnpost-20261121T120000Z-0123456789abcdef.tar.zst has the moment (UTC) and
 * the home, so that homes can share a folder; one that was made before a step
 * of the schema is turnpost-schema-14-0123456789abcdef.tar.zst, and belongs to
 * no moment.
 */
#ifndef APP_COPIES_BACKUP_NAMES_H
#define APP_COPIES_BACKUP_NAMES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct err;

/* What temporary folders begin with, in which backups are written. */
#define BACKUP_WORK ".turnpost-backup-"

/* Newly allocated. */
char *backup_name(const char *instance, int64_t at);
char *backup_name_of_schema(const char *instance, int schema);
/* Is that name one of those above, of whatever home? */
bool backup_is_name(const char *name);
/* When the newest backup of that home in the folder was made: *at, UTC seconds;
 * 0: there is none.  -1 with err if the folder cannot be read. */
int backup_newest(
    const char *folder, const char *instance, int64_t *at, struct err *);

/* How many hours, days... keep a backup: the newest of each. */
enum backup_period {
	PERIOD_HOUR,
	PERIOD_DAY,
	PERIOD_WEEK,
	PERIOD_MONTH,
	PERIOD_YEAR,
	BACKUP_PERIODS
};
struct backup_keep {
	int64_t n[BACKUP_PERIODS];
};
/* "daily=7,weekly=4"; -1 with err if it cannot be read. */
int backup_keep_read(const char *text, struct backup_keep *, struct err *);
/*
 * Removes from the folder what these do not keep of that home's backups; the
 * newest always stays, and so does the one of the name made, which a clock that
 * was wrong once may have put behind others.  *removed: char *, names, newest
 * first.
 */
int backup_keep_only(const char *folder, const char *instance, const char *made,
    const struct backup_keep *, GPtrArray **removed, struct err *);

#endif
