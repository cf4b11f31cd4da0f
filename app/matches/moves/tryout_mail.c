/* SPDX-License-Identifier: ISC */
/*
 * The moves of one mail, tried on a copy of the match and played only when
 * the last of them was found legal.  One exception: what has shown its writer
 * something hidden is not taken back, or a wrong line at the end would be a
 * free look.  The rest waits until it has settled.  Lines for which its writer
 * is asked no more are not tried but kept for later turns: they are a plan.
 */
#include "app/matches/moves/tryout.h"

#include "app/home/languages.h"
#include "app/matches/moves/plans_made.h"
#include "app/matches/results/ending.h"
#include "app/matches/table/plan.h"
#include "app/matches/table/plans.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/reply_lines.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/table/talk.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/verb.h"
#include "parse/plan.h"
#include "parse/request.h"
#include "render/render.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"

#include <string.h>

/* Has the list of that turn been overtaken: by a move of this seat, or by
 * one that was taken back? */
static bool
overtaken(const struct table *t, int seat, int64_t turn)
{
	for (guint i = t->reports->len; i > 0; i--) {
		const struct report *report = t->reports->pdata[i - 1];

		if (report->n <= turn)
			break;
		if (report->notice != NULL &&
		    g_str_has_prefix(report->notice->key, "notice.undone"))
			return true;
	}
	for (guint i = t->events->len; i > 0; i--) {
		const struct event_row *row = t->events->pdata[i - 1];

		if (row->n <= turn)
			return false;
		if (row->seat == seat)
			return true;
	}
	return false;
}

static bool
same_moves(const GArray *a, const GArray *b)
{
	if (a->len != b->len)
		return false;
	for (guint i = 0; i < a->len; i++)
		if (!move_equal(&g_array_index(a, struct move, i),
			&g_array_index(b, struct move, i)))
			return false;
	return true;
}

bool
choices_by_value(const struct table *t, const GArray *legal)
{
	for (guint i = 0; i < legal->len; i++) {
		const struct move *move = &g_array_index(legal, struct move, i);

		if (strcmp(t->game->verbs[move->verb].args, "n") != 0 ||
		    move->verb != g_array_index(legal, struct move, 0).verb)
			return false;
	}
	return legal->len > 0;
}

/* The move that has this number in the list; NULL if there is none. */
static const struct move *
numbered(const struct table *t, const GArray *legal, int number)
{
	bool by_value = choices_by_value(t, legal);

	for (guint i = 0; i < legal->len; i++) {
		const struct move *move = &g_array_index(legal, struct move, i);

		if (number == (by_value ? move->arg[0] : (int)i + 1))
			return move;
	}
	return NULL;
}

/*
 * A number counts for the list of the very mail that is answered.  It still
 * means something if this seat has not moved since and has the same list.
 */
struct phrase *
tryout_number(struct tryout *tryout, int number, char **text)
{
	struct table *t = tryout->t;
	g_autoptr(GArray) now = match_legal(tryout->match, tryout->seat);
	g_autoptr(GArray) then = NULL;
	const struct move *move;
	struct move none = { 0 };
	struct match *old;
	int64_t turn;

	if (tryout->turn < 0)
		return phrase_new("error.number-unanswered", NULL);
	turn = talk_full_number(t, tryout->turn);
	if (now->len == 0)
		return tryout->moves->len > 0
			   ? phrase_new("refused.behind", NULL)
			   : match_refusal(tryout->match, tryout->seat, &none);
	if (tryout->moves->len > 0 || turn > t->row->last_event ||
	    overtaken(t, tryout->seat, turn))
		return phrase_new("error.number-stale", NULL);
	old = table_at(t, turn);
	then = match_legal(old, tryout->seat);
	match_free(old);
	if (then->len == 0)
		return phrase_new("error.number-no-list", NULL);
	if (!same_moves(now, then))
		return phrase_new("error.number-stale", NULL);
	move = numbered(t, now, number);
	if (move == NULL)
		return phrase_new(
		    "error.number-none", json_pack("{s:i}", "n", number));
	*text = move_text(tryout->match, move);
	return NULL;
}

static struct phrase *
not_running(const struct table *t)
{
	switch (t->row->status) {
	case STATUS_MUSTER:
		return phrase_new("error.muster", NULL);
	case STATUS_RUNNING:
		return NULL;
	case STATUS_OVER:
	case STATUS_ENDED:
		break;
	}
	return phrase_new(ending_refusal(t), NULL);
}

struct phrase *
tryout_can_move(const struct tryout *tryout)
{
	struct phrase *why = not_running(tryout->t);

	/* The mail's own "ready" has started it: its lists come now. */
	if (why == NULL && tryout->match == NULL)
		why = phrase_new("error.just-begun", NULL);
	return why;
}

