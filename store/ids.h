/* SPDX-License-Identifier: ISC */
/* Statements about many rows at once, by a list of their ids in :ids. */
#ifndef STORE_IDS_H
#define STORE_IDS_H

#include <glib.h>
#include <stdint.h>

struct statement;

/* Follows "id IN".  SQLite scans json_each, so a statement with it begins with
 * the comment "list" (store/db.h), though it reads no whole table. */
#define DB_LISTED " (SELECT value FROM json_each(:ids))"
/* The same for PostgreSQL. */
#define DB_LISTED_POSTGRES                 \
	" (SELECT CAST (value AS INTEGER)" \
	" FROM json_array_elements_text(CAST (:ids AS json)) AS t (value))"

/* Binds n ids to :ids.  first: the first one; apart: bytes from one to the next
 * (sizeof(int64_t) in an array of ids).  Returns the bound text: free it when
 * the statement is done. */
char *db_bind_ids(
    struct statement *, const int64_t *first, guint n, size_t apart);

#endif
