/* SPDX-License-Identifier: ISC */
/*
 * The letter to the organiser: what needs the organiser, at most once a day and
 * never without a reason.  What is to be decided (mails that are held or dead,
 * letters that were given up, people and matches that wait for an approval for
 * a day, what does not work) is told each day until it is
 * done with; what only happened (somebody is not reached any more, answers
 * that were spared) leads to one letter.  It holds no content of mails.
 */
#include "app/letters/kinds/organiser_report.h"

#include "app/home/answer_budget.h"
#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/addressed.h"
#include "app/letters/kinds/held.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/reader.h"
#include "base/err.h"
#include "base/log.h"
#include "base/seconds.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/seats.h"
#include "store/meta.h"
#include "store/overview.h"
#include "store/transaction.h"
#include "store/troubles.h"

#define LIST_MAX 10 /* of each kind; of more there is only the number */

/* When the last one was written. */
#define WRITTEN "summary.written"

struct summary {
	struct home *home;
	int64_t last;
	json_t *context;
	bool needed;
};

/* "2026-11-21 12:00", in the home's zone */
static json_t *
time_text(const struct home *home, int64_t at)
{
	g_autoptr(GTimeZone) zone =
	    g_time_zone_new_identifier(home->config->zone);
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(at);
	g_autoptr(GDateTime) there = g_date_time_to_timezone(utc, zone);
	g_autofree char *text = g_date_time_format(there, "%Y-%m-%d %H:%M");

	return json_string(text);
}

/* Where it belongs: match, and the name of the seat there. */
static int
add_place(struct home *home, json_t *item, int64_t match, int seat)
{
	g_autoptr(GPtrArray) seats = NULL;

	if (match == 0)
		return 0;
	json_object_set_new(item, "match", json_integer(match));
	if (seat == -1)
		return 0;
	if ((seats = store_seats(home->store, match)) == NULL)
		return -1;
	if ((guint)seat < seats->len)
		json_object_set_new(item, "who",
		    json_string(
			((const struct seat_row *)seats->pdata[seat])->name));
	return 0;
}

static int
add_mail(struct summary *s, json_t *held, json_t *dead, int64_t id)
{
	struct inbox_row *row = store_inbox(s->home->store, id);
	json_t *item;
	int r;

	if (row == NULL)
		return -1;
	item = json_pack("{s:I, s:o, s:s, s:o}", "id", (json_int_t)row->id,
	    "from", context_address(row->sender), "note", row->note, "at",
	    time_text(s->home, row->received));
	if (held_key(row->note) != NULL)
		json_object_set_new(
		    item, "why", json_string(held_key(row->note)));
	json_array_append_new(row->state == INBOX_HELD ? held : dead, item);
	r = add_place(s->home, item, row->match, row->seat);
	inbox_row_free(row);
	return r;
}

static int
add_letter(struct summary *s, json_t *list, int64_t id)
{
	struct outbox_row *row = store_outbox(s->home->store, id);
	json_t *item;
	int r;

	if (row == NULL)
		return -1;
	item = json_pack("{s:I, s:o, s:s, s:s, s:o}", "id", (json_int_t)row->id,
	    "to", context_address(row->address), "kind", row->kind, "note",
	    row->note, "at", time_text(s->home, row->created));
	json_array_append_new(list, item);
	r = add_place(s->home, item, row->match, row->seat);
	outbox_row_free(row);
	return r;
}

/* KEY: {"each", "n", "more"}, or nothing if there is none. */
static void
set_list(struct summary *s, const char *key, json_t *list, int64_t n)
{
	int64_t more = n - (int64_t)json_array_size(list);

	if (n > 0) {
		json_object_set_new(s->context, key,
		    json_pack("{s:O, s:I, s:I}", "each", list, "n",
			(json_int_t)n, "more", (json_int_t)MAX(more, 0)));
		s->needed = true;
	}
	json_decref(list);
}

static int
add_mails(struct summary *s, const struct overview *o)
{
	g_autoptr(GArray) ids = store_set_aside(s->home->store, 2 * LIST_MAX);
	json_t *held, *dead;
	int r = 0;

	if (ids == NULL)
		return -1;
	held = json_array();
	dead = json_array();
	for (guint i = 0; r == 0 && i < ids->len; i++)
		r = add_mail(s, held, dead, g_array_index(ids, int64_t, i));
	set_list(s, "held", held, o->held);
	set_list(s, "dead", dead, o->dead);
	return r;
}

static int
add_letters(struct summary *s, const struct overview *o)
{
	g_autoptr(GArray) ids = store_given_up(s->home->store, LIST_MAX);
	json_t *list;
	int r = 0;

	if (ids == NULL)
		return -1;
	list = json_array();
	for (guint i = 0; r == 0 && i < ids->len; i++)
		r = add_letter(s, list, g_array_index(ids, int64_t, i));
	set_list(s, "letters", list, o->given_up);
	return r;
}

