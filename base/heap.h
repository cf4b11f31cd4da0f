/* SPDX-License-Identifier: ISC */
/* Where malloc() of a process takes its memory from. */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

/*
 * For a process that is about to take some megabytes: the first of them that
 * malloc() gets from the kernel from now on come in large pages, if there are
 * such, and what is freed is kept for what is taken next.  To be called before
 * there are threads.  It does nothing with another C library than glibc.
 */
void heap_prepare(void);

#endif
