/* SPDX-License-Identifier: ISC */
/*
 * Who is speaking.  A From line is nothing: everybody can write it.  A seat's
 * mail is one that carries this seat's key, in the address it was sent to or
 * in the ids it answers, and comes from an address known to be hers.
 */
#include "app/private.h"

#include <string.h>

/* Carrier 1: the address, which carries the key in full. */
static bool
ticket_of_recipients(
    struct home *home, const struct letter *letter, struct ticket *ticket)
{
	for (guint i = 0; i < letter->recipients->len; i++)
		if (ticket_from_address(letter->recipients->pdata[i],
			home->config->address, home->config->delimiter, ticket))
			return true;
	return false;
}

/* Carrier 2: our Message-ID, which the mail answers. */
static bool
ticket_of_references(
    struct home *home, const struct letter *letter, struct ticket *ticket)
{
	for (guint i = 0; i < letter->references->len; i++)
		if (ticket_from_message_id(letter->references->pdata[i],
			home->config->address, ticket) &&
		    ticket->match != 0)
			return true;
	return false;
}

/*
 * One ticket out of both carriers; false if there is none.  *clash: they name
 * different seats.  The list that is answered is the one of the Message-ID,
 * for a reply address may come from an address book.
 */
static bool
find_ticket(struct home *home, const struct letter *letter,
    struct ticket *ticket, bool *clash)
{
	struct ticket second;
	bool first = ticket_of_recipients(home, letter, ticket);

	*clash = false;
	if (!ticket_of_references(home, letter, &second))
		return first;
	if (first &&
	    (ticket->match != second.match || ticket->seat != second.seat)) {
		*clash = true;
		return true;
	}
	if (!first)
		*ticket = second;
	else
		ticket->turn = second.turn;
	return true;
}

/* The seat of the ticket if its key is right, else NULL. */
static struct seat_row *
proved_seat(struct home *home, const struct ticket *ticket, struct err *e)
{
	g_autoptr(GPtrArray) seats = store_seats(home->store, ticket->match, e);
	struct seat_row *row;
	char key[KEY_SIZE + 1];

	if (seats == NULL || ticket->seat < 0 ||
	    (guint)ticket->seat >= seats->len)
		return NULL;
	row = seats->pdata[ticket->seat];
	key_make(home->secret, row->match, row->seat, row->epoch, key);
	if (!key_equal(key, ticket->key))
		return NULL;
	return g_ptr_array_steal_index(seats, (guint)ticket->seat);
}

int
identity_find(struct home *home, const struct letter *letter,
    struct identity *id, struct err *e)
{
	struct seat_row *seat;
	bool clash = false, known;

	memset(id, 0, sizeof(*id));
	e->code = 0;
	if (letter->from[0] != '\0') {
		id->person =
		    store_person_by_address(home->store, letter->from, e);
		if (id->person == NULL && e->code != 0)
			return -1;
	}
	known = id->person != NULL;
	id->standing = known ? STANDING_PERSON : STANDING_STRANGER;
	if (!find_ticket(home, letter, &id->ticket, &clash))
		return 0;
	seat = clash ? NULL : proved_seat(home, &id->ticket, e);
	if (e->code != 0) {
		seat_row_free(seat);
		return -1;
	}
	if (seat == NULL)
		id->standing = STANDING_FORGED;
	else if (known && seat->person == id->person->id)
		id->standing = STANDING_SEAT;
	else
		id->standing = STANDING_FOREIGN;
	seat_row_free(seat);
	return 0;
}

void
identity_clear(struct identity *id)
{
	person_free(id->person);
	id->person = NULL;
}
