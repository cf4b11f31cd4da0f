/* SPDX-License-Identifier: ISC */
/* "Yes CODE" to "Did you mean that?": the lines are done as a mail's. */
#include "app/players/meant_answers.h"

#include "app/home/home.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/seat_mail.h"
#include "app/players/signup_mail.h"
#include "mail/ticket.h"
#include "store/people/asks.h"
#include "store/matches/seats.h"

/* Does the player have the seat yet? */
static int
is_own(struct handling *h, const struct ask_row *row, bool *own)
{
	g_autoptr(GPtrArray) seats = NULL;

	*own = true;
	if (row->seat == -1)
		return 0;
	seats = store_seats(h->home->store, row->match);
	if (seats == NULL)
		return -1;
	*own =
	    (guint)row->seat < seats->len &&
	    ((struct seat_row *)seats->pdata[row->seat])->person == row->person;
	return 0;
}

/* The mail will be done for a seat: other lines of it than of this one's. */
static bool
is_elsewhere(const struct handling *h, const struct ask_row *row)
{
	return h->obeyed && (row->match != h->id.ticket.match ||
				row->seat != h->id.ticket.seat);
}

int
meant_yes(struct coded *c, struct ask_row *row)
{
	struct handling *h = c->h;
	bool own;

	/* those of one question at a time */
	if (h->meant != NULL || is_elsewhere(h, row)) {
		h->elsewhere = true;
		c->what = NULL;
		return 0;
	}
	if (is_own(h, row, &own) == -1)
		return -1;
	if (own)
		h->meant = row;
	else
		c->what = "meant-left";
	return 0;
}

int
meant_do(struct handling *h)
{
	if (h->meant->seat == -1)
		return signup_meant(h);
	h->id.ticket = (struct ticket){
		.match = h->meant->match,
		.seat = h->meant->seat,
		.turn = -1,
	};
	h->id.owner = h->meant->person;
	h->auth_method = BY_KEY;
	return seat_mail(h);
}
