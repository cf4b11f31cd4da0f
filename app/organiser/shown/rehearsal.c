/* SPDX-License-Identifier: ISC */
/* What an organiser's command would do, and whom it would mail. */
#include "app/organiser/shown/rehearsal.h"

#include "app/home/home.h"
#include "app/organiser/shown/columns.h"
#include "app/organiser/organiser.h"
#include "app/transport/send.h"
#include "store/mails/notices.h"
#include "store/mails/outbox.h"
#include "store/people/people.h"
#include "store/transaction.h"

/* Letters that may leave now, int64_t; none if something holds all back. */
static GArray *
may_leave(struct home *home)
{
	bool held;

	if (sending_is_held(home, &held) == -1)
		return NULL;
	return held ? g_array_new(FALSE, FALSE, sizeof(int64_t))
		    : store_outbox_due_ids(home->store, home->now, G_MAXINT);
}

static GHashTable *
leaving_now(struct home *home)
{
	g_autoptr(GArray) ids = may_leave(home);
	GHashTable *set;

	if (ids == NULL)
		return NULL;
	set = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	for (guint i = 0; i < ids->len; i++)
		g_hash_table_add(set, g_memdup2(&g_array_index(ids, int64_t, i),
					  sizeof(int64_t)));
	return set;
}

static void
forget(struct rehearsal *r)
{
	g_clear_pointer(&r->pending, g_array_unref);
	g_clear_pointer(&r->leaving, g_hash_table_unref);
}

int
rehearsal_begin(
    struct home *home, int64_t now, struct rehearsal *r, struct err *e)
{
	home_work(home, now, e);
	*r = (struct rehearsal){ .now = now };
	if (store_begin(home->store, __func__) == -1)
		return -1;
	/* Ids only grow; this one is used for no letter. */
	if (store_outbox_next_id(home->store, &r->letter) == 0 &&
	    (r->pending = store_pending_all(home->store)) != NULL &&
	    (r->leaving = leaving_now(home)) != NULL)
		return 0;
	forget(r);
	store_rollback(home->store);
	return -1;
}

/* What is to be known of a letter that is in the outbox. */
static json_t *
written(const json_t *row)
{
	static const char *const keys[] = { "to", "kind", "match", "series" };
	json_t *item = json_object();

	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
		json_object_set(item, keys[i], json_object_get(row, keys[i]));
	if (json_integer_value(json_object_get(row, "match")) == 0)
		json_object_set_new(item, "match", json_null());
	json_object_set_new(item, "due", json_null());
	return item;
}

static int
add_written(struct home *home, int64_t after, json_t *list)
{
	const struct queue_wish any = { 0 };
	json_t *rows = show_outbox(home, &any, NULL, home->err), *row;

	if (rows == NULL)
		return -1;
	/* The newest come first. */
	for (size_t i = json_array_size(rows); i-- > 0;) {
		row = json_array_get(rows, i);
		if (json_integer_value(json_object_get(row, "letter")) > after)
			json_array_append_new(list, written(row));
	}
	json_decref(rows);
	return 0;
}

static bool
was_there(const GArray *before, const struct pending_row *row)
{
	for (guint i = 0; i < before->len; i++) {
		const struct pending_row *b =
		    &g_array_index(before, struct pending_row, i);

		if (b->match == row->match && b->seat == row->seat &&
		    b->person == row->person && b->due == row->due)
			return true;
	}
	return false;
}

/* Its reader wants letters at another time, or now is a quiet hour. */
static int
add_pending(struct home *home, const GArray *before, json_t *list)
{
	g_autoptr(GArray) after = store_pending_all(home->store);

	if (after == NULL)
		return -1;
	for (guint i = 0; i < after->len; i++) {
		const struct pending_row *row =
		    &g_array_index(after, struct pending_row, i);
		struct person *person;
		json_t *item;

		if (was_there(before, row))
			continue;
		if ((person = store_person(home->store, row->person)) == NULL)
			return -1;
		item = json_pack("{s:s, s:n, s:I, s:n}", "to", person->address,
		    "kind", "match", (json_int_t)row->match, "series");
		show_time(item, "due", row->due);
		json_array_append_new(list, item);
		person_free(person);
	}
	return 0;
}

/* Written before, and let go now: released, or tried once more. */
static int
add_leaving(struct home *home, const struct rehearsal *r, json_t *list)
{
	static const char *const keys[] = { "letter", "to", "kind", "match",
		"series" };
	g_autoptr(GArray) ids = may_leave(home);

	if (ids == NULL)
		return -1;
	for (guint i = 0; i < ids->len; i++) {
		const int64_t *id = &g_array_index(ids, int64_t, i);
		json_t *row, *item;

		if (*id > r->letter || g_hash_table_contains(r->leaving, id))
			continue;
		row = show_outbox_row(home, *id, NULL, NULL, home->err);
		if (row == NULL)
			return -1;
		item = json_object();
		for (size_t k = 0; k < G_N_ELEMENTS(keys); k++)
			json_object_set(
			    item, keys[k], json_object_get(row, keys[k]));
		json_array_append_new(list, item);
		json_decref(row);
	}
	return 0;
}

json_t *
rehearsal_end(struct home *home, struct rehearsal *r, struct err *e)
{
	json_t *letters = json_array(), *leaving = json_array(), *all;

	home_work(home, r->now, e);
	all = json_pack("{s:o, s:o}", "letters", letters, "leaving", leaving);
	if (add_written(home, r->letter, letters) == -1 ||
	    add_pending(home, r->pending, letters) == -1 ||
	    add_leaving(home, r, leaving) == -1)
		g_clear_pointer(&all, json_decref);
	/* A fault may have taken it back already. */
	while (store_in_transaction(home->store))
		store_rollback(home->store);
	forget(r);
	return all;
}
