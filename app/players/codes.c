/* SPDX-License-Identifier: ISC */
/*
 * "yes CODE" and "no CODE": what people say to the questions they were asked,
 * and what follows from it.  A code is proof by itself, for it went to one
 * address alone; but it counts only from there.
 */
#include "app/players/codes.h"

#include "app/home/home.h"
#include "app/home/veil.h"
#include "app/letters/context/addressed.h"
#include "app/letters/moved.h"
#include "app/letters/takers.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/reply_lines.h"
#include "app/players/codes_reply.h"
#include "app/players/meant_answers.h"
#include "app/players/people/forget.h"
#include "app/players/questions/ask_kinds.h"
#include "app/players/questions/asks.h"
#include "app/players/questions/coded.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/plain_yes.h"
#include "app/players/senders/unauthenticated.h"
#include "app/players/signup_wish.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/incoming/read.h"
#include "parse/code.h"
#include "parse/request.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_lists.h"
#include "store/people/asks.h"
#include "store/people/people.h"

#include <string.h>

/* ---- mails that were held ---- */

static int
set_free(struct handling *h, struct inbox_row *row, const char *dropped,
    bool vouched)
{
	g_free(row->note);
	row->note = g_strdup(dropped != NULL ? dropped : "released");
	row->state = dropped != NULL ? INBOX_IGNORED : INBOX_NEW;
	row->handled = h->home->now;
	row->tries = 0;
	if (vouched)
		row->vouched = VOUCHED_SENDER;
	return store_inbox_update(h->home->store, row);
}

/* One that is held yet: to be done, or dropped for that reason. */
static int
free_mail(struct handling *h, int64_t id, const char *dropped, bool vouched)
{
	struct inbox_row *row = store_inbox(h->home->store, id);
	int r = 0;

	if (row == NULL)
		return -1;
	if (row->state == INBOX_HELD)
		r = set_free(h, row, dropped, vouched);
	inbox_row_free(row);
	return r;
}

/*
 * A player's word about an address is for all that came from there; only of the
 * mail that the player was asked about does it outweigh our mail server's.
 */
static int
free_mails(struct handling *h, const struct ask_row *q, const char *dropped)
{
	g_autoptr(GArray) ids = NULL;

	if (q->kind == ASK_SENDER)
		return free_mail(h, q->inbox, dropped, dropped == NULL);
	ids = store_inbox_held(h->home->store, q->address, q->person);
	if (ids == NULL)
		return -1;
	for (guint i = 0; i < ids->len; i++) {
		int64_t id = g_array_index(ids, int64_t, i);

		if (free_mail(h, id, dropped,
			dropped == NULL && id == q->inbox) == -1)
			return -1;
	}
	return 0;
}

/* ---- what is said ---- */

/* Is it somebody else's by now? */
static int
is_taken(struct handling *h, const struct ask_row *q, bool *taken)
{
	struct person *other;

	*taken = false;
	if (q->address[0] == '\0')
		return 0;
	h->home->err->code = 0;
	other = store_person_by_address(h->home->store, q->address);
	if (other == NULL && h->home->err->code != 0)
		return -1;
	*taken = other != NULL && other->id != q->person;
	person_free(other);
	return 0;
}

static int
alias_yes(struct coded *c, struct ask_row *q)
{
	if (store_address_add(c->h->home->store, q->person, q->address) == -1)
		return -1;
	return free_mails(c->h, q, NULL);
}

static int
sender_yes(struct coded *c, struct ask_row *q)
{
	return free_mails(c->h, q, NULL);
}

static int
mail_no(struct coded *c, struct ask_row *q)
{
	return free_mails(c->h, q, "she says that it is not from her");
}

static int
address_yes(struct coded *c, struct ask_row *q)
{
	q->agreed |= c->party;
	if (q->agreed == (AGREED_OLD | AGREED_NEW))
		return person_move(c->h->home, q->person, q->address);
	q->closed = 0;
	c->what = "yes-half";
	return 0;
}

/* What a yes and a no do.  The question is closed before, in memory; its row is
 * written afterwards.  NULL: nothing more is done. */
