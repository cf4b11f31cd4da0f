/* SPDX-License-Identifier: ISC */
/* Letters that do not reach their reader: counted, told, and written again. */
#include "app/letters/reach.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/letters/kinds/onlookers.h"
#include "app/letters/schedule/schedule.h"
#include "app/letters/settle.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/reports/dsn.h"
#include "store/mails/bounces.h"
#include "store/mails/outbox.h"
#include "store/matches/onlookers.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/transaction.h"

#include <string.h>

/*
 * So many days (UTC) with letters that came back, and no letter between them
 * that did not: then no other will arrive.
 */
#define DAYS_MAX 3

static const char stopped[] = "no mail reaches this address";

/* What is done at each of somebody's tables; others go on if it fails there. */
struct round {
	struct home *home;
	int (*work)(const struct round *, struct table *, int seat);
	const char *notice; /* or NULL */
	int64_t answered; /* in that match the caller writes to the person; 0:
			     none */
};

static int
work_at(const struct round *round, const struct seat_row *seat)
{
	struct table *t = table_open_for(round->home, seat->match, "b");
	int r;

	if (t == NULL)
		return -1;
	if (seat->match == round->answered)
		t->answered = seat->seat;
	r = round->work(round, t, seat->seat);
	table_free(t);
	return r;
}

/*
 * A match that cannot be opened must not keep the others from hearing, or the
 * outbox from going on; what another try may mend is for the caller.
 */
static bool
pass_up(const struct err *why, struct err *e)
{
	if (why->code == ERR_IO || why->code == ERR_BUSY) {
		*e = *why;
		return true;
	}
	log_warn("reach-not-told", "not told whom mail reaches: %s", why->text);
	return false;
}

/* At each of the person's seats. */
static int
work_at_all(const struct round *round, GPtrArray *seats)
{
	g_autoptr(GPtrArray) list = seats;

	if (list == NULL)
		return -1;
	for (guint i = 0; i < list->len; i++) {
		struct err why = { 0 }, *outer;
		int r;

		outer = home_errors(round->home, &why);
		IN_TRANSACTION(
		    round->home->store, r, work_at(round, list->pdata[i]));
		home_errors(round->home, outer);
		if (r == -1 && pass_up(&why, round->home->err))
			return -1;
	}
	return 0;
}

static int
tell_seat(const struct round *round, struct table *t, int seat)
{
	int64_t next;

	if (t->answered == seat)
		return 0;
	/* What was owed may be written to one address after another while the
	 * match has no event: each of these is a letter of its own. */
	if (store_outbox_next_id(round->home->store, &next) == -1)
		return -1;
	dedup_add(t, next);
	return notices_tell(t, seat);
}

/* Of a player who has left the match nobody else hears. */
static int
tell_table(const struct round *round, struct table *t, int seat)
{
	if (table_seat(t, seat)->occupant != OCCUPANT_PERSON)
		return tell_seat(round, t, seat);
	if (table_announce(t, round->notice,
		json_pack("{s:s}", "who", t->names[seat])) == -1)
		return -1;
	return settle_match(t);
}

/* What the person looks on at goes on for that person, too. */
static int
watch_again(struct home *home, int64_t match)
{
	struct table *t = table_open(home, match);
	int r = t == NULL ? -1 : watch_settle(t);

	table_free(t);
	return r;
}

static int
watch_all_again(struct home *home, int64_t person)
{
	g_autoptr(GPtrArray) list = store_onlookers_of(home->store, person);

	if (list == NULL)
		return -1;
	for (guint i = 0; i < list->len; i++) {
		const struct onlooker_row *o = list->pdata[i];
		struct err why = { 0 }, *outer;
		int r;

		if (o->closed)
			continue;
		outer = home_errors(home, &why);
		IN_TRANSACTION(home->store, r, watch_again(home, o->match));
		home_errors(home, outer);
		if (r == -1 && pass_up(&why, home->err))
			return -1;
	}
	return 0;
}

static int
stop_letters(struct home *home, const struct person *person)
{
	const struct round round = {
		.home = home, .work = tell_table, .notice = "notice.unreached"
	};
	bool first = person->undeliverable == 0;

	if (store_bounce_stop(home->store, person->address, stopped) == -1)
		return -1;
	if (!first)
		return 0;
	log_warn("person-unreached",
	    "person %lld: no mail reaches this address; no more letters "
	    "are written",
	    (long long)person->id);
	if (store_address_undeliverable(
		home->store, person->address, home->now) == -1)
		return -1;
	return work_at_all(&round, store_seats_of(home->store, person->id));
}

