/* SPDX-License-Identifier: ISC */
/*
 * What a letter says is a tree of more than a thousand small blocks, which are
 * all there at once and then given back at once.  malloc() keeps only seven
 * blocks of a size at hand and searches for all others, which was a sixth of
 * the work for a mail.
 *
 * Each block is one of malloc()'s, of which blocks of 16 bytes more or less
 * share a shelf.  Each thread has shelves of its own.
 */
#include "base/pool.h"

#include <glib.h>
#include <malloc.h>
#include <string.h>

#define STEP ((size_t)16)
#define OWN ((size_t)8) /* what malloc() needs of a step */
#define SHELVES 67 /* up to 1 KiB */

struct shelf {
	void *first; /* each begins with where the next one is */
	size_t n;
};
static _Thread_local struct shelf shelves[SHELVES];

#ifdef __SANITIZE_ADDRESS__
static size_t keep;
#else
static size_t keep = 1024 * 1024;
#endif

void
pool_keep(size_t bytes)
{
	keep = bytes;
}

void *
pool_malloc(size_t size)
{
	size_t i = (size + OWN + STEP - 1) / STEP;
	struct shelf *shelf;
	void *block;

	/* the sum above may have wrapped */
	if (size >= SHELVES * STEP || i >= SHELVES || keep == 0)
		return g_malloc(size);
	shelf = &shelves[i];
	block = shelf->first;
	if (block == NULL)
		return g_malloc(i * STEP - OWN);
	memcpy(&shelf->first, block, sizeof(void *));
	shelf->n--;
	return block;
}

void
pool_free(void *block)
{
	struct shelf *shelf;
	size_t i;

	if (block == NULL)
		return;
	/* Each block on a shelf is at least as large as those asked there. */
	i = (malloc_usable_size(block) + OWN) / STEP;
	if (i >= SHELVES || i == 0 || (shelves[i].n + 1) * i * STEP > keep) {
		g_free(block);
		return;
	}
	shelf = &shelves[i];
	memcpy(block, &shelf->first, sizeof(void *));
	shelf->first = block;
	shelf->n++;
}
