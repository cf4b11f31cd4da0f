/* SPDX-License-Identifier: ISC */
/* The steps of the schema. */
#ifndef STORE_MIGRATE_H
#define STORE_MIGRATE_H

#include <glib.h>

struct err;
struct store;

struct db_step {
	int n;
	const char *name;
	const char *sql;
};
/* Those of a folder, "store/sql/": GArray of struct db_step, by n. */
GArray *db_steps(const char *folder);
/* A new store with the steps up to that one, for rows of such a schema. */
struct store *db_open_at(const char *path, int schema, struct err *);

#endif
