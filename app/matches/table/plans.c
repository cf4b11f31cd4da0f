/* SPDX-License-Identifier: ISC */
/*
 * What seats have sent but what is not made yet.  An order answers what its
 * writer is asked now, and can be changed until the settle delay is over.  A
 * plan is for the writer's later turns.  Nobody else may learn that there is
 * one of them: what was dropped is therefore no notice but stands beside the
 * plan, until the writer makes a move or sends another one.
 */
#include "app/matches/table/plans.h"

#include "app/home/home.h"
#include "app/matches/table/plan.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "core/say.h"
#include "mail/key.h"
#include "parse/plan.h"
#include "policy/clock.h"
#include "policy/policy.h"
#include "policy/span.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/plans.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"

/* ---- rows ---- */

/* A list of nothing but that kind. */
static json_t *
list_of(const char *text, json_type kind, int seat, struct err *e)
{
	json_t *list = json_loads(text, 0, NULL);
	bool right = json_is_array(list);
	const json_t *one;
	size_t i;

	json_array_foreach(list, i, one) right &= json_typeof(one) == kind;
	if (right)
		return list;
	json_decref(list);
	err_set(
	    e, ERR_DAMAGED, "the plan of seat %d can no longer be read", seat);
	return NULL;
}

/* It is only told: a row that says something else stops nothing. */
static json_t *
stopped_of(const struct plan_row *row)
{
	json_t *stopped =
	    row->stopped == NULL ? NULL : json_loads(row->stopped, 0, NULL);

	if (json_is_string(json_object_get(stopped, "phrase")))
		return stopped;
	json_decref(stopped);
	return NULL;
}

static int
load_plan(struct plan *plan, const struct plan_row *row, struct err *e)
{
	json_decref(plan->steps);
	plan->steps = list_of(row->steps, JSON_OBJECT, row->seat, e);
	if (plan->steps == NULL)
		return -1;
	plan->inbox = row->inbox;
	plan->after = row->after;
	plan->held = row->held;
	if (row->expects != NULL && (plan->expects = list_of(row->expects,
					 JSON_OBJECT, row->seat, e)) == NULL)
		return -1;
	plan->stopped = stopped_of(row);
	return 0;
}

static int
load_order(struct plan *plan, const struct order_row *row, struct err *e)
{
	json_decref(plan->moves);
	plan->moves = list_of(row->moves, JSON_STRING, row->seat, e);
	plan->moves_inbox = row->inbox;
	plan->moves_held = row->held;
	return plan->moves == NULL ? -1 : 0;
}

int
plans_load(struct table *t)
{
	g_autoptr(GPtrArray) plans = store_plans(t->home->store, t->row->id);
	g_autoptr(GPtrArray) orders = store_orders(t->home->store, t->row->id);

	for (int s = 0; s < GAME_MAX_SEATS; s++) {
		t->plans[s].steps = json_array();
		t->plans[s].moves = json_array();
	}
	if (plans == NULL || orders == NULL)
		return -1;
	for (guint i = 0; i < plans->len; i++) {
		const struct plan_row *row = plans->pdata[i];

		if (load_plan(&t->plans[row->seat], row, t->home->err) == -1)
			return -1;
	}
	for (guint i = 0; i < orders->len; i++) {
		const struct order_row *row = orders->pdata[i];

		if (load_order(&t->plans[row->seat], row, t->home->err) == -1)
			return -1;
	}
	return 0;
}

void
plans_free(struct table *t)
{
	for (int s = 0; s < GAME_MAX_SEATS; s++) {
		json_decref(t->plans[s].moves);
		json_decref(t->plans[s].steps);
		json_decref(t->plans[s].expects);
		json_decref(t->plans[s].stopped);
	}
}

static char *
text_or_null(const json_t *value)
{
	return value == NULL ? NULL : json_dumps(value, JSON_COMPACT);
}

int
plans_store(struct table *t, int seat)
{
	const struct plan *plan = &t->plans[seat];
	g_autofree char *steps = text_or_null(plan->steps);
	g_autofree char *expects = text_or_null(plan->expects);
	g_autofree char *stopped = text_or_null(plan->stopped);
	const struct plan_row row = {
		.match = t->row->id,
		.seat = seat,
		.inbox = plan->inbox,
		.after = plan->after,
		.steps = steps,
		.expects = expects,
		.held = plan->held,
		.stopped = stopped,
	};

	if (json_array_size(plan->steps) == 0 && stopped == NULL)
		return store_plan_drop(t->home->store, t->row->id, seat);
	return store_plan_set(t->home->store, &row);
}

