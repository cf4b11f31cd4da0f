/* SPDX-License-Identifier: ISC */
/* What "turnpost check" says of room on the disk; the rest is tests/e2e. */
#include "app/organiser/checks/check.h"
#include "app/organiser/organiser.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define MIB ((uint64_t)1024 * 1024)

static void
says(uint64_t bytes, const char *state, const char *text, bool wrong)
{
	static const struct check_watch nobody;
	struct check c = { .list = json_array(), .watch = &nobody };
	const json_t *item;

	check_room(&c, bytes);
	assert_int_equal(json_array_size(c.list), 1);
	item = json_array_get(c.list, 0);
	assert_string_equal(
	    json_string_value(json_object_get(item, "part")), "disk");
	assert_string_equal(
	    json_string_value(json_object_get(item, "state")), state);
	assert_string_equal(
	    json_string_value(json_object_get(item, "says")), text);
	assert_int_equal(c.wrong, wrong);
	json_decref(c.list);
}

static void
test_room(void **state)
{
	(void)state;
	says(0, "wrong", "there are only 0 MiB left for the home; make room",
	    true);
	says(16 * MIB - 1, "wrong",
	    "there are only 15 MiB left for the home; make room", true);
	says(16 * MIB, "warning",
	    "there are 16 MiB left for the home; make room before it is full",
	    false);
	says(200 * MIB, "ok", "there are 200 MiB left for the home", false);
	/* more than 32 bits of KiB */
	says(8000000 * MIB, "ok", "there are 8000000 MiB left for the home",
	    false);
}

/* What comes from elsewhere stays text. */
static void
test_text(void **state)
{
	static const struct check_watch nobody;
	struct check c = { .list = json_array(), .watch = &nobody };

	(void)state;
	check_warn(&c, "x", "%s", "b\xff");
	assert_string_equal(json_string_value(json_object_get(
				json_array_get(c.list, 0), "says")),
	    "b\xef\xbf\xbd");
	assert_false(c.wrong);
	json_decref(c.list);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_room),
		cmocka_unit_test(test_text),
	};

	return cmocka_run_group_tests_name("app/check", tests, NULL, NULL);
}
