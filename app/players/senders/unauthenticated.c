/* SPDX-License-Identifier: ISC */
/*
 * Short letters to people who proved nothing: each time to known ones, as
 * far as the rate limits allow, to others once in a while.  They go to stored
 * addresses, but for the one answer to a stranger, and hold no word of the mail
 * that they answer.
 */
#include "app/players/senders/unauthenticated.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/reply_keys.h"
#include "app/letters/context/addressed.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/identity.h"
#include "app/players/senders/rate_limit.h"
#include "base/err.h"
#include "base/seconds.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/say.h"
#include "mail/address.h"
#include "mail/incoming/read.h"
#include "mail/senders/authres.h"
#include "mail/tags.h"
#include "mail/ticket.h"
#include "render/render.h"
#include "store/mails/inbox.h"
#include "store/matches/matches.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/people/people.h"

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
int
unauthenticated_may_tell(struct handling *h, const char *kind, bool *may)
{
	const struct short_letter l = { h->id.person, h->id.person->address,
		kind, OTHERS_EVERY };

	*may = false;
	return may_answer(h, &l, may);
}

/* Queued, or said when this very mail was tried before: that is well, too. */
int
unauthenticated_note_answer(struct handling *h, int r)
{
	if (r == -1 && h->home->err->code != ERR_CLASH)
		return -1;
	h->home->err->code = 0;
	h->row->answer = ANSWER_SENT;
	return 0;
}

/* The context is taken over. */
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
	return unauthenticated_note_answer(
	    h, letter_to(&reader, l->kind, context));
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

/* The organiser, too, is a stranger until made a person, and hears how. */
static bool
is_organiser(const struct handling *h)
{
	const char *organiser = h->home->config->organiser;

	return g_strcmp0(h->letter->from, organiser) == 0;
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
	if (reason == NULL && is_organiser(h))
		reason = "error.organiser-new";
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

int
unauthenticated_list(
    struct handling *h, const GPtrArray *seats, const char *kind)
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

	handling_settle(h, INBOX_IGNORED,
	    "several matches wait for the sender; asked which");
	return seats == NULL ? -1 : unauthenticated_list(h, seats, "which");
}
