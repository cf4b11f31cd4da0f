/* SPDX-License-Identifier: ISC */
/*
 * Mails that are about no one match: answers to a letter about several, and
 * tries whether mail gets through.
 */
#include "app/players/general_mail.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/addressed.h"
#include "app/letters/context/moments.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/table.h"
#include "app/players/commands.h"
#include "app/players/reading/command.h"
#include "app/players/reading/command_kinds.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/identity.h"
#include "app/players/reading/parse.h"
#include "app/players/senders/unauthenticated.h"
#include "mail/senders/authres.h"
#include "parse/request.h"
#include "store/mails/inbox.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include <string.h>

/* ---- mails to nobody's seat ---- */

int
general_holds_move(struct handling *h, bool *holds)
{
	g_autoptr(GPtrArray) seats =
	    store_seats_of(h->home->store, h->id.person->id);

	*holds = false;
	if (seats == NULL)
		return -1;
	for (guint i = 0; i < seats->len && !*holds; i++) {
		const struct seat_row *seat = seats->pdata[i];
		struct table *t = table_open(h->home, seat->match);
		struct heard heard;

		if (t == NULL)
			return -1;
		h->home->readings++;
		heard_read(
		    &heard, home_words(h->home), t->match, h->letter, NULL);
		for (guint k = 0; k < heard.requests->len; k++) {
			const struct request *q = heard.requests->pdata[k];

			*holds |= q->kind == REQUEST_MOVE;
		}
		heard_clear(&heard);
		table_free(t);
	}
	return 0;
}

/* Preferences; *other: it asks something of a match, too. */
static int
do_preferences(const struct sender *s, const GPtrArray *requests, bool *other)
{
	*other = false;
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (command_is(q, COMMAND_PREFERENCE)) {
			if (command_of(q)->anybody(s, q) == -1)
				return -1;
		} else
			*other |= q->kind != REQUEST_TALK;
	}
	return 0;
}

static int
answer_digest(
    struct handling *h, const GPtrArray *requests, struct reply *reply)
{
	const struct sender s = { h->home, NULL, h->id.person->id, reply };
	json_t *context;
	bool other, any;

	if (do_preferences(&s, requests, &other) == -1)
		return -1;
	any = json_array_size(reply->understood) > 0;
	other |= !any;
	if (!other && general_holds_move(h, &other) == -1)
		return -1;
	if ((context = unauthenticated_matches(h)) == NULL)
		return -1;
	json_object_set(context, "understood", reply->understood);
	json_object_set_new(context, "which", json_boolean(other));
	json_object_set_new(context, "done_any", json_boolean(any));
	return unauthenticated_reply(h, "digest-answer", context);
}

int
general_digest(struct handling *h)
{
	struct reply reply;
	int r;

	handling_settle(h, INBOX_DONE,
	    "an answer to a letter about several "
	    "matches");
	reply_init(&reply, h->home);
	r = answer_digest(h, handling_heard(h)->requests, &reply);
	reply_clear(&reply);
	return r;
}

/* ---- ping ---- */

/* Of a mailbox its host, without the name by which we log in; NULL: it came
 * to this machine itself. */
static char *
road(const struct inbox_row *row)
{
	const char *host = strrchr(row->source, '@');

	if (!g_str_has_prefix(row->source, "imap:") || host == NULL)
		return NULL;
	return g_strndup(host + 1, strcspn(host + 1, "/"));
}

static bool
is_ping(const GPtrArray *requests)
{
	bool ping = false;

	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind != REQUEST_PING && q->kind != REQUEST_TALK)
			return false;
		ping |= q->kind == REQUEST_PING;
	}
	return ping;
}

int
general_ping(struct handling *h)
{
	json_t *context;
	struct reader r;
	g_autofree char *at = NULL, *from = NULL;

	if (h->id.person == NULL || h->id.from != FROM_MATCHES ||
	    h->id.verdict == VERDICT_FAIL)
		return 0;
	if (!is_ping(handling_heard(h)->requests))
		return 0;
	h->done = true;
	handling_settle(h, INBOX_DONE, "a ping");
	r = handling_reader(h, h->id.person, NULL);
	r.language = home_words(h->home);
	at = reader_moment(&r, h->row->received);
	from = road(h->row);
	context = context_person(h->home, h->id.person->name);
	json_object_set_new(context, "received", json_string(at));
	if (from != NULL)
		json_object_set_new(context, "road", json_string(from));
	return unauthenticated_reply(h, "ping", context);
}
