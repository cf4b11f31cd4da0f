/* SPDX-License-Identifier: ISC */
/* Blocks are as large as was asked, nobody else's, and kept within bounds. */
#include "base/pool.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

#define BLOCKS 500
#define SIZE_MOST 1500

static unsigned char *blocks[BLOCKS];
static size_t sizes[BLOCKS];

static void
check(size_t i)
{
	for (size_t k = 0; k < sizes[i]; k++)
		assert_int_equal(blocks[i][k], (unsigned char)i);
}

/* Taken, moved and given back in an order that looks like chance. */
static void
test_own(void **state)
{
	unsigned long chance = 1;

	(void)state;
	pool_keep(4096);
	for (int round = 0; round < 20000; round++) {
		size_t i, size;

		chance = chance * 1103515245 + 12345;
		i = (chance >> 16) % BLOCKS;
		size = (chance >> 8) % SIZE_MOST + (blocks[i] == NULL);
		check(i);
		if (blocks[i] == NULL) {
			blocks[i] = pool_malloc(size);
		} else {
			pool_free(blocks[i]);
			blocks[i] = NULL;
			size = 0;
		}
		sizes[i] = size;
		if (size > 0)
			memset(blocks[i], (unsigned char)i, size);
	}
	for (size_t i = 0; i < BLOCKS; i++)
		pool_free(blocks[i]);
}

static void
test_kept(void **state)
{
	void *first, *second;

	(void)state;
	pool_keep(4096);
	first = pool_malloc(800);
	pool_free(first);
	second = pool_malloc(795);
	assert_ptr_equal(first, second);
	pool_free(second);
}

/* Blocks of one are the other's. */
static void
test_mixed(void **state)
{
	(void)state;
	pool_keep(4096);
	free(pool_malloc(40));
	pool_free(malloc(40));
	pool_free(NULL);
	free(pool_malloc(0));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_own),
		cmocka_unit_test(test_kept),
		cmocka_unit_test(test_mixed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
