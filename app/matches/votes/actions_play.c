/* SPDX-License-Identifier: ISC */
/* What is done to seats and moves of a match. */
#include "app/matches/votes/actions.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/matches/results/ending.h"
#include "app/matches/seats/robot_relief.h"
#include "app/matches/seats/seats.h"
#include "app/matches/table/plans.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/table/tenures.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/say.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/render.h"
#include "robot/level.h"
#include "store/matches/actions.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"

#include <string.h>

/* ---- replace ---- */

static int
check_person(struct table *t, const struct action_options *o)
{
	for (int s = 0; s < (int)table_seats(t); s++) {
		const struct seat_row *row = table_seat(t, s);

		if (row->person != o->person ||
		    row->occupant != OCCUPANT_PERSON)
			continue;
		return err_set(t->home->err, ERR_CLASH,
		    s == o->seat
			? "that person already holds seat %d of match %lld"
			: "that person holds seat %d of match %lld; nobody can "
			  "hold two",
		    s, (long long)t->row->id);
	}
	return 0;
}

/* seat_give and seat_open tell it. */
int
action_replace(struct table *t, struct action_options *o, json_t *args)
{
	const struct action_kind *kind = &action_kinds[ACTION_REPLACE];

	if (o->vote)
		return seat_open(t, o->seat, kind->voted);
	if (check_person(t, o) == -1)
		return -1;
	return seat_give(
	    t, o->seat, o->person, kind->notice, json_incref(args));
}

/* ---- robot ---- */

static int
robot_off(struct table *t, const struct action_options *o, json_t *args)
{
	const struct seat_row *row = table_seat(t, o->seat);

	if (!robot_plays(row) ||
	    (row->occupant == OCCUPANT_ROBOT && row->level == NULL)) {
		json_decref(args);
		return err_set(t->home->err, ERR_CLASH,
		    "no robot plays for %s in match %lld", t->names[o->seat],
		    (long long)t->row->id);
	}
	return robot_gives_back(t, o->seat,
	    o->vote ? "notice.vote-robot-off" : "notice.organiser-robot-off",
	    args);
}

/* robot_takes_over and robot_gives_back tell it. */
int
action_robot(struct table *t, struct action_options *o, json_t *args)
{
	const struct action_kind *kind = &action_kinds[ACTION_ROBOT];
	const struct seat_row *row = table_seat(t, o->seat);
	enum robot_level level = ROBOT_EASY;

	if (strcmp(o->text, "off") == 0)
		return robot_off(t, o, json_incref(args));
	if (!robot_level_read(o->text, &level))
		return err_set(t->home->err, ERR_FORMAT,
		    "\"%s\": a robot is easy, medium or strong, and \"off\" "
		    "takes it away",
		    o->text);
	if (robot_plays(row) && g_strcmp0(row->level, o->text) == 0)
		return err_set(t->home->err, ERR_CLASH,
		    robot_owns(row)
			? "%s in match %lld is a robot and already plays at "
			  "that level"
			: "a robot of that level already plays for %s in "
			  "match %lld",
		    t->names[o->seat], (long long)t->row->id);
	if (robots_can_think(t->home) == -1)
		return -1;
	return robot_takes_over(t, o->seat, o->text,
	    o->vote ? kind->voted : kind->notice, json_incref(args));
}

/* ---- undo ---- */

/*
 * The last move that somebody made, with all that was played since for seats
 * that were given up: those would be played again at once.
 */
static int
undo_one(struct table *t, int *seat, bool *own)
{
	bool automatic = true;

	while (automatic) {
		const struct event_row *last;

		if (t->events->len == 0)
			return err_set(t->home->err, ERR_CLASH,
			    "match %lld has no move that could be taken back",
			    (long long)t->row->id);
		last = t->events->pdata[t->events->len - 1];
		automatic = strcmp(last->by, "robot") == 0;
		*seat = last->seat;
		*own = strcmp(last->by, "player") == 0 ||
		       strcmp(last->by, "plan") == 0;
		if (plans_undone(t, last->seat) == -1 || table_undo(t) == -1)
			return -1;
	}
	return 0;
}

