/* SPDX-License-Identifier: ISC */
/*
 * Errors of the world (disk, database, files, network), told to the
 * organiser.  Functions that can fail return -1 (or NULL) and fill the
 * caller's struct err; context is added going up, so that a report reads as a
 * path: "inbox 812: match 17: event 40 exists".
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

#include <stdbool.h>

enum err_code {
	ERR_IO = 1, /* the system said no; worth another try */
	ERR_BUSY, /* somebody else holds it; worth another try */
	ERR_FORMAT, /* input that is not as it must be */
	ERR_MISSING, /* what was named is not there */
	ERR_CLASH, /* it is there already, or not allowed in this state */
	ERR_DAMAGED, /* stored data contradicts itself */
	ERR_NEWER /* made by a newer turnpost */
};

struct err {
	enum err_code code;
	char text[512]; /* one line of UTF-8, no final dot or newline */
};

/* Fill in, return -1 always.  A NULL err is allowed everywhere. */
int err_set(struct err *, enum err_code, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Does that errno say that there is no room: a full disk, a quota, a limit? */
bool err_is_full(int number);
/* As err_set, with ": " and the words of errno behind. */
int err_errno(struct err *, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* Put "fmt: " in front; return -1 always. */
int err_more(struct err *, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
