/* SPDX-License-Identifier: ISC */
/*
 * Senders who have not proved who they are.  To an unknown address goes one
 * letter, with a code, and no second one before it is answered; what was asked
 * is done then.  Nobody learns whether an address is known here; people who
 * are known, but showed no key: unproved.c.
 */
#include "app/players/signup_wish.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/matches/table/reader.h"
#include "app/players/people/forget.h"
#include "app/players/people/profile.h"
#include "app/players/questions/ask_kinds.h"
#include "app/players/questions/asks.h"
#include "app/players/questions/coded.h"
#include "app/players/questions/wish.h"
#include "app/players/questions/wish_lines.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/mail_language.h"
#include "app/players/reading/plain_yes.h"
#include "app/players/senders/rate_limit.h"
#include "app/players/senders/unauthenticated.h"
#include "app/players/signup/ask_organiser.h"
#include "app/players/signup/signup.h"
#include "app/players/signup_mail.h"
#include "base/log.h"
#include "mail/address.h"
#include "mail/incoming/read.h"
#include "mail/senders/authres.h"
#include "mail/ticket.h"
#include "parse/request.h"
#include "render/render.h"
#include "store/mails/inbox.h"
#include "store/matches/signup.h"
#include "store/people/asks.h"
#include "store/people/people.h"

#include <string.h>

/* ---- asking ---- */

static int
ask_stranger(struct handling *h)
{
	struct heard *heard = handling_heard(h);
	struct ask_row w = {
		.kind = ASK_STRANGER,
		.address = h->letter->from,
		.asked = h->home->now,
		.language = (char *)(uintptr_t)reading_told(h),
	};
	g_autofree char *lines = NULL;
	bool forget;
	int r;

	lines = signup_lines_write(heard->requests);
	/* the sender is asked in any case: was it meant? */
	w.lines = signup_lines_add(lines, heard->foreign, true);
	w.name = wish_name(h->letter->from_name, w.address);
	forget = forget_asked(heard->requests) || forget_asked(heard->foreign);
	r = wish_ask(h, NULL, &w, forget);
	if (r == 0 && h->row->answer == ANSWER_SENT)
		handling_settle(h, INBOX_IGNORED,
		    "unknown sender, who is asked whether to do it");
	g_free(w.lines);
	g_free(w.name);
	return r;
}

/* The sender's answer was neither yes nor no: the same question, with the same
 * code and key.  Once, for a program may answer, too. */
static int
ask_again(struct handling *h, struct ask_row *w)
{
	json_t *context;

	w->again = true;
	if (store_ask_update(h->home->store, w) == -1)
		return -1;
	handling_settle(h, INBOX_IGNORED,
	    "unknown sender, whose answer is neither yes nor no: asked again");
	h->row->answer = ANSWER_SENT;
	if (w->kind == ASK_INVITE)
		return signup_invite_again(h, w);
	context = wish_context(h->home, w, "");
	json_object_set_new(context, "again", json_true());
	return ask_post(handling_reader(h, NULL, w->address), w, 0, context);
}

/* Does it answer the letter that asks or invites a stranger, and may it be
 * answered? */
static bool
is_to_ask_again(const struct handling *h, const struct ask_row *w)
{
	struct ticket ticket;

	return w->kind != ASK_PERSON && !w->again && h->crowd == NULL &&
	       replies_ticket(h, &ticket) &&
	       ask_answered(h->home, w, 0, ticket.key);
}

/* Did it come from there, or answer the letter that went there? */
static bool
is_own(const struct handling *h, const struct ask_row *w)
{
	struct ticket ticket;

	return h->id.verdict == VERDICT_PASS ||
	       (replies_ticket(h, &ticket) &&
		   ask_answered(h->home, w, 0, ticket.key));
}

/* Nobody is written to for what somebody else may have put among the wishes of
 * that address. */
static void
drop_invites(GPtrArray *requests)
{
	for (guint i = requests->len; i-- > 0;) {
		const struct request *q = requests->pdata[i];

		if (q->kind == REQUEST_INVITE)
			g_ptr_array_remove_index(requests, i);
	}
}

/*
 * The sender was asked already, and nothing goes there before an answer comes,
 * unless it says neither yes nor no.  What is surely the sender's is done with
 * the rest; what somebody else may have written is asked about after a yes.
 * Added to the first wish: if there are more, it is the one of which the
 * sender has a letter; to the invitation of a friend only what is surely the
 * sender's.
 */
