/* SPDX-License-Identifier: ISC */
/* A robot begins to play a seat, or ends it. */
#include "app/matches/seats/robot_relief.h"

#include "app/home/home.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/seats/seats.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/table/tenures.h"
#include "base/log.h"
#include "core/decision.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"

/* Of whom it tells, and the level. */
static void
complete(struct table *t, int seat, json_t *args)
{
	const struct seat_row *row = table_seat(t, seat);
	const char *player = seat_player(t, seat);

	json_object_set_new(
	    args, "who", json_string(player != NULL ? player : t->names[seat]));
	if (row->occupant == OCCUPANT_PERSON)
		json_object_set_new(args, "holder", json_integer(row->person));
	if (row->level != NULL)
		json_object_set_new(
		    args, "level", robot_level_said(row->level));
}

static void
set_level(struct seat_row *row, const char *level)
{
	g_free(row->level);
	row->level = g_strdup(level);
}

int
robot_takes_over(struct table *t, int seat, const char *level,
    const char *notice, json_t *args)
{
	struct seat_row *row = table_seat(t, seat);

	set_level(row, level);
	if (row->occupant == OCCUPANT_OPEN)
		row->occupant = OCCUPANT_ROBOT;
	complete(t, seat, args);
	log_info("robot-begins", "match %lld seat %d: a robot plays, %s",
	    (long long)t->row->id, seat, level);
	table_effect(t, EFFECT_TELL_ALL, -1);
	if (table_notice(t, notice, args) == -1 ||
	    store_timer_clear(t->home->store, t->row->id, seat, TIMER_OFFER) ==
		-1)
		return -1;
	return store_seat_update(t->home->store, row);
}

int
robot_gives_back(struct table *t, int seat, const char *notice, json_t *args)
{
	struct seat_row *row = table_seat(t, seat);
	bool relieved = robot_relieves(row);

	complete(t, seat, args);
	set_level(row, NULL);
	log_info("robot-ends", "match %lld seat %d: a robot plays no longer",
	    (long long)t->row->id, seat);
	table_effect(t, EFFECT_TELL_ALL, -1);
	if (table_notice(t, notice, args) == -1)
		return -1;
	if (!relieved)
		return seat_open(t, seat, NULL);
	row->missed = 0;
	/* The person is asked anew. */
	t->moved |= SEAT(seat);
	return store_seat_update(t->home->store, row) == -1
		   ? -1
		   : clocks_restart(t, seat);
}
