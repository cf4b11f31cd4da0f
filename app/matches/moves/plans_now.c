/* SPDX-License-Identifier: ISC */
/*
 * Plans and the decision that is asked just now.  What a mail plans for that
 * one is made with the mail, or refused; what is for the next one waits until
 * its owner has made this one by herself.
 */
#include "app/matches/moves/plans_made.h"

#include "app/matches/moves/tryout.h"
#include "app/matches/table/plan.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/reply_lines.h"
#include "app/matches/table/table.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/say.h"
#include "parse/plan.h"
#include "parse/request.h"

/* ---- a mail's plan, made with the mail ---- */

/* Is one of the ways an answer to what is asked now, legal or not? */
static bool
is_for_now(const struct tryout *tryout, const json_t *ways)
{
	g_autoptr(GArray) legal = match_legal(tryout->match, tryout->seat);
	const json_t *way;
	struct move move;
	size_t i;

	json_array_foreach(ways, i, way)
	{
		if (move_read(tryout->match, plan_way_move(way), &move) !=
		    MOVE_OK)
			continue;
		for (guint k = 0; k < legal->len; k++)
			if (g_array_index(legal, struct move, k).verb ==
			    move.verb)
				return true;
	}
	return false;
}

/* The first of the ways that is legal behind what the mail has done; what has
 * shown something decides, whatever comes of it. */
static struct phrase *
try_ways(struct tryout *tryout, const json_t *ways)
{
	struct phrase *first = NULL;
	const json_t *way;
	size_t i;

	json_array_foreach(ways, i, way)
	{
		struct match *before = match_copy(tryout->match);
		guint moves = tryout->moves->len, shown = tryout->shown;
		bool drew = tryout->drew;
		g_autofree char **then = plan_way_then(way);
		struct phrase *why =
		    tryout_line(tryout, plan_way_move(way), then);

		if (why == NULL || tryout->shown > shown) {
			match_free(before);
			phrase_free(first);
			return why;
		}
		match_free(tryout->match);
		tryout->match = before;
		g_array_set_size(tryout->moves, moves);
		tryout->drew = drew;
		if (first == NULL)
			first = why;
		else
			phrase_free(why);
	}
	return first;
}

void
tryout_unsay(struct reply *r, const json_t *items)
{
	const json_t *item;
	size_t i;

	json_array_foreach(items, i, item)
	{
		for (size_t k = json_array_size(r->understood); k > 0; k--)
			if (json_array_get(r->understood, k - 1) == item)
				json_array_remove(r->understood, k - 1);
	}
}

/* The lines of one step, as they were written. */
static char *
written(const json_t *items)
{
	GString *text = g_string_new(NULL);
	const json_t *item;
	size_t i;

	json_array_foreach(items, i, item)
	    g_string_append_printf(text, "%s%s", i > 0 ? " / " : "",
		json_string_value(json_object_get(item, "line")));
	return g_string_free(text, FALSE);
}

/* That step cannot be made: neither can those behind it. */
static void
refuse_step(struct tryout *tryout, const char *line, struct phrase *why)
{
	const json_t *items;
	json_t *not_tried;
	size_t i;

	reply_refuse_for(tryout->reply, line, why);
	not_tried = json_object_get(tryout->reply->refused, "not_tried");
	json_array_foreach(tryout->lines, i, items)
	{
		g_autofree char *text = written(items);

		tryout_unsay(tryout->reply, items);
		if (i > 0)
			json_array_append_new(not_tried, json_string(text));
	}
}

static void
step_made(struct tryout *tryout)
{
	tryout_unsay(tryout->reply, json_array_get(tryout->lines, 0));
	json_array_remove(tryout->lines, 0);
	json_array_remove(tryout->steps, 0);
}

/* A condition is about what others will do: a step with one is for later. */
static const json_t *
ways_now(const struct tryout *tryout)
{
	const json_t *step = json_array_get(tryout->steps, 0);
	const json_t *branch =
	    json_array_get(json_object_get(step, "branches"), 0);

	if (json_object_get(branch, "if") != NULL ||
	    json_object_get(branch, "unless") != NULL)
		return NULL;
	return json_object_get(branch, "ways");
}

