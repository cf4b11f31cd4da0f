/* SPDX-License-Identifier: ISC */
/* Parts of views that are kept. */
#include "core/kept.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static void
parts_come_again(void **state)
{
	struct kept *kept = kept_new();
	const int bytes = 7, others = 8;
	json_t *part = json_string("seven"), *again;

	(void)state;
	kept_for(kept, 1);
	assert_null(kept_part(kept, 0, &bytes, sizeof(bytes)));
	part = kept_add(kept, 0, &bytes, sizeof(bytes), part);
	again = kept_part(kept, 0, &bytes, sizeof(bytes));
	assert_ptr_equal(again, part);
	assert_null(kept_part(kept, 1, &bytes, sizeof(bytes)));
	assert_null(kept_part(kept, 0, &others, sizeof(others)));
	json_decref(again);
	json_decref(part);
	kept_for(kept, 1);
	kept_free(kept);
	kept_for(NULL, 1);
	kept_for(NULL, 2);
}

/* Of a long match only what comes again stays. */
static void
parts_that_nobody_asks_for_are_let_go(void **state)
{
	enum { MANY = 1000 };
	struct kept *kept = kept_new();
	json_t *asked = json_string("asked"), *gone = json_string("gone");
	const int first = -1, second = -2;

	(void)state;
	asked = kept_add(kept, 0, &first, sizeof(first), asked);
	gone = kept_add(kept, 0, &second, sizeof(second), gone);
	for (int i = 0; i < MANY; i++) {
		json_t *again = kept_part(kept, 0, &first, sizeof(first));

		assert_ptr_equal(again, asked);
		json_decref(again);
		json_decref(kept_add(kept, 0, &i, sizeof(i), json_integer(i)));
	}
	assert_null(kept_part(kept, 0, &second, sizeof(second)));
	assert_int_equal(gone->refcount, 1);
	kept_free(kept);
	assert_int_equal(asked->refcount, 1);
	json_decref(asked);
	json_decref(gone);
}

/* What one reader may see would be shown to the other. */
static void
two_readers_end_the_program(void **state)
{
	int status;
	pid_t child = fork();

	(void)state;
	if (child == 0) {
		const struct rlimit none = { 0, 0 };
		struct kept *kept = kept_new();

		setrlimit(RLIMIT_CORE, &none);
		signal(SIGABRT, SIG_DFL);
		kept_for(kept, 0);
		close(STDERR_FILENO);
		kept_for(kept, 1);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_come_again),
		cmocka_unit_test(parts_that_nobody_asks_for_are_let_go),
		cmocka_unit_test(two_readers_end_the_program),
	};

	return cmocka_run_group_tests_name("kept", tests, NULL, NULL);
}
