/* SPDX-License-Identifier: ISC */
/*
 * What the writer of orders and plans is told of them; and moves that are
 * tried without being made, which may show nothing that making them would.
 */
#include "app/letters/context/plans_context.h"

#include "app/home/home.h"
#include "app/letters/context/moments.h"
#include "app/matches/moves/plans_made.h"
#include "app/matches/moves/tryout.h"
#include "app/matches/table/plan.h"
#include "app/matches/table/plans.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/table.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/say.h"
#include "parse/plan.h"
#include "parse/request.h"
#include "policy/clock.h"
#include "render/render.h"
#include "store/matches/matches.h"
#include "store/matches/timers.h"

#include <string.h>

/* ---- trying ---- */

/* Has it shown something hidden, or drawn what nobody knows yet? */
static bool
is_blind(const struct tryout *tryout)
{
	return tryout->shown > 0 || tryout->drew;
}

/* A way, as far as it can be tried; *blind: then no further. */
static struct phrase *
try_way(struct tryout *tryout, const char *move, char *const *then, bool *blind)
{
	struct phrase *first = tryout_line(tryout, move, NULL);

	*blind = is_blind(tryout);
	if (first != NULL || then == NULL || *blind)
		return first;
	for (int i = 0; then[i] != NULL; i++) {
		struct phrase *why = tryout_line(tryout, then[i], NULL);

		if (why == NULL) {
			phrase_free(first);
			*blind = is_blind(tryout);
			return NULL;
		}
		if (first == NULL)
			first = why;
		else
			phrase_free(why);
	}
	return first;
}

static json_t *
said(const struct reader *r, const struct phrase *why)
{
	g_autofree char *text = catalog_say(r->language, why, r->t->atom_names);

	return json_string(text);
}

static void
set_way(
    const struct reader *r, const char *key, const json_t *way, json_t *context)
{
	g_autofree char *text =
	    plan_way_text(r->t->match, way, reader_words(r));

	json_object_set_new(context, key, json_string(text));
}

/* Is the move possible, were its seat asked now?  NULL: it is. */
static struct phrase *
suppose(const struct match *match, int seat, const char *text)
{
	struct move move;

	if (move_read(match, text, &move) != MOVE_OK)
		return phrase_new("refused.no-move", NULL);
	return match_refusal(match, seat, &move);
}

/* The first of the ways that is possible now, into the context. */
static void
try_ways(const struct reader *r, const json_t *ways, json_t *context)
{
	struct table *t = r->t;
	int seat = r->seat;
	bool asked = (match_to_act(t->match) & SEAT(seat)) != 0;
	struct match *match = asked ? NULL : match_suppose(t->match, seat);
	struct phrase *first = NULL;
	const json_t *way;
	size_t i;

	if (!asked && match == NULL) {
		json_object_set_new(context, "later", json_true());
		return;
	}
	json_array_foreach(ways, i, way)
	{
		g_autofree char **then = plan_way_then(way);
		struct phrase *why;
		struct tryout tryout;
		bool blind = false;

		if (asked) {
			tryout_begin(&tryout, t, seat);
			why =
			    try_way(&tryout, plan_way_move(way), then, &blind);
			tryout_end(&tryout);
		} else
			why = suppose(match, seat, plan_way_move(way));
		if (why == NULL) {
			set_way(r, "move", way, context);
			break;
		}
		if (first == NULL)
			first = why;
		else
			phrase_free(why);
	}
	if (json_object_get(context, "move") == NULL && first != NULL) {
		set_way(r, "line", json_array_get(ways, 0), context);
		json_object_set_new(context, "why", said(r, first));
	}
	phrase_free(first);
	match_free(match);
}

/* What would become of the plan, if the seat's turn came now. */
static json_t *
try_context(const struct reader *r)
{
	struct table *t = r->t;
	int seat = r->seat;
	const struct plan *plan = &t->plans[seat];
	g_autoptr(GArray) heard = plans_heard(t, seat, plan->after);
	json_t *context = json_object();
	const json_t *ways;

	plan_next(t->match, plan->steps, heard, &ways);
	if (ways == NULL)
		json_object_set_new(context, "none", json_true());
	else
		try_ways(r, ways, context);
	return context;
}

/* ---- check ---- */

static void
note_check(struct reply *r, const struct request *q, const char *key,
    json_t *value, bool blind)
{
	json_array_append_new(r->understood,
	    json_pack("{s:s, s:o, s:b, s:b}", "line", q->line, key, value,
		"blind", (int)blind, "not", (int)(strcmp(key, "cannot") == 0)));
}

/* From behind the moves of this mail that were found legal. */
static void
begin_dry_run(struct tryout *tryout)
{
	if (tryout->dry_run != NULL)
		return;
	tryout->dry_run = g_new0(struct tryout, 1);
	tryout_begin(tryout->dry_run, tryout->t, tryout->seat);
	tryout->dry_run->turn = tryout->turn;
	match_free(tryout->dry_run->match);
	tryout->dry_run->match = match_copy(tryout->match);
	g_array_append_vals(
	    tryout->dry_run->moves, tryout->moves->data, tryout->moves->len);
	tryout->dry_run->shown = tryout->shown;
	tryout->dry_run->drew = tryout->drew;
}