void
tryout_plan_now(struct tryout *tryout)
{
	while (tryout->reply->refused == NULL &&
	       json_array_size(tryout->steps) > 0 &&
	       (match_to_act(tryout->match) & SEAT(tryout->seat))) {
		const json_t *ways = ways_now(tryout);
		g_autofree char *line =
		    written(json_array_get(tryout->lines, 0));
		guint before = tryout->moves->len;
		struct phrase *why;

		if (ways == NULL || !is_for_now(tryout, ways))
			return;
		why = try_ways(tryout, ways);
		tryout_said(tryout, line, before, why == NULL);
		if (why == NULL)
			step_made(tryout);
		else
			refuse_step(tryout, line, why);
	}
}

/* ---- a plan that was dropped before its mail was answered ---- */

/* Does it begin one?  "else ..." does not. */
static bool
is_step(const json_t *item)
{
	return json_object_get(item, "keep") != NULL ||
	       (json_object_get(item, "planned") != NULL &&
		   !json_is_true(json_object_get(item, "otherwise")));
}

void
plans_unsay(const struct table *t, int seat, struct reply *r)
{
	const struct plan *plan = &t->plans[seat];
	size_t dropped, steps = 0, at = 0, i;
	json_t *item, *gone;

	if (plan->stopped == NULL || r->inbox == 0 || plan->inbox != r->inbox)
		return;
	dropped = json_array_size(json_object_get(plan->stopped, "dropped")) +
		  (json_object_get(plan->stopped, "way") != NULL);
	gone = json_array();
	json_array_foreach(r->understood, i, item) steps += is_step(item);
	json_array_foreach(r->understood, i, item)
	{
		at += is_step(item);
		/* those in front were made */
		if (reply_is_planned(item) && at + dropped > steps)
			json_array_append(gone, item);
	}
	r->unsaid |= json_array_size(gone) > 0;
	tryout_unsay(r, gone);
	json_decref(gone);
}

/* ---- what was sent before ---- */

void
plans_keep_sent(const struct tryout *tryout, guint n, json_t *dropped)
{
	for (guint i = 0; i < n; i++) {
		g_autofree char *text = move_text(tryout->match,
		    &g_array_index(tryout->moves, struct move, i));
		json_t *step = plan_step(text, NULL);

		for (size_t k = 0; k < json_array_size(dropped); k++)
			if (json_equal(json_array_get(dropped, k), step)) {
				json_array_remove(dropped, k);
				break;
			}
		json_decref(step);
	}
}

/* Is it legal behind the order of before?  What that would show, or leaves to
 * chance, must not be told by the answer. */
static bool
fits_behind(const struct tryout *tryout, const struct request *q)
{
	const struct plan *plan = &tryout->t->plans[tryout->seat];
	struct phrase *why = NULL;
	struct tryout dry_run;
	bool fits;

	tryout_begin(&dry_run, tryout->t, tryout->seat);
	for (size_t i = 0; i < json_array_size(plan->moves) && why == NULL; i++)
		why = tryout_line(&dry_run,
		    json_string_value(json_array_get(plan->moves, i)), NULL);
	fits = why == NULL && dry_run.shown == 0 && !dry_run.drew;
	if (fits)
		why = tryout_line(&dry_run, q->text, q->then);
	fits = fits && why == NULL;
	phrase_free(why);
	tryout_end(&dry_run);
	return fits;
}

struct phrase *
plans_too_early(
    const struct tryout *tryout, const struct request *q, struct phrase *why)
{
	const struct plan *plan = &tryout->t->plans[tryout->seat];

	if (tryout->moves->len > 0 || json_array_size(plan->moves) == 0 ||
	    !fits_behind(tryout, q))
		return why;
	phrase_free(why);
	return phrase_new("refused.ordered", NULL);
}
