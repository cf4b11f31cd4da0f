/* SPDX-License-Identifier: ISC */
/* Blocks for SQLite, which one thread calls. */
#ifndef STORE_SQLITE_MEMORY_H
#define STORE_SQLITE_MEMORY_H

#include <stdbool.h>

/* As sqlite3_mem_methods has them, but a block is never NULL.  SQLite rounds
 * sizes by sqlite_memory_round when it moves blocks, not always when it takes
 * one. */
void *sqlite_memory_take(int size);
void *sqlite_memory_move(void *block, int size);
void sqlite_memory_give(void *block);
int sqlite_memory_size(void *block);
int sqlite_memory_round(int size);

/* Whether small blocks are cut off larger pieces.  Call it only while no block
 * is taken: how one is given back depends on it. */
void sqlite_memory_pieces(bool on);

#endif
