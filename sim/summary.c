/* SPDX-License-Identifier: ISC */
/* What a season came to, for an organiser who wants to try a policy. */
#include "sim/inner.h"

#include "app/home/home.h"
#include "app/matches/table/table.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/talk.h"

#include <string.h>

/* Of one game. */
struct sums {
	const char *game;
	int over, ended;
	GArray *days; /* double, of those that came to their end */
};

static gint
by_size(gconstpointer a, gconstpointer b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* So many of a hundred are not longer; in tenths of days. */
static double
part(GArray *days, guint percent)
{
	if (days->len == 0)
		return 0;
	g_array_sort(days, by_size);
	return g_array_index(days, double, (days->len - 1) * percent / 100);
}

/* "12.5" */
static json_t *
tenths(double x)
{
	g_autofree char *text = g_strdup_printf("%.1f", x);

	return json_string(text);
}

static struct sums *
sums_of(GPtrArray *all, const char *game)
{
	struct sums *sums;

	for (guint i = 0; i < all->len; i++) {
		sums = all->pdata[i];
		if (strcmp(sums->game, game) == 0)
			return sums;
	}
	sums = g_new0(struct sums, 1);
	sums->game = g_intern_string(game);
	sums->days = g_array_new(FALSE, FALSE, sizeof(double));
	g_ptr_array_add(all, sums);
	return sums;
}

static void
sums_free(gpointer p)
{
	struct sums *sums = p;

	g_array_unref(sums->days);
	g_free(sums);
}

static void
add(json_t *object, const char *key, int64_t n)
{
	json_int_t was = json_integer_value(json_object_get(object, key));

	json_object_set_new(object, key, json_integer(was + n));
}

/* Of one match: its moves by whom, its notices, its talk. */
static int
add_match(struct season *s, int64_t id, GPtrArray *all, json_t *moves,
    json_t *notices, json_t *talk)
{
	struct table *t = table_open(s->home, id);
	g_autoptr(GPtrArray) rows = NULL;
	struct sums *sums;
	double days;

	if (t == NULL)
		return -1;
	sums = sums_of(all, t->row->game);
	days = (double)(t->row->ended - t->row->created) / (double)DAY;
	if (t->row->status == STATUS_OVER) {
		sums->over++;
		g_array_append_val(sums->days, days);
	} else
		sums->ended++;
	for (guint i = 0; i < t->events->len; i++)
		add(moves, ((struct event_row *)t->events->pdata[i])->by, 1);
	for (guint i = 0; i < t->talk->len; i++) {
		const struct talk_row *row = t->talk->pdata[i];

		add(talk, row->hearer >= 0 ? "private" : "all", 1);
	}
	table_free(t);
	rows = store_notices(s->home->store, id);
	for (guint i = 0; rows != NULL && i < rows->len; i++) {
		const struct notice_row *row = rows->pdata[i];

		add(notices, strchr(row->phrase, '.') + 1, 1);
	}
	return rows == NULL ? -1 : 0;
}

static json_t *
games_json(const GPtrArray *all)
{
	json_t *list = json_array();

	for (guint i = 0; i < all->len; i++) {
		const struct sums *sums = all->pdata[i];

		json_array_append_new(list,
		    json_pack("{s:s, s:i, s:i, s:o, s:o}", "game", sums->game,
			"over", sums->over, "called_off", sums->ended,
			"days_median", tenths(part(sums->days, 50)), "days_90",
			tenths(part(sums->days, 90))));
	}
	return list;
}

static json_t *
kinds_json(const struct season *s)
{
	json_t *kinds = json_object();
	GHashTableIter iter;
	gpointer key, value;

	g_hash_table_iter_init(&iter, s->kinds);
	while (g_hash_table_iter_next(&iter, &key, &value))
		json_object_set_new(
		    kinds, key, json_integer(GPOINTER_TO_INT(value)));
	return kinds;
}

static json_t *
mail_json(const struct season *s)
{
	double weeks = (double)(s->now - s->start) / (double)(7 * DAY);
	double each = weeks * (double)s->people->len;

	return json_pack("{s:I, s:I, s:I, s:I, s:o, s:o}", "mails",
	    (json_int_t)s->mails, "letters", (json_int_t)s->letters, "answers",
	    (json_int_t)s->answers, "not_answered", (json_int_t)s->suppressed,
	    "letters_each_week",
	    tenths(each > 0 ? (double)s->letters / each : 0), "kinds",
	    kinds_json(s));
}

/* Hours until people of a behaviour answered, on the average. */
static json_t *
waits_json(const struct season *s)
{
	json_t *waits = json_object();
	const char *word;
	unsigned bit;

	for (size_t i = 0; (word = people_behaviour(i, &bit)) != NULL; i++) {
		int64_t seconds = 0, answers = 0;

		for (guint k = 0; k < s->people->len; k++) {
			const struct somebody *who = s->people->pdata[k];

			seconds += who->preferences & bit ? who->waited : 0;
			answers += who->preferences & bit ? who->answers : 0;
		}
		if (answers > 0)
			json_object_set_new(waits, word,
			    json_integer(seconds / answers / HOUR));
	}
	return waits;
}

json_t *
summary_make(struct season *s)
{
	g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(sums_free);
	json_t *moves = json_object(), *notices = json_object();
	json_t *talk = json_object(), *summary = json_object();
	int r = 0;

	for (guint i = 0; i < s->matches->len && r == 0; i++)
		r = add_match(s, g_array_index(s->matches, int64_t, i), all,
		    moves, notices, talk);
	json_object_set_new(summary, "people", json_integer(s->people->len));
	json_object_set_new(
	    summary, "days", json_integer((s->now - s->start) / DAY));
	json_object_set_new(summary, "games", games_json(all));
	json_object_set_new(summary, "moves", moves);
	json_object_set_new(summary, "plans",
	    json_pack("{s:O?, s:I}", "moves", json_object_get(moves, "plan"),
		"dropped", (json_int_t)s->dropped));
	json_object_set_new(summary, "told", notices);
	json_object_set_new(summary, "talk", talk);
	json_object_set_new(summary, "hours_waited", waits_json(s));
	json_object_set_new(summary, "mail", mail_json(s));
	if (r == 0)
		return summary;
	json_decref(summary);
	return NULL;
}
