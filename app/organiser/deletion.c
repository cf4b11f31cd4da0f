/* SPDX-License-Identifier: ISC */
/*
 * Matches that are past and are deleted.  That one is to be, and when, is a
 * value of the table meta; when that time has come and all letters of the match
 * have left, its rows and files go, a slice in each tick.
 */
#include "app/organiser/deletion.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/people.h"
#include "app/letters/context/context.h"
#include "app/letters/context/moments.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/transport/spool_drop.h"
#include "base/err.h"
#include "base/log.h"
#include "base/seconds.h"
#include "store/mails/keep.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/meta.h"
#include "store/transaction.h"

#define SLICE (15 * G_TIME_SPAN_MILLISECOND)
/* Of meta: when old matches are looked for next; room is to be given back. */
#define LOOK "deletion.look"
#define WIPE "deletion.wipe"
#define PUT_OFF "deletion.put-off"

/* ---- what players are told ---- */

static json_t *
notice_context(const struct reader *r, const struct deletion *d, int64_t at)
{
	json_t *context = context_of(r), *item;
	g_autofree char *moment = NULL;

	if (context == NULL)
		return NULL;
	item = json_pack("{s:b, s:b, s:b, s:s*}", "cancel", d->cancel, "now",
	    !d->cancel && d->notice == 0, "old", d->reason == NULL, "reason",
	    d->reason);
	if (at != 0 && d->notice != 0) {
		moment = reader_moment(r, at);
		json_object_set_new(item, "at", json_string(moment));
	}
	json_object_set_new(context, "deletion", item);
	return context;
}

static int
tell_seat(struct table *t, int seat, const struct deletion *d, int64_t at)
{
	struct reader r = reader_seat(t, seat);
	int ret;

	if (reader_load(&r) == -1)
		return -1;
	ret = letter_to(&r, "deletion", notice_context(&r, d, at));
	reader_clear(&r);
	return ret;
}

static int
tell_all(struct table *t, const struct deletion *d, int64_t at)
{
	int64_t next;

	/* Of no other letter, so that what is ordered, cancelled and ordered
	 * again within a second is told each time. */
	if (store_outbox_next_id(t->home->store, &next) == -1)
		return -1;
	dedup_by_number(t, "d", t->row->id);
	dedup_add(t, next);
	for (int s = 0; s < (int)table_seats(t); s++)
		if (table_seat(t, s)->occupant == OCCUPANT_PERSON &&
		    tell_seat(t, s, d, at) == -1)
			return -1;
	return 0;
}

/* ---- to be deleted ---- */

static int
check_past(const struct table *t, bool cancel)
{
	long long id = (long long)t->row->id;

	if (match_is_past(t->row))
		return 0;
	if (cancel)
		return err_set(t->home->err, ERR_CLASH,
		    "match %lld is not going to be deleted", id);
	return err_set(t->home->err, ERR_CLASH,
	    "match %lld is not over; call it off first with \"turnpost match "
	    "end %lld --reason TEXT\"",
	    id, id);
}

static int
announce(struct table *t, const struct deletion *d, int64_t at)
{
	struct store *st = t->home->store;
	const int64_t id = t->row->id;
	struct deletion_plan plan;

	if (check_past(t, d->cancel) == -1 ||
	    store_deletion(st, id, &plan) == -1)
		return -1;
	if (plan.begun)
		return err_set(t->home->err, ERR_CLASH,
		    "match %lld is being deleted already", (long long)id);
	if (d->cancel && plan.due == 0)
		return err_set(t->home->err, ERR_CLASH,
		    "match %lld is not going to be deleted", (long long)id);
	if ((d->cancel ? store_deletion_cancel(st, id)
		       : store_deletion_set(st, id, at)) == -1 ||
	    tell_all(t, d, at) == -1)
		return -1;
	log_info("match-deletion",
	    d->cancel ? "match %lld: it is not deleted after all"
		      : "match %lld: its players are told that it is deleted",
	    (long long)id);
	return 0;
}

static int
delete_match(struct home *home, const struct deletion *d, int64_t at,
    struct match_size *size)
{
	struct table *t = table_open(home, d->match);
	int r;

	if (t == NULL)
		return -1;
	r = announce(t, d, at);
	if (r == 0)
		r = store_match_size(home->store, d->match, size);
	table_free(t);
	return r;
}

int
match_delete(struct home *home, const struct deletion *d, int64_t now,
    int64_t *at, struct match_size *size, struct err *e)
{
	int r;

	home_work(home, now, e);
	*at = now + d->notice;
	if (!d->cancel && organise_text_ok("the reason", d->reason, e) == -1)
		return -1;
	IN_TRANSACTION(home->store, r, delete_match(home, d, *at, size));
	return r;
}

/* ---- old matches ---- */

/* It goes when it is as old as the setting says, but not before its players
 * have had their days. */
