/* SPDX-License-Identifier: ISC */
/* Subcommands of two words, "match new": what the second one does. */
#ifndef CMD_GROUP_H
#define CMD_GROUP_H

#include <stdbool.h>
#include <stddef.h>

struct run;

struct group_word {
	const char *word; /* both: "match new" */
	int (*work)(struct run *);
};
/*
 * Does what the arguments say, or tells of all words if they ask for help:
 * *code is the exit status.  False: none of these words stands there, and
 * nothing was done.
 */
bool group_run(struct run *, const struct group_word *, size_t n, int *code);
/* After that: which word is not there, and those that are; an exit status. */
int group_usage(const struct run *, const char *words);

#endif
