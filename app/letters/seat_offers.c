/* SPDX-License-Identifier: ISC */
/*
 * Seats that nobody holds, offered to people who would take one over and to
 * onlookers: the first who writes has it.  A seat that the program plays
 * meanwhile may be taken, too; and a player who left one may come back for a
 * while, as long as nobody else came.  Each of these is done by a code that
 * went to one person alone.  A person who has held a seat of the match is
 * offered none, for that person knows a hand.  A person who is away is asked
 * later (seat_offers_late.c).
 */
#include "app/letters/seat_offers.h"

#include "app/home/ask_codes.h"
#include "app/home/home.h"
#include "app/letters/compose.h"
#include "app/letters/context.h"
#include "app/letters/moments.h"
#include "app/letters/settle.h"
#include "app/matches/away.h"
#include "app/matches/clocks.h"
#include "app/matches/dedup.h"
#include "app/matches/effects.h"
#include "app/matches/reader.h"
#include "app/matches/reply_lines.h"
#include "app/matches/seats.h"
#include "app/matches/table.h"
#include "mail/key.h"
#include "parse/code.h"
#include "policy/policy.h"
#include "policy/span.h"
#include "store/matches/tenures.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/people/people.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/matches/substitutes.h"
#include "store/matches/timers.h"

#define OFFERS_MAX 50 /* the newest ones, whose codes are looked for */
#define SEATS_MAX 5 /* offered at once to a new substitute */

/* ---- codes ---- */

static struct ask_sign
offer_sign(const struct offer_row *o)
{
	return (struct ask_sign){ .word = "take",
		.number = o->id,
		.person = o->person,
		.at = o->at };
}

static struct ask_sign
return_sign(const struct tenure_row *h)
{
	return (struct ask_sign){ .word = "back",
		.number = h->id,
		.person = h->person,
		.at = h->until };
}

/* ---- who is offered a seat ---- */

bool
seat_held_before(const struct table *t, int64_t person)
{
	for (guint i = 0; i < t->seats->len; i++) {
		const struct seat_row *row = t->seats->pdata[i];

		if (row->person == person)
			return true;
	}
	for (guint i = 0; i < t->tenures->len; i++) {
		const struct tenure_row *h = t->tenures->pdata[i];

		if (h->person == person)
			return true;
	}
	return false;
}

static json_t *
offer_context(const struct reader *r, const struct offer_row *o, bool looks_on)
{
	struct table *t = r->t;
	json_t *context = context_of(r);
	json_t *offer = json_object();
	const struct ask_sign sign = offer_sign(o);
	char code[REQUEST_CODE_SIZE + 1];
	struct timer_row timer;
	bool found = false;

	if (store_timer(t->home->store, t->row->id, o->seat, TIMER_OFFER,
		&timer, &found) == -1) {
		json_decref(context);
		json_decref(offer);
		return NULL;
	}
	ask_code(t->home, &sign, code);
	json_object_set_new(offer, "code", json_string(code));
	json_object_set_new(offer, "seat", json_string(t->names[o->seat]));
	json_object_set_new(offer, "looks_on", json_boolean(looks_on));
	json_object_set_new(offer, "waits", json_boolean(found));
	json_object_set_new(context, "offer", offer);
	return context;
}

/* Two seats that become free together are two letters; one that is asked for
 * again comes again. */
int
offer_write(const struct reader *r, const struct offer_row *o, bool looks_on)
{
	g_autofree char *prefix =
	    g_strdup_printf("%s.%lld", r->t->dedup_prefix, (long long)o->id);

	struct reader to = *r;

	to.dedup_prefix = prefix;
	return letter_to(&to, "offer", offer_context(&to, o, looks_on));
}

/* That seat to that person, from then on; *asked: a letter leaves now.  A
 * person who is away is asked when the absence is over. */
