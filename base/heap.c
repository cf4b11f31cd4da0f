/* SPDX-License-Identifier: ISC */
/*
 * The kernel clears each page of memory when it is first touched, and takes
 * longer for coming and going than for clearing it: a "run" with one mail
 * touches five hundred, and five times as many with pictures, for which
 * malloc() maps large blocks and gives them back.  Two megabytes in one page
 * cost as much as some seventy small ones.
 *
 * Large pages begin at multiples of their size, so what malloc() takes has to
 * reach from one to another; memory that is skipped for that is never touched.
 * No byte of a large page may be touched before the kernel knows that it is to
 * be one, so malloc() begins just below, where it writes how much it has.
 */
#include "base/heap.h"

#include <glib.h>
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE ((size_t)2 << 20) /* a large one, on nearly all processors */
#define AHEAD (8 * PAGE) /* got at once; what nobody touches costs nothing */
#define KEPT (2 * AHEAD) /* free at the end, before any is given back */
#define MAPPED ((size_t)4 << 20) /* what is as large is mapped by itself */
#define FIRST ((size_t)160 << 10) /* more than malloc() has at the start */
#define BELOW (FIRST + ((size_t)8 << 10))

#ifdef __GLIBC__ /* others have no such settings */

void
heap_prepare(void)
{
	char *end = sbrk(0), *large;
	size_t gap = -((uintptr_t)end + BELOW) % PAGE;

	/* another malloc(), such as that of AddressSanitizer, says 0 */
	if (mallopt(M_MMAP_THRESHOLD, MAPPED) == 0 ||
	    mallopt(M_TRIM_THRESHOLD, KEPT) == 0 ||
	    mallopt(M_TOP_PAD, AHEAD) == 0 ||
	    sbrk((intptr_t)gap) != (void *)end)
		return;
	g_free(g_malloc(FIRST));
	large = end + gap + BELOW;
	/* without large pages it is as before */
	(void)madvise(large, AHEAD - PAGE, MADV_HUGEPAGE);
}

#else

void
heap_prepare(void)
{
}

#endif
