/* SPDX-License-Identifier: ISC */
/* The engine protocol: what is asked of a match that there is. */
#include "engine/inner.h"

#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"

static json_t *
seat_list(const struct engine *engine, seatset seats)
{
	json_t *list = json_array();

	for (int s = 0; s < (int)match_seats(engine->match); s++)
		if (seats & SEAT(s))
			json_array_append_new(list, json_integer(s));
	return list;
}

int
op_pending(struct ask *q)
{
	json_t *list = json_array();
	const struct match *match = q->engine->match;
	seatset asked;

	if (ask_need_match(q) == -1) {
		json_decref(list);
		return -1;
	}
	asked = match_to_act(match);
	for (int s = 0; s < (int)match_seats(match); s++)
		if (asked & SEAT(s))
			json_array_append_new(
			    list, json_pack("{s:i, s:s}", "seat", s, "phase",
				      match_game(match)->phase(
					  match_state(match), s)));
	ask_give(q, "pending", list);
	return 0;
}

int
op_legal(struct ask *q)
{
	g_autoptr(GArray) legal = NULL;
	json_t *moves;

	if (ask_need_seat(q) == -1)
		return -1;
	legal = match_legal(q->engine->match, q->seat);
	moves = json_array();
	for (guint i = 0; i < legal->len; i++) {
		g_autofree char *text = move_text(
		    q->engine->match, &g_array_index(legal, struct move, i));

		json_array_append_new(moves, json_string(text));
	}
	ask_give(q, "moves", moves);
	return 0;
}

static json_t *
public_events(const struct match *match, const struct outcome *outcome)
{
	json_t *events = json_array();

	for (guint i = 0; outcome->news != NULL && i < outcome->news->len;
	     i++) {
		const struct told *told =
		    &g_array_index(outcome->news, struct told, i);

		if (told_to(told, SEAT_ONLOOKER))
			json_array_append_new(
			    events, say_event(match, &told->say));
	}
	return events;
}

int
op_move(struct ask *q)
{
	struct match *match = q->engine->match;
	const char *text = ask_text(json_object_get(q->request, "move"));
	struct outcome outcome = { 0 };
	struct phrase *why;
	const char *name;
	enum move_read read;
	struct move move;
	g_autofree char *canonical = NULL;

	if (ask_need_seat(q) == -1)
		return -1;
	if (text == NULL)
		return ask_refuse(q, "\"move\" must be the text of a move");
	read = move_read(match, text, &move);
	if (read == MOVE_OTHER)
		return ask_refuse_phrase(
		    q, phrase_new("refused.no-move", NULL));
	if (read == MOVE_UNCLEAR)
		return ask_refuse_phrase(q, move_fault(match, text, &name));
	if ((why = match_refusal(match, q->seat, &move)) != NULL)
		return ask_refuse_phrase(q, why);
	canonical = move_text(match, &move);
	match_play(match, q->seat, &move, &outcome);
	ask_give(q, "move", json_string(canonical));
	ask_give(q, "events", public_events(match, &outcome));
	ask_give(q, "chance",
	    outcome.chance != NULL ? json_incref(outcome.chance)
				   : json_array());
	outcome_clear(&outcome);
	return 0;
}

int
op_default(struct ask *q)
{
	struct match *match = q->engine->match;
	struct move move = { 0 };
	g_autofree char *text = NULL;

	if (ask_need_seat(q) == -1)
		return -1;
	if (!(match_to_act(match) & SEAT(q->seat)))
		return ask_refuse(q, "that seat has nothing to decide now");
	match_game(match)->absent(match_state(match), q->seat, &move);
	text = move_text(match, &move);
	ask_give(q, "move", json_string(text));
	return 0;
}

int
op_view(struct ask *q)
{
	int seat = SEAT_ONLOOKER;

	if (json_object_get(q->request, "seat") != NULL) {
		if (ask_need_seat(q) == -1)
			return -1;
		seat = q->seat;
	} else if (ask_need_match(q) == -1)
		return -1;
	ask_give(q, "view",
	    match_game(q->engine->match)
		->view(match_state(q->engine->match), seat));
	return 0;
}

int
op_state(struct ask *q)
{
	if (ask_need_match(q) == -1)
		return -1;
	ask_give(q, "state",
	    match_game(q->engine->match)->state(match_state(q->engine->match)));
	return 0;
}

int
op_result(struct ask *q)
{
	struct engine *engine = q->engine;
	struct result result = { 0 };
	const struct game *game;
	json_t *scores, *ending;

	if (ask_need_match(q) == -1)
		return -1;
	game = match_game(engine->match);
	game->result(match_state(engine->match), &result);
	scores = json_array();
	for (size_t s = 0; s < match_seats(engine->match); s++)
		json_array_append_new(scores, json_integer(result.score[s]));
	ask_give(q, "over", json_boolean(result.over));
	ask_give(q, "scores", scores);
	ask_give(q, "winners", seat_list(engine, result.winners));
	if (result.over && game->ending != NULL) {
		ending = game->ending(match_state(engine->match));
		json_object_update(q->answer, ending);
		json_decref(ending);
	}
	return 0;
}

int
op_undo(struct ask *q)
{
	if (ask_need_match(q) == -1)
		return -1;
	if (!match_undo(q->engine->match))
		return ask_refuse(q, "there is no move to take back");
	return 0;
}

int
op_history(struct ask *q)
{
	struct engine *engine = q->engine;
	json_t *players, *moves;
	struct move move;

	if (ask_need_match(q) == -1)
		return -1;
	players = json_array();
	for (int s = 0; s < (int)match_seats(engine->match); s++)
		json_array_append_new(
		    players, json_string(match_name(engine->match, s)));
	moves = json_array();
	for (size_t i = 0; i < match_length(engine->match); i++) {
		int seat = match_event(engine->match, i, &move);
		g_autofree char *text = move_text(engine->match, &move);

		json_array_append_new(
		    moves, json_pack("{s:i, s:s}", "seat", seat, "move", text));
	}
	ask_give(q, "game", json_string(match_game(engine->match)->name));
	ask_give(q, "seed", json_string(engine->seed));
	ask_give(q, "options", json_deep_copy(match_options(engine->match)));
	ask_give(q, "players", players);
	if (engine->setup != NULL)
		ask_give(q, "setup", json_deep_copy(engine->setup));
	ask_give(q, "moves", moves);
	return 0;
}
