/* SPDX-License-Identifier: ISC */
/* What is done with the bytes of mails and letters, in statements and beside
 * them. */
#ifndef STORE_FUNCTIONS_H
#define STORE_FUNCTIONS_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

struct statement;
struct store;

/* ---- mentions.c ---- */

/* Does the address stand in the text, and is no piece of another one? */
bool db_mentions(const char *text, size_t size, const char *address);

/* ---- pack.c ---- */

/* Packed, as the tables of raws have it; within a transaction.  NULL and err.
 */
GBytes *db_pack(struct store *, GBytes *);
/* Something is going to be packed: asks ahead (store/claims.h) what that needs.
 */
int db_pack_ahead(struct store *);
/* Is the library there that packs? */
int db_can_pack(struct store *);
bool db_is_packed(const guint8 *bytes, size_t size);
/* NULL and err: it is damaged, or the library is not there.  Newly allocated;
 * *n: its size. */
void *db_unpack(struct store *, const guint8 *packed, size_t size, size_t *n);
/* This process keeps none of the pieces that it packed last in memory, for
 * something is to be deleted for good.  Another process keeps its own until it
 * has packed some more. */
void db_pack_forget(struct store *);
void db_pack_free(struct store *);

/* ---- pictures.c ---- */

/* Drops the pictures of the letters whose bytes the statement gives, but those
 * that letters wait with. */
int db_pictures_drop(struct store *, struct statement *raws);

#endif
