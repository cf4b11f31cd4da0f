/* SPDX-License-Identifier: ISC */
/*
 * Facts: the JSON from which letters are made.  For a seat they hold what
 * this seat may know and nothing else: the game's view, its legal moves, and
 * the news told to it.
 */
#include "app/letters/context/context.h"

#include "app/home/home.h"
#include "app/letters/context/addressed.h"
#include "app/letters/context/final_context.h"
#include "app/letters/context/glance.h"
#include "app/letters/context/legal_moves.h"
#include "app/letters/context/match_context.h"
#include "app/letters/context/moments.h"
#include "app/letters/context/outcome.h"
#include "app/letters/context/partings.h"
#include "app/letters/context/plans_context.h"
#include "app/letters/context/policy_text.h"
#include "app/letters/context/story_context.h"
#include "app/letters/context/view.h"
#include "app/letters/context/waiting.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/deadlines.h"
#include "app/matches/moves/hints.h"
#include "app/matches/status.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/tenures.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "policy/clock.h"
#include "policy/policy_text.h"
#include "policy/span.h"
#include "store/mails/outbox_reader.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"

static void
set_text(json_t *object, const char *key, const char *text)
{
	json_object_set_new(object, key, json_string(text));
}

static void
set_bool(json_t *object, const char *key, bool value)
{
	json_object_set_new(object, key, json_boolean(value));
}

/* The time for a decision in the unit that fits it: {"unit":"days","n":3} */
static json_t *
time_context(int64_t seconds)
{
	int64_t n;
	const char *unit = span_unit((struct span){ seconds, 0 }, &n);

	return json_pack("{s:s, s:I}", "unit", unit, "n", (json_int_t)n);
}

static json_t *
context_of_match(struct table *t, int reader)
{
	json_t *match = json_object();
	json_t *players = json_array();
	unsigned char commitment[SEED_SIZE];
	char hex[SEED_HEX_SIZE];
	seatset ready = 0;
	bool changed = false;
	int n = muster_free(t);

	json_object_set_new(match, "id", json_integer(t->row->id));
	set_text(match, "game", t->row->game);
	set_text(match, "name", t->row->name);
	json_object_set_new(
	    match, "life", context_flag(status_word(t->row->status)));
	seed_commitment(t->row->server_seed, commitment);
	seed_to_hex(commitment, hex);
	set_text(match, "commitment", hex);
	if (t->row->agreed != NULL)
		set_text(match, "agreed", t->row->agreed);
	set_bool(match, "laid_out", t->row->preset != NULL);
	json_object_set_new(match, "missed", context_flag(missed_word(t)));
	set_bool(match, "talks", t->policy.talk != TALK_NONE);
	options_context(t->game, t->json[0], match);
	json_object_set_new(
	    match, "majority", context_flag(majority_word(t->policy.majority)));
	if (t->policy.time.seconds > 0)
		json_object_set_new(
		    match, "time", time_context(t->policy.time.seconds));
	for (int s = 0; s < (int)table_seats(t); s++) {
		json_array_append_new(players, context_player(t, s, reader));
		changed |= (table_seat(t, s)->occupant != OCCUPANT_PERSON &&
			       table_seat(t, s)->person != 0) ||
			   robot_relieves(table_seat(t, s)) ||
			   seat_player(t, s) != NULL;
		if (table_seat(t, s)->ready)
			ready |= SEAT(s);
	}
	json_object_set_new(match, "players", players);
	set_bool(match, "organiser_plays", t->organiser != 0);
	set_bool(match, "changed", changed);
	if (n > 0)
		json_object_set_new(match, "free", json_integer(n));
	if (t->joinable)
		set_bool(match, "joinable", true);
	if (reader >= 0 && robots_alone_beside(t, reader))
		set_bool(match, "robots", true);
	json_object_set_new(match, "ready", table_name_list(t, ready));
	json_object_set_new(
	    match, "missing", table_name_list(t, muster_missing(t)));
	set_bool(match, "missing_any", muster_missing(t) != 0);
	return match;
}

static int
deadline_context(const struct reader *r, json_t *context)
{
	struct table *t = r->t;
	struct timer_row timer;
	bool found = false, robot = false;
	g_autofree char *text = NULL;

	if (store_timer(t->home->store, t->row->id, r->seat, TIMER_DECIDE,
		&timer, &found) == -1 ||
	    missed_robot(t, r->seat, &robot) == -1)
		return -1;
	if (!found || timer.due >= CLOCK_NEVER)
		return 0;
	text = both_moments(r, timer.due);
	set_text(context, "deadline", text);
	if (robot)
		set_bool(context, "robot_decides", true);
	if (clocks_passed(t, &timer))
		set_bool(context, "passed", true);
	missed_context(r, context);
	return 0;
}

/* hints: that the seat, which is asked, may ask for one. */
static int
offer_hints(const struct reader *r, json_t *context)
{
	int left;

	if (hints_left(r->t, r->seat, &left) == -1)
		return -1;
	if (left > 0)
		json_object_set_new(
		    context, "hints", json_pack("{s:i}", "n", left));
	else if (left == -1)
		json_object_set_new(context, "hints", json_object());
	return 0;
}

