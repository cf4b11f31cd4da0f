/* SPDX-License-Identifier: ISC */
/* The tables of --help, and what completions of shells are made from. */
#ifndef CMD_COMPLETE_H
#define CMD_COMPLETE_H

#include <glib.h>

struct run;

/* A word behind "turnpost". */
struct subcommand {
	const char *word; /* NULL: the end of the table */
	int (*work)(struct run *); /* the exit code */
	const char *summary; /* NULL: --help does not list it */
};
extern const struct subcommand subcommands[];
/* What any subcommand takes, for people: nothing is parsed by this table. */
extern const GOptionEntry global_options[];

/*
 * Adds an object for one subcommand to run->told: its words (argv[0]), what it
 * does, its arguments and its options.  entries and summary are as in
 * run_options.
 */
void tell_options(
    struct run *, const GOptionEntry *entries, const char *summary);

#endif
