/* SPDX-License-Identifier: ISC */
/*
 * turnpost match: pause, resume, extend, remind, replace, undo, end, move.
 * Each wants a reason, which is mailed to all players.
 */
#include "cmd/cmd.h"

#include "app/home/people.h"
#include "app/organiser/organiser.h"

#include <stdio.h>
#include <string.h>

/* What stands behind the number of the match. */
struct form {
	const char *word;
	enum match_tending what;
	const char *summary;
	const char *usage; /* said if it is otherwise */
	int more; /* so many arguments */
	bool seat; /* --seat must be given */
	bool may_seat; /* or may */
};
static const struct form forms[] = {
	{ "match pause", TEND_PAUSE, "MATCH",
	    "say turnpost match pause MATCH [--for 3d] --reason TEXT", 0, false,
	    false },
	{ "match resume", TEND_RESUME, "MATCH",
	    "say turnpost match resume MATCH --reason TEXT", 0, false, false },
	{ "match extend", TEND_EXTEND, "MATCH TIME",
	    "say turnpost match extend MATCH 3d [--seat SEAT] --reason TEXT", 1,
	    false, true },
	{ "match remind", TEND_REMIND, "MATCH",
	    "say turnpost match remind MATCH [--seat SEAT] --reason TEXT", 0,
	    false, true },
	{ "match replace", TEND_REPLACE, "MATCH \"NAME <ADDRESS>\"",
	    "say turnpost match replace MATCH --seat SEAT \"NAME <ADDRESS>\" "
	    "--reason TEXT",
	    1, true, true },
	{ "match undo", TEND_UNDO, "MATCH",
	    "say turnpost match undo MATCH [--count N] --reason TEXT", 0, false,
	    false },
	{ "match end", TEND_END, "MATCH",
	    "say turnpost match end MATCH --reason TEXT", 0, false, false },
	{ "match move", TEND_MOVE, "MATCH MOVE",
	    "say turnpost match move MATCH --seat SEAT \"play wine\" --reason "
	    "TEXT",
	    1, true, true },
};

static const struct form *
find_form(const char *word)
{
	size_t i = 0;

	while (strcmp(forms[i].word, word) != 0)
		i++;
	return &forms[i];
}

/* What was given by options. */
struct given {
	char *reason, *span, *seat;
	int count;
	gboolean force;
};

/* "3d" to seconds. */
static bool
read_span(const char *text, int64_t *seconds)
{
	static const char units[] = "mhd";
	static const int sizes[] = { 60, 3600, 86400 };
	const char *unit;
	char *end;
	gint64 n = g_ascii_strtoll(text, &end, 10);

	if (!g_ascii_isdigit(text[0]) || n < 1 || n > 10000 || *end == '\0' ||
	    end[1] != '\0' || (unit = strchr(units, *end)) == NULL)
		return false;
	*seconds = n * sizes[unit - units];
	return true;
}

static bool
fill_wish(struct run *run, const struct form *form, const struct given *given,
    struct match_wish *w)
{
	const char *span =
	    form->what == TEND_EXTEND ? run->argv[2] : given->span;

	w->what = form->what;
	w->match = run_number(run->argv[1]);
	w->reason = given->reason;
	w->seat = -1;
	w->count = given->count;
	w->text = form->more == 1 ? run->argv[2] : NULL;
	w->look.force = given->force;
	w->look.now = run_now(run);
	return w->match != -1 && w->count > 0 &&
	       (span == NULL || read_span(span, &w->seconds));
}

static int
tend(struct run *run, const char *seat, struct match_wish *w)
{
	struct err e = { 0 };
	int code = EXIT_DONE, r;
	struct home *home = run_home(run, &code);

	if (home == NULL)
		return code;
	r = seat == NULL ? 0 : seat_named(home, w->match, seat, &w->seat, &e);
	if (r == 0)
		r = match_tend(home, w, run_now(run), &e);
	code = run_done(r,
	    "done; all players are told with the next \"send\" or \"run\"", &e);
	home_close(home);
	return code;
}

/* Only those that mean something for it. */
static void
add_options(
    const struct form *form, struct given *given, GOptionEntry entries[5])
{
	int n = 0;

	entries[n++] = (GOptionEntry){ "reason", 0, 0, G_OPTION_ARG_STRING,
		&given->reason, "why; all players are told", "TEXT" };
	if (form->may_seat)
		entries[n++] = (GOptionEntry){ "seat", 0, 0,
			G_OPTION_ARG_STRING, &given->seat,
			"by its number, from 0, or its player's name or "
			"address",
			"SEAT" };
	if (form->what == TEND_PAUSE)
		entries[n++] = (GOptionEntry){ "for", 0, 0, G_OPTION_ARG_STRING,
			&given->span, "it goes on by itself after that",
			"TIME" };
	if (form->what == TEND_UNDO)
		entries[n++] = (GOptionEntry){ "count", 0, 0, G_OPTION_ARG_INT,
			&given->count, "so many moves; 1 if not given", "N" };
	if (form->what == TEND_MOVE)
		entries[n++] = (GOptionEntry){ "force", 0, 0, G_OPTION_ARG_NONE,
			&given->force,
			"though you play there; all players are told", NULL };
	entries[n] = (GOptionEntry)G_OPTION_ENTRY_NULL;
}

int
match_tend_it(struct run *run)
{
	const struct form *form = find_form(run->argv[0]);
	struct given given = { .count = 1 };
	struct match_wish w = { 0 };
	GOptionEntry entries[5];
	int code = EXIT_DONE;

	add_options(form, &given, entries);
	if (run_options(run, entries, form->summary, &code)) {
		if (run->argc != 2 + form->more ||
		    (form->seat && given.seat == NULL) ||
		    !fill_wish(run, form, &given, &w))
			code = run_usage("%s", form->usage);
		else if (given.reason == NULL)
			code = run_usage(
			    "give --reason; it is mailed to all players");
		else
			code = tend(run, given.seat, &w);
	}
	g_free(given.reason);
	g_free(given.span);
	g_free(given.seat);
	return code;
}
