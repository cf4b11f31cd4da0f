/* SPDX-License-Identifier: ISC */
/*
 * "yes CODE" and "no CODE": what people say to the questions they were asked,
 * and what follows from it.  A code is proof by itself, for it went to one
 * address alone; but it counts only from there.
 */
#include "app/players/asks.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/veil.h"
#include "app/letters/compose.h"
#include "app/letters/context.h"
#include "app/letters/moved.h"
#include "app/letters/seat_offers.h"
#include "app/matches/answer.h"
#include "app/matches/reader.h"
#include "app/players/forget.h"
#include "app/players/handling.h"
#include "app/players/parse.h"
#include "app/players/unauthenticated.h"
#include "base/err.h"
#include "base/log.h"
#include "core/core.h"
#include "parse/parse.h"
#include "render/render.h"
#include "store/db.h"
#include "store/queues.h"
#include "store/store.h"

#include <string.h>

#define CODES_MAX 5 /* looked at, of one mail */

/* ---- mails that were held ---- */

static int
set_free(struct handling *h, struct inbox_row *row, const char *dropped,
    bool vouched, struct err *e)
{
	g_free(row->note);
	row->note = g_strdup(dropped != NULL ? dropped : "released");
	row->state = dropped != NULL ? INBOX_IGNORED : INBOX_NEW;
	row->handled = h->now;
	row->tries = 0;
	if (vouched)
		row->vouched = VOUCHED_SENDER;
	return store_inbox_update(h->home->store, row, e);
}

/* One that is held yet: to be done, or dropped for that reason. */
static int
free_mail(struct handling *h, int64_t id, const char *dropped, bool vouched,
    struct err *e)
{
	struct inbox_row *row = store_inbox(h->home->store, id, e);
	int r = 0;

	if (row == NULL)
		return -1;
	if (row->state == INBOX_HELD)
		r = set_free(h, row, dropped, vouched, e);
	inbox_row_free(row);
	return r;
}

/*
 * Her word about an address is for all that came from there; only of the mail
 * that she was asked about does it outweigh our mail server's.
 */
static int
free_mails(struct handling *h, const struct question_row *q,
    const char *dropped, struct err *e)
{
	g_autoptr(GArray) ids = NULL;

	if (q->kind == QUESTION_SENDER)
		return free_mail(h, q->inbox, dropped, dropped == NULL, e);
	ids = store_inbox_held(h->home->store, q->address, q->person, e);
	if (ids == NULL)
		return -1;
	for (guint i = 0; i < ids->len; i++) {
		int64_t id = g_array_index(ids, int64_t, i);

		if (free_mail(h, id, dropped, dropped == NULL && id == q->inbox,
			e) == -1)
			return -1;
	}
	return 0;
}

/* ---- what is said ---- */

/* Is it somebody else's by now? */
static int
is_taken(struct handling *h, const struct question_row *q, bool *taken,
    struct err *e)
{
	struct person *other;

	e->code = 0;
	other = store_person_by_address(h->home->store, q->address, e);
	if (other == NULL && e->code != 0)
		return -1;
	*taken = other != NULL && other->id != q->person;
	person_free(other);
	return 0;
}

static int
say_yes(struct handling *h, struct question_row *q, int party,
    const char **what, struct err *e)
{
	bool taken;

	if (is_taken(h, q, &taken, e) == -1)
		return -1;
	if (taken) {
		q->closed = h->now;
		*what = "code-taken";
		return 0;
	}
	if (q->kind == QUESTION_ADDRESS) {
		q->agreed |= party;
		*what = "yes-half";
		if (q->agreed != (AGREED_OLD | AGREED_NEW))
			return 0;
	}
	q->closed = h->now;
	*what = "yes-sender";
	switch (q->kind) {
	case QUESTION_ALIAS:
		*what = "yes-alias";
		if (store_address_add(
			h->home->store, q->person, q->address, e) == -1)
			return -1;
		/* fall through */
	case QUESTION_SENDER:
		return free_mails(h, q, NULL, e);
	case QUESTION_ADDRESS:
		*what = "yes-move";
		return person_move(h->home, q->person, q->address, h->now, e);
	case QUESTION_FORGET:
		return forget_confirmed(h, q, what, e);
	}
	g_assert_not_reached();
}

static int
say_no(struct handling *h, struct question_row *q, const char **what,
    struct err *e)
{
	q->closed = h->now;
	*what = q->kind == QUESTION_FORGET ? "no-forget" : "no-move";
	if (q->kind == QUESTION_ADDRESS || q->kind == QUESTION_FORGET)
		return 0;
	*what = "no-mail";
	return free_mails(h, q, "she says that it is not from her", e);
}

