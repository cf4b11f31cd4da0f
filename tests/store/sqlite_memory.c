/* SPDX-License-Identifier: ISC */
/* Blocks for SQLite are as large as was asked, aligned, nobody else's, and
 * those that were given back are there again. */
#include "store/sqlite/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define BLOCKS 500
#define SIZE_MOST 3000

static unsigned char *blocks[BLOCKS];
static int sizes[BLOCKS];

static void
check(size_t i)
{
	for (int k = 0; k < sizes[i]; k++)
		assert_int_equal(blocks[i][k], (unsigned char)i);
}

static void
change(size_t i, int size, int what)
{
	check(i);
	if (blocks[i] == NULL) {
		blocks[i] = sqlite_memory_take(size);
		sizes[i] = size;
	} else if (what % 3 == 0) {
		blocks[i] = sqlite_memory_move(blocks[i], size);
		sizes[i] = sizes[i] < size ? sizes[i] : size;
		check(i);
		sizes[i] = size;
	} else {
		sqlite_memory_give(blocks[i]);
		blocks[i] = NULL;
		sizes[i] = 0;
		return;
	}
	assert_true(sqlite_memory_size(blocks[i]) >= size);
	assert_int_equal((uintptr_t)blocks[i] % 8, 0);
	memset(blocks[i], (unsigned char)i, (size_t)size);
}

/* SQLite rounds what it takes only sometimes. */
static int
size_asked(int size, int round)
{
	return round % 3 == 0 ? size : sqlite_memory_round(size);
}

/* Taken, moved and given back in an order that looks like chance. */
static void
try_all(bool pieces)
{
	unsigned long chance = 1;

	sqlite_memory_pieces(pieces);
	for (int round = 0; round < 20000; round++) {
		chance = chance * 1103515245 + 12345;
		change((chance >> 16) % BLOCKS,
		    size_asked((int)((chance >> 8) % SIZE_MOST) + 1, round),
		    round);
	}
	for (size_t i = 0; i < BLOCKS; i++) {
		check(i);
		sqlite_memory_give(blocks[i]);
		blocks[i] = NULL;
		sizes[i] = 0;
	}
}

static void
test_own(void **state)
{
	(void)state;
	try_all(true);
	try_all(false);
}

static void
test_again(void **state)
{
	void *first, *second, *other;

	(void)state;
	sqlite_memory_pieces(true);
	first = sqlite_memory_take(800);
	other = sqlite_memory_take(800);
	assert_ptr_not_equal(first, other);
	sqlite_memory_give(first);
	second = sqlite_memory_take(800);
	assert_ptr_equal(first, second);
	/* there is room for so much more */
	assert_ptr_equal(
	    sqlite_memory_move(second, sqlite_memory_size(second)), second);
	sqlite_memory_give(second);
	sqlite_memory_give(other);
	sqlite_memory_give(NULL);
	assert_int_equal(sqlite_memory_size(NULL), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_own),
		cmocka_unit_test(test_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
