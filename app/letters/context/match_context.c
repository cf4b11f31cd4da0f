/* SPDX-License-Identifier: ISC */
/* What letters say of the match besides moves: options, a pause, the muster,
 * absences. */
#include "app/letters/context/match_context.h"

#include "app/home/home.h"
#include "app/letters/context/moments.h"
#include "app/matches/clocks/away.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/tenures.h"
#include "core/rules.h"
#include "policy/clock.h"
#include "policy/policy.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"
#include "store/people/people.h"

#include <string.h>

/* Is that option of the game other than usual? */
static bool
is_unusual(const struct game *game, const char *word, const json_t *value)
{
	for (size_t i = 0; i < game->noptions; i++) {
		const struct option *option = &game->options[i];

		if (strcmp(option->word, word) == 0)
			return option->dflt !=
			       (json_is_boolean(value)
				       ? json_is_true(value)
				       : json_integer_value(value));
	}
	return false;
}

void
options_context(const struct game *game, const json_t *options, json_t *match)
{
	json_t *list = json_array();
	const char *word;
	json_t *value;
	bool unusual = false;

	json_object_foreach((json_t *)(uintptr_t)options, word, value)
	{
		json_t *item = json_object();
		bool other = is_unusual(game, word, value);

		json_object_set_new(item, "word", json_string(word));
		json_object_set(item, "value", value);
		json_object_set_new(item, word,
		    json_boolean(
			json_is_true(value) || json_integer_value(value) != 0));
		json_object_set_new(item, "unusual", json_boolean(other));
		json_array_append_new(list, item);
		unusual |= other;
	}
	json_object_set_new(match, "options", list);
	json_object_set_new(match, "unusual", json_boolean(unusual));
}

int
pause_context(const struct reader *r, json_t *match)
{
	struct table *t = r->t;
	g_autofree char *since = NULL, *until = NULL;
	struct timer_row timer;
	bool found;
	json_t *paused;

	if (t->row->paused == 0 || t->row->status != STATUS_RUNNING)
		return 0;
	if (store_timer(t->home->store, t->row->id, -1, TIMER_PAUSE, &timer,
		&found) == -1)
		return -1;
	since = reader_moment(r, t->row->paused);
	paused = json_pack("{s:s}", "since", since);
	if (found) {
		until = reader_moment(r, timer.due);
		json_object_set_new(paused, "until", json_string(until));
	}
	json_object_set_new(match, "paused", paused);
	return 0;
}

int
muster_context(const struct reader *r, json_t *context)
{
	struct table *t = r->t;
	struct timer_row timer;
	g_autofree char *text = NULL;
	bool found = false;

	if (r->person != NULL && r->person->zone[0] == '\0' &&
	    !table_seat(t, r->seat)->ready)
		json_object_set_new(context, "zoneless",
		    json_pack("{s:s}", "zone", match_zone(r)));
	if (store_timer(t->home->store, t->row->id, -1, TIMER_MUSTER, &timer,
		&found) == -1)
		return -1;
	if (!found || timer.due >= CLOCK_NEVER)
		return 0;
	text = reader_moment(r, timer.due);
	json_object_set_new(context, "deadline", json_string(text));
	json_object_set_new(
	    context, "renews", json_boolean(timer.n < t->policy.renewals));
	return 0;
}

static int
add_away(const struct reader *r, int seat, json_t *list)
{
	struct table *t = r->t;
	int64_t person = table_seat(t, seat)->person, until = 0;
	const char *player = seat_player(t, seat);
	g_autofree char *text = NULL;
	bool away, still;

	if (table_seat(t, seat)->occupant != OCCUPANT_PERSON)
		return 0;
	if (away_now(t->home, person, &away, &until) == -1)
		return -1;
	if (!away)
		return 0;
	if (away_stands_still(t, person, &still) == -1)
		return -1;
	text = match_moment(r, until);
	json_array_append_new(
	    list, json_pack("{s:s, s:s, s:b}", "name",
		      player != NULL ? player : t->names[seat], "until", text,
		      "still", still && policy_any_deadline(&t->policy)));
	return 0;
}

json_t *
away_context(const struct reader *r)
{
	json_t *list = json_array();

	for (int s = 0; s < (int)table_seats(r->t); s++)
		if (add_away(r, s, list) == -1) {
			json_decref(list);
			return NULL;
		}
	return list;
}
