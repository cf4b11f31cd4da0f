/* SPDX-License-Identifier: ISC */
/* Subcommands that change or mail something, and their dry run. */
#ifndef CMD_CHANGES_H
#define CMD_CHANGES_H

#include <glib.h>
#include <stdbool.h>

struct err;
struct home;
struct run;

struct change {
	const char *word; /* "match pause"; NULL: the end of the table */
	const char *why_not; /* it takes no --dry-run; NULL: it does */
	bool tells; /* it says itself what it would do */
};
extern const struct change changes[];

/* What is going to be done; NULL: something is only shown. */
const struct change *change_of(const struct run *);
/*
 * The options that a subcommand or group has because of that table; *why_not:
 * why there is no --dry-run, or NULL.
 */
void change_options(
    struct run *, GOptionEntry entries[3], const char **why_not);
/* These have been parsed: an exit code, after a message. */
int change_check(struct run *);
/* A dry run begins as soon as the home is open. */
int change_rehearse(struct run *, struct home *, struct err *);
/* It ends, and says whom it would mail; the exit code. */
int change_end(struct run *, int code);

#endif