static int
asked_context(const struct reader *r, json_t *context)
{
	struct table *t = r->t;
	int seat = r->seat;
	seatset asked = t->match == NULL ? 0 : match_to_act(t->match);
	seatset others = asked & ~SEAT(seat);

	if (seat >= 0 && robot_relieves(table_seat(t, seat))) {
		set_bool(context, "relieved", true);
		asked &= ~SEAT(seat);
	}
	set_bool(context, "asked", (asked & SEAT(seat)) != 0);
	json_object_set_new(context, "waiting", table_name_list(t, others));
	set_bool(context, "waiting_for_others", others != 0);
	if (t->row->status == STATUS_MUSTER)
		return muster_context(r, context);
	if (!(asked & SEAT(seat)))
		return 0;
	json_object_set_new(context, "phase",
	    context_flag(t->game->phase(match_state(t->match), seat)));
	choices_context(t, seat, reader_words(r), context);
	if (offer_hints(r, context) == -1)
		return -1;
	return deadline_context(r, context);
}

static void
view_context(struct table *t, int seat, json_t *context)
{
	json_t *view = context_view(t, seat);

	if (seat >= 0)
		json_object_set(context, "mine",
		    json_array_get(
			json_object_get(view, "players"), (size_t)seat));
	json_object_set_new(context, "view", view);
}

/* What all readers in a match are told alike, each with an own view. */
static json_t *
match_context(const struct reader *r, const char *name, int64_t told)
{
	struct table *t = r->t;
	json_t *context = context_person(t->home, name);
	json_t *story = story_context(r, told);

	json_object_set_new(context, "names", table_name_list(t, SEATS_ALL));
	json_object_set(context, "atoms", t->atom_names);
	json_object_set_new(context, "match", context_of_match(t, r->audience));
	set_bool(context, "news_any",
	    json_array_size(json_object_get(story, "chapters")) > 0);
	json_object_set_new(context, "story", story);
	if (t->row->status == STATUS_ENDED) {
		parting_reason(r, context);
		ending_left_context(r, context);
	}
	if (t->row->status == STATUS_MUSTER)
		json_object_set_new(context, "policy",
		    json_pack(
			"{s:o}", "sentences", policy_sentences(r, &t->policy)));
	if (t->match != NULL)
		view_context(t, r->audience, context);
	return context;
}

/* Which players are away, where it is known when that is read. */
static int
add_away(const struct reader *r, json_t *context)
{
	json_t *away;

	if (r->t->now == 0 || r->t->row->status != STATUS_RUNNING)
		return 0;
	if ((away = away_context(r)) == NULL)
		return -1;
	json_object_set_new(
	    context, "away_any", json_boolean(json_array_size(away) > 0));
	json_object_set_new(context, "away", away);
	return 0;
}

static json_t *
seat_context(const struct reader *r)
{
	struct table *t = r->t;
	int seat = r->seat;
	struct seat_row *row = table_seat(t, seat);
	const struct outbox_reader reader = { t->row->id, seat, row->person };
	int64_t told = row->told;
	const char *by = seat_player(t, seat);
	json_t *context, *me, *newcomer;

	/* The reader's next letter goes instead of those that did not leave
	 * yet. */
	if (store_outbox_unsent(t->home->store, &reader, &told) == -1)
		return NULL;
	context = match_context(r, by != NULL ? by : row->name, told);
	if (t->organiser & SEAT(seat))
		context_to_organiser(context);
	me = json_object();
	json_object_set_new(me, "seat", json_integer(seat));
	set_text(me, "name", by != NULL ? by : t->names[seat]);
	if (by != NULL)
		set_text(me, "plays", t->names[seat]);
	json_object_set_new(context, "me", me);
	newcomer = newcomer_context(r, told);
	if (newcomer != NULL)
		json_object_set_new(context, "newcomer", newcomer);
	else if (json_is_true(json_object_get(
		     json_object_get(context, "story"), "beside")))
		set_bool(context, "news_first", true);
	if ((t->match != NULL && plans_context(r, context) == -1) ||
	    (t->match != NULL && glance_context(r, told, context) == -1) ||
	    add_away(r, context) == -1 || asked_context(r, context) == -1 ||
	    pause_context(r, json_object_get(context, "match")) == -1 ||
	    votes_context(r, context) == -1 || waits_seat(r, context) == -1) {
		json_decref(context);
		return NULL;
	}
	return context;
}

static json_t *
outside_context(const struct reader *r)
{
	struct table *t = r->t;
	json_t *context = match_context(r, r->name, r->told);
	seatset asked = t->match == NULL ? 0 : match_to_act(t->match);

	set_bool(context, "asked", false);
	json_object_set_new(context, "waiting", table_name_list(t, asked));
	set_bool(context, "waiting_for_others", asked != 0);
	if (pause_context(r, json_object_get(context, "match")) == -1) {
		json_decref(context);
		return NULL;
	}
	return context;
}

json_t *
context_of(const struct reader *r)
{
	if (r->t == NULL)
		return context_person(r->home, r->name);
	return r->kind == READER_SEAT ? seat_context(r) : outside_context(r);
}

json_t *
context_whole(const struct reader *r)
{
	json_t *context = context_of(r);

	if (context != NULL && r->t->row->status == STATUS_OVER)
		context_final(r, context);
	return context;
}
