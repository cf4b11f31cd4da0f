/* SPDX-License-Identifier: ISC */
/* A record of another home as the rows that its match will have in this one. */
#include "app/organiser/records/record_rows.h"

#include "app/home/people.h"
#include "base/err.h"
#include "core/chance.h"
#include "core/names.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"

#include <string.h>

#define LUCK_MOST 1000 /* bytes of luck words */
#define EVENT_MOST 1000000000 /* the highest number of an event */

struct incoming *
incoming_new(const char *file)
{
	struct incoming *in = g_new0(struct incoming, 1);

	in->file = g_strdup(file);
	in->row = g_new0(struct match_row, 1);
	in->seats =
	    g_ptr_array_new_with_free_func((GDestroyNotify)seat_row_free);
	in->events =
	    g_ptr_array_new_with_free_func((GDestroyNotify)event_row_free);
	return in;
}

void
incoming_free(void *p)
{
	struct incoming *in = p;

	g_free(in->file);
	match_row_free(in->row);
	g_ptr_array_unref(in->seats);
	g_ptr_array_unref(in->events);
	g_free(in);
}

static char *
text_of(const json_t *object, const char *key)
{
	return g_strdup(json_string_value(json_object_get(object, key)));
}

static int64_t
number_of(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* Newly allocated; NULL: it has none. */
static char *
json_of(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return value == NULL ? NULL
			     : json_dumps(value, JSON_COMPACT | JSON_SORT_KEYS);
}

/* Pairs of uint32, little endian; they were verified. */
static GByteArray *
draws_of(const json_t *object)
{
	const json_t *list = json_object_get(object, "draws"), *pair;
	GByteArray *bytes = g_byte_array_new();
	size_t i, k;

	json_array_foreach(list, i, pair)
	{
		for (k = 0; k < 2; k++) {
			guint32 le = GUINT32_TO_LE((guint32)json_integer_value(
			    json_array_get(pair, k)));

			g_byte_array_append(
			    bytes, (const guint8 *)&le, sizeof(le));
		}
	}
	return bytes;
}

/* Is the result of the seat its robot's, and not that of a player for whom the
 * robot played in the end?  Records that do not say whose it is tell who made
 * the moves. */
static bool
is_robots(const json_t *record, int seat, const json_t *player)
{
	const json_t *rated = json_object_get(player, "rated"), *event;
	const char *level = json_string_value(json_object_get(player, "robot"));
	int all = 0, robots = 0;
	size_t i;

	if (level == NULL || rated != NULL)
		return level != NULL &&
		       g_strcmp0(json_string_value(rated), level) == 0;
	json_array_foreach(json_object_get(record, "events"), i, event)
	{
		const char *by =
		    json_string_value(json_object_get(event, "by"));

		if (number_of(event, "seat") != seat)
			continue;
		all++;
		robots += g_strcmp0(by, "robot") == 0;
	}
	return robots * 2 > all;
}

/* A blank without a width is no name that others could read. */
static bool
is_seen(const char *name)
{
	for (const char *p = name; *p != '\0'; p = g_utf8_next_char(p))
		if (g_unichar_isgraph(g_utf8_get_char(p)))
			return true;
	return false;
}

static int
read_seat(struct incoming *in, int seat, const json_t *record,
    const json_t *player, struct err *e)
{
	struct seat_row *row = g_new0(struct seat_row, 1);

	g_ptr_array_add(in->seats, row);
	row->seat = seat;
	row->name = text_of(player, "name");
	row->luck = text_of(player, "luck");
	if (is_robots(record, seat, player))
		row->level = text_of(player, "robot");
	row->ready = true;
	row->occupant = row->level != NULL ? OCCUPANT_ROBOT : OCCUPANT_OPEN;
	if (organise_text_ok("the name of a player",
		row->name != NULL ? row->name : "", e) == -1)
		return -1;
	if (!is_seen(row->name))
		return err_set(e, ERR_FORMAT,
		    "the name of a player must have a character that can be "
		    "seen");
	for (const char *p = row->luck; p != NULL && *p != '\0'; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			return err_set(e, ERR_FORMAT,
			    "the luck words of %s must be one line without "
			    "control characters",
			    row->name);
	if (row->luck != NULL && strlen(row->luck) > LUCK_MOST)
		return err_set(e, ERR_FORMAT,
		    "the luck words of %s are longer than %d bytes", row->name,
		    LUCK_MOST);
	for (int i = 0; i < seat; i++) {
		const struct seat_row *other = in->seats->pdata[i];

		if (names_alike(other->name, row->name))
			return err_set(e, ERR_FORMAT,
			    "players named %s and %s could be mistaken for "
			    "each other",
			    other->name, row->name);
	}
	return 0;
}

/* When it was made, which records that were not revealed do not say; then the
 * end of the match is as good as any other time. */
static int64_t
made_at(const struct incoming *in, const json_t *event)
{
	int64_t at = number_of(event, "at");

	return at >= in->row->started && at <= in->row->ended ? at
							      : in->row->ended;
}

static int
read_event(struct incoming *in, const json_t *event, struct err *e)
{
	static const char *const makers[] = { "player", "plan", "deadline",
		"robot", "organiser", NULL };
	struct event_row *row = g_new0(struct event_row, 1);

	g_ptr_array_add(in->events, row);
	row->n = number_of(event, "n");
	row->seat = (int)number_of(event, "seat");
	row->move = text_of(event, "move");
	row->draws = draws_of(event);
	row->at = made_at(in, event);
	row->by = text_of(event, "by");
	if (row->n > EVENT_MOST)
		return err_set(e, ERR_FORMAT,
		    "event %u: its number \"n\" must be at most %d",
		    in->events->len, EVENT_MOST);
	if (row->n <= in->row->last_event)
		return err_set(e, ERR_FORMAT,
		    "event %u: its number \"n\" must be higher than the one "
		    "before",
		    in->events->len);
	if (row->by == NULL || !g_strv_contains(makers, row->by))
		return err_set(e, ERR_FORMAT,
		    "event %u: \"by\" must be player, plan, deadline, robot "
		    "or organiser",
		    in->events->len);
	in->row->last_event = row->n;
	return 0;
}

static int
read_times(struct match_row *row, const json_t *record, struct err *e)
{
	row->ended = number_of(record, "ended");
	row->started = number_of(record, "started");
	if (row->ended <= 0)
		return err_set(e, ERR_FORMAT,
		    "it does not say when the match ended; export it again "
		    "with a newer turnpost there");
	if (row->started > row->ended)
		return err_set(e, ERR_FORMAT,
		    "it says that the match ended before it began");
	if (row->started <= 0)
		row->started = row->ended;
	row->created = row->started;
	return 0;
}

/* Records made by other programs may leave options out where they are the usual
 * ones; no match here does, so that a fingerprint of none would not fit. */
static int
read_options(struct match_row *row, const json_t *record, struct err *e)
{
	row->options = json_of(record, "options");
	if (row->options == NULL && row->agreed != NULL)
		return err_set(e, ERR_FORMAT,
		    "it does not say its options, which its fingerprint "
		    "\"agreed\" covers; export it again there");
	if (row->options == NULL)
		row->options = g_strdup("{}");
	return 0;
}

int
incoming_read(struct incoming *in, const json_t *record, struct err *e)
{
	const json_t *players = json_object_get(record, "players");
	const json_t *event, *player;
	struct match_row *row = in->row;
	size_t i;

	in->number = number_of(record, "match");
	row->game = text_of(record, "game");
	row->rules = (int)number_of(record, "rules");
	row->name = text_of(record, "name");
	row->status = STATUS_OVER;
	row->data = json_of(record, "data");
	row->preset = json_of(record, "setup");
	row->agreed = text_of(record, "agreed");
	row->draws = draws_of(record);
	row->wanted = (int)json_array_size(players);
	seed_from_hex(json_string_value(json_object_get(record, "server_seed")),
	    row->server_seed);
	seed_from_hex(
	    json_string_value(json_object_get(record, "seed")), row->seed);
	if (organise_text_ok("the name of the match",
		row->name != NULL ? row->name : "", e) == -1 ||
	    read_options(row, record, e) == -1 ||
	    read_times(row, record, e) == -1)
		return -1;
	json_array_foreach(players, i, player)
	{
		if (read_seat(in, (int)i, record, player, e) == -1)
			return -1;
	}
	json_array_foreach(json_object_get(record, "events"), i, event)
	{
		if (read_event(in, event, e) == -1)
			return -1;
	}
	return 0;
}
