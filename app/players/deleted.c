/* SPDX-License-Identifier: ISC */
/*
 * Mails about matches that are deleted: their keys are of no seat any more, and
 * one sentence says why.  Numbers of matches count up, so that it tells nobody
 * more than that there was a match of that number.
 */
#include "app/players/deleted.h"

#include "app/home/home.h"
#include "app/letters/context/addressed.h"
#include "app/players/reading/command_kinds.h"
#include "app/players/reading/handling.h"
#include "app/players/senders/unauthenticated.h"
#include "parse/request.h"
#include "store/matches/deletion.h"
#include "store/people/people.h"

/* The match that it names; 0: none, or the key of a seat that is there. */
static int64_t
named(const struct identity *id)
{
	if (id->person == NULL || id->vouched ||
	    (id->key != KEY_NONE && id->key != KEY_WRONG && id->key != KEY_OWN))
		return 0;
	if (id->about != 0)
		return id->about;
	return id->thread != 0 ? id->thread : id->own_match;
}

static bool
asks_else(const GPtrArray *requests)
{
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind == REQUEST_YES || q->kind == REQUEST_NO)
			return true;
	}
	return commands_any(requests, COMMAND_SIGNUP);
}

int
deleted_take(struct handling *h)
{
	const int64_t match = named(&h->id);
	bool deleted = false;
	json_t *context;

	if (match == 0)
		return 0;
	if (store_match_deleted(h->home->store, match, &deleted) == -1)
		return -1;
	if (!deleted)
		return 0;
	h->id.about = h->id.thread = h->id.own_match = 0;
	if (asks_else(handling_heard(h)->requests))
		return 0;
	h->done = true;
	handling_settle(h, INBOX_IGNORED, "about a match that is deleted");
	context = context_person(h->home, h->id.person->name);
	json_object_set_new(
	    context, "deleted", json_pack("{s:I}", "id", (json_int_t)match));
	return unauthenticated_tell(h, h->id.person, "deleted", context);
}
