/* SPDX-License-Identifier: ISC */
/* What an organiser's command would do, and whom it would mail. */
#include "app/organiser/rehearsal.h"

#include "app/home/home.h"
#include "app/organiser/columns.h"
#include "app/organiser/organiser.h"
#include "store/notices.h"
#include "store/outbox.h"
#include "store/people.h"
#include "store/transaction.h"

int
rehearsal_begin(struct home *home, struct rehearsal *r, struct err *e)
{
	home_work(home, home->now, e);
	*r = (struct rehearsal){ .pending = NULL };
	if (store_begin(home->store, __func__) == -1)
		return -1;
	/* Ids only grow; this one is used for no letter. */
	if (store_outbox_next_id(home->store, &r->letter) == 0 &&
	    (r->pending = store_pending_all(home->store)) != NULL)
		return 0;
	store_rollback(home->store);
	return -1;
}

/* What is to be known of a letter that is in the outbox. */
static json_t *
written(const json_t *row)
{
	static const char *const keys[] = { "to", "kind", "match" };
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
	json_t *rows = show_outbox(home, NULL, NULL, home->err), *row;

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
		item = json_pack("{s:s, s:n, s:I}", "to", person->address,
		    "kind", "match", (json_int_t)row->match);
		show_time(item, "due", row->due);
		json_array_append_new(list, item);
		person_free(person);
	}
	return 0;
}

json_t *
rehearsal_end(struct home *home, struct rehearsal *r, struct err *e)
{
	json_t *list = json_array();

	home_work(home, home->now, e);
	if (add_written(home, r->letter, list) == -1 ||
	    add_pending(home, r->pending, list) == -1)
		g_clear_pointer(&list, json_decref);
	/* A fault may have taken it back already. */
	while (store_in_transaction(home->store))
		store_rollback(home->store);
	g_array_unref(r->pending);
	return list;
}