int
action_undo(struct table *t, struct action_options *o, json_t *args)
{
	const struct seat_row *row;
	int seat = 0;
	bool own = false;

	if (o->count > UNDO_MAX)
		return err_set(t->home->err, ERR_FORMAT,
		    "at most %d moves can be taken back at once", UNDO_MAX);
	if (plans_told_of(t) == -1)
		return -1;
	for (int i = 0; i < o->count; i++)
		if (undo_one(t, &seat, &own) == -1)
			return -1;
	row = table_seat(t, seat);
	json_object_set_new(args, "who", json_string(t->names[seat]));
	/* a seat that was taken over keeps its name, not its player's */
	if (own && row->occupant == OCCUPANT_PERSON &&
	    seat_player(t, seat) == NULL)
		json_object_set_new(args, "holder", json_integer(row->person));
	json_object_set_new(args, "n", json_integer(o->count));
	return plans_drop_orders(t);
}

/* ---- move ---- */

/* The one move that the line asks for, in canonical words. */
static struct request *
read_line(struct table *t, const char *line)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);

	request_read(catalog_words(home_words(t->home)), t->match, line, list);
	if (list->len == 1 &&
	    ((struct request *)list->pdata[0])->kind == REQUEST_MOVE)
		return g_ptr_array_steal_index(list, 0);
	err_set(t->home->err, ERR_FORMAT,
	    "\"%s\" is not a move of %s; write one as the players do, for "
	    "example from the list of match show --reveal --json",
	    line, t->game->name);
	return NULL;
}

static int
play_text(struct table *t, int seat, const char *text)
{
	const struct catalog *catalog = home_words(t->home);
	struct phrase *why;
	g_autofree char *said = NULL;
	struct move move;

	if (move_read(t->match, text, &move) != MOVE_OK)
		return err_set(t->home->err, ERR_FORMAT,
		    "\"%s\" is not a move here", text);
	why = match_refusal(t->match, seat, &move);
	if (why == NULL)
		return table_play(t, seat, &move, "organiser", 0);
	said = catalog_say(catalog, why, t->atom_names);
	phrase_free(why);
	return err_set(t->home->err, ERR_CLASH, "\"%s\": %s", text, said);
}

/* "pass mate or merchant": then the first of those that can be played. */
static int
play_then(struct table *t, int seat, char *const *then)
{
	struct move move;

	for (int i = 0; then != NULL && then[i] != NULL; i++) {
		struct phrase *why;

		if (!(match_to_act(t->match) & SEAT(seat)))
			return 0;
		if (move_read(t->match, then[i], &move) != MOVE_OK)
			continue;
		why = match_refusal(t->match, seat, &move);
		if (why == NULL)
			return table_play(t, seat, &move, "organiser", 0);
		phrase_free(why);
	}
	return 0;
}

/* The move is told by the game itself, to whom it concerns. */
int
action_move(struct table *t, struct action_options *o, json_t *args)
{
	struct request *q;
	int r;

	(void)args;
	if (!(match_to_act(t->match) & SEAT(o->seat)))
		return err_set(t->home->err, ERR_CLASH,
		    "match %lld is not waiting for a move of %s",
		    (long long)t->row->id, t->names[o->seat]);
	if ((q = read_line(t, o->text)) == NULL)
		return -1;
	r = play_text(t, o->seat, q->text);
	if (r == 0)
		r = play_then(t, o->seat, q->then);
	request_free(q);
	return r;
}

/* ---- end ---- */

/* match_call_off tells it. */
int
action_end(struct table *t, struct action_options *o, json_t *args)
{
	const struct action_kind *kind = &action_kinds[ACTION_END];

	return match_call_off(
	    t, o->vote ? kind->voted : kind->notice, json_incref(args));
}
