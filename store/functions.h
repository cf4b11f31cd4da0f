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

/*
 * The hash of its picture in the bytes of a letter: one line behind a mark
 * (PICTURE_MARK of mail/write_parts.c), which nothing else in it has.
 */
#define DB_PICTURE_OF(raw)                                               \
	"CAST(substr(substr(" raw ", instr(" raw ", x'1a') + 1), 1,"     \
	" instr(substr(" raw ", instr(" raw ", x'1a') + 1), x'0d') - 1)" \
	" AS TEXT)"

#endif
