/* SPDX-License-Identifier: ISC */
/* How the match lies before one reader, with names and marks beside it. */
#include "app/letters/context/view.h"

#include "app/matches/table/autoplay.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/tenures.h"
#include "core/decision.h"
#include "core/kept.h"
#include "core/match.h"
#include "core/rules.h"
#include "store/matches/seats.h"

/* {"WORD": true}: what templates ask for with {{#phase.offer}} */
json_t *
context_flag(const char *word)
{
	json_t *object = json_object();

	json_object_set_new(object, word, json_true());
	return object;
}

/* How the seat came to be played by somebody else than the person it is named
 * after; empty for a seat that was made for a robot. */
static json_t *
held_context(const struct seat_row *row)
{
	if (!robot_plays(row) || row->level == NULL)
		return context_flag(occupant_word(row->occupant));
	return robot_owns(row) ? json_object() : context_flag("level");
}

/* The level of a robot that plays there, or false. */
static json_t *
robot_context(struct table *t, int seat)
{
	const char *level = robot_level(t, seat);

	if (!robot_plays(table_seat(t, seat)) || level == NULL)
		return json_false();
	return json_string(level);
}

json_t *
context_player(struct table *t, int seat, int reader)
{
	const struct seat_row *row = table_seat(t, seat);
	json_t *player = json_object();
	seatset asked = t->match == NULL ? 0 : match_to_act(t->match);
	const char *by = seat_player(t, seat);

	json_object_set_new(player, "seat", json_integer(seat));
	json_object_set_new(player, "name", json_string(t->names[seat]));
	if (by != NULL)
		json_object_set_new(player, "by", json_string(by));
	json_object_set_new(player, "me", json_boolean(seat == reader));
	json_object_set_new(player, "organiser",
	    json_boolean((t->organiser & SEAT(seat)) != 0 &&
			 row->occupant == OCCUPANT_PERSON));
	json_object_set_new(player, "ready", json_boolean(row->ready));
	json_object_set_new(
	    player, "asked", json_boolean((asked & SEAT(seat)) != 0));
	json_object_set_new(player, "robot", robot_context(t, seat));
	json_object_set_new(player, "held", held_context(row));
	return player;
}

/* Of a player's marks, only whether something is asked changes in a match. */
static json_t *
marks_again(struct table *t, int seat, int reader, struct kept *kept)
{
	bool asked = (match_to_act(t->match) & SEAT(seat)) != 0;
	int slot = KEPT_MARKS - seat;
	json_t *marks = kept_part(kept, slot, &asked, sizeof(asked));

	return marks != NULL ? marks
			     : kept_add(kept, slot, &asked, sizeof(asked),
				   context_player(t, seat, reader));
}

/* With the marks; what is kept holds both, by whose places it is known. */
static json_t *
marked_again(
    struct table *t, int seat, int reader, json_t *player, struct kept *kept)
{
	json_t *marks = marks_again(t, seat, reader, kept);
	const json_t *const made_of[] = { player, marks };
	int slot = KEPT_MARKS - GAME_MAX_SEATS - seat;
	json_t *part = kept_part(kept, slot, made_of, sizeof(made_of)), *marked;

	if (part == NULL) {
		marked = json_copy(player); /* that one may be kept */
		json_object_update_missing(marked, marks);
		part = kept_add(kept, slot, made_of, sizeof(made_of),
		    json_pack("[O, O, o]", player, marks, marked));
	}
	marked = json_incref(json_array_get(part, 2));
	json_decref(part);
	json_decref(marks);
	return marked;
}

json_t *
context_view_again(struct table *t, int seat, struct kept *kept)
{
	const void *state = match_state(t->match);
	json_t *view, *players;

	kept_for(kept, seat);
	view = kept != NULL && t->game->view_again != NULL
		   ? t->game->view_again(state, seat, kept)
		   : t->game->view(state, seat);
	players = json_object_get(view, "players");
	for (size_t i = 0; i < json_array_size(players); i++)
		json_array_set_new(players, i,
		    marked_again(
			t, (int)i, seat, json_array_get(players, i), kept));
	return view;
}

json_t *
context_view(struct table *t, int seat)
{
	return context_view_again(t, seat, NULL);
}
