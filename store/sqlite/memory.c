/* SPDX-License-Identifier: ISC */
/*
 * SQLite's memory.  To read the schema and prepare statements it takes and
 * gives back ten thousand small blocks, which malloc() does with ten times as
 * many instructions: it must be ready for blocks of all threads and for
 * neighbours to be joined.  One thread calls SQLite, and its blocks are cut off
 * larger pieces one after the other and kept by their sizes.  Pieces stay with
 * the process; all blocks of a store that is closed are there for the next one.
 *
 * With AddressSanitizer each block is one of malloc()'s, for it must see who
 * gives back what; tests ask for pieces nevertheless.
 */
#include "store/sqlite/memory.h"

#include <glib.h>
#include <string.h>

#define STEP ((size_t)16)
#define SHELVES 80 /* up to 1.2 KiB: larger ones are few */
#define PIECE ((size_t)32 * 1024)

/* In front of each block, which so lies at a multiple of 8, as SQLite asks. */
struct head {
	size_t size;
};
G_STATIC_ASSERT(sizeof(struct head) == 8);

static void *shelves[SHELVES]; /* each block begins with where the next is */
static char *left; /* of the last piece... */
static size_t nleft; /* ...so many bytes */
#ifdef __SANITIZE_ADDRESS__
static bool pieces = false;
#else
static bool pieces = true;
#endif

void
sqlite_memory_pieces(bool on)
{
	pieces = on;
}

static void *
new_block(struct head *head, size_t size)
{
	head->size = size;
	return head + 1;
}

/* For blocks of that size; the end of the last piece is too small and lost. */
static void *
cut_off(size_t size)
{
	const size_t whole = size + sizeof(struct head);
	void *block;

	if (nleft < whole) {
		left = g_malloc(PIECE);
		nleft = PIECE;
	}
	block = new_block((struct head *)(void *)left, size);
	left += whole;
	nleft -= whole;
	return block;
}

/* A block and its head fill whole steps. */
static size_t
shelf_of(size_t size)
{
	return (size + sizeof(struct head) + STEP - 1) / STEP;
}

static bool
is_small(size_t size)
{
	return pieces && shelf_of(size) < SHELVES;
}

void *
sqlite_memory_take(int size)
{
	const size_t shelf = shelf_of((size_t)size);
	const size_t full = shelf * STEP - sizeof(struct head);
	void *block;

	if (!is_small((size_t)size))
		return new_block(
		    g_malloc((size_t)size + sizeof(struct head)), (size_t)size);
	block = shelves[shelf];
	if (block == NULL)
		return cut_off(full);
	memcpy(&shelves[shelf], block, sizeof(void *));
	return block;
}

void
sqlite_memory_give(void *block)
{
	struct head *head;
	size_t shelf;

	if (block == NULL)
		return;
	head = (struct head *)block - 1;
	if (!is_small(head->size)) {
		g_free(head);
		return;
	}
	shelf = shelf_of(head->size);
	memcpy(block, &shelves[shelf], sizeof(void *));
	shelves[shelf] = block;
}

int
sqlite_memory_size(void *block)
{
	return block == NULL ? 0 : (int)((struct head *)block - 1)->size;
}

int
sqlite_memory_round(int size)
{
	return (size + 7) & ~7;
}

void *
sqlite_memory_move(void *block, int size)
{
	const size_t before = (size_t)sqlite_memory_size(block);
	void *moved;

	if (!is_small(before) && !is_small((size_t)size))
		return new_block(g_realloc((struct head *)block - 1,
				     (size_t)size + sizeof(struct head)),
		    (size_t)size);
	if (is_small(before) && (size_t)size <= before &&
	    shelf_of((size_t)size) == shelf_of(before))
		return block;
	moved = sqlite_memory_take(size);
	memcpy(moved, block, MIN(before, (size_t)size));
	sqlite_memory_give(block);
	return moved;
}
