/* SPDX-License-Identifier: ISC */
/* Votes: which seats may answer, how it is counted, and what follows. */
#include "app/matches/votes/votes.h"

#include "app/home/home.h"
#include "app/matches/clocks/away.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/votes/actions.h"
#include "base/err.h"
#include "base/log.h"
#include "core/decision.h"
#include "policy/tally.h"
#include "store/matches/actions.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"
#include "store/matches/votes.h"

/* ---- who counts ---- */

int
votes_tenures(struct table *t, int besides)
{
	int n = 0;

	for (int s = 0; s < (int)table_seats(t); s++)
		n += s != besides &&
		     table_seat(t, s)->occupant == OCCUPANT_PERSON;
	return n;
}

bool
vote_about_seat(const struct vote_row *vote)
{
	return vote->kind == ACTION_REPLACE || vote->kind == ACTION_ROBOT;
}

int
vote_apart(struct table *t, const struct vote_row *vote)
{
	bool apart =
	    vote_about_seat(vote) &&
	    (vote->kind == ACTION_REPLACE ||
		table_seat(t, (int)vote->about)->occupant == OCCUPANT_PERSON);

	return apart ? (int)vote->about : -1;
}

/*
 * Is the player of that seat there?  Not one who has left, is away or lets a
 * robot play, nor one whom no letter reaches, or not the one about that vote.
 */
static int
is_present(
    struct table *t, const struct vote_row *vote, int seat, bool *present)
{
	const struct seat_row *row = table_seat(t, seat);
	enum vote_shown shown;
	bool away;

	*present = false;
	if (row->occupant != OCCUPANT_PERSON || robot_relieves(row))
		return 0;
	if (votes_shown(t, vote, seat, &shown, NULL) == -1)
		return -1;
	*present = shown != SHOWN_NEVER;
	if (away_now(t->home, row->person, &away, NULL) == -1)
		return -1;
	*present &= !away;
	return 0;
}

/* The seats that said yes, no, or nothing though they are there. */
struct count {
	seatset yes, no, silent;
};

int
votes_ballots(
    struct table *t, const struct vote_row *vote, seatset *yes, seatset *no)
{
	g_autoptr(GArray) list = store_ballots(t->home->store, vote->id);

	*yes = *no = 0;
	if (list == NULL)
		return -1;
	for (guint i = 0; i < list->len; i++) {
		const struct ballot_row *b =
		    &g_array_index(list, struct ballot_row, i);
		const struct seat_row *row = table_seat(t, b->seat);

		if (row->occupant == OCCUPANT_PERSON &&
		    row->person == b->person)
			*(b->yes ? yes : no) |= SEAT(b->seat);
	}
	return 0;
}

static int
count_vote(struct table *t, const struct vote_row *vote, struct count *c)
{
	*c = (struct count){ 0 };
	if (votes_ballots(t, vote, &c->yes, &c->no) == -1)
		return -1;
	for (int s = 0; s < (int)table_seats(t); s++) {
		bool present;

		if (vote_apart(t, vote) == s || ((c->yes | c->no) & SEAT(s)))
			continue;
		if (is_present(t, vote, s, &present) == -1)
			return -1;
		if (present)
			c->silent |= SEAT(s);
	}
	return 0;
}

static int
size_of(seatset seats)
{
	return __builtin_popcountll((unsigned long long)seats);
}

/*
 * Nobody decides alone over others, not even over those who are away; a player
 * who is the only one left at the table does.
 */
static struct tally
tally_of(struct table *t, const struct vote_row *vote, const struct count *c)
{
	int tenures = votes_tenures(t, -1);

	return (struct tally){
		.yes = size_of(c->yes),
		.no = size_of(c->no),
		.left = size_of(c->silent),
		.quorum = vote_apart(t, vote) != -1
			      ? VOTES_QUORUM
			      : MIN(VOTES_QUORUM, tenures),
	};
}

/* ---- what follows ---- */

static int
close_row(struct table *t, struct vote_row *vote, bool passed)
{
	struct timer_row timer = { .match = t->row->id,
		.seat = -1,
		.kind = TIMER_VOTE,
		.n = vote->id };

	vote->closed = t->home->now;
	vote->passed = passed;
	if (store_vote_update(t->home->store, vote) == -1 ||
	    store_timer_clear_one(t->home->store, &timer) == -1)
		return -1;
	timer.seat = VOTE_LOOK(vote);
	return store_timer_clear_one(t->home->store, &timer);
}

