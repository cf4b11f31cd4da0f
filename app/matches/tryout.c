/* SPDX-License-Identifier: ISC */
/*
 * The moves of one mail, tried on a copy of the match and played only when
 * the last of them was found legal.  One exception: what has shown its writer
 * something hidden is not taken back, or a wrong line at the end would be a
 * free look.  The rest waits until it has settled.  Lines for which its writer
 * is asked no more are not tried but kept for her later turns: they are a
 * plan.
 */
#include "app/matches/tryout.h"

#include "app/home/languages.h"
#include "app/matches/life.h"
#include "app/matches/plan.h"
#include "app/matches/plans.h"
#include "app/matches/reply.h"
#include "app/matches/reply_lines.h"
#include "app/matches/report.h"
#include "app/matches/table.h"
#include "app/matches/table_play.h"
#include "app/matches/talk.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/verb.h"
#include "parse/plan.h"
#include "parse/request.h"
#include "policy/policy.h"
#include "render/render.h"
#include "store/events.h"
#include "store/matches.h"

#include <string.h>

void
trial_begin(struct trial *trial, struct table *t, int seat)
{
	*trial = (struct trial){
		.t = t,
		.seat = seat,
		.match = t->match == NULL ? NULL : match_copy(t->match),
		.moves = g_array_new(FALSE, FALSE, sizeof(struct move)),
		.keeps = json_array_size(t->plans[seat].steps) > 0,
		.steps = json_array(),
		.lines = json_array(),
	};
}

void
trial_end(struct trial *trial)
{
	match_free(trial->match);
	g_array_unref(trial->moves);
	json_decref(trial->steps);
	json_decref(trial->lines);
	if (trial->dry != NULL)
		trial_end(trial->dry);
	g_clear_pointer(&trial->dry, g_free);
}

/*
 * Why it cannot be made, if it cannot.  A player who is asked, but no longer
 * behind what this mail does before it, hears what the move is refused for
 * there.
 */
static struct phrase *
refusal(const struct trial *trial, const struct move *move)
{
	const struct table *t = trial->t;
	struct phrase *why = match_refusal(trial->match, trial->seat, move),
		      *before;
	struct match *match;

	if (why == NULL || trial->moves->len == 0 ||
	    (match_to_act(trial->match) & SEAT(trial->seat)) ||
	    !(match_to_act(t->match) & SEAT(trial->seat)))
		return why;
	match = match_copy(t->match);
	for (guint i = 0; i + 1 < trial->moves->len; i++)
		match_play(match, trial->seat,
		    &g_array_index(trial->moves, struct move, i), NULL);
	before = match_refusal(match, trial->seat, move);
	match_free(match);
	phrase_free(why);
	return before != NULL ? before : phrase_new("refused.behind", NULL);
}

static struct phrase *
try_move(struct trial *trial, const char *text)
{
	struct outcome outcome = { 0 };
	struct phrase *why;
	struct move move;

	if (move_read(trial->match, text, &move) != MOVE_OK)
		return phrase_new("refused.no-move", NULL);
	why = refusal(trial, &move);
	if (why != NULL)
		return why;
	match_play(trial->match, trial->seat, &move, &outcome);
	g_array_append_val(trial->moves, move);
	if (outcome_reveals(trial->match, &outcome, trial->seat))
		trial->shown = trial->moves->len;
	trial->drew |= outcome.draws->len > 0;
	outcome_clear(&outcome);
	return NULL;
}

/* The first of the moves that is legal; why the first was not, else. */
static struct phrase *
try_first(struct trial *trial, char *const *texts)
{
	struct phrase *first = NULL;

	for (int i = 0; texts[i] != NULL; i++) {
		struct phrase *why = try_move(trial, texts[i]);

		if (why == NULL) {
			phrase_free(first);
			return NULL;
		}
		if (first == NULL)
			first = why;
		else
			phrase_free(why);
	}
	return first;
}

