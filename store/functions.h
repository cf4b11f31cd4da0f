/* SPDX-License-Identifier: ISC */
/* Functions that our statements call beside SQLite's own. */
#ifndef STORE_FUNCTIONS_H
#define STORE_FUNCTIONS_H

#include <glib.h>

struct store;

/* ---- mentions.c ---- */

/* mentions(text, address) for statements: it stands there, and is no piece of
 * another one. */
int db_mentions(struct store *);

/* ---- pack.c ---- */

/* Packed, as the tables of raws have it; within a transaction.  NULL and err.
 */
GBytes *db_pack(struct store *, GBytes *);
/* Is the library there that packs? */
int db_can_pack(struct store *);
/* unpacked(raw) for statements. */
int db_unpacks(struct store *);
void db_pack_free(struct store *);

#endif
