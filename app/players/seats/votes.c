/* SPDX-License-Identifier: ISC */
/*
 * Votes: what a table decides without its organiser.  A vote closes as soon
 * as those who have not answered can change nothing, and at the latest when
 * its time is up; by app/matches/votes/votes.c.  How each has voted is told
 * when it is closed, not before.
 */
#include "app/players/seats/seat_commands.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/matches/clocks/pause.h"
#include "app/matches/moves/tryout.h"
#include "app/matches/results/ending.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/reply_lines.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/table/talk.h"
#include "app/matches/votes/actions.h"
#include "app/matches/votes/votes.h"
#include "base/log.h"
#include "base/seconds.h"
#include "core/names.h"
#include "core/say.h"
#include "parse/request.h"
#include "policy/policy.h"
#include "robot/level.h"
#include "store/matches/actions.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"
#include "store/matches/votes.h"

#include <string.h>

#define VOTES_A_WEEK 2 /* of one seat */

/* ---- what people write ---- */

static struct phrase *
fault(const char *what, json_t *args)
{
	g_autofree char *key = g_strdup_printf("error.vote-%s", what);

	return phrase_new(key, args);
}

static struct phrase *
number_fault(const char *what, const char *name, int64_t n)
{
	return fault(what, json_pack("{s:I}", name, (json_int_t)n));
}

static struct phrase *
time_fault(const struct table *t, enum match_action kind, int64_t seconds)
{
	if (kind == ACTION_PAUSE && t->row->paused != 0)
		return fault("paused", NULL);
	if (kind == ACTION_RESUME && t->row->paused == 0)
		return fault("not-paused", NULL);
	if ((kind == ACTION_PAUSE || kind == ACTION_EXTEND) &&
	    seconds > HOLD_MAX_DAYS * DAY)
		return number_fault("long", "days", HOLD_MAX_DAYS);
	return NULL;
}

static struct phrase *
replace_fault(struct table *t, int seat, int about)
{
	if (about == seat)
		return fault("self", NULL);
	if (table_seat(t, about)->occupant != OCCUPANT_PERSON)
		return fault(
		    "gone", json_pack("{s:s}", "who", t->names[about]));
	if (votes_tenures(t, about) < VOTES_QUORUM)
		return fault("few", NULL);
	return NULL;
}

/* Robots that play for others, or at seats of their own. */
static struct phrase *
robot_fault(struct table *t, int seat, const struct vote_row *vote)
{
	const struct seat_row *row = table_seat(t, (int)vote->about);
	json_t *who = json_pack("{s:s}", "who", t->names[vote->about]);

	if (vote->about == seat) {
		json_decref(who);
		return fault("robot-self", NULL);
	}
	if (vote->level != NULL && t->home->config->think == 0) {
		json_decref(who);
		return fault("robot-idle", NULL);
	}
	if (vote->level == NULL
		? row->level == NULL || !robot_plays(row)
		: robot_plays(row) && g_strcmp0(row->level, vote->level) == 0)
		return fault(vote->level == NULL ? "robot-none"
			     : robot_owns(row)	 ? "robot-own"
						 : "robot-already",
		    who);
	json_decref(who);
	if (row->occupant == OCCUPANT_PERSON &&
	    votes_tenures(t, (int)vote->about) < VOTES_QUORUM)
		return fault("few", NULL);
	return NULL;
}

static struct phrase *
seat_fault(struct table *t, int seat)
{
	if (t->row->status == STATUS_MUSTER)
		return phrase_new("error.muster", NULL);
	if (t->row->status != STATUS_RUNNING)
		return phrase_new(ending_refusal(t), NULL);
	if (t->policy.majority == MAJORITY_NONE)
		return fault("none", NULL);
	if (table_seat(t, seat)->occupant != OCCUPANT_PERSON)
		return phrase_new("error.resigned", NULL);
	return NULL;
}

/* One of its kind is open, or the seat has opened too many. */
static int
check_many(const struct tryout *tryout, const struct vote_row *row,
    struct phrase **why)
{
	const struct table *t = tryout->t;
	g_autoptr(GPtrArray) open =
	    store_votes_open(t->home->store, t->row->id);
	int64_t n;