/*
 * Does the mail answer a letter that was written since the player decided
 * last, to a seat that was not asked?  What it says comes too early then;
 * otherwise it may come too late, and belongs to a turn that is over.
 */
static bool
is_early(const struct tryout *tryout)
{
	const struct table *t = tryout->t;
	struct match *then;
	int64_t turn;
	bool asked;

	if (tryout->turn < 0)
		return false;
	turn = talk_full_number(t, tryout->turn);
	if (turn > t->row->last_event || overtaken(t, tryout->seat, turn))
		return false;
	then = table_at(t, turn);
	asked = (match_to_act(then) & SEAT(tryout->seat)) != 0;
	match_free(then);
	return !asked;
}

/* ---- lines of a plan ---- */

/*
 * A line for a later turn, as the seat is not asked?  If the player has
 * neither moved by this mail nor answers in time, *why says that it is none.
 */
static bool
is_for_later(
    const struct tryout *tryout, const struct request *q, struct phrase **why)
{
	if (match_to_act(tryout->match) & SEAT(tryout->seat))
		return false;
	if (tryout->moves->len > 0)
		return true;
	if (q->kind == REQUEST_NUMBER)
		return tryout->keeps || json_array_size(tryout->steps) > 0;
	if (!is_early(tryout))
		*why = phrase_new(
		    tryout->turn < 0 ? "error.plan-unknown" : "error.plan-late",
		    NULL);
	return *why == NULL;
}

/* One more step of the plan; false: there is no room for it, and so it was
 * said.  The step is taken over. */
static bool
add_step(struct tryout *tryout, const struct request *q, json_t *step)
{
	if (json_array_size(tryout->steps) < PLAN_MAX) {
		json_array_append_new(tryout->steps, step);
		json_array_append_new(tryout->lines, json_array());
		return true;
	}
	json_decref(step);
	reply_refuse(tryout->reply, q->line, "error.too-many-kept",
	    json_pack("{s:i}", "max", PLAN_MAX));
	return false;
}

/* Say what became of a line of the step that was added last. */
static void
say_step(struct tryout *tryout, json_t *item)
{
	json_array_append(
	    json_array_get(tryout->lines, json_array_size(tryout->lines) - 1),
	    item);
	json_array_append_new(tryout->reply->understood, item);
}

static void
keep(struct tryout *tryout, const struct request *q)
{
	g_autofree char *text = NULL;
	json_t *step;

	/* The player's own move has ended it. */
	if (match_over(tryout->match)) {
		json_array_append_new(
		    tryout->reply->not_tried, json_string(q->line));
		return;
	}
	if (q->kind == REQUEST_NUMBER) {
		reply_refuse(tryout->reply, q->line, "error.number-kept", NULL);
		return;
	}
	step = plan_step(q->text, q->then);
	text = plan_text(
	    tryout->t->match, step, catalog_words(home_words(tryout->t->home)));
	if (add_step(tryout, q, step))
		say_step(tryout,
		    json_pack("{s:s, s:s}", "line", q->line, "keep", text));
}

/* Why it cannot be one: something in it, or that it goes by the player's own
 * moves. */
static struct phrase *
plan_fault(const struct tryout *tryout, const struct request *q)
{
	json_t *steps, *conditions;
	const json_t *one;
	bool own = false;
	size_t i;

	if (q->why != NULL)
		return phrase_new(q->why->key, json_incref(q->why->args));
	if (q->otherwise && json_array_size(tryout->steps) == 0)
		return phrase_new("plan.else-first", NULL);
	steps = json_pack("[O*]", q->step);
	conditions = plan_conditions(steps);
	json_array_foreach(conditions, i, one) own |=
	    json_integer_value(json_object_get(one, "seat")) == tryout->seat;
	json_decref(conditions);
	json_decref(steps);
	return own ? phrase_new("plan.own", NULL) : NULL;
}

/* "else ..." belongs to the step before. */
static void
add_branches(struct tryout *tryout, const struct request *q)
{
	json_t *last =
	    json_array_get(tryout->steps, json_array_size(tryout->steps) - 1);

	json_array_extend(json_object_get(last, "branches"),
	    json_object_get(q->step, "branches"));
}

void
tryout_plan(struct tryout *tryout, const struct request *q)
{
	struct phrase *why = tryout_can_move(tryout);
	g_autofree char *text = NULL;

	if (why == NULL)
		why = plan_fault(tryout, q);
	if (why != NULL) {
		reply_refuse_for(tryout->reply, q->line, why);
		return;
	}
	tryout->careful |= q->careful;
	tryout->empty_plan |= q->step == NULL;
	if (q->step == NULL)
		return;
	tryout->empty_plan = false;
	text = plan_text(tryout->t->match, q->step,
	    catalog_words(home_words(tryout->t->home)));
	if (q->otherwise)
		add_branches(tryout, q);
	else if (!add_step(tryout, q, json_deep_copy(q->step)))
		return;
	say_step(tryout, json_pack("{s:s, s:s, s:b}", "line", q->line,
			     "planned", text, "otherwise", (int)q->otherwise));
}

