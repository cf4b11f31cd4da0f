/* SPDX-License-Identifier: ISC */
/*
 * Sets of fields.  Fields are numbered in the order of their names as text,
 * so that going through a set from its least member is going through names
 * that are sorted.
 */
#ifndef GAMES_HEXXI_SET_H
#define GAMES_HEXXI_SET_H

#include <stdbool.h>
#include <stdint.h>

struct set {
	uint64_t w[2];
};

static inline bool
set_has(struct set a, int field)
{
	return (a.w[field >> 6] >> (field & 63) & 1) != 0;
}

static inline bool
set_any(struct set a)
{
	return (a.w[0] | a.w[1]) != 0;
}

static inline struct set
set_and(struct set a, struct set b)
{
	return (struct set){ { a.w[0] & b.w[0], a.w[1] & b.w[1] } };
}

static inline struct set
set_or(struct set a, struct set b)
{
	return (struct set){ { a.w[0] | b.w[0], a.w[1] | b.w[1] } };
}

static inline struct set
set_without(struct set a, struct set b)
{
	return (struct set){ { a.w[0] & ~b.w[0], a.w[1] & ~b.w[1] } };
}

static inline void
set_add(struct set *a, int field)
{
	a->w[field >> 6] |= (uint64_t)1 << (field & 63);
}

static inline void
set_drop(struct set *a, int field)
{
	a->w[field >> 6] &= ~((uint64_t)1 << (field & 63));
}

/* The least member of a set that has some. */
static inline int
set_first(struct set a)
{
	return a.w[0] != 0 ? __builtin_ctzll(a.w[0])
			   : 64 + __builtin_ctzll(a.w[1]);
}

/* Take the least member out into *field; false if there is none. */
static inline bool
set_take(struct set *a, int *field)
{
	if (!set_any(*a))
		return false;
	*field = set_first(*a);
	set_drop(a, *field);
	return true;
}

static inline int
set_size(struct set a)
{
	return __builtin_popcountll(a.w[0]) + __builtin_popcountll(a.w[1]);
}

#endif
