/* SPDX-License-Identifier: ISC */
/* Sizes that cannot overflow, however few bits a size has. */
#include "base/size.h"

#include <assert.h>
#include <glib.h>
#include <time.h>

/* Deadlines lie beyond 2038, on machines of 32 bits too. */
static_assert(sizeof(time_t) >= 8, "build with -D_TIME_BITS=64");

size_t
size_share(size_t n, size_t part, size_t whole)
{
	size_t product;

	assert(whole > 0 && part <= whole);
	if (part == 0)
		return 0;
	if (g_size_checked_mul(&product, n, part))
		return product / whole;
	/* One of so many, rather too few. */
	return n / (whole / part + (whole % part != 0));
}
