/* SPDX-License-Identifier: ISC */
/*
 * What an organiser does now and then, and what people do with matches that
 * begin and end without him: they are found here, to be part of the season.
 */
#include "sim/inner.h"

#include "app/home/home.h"
#include "app/matches/votes/actions.h"
#include "app/organiser/organiser.h"
#include "base/err.h"
#include "store/matches/actions.h"
#include "store/matches/matches.h"

#include <string.h>

/* In so many of a thousand days. */
static const struct {
	enum match_action what;
	unsigned permille;
	int64_t seconds;
	int count;
} chores[] = {
	{ ACTION_PAUSE, 60, 2 * DAY, 0 },
	{ ACTION_RESUME, 100, 0, 0 },
	{ ACTION_EXTEND, 60, DAY, 0 },
	{ ACTION_REMIND, 60, 0, 0 },
	{ ACTION_UNDO, 10, 0, 1 },
	{ ACTION_END, 2, 0, 0 },
};

/* What the table did not agree on, or is not so, is not done. */
static int
tend(struct season *s, const struct action_options *options)
{
	struct err why = { 0 }, *outer = s->home->err;
	int64_t match = options->match;
	bool heard;
	int r = match_act(s->home, options, s->now, &heard, &why);

	home_errors(s->home, outer);
	if (r == 0) {
		if (options->what == ACTION_END)
			g_array_append_val(s->called_off, match);
		return 0;
	}
	if (why.code == ERR_CLASH || why.code == ERR_MISSING)
		return 0;
	*s->home->err = why;
	return -1;
}

/* Matches that people have made by mail since. */
static int
find_new(struct season *s)
{
	for (;;) {
		struct match_row *row;

		s->home->err->code = 0;
		row = store_match(s->home->store, s->newest + 1);
		if (row == NULL)
			return s->home->err->code != 0 ? -1 : 0;
		s->joinable = row->id;
		s->newest = row->id;
		match_row_free(row);
		season_note(s, s->newest);
	}
}

/* Nobody joins what has begun. */
static int
look_at_joinable(struct season *s)
{
	struct match_row *row;

	if (s->joinable == 0)
		return 0;
	if ((row = store_match(s->home->store, s->joinable)) == NULL)
		return -1;
	if (row->status != STATUS_MUSTER)
		s->joinable = 0;
	match_row_free(row);
	return 0;
}

int
organiser_day(struct season *s)
{
	if (look_at_joinable(s) == -1 || find_new(s) == -1)
		return -1;
	for (size_t i = 0; i < G_N_ELEMENTS(chores) && s->running->len > 0;
	     i++) {
		struct action_options options = { .what = chores[i].what,
			.reason = "it is agreed",
			.seat = -1,
			.seconds = chores[i].seconds,
			.count = chores[i].count };

		if (season_dice(s, 1000) >= chores[i].permille)
			continue;
		options.match = g_array_index(
		    s->running, int64_t, season_dice(s, s->running->len));
		if (tend(s, &options) == -1)
			return -1;
	}
	return 0;
}