static const struct {
	ask_answer *yes, *no;
} answers[ASKS] = {
	[ASK_ALIAS] = { alias_yes, mail_no },
	[ASK_SENDER] = { sender_yes, mail_no },
	[ASK_ADDRESS] = { address_yes, NULL },
	[ASK_FORGET] = { forget_yes, NULL },
	[ASK_STRANGER] = { wish_yes, wish_no },
	[ASK_PERSON] = { wish_yes, wish_no },
	[ASK_INVITE] = { wish_yes, wish_no },
	[ASK_MEANT] = { meant_yes, NULL },
};

static int
say(struct coded *c, struct ask_row *q)
{
	struct handling *h = c->h;
	const struct ask_kind *kind = ask_kind_of(q);
	bool yes = c->request->kind == REQUEST_YES, taken = false;
	ask_answer *act = yes ? answers[q->kind].yes : answers[q->kind].no;

	if (yes && is_taken(h, q, &taken) == -1)
		return -1;
	q->closed = h->home->now;
	c->what = taken ? "code-taken" : yes ? kind->yes : kind->no;
	if (!taken && act != NULL && act(c, q) == -1)
		return -1;
	if (c->what == NULL)
		return 0;
	if (!veil_hides_mail(h->home, h->row))
		log_info("question-answered", "inbox %lld: %s %lld: %s",
		    (long long)h->row->id, ask_family(q->kind),
		    (long long)q->number, c->what);
	/* a person who is forgotten was asked nothing */
	return h->gone ? 0 : store_ask_update(h->home->store, q);
}

/* ---- codes of a mail ---- */

/* What cannot be taken back takes the sender's own line. */
static bool
may_answer(const struct coded *c, const struct ask_row *q)
{
	if (c->party == AGREED_NEW)
		return (ask_kind_of(q)->parties & AGREED_NEW) != 0;
	return q->kind != ASK_FORGET || !c->request->foreign;
}

/* Is it of one of them? */
static int
answer_one(struct coded *c, GPtrArray *open)
{
	for (guint i = 0; i < open->len; i++) {
		struct ask_row *q = open->pdata[i];
		int r;

		if (!may_answer(c, q) ||
		    !ask_answered(c->h->home, q, c->party, c->request->text))
			continue;
		r = say(c, q);
		if (c->h->meant == q)
			g_ptr_array_steal_index(open, i);
		return r;
	}
	return 0;
}

/* Of what the sender was asked, or what the address of From was asked that is
 * to be another's. */
static int
answer_code(struct coded *c)
{
	g_autoptr(GPtrArray) own = NULL, there = NULL;
	struct handling *h = c->h;

	c->party = AGREED_OLD;
	if (h->id.person != NULL) {
		own = asks_personal(h->home, h->id.person->id);
		if (own == NULL || answer_one(c, own) == -1)
			return -1;
	}
	if (c->what != NULL || h->letter->from[0] == '\0')
		return 0;
	there = store_asks_at(
	    h->home->store, h->letter->from, h->home->now - ASK_OPEN_FOR);
	if (there == NULL)
		return -1;
	c->party = AGREED_NEW;
	return answer_one(c, there);
}

/* A seat for the sender; the first letter of it is the answer, if no other was
 * needed before. */
static int
answer_coming(struct coded *code)
{
	struct handling *h = code->h;
	const struct request *request = code->request;
	struct answered answered = handling_answered(h);
	struct coming c = { .home = h->home,
		.person = h->id.person,
		.line = request->line,
		.answered = reply_any(&h->codes) ? NULL : &answered };

	if (c.person == NULL)
		return 0;
	if (request->kind == REQUEST_TAKE
		? offers_take(&c, request->text) == -1
		: offers_back(&c, request->text) == -1)
		return -1;
	code->what = c.what;
	h->told |= c.told;
	return 0;
}

/* If it counts for nothing. */
static const char *
hint_of(const struct handling *h, const struct request *request, bool to_forget)
{
	if (to_forget && !request_is_code(request->text))
		return "hint.forgetting";
	if (h->elsewhere)
		return "hint.elsewhere";
	if (strcmp(request->text, REPLY_UNSURE) == 0)
		return "hint.unsure";
	return request_is_code(request->text) ? "hint.code" : "hint.reply";
}

