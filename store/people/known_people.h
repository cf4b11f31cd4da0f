/* SPDX-License-Identifier: ISC */
/*
 * People whose rows a transaction has read: a mail asks for its sender and for
 * each reader of its letters several times, and for how they want these.  Only
 * wide transactions change such rows (store/claims.h).
 */
#ifndef STORE_PEOPLE_KNOWN_PEOPLE_H
#define STORE_PEOPLE_KNOWN_PEOPLE_H

#include "store/people/preferences.h"

#include <glib.h>
#include <stdint.h>

struct err;
struct person;
struct statement;
struct store;

struct known_person {
	int64_t id;
	struct person *person;
	struct preferences preferences;
};
/* Within a transaction, which frees it at its end. */
void db_know_person(struct store *, struct known_person *, GDestroyNotify);
/* NULL: it was not read, or there is no transaction. */
const struct known_person *db_known_person(const struct store *, int64_t id);
/* Rows of people change. */
void db_forget_people(struct store *);

/* ---- preferences.c ---- */

#define DB_PREFERENCES_COLUMNS "mail, digest_at, remind, plain, calendar"
/* Of that column and those behind it; -1 with err: they make no sense. */
int db_preferences_read(
    struct statement *, int column, struct preferences *, struct err *);

#endif