struct phrase *
trial_line(struct trial *trial, const char *move, char *const *then)
{
	struct phrase *why = try_move(trial, move);

	return why == NULL && then != NULL ? try_first(trial, then) : why;
}

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
trial_number(struct trial *trial, int number, char **text)
{
	struct table *t = trial->t;
	g_autoptr(GArray) now = match_legal(trial->match, trial->seat);
	g_autoptr(GArray) then = NULL;
	const struct move *move;
	struct move none = { 0 };
	struct match *old;
	int64_t turn;

	if (trial->turn < 0)
		return phrase_new("error.number-unanswered", NULL);
	turn = talk_full_number(t, trial->turn);
	if (now->len == 0)
		return trial->moves->len > 0
			   ? phrase_new("refused.behind", NULL)
			   : match_refusal(trial->match, trial->seat, &none);
	if (trial->moves->len > 0 || turn > t->row->last_event ||
	    overtaken(t, trial->seat, turn))
		return phrase_new("error.number-stale", NULL);
	old = table_at(t, turn);
	then = match_legal(old, trial->seat);
	match_free(old);
	if (!same_moves(now, then))
		return phrase_new("error.number-stale", NULL);
	move = numbered(t, now, number);
	if (move == NULL)
		return phrase_new(
		    "error.number-none", json_pack("{s:i}", "n", number));
	*text = move_text(trial->match, move);
	return NULL;
}

static struct phrase *
not_running(const struct table *t)
{
	switch (t->row->life) {
	case LIFE_MUSTER:
		return phrase_new("error.muster", NULL);
	case LIFE_RUNNING:
		return NULL;
	case LIFE_OVER:
	case LIFE_ENDED:
		break;
	}
	return phrase_new(parting_past(t), NULL);
}

struct phrase *
trial_can_move(const struct trial *trial)
{
	struct phrase *why = not_running(trial->t);

	/* The mail's own "ready" has started it: its lists come now. */
	if (why == NULL && trial->match == NULL)
		why = phrase_new("error.just-begun", NULL);
	return why;
}

/*
 * Does the mail answer a letter that was written since the player decided
 * last, to a seat that was not asked?  What it says comes too early then;
 * otherwise it may come too late, and belongs to a turn that is over.
 */
static bool
is_early(const struct trial *trial)
{
	const struct table *t = trial->t;
	struct match *then;
	int64_t turn;
	bool asked;

	if (trial->turn < 0)
		return false;
	turn = talk_full_number(t, trial->turn);
	if (turn > t->row->last_event || overtaken(t, trial->seat, turn))
		return false;
	then = table_at(t, turn);
	asked = (match_to_act(then) & SEAT(trial->seat)) != 0;
	match_free(then);
	return !asked;
}

/*
 * A line for a later turn, as the seat is not asked?  If the player has
 * neither moved by this mail nor answers in time, *why says that it is none.
 */
static bool
is_for_later(
    const struct trial *trial, const struct request *q, struct phrase **why)
{
	if (match_to_act(trial->match) & SEAT(trial->seat))
		return false;
	if (trial->moves->len > 0)
		return true;
	if (q->kind == REQUEST_NUMBER)
		return trial->keeps || json_array_size(trial->steps) > 0;
	if (!is_early(trial))
		*why = phrase_new(
		    trial->turn < 0 ? "error.plan-unknown" : "error.plan-late",
		    NULL);
	return *why == NULL;
}

/* One more step of the plan; false: there is no room for it, and so it was
 * said.  The step is taken over. */
static bool
add_step(struct trial *trial, const struct request *q, json_t *step)
{
	if (json_array_size(trial->steps) < PLAN_MAX) {
		json_array_append_new(trial->steps, step);
		json_array_append_new(trial->lines, json_array());
		return true;
	}
	json_decref(step);
	reply_refuse(trial->reply, q->line, "error.too-many-kept",
	    json_pack("{s:i}", "max", PLAN_MAX));
	return false;
}

/* Say what became of a line of the step that was added last. */
static void
say_step(struct trial *trial, json_t *item)
{
	json_array_append(
	    json_array_get(trial->lines, json_array_size(trial->lines) - 1),
	    item);
	json_array_append_new(trial->reply->understood, item);
}

