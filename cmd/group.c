/* SPDX-License-Identifier: ISC */
/* Subcommands of two words. */
#include "cmd/group.h"

#include "cmd/cmd.h"

#include <glib.h>
#include <string.h>

bool
group_run(struct run *run, const struct group_word *words, size_t n, int *code)
{
	const char *group = run->argv[0];
	const size_t skip = strlen(group) + 1;

	if (run->argc < 2)
		return false;
	if (is_help(run->argv[1])) {
		*code = group_help(group);
		return true;
	}
	for (size_t i = 0; i < n; i++)
		if (strcmp(words[i].word + skip, run->argv[1]) == 0) {
			run->argc--;
			run->argv++;
			run->argv[0] = (char *)(uintptr_t)words[i].word;
			*code = words[i].work(run);
			return true;
		}
	return false;
}

int
group_usage(const struct run *run, const char *words)
{
	const char *group = run->argv[0];

	if (run->argc < 2)
		return run_usage("usage: turnpost %s %s", group, words);
	if (run->argv[1][0] == '-')
		return run_usage("\"%s\" must stand behind the second word; "
				 "usage: turnpost %s %s",
		    run->argv[1], group, words);
	return run_usage("there is no \"%s %s\"; usage: turnpost %s %s", group,
	    run->argv[1], group, words);
}