	if (open == NULL ||
	    store_votes_since(t->home->store, t->row->id, row->seat,
		tryout->t->home->now - 7 * DAY, t->home->now, &n) == -1)
		return -1;
	for (guint i = 0; i < open->len && *why == NULL; i++) {
		const struct vote_row *other = open->pdata[i];

		if (other->kind == row->kind)
			*why = number_fault("open", "n", other->n);
	}
	if (*why == NULL && n >= VOTES_A_WEEK)
		*why = number_fault("often", "max", VOTES_A_WEEK);
	return 0;
}

/* Is anybody's decision to be made by a time? */
static int
check_clocks(struct table *t, enum match_action kind, struct phrase **why)
{
	bool any;

	if (kind != ACTION_EXTEND || *why != NULL)
		return 0;
	if (pause_any_deadline(t, -1, &any) == -1)
		return -1;
	if (!any)
		*why = fault("no-deadline", NULL);
	return 0;
}

static int
check_new(const struct tryout *tryout, const struct vote_row *row,
    struct phrase **why)
{
	struct table *t = tryout->t;

	if ((*why = seat_fault(t, row->seat)) != NULL ||
	    (*why = time_fault(t, row->kind, row->about)) != NULL)
		return 0;
	if (row->kind == ACTION_REPLACE)
		*why = replace_fault(t, row->seat, (int)row->about);
	else if (row->kind == ACTION_ROBOT)
		*why = robot_fault(t, row->seat, row);
	if (*why == NULL && check_many(tryout, row, why) == -1)
		return -1;
	return check_clocks(t, row->kind, why);
}

/* ---- a new one ---- */

static int
give_ballot(const struct tryout *tryout, int64_t vote, bool yes)
{
	const struct ballot_row ballot = { .vote = vote,
		.seat = tryout->seat,
		.person = table_seat(tryout->t, tryout->seat)->person,
		.yes = yes };

	return store_ballot_set(tryout->t->home->store, &ballot);
}

static int
tell_opened(struct table *t, const struct vote_row *row, int64_t due)
{
	bool off = row->kind == ACTION_ROBOT && row->level == NULL;
	g_autofree char *key = g_strdup_printf("notice.vote-%s%s-opened",
	    match_action_words[row->kind], off ? "-off" : "");
	json_t *args = json_pack("{s:i, s:s, s:o}", "n", row->n, "by",
	    t->names[row->seat], "until", told_moment(due));

	if (row->level != NULL)
		json_object_set_new(
		    args, "level", robot_level_said(row->level));
	if (vote_about_seat(row))
		json_object_set_new(
		    args, "who", json_string(t->names[row->about]));
	else if (row->about > 0)
		json_object_set_new(args, "time", told_span(row->about));
	return table_announce(t, key, args);
}

static int
open_vote(const struct tryout *tryout, struct vote_row *row)
{
	struct table *t = tryout->t;
	struct timer_row timer;

	row->match = t->row->id;
	row->opened = tryout->t->home->now;
	row->event = t->row->last_event + 1;
	if (vote_about_seat(row))
		row->whom = table_seat(t, (int)row->about)->person;
	if (store_vote_add(t->home->store, row) == -1 ||
	    give_ballot(tryout, row->id, true) == -1 ||
	    votes_begin(t, row, &timer) == -1)
		return -1;
	log_info("vote-asked", "match %lld seat %d: asks for vote %d, %s",
	    (long long)t->row->id, row->seat, row->n,
	    match_action_words[row->kind]);
	return tell_opened(t, row, timer.due);
}

/* "medium Anna", "off Anna": the rest is the name. */
static const char *
read_level(const char *text, struct vote_row *row)
{
	g_autofree char *word = g_strndup(text, strcspn(text, " "));
	enum robot_level level = ROBOT_EASY;
	const char *rest = text + strlen(word);

	if (robot_level_read(word, &level))
		row->level = g_strdup(word);
	return *rest == ' ' ? rest + 1 : rest;
}

/* "end", "extend 259200", "replace Anna", "robot medium Anna" */
static bool
read_kind(const struct table *t, const char *text, struct vote_row *row)
{
	size_t size = strcspn(text, " ");
	const char *rest = text + size + (text[size] == ' ');

	for (int k = 0; k < MATCH_ACTIONS; k++) {
		const char *word = match_action_words[k];

		if (action_kinds[k].voted == NULL || strlen(word) != size ||
		    strncmp(word, text, size) != 0)
			continue;
		row->kind = (enum match_action)k;
		row->about = g_ascii_strtoll(rest, NULL, 10);
		if (row->kind == ACTION_PAUSE && row->about == 0)
			row->about = HOLD_MAX_DAYS * DAY;
		if (row->kind == ACTION_ROBOT)
			rest = read_level(rest, row);
		if (vote_about_seat(row) && t->match != NULL)
			row->about = match_seat_named(t->match, rest);
		return !vote_about_seat(row) || row->about >= 0;
	}
	return false;
}

