/* SPDX-License-Identifier: ISC */
#include "app/steps/look_ahead.h"

#include "app/home/home.h"
#include "app/players/senders/tag_guesses.h"
#include "app/steps/mail_lanes.h"
#include "base/address.h"
#include "base/err.h"
#include "store/claims.h"
#include "store/mails/inbox.h"
#include "store/matches/seats.h"
#include "store/people/people.h"

static char *
decimal(int64_t n)
{
	return g_strdup_printf("%" G_GINT64_FORMAT, n);
}

/* By what its header says: the match, and whose address it is. */
static int
ask_by_header(struct home *home, const struct mail_head *mail)
{
	g_autofree char *match = decimal(mail->match);
	g_autofree char *folded = address_heard(mail->from);
	const struct store_value values[] = { { ":match", match },
		{ ":folded", folded }, { ":address", mail->from } };

	return store_ahead(
	    home->store, values, mail->match == 0 ? 0 : G_N_ELEMENTS(values));
}

/* Another one who may get a letter. */
static int
ask_by_reader(struct home *home, const struct seat_row *seat)
{
	g_autofree char *match = decimal(seat->match);
	g_autofree char *number = decimal(seat->seat);
	g_autofree char *person = decimal(seat->person);
	const struct store_value values[] = { { ":match", match },
		{ ":seat", number }, { ":person", person } };

	return store_ahead_of_reader(home->store, values, G_N_ELEMENTS(values));
}

static int
ask_by_seat(struct home *home, int64_t id, const struct mail_head *mail,
    const struct seat_row *seat)
{
	g_autofree char *match = decimal(seat->match);
	g_autofree char *number = decimal(seat->seat);
	g_autofree char *person = decimal(seat->person);
	g_autofree char *than = decimal(id);
	g_autofree char *key = guesses_key(seat->match, seat->seat);
	const struct store_value values[] = { { ":match", match },
		{ ":seat", number }, { ":person", person }, { ":key", key },
		{ ":sender", mail->from }, { ":message_id", mail->message_id },
		{ ":than", than }, { ":sha", mail->sha } };

	return store_ahead(home->store, values, G_N_ELEMENTS(values));
}

/* By who that is, and the seat. */
static int
ask_by_sender(struct home *home, int64_t id, const struct mail_head *mail)
{
	g_autoptr(GPtrArray) seats = NULL;
	struct person *person;
	int r = 0;

	if (mail->match == 0)
		return 0;
	home->err->code = 0;
	person = store_person_by_address(home->store, mail->from);
	if (person == NULL)
		return home->err->code == 0 ? 0 : -1;
	seats = store_seats(home->store, mail->match);
	for (guint i = 0; seats != NULL && i < seats->len && r == 0; i++) {
		const struct seat_row *seat = seats->pdata[i];

		if (seat->person == person->id)
			r = ask_by_seat(home, id, mail, seat);
		else if (seat->person != 0)
			r = ask_by_reader(home, seat);
	}
	person_free(person);
	return seats == NULL ? -1 : r;
}

#define TOGETHER 12 /* mails of which a server is asked at once */

/* The first is looked at alone: only behind it a store that was just opened
 * knows what is asked about a mail. */
int
mails_ahead(struct home *home, const GArray *batch, guint at)
{
	const guint end = at == 0 ? 1 : MIN(batch->len, at + TOGETHER);

	if ((at > 0 && at % TOGETHER != 1) || !store_is_narrow(home->store))
		return 0;
	for (int pass = 0; pass < 2; pass++) {
		for (guint i = at; i < end; i++) {
			const int64_t id =
			    g_array_index(batch, struct inbox_try, i).id;
			const struct mail_head *mail = mail_head(home, id);

			if (mail != NULL &&
			    (pass == 0 ? ask_by_header(home, mail)
				       : ask_by_sender(home, id, mail)) == -1)
				return -1;
		}
		if (store_ahead_end(home->store) == -1)
			return -1;
	}
	return 0;
}
