/* SPDX-License-Identifier: ISC */
/* A match in a line: what lists of matches and the match itself show of it. */
#include "app/organiser/shown/show.h"

#include "app/home/home.h"
#include "app/matches/status.h"
#include "app/organiser/shown/columns.h"
#include "core/rules.h"
#include "store/matches/deletion.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/signup.h"

static const char *
state_word(int status)
{
	return status_word((enum match_status)status);
}

#define AT(field) offsetof(struct match_row, field)
static const struct column match_columns[] = {
	{ "match", COLUMN_NUMBER, AT(id), NULL },
	{ "game", COLUMN_TEXT, AT(game), NULL },
	{ "name", COLUMN_TEXT, AT(name), NULL },
	{ "state", COLUMN_WORD, AT(status), state_word },
	{ "created", COLUMN_TIME, AT(created), NULL },
	{ "started", COLUMN_TIME, AT(started), NULL },
	{ "ended", COLUMN_TIME, AT(ended), NULL },
	{ "paused", COLUMN_TIME, AT(paused), NULL },
	{ NULL, COLUMN_TEXT, 0, NULL },
};
#undef AT

json_t *
show_summary(const struct match_row *row)
{
	return columns_row(match_columns, row);
}

int
show_free(struct home *home, const struct match_row *row, json_t *item)
{
	g_autoptr(GPtrArray) seats = NULL;
	struct signup_row signup;
	bool found = false;

	if (row->status != STATUS_MUSTER)
		return 0;
	if ((seats = store_seats(home->store, row->id)) == NULL ||
	    store_signup(home->store, row->id, &signup, &found) == -1)
		return -1;
	if (!found)
		return 0;
	json_object_set_new(
	    item, "free", json_integer(row->wanted - (int)seats->len));
	if (signup.state == SIGNUP_ASKED)
		json_object_set_new(item, "waits", json_true());
	return 0;
}

int
show_deletion(struct home *home, const struct match_row *row, json_t *item)
{
	struct deletion_plan plan = { 0 };

	if (match_is_past(row) &&
	    store_deletion(home->store, row->id, &plan) == -1)
		return -1;
	show_time(item, "deletion", plan.due);
	if (!plan.begun)
		return 0;
	/* what it was called has gone first */
	json_object_set_new(item, "name", json_string("(is being deleted)"));
	return 1;
}
