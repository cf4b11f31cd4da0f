/* SPDX-License-Identifier: ISC */
/* What a seat's mail says about its person: where she is, what she takes. */
#include "app/players/seat_commands.h"

#include "app/home/home.h"
#include "app/letters/seat_offers.h"
#include "app/matches/answer.h"
#include "app/matches/table.h"
#include "base/err.h"
#include "core/core.h"
#include "parse/parse.h"
#include "store/store.h"

bool
seat_is_hers(const struct request *q)
{
	return q->kind == REQUEST_STANDIN || q->kind == REQUEST_AWAY ||
	       (q->kind == REQUEST_BACK && q->text == NULL);
}

int
person_say(struct home *home, struct table *at, int64_t person,
    const struct request *q, int64_t now, struct answer *a, struct err *e)
{
	if (q->kind == REQUEST_STANDIN)
		return standin_say(home, person, q, now, a, e);
	return away_say(home, at, person, q, now, a, e);
}

/* To another match, by a code. */
static int
come(struct table *t, int seat, const struct request *q, int64_t now,
    struct answer *a, struct err *e)
{
	struct person *person =
	    store_person(t->home->store, table_seat(t, seat)->person, e);
	struct coming c = {
		.home = t->home, .person = person, .line = q->line, .now = now
	};
	int r;

	if (person == NULL)
		return -1;
	r = q->kind == REQUEST_TAKE ? offers_take(&c, q->text, e)
				    : offers_back(&c, q->text, e);
	person_free(person);
	if (r == 0 && c.what != NULL)
		answer_note(a, q, c.what, NULL);
	else if (r == 0)
		answer_refuse(a, t, q->line, phrase_new("hint.code", NULL));
	return r;
}

int
seat_say(struct table *t, int seat, const struct request *q, int64_t now,
    struct answer *a, struct err *e)
{
	if (seat_is_hers(q))
		return person_say(
		    t->home, t, table_seat(t, seat)->person, q, now, a, e);
	return come(t, seat, q, now, a, e);
}
