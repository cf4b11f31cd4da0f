/* SPDX-License-Identifier: ISC */
/*
 * Facts: the JSON from which letters are made.  For a seat they hold what
 * this seat may know and nothing else: the game's view, its legal moves, and
 * the news told to it.
 */
#include "app/letters/context.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/letters/final_context.h"
#include "app/letters/glance.h"
#include "app/letters/hints.h"
#include "app/letters/left.h"
#include "app/letters/legal_moves.h"
#include "app/letters/match_context.h"
#include "app/letters/moments.h"
#include "app/letters/plans_context.h"
#include "app/letters/policy_text.h"
#include "app/letters/schedule.h"
#include "app/letters/story.h"
#include "app/matches/clocks.h"
#include "app/matches/deadlines.h"
#include "app/matches/status.h"
#include "app/matches/reader.h"
#include "app/matches/reader_words.h"
#include "app/matches/report.h"
#include "app/matches/seats.h"
#include "app/matches/robots.h"
#include "app/matches/table.h"
#include "app/matches/talk.h"
#include "base/address.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/kept.h"
#include "core/match.h"
#include "core/move.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"
#include "policy/clock.h"
#include "policy/policy.h"
#include "policy/policy_text.h"
#include "policy/span.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/mails/outbox_reader.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"

#include <string.h>

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

/* {"WORD": true}: what templates ask for with {{#phase.offer}} */
static json_t *
flag(const char *word)
{
	json_t *object = json_object();

	set_bool(object, word, true);
	return object;
}

json_t *
context_address(const char *address)
{
	g_autofree char *shown =
	    address == NULL ? NULL : address_shown(address);

	return shown == NULL ? json_null() : json_string(shown);
}

json_t *
context_person(struct home *home, const char *name)
{
	json_t *context = json_object();
	json_t *self = json_object();
	json_t *person = json_object();

	set_text(self, "address", home->config->address);
	set_text(self, "name", home->config->name);
	if (home->config->organiser_name != NULL &&
	    home->config->organiser_name[0] != '\0')
		set_text(self, "organiser", home->config->organiser_name);
	json_object_set_new(context, "home", self);
	set_text(person, "name", name);
	json_object_set_new(context, "person", person);
	return context;
}

/* How the seat came to be played by somebody else than the person it is named
 * after; empty for a seat that was made for a robot. */
static json_t *
held_context(const struct seat_row *row)
{
	if (!robot_plays(row) || row->level == NULL)
		return flag(occupant_word(row->occupant));
	return robot_owns(row) ? json_object() : flag("level");
}

/* The level of a robot that plays there, or false. */
static json_t *
robot_context(struct table *t, int seat)
{
	const char *level = robot_level(t, seat);

	if (!robot_plays(table_seat(t, seat)) || level == NULL)
		return json_false();
	return json_string(level);
}

static json_t *
player_context(struct table *t, int seat, int reader)
{
	const struct seat_row *row = table_seat(t, seat);
	json_t *player = json_object();
	seatset asked = t->match == NULL ? 0 : match_to_act(t->match);
	const char *by = seat_player(t, seat);

	json_object_set_new(player, "seat", json_integer(seat));
	set_text(player, "name", t->names[seat]);
	if (by != NULL)
		set_text(player, "by", by);
	set_bool(player, "me", seat == reader);
	set_bool(player, "organiser",
	    (t->organiser & SEAT(seat)) != 0 &&
		row->occupant == OCCUPANT_PERSON);
	set_bool(player, "ready", row->ready);
	set_bool(player, "asked", (asked & SEAT(seat)) != 0);
	json_object_set_new(player, "robot", robot_context(t, seat));
	json_object_set_new(player, "held", held_context(row));
	return player;
}

static json_t *
option_context(const struct table *t)
{
	json_t *list = json_array();
	const char *word;
	json_t *value;

	json_object_foreach(t->json[0], word, value)
	{
		json_t *item = json_object();

		set_text(item, "word", word);
		json_object_set(item, "value", value);
		set_bool(item, word,
		    json_is_true(value) || json_integer_value(value) != 0);
		json_array_append_new(list, item);
	}
	return list;
}

