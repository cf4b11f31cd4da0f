/* SPDX-License-Identifier: ISC */
/* A match is read from its rows, and replayed. */
#include "app/matches/table/table.h"

#include "app/home/game_data.h"
#include "app/home/home.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/organiser_seats.h"
#include "app/matches/table/plans.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table_play.h"
#include "app/matches/table/talk.h"
#include "base/err.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "core/say.h"
#include "games/games.h"
#include "policy/policy_text.h"
#include "store/claims.h"
#include "store/matches/deletion.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/signup.h"
#include "store/matches/tenures.h"
#include "store/transaction.h"

#include <string.h>

/* Draws of a row: pairs of uint32, little endian. */
static GArray *
draws_unpack(const GByteArray *bytes)
{
	GArray *draws = g_array_new(FALSE, FALSE, sizeof(struct draw));

	for (guint i = 0; bytes != NULL && i + 8 <= bytes->len; i += 8) {
		struct draw draw;
		guint32 pair[2];

		memcpy(pair, bytes->data + i, sizeof(pair));
		draw.n = GUINT32_FROM_LE(pair[0]);
		draw.value = GUINT32_FROM_LE(pair[1]);
		g_array_append_val(draws, draw);
	}
	return draws;
}

static int
read_row_json(struct table *t)
{
	const char *const texts[3] = { t->row->options, t->row->data,
		t->row->preset };

	for (int i = 0; i < 3; i++) {
		if (texts[i] == NULL)
			continue;
		t->json[i] = i == 1 ? game_data_read(t->home, texts[i])
				    : json_loads(texts[i], 0, NULL);
		if (t->json[i] == NULL)
			return err_set(t->home->err, ERR_DAMAGED,
			    "its record is no longer JSON");
	}
	return policy_read(t->row->policy, &t->policy, t->home->err);
}

json_t *
table_data_names(const struct game *game, json_t *data)
{
	json_t *names = json_object();
	const char *list_name;
	json_t *list, *item;
	size_t i;

	json_object_foreach(data, list_name, list)
	{
		json_array_foreach(list, i, item)
		{
			const char *id =
			    json_string_value(json_object_get(item, "id"));
			g_autofree char *key = g_strdup_printf("%s.%.*s.%s",
			    game->name, (int)strlen(list_name) - 1, list_name,
			    id != NULL ? id : "");
			json_t *name = json_object_get(item, "name");

			if (id != NULL && json_is_object(name))
				json_object_set(names, key, name);
		}
	}
	return names;
}

static int
replay(struct table *t)
{
	g_autoptr(GArray) draws = draws_unpack(t->row->draws);
	struct report *report = g_new0(struct report, 1);

	/* The setup stands before every event and behind the muster. */
	report->n = -1;
	g_ptr_array_add(t->reports, report);
	if (table_set_up(t, draws, &report->outcome) == -1)
		return -1;
	report_state(t, report);
	for (guint i = 0; i < t->events->len; i++) {
		const struct event_row *row = t->events->pdata[i];
		g_autoptr(GArray) given = draws_unpack(row->draws);

		report = report_add(t, row->n);
		report->at = row->at;
		if (match_replay(t->match, row->seat, row->move, given,
			&report->outcome, t->home->err) == -1)
			return err_more(
			    t->home->err, "event %lld", (long long)row->n);
		report_state(t, report);
	}
	return 0;
}

static gint
by_number(gconstpointer a, gconstpointer b)
{
	const struct report *x = *(struct report *const *)a;
	const struct report *y = *(struct report *const *)b;

	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	/* The match is said to have started before its cards are dealt. */
	return (y->notice != NULL) - (x->notice != NULL);
}

static int
load_notices(struct table *t)
{
	g_autoptr(GPtrArray) notices =
	    store_notices(t->home->store, t->row->id);

	if (notices == NULL)
		return -1;
	for (guint i = 0; i < notices->len; i++) {
		const struct notice_row *row = notices->pdata[i];
		struct report *report = report_add(t, row->after);

		report->at = row->at;
		report->notice =
		    phrase_new(row->phrase, json_loads(row->args, 0, NULL));
		/* The cards are dealt when the match starts. */
		if (strcmp(row->phrase, "notice.started") == 0)
			for (guint k = 0; k < t->reports->len; k++) {
				struct report *setup = t->reports->pdata[k];

				if (setup->n == -1)
					setup->n = row->after;
			}
	}
	return 0;
}

static int
fail_missing(struct home *home, int64_t id)
{
	bool deleted;

	if (store_match_deleted(home->store, id, &deleted) == -1)
		return -1;
	return err_set(home->err, ERR_MISSING,
	    deleted ? "match %lld was deleted" : "there is no match %lld",
	    (long long)id);
}