static int
announce_old(struct home *home, bool *any)
{
	const int64_t keep = home->config->keep_matches;
	struct deletion d = { .notice = DELETION_NOTICE };
	struct match_size size;
	int64_t ended;

	if (store_deletion_old(home->store, home->now - keep + DELETION_NOTICE,
		&d.match, &ended) == -1)
		return -1;
	*any = d.match != 0;
	if (!*any)
		return 0;
	d.notice = MAX(d.notice, ended + keep - home->now);
	return delete_match(home, &d, home->now + d.notice, &size);
}

/* One in each tick, and when there is none more, not for a day. */
static int
look_for_old(struct home *home)
{
	g_autofree char *text = NULL, *next = NULL;
	bool any = false;
	gint64 at;

	if (store_meta_get(home->store, LOOK, &text) == -1)
		return -1;
	at = text == NULL ? 0 : g_ascii_strtoll(text, NULL, 10);
	/* a clock that was set back does not end it for years */
	if (home->now < at && at <= home->now + DAY)
		return 0;
	if (announce_old(home, &any) == -1)
		return -1;
	if (any)
		return 0;
	next = g_strdup_printf("%lld", (long long)(home->now + DAY));
	return store_meta_set(home->store, LOOK, next);
}

/* ---- deleting ---- */

static int
drop_files(struct home *home, int64_t match)
{
	g_autoptr(GPtrArray) list = store_deletion_spooled(home->store, match);

	if (list == NULL)
		return -1;
	for (guint i = 0; i < list->len; i++)
		if (spool_drop(home, list->pdata[i]) == -1)
			return -1;
	return 0;
}

static int
do_slice(struct home *home, int64_t match)
{
	bool done = false;

	if (drop_files(home, match) == -1 ||
	    store_deletion_begin(home->store, match) == -1 ||
	    store_deletion_slice(home->store, match, SLICE, &done) == -1)
		return -1;
	if (!done)
		return 0;
	log_info("match-deleted", "match %lld is deleted", (long long)match);
	return store_meta_set(home->store, WIPE, "1");
}

static int
delete_some(struct home *home, int64_t match)
{
	int r;

	if (store_overwrite(home->store, true) == -1)
		return -1;
	IN_TRANSACTION(home->store, r, do_slice(home, match));
	if (store_overwrite(home->store, false) == -1)
		r = -1;
	return r;
}

/* Free pages go back to the system, some in each tick. */
static int
give_back(struct home *home)
{
	bool more, emptied;
	int r;

	if (store_shrink(home->store, &more) == -1 ||
	    store_log_empty(home->store, &emptied) == -1)
		return -1;
	if (more || !emptied)
		return 0;
	IN_TRANSACTION(home->store, r, store_meta_set(home->store, WIPE, NULL));
	return r;
}

static int
do_some(struct home *home)
{
	g_autofree char *wipe = NULL;
	int64_t match;
	int r = 0;

	if (home->config->keep_matches != 0)
		IN_TRANSACTION(home->store, r, look_for_old(home));
	if (r == -1 || store_deletion_due(home->store, home->now, &match) == -1)
		return -1;
	if (match != 0)
		return delete_some(home, match);
	if (store_meta_get(home->store, WIPE, &wipe) == -1)
		return -1;
	return wipe == NULL ? 0 : give_back(home);
}

/* A file that cannot be removed, or a match that cannot be read, hinders no
 * other step. */
static int
put_off(struct home *home, const struct err *why)
{
	g_autofree char *until =
	    g_strdup_printf("%lld", (long long)(home->now + HOUR));
	int r;

	log_warn("deletion-failed",
	    "matches are not deleted: %s; it is tried again in an hour",
	    why->text);
	IN_TRANSACTION(
	    home->store, r, store_meta_set(home->store, PUT_OFF, until));
	return r;
}

/* text: until when, or NULL */
static bool
is_put_off(const struct home *home, const char *text)
{
	int64_t until = text == NULL ? 0 : g_ascii_strtoll(text, NULL, 10);

	/* a clock that was set back does not end it for years */
	return home->now < until && until <= home->now + HOUR;
}

int
deletion_goes_on(struct home *home, bool *on)
{
	g_autofree char *text = NULL;
	int64_t match = 0;

	if (store_meta_get(home->store, PUT_OFF, &text) == -1 ||
	    store_deletion_due(home->store, home->now, &match) == -1)
		return -1;
	*on = match != 0 && !is_put_off(home, text);
	return 0;
}

int
deletion_tick(struct home *home)
{
	g_autofree char *text = NULL;
	struct err why = { 0 }, *outer;
	int r;

	if (store_meta_get(home->store, PUT_OFF, &text) == -1)
		return -1;
	if (is_put_off(home, text))
		return 0;
	outer = home_errors(home, &why);
	r = do_some(home);
	home_errors(home, outer);
	if (r == -1)
		return put_off(home, &why);
	if (text != NULL)
		IN_TRANSACTION(
		    home->store, r, store_meta_set(home->store, PUT_OFF, NULL));
	return r;
}