static void
keep(struct trial *trial, const struct request *q)
{
	g_autofree char *text = NULL;
	json_t *step;

	/* The player's own move has ended it. */
	if (match_over(trial->match)) {
		json_array_append_new(
		    trial->reply->not_tried, json_string(q->line));
		return;
	}
	if (q->kind == REQUEST_NUMBER) {
		reply_refuse(trial->reply, q->line, "error.number-kept", NULL);
		return;
	}
	step = plan_step(q->text, q->then);
	text = plan_text(
	    trial->t->match, step, tongue_words(home_words(trial->t->home)));
	if (add_step(trial, q, step))
		say_step(trial,
		    json_pack("{s:s, s:s}", "line", q->line, "keep", text));
}

/* ---- lines of a plan ---- */

/* Why it cannot be one: something in it, or that it goes by her own moves. */
static struct phrase *
plan_fault(const struct trial *trial, const struct request *q)
{
	json_t *steps, *conditions;
	const json_t *one;
	bool own = false;
	size_t i;

	if (q->why != NULL)
		return phrase_new(q->why->key, json_incref(q->why->args));
	if (q->otherwise && json_array_size(trial->steps) == 0)
		return phrase_new("plan.else-first", NULL);
	steps = json_pack("[O*]", q->step);
	conditions = plan_conditions(steps);
	json_array_foreach(conditions, i, one) own |=
	    json_integer_value(json_object_get(one, "seat")) == trial->seat;
	json_decref(conditions);
	json_decref(steps);
	return own ? phrase_new("plan.own", NULL) : NULL;
}

/* "else ..." belongs to the step before. */
static void
add_branches(struct trial *trial, const struct request *q)
{
	json_t *last =
	    json_array_get(trial->steps, json_array_size(trial->steps) - 1);

	json_array_extend(json_object_get(last, "branches"),
	    json_object_get(q->step, "branches"));
}

void
trial_plan(struct trial *trial, const struct request *q)
{
	struct phrase *why = trial_can_move(trial);
	g_autofree char *text = NULL;

	if (why == NULL)
		why = plan_fault(trial, q);
	if (why != NULL) {
		reply_refuse_for(trial->reply, q->line, why);
		return;
	}
	trial->careful |= q->careful;
	trial->empty_plan |= q->step == NULL;
	if (q->step == NULL)
		return;
	trial->empty_plan = false;
	text = plan_text(
	    trial->t->match, q->step, tongue_words(home_words(trial->t->home)));
	if (q->otherwise)
		add_branches(trial, q);
	else if (!add_step(trial, q, json_deep_copy(q->step)))
		return;
	say_step(trial, json_pack("{s:s, s:s, s:b}", "line", q->line, "planned",
			    text, "otherwise", (int)q->otherwise));
}

void
trial_said(const struct trial *trial, const char *line, guint from, bool all)
{
	for (guint i = from; i < (all ? trial->moves->len : trial->shown);
	     i++) {
		g_autofree char *done = move_say(trial->match,
		    &g_array_index(trial->moves, struct move, i),
		    tongue_words(home_words(trial->t->home)));

		json_array_append_new(trial->reply->understood,
		    json_pack("{s:s, s:s}", "line", line, "move", done));
	}
}

/* Tried now. */
static void
try_request(struct trial *trial, const struct request *q)
{
	g_autofree char *text = g_strdup(q->text);
	guint before = trial->moves->len;
	struct phrase *why = NULL;

	if (q->kind == REQUEST_NUMBER)
		why = trial_number(trial, q->number, &text);
	if (why == NULL)
		why = trial_line(trial, text, q->then);
	if (why != NULL && q->kind == REQUEST_MOVE)
		why = plans_too_early(trial, q, why);
	trial_said(trial, q->line, before, why == NULL);
	if (why != NULL)
		reply_refuse_for(trial->reply, q->line, why);
}

