/* SPDX-License-Identifier: ISC */
/*
 * The program and its subcommands: the only place that exits, reads the
 * clock, the environment and the arguments, and prints.
 */
#ifndef CMD_CMD_H
#define CMD_CMD_H

#include "app/matches/votes/actions.h"
#include "app/organiser/shown/rehearsal.h"
#include "app/organiser/shown/reveal.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct home;

/* Exit codes, as turnpost(1) tells them. */
enum exit_code {
	EXIT_DONE = 0,
	EXIT_REFUSED = 1, /* the thing asked for is not possible */
	EXIT_USAGE = 2,
	EXIT_IO = 74,
	EXIT_AGAIN = 75, /* try again later */
	EXIT_CONFIG = 78
};

/* How long one process waits for another that works in the same home. */
#define LOCK_SECONDS 30

/* What every subcommand gets. */
struct run {
	char *home; /* path */
	bool json;
	bool reveal;
	int64_t fixed_now; /* --now; -1: the clock... */
	int64_t ahead_usec; /* ...and so much: run_set_clock */
	int argc; /* what is left, argv[0] being the subcommand's word */
	char **argv;
	struct home *opened; /* the one open, which main closes; or NULL */
	char word[32]; /* "match pause", while argv[0] is that */
	json_t *told; /* run_options adds its tables and parses nothing */
	gboolean dry, quiet; /* --dry-run, --quiet (cmd/changes.h) */
	bool rehearses; /* what is done is taken back at the end */
	struct rehearsal rehearsal;
	int kept; /* standard output as it was; 0: it is that */
};
int64_t run_now(const struct run *);
int64_t run_now_usec(const struct run *);
/* run_now tells the time of the home's rows from now on; NULL: it is closed. */
void run_set_clock(struct run *, struct home *);
/* "turnpost: TEXT" on standard error; the exit code for that error. */
int run_fail(const struct err *);
/* The same of a home that cannot be opened. */
int run_no_home(const struct err *);
int run_usage(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Open the home or fail: NULL, and *code.  It is closed at the end. */
struct home *run_home(struct run *, int *code);
/* Letters leave at once, if somebody serves the home; false: they wait. */
bool run_ring(const struct run *);
/* When letters that were written just now leave: "now", or with what. */
const char *run_soon(const struct run *);
/* A positive number; -1 if it is none. */
int64_t run_number(const char *);
/*
 * Parse what is left by GLib's option parser; false after a message.  The
 * arguments stay in run->argc and argv; summary names them, NULL: there may
 * be none; what stands below an empty line of it ends the help.
 */
bool run_options(
    struct run *, const GOptionEntry *, const char *summary, int *code);

/*
 * How one looks at what is hidden, for functions of app/: the option --force
 * belongs to it.  NULL without --reveal.
 */
#define LOOK_OPTION(reveal)                                                  \
	{                                                                    \
		"force", 0, 0, G_OPTION_ARG_NONE, &(reveal).force,           \
		    "with --reveal: though you play there; all players are " \
		    "told",                                                  \
		    NULL                                                     \
	}
struct looking {
	gboolean force;
	struct reveal reveal;
};
const struct reveal *run_look(const struct run *, struct looking *);

/* ---- help.c ---- */

/* What a subcommand does, in at most five lines; NULL: nothing is told. */
const char *about_of(const char *word);
/* Does that ask for help? */
bool is_help(const char *arg);
/* Of one with words below it: what each of them does.  The exit code. */
int group_help(const char *group);
/* The n-th word below the group, with the group's; NULL: there is none. */
const char *group_word(const char *group, size_t n);

/* ---- match.c ---- */

/* The number of a match, the one argument of most of these. */
bool one_match(struct run *, const GOptionEntry *, int64_t *id, int *code);

/* ---- match_open.c ---- */

int match_approve_it(struct run *);
int match_refuse_it(struct run *);

/* ---- match_delete.c ---- */

int match_delete_it(struct run *);

/* ---- match_action.c ---- */

/* "match pause" and the like. */
int match_do(struct run *, enum match_action);

/* ---- simulate_arena.c ---- */

int simulate_arena(struct run *);

/* ---- simulate_series.c ---- */

int simulate_series(struct run *);

/* ---- status.c ---- */

/* Into the file that the settings name.  *failed: the last time it could not be
 * written, which is logged once. */
void write_metrics(struct home *, int64_t now, bool *failed);

/* ---- sendmail.c ---- */

/* What the arguments say that are as those of sendmail. */
struct sendmail {
	bool used; /* there were some */
	char *sender; /* NULL: not told; points into the arguments */
	GPtrArray *to; /* recipients: char *, and NULL at the end */
};
/* Takes them off, the long options stay; false after a message. */
bool sendmail_take(struct run *, struct sendmail *);

/* ---- print.c ---- */

/* A time as lists have it; -1: it is none. */
int64_t time_read(const char *);
/* So long: "5m", "3h", "12d", newly allocated; less than nothing is "0m". */
char *age_text(int64_t seconds);
/* A list of objects as a table of these keys, or as JSON. */
void print_list(const struct run *, json_t *list, const char *const *keys);
/*
 * The same one object after the other, for a list that may be long: of a table
 * so many rows are kept until the widths of its columns are known, which later
 * ones may make wider.
 */
#define PRINT_COLUMNS 16
#define PRINT_ROWS 200
struct printing {
	const struct run *run;
	const char *const *keys;
	void (*change)(json_t *item); /* for a table; or NULL */
	json_t *rows; /* that are not printed yet */
	int widths[PRINT_COLUMNS];
	bool begun;
};
void print_begin(struct printing *, const struct run *, const char *const *keys,
    void (*change)(json_t *item));
/* A show_row of app/organiser/organiser.h; -1: nobody reads on. */
int print_next(json_t *item, void *printing);
/* The exit code; r -1: it came to an end before, err says why, if anything. */
int print_end(struct printing *, int r, const struct err *);
/* One object, a line a key; or as JSON. */
void print_object(const struct run *, json_t *object);
/* The same at the end of a subcommand: prints and frees it.  The exit code;
 * NULL is told as that error. */
int run_list(const struct run *, json_t *list, const char *const *keys,
    const struct err *);
int run_object(const struct run *, json_t *object, const struct err *);
/* What was done ("done; ...") or would be, or that error if r is -1. */
int run_done(const struct run *, int r, const char *done, const struct err *);
/* In front of what was done: "", or in a dry run that it can be done. */
const char *run_then(const struct run *);
/* The same of what people are told of ("all players are told"), and when. */
int run_told(const struct run *, int r, const char *told, const struct err *);

/* ---- the subcommands ---- */

int cmd_init(struct run *);
int cmd_page(struct run *);
int cmd_backup(struct run *);
int cmd_restore(struct run *);
int cmd_store(struct run *);
int cmd_check(struct run *);
int cmd_status(struct run *);
int cmd_metrics(struct run *);
int cmd_receive(struct run *);
int cmd_handle(struct run *);
int cmd_tick(struct run *);
int cmd_send(struct run *);
int cmd_run(struct run *);
int cmd_serve(struct run *);
int cmd_deliver(struct run *);
int cmd_read(struct run *);
int cmd_match(struct run *);
int cmd_person(struct run *);
int cmd_key(struct run *);
int cmd_inbox(struct run *);
int cmd_outbox(struct run *);
int cmd_rating(struct run *);
int cmd_series(struct run *);
int cmd_verify(struct run *);
int cmd_export(struct run *);
int cmd_import(struct run *);
int cmd_explain(struct run *);
int cmd_engine(struct run *);
int cmd_simulate(struct run *);
int cmd_complete_words(struct run *);

/* The four steps once, as run and serve do them. */
int do_steps(struct home *, int64_t now, int *done, struct err *);
/* On a terminal, say how far it is when many mails wait. */
void watch_progress(struct home *);

#endif
