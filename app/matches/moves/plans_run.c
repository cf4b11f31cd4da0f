/* SPDX-License-Identifier: ISC */
/*
 * When orders and plans are made.  An order is made when its time is over, a
 * plan some minutes more after its owner was asked (plans_delay), and both at
 * the owner's deadline if that comes first; always as a mail of that moment
 * would have been done.
 */
#include "app/matches/moves/plans_made.h"

#include "app/matches/table/plans.h"

#include "app/home/home.h"
#include "app/matches/moves/tryout.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/plan.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/outcome.h"
#include "core/say.h"
#include "core/sentence.h"
#include "parse/plan.h"
#include "policy/clock.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"

GArray *
plans_heard(const struct table *t, int seat, int64_t after)
{
	GArray *heard = g_array_new(FALSE, FALSE, sizeof(struct say));

	for (guint i = 0; i < t->reports->len; i++) {
		const struct report *report = t->reports->pdata[i];
		const GArray *news = report->outcome.news;

		for (guint k = 0;
		     report->n > after && news != NULL && k < news->len; k++) {
			const struct told *told =
			    &g_array_index(news, struct told, k);

			if (told_to(told, seat))
				g_array_append_val(heard, told->say);
		}
	}
	return heard;
}

/* ---- making ---- */

static int
make_order(struct table *t, int seat, bool *made)
{
	struct plan *plan = &t->plans[seat];
	json_t *moves = json_copy(plan->moves);
	struct phrase *why = NULL;
	const char *text = NULL;
	struct tryout tryout;
	guint n;
	int r;

	tryout_begin(&tryout, t, seat);
	for (size_t i = 0; i < json_array_size(moves) && why == NULL; i++) {
		text = json_string_value(json_array_get(moves, i));
		why = tryout_line(&tryout, text, NULL);
	}
	/* What has shown the player something stands, as with a mail's
	 * moves. */
	n = why == NULL ? tryout.moves->len : tryout.shown;
	r = tryout_make(&tryout, n, "player", plan->moves_inbox);
	if (r == 0 && why == NULL)
		r = plans_order(t, seat, tryout.steps, false, 0, moves);
	else if (r == 0) {
		json_t *way = json_pack("{s:s}", "move", text);

		r = plans_stop(t, seat, way, why);
		json_decref(way);
	}
	*made |= n > 0;
	phrase_free(why);
	tryout_end(&tryout);
	json_decref(moves);
	return r;
}

/*
 * The first of the ways that is legal, in a tryout that was not begun; what has
 * shown something decides, whatever comes of it.  *way: the one that it is
 * about, a reference.
 */
static struct phrase *
try_ways(struct tryout *tryout, struct table *t, int seat, const json_t *ways,
    json_t **way)
{
	struct phrase *first = NULL;
	json_t *one;
	size_t i;

	*way = json_incref(json_array_get(ways, 0));
	tryout_begin(tryout, t, seat);
	json_array_foreach(ways, i, one)
	{
		g_autofree char **then = plan_way_then(one);
		struct phrase *why;

		tryout_end(tryout);
		tryout_begin(tryout, t, seat);
		why = tryout_line(tryout, plan_way_move(one), then);
		if (why == NULL || tryout->shown > 0) {
			phrase_free(first);
			json_decref(*way);
			*way = json_incref(one);
			return why;
		}
		if (first == NULL)
			first = why;
		else
			phrase_free(why);
	}
	return first;
}

static const json_t *
next_ways(const struct table *t, int seat, size_t *at)
{
	const struct plan *plan = &t->plans[seat];
	g_autoptr(GArray) heard = plans_heard(t, seat, plan->after);
	const json_t *ways;

	*at = plan_next(t->match, plan->steps, heard, &ways);
	return ways;
}

/* That step is done with, and those before it. */
static void
take_off(struct plan *plan, size_t at)
{
	for (size_t i = 0; i <= at; i++)
		json_array_remove(plan->steps, 0);
}

/* One step.  *on: it was made, and there are more. */
static int
make_step(struct table *t, int seat, bool *made, bool *on)
{
	struct plan *plan = &t->plans[seat];
	struct phrase *why;
	struct tryout tryout;
	const json_t *ways;
	json_t *way;
	size_t at;
	guint n;
	int r;

	*on = false;
	ways = next_ways(t, seat, &at);
	if (ways == NULL)
		return plans_stop_by(t, seat, "plan.none-fits");
	why = try_ways(&tryout, t, seat, ways, &way);
	n = why == NULL ? tryout.moves->len : tryout.shown;
	r = tryout_make(&tryout, n, "plan", plan->inbox);
	take_off(plan, at);
	plan->held = false;
	if (r == 0)
		r = why == NULL ? plans_store(t, seat)
				: plans_stop(t, seat, way, why);
	*made |= n > 0;
	*on = why == NULL && json_array_size(plan->steps) > 0;
	json_decref(way);
	phrase_free(why);
	tryout_end(&tryout);
	return r;
}

/*
 * As many steps as the seat is asked for without any other in between: one
 * mail could have made them as fast.
 */
