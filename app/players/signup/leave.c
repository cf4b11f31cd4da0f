/* SPDX-License-Identifier: ISC */
/*
 * A player leaves a match before it begins: the seat becomes free for others,
 * or the match is called off if nobody could come; a match that a player has
 * made passes to the next player.
 */
#include "app/players/signup/join.h"

#include "app/home/home.h"
#include "app/letters/context/moments.h"
#include "app/letters/context/partings.h"
#include "app/letters/settle.h"
#include "app/matches/deadlines.h"
#include "app/matches/results/ending.h"
#include "app/matches/status.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/votes/votes.h"
#include "app/players/signup/person_commands.h"
#include "app/players/signup/signup.h"
#include "base/log.h"
#include "core/decision.h"
#include "parse/request.h"
#include "store/matches/matches.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/matches/signup.h"
#include "store/people/people.h"

/* The only match that has not begun in which the person sits; 0: none or
 * many. */
static int
only_match(struct signup *s, int64_t *match)
{
	g_autoptr(GPtrArray) seats =
	    store_seats_of(s->home->store, s->person->id);
	int n = 0;

	if (seats == NULL)
		return -1;
	for (guint i = 0; i < seats->len; i++) {
		const struct seat_row *seat = seats->pdata[i];
		struct match_row *row =
		    store_match(s->home->store, seat->match);

		if (row == NULL)
			return -1;
		if (row->status == STATUS_MUSTER) {
			*match = row->id;
			n++;
		}
		match_row_free(row);
	}
	if (n != 1)
		*match = 0;
	return 0;
}

/* The key of a seat that was left must open none that comes after it. */
static int
void_keys(struct signup *s, struct joining *j)
{
	for (guint i = 0; i < j->seats->len; i++)
		j->signup.epoch = MAX(j->signup.epoch,
		    ((struct seat_row *)j->seats->pdata[i])->epoch);
	j->signup.epoch++;
	return store_signup_set(s->home->store, &j->signup);
}

/* Those that moved up get new keys, too, with the next letter. */
static int
renew_keys(struct signup *s, const struct joining *j, struct table *t, int from)
{
	for (int seat = from; seat < (int)table_seats(t); seat++) {
		table_seat(t, seat)->epoch = j->signup.epoch;
		if (store_seat_update(s->home->store, table_seat(t, seat)) ==
		    -1)
			return -1;
	}
	return 0;
}

/* The maker of it, if it has one, is the leaver: *heir is the player who sits
 * first now, or NULL. */
static int
find_heir(struct table *t, int64_t leaver, struct signup_row *row,
    const struct seat_row **heir)
{
	bool found = false;

	*heir = NULL;
	if (store_signup(t->home->store, t->row->id, row, &found) == -1)
		return -1;
	if (!found || row->maker != leaver || t->row->status != STATUS_MUSTER)
		return 0;
	for (int s = 0; s < (int)table_seats(t) && *heir == NULL; s++)
		if (table_seat(t, s)->person != leaver &&
		    table_seat(t, s)->occupant == OCCUPANT_PERSON)
			*heir = table_seat(t, s);
	return 0;
}

int
signup_pass(struct table *t, int64_t leaver)
{
	const struct seat_row *heir;
	struct signup_row row;

	if (find_heir(t, leaver, &row, &heir) == -1)
		return -1;
	if (heir == NULL)
		return 0;
	row.maker = heir->person;
	log_info("match-handed-on", "match %lld: it is seat %d's now",
	    (long long)t->row->id, heir->seat);
	if (store_signup_set(t->home->store, &row) == -1)
		return -1;
	return table_announce(
	    t, "notice.heir", json_pack("{s:s}", "who", heir->name));
}

