/* SPDX-License-Identifier: ISC */
/* turnpost check. */
#include "cmd/cmd.h"

#include <stdio.h>

static void
print_check(const json_t *list)
{
	json_t *item;
	size_t i;

	json_array_foreach((json_t *)(uintptr_t)list, i, item) printf(
	    "%-7s  %s: %s\n", json_string_value(json_object_get(item, "state")),
	    json_string_value(json_object_get(item, "part")),
	    json_string_value(json_object_get(item, "says")));
}

int
cmd_check(struct run *run)
{
	int code = EXIT_DONE;
	json_t *list;
	bool well;

	app_init();
	if (!run_options(run, NULL, NULL, &code))
		return code;
	list = home_check(run->home, run_now(run), &well);
	if (run->json)
		print_object(run, list);
	else
		print_check(list);
	json_decref(list);
	return well ? EXIT_DONE : EXIT_REFUSED;
}
