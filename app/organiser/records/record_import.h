/* SPDX-License-Identifier: ISC */
/* Finished matches of another home, taken over from their records. */
#ifndef APP_ORGANISER_RECORDS_RECORD_IMPORT_H
#define APP_ORGANISER_RECORDS_RECORD_IMPORT_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct err;
struct home;

struct import_options {
	/* "NAME=PERSON": the player of that name is a person of this home;
	 * NULL-ended, or NULL: none is. */
	char *const *players;
	bool public; /* all who played agreed that pages show them */
	bool dry; /* nothing is written; the list is the same */
};

/* Records that were verified, to be taken over together. */
struct import;
struct import *import_new(void);
void import_free(struct import *);
/* One more: it is verified, and nothing of it is kept but what is taken over.
 * -1 with err names the file. */
int import_add(
    struct import *, const char *file, const json_t *record, struct err *);
/*
 * Write those whose commitment no match of this home has: all of them or none.
 * A list of {"file", "match", "game", "name", "new"}; NULL with err.
 */
json_t *import_write(struct home *, struct import *,
    const struct import_options *, int64_t now, struct err *);

#endif