static int
offer_to(struct table *t, struct offer_row *o, bool looks_on, bool *asked)
{
	struct reader reader;
	struct person *person;
	bool away = false;
	int r = 0;

	*asked = false;
	o->match = t->row->id;
	o->epoch = table_seat(t, o->seat)->epoch;
	if (seat_held_before(t, o->person))
		return 0;
	if (away_now(t->home, o->person, &away, &o->due) == -1 ||
	    (person = store_person(t->home->store, o->person)) == NULL)
		return -1;
	*asked = person->undeliverable == 0 && !away;
	if (person->undeliverable == 0)
		r = store_offer_add(t->home->store, o);
	reader = reader_outsider(t, -1, person);
	if (r == 0 && *asked)
		r = offer_write(&reader, o, looks_on);
	person_free(person);
	return r;
}

static bool
has_id(const GArray *ids, int64_t id)
{
	for (guint i = 0; i < ids->len; i++)
		if (g_array_index(ids, int64_t, i) == id)
			return true;
	return false;
}

int
offer_seat(struct table *t, const struct effect *offered)
{
	int seat = offered->seat;
	g_autoptr(GArray) people = NULL;
	g_autoptr(GPtrArray) watching = NULL;
	bool asked;

	if (t->row->status != STATUS_RUNNING ||
	    table_seat(t, seat)->occupant == OCCUPANT_PERSON)
		return 0;
	people = store_substitutes(t->home->store, t->row->game);
	watching = store_onlookers(t->home->store, t->row->id);
	if (people == NULL || watching == NULL)
		return -1;
	for (guint i = 0; i < people->len; i++) {
		struct offer_row o = { .seat = seat,
			.person = g_array_index(people, int64_t, i),
			.at = t->home->now };

		if (offer_to(t, &o, false, &asked) == -1)
			return -1;
	}
	for (guint i = 0; i < watching->len; i++) {
		const struct onlooker_row *row = watching->pdata[i];
		struct offer_row o = {
			.seat = seat, .person = row->person, .at = t->home->now
		};

		if (!row->closed && !has_id(people, row->person) &&
		    offer_to(t, &o, true, &asked) == -1)
			return -1;
	}
	return 0;
}

int
offers_show(struct home *home, int64_t person, const char *game, int *n)
{
	g_autoptr(GPtrArray) seats = store_seats_open(home->store, game);

	*n = 0;
	if (seats == NULL)
		return -1;
	for (guint i = 0; i < seats->len && *n < SEATS_MAX; i++) {
		const struct seat_row *row = seats->pdata[i];
		struct table *t = table_open(home, row->match);
		struct offer_row o = {
			.seat = row->seat, .person = person, .at = home->now
		};
		bool asked;
		int r;

		if (t == NULL)
			return -1;
		dedup_by_number(t, "s", person);
		dedup_add(t, row->match);
		dedup_add(t, home->now);
		r = offer_to(t, &o, false, &asked);
		*n += r == 0 && asked;
		table_free(t);
		if (r == -1)
			return -1;
	}
	return 0;
}

/* ---- who takes one ---- */

/* The seat has its new player now, whose letter is the seat's, with all that
 * it knows. */
static int
give(struct table *t, int seat, struct coming *c, const char *notice)
{
	struct reader r = reader_seat(t, seat);
	const struct tenure_row *h;
	json_t *context;
	int ret;

	if (seat_give(t, seat, c->person->id, notice,
		json_pack("{s:s, s:s}", "who", t->names[seat], "by",
		    c->person->name)) == -1)
		return -1;
	h = seat_tenure(t, seat);
	g_assert(h != NULL);
	if (c->answered == NULL)
		return settle_match(t);
	t->answered = seat;
	if (settle_match(t) == -1 || reader_load(&r) == -1)
		return -1;
	r.answers = *c->answered;
	if ((context = context_of(&r)) != NULL) {
		json_object_set_new(context, "answer", json_true());
		json_object_set_new(context, "understood",
		    json_pack("[o]", reply_item(c->line, c->what, NULL)));
	}
	c->told = true;
	ret = letter_to(&r, status_letter(t), context);
	reader_clear(&r);
	return ret;
}

static bool
holds_one(struct table *t, int64_t person)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (table_seat(t, s)->person == person &&
		    table_seat(t, s)->occupant == OCCUPANT_PERSON)
			return true;
	return false;
}