static int
say(struct handling *h, struct question_row *q, int party, bool yes,
    const char **what, struct err *e)
{
	int r = yes ? say_yes(h, q, party, what, e) : say_no(h, q, what, e);

	if (r == -1)
		return -1;
	if (!veil_hides_mail(h->home, h->row))
		log_info("inbox %lld: question %lld: %s", (long long)h->row->id,
		    (long long)q->id, *what);
	/* whoever is forgotten was asked nothing */
	if (h->gone)
		return 0;
	return store_question_update(h->home->store, q, e);
}

/* ---- codes of a mail ---- */

/* *what stays NULL if none of them has that code. */
static int
answer_one(struct handling *h, const GPtrArray *questions, int party,
    const struct request *request, const char **what, struct err *e)
{
	for (guint i = 0; i < questions->len; i++) {
		struct question_row *q = questions->pdata[i];

		/* what cannot be taken back takes a line of her own */
		if (q->kind == QUESTION_FORGET && request->foreign)
			continue;
		if (confirm_has_code(h->home, q, party, request->text, h->now))
			return say(
			    h, q, party, request->kind == REQUEST_YES, what, e);
	}
	return 0;
}

/* Of questions that she was asked, or that went to the address of From. */
static int
answer_code(struct handling *h, const struct request *request, bool obeyed,
    const char **what, struct err *e)
{
	g_autoptr(GPtrArray) hers = NULL, there = NULL;
	struct store *store = h->home->store;

	*what = NULL;
	if (h->id.person != NULL) {
		hers = store_questions_open(store, h->id.person->id, e);
		if (hers == NULL ||
		    answer_one(h, hers, AGREED_OLD, request, what, e) == -1)
			return -1;
	}
	if (*what == NULL && h->id.person != NULL &&
	    meant_answer(h, request, obeyed, what, e) == -1)
		return -1;
	if (*what != NULL || h->letter->from[0] == '\0')
		return 0;
	there = store_questions_at(store, h->letter->from, e);
	if (there == NULL)
		return -1;
	return answer_one(h, there, AGREED_NEW, request, what, e);
}

/* obeyed: then seats are taken with the other lines. */
static bool
is_code(const struct request *request, bool obeyed)
{
	if (request->kind == REQUEST_YES || request->kind == REQUEST_NO)
		return true;
	return !obeyed && request->text != NULL &&
	       (request->kind == REQUEST_TAKE || request->kind == REQUEST_BACK);
}

/* A seat for who has it; her first letter of it is the answer, if no other
 * was needed before. */
static int
answer_coming(struct handling *h, const struct request *request,
    const char **what, struct err *e)
{
	struct answered answered = decide_answered(h);
	struct coming c = { .home = h->home,
		.person = h->id.person,
		.line = request->line,
		.answered = json_array_size(h->codes) == 0 ? &answered : NULL,
		.now = h->now };

	*what = NULL;
	if (c.person == NULL)
		return 0;
	if (request->kind == REQUEST_TAKE
		? offers_take(&c, request->text, e) == -1
		: offers_back(&c, request->text, e) == -1)
		return -1;
	*what = c.what;
	h->told |= c.told;
	return 0;
}

