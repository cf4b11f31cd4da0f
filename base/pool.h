/* SPDX-License-Identifier: ISC */
/* Memory for many small blocks that come and go together. */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stddef.h>

/*
 * As g_malloc() and g_free() do, but of size 0 there is a block,
 * too; blocks of these may be given to those and the other way round.  What is
 * given back here is kept for the next block of its size, so that there are a
 * few of each at hand.
 */
void *pool_malloc(size_t size);
void pool_free(void *block);

/*
 * So many bytes of a size are kept at most.  With AddressSanitizer none are
 * unless this is called, for it must see who gives back what.
 */
void pool_keep(size_t bytes);

#endif
