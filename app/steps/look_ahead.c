/* SPDX-License-Identifier: ISC */
#include "app/steps/look_ahead.h"

#include "app/home/home.h"
#include "app/players/senders/tag_guesses.h"
#include "app/steps/mail_heads.h"
#include "base/address.h"
#include "base/err.h"
#include "store/claims.h"
#include "store/mails/inbox.h"
#include "store/mails/outbox.h"
#include "store/matches/seats.h"
#include "store/people/people.h"

static char *
decimal(int64_t n)
{
	return g_strdup_printf("%" G_GINT64_FORMAT, n);
}

/* By what its header says: the match, and whose address it is. */
static int
ask_by_header(
    struct home *home, int64_t id G_GNUC_UNUSED, const struct mail_head *mail)
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

/* ---- groups ---- */

#define GROUP 6 /* mails of which a server is asked at once */

typedef int ask_function(
    struct home *, int64_t id, const struct mail_head *mail);

/* About mails of the batch from *next on, before that end. */
static int
ask_up_to(struct look_ahead *l, guint *next, guint end, ask_function *ask_about)
{
	for (; *next < end; ++*next) {
		const int64_t id =
		    g_array_index(l->batch, struct inbox_try, *next).id;
		const struct mail_head *mail = mail_head(l->home, id);

		if (mail != NULL && ask_about(l->home, id, mail) == -1)
			return -1;
	}
	return 0;
}

static int
ask_headers(struct look_ahead *l, guint end)
{
	return ask_up_to(
	    l, &l->by_header, MIN(end, l->batch->len), ask_by_header);
}

/* Of mails about whose headers the server has answered. */
static int
ask_senders(struct look_ahead *l, guint end)
{
	return ask_up_to(
	    l, &l->by_sender, MIN(end, l->by_header), ask_by_sender);
}

/* About the group that begins there.  In the middle of a batch all of that was
 * asked before; at its beginning the worker waits twice, for what is asked by
 * senders needs the answers about headers. */
static int
get_answers(struct look_ahead *l, guint at, guint group, guint headers)
{
	struct store *store = l->home->store;
	const guint end = MIN(at + group, l->batch->len);

	if (l->by_header < end &&
	    (store_outbox_ahead(store) == -1 || ask_headers(l, headers) == -1 ||
		store_ahead_end(store) == -1))
		return -1;
	if (l->by_sender < end && ask_senders(l, end) == -1)
		return -1;
	l->answered = end;
	return store_ahead_end(store);
}

/* The server answers it while the worker handles a group: about the next group
 * by its senders, and about the one after that by its headers. */
static int
ask_next(struct look_ahead *l)
{
	const guint next = l->answered + GROUP;

	if (ask_senders(l, next) == -1 || ask_headers(l, next + GROUP) == -1)
		return -1;
	return store_ahead_push(l->home->store);
}

struct look_ahead
look_ahead_begin(struct home *home, const GArray *batch)
{
	return (struct look_ahead){ .home = home, .batch = batch };
}

int
look_ahead(struct look_ahead *l, guint at)
{
	if (at < l->answered || !store_is_narrow(l->home->store))
		return 0;
	/* A store that was just opened learns from the first mail what is asked
	 * about one. */
	if (!l->home->asked_ahead) {
		l->home->asked_ahead = true;
		return get_answers(l, at, 1, at + 1);
	}
	if (get_answers(l, at, GROUP, at + 2 * GROUP) == -1)
		return -1;
	return ask_next(l);
}