static int
keep_more(struct handling *h)
{
	g_autoptr(GPtrArray) open = asks_wished(h->home, h->letter->from);
	g_autofree char *before = NULL;
	struct ask_row *w;
	struct heard *heard;
	bool own;

	handling_settle(
	    h, INBOX_IGNORED, "unknown sender, who was asked already");
	if (open == NULL)
		return -1;
	/* somebody else may have written that one */
	if (open->len == 0 || h->id.verdict == VERDICT_FAIL)
		return 0;
	w = open->pdata[0];
	own = is_own(h, w);
	if (w->kind == ASK_INVITE && !own)
		return 0;
	before = w->lines;
	heard = handling_heard(h);
	/* all that is kept of a stranger is the wish */
	if (own && forget_asked(heard->requests))
		w->closed = h->home->now;
	if (!own)
		drop_invites(heard->requests);
	w->lines = signup_lines_add(before, heard->requests, own);
	if (w->closed != 0) {
		handling_settle(h, INBOX_DONE, "does not want what was asked");
		return store_ask_update(h->home->store, w);
	}
	if (is_to_ask_again(h, w))
		return ask_again(h, w);
	if (strcmp(before, w->lines) == 0)
		return 0;
	handling_settle(h, INBOX_IGNORED,
	    "unknown sender, who was asked already: kept for her answer");
	return store_ask_update(h->home->store, w);
}

int
signup_stranger(struct handling *h)
{
	bool asked, full;

	handling_settle(h, INBOX_IGNORED, "unknown sender");
	if (h->letter->from[0] == '\0' || !address_ok(h->letter->from))
		return 0;
	if (store_ask_wished(h->home->store, h->letter->from,
		h->home->now - ASK_OPEN_FOR, h->home->now, &asked) == -1)
		return -1;
	if (asked)
		return keep_more(h);
	if (h->home->config->signup.mode != SIGNUP_MODE_ANY)
		return unauthenticated_greet(h, NULL);
	if (wish_people_full(h->home, &full) == -1)
		return -1;
	if (h->crowd != NULL)
		return rate_limit_suppress(h, h->crowd);
	return full ? unauthenticated_greet(h, "error.people-today")
		    : ask_stranger(h);
}

/* ---- codes ---- */

/* That of the mail that says yes; "yes" alone tells none, but what came before
 * may have. */
static const char *
language_of(const struct handling *h, const struct ask_row *w)
{
	const char *told = reading_told(h);

	if (told != NULL)
		return told;
	return w->language[0] != '\0' ? w->language : h->home->config->language;
}

/* The sender is a known person from now on. */
static int
make_person(struct handling *h, const struct ask_row *w)
{
	struct person *p = g_new0(struct person, 1);
	struct account_row account = {
		.approved = h->home->config->signup.approval ? ADMITTED_ASKED
							     : ADMITTED_YES,
	};

	p->name = wish_name(w->name, h->letter->from);
	p->address = g_strdup(h->letter->from);
	p->language = g_strdup(language_of(h, w));
	p->zone = g_strdup("");
	p->created = h->home->now;
	if (store_person_add(h->home->store, p) == -1 ||
	    store_account_set(h->home->store, p->id, &account) == -1) {
		person_free(p);
		return -1;
	}
	log_info("person-came", "inbox %lld: person %lld has come",
	    (long long)h->row->id, (long long)p->id);
	h->id.person = p;
	return 0;
}

/* All that the sender wants waits for the organiser, with what is in doubt: to
 * ask about it now would promise what only the organiser can. */
static int
put_aside(struct handling *h, const char *lines)
{
	struct ask_row w = {
		.kind = ASK_STRANGER,
		.person = h->id.person->id,
		.address = h->id.person->address,
		.name = h->id.person->name,
		.lines = (char *)(uintptr_t)lines,
	};

	if (store_ask_add(h->home->store, &w) == -1)
		return -1;
	return signup_ask_organiser(h->home, h->id.person, 0, lines);
}

static bool
must_wait(const struct handling *h, bool fresh)
{
	return fresh && h->home->config->signup.approval;
}