static int
store_moves(struct table *t, int seat)
{
	const struct plan *plan = &t->plans[seat];
	g_autofree char *moves = text_or_null(plan->moves);
	const struct order_row row = {
		.match = t->row->id,
		.seat = seat,
		.inbox = plan->moves_inbox,
		.moves = moves,
		.held = plan->moves_held,
	};

	if (json_array_size(plan->moves) == 0)
		return store_order_drop(t->home->store, t->row->id, seat);
	return store_order_set(t->home->store, &row);
}

static int
clear_timer(struct table *t, int seat)
{
	return store_timer_clear(t->home->store, t->row->id, seat, TIMER_PLAN);
}

/* ---- what is dropped ---- */

/* An order's moves, as steps. */
static void
drop_moves(const struct plan *plan, json_t *dropped)
{
	const json_t *move;
	size_t i;

	json_array_foreach(plan->moves, i, move) json_array_append_new(
	    dropped, plan_step(json_string_value(move), NULL));
}

static void
empty_plan(struct plan *plan)
{
	json_array_clear(plan->steps);
	g_clear_pointer(&plan->expects, json_decref);
	plan->held = false;
}

static bool
is_any(const struct plan *plan)
{
	return json_array_size(plan->steps) > 0 ||
	       json_array_size(plan->moves) > 0 || plan->stopped != NULL;
}

/* ---- what becomes of them ---- */

/* Steps that are in the plan no more. */
static void
note_dropped(const struct plan *plan, const json_t *steps, json_t *dropped)
{
	const json_t *old, *step;
	size_t i, k;

	json_array_foreach(plan->steps, i, old)
	{
		bool stays = false;

		json_array_foreach(steps, k, step) stays |=
		    json_equal(old, step);
		if (!stays)
			json_array_append_new(dropped, json_deep_copy(old));
	}
}

int
plans_replace(struct table *t, int seat, json_t *steps, bool careful,
    int64_t inbox, json_t *dropped)
{
	struct plan *plan = &t->plans[seat];
	bool was = json_array_size(plan->steps) > 0 || plan->stopped != NULL;

	note_dropped(plan, steps, dropped);
	empty_plan(plan);
	json_array_extend(plan->steps, steps);
	if (careful)
		plan->expects = plan_conditions(steps);
	g_clear_pointer(&plan->stopped, json_decref);
	plan->inbox = inbox;
	plan->after = t->row->last_event;
	if (!was && json_array_size(steps) == 0)
		return 0;
	/* It has its time from now on. */
	if (json_array_size(plan->moves) == 0 && clear_timer(t, seat) == -1)
		return -1;
	return plans_store(t, seat);
}

int
plans_order(struct table *t, int seat, json_t *moves, bool held, int64_t inbox,
    json_t *dropped)
{
	struct plan *plan = &t->plans[seat];
	const struct timer_row timer = { .match = t->row->id,
		.seat = seat,
		.kind = TIMER_PLAN,
		.asked = t->home->now,
		.due = t->row->paused != 0 ? CLOCK_NEVER
					   : t->home->now + t->policy.settle };

	if (json_array_size(plan->moves) == 0 && json_array_size(moves) == 0)
		return 0;
	if (!json_equal(plan->moves, moves))
		drop_moves(plan, dropped);
	json_array_clear(plan->moves);
	json_array_extend(plan->moves, moves);
	plan->moves_inbox = inbox;
	plan->moves_held = held;
	if (clear_timer(t, seat) == -1 || store_moves(t, seat) == -1)
		return -1;
	if (json_array_size(moves) == 0 || held)
		return 0;
	return store_timer_set(t->home->store, &timer);
}

/* Nothing of this seat waits any more. */
static int
clear_all(struct table *t, int seat)
{
	struct plan *plan = &t->plans[seat];

	empty_plan(plan);
	json_array_clear(plan->moves);
	plan->moves_held = false;
	if (clear_timer(t, seat) == -1 || store_moves(t, seat) == -1)
		return -1;
	return plans_store(t, seat);
}

int
plans_cancel(struct table *t, int seat, json_t *more, json_t *dropped)
{
	struct plan *plan = &t->plans[seat];

	drop_moves(plan, dropped);
	json_array_extend(dropped, plan->steps);
	json_array_extend(dropped, more);
	json_array_clear(more);
	if (json_array_size(plan->moves) == 0 &&
	    json_array_size(plan->steps) == 0)
		return 0;
	return clear_all(t, seat);
}