/* Is the sender asked whether all of that person is to be deleted? */
static int
asked_to_forget(struct handling *h, bool *asked)
{
	g_autoptr(GPtrArray) open = NULL;

	*asked = false;
	if (h->id.person == NULL)
		return 0;
	open = asks_personal(h->home, h->id.person->id);
	for (guint i = 0; open != NULL && i < open->len; i++)
		*asked |=
		    ((struct ask_row *)open->pdata[i])->kind == ASK_FORGET;
	return open != NULL ? 0 : -1;
}

/* Every code with what it came to; *good counts those that are any. */
static int
answer_codes(struct handling *h, const GPtrArray *requests, int *good)
{
	for (guint i = 0; i < requests->len && !h->gone; i++) {
		struct coded c = { .h = h, .request = requests->pdata[i] };
		bool to_forget;

		if (!codes_is_own(c.request, h->obeyed))
			continue;
		if (reply_lines(&h->codes) >= CODES_MAX)
			break;
		if (asked_to_forget(h, &to_forget) == -1 ||
		    (codes_is_own(c.request, true) ? answer_code(&c)
						   : answer_coming(&c)) == -1)
			return -1;
		if (c.what != NULL)
			reply_note(&h->codes, c.request->line, c.what, NULL);
		else
			codes_note_nothing(&h->codes, c.request,
			    hint_of(h, c.request, to_forget));
		*good += c.what != NULL;
	}
	return 0;
}

/* ---- the letter that answers ---- */

/* The sender may have an address more, or another one, by now. */
static int
know_again(struct handling *h)
{
	person_free(h->id.person);
	h->home->err->code = 0;
	h->id.person = store_person_by_address(h->home->store, h->letter->from);
	return h->id.person == NULL && h->home->err->code != 0 ? -1 : 0;
}

static int
tell(struct handling *h, int good)
{
	const struct person *to;
	struct reader r;
	json_t *context;

	handling_settle(h, good > 0 ? INBOX_DONE : INBOX_IGNORED,
	    good > 0 ? "answers a question" : "a code of no open question");
	if (h->told && reply_lines(&h->codes) == 1) {
		h->row->answer = ANSWER_SENT;
		return 0;
	}
	if (know_again(h) == -1)
		return -1;
	to = h->id.person;
	context = context_person(h->home, to != NULL ? to->name : "");
	reply_context(&h->codes, context);
	if (good == 0)
		return unauthenticated_tell(h, to, "confirmed", context);
	h->row->answer = ANSWER_SENT;
	r = handling_reader(h, to, to != NULL ? to->address : h->letter->from);
	return letter_to(&r, "confirmed", context);
}

/* ---- the whole ---- */

/* The codes of a mail that is obeyed count only if its sender was asked
 * something. */
static int
is_to_read(struct handling *h, bool *yes)
{
	g_autoptr(GPtrArray) open = NULL;

	*yes = !h->row->cut;
	if (!h->obeyed || !*yes)
		return 0;
	open = asks_personal(h->home, h->id.person->id);
	if (open == NULL)
		return -1;
	*yes = open->len > 0;
	return 0;
}

int
codes_read(struct handling *h)
{
	g_autoptr(GPtrArray) replies = NULL;
	int good = 0, r;
	bool yes;

	if (is_to_read(h, &yes) == -1)
		return -1;
	if (!yes)
		return 0;
	replies = h->obeyed ? g_ptr_array_ref(handling_heard(h)->requests)
			    : replies_all(h);
	r = answer_codes(h, replies, &good);
	/* nothing else of the mail is done if its sender is forgotten */
	h->done = h->gone;
	if (r == -1 || h->gone || h->obeyed || !reply_any(&h->codes) ||
	    (good == 0 && h->id.person == NULL))
		return r;
	h->done = true;
	return h->meant != NULL ? meant_do(h) : tell(h, good);
}