static int
answer_any(struct handling *h, const struct request *request, bool obeyed,
    const char **what, struct err *e)
{
	return request->kind == REQUEST_YES || request->kind == REQUEST_NO
		   ? answer_code(h, request, obeyed, what, e)
		   : answer_coming(h, request, what, e);
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

/* Is she asked whether she is to be deleted? */
static int
asked_to_forget(struct handling *h, bool *asked, struct err *e)
{
	g_autoptr(GPtrArray) open = NULL;

	*asked = false;
	if (h->id.person == NULL)
		return 0;
	open = store_questions_open(h->home->store, h->id.person->id, e);
	for (guint i = 0; open != NULL && i < open->len; i++)
		*asked |= ((struct question_row *)open->pdata[i])->kind ==
			  QUESTION_FORGET;
	return open != NULL ? 0 : -1;
}

/* Every code with what it came to; *good counts those that are any. */
static int
answer_codes(struct handling *h, const GPtrArray *requests, bool obeyed,
    int *good, struct err *e)
{
	for (guint i = 0; i < requests->len && !h->gone; i++) {
		const struct request *request = requests->pdata[i];
		const char *what;
		bool to_forget;

		if (!is_code(request, obeyed))
			continue;
		if (json_array_size(h->codes) >= CODES_MAX)
			break;
		if (asked_to_forget(h, &to_forget, e) == -1 ||
		    answer_any(h, request, obeyed, &what, e) == -1)
			return -1;
		*good += what != NULL;
		json_array_append_new(h->codes,
		    json_pack("{s:s, s:s, s:s*}", "line", request->line, "hint",
			hint_of(h, request, to_forget), "what", what));
	}
	return 0;
}

/* ---- the letter that answers ---- */

/* One more line of it: what came of the code. */
static void
note_code(struct home *home, const char *line, const json_t *code,
    json_t *understood, json_t *near)
{
	const char *what = json_string_value(json_object_get(code, "what"));
	const char *key = json_string_value(json_object_get(code, "hint"));
	struct phrase *phrase;
	g_autofree char *hint = NULL;

	if (what != NULL) {
		json_array_append_new(
		    understood, answer_item(line, what, NULL));
		return;
	}
	phrase = phrase_new(key != NULL ? key : "hint.code", NULL);
	hint = tongue_say(home_words(home), phrase, NULL);
	phrase_free(phrase);
	json_array_append_new(
	    near, json_pack("{s:s, s:s}", "line", line, "hint", hint));
}

void
codes_facts(
    struct handling *h, const GPtrArray *requests, struct answer *answer)
{
	size_t said = 0;

	for (guint i = 0; i < requests->len; i++) {
		const struct request *request = requests->pdata[i];

		if (is_code(request, true))
			note_code(h->home, request->line,
			    json_array_get(h->codes, said++),
			    answer->understood, answer->near);
	}
}

static json_t *
letter_facts(struct handling *h, const char *name)
{
	json_t *facts = facts_person(h->home, name), *code;
	json_t *understood = json_array(), *near = json_array();
	size_t i;

	json_array_foreach(h->codes, i, code)
	    note_code(h->home, json_string_value(json_object_get(code, "line")),
		code, understood, near);
	json_object_set_new(facts, "answer", json_true());
	json_object_set_new(facts, "understood", understood);
	json_object_set_new(facts, "near", near);
	return facts;
}

/* Who answered: she may have an address more, or another one, by now. */
static int
know_again(struct handling *h, struct err *e)
{
	person_free(h->id.person);
	e->code = 0;
	h->id.person =
	    store_person_by_address(h->home->store, h->letter->from, e);
	return h->id.person == NULL && e->code != 0 ? -1 : 0;
}

static int
tell(struct handling *h, int good, struct err *e)
{
	const struct person *to;
	struct reader r;

	decide_settle(h, good > 0 ? INBOX_DONE : INBOX_IGNORED,
	    good > 0 ? "answers a question" : "a code of no open question");
	if (h->told && json_array_size(h->codes) == 1) {
		h->row->answer = ANSWER_SENT;
		return 0;
	}
	if (know_again(h, e) == -1)
		return -1;
	to = h->id.person;
	if (good == 0)
		return strangers_tell(
		    h, to, "confirmed", letter_facts(h, to->name), e);
	h->row->answer = ANSWER_SENT;
	r = decide_reader(h, to, to != NULL ? to->address : h->letter->from);
	return letter_to(&r, "confirmed", letter_facts(h, r.name), e);
}

/* ---- the whole ---- */

/* A mail that is obeyed is read twice only if she was asked something. */
static int
is_to_read(struct handling *h, bool obeyed, bool *yes, struct err *e)
{
	g_autoptr(GPtrArray) open = NULL;
	bool meant;

	*yes = !h->row->cut;
	if (!obeyed || !*yes)
		return 0;
	open = store_questions_open(h->home->store, h->id.person->id, e);
	if (open == NULL || meant_any(h, &meant, e) == -1)
		return -1;
	*yes = open->len > 0 || meant;
	return 0;
}

int
codes_read(struct handling *h, bool obeyed, bool *done, struct err *e)
{
	struct heard heard;
	int good = 0, r;
	bool yes;

	*done = false;
	if (is_to_read(h, obeyed, &yes, e) == -1)
		return -1;
	if (!yes)
		return 0;
	heard_read(&heard, home_words(h->home), NULL, h->letter, NULL);
	if (!obeyed)
		replies_add(h, &heard);
	h->codes = json_array();
	r = answer_codes(h, heard.requests, obeyed, &good, e);
	heard_clear(&heard);
	if (h->gone) {
		/* nothing else of that mail is done */
		*done = true;
		return r;
	}
	if (r == -1 || obeyed || json_array_size(h->codes) == 0 ||
	    (good == 0 && h->id.person == NULL))
		return r;
	*done = true;
	return h->meant != NULL ? meant_do(h, e) : tell(h, good, e);
}