/* The time for a decision in the unit that fits it: {"unit":"days","n":3} */
static json_t *
time_context(int64_t seconds)
{
	static const struct {
		const char *unit;
		int64_t seconds;
	} units[] = { { "days", 86400 }, { "hours", 3600 }, { "minutes", 60 } };
	size_t i = 0;

	while (i + 1 < G_N_ELEMENTS(units) && seconds % units[i].seconds != 0)
		i++;
	return json_pack("{s:s, s:I}", "unit", units[i].unit, "n",
	    (json_int_t)(seconds / units[i].seconds));
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
	json_object_set_new(match, "life", flag(status_word(t->row->status)));
	seed_commitment(t->row->server_seed, commitment);
	seed_to_hex(commitment, hex);
	set_text(match, "commitment", hex);
	if (t->row->agreed != NULL)
		set_text(match, "agreed", t->row->agreed);
	set_bool(match, "laid_out", t->row->preset != NULL);
	json_object_set_new(match, "missed", flag(missed_word(t)));
	json_object_set_new(match, "options", option_context(t));
	json_object_set_new(
	    match, "majority", flag(majority_word(t->policy.majority)));
	if (t->policy.time.seconds > 0)
		json_object_set_new(
		    match, "time", time_context(t->policy.time.seconds));
	for (int s = 0; s < (int)table_seats(t); s++) {
		json_array_append_new(players, player_context(t, s, reader));
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
	if (muster_free(t) > 0)
		json_object_set_new(
		    match, "free", json_integer(muster_free(t)));
	if (t->joinable)
		set_bool(match, "joinable", true);
	if (reader >= 0 && robots_alone_beside(t, reader))
		set_bool(match, "robots", true);
	json_object_set_new(match, "ready", table_name_list(t, ready));
	json_object_set_new(
	    match, "missing", table_name_list(t, muster_missing(t)));
	set_bool(match, "missing_any", muster_missing(t) != 0);
	if (n > 0)
		json_object_set_new(match, "free", json_integer(n));
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
	    flag(t->game->phase(match_state(t->match), seat)));
	choices_context(t, seat, reader_words(r), context);
	if (hints_offer(r, context) == -1)
		return -1;
	return deadline_context(r, context);
}

void
context_report(
    const struct reader *r, const struct report *report, json_t *news)
{
	const GArray *told = report->outcome.news;

	if (report->notice != NULL || report->talk != NULL) {
		g_autofree char *text = report->notice != NULL
					    ? notice_text(r, report->notice)
					    : talk_sentence(r, report->talk);

		if (text != NULL)
			json_array_append_new(news, json_string(text));
		return;
	}
	for (guint i = 0; told != NULL && i < told->len; i++) {
		const struct told *one = &g_array_index(told, struct told, i);
		g_autofree char *text = NULL;

		if (!told_to(one, r->audience))
			continue;
		text = reader_say(r, say_phrase(r->t->match, &one->say));
		json_array_append_new(news, json_string(text));
	}
}

json_t *
context_news(const struct reader *r, int64_t after)
{
	json_t *news = json_array();

	for (guint i = 0; i < r->t->reports->len; i++) {
		const struct report *report = r->t->reports->pdata[i];

		/* What the reader said is no news to the reader, but part of
		 * the history. */
		if (report->talk != NULL && after >= 0 &&
		    !talk_is_news(r->t, report->talk, r->audience))
			continue;
		if (report->n > after)
			context_report(r, report, news);
	}
	return news;
}

/* Of a player's marks, only whether something is asked changes in a match. */
static json_t *
marks_again(struct table *t, int seat, int reader, struct kept *kept)
{
	bool asked = (match_to_act(t->match) & SEAT(seat)) != 0;
	int slot = KEPT_MARKS - seat;
	json_t *marks = kept_part(kept, slot, &asked, sizeof(asked));

	return marks != NULL ? marks
			     : kept_add(kept, slot, &asked, sizeof(asked),
				   player_context(t, seat, reader));
}

/* With the marks; what is kept holds both, by whose places it is known. */
static json_t *
marked_again(
    struct table *t, int seat, int reader, json_t *player, struct kept *kept)
{
	json_t *marks = marks_again(t, seat, reader, kept);
	const json_t *const made_of[] = { player, marks };
	int slot = KEPT_MARKS - GAME_MAX_SEATS - seat;
	json_t *part = kept_part(kept, slot, made_of, sizeof(made_of)), *marked;

