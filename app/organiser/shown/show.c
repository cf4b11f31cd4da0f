/* SPDX-License-Identifier: ISC */
/* What an organiser is shown, as JSON. */
#include "app/organiser/organiser.h"

#include "app/home/home.h"
#include "app/matches/deadlines.h"
#include "app/matches/table/autoplay.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/plan.h"
#include "app/matches/table/report.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/organiser/shown/columns.h"
#include "app/organiser/shown/reveal.h"
#include "app/organiser/shown/show.h"
#include "base/err.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "core/say.h"
#include "policy/policy_text.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seats.h"
#include "store/people/people.h"

#include <string.h>

static void
set_text(json_t *object, const char *key, const char *text)
{
	json_object_set_new(
	    object, key, text == NULL ? json_null() : json_string(text));
}

static void
set_number(json_t *object, const char *key, int64_t n)
{
	json_object_set_new(object, key, json_integer(n));
}

/*
 * What an onlooker may know; everything once it is over, or with reveal.
 */
static void
show_play(struct table *t, json_t *item, bool open)
{
	const void *state = match_state(t->match);
	struct result result = { 0 };

	if (!open) {
		json_object_set_new(
		    item, "view", t->game->view(state, SEAT_ONLOOKER));
		return;
	}
	json_object_set_new(item, "view", t->game->state(state));
	t->game->result(state, &result);
	if (result.over)
		json_object_set_new(
		    item, "winners", table_name_list(t, result.winners));
}

/* How many steps and moves it has sent that are not made yet. */
static void
set_plan(json_t *item, const struct plan *plan)
{
	set_number(item, "plan", (int64_t)json_array_size(plan->steps));
	set_number(item, "order", (int64_t)json_array_size(plan->moves));
}

/* The phase in words, if it has some. */
static const char *
ask_words(const struct game *game, const char *phase)
{
	for (size_t i = 0;
	     phase != NULL && game->asks != NULL && game->phases[i] != NULL;
	     i++)
		if (strcmp(game->phases[i], phase) == 0)
			return game->asks[i];
	return phase;
}

/* Moves name a seat by its name, whoever plays it by now. */
static int
set_player(struct table *t, const struct seat_row *row, json_t *item)
{
	struct person *person;

	if (row->person == 0)
		return 0;
	person = store_person(t->home->store, row->person);
	if (person == NULL)
		return -1;
	set_number(item, "person", person->id);
	set_text(item, "player", person->name);
	person_free(person);
	return 0;
}

static int
add_seats(struct table *t, bool open, json_t *list)
{
	seatset asked = t->match == NULL ? 0 : match_to_act(t->match);
	const char *phase;

	for (int s = 0; s < (int)table_seats(t); s++) {
		const struct seat_row *row = table_seat(t, s);
		json_t *item = json_object();

		phase = (asked & SEAT(s))
			    ? t->game->phase(match_state(t->match), s)
			    : NULL;
		set_number(item, "seat", s);
		set_text(item, "name", row->name);
		json_array_append_new(list, item);
		if (set_player(t, row, item) == -1)
			return -1;
		json_object_set_new(item, "ready", json_boolean(row->ready));
		json_object_set_new(item, "organiser",
		    json_boolean((t->organiser & SEAT(s)) != 0));
		json_object_set_new(
		    item, "held", json_string(occupant_word(row->occupant)));
		if (robot_plays(row))
			set_text(item, "level", robot_level(t, s));
		set_text(item, "asked", phase);
		set_text(item, "asked_to", ask_words(t->game, phase));
		set_number(item, "missed", missed_shown(row, open));
		set_number(item, "graces", row->graces);
		if (open)
			set_plan(item, &t->plans[s]);
	}
	return 0;
}

#define AT(field) offsetof(struct onlooker_row, field)
static const struct column onlooker_columns[] = {
	{ "name", COLUMN_TEXT, AT(name), NULL },
	{ "person", COLUMN_NUMBER, AT(person), NULL },
	{ "since", COLUMN_TIME, AT(since), NULL },
	{ "last_letter", COLUMN_TIME, AT(written), NULL },
	{ NULL, COLUMN_TEXT, 0, NULL },
};
#undef AT

static json_t *
onlooker_summaries(struct table *t)
{
	g_autoptr(GPtrArray) rows = store_onlookers(t->home->store, t->row->id);

	return rows == NULL ? NULL : columns_rows(onlooker_columns, rows);
}

/* The number that it had where it was played, if that was elsewhere. */
static void
show_imported(const struct table *t, json_t *item)
{
	for (guint i = 0; i < t->reports->len; i++) {
		const struct report *report = t->reports->pdata[i];

		if (report->notice != NULL &&
		    strcmp(report->notice->key, IMPORTED_NOTICE) == 0)
			json_object_set(item, "imported",
			    json_object_get(report->notice->args, "number"));
	}
}

/* A match that is going to be shown, once it may be. */
struct table *
show_table(struct home *home, int64_t id, const struct reveal *reveal)
{
	return reveal_match(home, id, reveal) == -1 ? NULL
						    : table_open(home, id);
}

json_t *
show_match(
    struct home *home, int64_t id, const struct reveal *reveal, struct err *e)
{
	struct table *t;
	unsigned char commitment[SEED_SIZE];
	char hex[SEED_HEX_SIZE];
	json_t *item, *onlookers, *seats;
	bool open;
	int r, gone;

	home_work(home, home->now, e);
	t = show_table(home, id, reveal);
	if (t == NULL)
		return NULL;
	if ((onlookers = onlooker_summaries(t)) == NULL) {
		table_free(t);
		return NULL;
	}
	open = reveal != NULL || t->row->status == STATUS_OVER;
	item = show_summary(t->row);
	if (show_free(home, t->row, item) == -1 ||
	    (gone = show_deletion(home, t->row, item)) == -1) {
		json_decref(item);
		json_decref(onlookers);
		table_free(t);
		return NULL;
	}
	seed_commitment(t->row->server_seed, commitment);
	seed_to_hex(commitment, hex);
	set_text(item, "commitment", hex);
	if (open) {
		seed_to_hex(t->row->server_seed, hex);
		set_text(item, "server_seed", hex);
	}
	if (t->row->status == STATUS_MUSTER) {
		json_object_set_new(
		    item, "missing", table_name_list(t, muster_missing(t)));
		set_number(item, "free", muster_free(t));
	}
	seats = json_array();
	show_imported(t, item);
	json_object_set(item, "options", t->json[0]);
	json_object_set_new(item, "policy", policy_json(&t->policy));
	json_object_set_new(item, "seats", seats);
	json_object_set_new(item, "onlookers", onlookers);
	r = gone ? 0 : add_seats(t, open, seats);
	if (r == 0)
		r = show_deadlines(t, item);
	/* without its moves it would look as if it had just begun */
	if (t->match != NULL && !gone)
		show_play(t, item, open);
	table_free(t);
	if (r == -1)
		g_clear_pointer(&item, json_decref);
	return item;
}
