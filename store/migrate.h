/* SPDX-License-Identifier: ISC */
/* The steps of the schema. */
#ifndef STORE_MIGRATE_H
#define STORE_MIGRATE_H

#include <glib.h>

struct store;

struct db_step {
	int n;
	const char *name;
	const char *sql;
};
/* The steps built in: GArray of struct db_step, by n. */
GArray *db_steps(void);
/*
 * Take the database past all steps it has not made yet, each in a transaction
 * of its own.  It must be empty or turnpost's.
 */
int db_migrate(struct store *, const GArray *steps);

#endif
