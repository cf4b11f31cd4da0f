/* SPDX-License-Identifier: ISC */
/* Where malloc() of a process takes its memory from. */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

/*
 * For a process that is about to take some megabytes: what malloc() gets from
 * the kernel comes in large pages from now on, if there are such, and is kept
 * for what is taken next.  To be called before there are threads.
 */
void heap_prepare(void);

#endif
