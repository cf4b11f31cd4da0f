/* SPDX-License-Identifier: ISC */
/* Letters of a person go to another address from now on. */
#include "app/letters/moved.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/letters/context/context.h"
#include "app/letters/reach.h"
#include "app/letters/settle.h"
#include "app/letters/watching.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/address.h"
#include "store/mails/bounces.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/matches/signup.h"
#include "store/people/asks.h"
#include "store/people/people.h"

/*
 * The person's letters go elsewhere now: all players are told, and the keys in
 * the old letters open nothing any more.
 */
static int
move_seat(struct home *home, const struct seat_row *seat, const char *notice)
{
	struct table *t = table_open_for(home, seat->match, "a");
	struct seat_row *row;
	int r;

	if (t == NULL)
		return -1;
	row = table_seat(t, seat->seat);
	row->epoch++;
	r = store_seat_update(home->store, row);
	if (r == 0)
		r = table_announce(
		    t, notice, json_pack("{s:s}", "who", row->name));
	if (r == 0)
		r = settle_match(t);
	table_free(t);
	return r;
}

/* The person's own keys in letters to the old address are void, too. */
static int
void_own_keys(struct home *home, int64_t person)
{
	struct account_row account;

	if (store_account(home->store, person, &account) == -1)
		return -1;
	account.epoch++;
	return store_account_set(home->store, person, &account);
}

int
person_moved(struct home *home, const struct person *person,
    const char *old_address, bool own)
{
	g_autoptr(GPtrArray) seats = store_seats_of(home->store, person->id);
	const char *notice = own ? "notice.address-own" : "notice.address";
	struct reader r = reader_person(home, person);
	json_t *context;

	if (seats == NULL)
		return -1;
	/* A reader of the old mailbox can answer no question any more. */
	if (store_asks_close(home->store, person->id, home->now) == -1 ||
	    void_own_keys(home, person->id) == -1 ||
	    /* nor gets what has not left yet, the player's hand in it */
	    store_letters_moved(home->store, old_address,
		"her letters go to another address now") == -1 ||
	    bounce_moved(home, person) == -1)
		return -1;
	for (guint i = 0; i < seats->len; i++)
		if (move_seat(home, seats->pdata[i], notice) == -1)
			return -1;
	if (watch_moved(home, person->id, notice) == -1)
		return -1;
	/* Where the old one lies there is nobody to read it. */
	if (person->undeliverable != 0)
		return 0;
	r.address = old_address;
	context = context_of(&r);
	json_object_set_new(context, "own", json_boolean(own));
	return letter_to(&r, "moved", context);
}

int
person_move(struct home *home, int64_t id, const char *address)
{
	struct person *person = person_there(home, id);
	g_autofree char *fresh = address_plain(address), *old = NULL;
	int r = 0;

	if (person == NULL)
		return -1;
	if (fresh == NULL || g_ascii_strcasecmp(person->address, fresh) == 0)
		r = bounce_reached(home, person, "notice.retried", 0);
	else {
		old = person->address;
		person->address = g_steal_pointer(&fresh);
		r = store_person_set(home->store, person);
		if (r == 0)
			r = person_moved(home, person, old, true);
	}
	person_free(person);
	return r;
}
