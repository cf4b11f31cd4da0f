/* SPDX-License-Identifier: ISC */
/*
 * People who are known, but showed no key: what they wish waits for a code,
 * which goes to the address that is known.  A person who repeats a wish, or
 * was asked often that day, is told where the code is.
 */
#include "app/players/questions/wish.h"
#include "app/players/signup_wish.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/addressed.h"
#include "app/letters/context/moments.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply_lines.h"
#include "app/players/questions/ask_kinds.h"
#include "app/players/questions/asks.h"
#include "app/players/questions/wish_lines.h"
#include "app/players/reading/command_kinds.h"
#include "app/players/reading/handling.h"
#include "app/players/senders/unauthenticated.h"
#include "app/players/signup/signup.h"
#include "app/players/signup_mail.h"
#include "parse/request.h"
#include "store/mails/inbox.h"
#include "store/matches/signup.h"
#include "store/people/asks.h"
#include "store/people/people.h"

#include <string.h>

/* *old: the wish that is asked about already; NULL: none.  *often: asked too
 * often today, *old is then the last question that is open, if one is. */
static int
find_asked(struct handling *h, const struct ask_row *w, const GPtrArray *open,
    const struct ask_row **old, bool *often)
{
	const struct ask_row *last = NULL;
	bool full;

	*old = NULL;
	if (ask_often(h->home, w->person, w->kind, &full) == -1)
		return -1;
	for (guint i = 0; i < open->len; i++) {
		const struct ask_row *one = open->pdata[i];

		if (one->kind != w->kind)
			continue;
		if (last == NULL || one->asked >= last->asked)
			last = one;
		if (strcmp(one->lines, w->lines) == 0)
			*old = one;
	}
	*often = *old == NULL && full;
	if (*often)
		*old = last;
	return 0;
}

/* The letter with the code came before: which, and when.  Only an answer to
 * that person's own mail says so, for what somebody else writes is no news. */
static int
remind(struct handling *h, const struct ask_row *old, bool often)
{
	const struct person *p = h->id.person;
	json_t *context = old != NULL ? ask_context(h->home, old, 0,
					    wish_context(h->home, old, p->name))
				      : context_person(h->home, p->name);

	handling_settle(
	    h, INBOX_IGNORED, "known sender, who was asked already: told so");
	json_object_set_new(context, "often", json_boolean(often));
	json_object_set_new(context, "open", json_boolean(old != NULL));
	if (old != NULL) {
		struct reader r = handling_reader(h, p, p->address);
		g_autofree char *sent = NULL;

		r.language = home_words(h->home);
		sent = reader_moment(&r, old->asked);

		json_object_set_new(context, "sent", json_string(sent));
	}
	/* the same to the rate limits, whatever is wished */
	g_free(h->row->says);
	h->row->says = g_strdup("asked");
	return unauthenticated_tell(h, p, "signup-again", context);
}

static int
ask_person(struct handling *h, const char *lines)
{
	const struct person *p = h->id.person;
	struct ask_row w = {
		.kind = ASK_PERSON,
		.person = p->id,
		.address = p->address,
		.name = (char *)(uintptr_t)p->name,
		.lines = (char *)(uintptr_t)lines,
		.asked = h->home->now,
	};
	g_autoptr(GPtrArray) open = asks_wished(h->home, w.address);
	const struct ask_row *old;
	bool often;

	if (open == NULL || find_asked(h, &w, open, &old, &often) == -1)
		return -1;
	if (old != NULL || often)
		return remind(h, old, often);
	handling_settle(h, INBOX_IGNORED, "known sender, but no key: asked");
	return wish_ask(h, p, &w, false);
}

/* What changes nothing does no harm: it goes to the address that is known.
 * With the list of matches, unless the sender hears what was wrong, or was not
 * let in and could take no seat of it. */
static int
tell(struct handling *h, const GPtrArray *requests)
{
	struct account_row account;
	json_t *context;
	struct signup s;
	bool list;
	int r;

	if (store_account(h->home->store, h->id.person->id, &account) == -1)
		return -1;
	context = context_person(h->home, h->id.person->name);
	handling_settle(h, INBOX_IGNORED, "asks for nothing that needs a key");
	signup_begin(&s, h->home, h->id.person, "");
	r = signup_do(&s, requests);
	list = account.approved == ADMITTED_YES &&
	       (reply_wants(&s.reply, "matches") ||
		   json_array_size(s.reply.suggestions) == 0);
	signup_context(&s, context);
	json_object_set_new(context, "listed", json_boolean(list));
	json_object_set_new(context, "hint", json_boolean(!list));
	if (r == 0 && list)
		r = signup_list(&s, context);
	signup_end(&s);
	if (r == -1) {
		json_decref(context);
		return -1;
	}
	return unauthenticated_tell(h, h->id.person, "signup", context);
}

int
signup_unproved(struct handling *h, const GPtrArray *requests)
{
	g_autofree char *lines = NULL;
	bool change = false;

	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		change |=
		    command_is(q, COMMAND_SIGNUP) && q->kind != REQUEST_MATCHES;
	}
	if (!change)
		return tell(h, requests);
	lines = signup_lines_write(requests);
	return ask_person(h, lines);
}