/* *why: it is refused. */
static int
ask(const struct tryout *tryout, const char *text, struct phrase **why)
{
	struct vote_row row = { .seat = tryout->seat };
	int r = 0;

	if (!read_kind(tryout->t, text, &row)) {
		*why = seat_fault(tryout->t, tryout->seat);
	} else {
		r = check_new(tryout, &row, why);
		if (r == 0 && *why == NULL)
			r = open_vote(tryout, &row);
	}
	g_free(row.level);
	return r;
}

/* ---- a ballot ---- */

static bool
is_meant(const struct vote_row *row, const char *which)
{
	return g_ascii_isdigit(which[0])
		   ? row->n == (int)g_ascii_strtoll(which, NULL, 10)
		   : strcmp(match_action_words[row->kind], which) == 0;
}

/* Those that the seat has a say in; all, if there are no others. */
static GPtrArray *
with_a_say(struct table *t, const GPtrArray *open, int seat)
{
	GPtrArray *own = g_ptr_array_new();

	for (guint i = 0; i < open->len; i++)
		if (vote_apart(t, open->pdata[i]) != seat)
			g_ptr_array_add(own, open->pdata[i]);
	for (guint i = 0; own->len == 0 && i < open->len; i++)
		g_ptr_array_add(own, open->pdata[i]);
	return own;
}

/*
 * The open one that is meant; which: its number, its kind, or "".  Without
 * either it must stand in the letter that is answered.
 */
static const struct vote_row *
find_vote(
    const GPtrArray *open, const char *which, int64_t turn, struct phrase **why)
{
	const struct vote_row *found = NULL;
	json_t *numbers = json_array();

	for (guint i = 0; i < open->len; i++) {
		const struct vote_row *row = open->pdata[i];

		json_array_append_new(numbers, json_integer(row->n));
		if (found == NULL && (which[0] == '\0' || is_meant(row, which)))
			found = row;
	}
	if (open->len == 0)
		*why = fault("no-open", NULL);
	else if (which[0] == '\0' && open->len > 1)
		*why = fault("which", json_pack("{s:O}", "ns", numbers));
	else if (found == NULL)
		*why = fault("unknown", json_pack("{s:O}", "ns", numbers));
	else if (which[0] == '\0' && turn >= 0 && turn < found->event)
		*why = number_fault("newer", "n", found->n);
	json_decref(numbers);
	return *why != NULL ? NULL : found;
}

/* text: "yes", "no 2", "yes pause" */
static int
answer(const struct tryout *tryout, const char *text, struct phrase **why)
{
	struct table *t = tryout->t;
	int64_t turn = tryout->turn;
	g_autoptr(GPtrArray) open = NULL, own = NULL;
	const struct vote_row *row;
	const char *which = strchr(text, ' ');

	if ((*why = seat_fault(t, tryout->seat)) != NULL)
		return 0;
	open = store_votes_open(t->home->store, t->row->id);
	if (open == NULL)
		return -1;
	if (turn >= 0)
		turn = talk_full_number(t, turn);
	own = with_a_say(t, open, tryout->seat);
	row = which == NULL ? find_vote(own, "", turn, why)
			    : find_vote(open, which + 1, turn, why);
	if (row == NULL)
		return 0;
	if (vote_apart(t, row) == tryout->seat) {
		*why = fault("about-you", NULL);
		return 0;
	}
	return give_ballot(tryout, row->id, text[0] == 'y');
}

int
seat_vote(struct tryout *tryout, const struct request *q)
{
	bool yes = g_str_has_prefix(q->text, "yes");
	bool no = g_str_has_prefix(q->text, "no");
	struct phrase *why = NULL;
	int r = yes || no ? answer(tryout, q->text, &why)
			  : ask(tryout, q->text, &why);

	if (r == 0 && why != NULL)
		reply_refuse_for(tryout->reply, q->line, why);
	else if (r == 0)
		reply_note(tryout->reply, q->line,
		    yes	 ? "vote-yes"
		    : no ? "vote-no"
			 : "vote-opened",
		    NULL);
	return r;
}
