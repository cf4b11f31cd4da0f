/* SPDX-License-Identifier: ISC */
/*
 * How a match stands or what became of it, for a known sender who proved
 * nothing: a player, somebody who has left, or an onlooker.
 */
#include "app/players/senders/unauthenticated.h"

#include "app/home/home.h"
#include "app/letters/context/context.h"
#include "app/letters/context/partings.h"
#include "app/letters/kinds/left.h"
#include "app/letters/kinds/onlookers.h"
#include "app/letters/kinds/seat_codes.h"
#include "app/letters/reach.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/identity.h"
#include "app/players/senders/rate_limit.h"
#include "base/err.h"
#include "parse/request.h"
#include "store/mails/inbox.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"
#include "store/people/people.h"

/* How the sender's one match stands, to be answered. */
static int
answer_view(struct handling *h, const struct seat_row *seat)
{
	struct reader reader;
	struct table *t;
	json_t *context;
	bool may = false;
	int r = unauthenticated_may_tell(h, "unproved", &may);

	if (r == -1 || !may)
		return r;
	if ((t = handling_table(h, seat->match)) == NULL)
		return -1;
	reader = reader_seat(t, seat->seat);
	reader.answers = handling_answered(h);
	r = reader_load(&reader);
	if (r == 0) {
		context = context_of(&reader);
		if (context != NULL) {
			rate_limit_answered(h, context);
			json_object_set_new(context, "unproved", json_true());
		}
		r = letter_to(&reader, "unproved", context);
		reader_clear(&reader);
	}
	return unauthenticated_note_answer(h, r);
}

static const char *
unproved_note(const struct identity *id)
{
	if (id->key == KEY_WRONG)
		return "a reply key that is not this sender's";
	if (id->key == KEY_TAG)
		return "a tag of a seat that is not this sender's";
	return "known sender, but no reply to a letter";
}

/* ---- to somebody who has left a match ---- */

/* No key is in it, but how the former player may come back. */
static int
tell_former(struct handling *h, struct table *t)
{
	const struct person *person = h->id.person;
	struct reader r;
	struct parting p;
	bool may = false;
	json_t *context;

	handling_settle(h, INBOX_IGNORED,
	    parting_find(t, person->id, &p)
		? "from somebody who has left the match"
		: "about a match that is past");
	if (unauthenticated_may_tell(h, "former", &may) == -1)
		return -1;
	if (!may)
		return 0;
	r = reader_outsider(t, p.seat, person);
	r.answers = handling_answered(h);
	if ((context = parting_context(&r, &p)) == NULL)
		return -1;
	rate_limit_answered(h, context);
	return unauthenticated_note_answer(h, letter_to(&r, "former", context));
}

/* The match that the sender left last, if there is none with a seat of the
 * sender; one that goes on before any other. */
static int
left_last(struct handling *h, int64_t *match)
{
	g_autoptr(GPtrArray) seats =
	    store_seats_of(h->home->store, h->id.person->id);
	g_autoptr(GPtrArray) left =
	    store_tenures_left(h->home->store, h->id.person->id);

	if (seats == NULL || left == NULL)
		return -1;
	if (seats->len == 0 && left->len > 0)
		*match =
		    ((struct tenure_row *)left->pdata[left->len - 1])->match;
	else if (seats->len == 0)
		return store_tenure_last(
		    h->home->store, h->id.person->id, match);
	return 0;
}

/* Of that match, if it is one that the sender has left. */
static int
answer_former(struct handling *h, int64_t match)
{
	struct parting p;
	struct table *t = handling_table(h, match);

	/* A number that somebody made up. */
	if (t == NULL)
		return h->home->err->code == ERR_MISSING ? 0 : -1;
	h->done = parting_find(t, h->id.person->id, &p);
	return h->done ? tell_former(h, t) : 0;
}

/* The match that a mail is about, if no right key is in it; 0: it is not told.
 */
static int64_t
about(const struct handling *h)
{
	if (h->id.about != 0)
		return h->id.about;
	return h->id.thread != 0 ? h->id.thread : h->id.own_match;
}

/* A person who plays nowhere hears what became of the match that was the
 * last. */
static int
answer_past(struct handling *h)
{
	int64_t match = about(h);
	struct table *t;

	if (match == 0 &&
	    store_tenure_last(h->home->store, h->id.person->id, &match) == -1)
		return -1;
	if (match == 0)
		return 0;
	if ((t = handling_table(h, match)) == NULL)
		return h->home->err->code == ERR_MISSING ? 0 : -1;
	h->done = seat_held_before(t, h->id.person->id);
	return h->done ? tell_former(h, t) : 0;
}

static int
show_view(struct handling *h)
{
	g_autoptr(GPtrArray) seats =
	    store_seats_of(h->home->store, h->id.person->id);
	json_t *context = NULL;
	int r;

	if (seats == NULL)
		return -1;
	handling_settle(h, INBOX_IGNORED, unproved_note(&h->id));
	if (watch_answer(h->home, h->id.person, &context) == -1)
		return -1;
	if (context == NULL && seats->len == 1)
		return answer_view(h, seats->pdata[0]);
	if (context == NULL && seats->len == 0) {
		r = answer_past(h);
		if (r == -1 || h->done)
			return r;
	}
	if (context == NULL)
		return unauthenticated_list(h, seats, "unproved");
	handling_settle(h, INBOX_IGNORED, "an onlooker's: nothing to do");
	/* A player must prove it. */
	if (!json_is_true(json_object_get(context, "plays")) &&
	    bounce_reached(h->home, h->id.person, "notice.reached", 0) == -1) {
		json_decref(context);
		return -1;
	}
	return unauthenticated_tell(
	    h, h->id.person, "onlooker-answer", context);
}

/* Does the mail ask for nothing but to leave that match? */
static bool
leaves(const GPtrArray *requests, int64_t match)
{
	bool any = false;

	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (!request_is_signup(q))
			continue;
		if (q->kind != REQUEST_LEAVE ||
		    (q->text != NULL && q->number != match))
			return false;
		any = true;
	}
	return any;
}

int
unauthenticated_left(struct handling *h, const GPtrArray *requests)
{
	int64_t match = about(h);

	if (!leaves(requests, match))
		return 0;
	if (match == 0 && left_last(h, &match) == -1)
		return -1;
	return match == 0 ? 0 : answer_former(h, match);
}

int
unauthenticated_show_view(struct handling *h)
{
	int64_t match = about(h);

	if (match == 0 && left_last(h, &match) == -1)
		return -1;
	if (match != 0 && answer_former(h, match) == -1)
		return -1;
	return h->done ? 0 : show_view(h);
}