/*
 * One more letter came back; enough: no other need be tried.  Of an address
 * that the person had before nobody need hear.
 */
static int
lose(struct home *home, const struct outbox_row *letter, bool enough)
{
	struct person *person;
	int r = 0;

	if (letter->person == 0)
		return 0;
	if ((person = store_person(home->store, letter->person)) == NULL)
		return -1;
	if (g_ascii_strcasecmp(person->address, letter->address) == 0 &&
	    (enough || person->undeliverable != 0))
		r = stop_letters(home, person);
	person_free(person);
	return r;
}

int
bounce_reached(struct home *home, const struct person *person,
    const char *notice, int64_t match)
{
	struct store *store = home->store;
	struct round round = { home, tell_table, notice, match };

	if (store_bounce_over(store, person->address) == -1)
		return -1;
	if (person->undeliverable == 0)
		return 0;
	log_info("person-reached", "person %lld: letters are written again",
	    (long long)person->id);
	if (store_address_undeliverable(store, person->address, 0) == -1 ||
	    work_at_all(&round, store_seats_of(store, person->id)) == -1)
		return -1;
	round.work = tell_seat;
	if (work_at_all(&round, store_seats_owed(store, person->id)) == -1)
		return -1;
	return watch_all_again(home, person->id);
}

int
bounce_moved(struct home *home, const struct person *person)
{
	struct store *store = home->store;
	const struct round round = { .home = home, .work = tell_seat };

	if (store_bounce_over(store, person->address) == -1 ||
	    store_address_undeliverable(store, person->address, 0) == -1)
		return -1;
	return work_at_all(&round, store_seats_owed(store, person->id));
}

/* After these no other letter will fare better (RFC 3463, 3.2; RFC 7505). */
bool
reach_is_final(const char *code)
{
	static const char *const codes[] = {
		"5.1.1", /* no such mailbox */
		"5.1.2", /* no such host */
		"5.1.3", /* it can be no address */
		"5.1.6", /* moved, nobody knows where to */
		"5.1.10", /* the host takes no mail at all */
		"5.6.7", /* there or before, only ASCII is taken (RFC 6531) */
	};

	for (size_t i = 0; i < G_N_ELEMENTS(codes); i++)
		if (strcmp(code, codes[i]) == 0)
			return true;
	return false;
}

void
reach_log(const struct outbox_row *letter, const char *what, const char *code)
{
	if (letter->match != 0)
		log_info("letter-returned",
		    "outbox %lld: match %lld seat %d: %s: %s",
		    (long long)letter->id, (long long)letter->match,
		    letter->seat, what, code);
	else
		log_info("letter-returned", "outbox %lld: %s: %s",
		    (long long)letter->id, what, code);
}

int
bounce_note(
    struct home *home, const struct outbox_row *letter, struct bounce_row *row)
{
	static char full[] = "4.2.2";
	const char *code;
	int64_t days = 0;
	bool known;

	row->address = letter->address;
	row->outbox = letter->id;
	/* Refused at the door for want of room: it may be there tomorrow. */
	if (dsn_is_full(row->code, row->says))
		row->code = full;
	code = row->code;
	if (store_bounce_known(home->store, letter->id, code, &known) == -1)
		return -1;
	if (known)
		return 0;
	reach_log(letter, "came back", code);
	if (store_bounce_add(home->store, row) == -1 ||
	    store_letter_lost(home->store, letter) == -1)
		return -1;
	if (code[0] != '5')
		return 0;
	if (store_bounce_days(
		home->store, letter->address, letter->id, &days) == -1)
		return -1;
	return lose(home, letter, reach_is_final(code) || days >= DAYS_MAX);
}

int
reach_given(struct home *home, const char *text)
{
	g_autofree char *address = person_address(text);
	struct person *person;
	int r;

	if (address == NULL)
		return 0;
	home->err->code = 0;
	person = store_person_by_address(home->store, address);
	if (person == NULL)
		return home->err->code == 0 ? 0 : -1;
	r = g_ascii_strcasecmp(person->address, address) == 0
		? bounce_reached(home, person, "notice.retried", 0)
		: 0;
	person_free(person);
	return r;
}
