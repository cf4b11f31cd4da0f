/* SPDX-License-Identifier: ISC */
/* How a match ended: its log, and what its last letter and pages tell. */
#include "app/letters/context/outcome.h"

#include "app/letters/context/final_context.h"
#include "app/letters/context/view.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "store/matches/events.h"

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
		json_object_set_new(
		    item, "name", json_string(t->names[row->seat]));
		move = move_retell(t->match, row->move, reader_words(r));
		json_object_set_new(item, "move", json_string(move));
		/* a robot is no stand-in at a seat of its own */
		json_object_set_new(item, "by",
		    context_flag(robot_owns(table_seat(t, row->seat)) &&
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
		json_t *item = context_player(t, (int)order[i][1], -1);

		json_object_set_new(item, "score", json_integer(order[i][0]));
		json_object_set_new(item, "winner",
		    json_boolean((result.winners & SEAT(order[i][1])) != 0));
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
context_final(const struct reader *r, json_t *context)
{
	g_assert(r->t->match != NULL && match_over(r->t->match));
	/* first: moves by rounds are made of it */
	json_object_set_new(context, "log", context_log(r));
	json_object_set_new(context, "result", result_context(r->t));
	ending_context(r, context);
}
