/* SPDX-License-Identifier: ISC */
/*
 * turnpost match: pause, resume, extend, remind, replace, undo, end, move,
 * robot, as action_forms has them.  Each wants a reason, which is mailed to all
 * players.
 */
#include "cmd/cmd.h"

#include "app/home/people.h"
#include "app/matches/votes/actions.h"
#include "app/organiser/organiser.h"
#include "base/err.h"

#include <stdio.h>
#include <string.h>

/* What was given by options. */
struct options {
	char *reason, *span, *seat;
	int count;
	gboolean force;
};

/* Names the word that is wrong; the usage says how it is written. */
static int
refuse(const struct run *run, const struct action_form *form, const char *what,
    const char *word)
{
	return run_usage("\"%s\" is %s; usage: turnpost %s %s --reason TEXT",
	    word, what, run->argv[0], form->example);
}

static int
fill(struct run *run, const struct options *options, struct action_options *o)
{
	const struct action_form *form = &action_forms[o->what];
	const char *span =
	    o->what == ACTION_EXTEND ? run->argv[2] : options->span;

	o->match = run_number(run->argv[1]);
	o->reason = options->reason;
	o->seat = -1;
	o->count = options->count;
	o->text = run->argc > 2 ? run->argv[run->argc - 1] : NULL;
	o->force = options->force;
	if (o->match == -1)
		return refuse(
		    run, form, "not the number of a match", run->argv[1]);
	if (span != NULL && !action_span(span, &o->seconds))
		return refuse(run, form,
		    "not a time such as 3d, 12h or 30m, of at most " SPAN_MOST,
		    span);
	if (o->count <= 0)
		return run_usage("--count takes a number of moves from 1");
	return EXIT_DONE;
}

static int
act(struct run *run, const char *seat, struct action_options *o)
{
	struct err e = { 0 };
	int code = EXIT_DONE, r;
	bool heard = true;
	struct home *home = run_home(run, &code);

	if (home == NULL)
		return code;
	r = seat == NULL ? 0 : seat_named(home, o->match, seat, &o->seat, &e);
	if (r == 0)
		r = match_act(home, o, run_now(run), &heard, &e);
	return heard ? run_told(run, r, "all players are told", &e)
		     : run_done(run, r,
			   "done; nobody plays there who would be told", &e);
}

/* Only those that mean something for it. */
static void
add_options(
    enum match_action what, struct options *options, GOptionEntry entries[4])
{
	const struct action_form *form = &action_forms[what];
	void *const own = what == ACTION_PAUSE	? (void *)&options->span
			  : what == ACTION_UNDO ? (void *)&options->count
						: (void *)&options->force;

	entries[0] = (GOptionEntry){ "reason", 0, 0, G_OPTION_ARG_STRING,
		&options->reason,
		"why, in 80 characters at most; all players are told", "TEXT" };
	if (form->seat)
		*++entries = (GOptionEntry){ "seat", 0, 0, G_OPTION_ARG_STRING,
			&options->seat,
			"by its number, from 0, or its player's name or "
			"address",
			"SEAT" };
	if (form->option != NULL)
		*++entries = (GOptionEntry){ form->option, 0, 0,
			what == ACTION_PAUSE  ? G_OPTION_ARG_STRING
			: what == ACTION_UNDO ? G_OPTION_ARG_INT
					      : G_OPTION_ARG_NONE,
			own, form->option_about, form->option_value };
	*++entries = (GOptionEntry)G_OPTION_ENTRY_NULL;
}

int
match_do(struct run *run, enum match_action what)
{
	const struct action_form *form = &action_forms[what];
	int want = 2;
	struct options options = { .count = 1 };
	struct action_options o = { .what = what };
	GOptionEntry entries[4];
	int code = EXIT_DONE;

	for (const char *p = form->arguments; *p != '\0' && *p != '"'; p++)
		want += *p == ' ';
	add_options(what, &options, entries);
	if (run_options(run, entries, form->arguments, &code)) {
		if (run->argc != want ||
		    (form->must_seat && options.seat == NULL))
			code = run_usage("usage: turnpost %s %s --reason TEXT",
			    run->argv[0], form->example);
		else if ((code = fill(run, &options, &o)) != EXIT_DONE)
			;
		else if (options.reason == NULL)
			code = run_usage(
			    "give --reason; it is mailed to all players");
		else
			code = act(run,
			    what == ACTION_ROBOT ? run->argv[2] : options.seat,
			    &o);
	}
	g_free(options.reason);
	g_free(options.span);
	g_free(options.seat);
	return code;
}