/* Names, or "nobody". */
static json_t *
names_or_nobody(struct table *t, seatset seats)
{
	if (seats != 0)
		return table_name_list(t, seats);
	return json_pack(
	    "[{s:s, s:s}]", "word", "nobody", "phrase", "vote.nobody");
}

static int
tell_result(struct table *t, const struct vote_row *vote, const struct count *c,
    bool passed)
{
	g_autofree char *what =
	    g_strdup_printf("vote.%s", match_action_words[vote->kind]);

	return table_announce(t,
	    passed ? "notice.vote-passed" : "notice.vote-failed",
	    json_pack("{s:i, s:{s:s, s:s}, s:o, s:o, s:o}", "n", vote->n,
		"what", "word", match_action_words[vote->kind], "phrase", what,
		"yes", names_or_nobody(t, c->yes), "no",
		names_or_nobody(t, c->no), "silent",
		names_or_nobody(t, c->silent)));
}

static int
do_outcome(struct table *t, const struct vote_row *vote)
{
	bool seat = vote_about_seat(vote);
	struct action_options o = {
		.what = vote->kind,
		.seat = seat ? (int)vote->about : -1,
		.seconds = seat ? 0 : vote->about,
		.text = vote->level != NULL ? vote->level : "off",
		.vote = true,
	};

	return action_do(t, &o, json_object());
}

static int
close_vote(
    struct table *t, struct vote_row *vote, const struct count *c, bool passed)
{
	log_info("vote-closed", "match %lld: vote %d, %s, has %s",
	    (long long)t->row->id, vote->n, match_action_words[vote->kind],
	    passed ? "passed" : "failed");
	if (close_row(t, vote, passed) == -1 ||
	    tell_result(t, vote, c, passed) == -1)
		return -1;
	return passed ? do_outcome(t, vote) : 0;
}

/* Others were quicker: why there is nothing to vote on any more, or NULL. */
static const char *
void_reason(struct table *t, const struct vote_row *vote)
{
	const struct action_kind *kind = &action_kinds[vote->kind];

	return kind->done != NULL && kind->is_done(t, vote) ? kind->done : NULL;
}

static int
close_void(struct table *t, struct vote_row *vote, const char *why)
{
	json_t *args = json_pack("{s:i}", "n", vote->n);

	if (vote_about_seat(vote))
		json_object_set_new(
		    args, "who", json_string(t->names[vote->about]));
	if (close_row(t, vote, false) == -1) {
		json_decref(args);
		return -1;
	}
	return table_announce(t, why, args);
}

/* over: its time is up.  *closed: it stands no longer. */
static int
look_at(struct table *t, struct vote_row *vote, bool over, bool *closed)
{
	enum outcome_of_vote outcome;
	const char *why = void_reason(t, vote);
	struct tally tally;
	struct count c;
	bool waits = false;

	/* All are told that it is over; that is enough. */
	if (t->row->status != STATUS_RUNNING) {
		*closed = true;
		return close_row(t, vote, false);
	}
	if (why != NULL) {
		*closed = true;
		return close_void(t, vote, why);
	}
	if (count_vote(t, vote, &c) == -1)
		return -1;
	tally = tally_of(t, vote, &c);
	outcome = tally_outcome(&tally, t->policy.majority, over);
	if (outcome == VOTE_STANDS)
		return 0;
	if ((over || outcome == VOTE_PASSES) &&
	    votes_wait(t, vote, over, &waits) == -1)
		return -1;
	if (waits)
		return 0;
	*closed = true;
	return close_vote(t, vote, &c, outcome == VOTE_PASSES);
}

/* What one vote has decided may settle or void another. */
int
votes_settle(struct table *t)
{
	bool again = t->row->status != STATUS_MUSTER;

	while (again) {
		g_autoptr(GPtrArray) open =
		    store_votes_open(t->home->store, t->row->id);

		if (open == NULL)
			return -1;
		again = false;
		for (guint i = 0; i < open->len; i++)
			if (look_at(t, open->pdata[i], false, &again) == -1)
				return -1;
	}
	return 0;
}

int
votes_time_up(struct table *t, const struct timer_row *timer)
{
	struct vote_row *vote;
	bool closed = false;
	int r;

	t->home->err->code = 0;
	vote = store_vote(t->home->store, timer->n);
	if (vote == NULL && t->home->err->code != 0)
		return -1;
	r = store_timer_clear_one(t->home->store, timer);
	/* Has its letter left?  That is seen when all is settled. */
	if (r == 0 && timer->seat == -1 && vote != NULL && vote->closed == 0)
		r = look_at(t, vote, true, &closed);
	vote_row_free(vote);
	return r;
}