	if (part == NULL) {
		marked = json_copy(player); /* that one may be kept */
		json_object_update_missing(marked, marks);
		part = kept_add(kept, slot, made_of, sizeof(made_of),
		    json_pack("[O, O, o]", player, marks, marked));
	}
	marked = json_incref(json_array_get(part, 2));
	json_decref(part);
	json_decref(marks);
	return marked;
}

json_t *
context_view_again(struct table *t, int seat, struct kept *kept)
{
	const void *state = match_state(t->match);
	json_t *view, *players;

	kept_for(kept, seat);
	view = kept != NULL && t->game->view_again != NULL
		   ? t->game->view_again(state, seat, kept)
		   : t->game->view(state, seat);
	players = json_object_get(view, "players");
	for (size_t i = 0; i < json_array_size(players); i++)
		json_array_set_new(players, i,
		    marked_again(
			t, (int)i, seat, json_array_get(players, i), kept));
	return view;
}

json_t *
context_view(struct table *t, int seat)
{
	return context_view_again(t, seat, NULL);
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

/* What every reader in a match is told alike, each with her own view. */
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
	me = json_object();
	json_object_set_new(me, "seat", json_integer(seat));
	set_text(me, "name", by != NULL ? by : t->names[seat]);
	if (by != NULL)
		set_text(me, "plays", t->names[seat]);
	json_object_set_new(context, "me", me);
	newcomer = newcomer_context(r, told);
	if (newcomer != NULL)
		json_object_set_new(context, "newcomer", newcomer);
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

static json_t *
context_log(const struct reader *r)
{
	struct table *t = r->t;
	json_t *log = json_array();

	for (guint i = 0; i < t->events->len; i++) {
		const struct event_row *row = t->events->pdata[i];
		g_autofree char *move = NULL;
		json_t *item = json_object();

		json_object_set_new(item, "n", json_integer(i + 1));
		set_text(item, "name", t->names[row->seat]);
		move = move_retell(t->match, row->move, reader_words(r));
		set_text(item, "move", move);
		/* a robot is no stand-in at a seat of its own */
		json_object_set_new(item, "by",
		    flag(robot_owns(table_seat(t, row->seat)) &&
				 g_str_equal(row->by, "robot")
			     ? "player"
			     : row->by));
		json_array_append_new(log, item);
	}
	return log;
}

static gint
by_score(gconstpointer a, gconstpointer b)
{
	const json_int_t *x = a, *y = b;

	return x[0] > y[0] ? -1 : x[0] < y[0] ? 1 : x[1] < y[1] ? -1 : 1;
}

static json_t *
result_context(struct table *t)
{
	struct result result = { 0 };
	json_t *context = json_object(), *scores = json_array();
	json_int_t order[GAME_MAX_SEATS][2];
	size_t n = table_seats(t);

	t->game->result(match_state(t->match), &result);
	for (size_t s = 0; s < n; s++) {
		order[s][0] = result.score[s];
		order[s][1] = (json_int_t)s;
	}
	qsort(order, n, sizeof(order[0]), by_score);
	for (size_t i = 0; i < n; i++) {
		json_t *item = player_context(t, (int)order[i][1], -1);

		json_object_set_new(item, "score", json_integer(order[i][0]));
		set_bool(
		    item, "winner", (result.winners & SEAT(order[i][1])) != 0);
		json_array_append_new(scores, item);
	}
	json_object_set_new(context, "scores", scores);
	json_object_set_new(
	    context, "winners", table_name_list(t, result.winners));
	if (t->game->ending != NULL)
		json_object_set_new(
		    context, "ending", t->game->ending(match_state(t->match)));
	return context;
}

void
context_outcome(const struct reader *r, json_t *context)
{
	g_assert(r->t->match != NULL && match_over(r->t->match));
	json_object_set_new(context, "result", result_context(r->t));
	ending_context(r, context);
}

void
context_final(const struct reader *r, json_t *context)
{
	/* first: moves by rounds are made of it */
	json_object_set_new(context, "log", context_log(r));
	context_outcome(r, context);
}
