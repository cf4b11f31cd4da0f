/* SPDX-License-Identifier: ISC */
/* Sizes that cannot overflow, however few bits a size has. */
#ifndef BASE_SIZE_H
#define BASE_SIZE_H

#include <stddef.h>

/*
 * n * part / whole, rounded down; whole is not 0, part at most whole.  Where
 * the product is too large for a size it may be less than that, never more.
 */
size_t size_share(size_t n, size_t part, size_t whole);

#endif
