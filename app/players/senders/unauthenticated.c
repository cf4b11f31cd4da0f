/* SPDX-License-Identifier: ISC */
/*
 * Short letters to people who proved nothing: each time to known ones, as
 * far as the rate limits allow, to others once in a while.  They go to stored
 * addresses, but for the one answer to a stranger, and hold no word of the mail
 * that they answer.
 */
#include "app/players/senders/unauthenticated.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/reply_keys.h"
#include "app/letters/context/addressed.h"
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
#include "core/decision.h"
#include "core/match.h"
#include "core/say.h"
#include "mail/address.h"
#include "mail/incoming/read.h"
#include "mail/senders/authres.h"
#include "mail/tags.h"
#include "mail/ticket.h"
#include "parse/request.h"
#include "render/render.h"
#include "store/mails/inbox.h"
#include "store/matches/matches.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"
#include "store/people/people.h"

#define HOUR INT64_C(3600)
/* Of a kind, to one address. */
#define STRANGER_EVERY (24 * HOUR)
#define OTHERS_EVERY (6 * HOUR)
#define KEYED_EVERY INT64_C(10)

/* One that is written each time, or once in so many seconds. */
struct short_letter {
	const struct person *to; /* NULL: somebody unknown */
	const char *address, *kind;
	int64_t every;
};

/*
 * The sender's own fresh mail is answered each time, within the rate limit;
 * what goes to others, or what our mail server says is not the sender's, once
 * in a while.
 */
static int
may_answer(struct handling *h, const struct short_letter *l, bool *may)
{
	const char *why = NULL;
	bool lately = false;

	h->silent = 0;
	if (l->to == NULL || l->to != h->id.person ||
	    h->id.verdict == VERDICT_FAIL) {
		if (rate_limit_lately(
			h, l->address, l->kind, l->every, &lately) == -1)
			return -1;
		*may = !lately;
		return 0;
	}
	if (h->row->says[0] == '\0') {
		g_free(h->row->says);
		h->row->says = g_strdup(l->kind);
	}
	if (rate_limit_person(h, &why) == -1)
		return -1;
	*may = why == NULL;
	return *may ? 0 : rate_limit_suppress(h, why);
}

/* To the sender, who is known. */
static int
may_tell(struct handling *h, const char *kind, bool *may)
{
	const struct short_letter l = { h->id.person, h->id.person->address,
		kind, OTHERS_EVERY };

	*may = false;
	return may_answer(h, &l, may);
}

/* Queued, or said when this very mail was tried before: that is well, too. */
static int
note_answer(struct handling *h, int r)
{
	if (r == -1 && h->home->err->code != ERR_CLASH)
		return -1;
	h->home->err->code = 0;
	h->row->answer = ANSWER_SENT;
	return 0;
}

/* the context is taken over. */
static int
answer_with(struct handling *h, const struct short_letter *l, json_t *context)
{
	struct reader reader = handling_reader(h, l->to, l->address);
	bool may = false;
	int r = may_answer(h, l, &may);

	if (r == -1 || !may) {
		json_decref(context);
		return r;
	}
	rate_limit_answered(h, context);
	return note_answer(h, letter_to(&reader, l->kind, context));
}

int
unauthenticated_tell(struct handling *h, const struct person *to,
    const char *kind, json_t *context)
{
	const struct short_letter l = { to, to->address, kind, OTHERS_EVERY };

	return answer_with(h, &l, context);
}

static json_t *
stranger_context(struct home *home, const char *reason)
{
	json_t *context = context_person(home, "");
	struct phrase *phrase;
	g_autofree char *text = NULL;

	if (reason == NULL)
		return context;
	phrase = phrase_new(reason, NULL);
	text = catalog_say(home_words(home), phrase, NULL);
	phrase_free(phrase);
	json_object_set_new(context, "reason", json_string(text));
	return context;
}

int
unauthenticated_greet(struct handling *h, const char *reason)
{
	const char *from = h->letter->from;
	const struct short_letter l = { NULL, from, "stranger",
		STRANGER_EVERY };

	handling_settle(h, INBOX_IGNORED,
	    h->id.key == KEY_NONE ? "unknown sender"
				  : "unknown sender without a right key");
	if (from[0] == '\0' || !address_ok(from))
		return 0;
	if (h->crowd != NULL)
		return rate_limit_suppress(h, h->crowd);
	return answer_with(h, &l, stranger_context(h->home, reason));
}

/* ---- known senders ---- */

