/* SPDX-License-Identifier: ISC */
/*
 * The record of a match: all that is needed to play it again and to see that
 * nobody chose its cards, on any machine (turnpost-record(5)).
 */
#include "app/letters/story/record.h"

#include "app/home/home.h"
#include "app/matches/results/results.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/talk.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/results.h"
#include "store/matches/seats.h"

#include <string.h>

#define RECORD_VERSION 1

static json_t *
draws_json(const GByteArray *bytes)
{
	json_t *list = json_array();

	for (guint i = 0; bytes != NULL && i + 8 <= bytes->len; i += 8) {
		json_t *draw = json_array();
		guint32 pair[2];

		memcpy(pair, bytes->data + i, sizeof(pair));
		for (size_t k = 0; k < G_N_ELEMENTS(pair); k++)
			json_array_append_new(
			    draw, json_integer(GUINT32_FROM_LE(pair[k])));
		json_array_append_new(list, draw);
	}
	return list;
}

/* Whose rating it changes: the number of a person, or a robot's level. */
static void
add_rated(struct table *t, int seat, json_t *player)
{
	const struct result_owner owner = result_owner(t, seat);
	bool rated = false;

	if (owner.level != NULL)
		json_object_set_new(player, "rated", json_string(owner.level));
	else if (owner.person != 0 &&
		 store_rated(t->home->store, owner.person, &rated) == 0 &&
		 rated)
		json_object_set_new(
		    player, "rated", json_integer(owner.person));
}

static json_t *
players_json(struct table *t)
{
	json_t *list = json_array();

	for (int s = 0; s < (int)table_seats(t); s++) {
		const struct seat_row *row = table_seat(t, s);

		json_t *player = json_pack(
		    "{s:s, s:s?}", "name", row->name, "luck", row->luck);

		/* a robot's own seat, or one where it plays for somebody */
		if (row->level != NULL && robot_plays(row))
			json_object_set_new(
			    player, "robot", json_string(row->level));
		if (t->row->status == STATUS_OVER)
			add_rated(t, s, player);
		json_array_append_new(list, player);
	}
	return list;
}

/*
 * When a player decided, and that a plan did it, is that player's own affair:
 * an organiser who has not looked at the match gets the moves alone.  Without
 * json_pack, which takes twice as long: a match has hundreds of events.
 */
static json_t *
event_json(struct table *t, const struct event_row *row, bool reveal)
{
	bool planned = strcmp(row->by, "plan") == 0;
	json_t *event = json_object();

	json_object_set_new(
	    event, "n", json_integer(talk_open_number(t, row->n)));
	json_object_set_new(event, "seat", json_integer(row->seat));
	json_object_set_new(event, "move", json_string(row->move));
	json_object_set_new(
	    event, "by", json_string(planned && !reveal ? "player" : row->by));
	json_object_set_new(event, "draws", draws_json(row->draws));
	if (reveal)
		json_object_set_new(
		    event, "at", json_integer((json_int_t)row->at));
	return event;
}

static json_t *
events_json(struct table *t, bool reveal)
{
	json_t *list = json_array();

	for (guint i = 0; i < t->events->len; i++)
		json_array_append_new(
		    list, event_json(t, t->events->pdata[i], reveal));
	return list;
}

static json_t *
scores_json(const struct table *t)
{
	struct result result = { 0 };
	json_t *scores = json_array();

	t->game->result(match_state(t->match), &result);
	for (size_t s = 0; s < table_seats(t); s++)
		json_array_append_new(scores, json_integer(result.score[s]));
	return scores;
}

void
record_impersonal(json_t *record)
{
	json_t *player;
	size_t i;

	json_array_foreach(json_object_get(record, "players"), i, player)
	{
		if (json_is_integer(json_object_get(player, "rated")))
			json_object_del(player, "rated");
	}
}

json_t *
record_of(struct table *t, const struct catalog *language, bool reveal)
{
	struct reader all = reader_view(t, SEAT_ONLOOKER);
	json_t *record = json_object();
	unsigned char commitment[SEED_SIZE];
	char hex[SEED_HEX_SIZE];

	all.language = language;
	json_object_set_new(
	    record, "turnpost_record", json_integer(RECORD_VERSION));
	json_object_set_new(record, "match", json_integer(t->row->id));
	json_object_set_new(record, "name", json_string(t->row->name));
	json_object_set_new(record, "game", json_string(t->row->game));
	json_object_set_new(record, "rules", json_integer(t->row->rules));
	json_object_set(record, "options", t->json[0]);
	if (t->json[1] != NULL)
		json_object_set(record, "data", t->json[1]);
	if (t->json[2] != NULL)
		json_object_set(record, "setup", t->json[2]);
	json_object_set_new(record, "players", players_json(t));
	if (t->row->agreed != NULL)
		json_object_set_new(
		    record, "agreed", json_string(t->row->agreed));
	seed_commitment(t->row->server_seed, commitment);
	seed_to_hex(commitment, hex);
	json_object_set_new(record, "commitment", json_string(hex));
	seed_to_hex(t->row->server_seed, hex);
	json_object_set_new(record, "server_seed", json_string(hex));
	seed_to_hex(t->row->seed, hex);
	json_object_set_new(record, "seed", json_string(hex));
	json_object_set_new(record, "draws", draws_json(t->row->draws));
	json_object_set_new(record, "events", events_json(t, reveal));
	json_object_set_new(record, "over", json_boolean(match_over(t->match)));
	json_object_set_new(record, "scores", scores_json(t));
	if (t->row->status == STATUS_OVER) {
		json_object_set_new(record, "started",
		    json_integer((json_int_t)t->row->started));
		json_object_set_new(
		    record, "ended", json_integer((json_int_t)t->row->ended));
	}
	json_object_set_new(record, "talk", talk_json(&all, reveal));
	return record;
}
