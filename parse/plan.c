/* SPDX-License-Identifier: ISC */
/* Which line of a plan is meant, by what its owner was told. */
#include "parse/plan.h"

#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/say.h"
#include "core/sentence.h"
#include "core/verb.h"
#include "parse/inner.h"

#include <string.h>

/* How far a sentence agrees with a move. */
enum fit { FIT_NOT, FIT_PARTLY, FIT_WHOLLY };

void
plan_line_clear(struct plan_line *line)
{
	json_decref(line->step);
	phrase_free(line->why);
	*line = (struct plan_line){ 0 };
}

/* ---- steps as JSON ---- */

const char *
plan_member(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text != NULL ? text : "";
}

int
plan_seat(const json_t *condition)
{
	return (int)json_integer_value(json_object_get(condition, "seat"));
}

bool
plan_denies(const json_t *condition)
{
	return json_is_true(json_object_get(condition, "not"));
}

json_t *
plan_step(const char *move, char *const *then)
{
	json_t *way = json_pack("{s:s}", "move", move), *list;

	if (then != NULL) {
		list = json_array();
		for (int i = 0; then[i] != NULL; i++)
			json_array_append_new(list, json_string(then[i]));
		json_object_set_new(way, "then", list);
	}
	return json_pack("{s:[{s:[o]}]}", "branches", "ways", way);
}

const char *
plan_way_move(const json_t *way)
{
	return plan_member(way, "move");
}

char **
plan_way_then(const json_t *way)
{
	const json_t *list = json_object_get(way, "then"), *move;
	GPtrArray *then;
	size_t i;

	if (list == NULL)
		return NULL;
	then = g_ptr_array_new();
	json_array_foreach(list, i, move)
	    g_ptr_array_add(then, (gpointer)(uintptr_t)json_string_value(move));
	g_ptr_array_add(then, NULL);
	return (char **)g_ptr_array_free(then, FALSE);
}

json_t *
plan_conditions(const json_t *steps)
{
	json_t *all = json_array();
	const json_t *step, *branch;
	size_t i, k;

	json_array_foreach(steps, i, step)
	    json_array_foreach(json_object_get(step, "branches"), k, branch)
	{
		json_array_extend(all, json_object_get(branch, "if"));
		json_array_extend(all, json_object_get(branch, "unless"));
	}
	return all;
}

/* ---- what was heard ---- */

/* Do the arguments of a move from that one on agree with the sentence? */
static enum fit
fit_args(const char *args, const struct say *say, const struct move *m,
    int from, int end)
{
	enum fit fit = args[0] == '\0' && end > from ? FIT_PARTLY : FIT_WHOLLY;

	for (int i = 0; args[i] != '\0' && args[i] != '+'; i++) {
		int at = args[i] - '0';

		if (args[i] == '-') {
			fit = FIT_PARTLY;
			continue;
		}
		if (args[i + 1] == '*') {
			if (say->n - at != end - from - i)
				return FIT_NOT;
			for (int k = 0; at + k < say->n; k++)
				if (say->arg[at + k] != m->arg[from + i + k])
					return FIT_NOT;
			return fit;
		}
		if (from + i >= end || at >= say->n ||
		    say->arg[at] != m->arg[from + i])
			return FIT_NOT;
	}
	return fit;
}

/* How many arguments of a move one sentence tells of; 0: all. */
static int
group_size(const char *args)
{
	size_t size = strcspn(args, "+");

	return args[size] == '+' ? (int)size : 0;
}

/* A sentence and a move of its seat; move: NULL for any of that verb. */
static enum fit
fit_say(const struct telling *t, const struct say *say, const struct move *m,
    int from)
{
	int group = group_size(t->args);

	if (say->sentence != t->sentence)
		return FIT_NOT;
	if (m == NULL)
		return FIT_WHOLLY;
	return fit_args(
	    t->args, say, m, from, group > 0 ? from + group : (int)m->n);
}

static bool
is_of(const json_t *condition, const struct say *say)
{
	int seat = plan_seat(condition);

	return say->n > 0 && (seat < 0 || say->arg[0] == seat);
}

static bool
is_verb_of(const struct game *game, const struct telling *t, const char *verb)
{
	return strcmp(game->verbs[t->verb].word, verb) == 0;
}

