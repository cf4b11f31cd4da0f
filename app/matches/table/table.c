/* SPDX-License-Identifier: ISC */
/*
 * A match as it stands.  Every change to a match goes through here and is
 * written at once, so that rows and replay (table_open.c) stay one.
 */
#include "app/matches/table/table.h"

#include "app/home/home.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table_play.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/opening.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/talk.h"

#include <string.h>

size_t
table_seats(const struct table *t)
{
	return t->seats->len;
}

struct seat_row *
table_seat(struct table *t, int seat)
{
	return t->seats->pdata[seat];
}

void
table_opening(const struct table *t, struct opening *opening)
{
	*opening = (struct opening){
		.game = t->game,
		.names = t->names,
		.seats = t->seats->len,
		.options = t->json[0],
		.data = t->json[1],
		.preset = t->json[2],
	};
	memcpy(opening->seed, t->row->seed, SEED_SIZE);
}

int
table_set_up(struct table *t, const GArray *draws, struct outcome *outcome)
{
	struct opening opening;

	table_opening(t, &opening);
	t->match = match_start(&opening, draws, outcome, t->home->err);
	return t->match == NULL ? -1 : 0;
}

static GByteArray *
draws_pack(const GArray *draws)
{
	GByteArray *bytes = g_byte_array_new();

	for (guint i = 0; draws != NULL && i < draws->len; i++) {
		const struct draw *draw = &g_array_index(draws, struct draw, i);
		guint32 pair[2] = { GUINT32_TO_LE(draw->n),
			GUINT32_TO_LE(draw->value) };

		g_byte_array_append(bytes, (const guint8 *)pair, sizeof(pair));
	}
	return bytes;
}

json_t *
table_name_list(const struct table *t, seatset seats)
{
	json_t *list = json_array();

	for (guint s = 0; s < t->seats->len; s++)
		if (seats & SEAT(s))
			json_array_append_new(list, json_string(t->names[s]));
	return list;
}

int
table_notice(struct table *t, const char *phrase, json_t *args)
{
	struct report *report;
	g_autofree char *text = NULL;
	struct notice_row row = {
		.match = t->row->id,
		.after = ++t->row->last_event,
		.at = t->home->now,
	};

	if (args == NULL)
		args = json_object();
	report = report_add(t, row.after);
	report->notice = phrase_new(phrase, args);
	text = json_dumps(args, JSON_COMPACT | JSON_SORT_KEYS);
	row.phrase = report->notice->key;
	row.args = text;
	if (store_notice_add(t->home->store, &row) == -1)
		return -1;
	return store_match_update(t->home->store, t->row);
}

void
table_talk(struct table *t, const struct talk_row *row)
{
	report_add(t, row->n)->talk = row;
}

int
table_start(struct table *t)
{
	char *luck[GAME_MAX_SEATS] = { NULL };
	struct report *report;
	struct outcome outcome = { 0 };

	for (guint s = 0; s < t->seats->len; s++)
		luck[s] = table_seat(t, (int)s)->luck;
	seed_match(t->row->server_seed, luck, t->seats->len, t->row->seed);
	if (table_set_up(t, NULL, &outcome) == -1)
		return -1;
	t->row->draws = draws_pack(outcome.draws);
	t->row->status = STATUS_RUNNING;
	t->row->started = t->home->now;
	if (table_notice(t, "notice.started", NULL) == -1) {
		outcome_clear(&outcome);
		return -1;
	}
	report = report_add(t, t->row->last_event);
	report->outcome = outcome;
	report_state(t, report);
	return 0;
}

seatset
table_deciding(const struct table *t, const struct match *match, int seat)
{
	const void *state = match_state(match);
	const char *phase = t->game->phase(state, seat);
	seatset asked = match_to_act(match), same = 0;

	for (int s = 0; s < (int)table_seats(t); s++)
		if (s != seat && (asked & SEAT(s)) &&
		    strcmp(t->game->phase(state, s), phase) == 0)
			same |= SEAT(s);
	return same;
}

/*
 * The player is there: turns missed before count no more.  Where others decide
 * the same (secret) that shows when all have: a player who misses it must not
 * be told from this one by a count that stays.
 */
static int
note_present(struct table *t, int seat, const char *by, bool secret)
{
	struct seat_row *row = table_seat(t, seat);

	if (row->missed == 0 ||
	    (strcmp(by, "player") != 0 && strcmp(by, "plan") != 0))
		return 0;
	if (secret && row->undisclosed <= 0)
		row->undisclosed = -t->row->last_event;
	else
		row->missed = 0;
	return store_seat_update(t->home->store, row);
}

int
table_play(struct table *t, int seat, const struct move *move, const char *by,
    int64_t inbox)
{
	g_autofree char *text = move_text(t->match, move);
	struct event_row *row = g_new0(struct event_row, 1);
	struct report *report = report_add(t, ++t->row->last_event);
	bool secret = table_seat(t, seat)->missed > 0 &&
		      table_deciding(t, t->match, seat) != 0;

	if (strcmp(by, "player") == 0 && match_to_act(t->match) == SEAT(seat))
		table_effect(t, EFFECT_MOVE, seat);
	match_play(t->match, seat, move, &report->outcome);
	report_state(t, report);
	row->n = t->row->last_event;
	row->seat = seat;
	row->move = g_strdup(text);
	row->draws = draws_pack(report->outcome.draws);
	row->at = t->home->now;
	row->inbox = inbox;
	row->by = g_strdup(by);
	g_ptr_array_add(t->events, row);
	t->moved |= SEAT(seat);
	if (store_event_add(t->home->store, t->row->id, row) == -1 ||
	    note_present(t, seat, by, secret) == -1)
		return -1;
	return store_match_update(t->home->store, t->row);
}

int
table_announce(struct table *t, const char *phrase, json_t *args)
{
	table_effect(t, EFFECT_TELL_ALL, -1);
	return table_notice(t, phrase, args);
}

int
table_undo(struct table *t)
{
	const struct event_row *last;

	g_assert(t->match != NULL && t->events->len > 0);
	last = t->events->pdata[t->events->len - 1];
	for (guint i = 0; i < t->reports->len; i++) {
		const struct report *report = t->reports->pdata[i];

		if (report->n == last->n) {
			g_ptr_array_remove_index(t->reports, i);
			break;
		}
	}
	t->moved |= SEAT(last->seat);
	g_ptr_array_set_size(t->events, (gint)t->events->len - 1);
	match_undo(t->match);
	return store_event_drop(t->home->store, t->row->id);
}

struct match *
table_at(const struct table *t, int64_t n)
{
	struct match *match;

	if (t->match == NULL)
		return NULL;
	match = match_copy(t->match);
	for (guint i = t->events->len; i > 0; i--) {
		const struct event_row *row = t->events->pdata[i - 1];

		if (row->n <= n)
			break;
		match_undo(match);
	}
	return match;
}

bool
table_newly_asked(const struct table *t, int seat)
{
	if (!(match_to_act(t->match) & SEAT(seat)))
		return false;
	if (!(t->asked & SEAT(seat)) || (t->moved & SEAT(seat)))
		return true;
	return strcmp(t->phases[seat],
		   t->game->phase(match_state(t->match), seat)) != 0;
}

bool
table_expects_move(const struct table *t, int seat)
{
	return t->row->status == STATUS_RUNNING &&
	       (match_to_act(t->match) & SEAT(seat)) != 0;
}
