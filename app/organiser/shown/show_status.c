/* SPDX-License-Identifier: ISC */
/* How a home is doing, as JSON. */
#include "app/organiser/shown/monitor.h"

#include "app/home/config.h"
#include "app/matches/status.h"
#include "app/organiser/shown/columns.h"
#include "base/err.h"
#include "store/matches/matches.h"
#include "store/matches/timers.h"
#include "store/store.h"
#include "store/troubles.h"

static json_t *
matches_of(const struct figures *f)
{
	json_t *item = json_object();

	for (int s = STATUS_MUSTER; s <= STATUS_ENDED; s++)
		json_object_set_new(item, status_word((enum match_status)s),
		    json_integer(f->matches[s]));
	json_object_set_new(item, "paused", json_integer(f->paused));
	json_object_set_new(item, "overdue", json_integer(f->overdue));
	show_time(item, "muster_since", f->muster_since);
	show_time(item, "asked_since", f->asked_since);
	return item;
}

static json_t *
inbox_of(const struct monitor *m)
{
	const struct figures *f = &m->figures;
	json_t *item = json_pack("{s:I, s:I, s:I, s:I, s:I}", "received",
	    (json_int_t)f->mails, "spool", (json_int_t)m->spool, "new",
	    (json_int_t)f->queues.mails, "held", (json_int_t)f->queues.held,
	    "dead", (json_int_t)f->queues.dead);

	show_time(item, "since", f->queues.mails_since);
	show_time(item, "last", f->mail_last);
	return item;
}

static json_t *
outbox_of(const struct figures *f)
{
	json_t *item = json_pack("{s:I, s:I, s:I, s:I}", "sent",
	    (json_int_t)f->letters, "waiting", (json_int_t)f->queues.letters,
	    "given_up", (json_int_t)f->queues.given_up, "unreached",
	    (json_int_t)f->undeliverable);

	show_time(item, "since", f->queues.letters_since);
	show_time(item, "last", f->letter_last);
	return item;
}

/* NULL on a fault. */
static json_t *
deadlines_of(const struct monitor *m)
{
	json_t *list = json_array();

	for (guint i = 0; i < m->deadlines->len; i++) {
		const struct deadline_row *row =
		    &g_array_index(m->deadlines, struct deadline_row, i);
		struct match_row *match = store_match(m->own, row->match);
		json_t *item;

		if (match == NULL) {
			json_decref(list);
			return NULL;
		}
		item = json_pack("{s:I, s:s, s:s}", "match",
		    (json_int_t)match->id, "game", match->game, "state",
		    status_word(match->status));
		show_time(item, "until", row->due);
		json_object_set_new(
		    item, "overdue", json_boolean(row->due < m->now));
		json_array_append_new(list, item);
		match_row_free(match);
	}
	return list;
}

/* Why, "check" says: it may name an address. */
static json_t *
faults_of(const struct monitor *m)
{
	json_t *list = json_array();

	for (guint i = 0; i < m->troubles->len; i++) {
		const struct trouble_row *row = m->troubles->pdata[i];
		json_t *item = json_pack("{s:s}", "what", row->what);

		show_time(item, "since", row->since);
		show_time(item, "last", row->last);
		json_array_append_new(list, item);
	}
	return list;
}

static json_t *
status_of(const struct monitor *m, bool accepted)
{
	json_t *deadlines = deadlines_of(m), *item;

	if (deadlines == NULL)
		return NULL;
	item = json_pack("{s:s}", "version", TURNPOST_VERSION);
	show_time(item, "at", m->now);
	json_object_set_new(item, "settings", json_boolean(accepted));
	json_object_set_new(item, "serves", json_boolean(m->serves));
	show_time(item, "worked", m->worked);
	json_object_set_new(item, "matches", matches_of(&m->figures));
	json_object_set_new(item, "inbox", inbox_of(m));
	json_object_set_new(item, "outbox", outbox_of(&m->figures));
	json_object_set_new(item, "people",
	    json_pack("{s:I}", "waiting", (json_int_t)m->figures.unadmitted));
	json_object_set_new(item, "deadlines", deadlines);
	json_object_set_new(item, "faults", faults_of(m));
	json_object_set_new(item, "disk",
	    json_pack("{s:I, s:I}", "database", (json_int_t)m->database, "free",
		(json_int_t)m->room));
	return item;
}

json_t *
home_status(const char *dir, int64_t now, struct err *settings, struct err *e)
{
	struct config *config = config_read(dir, settings);
	const bool accepted = config != NULL;
	struct monitor m;
	json_t *item;

	config_free(config);
	if (monitor_visit(&m, dir, now, e) == -1)
		return NULL;
	item = status_of(&m, accepted);
	monitor_clear(&m);
	return item;
}