static int
load_rows(struct table *t, int64_t id)
{
	t->row = store_match(t->home->store, id);
	if (t->row == NULL)
		return t->home->err->code != 0 ? -1 : fail_missing(t->home, id);
	t->game = game_find(t->row->game);
	if (t->game == NULL || t->game->rules != t->row->rules)
		return err_set(t->home->err, ERR_NEWER,
		    "this turnpost does not know the game %s, rules %d",
		    t->row->game, t->row->rules);
	t->seats = store_seats(t->home->store, id);
	t->events = store_events(t->home->store, id);
	t->tenures = store_tenures(t->home->store, id);
	return t->seats == NULL || t->events == NULL || t->tenures == NULL ? -1
									   : 0;
}

static void
note_asked(struct table *t)
{
	t->asked = t->match == NULL ? 0 : match_to_act(t->match);
	for (int s = 0; s < GAME_MAX_SEATS; s++)
		if (t->asked & SEAT(s))
			t->phases[s] =
			    g_strdup(t->game->phase(match_state(t->match), s));
}

static int
load_signup(struct table *t)
{
	struct signup_row row;

	if (t->row->status != STATUS_MUSTER)
		return 0;
	return store_signup(t->home->store, t->row->id, &row, &t->joinable);
}

struct table *
table_open(struct home *home, int64_t id)
{
	struct table *t = g_new0(struct table, 1);

	home->err->code = 0;
	home->replays++;
	t->home = home;
	t->answered = -1;
	t->dedup_prefix = g_strdup("");
	t->effects = g_array_new(FALSE, FALSE, sizeof(struct effect));
	t->reports = g_ptr_array_new_with_free_func(report_free);
	if (store_need_match(home->store, id) == -1 || load_rows(t, id) == -1)
		goto fail;
	t->names = g_new0(char *, t->seats->len + 1);
	for (guint i = 0; i < t->seats->len; i++)
		t->names[i] = g_strdup(table_seat(t, (int)i)->name);
	if (read_row_json(t) == -1 || load_signup(t) == -1)
		goto fail;
	t->atom_names = table_data_names(t->game, t->json[1]);
	if (t->row->draws != NULL && replay(t) == -1)
		goto fail;
	if (load_notices(t) == -1 || plans_load(t) == -1 || talk_load(t) == -1)
		goto fail;
	if (reveal_load(t) == -1)
		goto fail;
	g_ptr_array_sort(t->reports, by_number);
	note_asked(t);
	return t;
fail:
	if (t->row != NULL)
		err_more(home->err, "match %lld", (long long)id);
	table_free(t);
	return NULL;
}

struct table *
table_look(struct home *home, int64_t id)
{
	struct table *t;

	if (store_begin(home->store, __func__) == -1)
		return NULL;
	t = table_open(home, id);
	store_rollback(home->store);
	return t;
}

struct table *
table_open_for(struct home *home, int64_t match, const char *what)
{
	struct table *t = table_open(home, match);

	if (t != NULL) {
		dedup_by_number(t, what, match);
		dedup_add(t, t->row->last_event);
	}
	return t;
}

void
table_free(struct table *t)
{
	if (t == NULL)
		return;
	match_free(t->match);
	g_ptr_array_unref(t->reports);
	if (t->seats != NULL)
		g_ptr_array_unref(t->seats);
	if (t->events != NULL)
		g_ptr_array_unref(t->events);
	if (t->tenures != NULL)
		g_ptr_array_unref(t->tenures);
	match_row_free(t->row);
	g_strfreev(t->names);
	json_decref(t->atom_names);
	g_free(t->dedup_prefix);
	g_array_unref(t->effects);
	if (t->attached != NULL)
		g_hash_table_unref(t->attached);
	plans_free(t);
	talk_free(t);
	for (int i = 0; i < 3; i++)
		json_decref(t->json[i]);
	for (int s = 0; s < GAME_MAX_SEATS; s++)
		g_free(t->phases[s]);
	g_free(t);
}

struct match *
table_begin(const struct table *t)
{
	g_autoptr(GArray) draws = draws_unpack(t->row->draws);
	struct opening opening;

	table_opening(t, &opening);
	return match_start(&opening, draws, NULL, t->home->err);
}

int
table_step(const struct table *t, struct match *match, guint i)
{
	const struct event_row *row = t->events->pdata[i];
	g_autoptr(GArray) draws = NULL;
	struct move move;

	g_assert(match_length(match) == i);
	/* what the match of the table went through was read and checked then */
	if (t->match != NULL && i < match_length(t->match)) {
		match_play(match, match_event(t->match, i, &move), &move, NULL);
		return 0;
	}
	draws = draws_unpack(row->draws);
	return match_replay(
	    match, row->seat, row->move, draws, NULL, t->home->err);
}