void
trial_move(struct trial *trial, const struct request *q)
{
	struct phrase *why = trial_can_move(trial);

	if (why != NULL)
		reply_refuse_for(trial->reply, q->line, why);
	else if (is_for_later(trial, q, &why))
		keep(trial, q);
	else if (why != NULL)
		reply_refuse_for(trial->reply, q->line, why);
	else
		try_request(trial, q);
}

int
trial_make(struct trial *trial, guint n, const char *by, int64_t inbox)
{
	for (guint i = 0; i < n; i++)
		if (table_play(trial->t, trial->seat,
			&g_array_index(trial->moves, struct move, i), by,
			inbox) == -1)
			return -1;
	return 0;
}

/* From the n-th move on they are noted, not made. */
static json_t *
order_of(struct trial *trial, guint n, guint end)
{
	json_t *moves = json_array();
	json_t *item;
	guint at = 0;
	size_t i;

	for (guint k = n; k < end; k++) {
		g_autofree char *text = move_text(
		    trial->match, &g_array_index(trial->moves, struct move, k));

		json_array_append_new(moves, json_string(text));
	}
	json_array_foreach(trial->reply->understood, i, item)
	{
		json_t *move = json_object_get(item, "move");

		if (move == NULL || at++ < n)
			continue;
		json_object_set(item, "noted", move);
		json_object_del(item, "move");
	}
	return moves;
}

/* Is her plan one for her next decision, which this mail leaves alone?  What
 * came with an order is replaced with it. */
static bool
plan_stays(const struct trial *trial)
{
	const struct plan *plan = &trial->t->plans[trial->seat];

	if (json_array_size(trial->steps) > 0 ||
	    (json_array_size(plan->moves) > 0 &&
		plan->moves_inbox == plan->inbox))
		return false;
	return plans_later(trial->t, trial->seat);
}

/* The seat's order and its plan, as this mail leaves them. */
static int
store_rest(struct trial *trial, json_t *moves, bool moved, bool stays)
{
	struct table *t = trial->t;

	if (moved && plans_order(t, trial->seat, moves, trial->waits,
			 trial->inbox, trial->reply->dropped) == -1)
		return -1;
	if (stays)
		return 0;
	return plans_replace(t, trial->seat, trial->steps,
	    trial->careful && json_array_size(trial->steps) > 0, trial->inbox,
	    trial->reply->dropped);
}

int
trial_play(struct trial *trial)
{
	guint n =
	    trial->reply->refused == NULL ? trial->moves->len : trial->shown;
	bool settles = trial->t->policy.settle > 0 || trial->waits;
	guint at_once = settles ? trial->shown : n;
	json_t *moves;
	bool stays;
	int r;

	trial->reply->stands = trial->reply->refused != NULL && n > 0;
	if (trial->reply->refused != NULL)
		json_array_clear(trial->steps);
	if (n == 0 && json_array_size(trial->steps) == 0)
		return 0;
	moves = order_of(trial, at_once, n);
	stays = plan_stays(trial);
	r = trial_make(trial, at_once, "player", trial->inbox);
	if (r == 0)
		r = store_rest(trial, moves, n > 0, stays);
	plans_keep_sent(trial, n, trial->reply->dropped);
	json_decref(moves);
	return r;
}

/* Moves that were found legal, or kept, but are not played after all. */
void
trial_forget(struct trial *trial)
{
	guint move = 0;
	size_t i = 0;

	if (trial->reply->refused == NULL)
		return;
	while (i < json_array_size(trial->reply->understood)) {
		json_t *item = json_array_get(trial->reply->understood, i);
		json_t *line = json_object_get(item, "keep");

		if (line == NULL)
			line = json_object_get(item, "planned");

		if (line == NULL && json_object_get(item, "move") != NULL &&
		    move++ >= trial->shown)
			line = json_object_get(item, "move");
		if (line == NULL) {
			i++;
			continue;
		}
		json_array_append(
		    json_object_get(trial->reply->refused, "taken_back"), line);
		json_array_remove(trial->reply->understood, i);
	}
}
