/* SPDX-License-Identifier: ISC */
/* The files of a home, without its database, go into its backup. */
#ifndef APP_COPIES_BACKUP_FILES_H
#define APP_COPIES_BACKUP_FILES_H

struct bundle_writer;
struct err;

struct backup_files {
	const char *dir; /* of the home */
	struct bundle_writer *out;
	struct err *e;
};

/*
 * What must be of the moment of the database: settings and all others but the
 * spool, and the mails that wait in spool/in.
 */
int backup_files_first(const struct backup_files *);
/* What is only added to: the rest of the spool. */
int backup_files_rest(const struct backup_files *);

#endif
