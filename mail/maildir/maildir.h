/* SPDX-License-Identifier: ISC */
/* Maildirs. */
#ifndef MAIL_MAILDIR_MAILDIR_H
#define MAIL_MAILDIR_MAILDIR_H

#include "base/err.h"

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* Make the folder with tmp, new, cur. */
int maildir_make(const char *dir, struct err *);
/*
 * Names waiting in new/ and cur/ (not yet marked seen), oldest first, at most
 * max: char *.  Empty if there is no such folder.
 */
GPtrArray *maildir_list(const char *dir, int max, struct err *);
/* The same with those that are marked seen, all of them. */
GPtrArray *maildir_list_all(const char *dir, struct err *);
/* Base name, before ':': what stays the same when a mail is moved. */
char *maildir_base(const char *name);
/* The file that was read, and what tells it from another of its name. */
struct maildir_file {
	size_t size; /* of all of it */
	bool cut; /* its beginning alone was read */
	dev_t device;
	ino_t number;
	struct timespec modified;
};
/* NULL with ERR_MISSING if it is gone.  Up to MAIL_MAX_SIZE is read whole;
 * of a bigger one the first MAIL_CUT_SIZE bytes (cut). */
GBytes *maildir_read(
    const char *dir, const char *name, struct maildir_file *, struct err *);
/*
 * It is dealt with: DIR/new/NAME or DIR/cur/NAME to DONE/cur/NAME:2,S, so that
 * a list of DIR stays short.  A name that is too long for ":2,S" stays as it
 * is.  DONE is made if need be; fine if the letter is gone, or if that file is
 * not the one that was read, which stays: somebody gave the name again.
 */
int maildir_move(const char *dir, const char *name, const struct maildir_file *,
    const char *done, struct err *);
/*
 * Remove letters of DIR/cur, at most max, that may have come before then, as
 * their names tell or do not tell, and for which may_go, given the base name,
 * returns 1 (0: stays; -1: end).  *n is how many were; -1 also if one that
 * could not be removed was left.
 */
struct maildir_old {
	int64_t before;
	int max;
	int (*may_go)(void *arg, const char *base);
	void *arg;
};
int maildir_drop(
    const char *dir, const struct maildir_old *, int *n, struct err *);
/*
 * Put letters in for good: each written to tmp/, synced, renamed into new/,
 * folder synced; of many, the file system is synced twice for all.  name is
 * its base name; the same name twice is the same letter and is written once.
 * maybe_there: an earlier call for it may have got through; only then is it
 * looked for among all letters of the box.
 */
struct maildir_item {
	const char *dir, *name;
	GBytes *raw;
	int rest; /* a descriptor whose bytes follow raw... */
	size_t rest_max; /* ...so many at most; 0: none do */
	bool maybe_there;
	/*
	 * NULL, or called when all its bytes last and it is about to be there:
	 * a caller that a signal could end sees to it that none does.
	 */
	void (*placing)(void);
	struct err err; /* code 0: it is there */
};
void maildir_put(struct maildir_item *items, size_t n);
/* A name that no other process, host or time makes. */
char *maildir_name(int64_t now_usec);

#endif