static int
fulfil(struct handling *h, struct signup *s, const GPtrArray *requests,
    const char *lines, bool fresh)
{
	if (must_wait(h, fresh)) {
		signup_said(s, "signup.waits", NULL);
		if (put_aside(h, lines) == -1)
			return -1;
	} else if (signup_do(s, requests) == -1)
		return -1;
	h->row->answer = ANSWER_SENT;
	return signup_answer(s);
}

static int
ask_more(struct handling *h, char *lines)
{
	const struct reader to =
	    handling_reader(h, h->id.person, h->id.person->address);

	h->row->answer = ANSWER_SENT;
	return wish_ask_more(&to, h->id.person, lines);
}

/* The lines are those of the wish, and what else stands in the mail with its
 * code. */
static int
do_wish(struct handling *h, const struct ask_row *w, const struct request *q,
    const char *lines, bool fresh)
{
	g_autoptr(GPtrArray) requests = signup_lines_read(
	    catalog_words(home_words(h->home)), lines, h->home->err);
	struct answered answered = handling_answered(h);
	struct signup s;
	int r;

	if (requests == NULL)
		return -1;
	signup_begin(&s, h->home, h->id.person, h->dedup_prefix);
	s.answered = &answered;
	s.invited = w->kind == ASK_INVITE ? w->match : 0;
	s.guess = signup_guess(h->row->raw, h->home->now);
	if (!must_wait(h, fresh))
		signup_speak(h->home, requests);
	s.line = q->line;
	signup_said(
	    &s, fresh ? "signup.confirmed" : "signup.confirmed-known", NULL);
	s.line = "";
	r = fulfil(h, &s, requests, lines, fresh);
	h->row->series = s.series;
	signup_end(&s);
	return r;
}

int
wish_yes(struct coded *c, struct ask_row *w)
{
	struct handling *h = c->h;
	g_autofree char *lines =
	    signup_lines_add(w->lines, handling_heard(h)->requests, true);
	g_autofree char *more = signup_lines_doubted(lines);
	bool fresh = h->id.person == NULL;

	if (fresh && make_person(h, w) == -1)
		return -1;
	home_speak(h->home, h->id.person->language);
	handling_settle(h, INBOX_DONE, "confirms what was asked");
	if (do_wish(h, w, c->request, lines, fresh) == -1)
		return -1;
	return more != NULL && !must_wait(h, fresh) ? ask_more(h, more) : 0;
}

int
wish_no(struct coded *c, struct ask_row *w)
{
	(void)w;
	handling_settle(c->h, INBOX_DONE, "does not want what was asked");
	return 0;
}

/* "Count me in" is said to a person who invites, or asks whether one would
 * play. */
static bool
answers_wish(const struct ask_row *w, const struct request *q)
{
	return q->kind == REQUEST_YES || q->kind == REQUEST_NO ||
	       (q->kind == REQUEST_READY && q->text != NULL &&
		   ask_kind_of(w)->ready);
}

static int
answer_wish(struct handling *h, struct ask_row *w, const GPtrArray *replies)
{
	struct coded c = { .h = h };
	int codes = 0;

	for (guint i = 0; i < replies->len && !h->done; i++) {
		const struct request *q = replies->pdata[i];

		if (!answers_wish(w, q))
			continue;
		if (codes++ == CODES_MAX)
			break;
		if (!ask_answered(h->home, w, 0, q->text))
			continue;
		h->done = true;
		w->closed = h->home->now;
		if (store_ask_update(h->home->store, w) == -1)
			return -1;
		c.request = q;
		return q->kind == REQUEST_NO ? wish_no(&c, w) : wish_yes(&c, w);
	}
	return 0;
}

int
signup_code(struct handling *h)
{
	const char *from = h->letter->from;
	g_autoptr(GPtrArray) wishes = NULL, replies = NULL;
	int r = 0;

	if (from[0] == '\0')
		return 0;
	/* a known person is asked where that person's letters go */
	if (h->id.person != NULL)
		from = h->id.person->address;
	wishes = asks_wished(h->home, from);
	if (wishes == NULL || wishes->len == 0)
		return wishes == NULL ? -1 : 0;
	replies = replies_all(h);
	for (guint i = 0; i < wishes->len && r == 0 && !h->done; i++)
		r = answer_wish(h, wishes->pdata[i], replies);
	return r;
}
