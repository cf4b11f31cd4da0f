/* SPDX-License-Identifier: ISC */
/*
 * The folder with the pages.  A marker shows that it is ours; a file is written
 * beside and renamed, and only if it says something else than before.
 */
#ifndef APP_PAGES_FOLDER_H
#define APP_PAGES_FOLDER_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct err;

struct folder {
	char *path; /* as realpath(3) tells it */
	char *id; /* what its marker says */
	int fd; /* of the folder */
	int lock; /* of the marker, held to the end */
	int64_t at; /* the times that its files get */
	unsigned written; /* files that were */
	struct err *err;
};
/*
 * Made if it is not there.  ERR_CLASH: it is not empty and has no marker;
 * ERR_BUSY: another process writes there.  at: the moment.
 */
struct folder *folder_open(const char *path, int64_t at, struct err *);
void folder_close(struct folder *);
/* name: "en/match-7.html" */
int folder_put(struct folder *, const char *name, const char *text);
/* Its text, newly allocated; NULL: there is none that can be read. */
char *folder_get(const struct folder *, const char *name);
bool folder_has(const struct folder *, const char *name);
/* Fine if it is not there. */
int folder_drop(struct folder *, const char *name);
/* All that was written lasts. */
int folder_sync(struct folder *);

#endif
