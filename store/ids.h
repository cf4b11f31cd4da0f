/* SPDX-License-Identifier: ISC */
/* Statements about many rows at once, by a list of their ids in :ids. */
#ifndef STORE_IDS_H
#define STORE_IDS_H

#include <glib.h>
#include <stdint.h>

struct statement;

/* What stands behind "id IN"; such a statement begins with the comment "list",
 * though that list is of what is bound alone. */
#define DB_LISTED " (SELECT value FROM json_each(:ids))"
/* The same for PostgreSQL. */
#define DB_LISTED_POSTGRES                 \
	" (SELECT CAST (value AS INTEGER)" \
	" FROM json_array_elements_text(CAST (:ids AS json)) AS t (value))"

/* Binds them, which stand so many bytes apart; what it gives is to be freed
 * when the statement is done. */
char *db_bind_ids(
    struct statement *, const int64_t *first, guint n, size_t apart);

#endif
