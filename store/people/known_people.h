/* SPDX-License-Identifier: ISC */
/*
 * People whose rows a transaction has read: a mail asks for its sender and for
 * each reader of its letters several times, and for how they want these.  Only
 * wide transactions change such rows (store/claims.h).
 */
#ifndef STORE_PEOPLE_KNOWN_PEOPLE_H
#define STORE_PEOPLE_KNOWN_PEOPLE_H

#include <stdint.h>

struct person;
struct preferences;
struct statement;
struct store;

/* Columns of preferences, as db_preferences_read takes them. */
#define DB_PREFERENCES_COLUMNS "mail, digest_at, remind, plain, calendar"
/* Keeps the row, of which the preferences begin at that column. */
void db_know_person(
    struct store *, const struct person *, struct statement *, int column);
/* NULL: it was not read, or there is no transaction. */
const struct person *db_known_person(const struct store *, int64_t id);
const struct preferences *db_known_preferences(
    const struct store *, int64_t person);
/* Rows of people change. */
void db_forget_people(struct store *);

#endif