/* Does the match wait for that seat? */
static bool
is_waited_for(struct table *t, int seat)
{
	if (t->row->status == STATUS_MUSTER)
		return !table_seat(t, seat)->ready;
	return t->match != NULL && (match_to_act(t->match) & SEAT(seat)) != 0;
}

int
unauthenticated_waiting(struct handling *h, enum waiting *waiting)
{
	g_autoptr(GPtrArray) seats =
	    store_seats_of(h->home->store, h->id.person->id);
	const struct seat_row *found = NULL;
	struct table *there = NULL;
	int n = 0;

	if (seats == NULL)
		return -1;
	for (guint i = 0; i < seats->len; i++) {
		const struct seat_row *row = seats->pdata[i];
		struct table *t = table_open(h->home, row->match);

		if (t == NULL) {
			table_free(there);
			return -1;
		}
		if (is_waited_for(t, row->seat)) {
			found = row;
			n++;
			table_free(there);
			there = t;
		} else
			table_free(t);
	}
	/* it answers a letter of another match, at which the sender looks
	 * on */
	if (n == 1 && h->id.thread != 0 && h->id.thread != found->match)
		n = 0;
	*waiting = n == 0 ? WAITING_NONE : n == 1 ? WAITING_ONE : WAITING_MANY;
	handling_keep(h, n == 1 ? there : NULL);
	if (n != 1)
		table_free(there);
	if (n == 1) {
		h->id.ticket.match = found->match;
		h->id.ticket.seat = found->seat;
		h->id.ticket.turn = -1;
	}
	return 0;
}

static int
add_match(struct handling *h, const struct seat_row *seat, json_t *list)
{
	struct match_row *row = store_match(h->home->store, seat->match);
	g_autofree char *tag = NULL;
	char key[KEY_SIZE + 1];

	if (row == NULL)
		return -1;
	keys_make(h->home, seat, key);
	tag = tag_text(row->id, key);
	json_array_append_new(
	    list, json_pack("{s:I, s:s, s:s, s:s}", "id", (json_int_t)row->id,
		      "game", row->game, "name", row->name, "tag", tag));
	match_row_free(row);
	return 0;
}

/* Her matches, each with the tag by which a subject names it. */
static json_t *
match_list_context(struct handling *h, const GPtrArray *seats)
{
	json_t *context = context_person(h->home, h->id.person->name);
	json_t *list = json_array();
	int r = 0;

	for (guint i = 0; i < seats->len && r == 0; i++)
		r = add_match(h, seats->pdata[i], list);
	json_object_set_new(context, "matches", list);
	json_object_set_new(
	    context, "matches_any", json_boolean(seats->len > 0));
	if (r == 0)
		return context;
	json_decref(context);
	return NULL;
}

static int
answer_list(struct handling *h, const GPtrArray *seats, const char *kind)
{
	json_t *context = match_list_context(h, seats);

	if (context == NULL)
		return -1;
	return unauthenticated_tell(h, h->id.person, kind, context);
}

json_t *
unauthenticated_matches(struct handling *h)
{
	g_autoptr(GPtrArray) seats =
	    store_seats_of(h->home->store, h->id.person->id);

	return seats == NULL ? NULL : match_list_context(h, seats);
}

int
unauthenticated_reply(struct handling *h, const char *kind, json_t *context)
{
	bool keyed = h->id.key == KEY_VALID || h->id.key == KEY_PERSON;
	const struct short_letter l = { h->id.person, h->id.person->address,
		kind, keyed ? KEYED_EVERY : OTHERS_EVERY };

	return answer_with(h, &l, context);
}

int
unauthenticated_ask_which(struct handling *h)
{
	g_autoptr(GPtrArray) seats =
	    store_seats_of(h->home->store, h->id.person->id);

	handling_settle(
	    h, INBOX_IGNORED, "several matches wait for her; asked which");
	return seats == NULL ? -1 : answer_list(h, seats, "which");
}

/* How the sender's one match stands, to be answered. */
static int
answer_view(struct handling *h, const struct seat_row *seat)
{
	struct reader reader;
	struct table *t;
	json_t *context;
	bool may = false;
	int r = may_tell(h, "unproved", &may);

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
	return note_answer(h, r);
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

/* ---- who has left a match ---- */

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
	if (may_tell(h, "former", &may) == -1)
		return -1;
	if (!may)
		return 0;
	r = reader_outsider(t, p.seat, person);
	r.answers = handling_answered(h);
	if ((context = parting_context(&r, &p)) == NULL)
		return -1;
	rate_limit_answered(h, context);
	return note_answer(h, letter_to(&r, "former", context));
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
		return answer_list(h, seats, "unproved");
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