static int
make_plan(struct table *t, int seat, bool *made)
{
	bool on = true;

	while (on && table_expects_move(t, seat))
		if (make_step(t, seat, made, &on) == -1)
			return -1;
	return store_timer_clear(t->home->store, t->row->id, seat, TIMER_PLAN);
}

int
plans_make(struct table *t, int seat, bool *made)
{
	if (!plans_answered(t, seat))
		return 0;
	if (json_array_size(t->plans[seat].moves) > 0)
		return make_order(t, seat, made);
	return make_plan(t, seat, made);
}

int
plans_due(struct table *t, const struct timer_row *timer)
{
	int seat = timer->seat;
	bool made = false;

	if (store_timer_clear(t->home->store, t->row->id, seat, TIMER_PLAN) ==
	    -1)
		return -1;
	if (t->row->status != STATUS_RUNNING || !plans_answered(t, seat))
		return 0;
	if (plans_make(t, seat, &made) == -1)
		return -1;
	/* A player who was not written to when asked hears why it failed. */
	if (t->plans[seat].stopped != NULL)
		table_effect(t, EFFECT_TELL, seat);
	return 0;
}

/* ---- after a change ---- */

/* Was a move taken back since, or several ("undone-more")? */
static bool
is_undone(const struct table *t, int64_t after)
{
	for (guint i = t->reports->len; i > 0; i--) {
		const struct report *report = t->reports->pdata[i - 1];

		if (report->n <= after)
			return false;
		if (report->notice != NULL &&
		    g_str_has_prefix(report->notice->key, "notice.undone"))
			return true;
	}
	return false;
}

static int
drop_surprised(struct table *t, int seat)
{
	const struct plan *plan = &t->plans[seat];
	g_autoptr(GArray) heard = NULL;

	if (plan->expects == NULL)
		return 0;
	heard = plans_heard(t, seat, plan->after);
	if (!is_undone(t, plan->after) &&
	    !plan_surprised(t->match, seat, plan->expects, heard))
		return 0;
	return plans_stop_by(t, seat, "plan.surprised");
}

/* Does anybody else get letters of this match? */
static int
is_watched(struct table *t, int seat, bool *watched)
{
	g_autoptr(GPtrArray) onlookers = NULL;

	*watched = true;
	for (int s = 0; s < (int)table_seats(t); s++)
		if (s != seat && table_seat(t, s)->occupant == OCCUPANT_PERSON)
			return 0;
	onlookers = store_onlookers(t->home->store, t->row->id);
	if (onlookers == NULL)
		return -1;
	*watched = onlookers->len > 0;
	return 0;
}

/*
 * Can it be made as things stand?  Where others decide too the player may
 * still hear of something.
 */
static int
drop_impossible(struct table *t, int seat)
{
	struct phrase *why;
	struct tryout tryout;
	const json_t *ways;
	json_t *way;
	size_t at;
	int r = 0;

	if (match_to_act(t->match) & ~SEAT(seat))
		return 0;
	ways = next_ways(t, seat, &at);
	if (ways == NULL)
		return plans_stop_by(t, seat, "plan.none-fits");
	why = try_ways(&tryout, t, seat, ways, &way);
	if (why != NULL && tryout.shown == 0) {
		take_off(&t->plans[seat], at);
		r = plans_stop(t, seat, way, why);
	}
	json_decref(way);
	phrase_free(why);
	tryout_end(&tryout);
	return r;
}

/* A seat that is asked and has a plan: when does it act? */
static int
set_time(struct table *t, int seat, bool *again)
{
	struct timer_row timer;
	bool found = false, watched = true;

	if (t->plans[seat].held || store_timer(t->home->store, t->row->id, seat,
				       TIMER_PLAN, &timer, &found) == -1)
		return t->plans[seat].held ? 0 : -1;
	if (found)
		return 0;
	if (drop_impossible(t, seat) == -1)
		return -1;
	if (json_array_size(t->plans[seat].steps) == 0)
		return 0;
	timer = (struct timer_row){ .match = t->row->id,
		.seat = seat,
		.kind = TIMER_PLAN,
		.asked = t->home->now,
		.due = t->home->now + plans_delay(t, seat) };
	if (t->policy.settle == 0 && is_watched(t, seat, &watched) == -1)
		return -1;
	if (!watched)
		return make_plan(t, seat, again);
	if (t->row->paused != 0)
		timer.due = CLOCK_NEVER;
	return store_timer_set(t->home->store, &timer);
}

int
plans_settle(struct table *t, bool *again)
{
	for (int s = 0; s < (int)table_seats(t); s++) {
		struct plan *plan = &t->plans[s];

		if (json_array_size(plan->steps) == 0)
			continue;
		if (drop_surprised(t, s) == -1)
			return -1;
		if (json_array_size(plan->moves) > 0)
			continue;
		if (json_array_size(plan->steps) > 0 &&
		    table_expects_move(t, s) && !plans_later(t, s)) {
			if (set_time(t, s, again) == -1)
				return -1;
		} else if (store_timer_clear(
			       t->home->store, t->row->id, s, TIMER_PLAN) == -1)
			return -1;
	}
	return 0;
}
