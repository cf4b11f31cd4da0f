/* SPDX-License-Identifier: ISC */
/* Blocks for SQLite, which one thread calls. */
#ifndef STORE_SQLITE_MEMORY_H
#define STORE_SQLITE_MEMORY_H

#include <stdbool.h>

/* As sqlite3_mem_methods has them: what is moved is there.  SQLite rounds sizes
 * by sqlite_memory_round when it moves blocks, not always when it takes one. */
void *sqlite_memory_take(int size);
void *sqlite_memory_move(void *block, int size);
void sqlite_memory_give(void *block);
int sqlite_memory_size(void *block);
int sqlite_memory_round(int size);

/* Small ones are cut off larger pieces, or not: before any is taken. */
void sqlite_memory_pieces(bool on);

#endif