/* Tried now. */
static void
try_request(struct tryout *tryout, const struct request *q)
{
	g_autofree char *text = g_strdup(q->text);
	guint before = tryout->moves->len;
	struct phrase *why = NULL;

	if (q->kind == REQUEST_NUMBER)
		why = tryout_number(tryout, q->number, &text);
	if (why == NULL)
		why = tryout_line(tryout, text, q->then);
	if (why != NULL && q->kind == REQUEST_MOVE)
		why = plans_too_early(tryout, q, why);
	tryout_said(tryout, q->line, before, why == NULL);
	if (why != NULL)
		reply_refuse_for(tryout->reply, q->line, why);
}

void
tryout_move(struct tryout *tryout, const struct request *q)
{
	struct phrase *why = tryout_can_move(tryout);

	if (why != NULL)
		reply_refuse_for(tryout->reply, q->line, why);
	else if (is_for_later(tryout, q, &why))
		keep(tryout, q);
	else if (why != NULL)
		reply_refuse_for(tryout->reply, q->line, why);
	else
		try_request(tryout, q);
}

/* From the n-th move on they are noted, not made. */
static json_t *
order_of(struct tryout *tryout, guint n, guint end)
{
	json_t *moves = json_array();
	json_t *item;
	guint at = 0;
	size_t i;

	for (guint k = n; k < end; k++) {
		g_autofree char *text = move_text(tryout->match,
		    &g_array_index(tryout->moves, struct move, k));

		json_array_append_new(moves, json_string(text));
	}
	json_array_foreach(tryout->reply->understood, i, item)
	{
		json_t *move = json_object_get(item, "move");

		if (move == NULL || at++ < n)
			continue;
		json_object_set(item, "noted", move);
		json_object_del(item, "move");
	}
	return moves;
}

/* Is the seat's plan one for its next decision, which this mail leaves alone?
 * What came with an order is replaced with it. */
static bool
plan_stays(const struct tryout *tryout)
{
	const struct plan *plan = &tryout->t->plans[tryout->seat];

	if (json_array_size(tryout->steps) > 0 ||
	    (json_array_size(plan->moves) > 0 &&
		plan->moves_inbox == plan->inbox))
		return false;
	return plans_later(tryout->t, tryout->seat);
}

/* The seat's order and its plan, as this mail leaves them. */
static int
store_rest(struct tryout *tryout, json_t *moves, bool moved, bool stays)
{
	struct table *t = tryout->t;

	if (moved && plans_order(t, tryout->seat, moves, tryout->waits,
			 tryout->inbox, tryout->reply->dropped) == -1)
		return -1;
	if (stays)
		return 0;
	return plans_replace(t, tryout->seat, tryout->steps,
	    tryout->careful && json_array_size(tryout->steps) > 0,
	    tryout->inbox, tryout->reply->dropped);
}

int
tryout_play(struct tryout *tryout)
{
	guint n =
	    tryout->reply->refused == NULL ? tryout->moves->len : tryout->shown;
	bool settles = tryout->t->policy.settle > 0 || tryout->waits;
	guint at_once = settles ? tryout->shown : n;
	json_t *moves;
	bool stays;
	int r;

	tryout->reply->stands = tryout->reply->refused != NULL && n > 0;
	if (tryout->reply->refused != NULL)
		json_array_clear(tryout->steps);
	if (n == 0 && json_array_size(tryout->steps) == 0)
		return 0;
	moves = order_of(tryout, at_once, n);
	stays = plan_stays(tryout);
	r = tryout_make(tryout, at_once, "player", tryout->inbox);
	if (r == 0)
		r = store_rest(tryout, moves, n > 0, stays);
	plans_keep_sent(tryout, n, tryout->reply->dropped);
	json_decref(moves);
	return r;
}

/* Moves that were found legal, or kept, but are not played after all. */
void
tryout_forget(struct tryout *tryout)
{
	guint move = 0;
	size_t i = 0;

	if (tryout->reply->refused == NULL)
		return;
	while (i < json_array_size(tryout->reply->understood)) {
		json_t *item = json_array_get(tryout->reply->understood, i);
		json_t *line = json_object_get(item, "keep");

		if (line == NULL)
			line = json_object_get(item, "planned");

		if (line == NULL && json_object_get(item, "move") != NULL &&
		    move++ >= tryout->shown)
			line = json_object_get(item, "move");
		if (line == NULL) {
			i++;
			continue;
		}
		json_array_append(
		    json_object_get(tryout->reply->refused, "taken_back"),
		    line);
		json_array_remove(tryout->reply->understood, i);
	}
}