/* What mends itself within the hour needs nobody. */
static int
add_troubles(struct summary *s)
{
	g_autoptr(GPtrArray) rows = store_troubles(s->home->store);
	json_t *list;

	if (rows == NULL)
		return -1;
	list = json_array();
	for (guint i = 0; i < rows->len; i++) {
		const struct trouble_row *row = rows->pdata[i];

		if (s->home->now - row->since < HOUR)
			continue;
		json_array_append_new(
		    list, json_pack("{s:s, s:s, s:o}", "what", row->what, "why",
			      row->why, "at", time_text(s->home, row->since)));
	}
	set_list(s, "troubles", list, (int64_t)json_array_size(list));
	return 0;
}

static int
add_undeliverable(struct summary *s)
{
	g_autoptr(GPtrArray) rows = store_undeliverable(s->home->store);
	json_t *list;
	bool needed = s->needed;

	if (rows == NULL)
		return -1;
	list = json_array();
	for (guint i = 0; i < rows->len; i++) {
		const struct undeliverable_row *row = rows->pdata[i];

		needed |= row->since > s->last;
		if (i < LIST_MAX)
			json_array_append_new(list,
			    json_pack("{s:I, s:s, s:o, s:o}", "id",
				(json_int_t)row->person, "name", row->name,
				"address", context_address(row->address), "at",
				time_text(s->home, row->since)));
	}
	set_list(s, "unreached", list, rows->len);
	s->needed = needed;
	return 0;
}

/* A letter has asked when they came; a day later they wait too long, also where
 * whoever comes now needs no approval. */
static int
add_unapproved(struct summary *s)
{
	g_autoptr(GPtrArray) rows = NULL;
	json_t *people, *matches;
	int64_t n[2] = { 0, 0 };

	rows = store_unapproved(s->home->store, s->home->now - DAY);
	if (rows == NULL)
		return -1;
	people = json_array();
	matches = json_array();
	for (guint i = 0; i < rows->len; i++) {
		const struct unapproved_row *row = rows->pdata[i];

		if (n[row->is_match]++ < LIST_MAX)
			json_array_append_new(row->is_match ? matches : people,
			    json_pack("{s:I, s:s, s:o}", "id",
				(json_int_t)row->id, "name", row->name, "at",
				time_text(s->home, row->since)));
	}
	set_list(s, "unapproved_people", people, n[0]);
	set_list(s, "unapproved_matches", matches, n[1]);
	return 0;
}

static int
add_suppressed(struct summary *s)
{
	int64_t n;

	if (store_suppressed(s->home->store, s->last, &n) == -1)
		return -1;
	if (n > 0) {
		json_object_set_new(s->context, "spared", json_integer(n));
		s->needed = true;
	}
	return 0;
}

/* With what was spared for it, but no reason for a letter of its own. */
static int
add_strangers(struct summary *s)
{
	struct budget b;

	if (answer_budget(s->home->store, s->home->now, &b) == -1)
		return -1;
	if (b.shrunk)
		json_object_set_new(s->context, "strangers",
		    json_pack("{s:I, s:i, s:b}", "wrote", (json_int_t)b.wrote,
			"max", b.max, "daily", b.daily));
	return 0;
}

static int
gather(struct summary *s)
{
	struct overview o;

	if (store_overview(s->home->store, &o) == -1 ||
	    add_mails(s, &o) == -1 || add_letters(s, &o) == -1 ||
	    add_troubles(s) == -1 || add_undeliverable(s) == -1 ||
	    add_strangers(s) == -1 || add_suppressed(s) == -1)
		return -1;
	return add_unapproved(s);
}

/* One that could not leave says less than the new one. */
static int
write_letter(struct summary *s)
{
	const struct config *c = s->home->config;
	struct reader r = reader_address(s->home, NULL, c->organiser);
	g_autofree char *date =
	    g_strdup_printf("%lld", (long long)s->home->now);

	r.language = home_catalog(s->home, c->language);
	log_info("summary-written", "a summary for the organiser is written");
	if (store_outbox_forestall(s->home->store, c->organiser, "summary") ==
		-1 ||
	    letter_to(&r, "summary", json_incref(s->context)) == -1)
		return -1;
	return store_meta_set(s->home->store, WRITTEN, date);
}

static int
write_if_needed(struct summary *s, bool *wrote)
{
	const char *name = s->home->config->organiser_name;
	int r;

	s->context = context_person(s->home, name);
	json_object_set_new(s->context, "named", json_boolean(name[0] != '\0'));
	r = gather(s);
	if (r == 0 && s->needed)
		r = write_letter(s);
	*wrote = r == 0 && s->needed;
	json_decref(s->context);
	return r;
}

int
summary_tick(struct home *home, int *n)
{
	struct summary s = { .home = home };
	g_autofree char *written = NULL;
	struct err why = { 0 }, *outer;
	bool wrote = false;
	int r;

	if (home->config->organiser == NULL)
		return 0;
	if (store_meta_get(home->store, WRITTEN, &written) == -1)
		return -1;
	if (written != NULL)
		s.last = g_ascii_strtoll(written, NULL, 10);
	/* a clock that was set back must not silence it for long */
	if (home->now >= s.last && home->now - s.last < DAY)
		return 0;
	outer = home_errors(home, &why);
	IN_TRANSACTION(home->store, r, write_if_needed(&s, &wrote));
	home_errors(home, outer);
	if (r == -1)
		log_warn("summary-failed", "no summary for the organiser: %s",
		    why.text);
	*n += wrote;
	return 0;
}
