/* SPDX-License-Identifier: ISC */
/*
 * Robots that are players like others: they have a name, but no address, are
 * ready at once, and nobody ever writes to them.  Others play for a person who
 * keeps the seat, hears all and may come back at any time.
 */
#include "app/matches/table/robots.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/matches/table/table.h"
#include "base/err.h"
#include "core/names.h"
#include "robot/level.h"
#include "store/matches/seats.h"

#include <string.h>

#define ROBOT "robot:"

enum policy_missed
robots_missed(const struct home *home, const struct policy *p)
{
	bool thinks = p->missed >= MISSED_LEVEL ||
		      (p->missed == MISSED_ROBOT && p->robot >= PLAYS_LEVEL);

	return thinks && home->config->think == 0 ? MISSED_DEFAULT : p->missed;
}

enum policy_robot
robots_absent(const struct home *home, const struct policy *p)
{
	return p->robot >= PLAYS_LEVEL && home->config->think == 0
		   ? PLAYS_DEFAULT
		   : p->robot;
}

int
robots_can_think(struct home *home)
{
	if (home->config->think > 0)
		return 0;
	return err_set(home->err, ERR_CLASH,
	    "robots do not think here, so none can play; set \"think\" under "
	    "\"robots\" in turnpost.yaml to some seconds");
}

bool
robot_is_ordered(const char *seat)
{
	return g_str_has_prefix(seat, ROBOT);
}

int
robot_order(struct home *home, const char *seat, GPtrArray *rows)
{
	enum robot_level level = ROBOT_EASY;
	struct seat_row *row;

	if (!robot_level_read(seat + strlen(ROBOT), &level))
		return err_set(home->err, ERR_FORMAT,
		    "seat \"%s\": a robot is easy, medium or strong, as in "
		    "robot:medium",
		    seat);
	if (robots_can_think(home) == -1)
		return -1;
	row = g_new0(struct seat_row, 1);
	row->seat = (int)rows->len;
	row->told = -1;
	row->ready = true;
	row->occupant = OCCUPANT_ROBOT;
	row->level = g_strdup(robot_level_word(level));
	g_ptr_array_add(rows, row);
	return 0;
}

static bool
is_taken(const GPtrArray *rows, const char *name)
{
	for (guint i = 0; i < rows->len; i++) {
		const struct seat_row *row = rows->pdata[i];

		if (row->name != NULL && names_alike(row->name, name))
			return true;
	}
	return false;
}

/* The first of Robot-1, Robot-2... that cannot be mistaken for another. */
static char *
free_name(const GPtrArray *rows)
{
	for (int n = 1;; n++) {
		g_autofree char *name = g_strdup_printf("Robot-%d", n);

		if (!is_taken(rows, name))
			return g_steal_pointer(&name);
	}
}

void
robots_name(GPtrArray *rows)
{
	for (guint i = 0; i < rows->len; i++) {
		struct seat_row *row = rows->pdata[i];

		if (row->name == NULL)
			row->name = free_name(rows);
	}
}

/* ---- at the table ---- */

bool
robot_relieves(const struct seat_row *row)
{
	return row->occupant == OCCUPANT_PERSON && row->level != NULL;
}

bool
robot_owns(const struct seat_row *row)
{
	return row->occupant == OCCUPANT_ROBOT && row->level != NULL &&
	       row->person == 0;
}

bool
robot_plays(const struct seat_row *row)
{
	return row->occupant == OCCUPANT_ROBOT || robot_relieves(row);
}

bool
robots_alone_beside(struct table *t, int seat)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (s != seat && table_seat(t, s)->occupant != OCCUPANT_ROBOT)
			return false;
	return true;
}

json_t *
robot_level_said(const char *level)
{
	g_autofree char *phrase = g_strdup_printf("robot-level.%s", level);

	return json_pack("{s:s, s:s}", "word", level, "phrase", phrase);
}