int
plans_defer(struct table *t, int seat, bool *any)
{
	struct plan *plan = &t->plans[seat];

	*any = plans_answered(t, seat);
	if (!*any)
		return 0;
	if (clear_timer(t, seat) == -1)
		return -1;
	if (json_array_size(plan->moves) > 0) {
		plan->moves_held = true;
		return store_moves(t, seat);
	}
	plan->held = true;
	return plans_store(t, seat);
}

int
plans_forget(struct table *t, int seat)
{
	struct plan *plan = &t->plans[seat];

	if (!is_any(plan))
		return 0;
	g_clear_pointer(&plan->stopped, json_decref);
	return clear_all(t, seat);
}

int
plans_stop(
    struct table *t, int seat, const json_t *way, const struct phrase *why)
{
	struct plan *plan = &t->plans[seat];
	json_t *dropped = json_array();

	drop_moves(plan, dropped);
	json_array_extend(dropped, plan->steps);
	json_decref(plan->stopped);
	plan->stopped = json_pack("{s:O*, s:s, s:O, s:o}", "way", way, "phrase",
	    why->key, "args", why->args, "dropped", dropped);
	return clear_all(t, seat);
}

int
plans_stop_by(struct table *t, int seat, const char *key)
{
	struct phrase *why = phrase_new(key, NULL);
	int r = plans_stop(t, seat, NULL, why);

	phrase_free(why);
	return r;
}

int
plans_undone(struct table *t, int seat)
{
	if (json_array_size(t->plans[seat].steps) == 0)
		return 0;
	return plans_stop_by(t, seat, "plan.undone");
}

int
plans_told_of(struct table *t)
{
	for (int s = 0; s < (int)table_seats(t); s++) {
		struct plan *plan = &t->plans[s];

		if (plan->stopped == NULL ||
		    table_seat(t, s)->told < t->row->last_event)
			continue;
		g_clear_pointer(&plan->stopped, json_decref);
		if (plans_store(t, s) == -1)
			return -1;
	}
	return 0;
}

int
plans_drop_orders(struct table *t)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (json_array_size(t->plans[s].moves) > 0 &&
		    plans_stop_by(t, s, "plan.order-undone") == -1)
			return -1;
	return 0;
}

/*
 * Nobody reads and answers within a second, so a plan that acted as soon as
 * moves settle, or always after the same time, would be known by that.  The
 * spread goes by what all know of the match, and the home's secret.
 */
int64_t
plans_delay(const struct table *t, int seat)
{
	const char *phase = t->game->phase(match_state(t->match), seat);
	const struct span time =
	    policy_time(&t->policy, phase != NULL ? phase : "");
	int64_t least = PLAN_LEAST, most = PLAN_MOST;

	/* At the second of a short deadline no person moves either. */
	if (time.seconds > 0 && time.working_days == 0) {
		most = CLAMP((time.seconds - t->policy.settle) / 2, 0, most);
		least = MIN(least, most / 2);
	}
	return t->policy.settle + least +
	       spread_make(t->home->secret, "plan", t->row->id, seat,
		   (int64_t)match_length(t->match)) %
		   (most - least + 1);
}

int64_t
plans_wait(const struct table *t, int seat)
{
	return json_array_size(t->plans[seat].moves) > 0 ? t->policy.settle
							 : plans_delay(t, seat);
}

static bool
is_asked(const struct match *match, int seat)
{
	return match != NULL && (match_to_act(match) & SEAT(seat)) != 0;
}

/* Has the seat decided anything since that number of the log? */
static bool
has_decided(const struct table *t, int seat, int64_t n)
{
	for (guint i = t->events->len; i > 0; i--) {
		const struct event_row *row = t->events->pdata[i - 1];

		if (row->n <= n)
			return false;
		if (row->seat == seat)
			return true;
	}
	return false;
}

bool
plans_later(const struct table *t, int seat)
{
	const struct plan *plan = &t->plans[seat];
	struct match *then;
	bool asked;

	if (json_array_size(plan->steps) == 0 || !is_asked(t->match, seat) ||
	    has_decided(t, seat, plan->after))
		return false;
	then = table_at(t, plan->after);
	asked = is_asked(then, seat);
	match_free(then);
	return asked;
}

bool
plans_answered(const struct table *t, int seat)
{
	const struct plan *plan = &t->plans[seat];

	if (!is_asked(t->match, seat))
		return false;
	return json_array_size(plan->moves) > 0 ||
	       (json_array_size(plan->steps) > 0 && !plans_later(t, seat));
}
