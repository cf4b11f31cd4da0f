/* SPDX-License-Identifier: ISC */
/* Letters of a person go to another address from now on. */
#include "app/letters/moved.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/letters/compose.h"
#include "app/letters/context.h"
#include "app/letters/onlookers.h"
#include "app/letters/reach.h"
#include "app/letters/settle.h"
#include "app/matches/reader.h"
#include "app/matches/table.h"
#include "base/address.h"
#include "base/err.h"
#include "store/queues.h"
#include "store/signup.h"
#include "store/store.h"

/*
 * Her letters go elsewhere now: all players are told, and the keys in her old
 * letters open nothing any more.
 */
static int
move_seat(struct home *home, const struct seat_row *seat, const char *notice,
    int64_t now, struct err *e)
{
	struct table *t = table_open_for(home, seat->match, "a", e);
	struct seat_row *row;
	int r;

	if (t == NULL)
		return -1;
	row = table_seat(t, seat->seat);
	row->epoch++;
	r = store_seat_update(home->store, row, e);
	if (r == 0)
		r = table_announce(
		    t, notice, json_pack("{s:s}", "who", row->name), now, e);
	if (r == 0)
		r = life_settle(t, now, e);
	table_free(t);
	return r;
}

/* Her own keys in letters to the old address are void, too. */
static int
void_own_keys(struct home *home, int64_t person, struct err *e)
{
	struct standing_row standing;

	if (store_standing(home->store, person, &standing, e) == -1)
		return -1;
	standing.epoch++;
	return store_standing_set(home->store, person, &standing, e);
}

int
person_moved(struct home *home, const struct person *person,
    const char *old_address, bool own, int64_t now, struct err *e)
{
	g_autoptr(GPtrArray) seats = store_seats_of(home->store, person->id, e);
	const char *notice = own ? "notice.address-own" : "notice.address";
	struct reader r = reader_person(home, person, now);
	json_t *facts;

	if (seats == NULL)
		return -1;
	/* Who reads the old mailbox answers no question any more. */
	if (store_questions_close(home->store, person->id, now, e) == -1 ||
	    void_own_keys(home, person->id, e) == -1 ||
	    /* nor gets what has not left yet, her hand in it */
	    store_letters_moved(home->store, old_address,
		"her letters go to another address now", e) == -1 ||
	    bounce_moved(home, person, now, e) == -1)
		return -1;
	for (guint i = 0; i < seats->len; i++)
		if (move_seat(home, seats->pdata[i], notice, now, e) == -1)
			return -1;
	if (watch_moved(home, person->id, notice, now, e) == -1)
		return -1;
	/* Where the old one lies there is nobody to read it. */
	if (person->unreached != 0)
		return 0;
	r.address = old_address;
	facts = context_of(&r, e);
	json_object_set_new(facts, "own", json_boolean(own));
	return letter_to(&r, "moved", facts, e);
}

int
person_move(struct home *home, int64_t id, const char *address, int64_t now,
    struct err *e)
{
	struct person *person = person_there(home, id, e);
	g_autofree char *fresh = address_plain(address), *old = NULL;
	int r = 0;

	if (person == NULL)
		return -1;
	if (fresh == NULL || g_ascii_strcasecmp(person->address, fresh) == 0)
		r = bounce_reached(home, person, "notice.retried", 0, now, e);
	else {
		old = person->address;
		person->address = g_steal_pointer(&fresh);
		r = store_person_set(home->store, person, e);
		if (r == 0)
			r = person_moved(home, person, old, true, now, e);
	}
	person_free(person);
	return r;
}
