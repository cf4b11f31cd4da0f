/* SPDX-License-Identifier: ISC */
/*
 * All that is done to a match by its organiser or by a vote, a row each: by
 * whom it may be done, how often, how it is done and told.
 */
#include "app/matches/votes/actions.h"

#include "app/matches/table/autoplay.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "core/decision.h"
#include "policy/policy.h"
#include "policy/span.h"
#include "store/matches/actions.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/votes.h"

static bool
is_paused(struct table *t, const struct vote_row *vote)
{
	(void)vote;
	return t->row->paused != 0;
}

static bool
goes_on(struct table *t, const struct vote_row *vote)
{
	(void)vote;
	return t->row->paused == 0;
}

/* Does somebody else hold the seat, or nobody? */
static bool
is_replaced(struct table *t, const struct vote_row *vote)
{
	const struct seat_row *row = table_seat(t, (int)vote->about);

	return row->occupant != OCCUPANT_PERSON || row->person != vote->whom;
}

/* Does a robot play there as the vote wants, or is it another's seat now? */
static bool
is_robot_done(struct table *t, const struct vote_row *vote)
{
	const struct seat_row *row = table_seat(t, (int)vote->about);

	if (vote->level == NULL)
		return row->level == NULL || row->person != vote->whom;
	return (row->occupant == OCCUPANT_PERSON &&
		   row->person != vote->whom) ||
	       (robot_plays(row) && g_strcmp0(robot_level(t, (int)vote->about),
					vote->level) == 0);
}

const struct action_kind action_kinds[MATCH_ACTIONS] = {
	[ACTION_PAUSE] = { "pause it", RIGHT_PAUSE, false, 3,
	    "notice.organiser-pause", "notice.vote-paused",
	    "notice.vote-void-paused", is_paused, action_pause, false },
	[ACTION_RESUME] = { "let it go on", RIGHT_PAUSE, false, 3,
	    "notice.organiser-resume", "notice.vote-resumed",
	    "notice.vote-void-resumed", goes_on, action_resume, false },
	[ACTION_EXTEND] = { "extend its deadlines", RIGHT_EXTEND, true, 3,
	    "notice.organiser-extend", "notice.vote-extended", NULL, NULL,
	    action_extend, false },
	[ACTION_REMIND] = { "remind its players", RIGHT_REMIND, true,
	    GAME_MAX_SEATS, "notice.organiser-remind", NULL, NULL, NULL,
	    action_remind, false },
	[ACTION_REPLACE] = { "replace a player", RIGHT_REPLACE, true, 3,
	    "notice.organiser-replace", "notice.vote-replaced",
	    "notice.vote-void-replaced", is_replaced, action_replace, true },
	[ACTION_UNDO] = { "take moves back", RIGHT_UNDO, false, 3,
	    "notice.undone", NULL, NULL, NULL, action_undo, false },
	[ACTION_END] = { "end it", RIGHT_END, true, 1, "notice.ended",
	    "notice.vote-ended", NULL, NULL, action_end, true },
	[ACTION_ROBOT] = { "let a robot play for a player", RIGHT_REPLACE,
	    false, 3, "notice.organiser-robot", "notice.vote-robot",
	    "notice.vote-void-robot", is_robot_done, action_robot, true },
	[ACTION_MOVE] = { "make a move for a player", RIGHT_MOVE, false, 10,
	    "notice.organiser-move", NULL, NULL, NULL, action_move, false },
};

/* A seat's extension, or of more than one move, has its own sentence. */
static const char *
notice_key(const struct action_options *o)
{
	if (o->vote)
		return action_kinds[o->what].voted;
	if (o->what == ACTION_EXTEND && o->seat != -1)
		return "notice.organiser-extend-seat";
	if (o->what == ACTION_UNDO && o->count > 1)
		return "notice.undone-more";
	return action_kinds[o->what].notice;
}

int
action_do(struct table *t, struct action_options *o, json_t *args)
{
	const struct action_kind *kind = &action_kinds[o->what];
	int r;

	table_effect(t, EFFECT_TELL_ALL, -1);
	r = kind->apply(t, o, args);
	if (r == 0 && !kind->tells)
		r = table_notice(t, notice_key(o), json_incref(args));
	json_decref(args);
	return r;
}

bool
action_span(const char *text, int64_t *seconds)
{
	struct span span;

	if (!span_read(text, &span) || span.seconds == 0)
		return false;
	*seconds = span.seconds;
	return true;
}
