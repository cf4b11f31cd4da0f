/* SPDX-License-Identifier: ISC */
/*
 * What an organiser does to a match that was agreed on: never without a
 * reason, never against what was agreed, not without bounds, and all players
 * are told at once.
 */
#include "app/organiser/organiser.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/letters/kinds/left.h"
#include "app/letters/reach.h"
#include "app/letters/settle.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/table.h"
#include "app/matches/votes/actions.h"
#include "app/organiser/shown/reveal.h"
#include "app/players/signup/join.h"
#include "base/err.h"
#include "base/log.h"
#include "base/seconds.h"
#include "core/decision.h"
#include "core/names.h"
#include "store/matches/actions.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/transaction.h"

const struct action_form action_forms[MATCH_ACTIONS] = {
	[ACTION_PAUSE] = { "MATCH", "MATCH [--for 3d]", false, false, "for",
	    "the match resumes automatically after that", "TIME" },
	[ACTION_RESUME] = { "MATCH", "MATCH", false, false, NULL, NULL, NULL },
	[ACTION_EXTEND] = { "MATCH TIME", "MATCH 3d [--seat SEAT]", true, false,
	    NULL, NULL, NULL },
	[ACTION_REMIND] = { "MATCH", "MATCH [--seat SEAT]", true, false, NULL,
	    NULL, NULL },
	[ACTION_REPLACE] = { "MATCH \"NAME <ADDRESS>\"",
	    "MATCH --seat SEAT \"NAME <ADDRESS>\"", true, true, NULL, NULL,
	    NULL },
	[ACTION_UNDO] = { "MATCH", "MATCH [--count N]", false, false, "count",
	    "the number of moves (default: 1)", "N" },
	[ACTION_END] = { "MATCH", "MATCH", false, false, NULL, NULL, NULL },
	[ACTION_ROBOT] = { "MATCH SEAT easy|medium|strong|off",
	    "MATCH SEAT medium", false, false, NULL, NULL, NULL },
	[ACTION_MOVE] = { "MATCH MOVE", "MATCH --seat SEAT \"play wine\"", true,
	    true, "force", "even if you play there; all players are told",
	    NULL },
};

/* ---- may it be done? ---- */

static int
check_status(const struct table *t, const struct action_kind *kind)
{
	long long id = (long long)t->row->id;

	if (match_is_past(t->row))
		return err_set(
		    t->home->err, ERR_CLASH, "match %lld is already over", id);
	if (t->row->status == STATUS_MUSTER && !kind->muster)
		return err_set(
		    t->home->err, ERR_CLASH, "match %lld is not running", id);
	/* What a table agreed on holds from the first card on. */
	if (t->row->status == STATUS_RUNNING &&
	    (t->policy.rights & kind->right) == 0)
		return err_set(t->home->err, ERR_CLASH,
		    "the players of match %lld did not agree that the "
		    "organiser may %s (organiser: in its policy)",
		    id, kind->does);
	return 0;
}

static int
check_often(struct table *t, enum match_action what)
{
	const struct action_kind *kind = &action_kinds[what];
	g_autoptr(GArray) rows =
	    store_actions(t->home->store, t->row->id, t->home->now - DAY);
	int n = 0;

	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++)
		n += g_array_index(rows, struct action_row, i).what == what;
	return n < kind->a_day
		   ? 0
		   : err_set(t->home->err, ERR_CLASH,
			 "match %lld: the organiser may %s %d times a day; try "
			 "again tomorrow",
			 (long long)t->row->id, kind->does, kind->a_day);
}

static int
check_seat(struct table *t, const struct action_options *o)
{
	if (o->seat < (int)table_seats(t))
		return 0;
	return err_set(t->home->err, ERR_MISSING,
	    "match %lld has seats 0 to %d; there is no seat %d",
	    (long long)t->row->id, (int)table_seats(t) - 1, o->seat);
}

static json_t *
notice_args(struct table *t, const struct action_options *o)
{
	json_t *args = json_pack(
	    "{s:s, s:o}", "reason", o->reason, "at", told_moment(t->home->now));

	if (o->seat != -1)
		json_object_set_new(
		    args, "who", json_string(t->names[o->seat]));
	return args;
}

/* Written down: by these rows it is seen how often it was done. */
static int
note(struct table *t, const struct action_options *o)
{
	const struct action_row row = {
		.match = t->row->id,
		.what = o->what,
		.at = t->home->now,
		.seats = (int64_t)(o->reminded != 0 ? o->reminded
				   : o->seat == -1  ? 0
						    : SEAT(o->seat)),
		.seconds = o->what == ACTION_EXTEND ? o->seconds : 0,
	};

	return store_action_add(t->home->store, &row);
}

/* ---- a player is replaced ---- */

