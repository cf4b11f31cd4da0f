/* SPDX-License-Identifier: ISC */
/* turnpost verify: files that are read, and those of ratings. */
#ifndef CMD_VERIFY_H
#define CMD_VERIFY_H

#include <jansson.h>

struct run;

/* ---- json_file.c ---- */

/* A JSON file, which may be gzipped; NULL after a message, and *code. */
json_t *json_of_file(const char *path, int *code);

/* ---- verify_ratings.c ---- */

/* Does the list in that file follow from the records in the others?  The exit
 * code, after a message. */
int verify_ratings(struct run *, const char *list);

#endif