void
plans_check(struct tryout *tryout, const struct request *q)
{
	const struct reader r = reader_view(tryout->t, tryout->seat);
	g_autofree char *text = g_strdup(q->text);
	struct phrase *why = tryout_can_move(tryout);
	guint before = 0;
	bool blind = false;

	if (why == NULL) {
		begin_dry_run(tryout);
		before = tryout->dry_run->moves->len;
		if (is_blind(tryout->dry_run))
			why = phrase_new("plan.blind", NULL);
		else if (text == NULL)
			why = tryout_number(tryout->dry_run, q->number, &text);
	}
	if (why == NULL)
		why = try_way(tryout->dry_run, text, q->then, &blind);
	if (why != NULL)
		note_check(tryout->reply, q, "cannot", said(&r, why), false);
	else {
		const struct move *moves = (const struct move *)(const void *)
					       tryout->dry_run->moves->data;
		GString *done = g_string_new(NULL);

		for (guint i = before; i < tryout->dry_run->moves->len; i++) {
			g_autofree char *one = move_say(tryout->dry_run->match,
			    &moves[i], reader_words(&r));

			g_string_append_printf(
			    done, "%s%s", done->len > 0 ? "; " : "", one);
		}
		note_check(
		    tryout->reply, q, "check", json_string(done->str), blind);
		g_string_free(done, TRUE);
	}
	phrase_free(why);
}

/* ---- what stands in every letter to the player ---- */

json_t *
plans_told(const struct reader *r, const json_t *steps)
{
	const struct words *words = reader_words(r);
	json_t *texts = json_array();
	const json_t *step;
	size_t i;

	json_array_foreach(steps, i, step)
	{
		g_autofree char *text = plan_text(r->t->match, step, words);

		if (text[0] != '\0')
			json_array_append_new(texts, json_string(text));
	}
	return texts;
}

static json_t *
stopped_context(const struct reader *r, const json_t *stopped)
{
	const json_t *way = json_object_get(stopped, "way");
	struct phrase *why =
	    phrase_new(json_string_value(json_object_get(stopped, "phrase")),
		json_incref(json_object_get(stopped, "args")));
	json_t *context = json_pack("{s:o, s:o}", "why", said(r, why),
	    "dropped", plans_told(r, json_object_get(stopped, "dropped")));

	if (way != NULL)
		set_way(r, "line", way, context);
	phrase_free(why);
	return context;
}

/* Until when it can be changed: when it is made. */
static int
until_context(const struct reader *r, bool held, json_t *context)
{
	struct table *t = r->t;
	struct timer_row timer;
	bool found = false;
	g_autofree char *text = NULL;

	json_object_set_new(context, "held", json_boolean(held));
	if (held)
		return 0;
	if (store_timer(t->home->store, t->row->id, r->seat, TIMER_PLAN, &timer,
		&found) == -1)
		return -1;
	if (!found)
		return 0;
	if (timer.due >= CLOCK_NEVER) {
		json_object_set_new(context, "paused", json_true());
		return 0;
	}
	text = reader_moment(r, timer.due);
	json_object_set_new(context, "until", json_string(text));
	return 0;
}

static int
order_context(const struct reader *r, json_t *context)
{
	const struct plan *plan = &r->t->plans[r->seat];
	json_t *order, *texts;
	const json_t *move;
	size_t i;

	if (json_array_size(plan->moves) == 0)
		return 0;
	texts = json_array();
	json_array_foreach(plan->moves, i, move)
	{
		g_autofree char *text = move_retell(
		    r->t->match, json_string_value(move), reader_words(r));

		json_array_append_new(texts, json_string(text));
	}
	order = json_pack("{s:o}", "moves", texts);
	json_object_set_new(context, "order", order);
	return until_context(r, plan->moves_held, order);
}

static int
plan_context(const struct reader *r, json_t *context)
{
	struct table *t = r->t;
	int seat = r->seat;
	const struct plan *plan = &t->plans[seat];
	json_t *all;

	if (json_array_size(plan->steps) == 0)
		return 0;
	all = json_pack("{s:o, s:b}", "lines", plans_told(r, plan->steps),
	    "careful", (int)(plan->expects != NULL));
	json_object_set_new(context, "plan", all);
	/* What comes first is made first. */
	if (json_array_size(plan->moves) > 0)
		return 0;
	if (plans_later(t, seat)) {
		json_object_set_new(all, "next", json_true());
		return 0;
	}
	json_object_set_new(all, "try", try_context(r));
	if (!plans_answered(t, seat))
		return 0;
	json_object_set_new(all, "acts", json_true());
	return until_context(r, plan->held, all);
}

int
plans_context(const struct reader *r, json_t *context)
{
	const struct table *t = r->t;
	const struct plan *plan = &t->plans[r->seat];

	if (plan->stopped != NULL && t->match != NULL)
		json_object_set_new(
		    context, "plan_stopped", stopped_context(r, plan->stopped));
	if (t->row->status != STATUS_RUNNING)
		return 0;
	if (order_context(r, context) == -1)
		return -1;
	return plan_context(r, context);
}