static int
tell_left(struct signup *s, struct joining *j, int seat)
{
	const struct seat_row *left = j->seats->pdata[seat];
	struct table *t = signup_table(s, j->row->id, "l");
	json_t *args =
	    parting_args(json_pack("{s:s}", "who", left->name), left->person);
	int r;

	if (t == NULL) {
		json_decref(args);
		return -1;
	}
	/* keys of seats that moved are void: they hear at once */
	if (seat < (int)table_seats(t) || (int)j->seats->len == j->row->wanted)
		table_effect(t, EFFECT_TELL_ALL, -1);
	if (votes_tenures(t, -1) == 0 && j->signup.maker != 0)
		r = match_call_off(t, "notice.all-left", args);
	else
		r = table_notice(t, "notice.left-early", args);
	j->row->status = t->row->status;
	if (r == 0)
		r = signup_pass(t, left->person);
	if (r == 0)
		r = renew_keys(s, j, t, seat);
	if (r == 0 && t->row->status == STATUS_MUSTER)
		r = muster_begin(t);
	if (r == 0)
		r = settle_match(t);
	table_free(t);
	return r;
}

/* In a match without free seats nobody could come: it is called off. */
static int
decline(struct signup *s, struct joining *j, int seat)
{
	struct table *t = signup_table(s, j->row->id, "l");
	int r;

	if (t == NULL)
		return -1;
	r = match_resign(t, seat);
	if (r == 0)
		r = settle_match(t);
	table_free(t);
	return r;
}

static int
stand_up(struct signup *s, struct joining *j, int seat)
{
	log_info("seat-left", "match %lld seat %d: left before the start",
	    (long long)j->row->id, seat);
	if (j->signup.match == 0) {
		signup_said(
		    s, "signup.left-declined", signup_number(j->row->id));
		return decline(s, j, seat);
	}
	if (void_keys(s, j) == -1 ||
	    store_seat_drop(s->home->store, j->row->id, seat) == -1 ||
	    tell_left(s, j, seat) == -1)
		return -1;
	s->left = j->row->id;
	signup_said(s,
	    j->row->status == STATUS_ENDED ? "signup.left-last" : "signup.left",
	    signup_number(j->row->id));
	return 0;
}

/* The person had a seat, and why there is none now. */
static void
refuse_parted(struct signup *s, struct table *t, const struct parting *p)
{
	struct reader r = reader_view(t, SEAT_ONLOOKER);
	json_t *args = signup_number(t->row->id);
	g_autofree char *why = NULL;

	if (p->why == NULL || parting_is_own(p->why, s->person->id)) {
		signup_refuse(s,
		    p->why == NULL ? "error.not-in" : "error.left-own", args);
		return;
	}
	r.self = s->person->id;
	why = notice_text(&r, p->why);
	json_object_set_new(args, "why", json_string(why));
	signup_refuse(s, "error.left-already", args);
}

/* The sender has no seat: was there one?  A match that is past is so for its
 * former players. */
static int
refuse_no_seat(struct signup *s, const struct joining *j, int64_t match)
{
	struct table *t = j->row != NULL ? table_open(s->home, match) : NULL;
	struct parting p = { 0 };
	int r = 0;

	if (j->row != NULL && t == NULL)
		return -1;
	if (t == NULL || !parting_find(t, s->person->id, &p))
		signup_refuse(s, "error.not-in", signup_number(match));
	else if (match_is_past(t->row))
		r = signup_refuse_past(s, match);
	else
		refuse_parted(s, t, &p);
	table_free(t);
	return r;
}

int
signup_leave_match(struct signup *s, int64_t match)
{
	struct joining j;
	int r = joining_find(s, match, &j);
	int seat =
	    r == 0 && j.row != NULL ? joining_seat(&j, s->person->id) : -1;

	if (r == 0 && seat == -1)
		r = refuse_no_seat(s, &j, match);
	else if (r == 0 && j.row->status == STATUS_RUNNING)
		signup_refuse(s, "error.leave-late", signup_number(match));
	else if (r == 0 && j.row->status != STATUS_MUSTER)
		r = signup_refuse_past(s, match);
	else if (r == 0)
		r = stand_up(s, &j, seat);
	joining_clear(&j);
	return r;
}

int
signup_leave(struct signup *s, const struct request *q)
{
	int64_t match = q->number != 0 ? q->number : s->at;

	if (match == 0 && only_match(s, &match) == -1)
		return -1;
	if (match != 0)
		return signup_leave_match(s, match);
	signup_refuse(s, "error.leave-which", NULL);
	return 0;
}
