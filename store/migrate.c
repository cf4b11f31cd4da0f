/* SPDX-License-Identifier: ISC */
/* The steps of the schemas, which are built into the program. */
#include "store/migrate.h"

#include "base/embed.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

GArray *
db_steps(const char *folder)
{
	GArray *steps = g_array_new(FALSE, FALSE, sizeof(struct db_step));
	const struct embedded *files;
	size_t n, i;

	files = embedded_all(&n); /* by path: by number, too */
	for (i = 0; i < n; i++) {
		struct db_step step;

		if (!g_str_has_prefix(files[i].path, folder))
			continue;
		step.name = files[i].path + strlen(folder);
		step.n = (int)strtol(step.name, NULL, 10);
		step.sql = files[i].data;
		assert(
		    steps->len == 0 ||
		    step.n ==
			g_array_index(steps, struct db_step, steps->len - 1).n +
			    1);
		g_array_append_val(steps, step);
	}
	assert(steps->len > 0);
	return steps;
}
