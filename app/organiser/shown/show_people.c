/* SPDX-License-Identifier: ISC */
/* People as lists and "person show" show them. */
#include "app/organiser/organiser.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/home/veil.h"
#include "app/letters/context/addressed.h"
#include "app/organiser/shown/columns.h"
#include "base/err.h"
#include "core/rules.h"
#include "store/mails/notices.h"
#include "store/mails/outbox.h"
#include "store/matches/signup.h"
#include "store/people/absences.h"
#include "store/people/people.h"
#include "store/people/preferences.h"

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

/* ---- one ---- */

/* Addresses that a person writes from, but for the one that letters go to. */
static int
add_addresses(struct home *home, int64_t id, json_t *item)
{
	g_auto(GStrv) addresses = store_addresses(home->store, id);
	json_t *list = json_array();

	json_object_set_new(item, "writes_from_too", list);
	for (size_t i = 1; addresses != NULL && addresses[i] != NULL; i++)
		json_array_append_new(list, context_address(addresses[i]));
	return addresses == NULL ? -1 : 0;
}

/* How and when the person wants letters. */
static int
add_wishes(struct home *home, int64_t id, json_t *item)
{
	static const char *const words[] = {
		[MAIL_EACH] = "each",
		[MAIL_DIGEST] = "digest",
		[MAIL_QUIET] = "quiet",
	};
	struct preferences p;

	if (store_preferences(home->store, id, &p) == -1)
		return -1;
	json_object_set_new(item, "mail", json_string(words[p.mail]));
	json_object_set_new(item, "digest_at",
	    p.mail == MAIL_DIGEST
		? json_sprintf("%02d:%02d", p.digest_at / 60, p.digest_at % 60)
		: json_null());
	json_object_set_new(item, "remind",
	    p.remind[0] == '\0' ? json_null() : json_string(p.remind));
	preferences_clear(&p);
	return 0;
}

/* Absences that are not over. */
static int
add_absences(struct home *home, int64_t id, json_t *item)
{
	g_autoptr(GPtrArray) rows = store_absences(home->store, id);
	json_t *list = json_array();

	json_object_set_new(item, "away", list);
	for (guint i = 0; rows != NULL && i < rows->len; i++) {
		const struct absence_row *row = rows->pdata[i];
		json_t *away = json_object();

		if (row->until > home->now) {
			show_time(away, "since", row->since);
			show_time(away, "until", row->until);
			json_array_append(list, away);
		}
		json_decref(away);
	}
	return rows == NULL ? -1 : 0;
}

/* Letters that are written when they are due, but none of which an organiser
 * who plays must not know. */
static int
add_pending(struct home *home, int64_t id, json_t *item)
{
	g_autoptr(GArray) rows = store_pending_of(home->store, id, INT64_MAX);
	json_t *list = json_array();

	json_object_set_new(item, "letters_wait", list);
	for (guint i = 0; rows != NULL && i < rows->len; i++) {
		const struct pending_row *row =
		    &g_array_index(rows, struct pending_row, i);
		const struct outbox_row letter = {
			.match = row->match, .seat = row->seat, .person = id
		};
		json_t *waits;

		if (veil_hides_letter(home, &letter))
			continue;
		waits = json_pack("{s:I}", "match", (json_int_t)row->match);
		show_time(waits, "due", row->due);
		json_array_append_new(list, waits);
	}
	return rows == NULL ? -1 : 0;
}

static json_t *
person_whole(struct home *home, const struct person *row)
{
	json_t *item = person_item(home, row);

	if (item != NULL && (add_addresses(home, row->id, item) == -1 ||
				add_wishes(home, row->id, item) == -1 ||
				add_absences(home, row->id, item) == -1 ||
				add_pending(home, row->id, item) == -1))
		g_clear_pointer(&item, json_decref);
	return item;
}

json_t *
show_person(struct home *home, int64_t id, int64_t now, struct err *e)
{
	struct person *row;
	json_t *item = NULL;

	home_work(home, now, e);
	row = person_there(home, id);
	if (row != NULL)
		item = person_whole(home, row);
	person_free(row);
	return item;
}
