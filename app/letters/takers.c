/* SPDX-License-Identifier: ISC */
/*
 * People who take over a seat that was offered to them, or come back to one
 * that they left, for a while and as long as nobody else came: each by a code
 * that went to that person alone.
 */
#include "app/letters/takers.h"

#include "app/home/ask_codes.h"
#include "app/home/home.h"
#include "app/letters/context/context.h"
#include "app/letters/kinds/seat_codes.h"
#include "app/letters/settle.h"
#include "app/letters/writing/compose.h"
#include "app/matches/seats/seats.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply_lines.h"
#include "app/matches/table/table.h"
#include "app/matches/table/tenures.h"
#include "store/matches/seats.h"
#include "store/matches/substitutes.h"
#include "store/matches/tenures.h"
#include "store/people/people.h"

#define OFFERS_MAX 50 /* the newest ones, whose codes are looked for */

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
	c->what = seat_not_given(t, o->seat, c->person->id);
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
		const struct ask_sign sign = seat_offer_sign(list->pdata[i]);

		if (ask_is_shown(c->home, &sign, code))
			return take(c, list->pdata[i]);
	}
	return 0;
}

static int
come_back(struct coming *c, const struct tenure_row *left)
{
	struct table *t = open_table(c, left->match);
	int r = 0;

	if (t == NULL)
		return -1;
	c->what = seat_not_given(t, left->seat, c->person->id);
	if (g_strcmp0(c->what, "take-gone") == 0)
		c->what = "back-gone";
	else if (c->what == NULL && seat_back_until(t, left) <= c->home->now)
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
		const struct ask_sign sign = seat_return_sign(list->pdata[i]);

		if (ask_is_shown(c->home, &sign, code))
			return come_back(c, list->pdata[i]);
	}
	return 0;
}