/* *stays: a sentence why the person cannot have it, or NULL. */
static const char *
why_not(struct table *t, int seat, int64_t person)
{
	if (t->row->status != STATUS_RUNNING)
		return "take-over";
	if (holds_one(t, person))
		return "take-plays";
	if (table_seat(t, seat)->occupant == OCCUPANT_PERSON)
		return "take-gone";
	return NULL;
}

/* One table in which somebody comes. */
static struct table *
open_table(struct coming *c, int64_t match)
{
	struct table *t = table_open_for(c->home, match, "c");

	if (t != NULL)
		dedup_add(t, c->person->id);
	return t;
}

static int
take(struct coming *c, const struct offer_row *o)
{
	struct table *t = open_table(c, o->match);
	int r = 0;

	if (t == NULL)
		return -1;
	c->what = why_not(t, o->seat, c->person->id);
	if (c->what == NULL && table_seat(t, o->seat)->epoch != o->epoch)
		c->what = "take-gone";
	if (c->what == NULL) {
		c->what = "taken";
		r = give(t, o->seat, c, "notice.taken");
	}
	table_free(t);
	return r;
}

int
offers_take(struct coming *c, const char *code)
{
	g_autoptr(GPtrArray) list =
	    store_offers(c->home->store, c->person->id, OFFERS_MAX);

	c->what = NULL;
	if (list == NULL)
		return -1;
	for (guint i = 0; i < list->len; i++) {
		const struct ask_sign sign = offer_sign(list->pdata[i]);

		if (ask_is_shown(c->home, &sign, code))
			return take(c, list->pdata[i]);
	}
	return 0;
}

/* ---- who comes back ---- */

static const struct tenure_row *
last_of(const struct table *t, int seat, int64_t person)
{
	for (guint i = t->tenures->len; i > 0; i--) {
		const struct tenure_row *h = t->tenures->pdata[i - 1];

		if (h->seat == seat && h->person == person && h->until != 0)
			return h;
	}
	return NULL;
}

/* Until when the player who left may come back; 0: not at all. */
static int64_t
back_until(struct table *t, const struct tenure_row *h)
{
	if (!span_any(t->policy.back))
		return 0;
	return clocks_after(t, -1, h->until, t->policy.back);
}

json_t *
seat_back_context(const struct reader *r, int seat)
{
	struct table *t = r->t;
	int64_t person = r->self, now = r->home->now;
	const struct tenure_row *h = last_of(t, seat, person);
	char code[REQUEST_CODE_SIZE + 1];
	g_autofree char *until = NULL;
	struct ask_sign sign;

	if (h == NULL || why_not(t, seat, person) != NULL ||
	    back_until(t, h) <= now)
		return NULL;
	sign = return_sign(h);
	ask_code(t->home, &sign, code);
	until = match_moment(r, back_until(t, h));
	return json_pack("{s:s, s:s}", "code", code, "until", until);
}

static int
come_back(struct coming *c, const struct tenure_row *left)
{
	struct table *t = open_table(c, left->match);
	int r = 0;

	if (t == NULL)
		return -1;
	c->what = why_not(t, left->seat, c->person->id);
	if (g_strcmp0(c->what, "take-gone") == 0)
		c->what = "back-gone";
	else if (c->what == NULL && back_until(t, left) <= c->home->now)
		c->what = "back-late";
	if (c->what == NULL) {
		c->what = "back-seat";
		r = give(t, left->seat, c, "notice.back");
	}
	table_free(t);
	return r;
}

int
offers_back(struct coming *c, const char *code)
{
	g_autoptr(GPtrArray) list =
	    store_tenures_left(c->home->store, c->person->id);

	c->what = NULL;
	if (list == NULL)
		return -1;
	for (guint i = 0; i < list->len; i++) {
		const struct ask_sign sign = return_sign(list->pdata[i]);

		if (ask_is_shown(c->home, &sign, code))
			return come_back(c, list->pdata[i]);
	}
	return 0;
}