/* The condition's move, if it names more than a verb. */
static const struct move *
move_of(const struct match *m, const json_t *condition, struct move *move)
{
	const char *text = plan_member(condition, "move");

	return text[0] != '\0' && move_read(m, text, move) == MOVE_OK ? move
								      : NULL;
}

/* Was the group of arguments from there on heard of? */
static bool
heard_group(const struct match *m, const json_t *condition,
    const struct move *move, int from, const GArray *heard)
{
	const struct game *game = match_game(m);
	const char *verb = plan_member(condition, "verb");

	for (guint i = 0; i < heard->len; i++) {
		const struct say *say = &g_array_index(heard, struct say, i);

		for (size_t k = 0; k < game->ntellings; k++) {
			const struct telling *t = &game->tellings[k];

			if (is_verb_of(game, t, verb) &&
			    is_of(condition, say) &&
			    fit_say(t, say, move, from) == FIT_WHOLLY)
				return true;
		}
	}
	return false;
}

static int
verb_group(const struct match *m, const char *verb)
{
	const struct game *game = match_game(m);

	for (size_t k = 0; k < game->ntellings; k++)
		if (is_verb_of(game, &game->tellings[k], verb))
			return group_size(game->tellings[k].args);
	return 0;
}

/* Was what the condition names heard of? */
static bool
was_heard(const struct match *m, const json_t *condition, const GArray *heard)
{
	struct move buffer;
	const struct move *move = move_of(m, condition, &buffer);
	int group = verb_group(m, plan_member(condition, "verb"));
	int from = 0;

	do {
		if (!heard_group(m, condition, move, from, heard))
			return false;
		from += group;
	} while (move != NULL && group > 0 && from < move->n);
	return true;
}

/* One that denies holds as long as what it names was not heard of. */
static bool
holds(const struct match *m, const json_t *condition, const GArray *heard)
{
	return was_heard(m, condition, heard) != plan_denies(condition);
}

static bool
all_hold(const struct match *m, const json_t *list, const GArray *heard)
{
	const json_t *condition;
	size_t i;

	json_array_foreach(list, i, condition)
	{
		if (!holds(m, condition, heard))
			return false;
	}
	return true;
}

size_t
plan_next(const struct match *m, const json_t *steps, const GArray *heard,
    const json_t **ways)
{
	const json_t *step, *branch;
	size_t i, k;

	json_array_foreach(steps, i, step)
	    json_array_foreach(json_object_get(step, "branches"), k, branch)
	{
		const json_t *cond = json_object_get(branch, "if");
		const json_t *not_cond = json_object_get(branch, "unless");

		if ((cond != NULL && !all_hold(m, cond, heard)) ||
		    (not_cond != NULL && all_hold(m, not_cond, heard)))
			continue;
		*ways = json_object_get(branch, "ways");
		return i;
	}
	*ways = NULL;
	return json_array_size(steps);
}

/* Does any condition name what this sentence tells of? */
static bool
is_named(const struct match *m, const struct telling *t, const struct say *say,
    const json_t *conditions)
{
	const json_t *condition;
	size_t i;

	json_array_foreach(conditions, i, condition)
	{
		struct move buffer;
		const struct move *move = move_of(m, condition, &buffer);
		int group = group_size(t->args), from = 0;

		if (!is_verb_of(
			match_game(m), t, plan_member(condition, "verb")) ||
		    !is_of(condition, say))
			continue;
		do {
			if (fit_say(t, say, move, from) != FIT_NOT)
				return true;
			from += group;
		} while (move != NULL && group > 0 && from < move->n);
	}
	return false;
}

bool
plan_surprised(const struct match *m, int seat, const json_t *conditions,
    const GArray *heard)
{
	const struct game *game = match_game(m);

	for (guint i = 0; i < heard->len; i++) {
		const struct say *say = &g_array_index(heard, struct say, i);

		for (size_t k = 0; k < game->ntellings; k++) {
			const struct telling *t = &game->tellings[k];

			if (t->sentence == say->sentence &&
			    say->arg[0] != seat &&
			    !is_named(m, t, say, conditions))
				return true;
		}
	}
	return false;
}