/* Nothing was named after the seat yet: it gets the name of the person who
 * comes. */
static int
rename_seat(struct table *t, int seat, const char *name)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (s != seat && names_alike(t->names[s], name))
			return err_set(t->home->err, ERR_CLASH,
			    "somebody in match %lld is already called %s; give "
			    "another name",
			    (long long)t->row->id, t->names[s]);
	g_free(t->names[seat]);
	t->names[seat] = g_strdup(name);
	g_free(table_seat(t, seat)->name);
	table_seat(t, seat)->name = g_strdup(name);
	return 0;
}

/* The person who comes is invited as all were. */
static int
invite(struct table *t, int seat)
{
	t->answered = seat;
	return letter_to_seat(t, seat, "muster");
}

/* The person that the organiser means.  *name: the person's name in this match.
 */
static int
find_person(
    struct table *t, struct action_options *o, json_t *args, char **name)
{
	struct person *person = NULL;

	if (reach_given(t->home, o->text) == 0)
		person = person_meant(t->home, "person", o->text, name);
	if (person == NULL)
		return -1;
	o->person = person->id;
	json_object_set_new(args, "name",
	    json_string(
		t->row->status == STATUS_MUSTER ? *name : person->name));
	person_free(person);
	return 0;
}

/* Before the match begins. */
static int
newcomer(struct table *t, const struct action_options *o, const char *name,
    int64_t left)
{
	const struct effect *found = effect_of(t, EFFECT_LEFT, o->seat);
	/* a letter may change the list */
	const struct effect gone =
	    found != NULL ? *found : (struct effect){ 0 };

	/* the person who is invited now is not the one who must hear of it */
	if ((found != NULL && tell_who_left(t, &gone) == -1) ||
	    rename_seat(t, o->seat, name) == -1 ||
	    store_seat_update(t->home->store, table_seat(t, o->seat)) == -1 ||
	    signup_pass(t, left) == -1)
		return -1;
	effect_drop(t, EFFECT_LEFT, o->seat);
	return invite(t, o->seat);
}

static int
replace(struct table *t, struct action_options *o, json_t *args)
{
	bool muster = t->row->status == STATUS_MUSTER;
	int64_t left = table_seat(t, o->seat)->person;
	g_autofree char *name = NULL;

	if (find_person(t, o, args, &name) == -1 ||
	    action_do(t, o, json_incref(args)) == -1)
		return -1;
	return muster ? newcomer(t, o, name, left) : 0;
}

/* ---- all ---- */

static int
do_action(struct table *t, struct action_options *o)
{
	const struct action_kind *kind = &action_kinds[o->what];
	json_t *args;
	int r;

	if (check_seat(t, o) == -1 || check_status(t, kind) == -1 ||
	    check_often(t, o->what) == -1)
		return -1;
	args = notice_args(t, o);
	r = o->what == ACTION_REPLACE ? replace(t, o, args)
				      : action_do(t, o, json_incref(args));
	json_decref(args);
	if (r == 0)
		r = note(t, o);
	return r == 0 ? settle_match(t) : -1;
}

/* People who play or watch; -1 on a fault. */
static int
count_hearers(struct table *t)
{
	g_autoptr(GPtrArray) list = store_onlookers(t->home->store, t->row->id);
	int n = list == NULL ? -1 : (int)list->len;

	for (int s = 0; n != -1 && s < (int)table_seats(t); s++)
		n += table_seat(t, s)->occupant == OCCUPANT_PERSON;
	return n;
}

static int
at_table(struct home *home, struct action_options o, bool *heard)
{
	/* Undoing gives no number back, so that none comes twice. */
	struct table *t = table_open_for(home, o.match, "u");
	int hearers, r;

	if (t == NULL)
		return -1;
	hearers = count_hearers(t);
	/* a newcomer to a seat hears of it, too */
	*heard = hearers > 0 || o.what == ACTION_REPLACE;
	r = hearers == -1 ? -1 : do_action(t, &o);
	table_free(t);
	return r;
}

int
match_act(struct home *home, const struct action_options *o, int64_t now,
    bool *heard, struct err *e)
{
	const struct reveal reveal = { .force = o->force, .now = now };
	int r;

	home_work(home, now, e);
	if (organise_text_ok("the reason", o->reason, e) == -1)
		return -1;
	/* To try whether a hand allows a move is to look at it. */
	if (o->what == ACTION_MOVE &&
	    reveal_seat(home, o->match, o->seat, &reveal) == -1)
		return -1;
	IN_TRANSACTION(home->store, r, at_table(home, *o, heard));
	if (r == 0)
		log_info("organiser-did", "match %lld: the organiser did: %s",
		    (long long)o->match, action_kinds[o->what].does);
	return r;
}
