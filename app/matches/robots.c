/* SPDX-License-Identifier: ISC */
/*
 * Robots that are players like others: they have a name, but no address, are
 * ready at once, and nobody ever writes to them.
 */
#include "app/matches/robots.h"

#include "app/home/home.h"
#include "base/err.h"
#include "core/names.h"
#include "robot/level.h"
#include "store/seats.h"

#include <string.h>

#define ROBOT "robot:"

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
