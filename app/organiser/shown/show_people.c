/* SPDX-License-Identifier: ISC */
/* People as lists and "person show" show them. */
#include "app/organiser/organiser.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/letters/context/addressed.h"
#include "app/organiser/shown/columns.h"
#include "base/err.h"
#include "core/rules.h"
#include "store/matches/signup.h"
#include "store/people/people.h"

static const char *
text_word(int ascii)
{
	return ascii ? "ascii" : "utf-8";
}

#define AT(field) offsetof(struct person, field)
static const struct column person_columns[] = {
	{ "person", COLUMN_NUMBER, AT(id), NULL },
	{ "name", COLUMN_TEXT, AT(name), NULL },
	{ "address", COLUMN_ADDRESS, AT(address), NULL },
	{ "language", COLUMN_TEXT, AT(language), NULL },
	{ "zone", COLUMN_TEXT, AT(zone), NULL },
	{ "text", COLUMN_EITHER, AT(ascii), text_word },
	{ "plain", COLUMN_FLAG, AT(plain), NULL },
	{ "unreached", COLUMN_TIME, AT(undeliverable), NULL },
	{ NULL, COLUMN_TEXT, 0, NULL },
};
#undef AT

/* What is wanted of the organiser, or was decided; null: the person takes part
 * like everybody. */
static json_t *
approval(enum approved approved)
{
	return approved == ADMITTED_ASKED     ? json_string("asked")
	       : approved == ADMITTED_REFUSED ? json_string("refused")
					      : json_null();
}

/* NULL on a fault. */
static json_t *
person_item(struct home *home, const struct person *row)
{
	struct account_row account;
	json_t *item;

	if (store_account(home->store, row->id, &account) == -1)
		return NULL;
	item = columns_row(person_columns, row);
	json_object_set_new(item, "approval", approval(account.approved));
	return item;
}

int
show_people(struct home *home, show_row *show, void *to, struct err *e)
{
	g_autoptr(GArray) ids = NULL;
	int r = 0;

	home_work(home, home->now, e);
	e->code = 0;
	if ((ids = store_person_ids(home->store)) == NULL)
		return -1;
	for (guint i = 0; r == 0 && i < ids->len; i++) {
		struct person *row =
		    store_person(home->store, g_array_index(ids, int64_t, i));
		json_t *item;

		/* A person who was forgotten meanwhile is not shown. */
		if (row == NULL)
			r = e->code == 0 ? 0 : -1;
		else if (row->address != NULL) {
			item = person_item(home, row);
			r = item == NULL ? -1 : show(item, to);
		}
		person_free(row);
	}
	return r;
}

/* Addresses that a person writes from, but for the one that letters go to. */
static json_t *
person_with_addresses(struct home *home, const struct person *row)
{
	g_auto(GStrv) addresses = store_addresses(home->store, row->id);
	json_t *item, *list;

	if (addresses == NULL || (item = person_item(home, row)) == NULL)
		return NULL;
	list = json_array();
	for (size_t i = 1; addresses[i] != NULL; i++)
		json_array_append_new(list, context_address(addresses[i]));
	json_object_set_new(item, "writes_from_too", list);
	return item;
}

json_t *
show_person(struct home *home, int64_t id, struct err *e)
{
	struct person *row;
	json_t *item = NULL;

	home_work(home, home->now, e);
	row = person_there(home, id);
	if (row != NULL)
		item = person_with_addresses(home, row);
	person_free(row);
	return item;
}
