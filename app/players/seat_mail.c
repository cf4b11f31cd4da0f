/* SPDX-License-Identifier: ISC */
/*
 * A mail for a seat, which is believed: what it asks is done in the order of
 * its lines, once, and answered in one letter.
 */
#include "app/players/handling.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/compose.h"
#include "app/letters/context.h"
#include "app/letters/left.h"
#include "app/letters/reach.h"
#include "app/letters/settle.h"
#include "app/matches/answer.h"
#include "app/matches/effects.h"
#include "app/matches/reader.h"
#include "app/matches/table.h"
#include "app/players/asks.h"
#include "app/players/commands.h"
#include "app/players/join.h"
#include "app/players/parse.h"
#include "app/players/rate_limit.h"
#include "base/err.h"
#include "core/core.h"
#include "core/game.h"
#include "parse/parse.h"
#include "render/render.h"
#include "store/queues.h"
#include "store/store.h"

#include <string.h>

/* How the mail was recognised, if not by the whole key. */
static void
mail_facts(const struct handling *h, json_t *facts)
{
	static const char *const words[] = {
		[BY_KEY] = NULL,
		[BY_TAG] = "tag",
		[BY_OLD_KEY] = "old",
		[BY_ADDRESS] = "address",
		[BY_DIGEST] = "digest",
	};

	if (words[h->recognised] != NULL)
		json_object_set_new(facts, "recognised",
		    json_pack("{s:b}", words[h->recognised], 1));
	if (h->letter->came != NULL)
		json_object_set_new(
		    facts, "came", json_string(h->letter->came));
}

/* She has just left the match: of what is hidden she hears no more. */
static int
answer_left(
    struct handling *h, struct reader *r, struct answer *a, struct err *e)
{
	json_t *facts = json_object();

	json_object_set_new(facts, "answer", json_true());
	json_object_set(facts, "understood", a->understood);
	mail_facts(h, facts);
	h->row->answer = ANSWER_SENT;
	return letter_to_former(
	    r, effect_of(r->t, EFFECT_LEFT, r->seat), facts, e);
}

/* How the match stands, and what came of the mail. */
static int
answer_there(
    struct handling *h, struct reader *r, struct answer *a, struct err *e)
{
	json_t *facts = context_whole(r, e);

	if (facts == NULL)
		return -1;
	answer_facts(a, r, facts);
	mail_facts(h, facts);
	/* Answers to moves do not count for the brakes. */
	if (!(r->t->moved & SEAT(r->seat)))
		brakes_answered(h, facts);
	return letter_to(r, life_letter(r->t), facts, e);
}

static int
answer_seat(
    struct handling *h, struct table *t, struct answer *a, struct err *e)
{
	int seat = h->id.ticket.seat, ret;
	struct reader r = { .t = t,
		.seat = seat,
		.answers = decide_answered(h),
		.now = h->now };

	if (life_settle(t, h->now, e) == -1)
		return -1;
	if (effect_of(t, EFFECT_LEFT, seat) != NULL &&
	    t->row->life == LIFE_RUNNING)
		return answer_left(h, &r, a, e);
	if (reader_load(&r, e) == -1)
		return -1;
	ret = answer_there(h, &r, a, e);
	reader_clear(&r);
	return ret;
}

static void
set_says(struct handling *h, char *says)
{
	g_free(h->row->says);
	h->row->says = says;
}

/*
 * What makes mails to a seat the same: all that ask for nothing are, others
 * if their lines are and nothing happened in between.
 */
static char *
mail_says(
    const struct table *t, const GPtrArray *requests, const GPtrArray *lines)
{
	GChecksum *sum;
	char *hex;

	if (reading_is_talk(requests))
		return g_strdup("nothing");
	sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_checksum_update(sum, (const guchar *)&t->row->last_event,
	    sizeof(t->row->last_event));
	for (guint i = 0; i < lines->len; i++)
		g_checksum_update(
		    sum, lines->pdata[i], (gssize)strlen(lines->pdata[i]) + 1);
	hex = g_strdup(g_checksum_get_string(sum));
	g_checksum_free(sum);
	return hex;
}

/* Lines that she meant come first, for they are what the mail is about. */
static void
add_meant(struct handling *h, struct table *t, struct heard *heard)
{
	GPtrArray *all = meant_requests(h, t->match);

	replies_add(h, heard);
	while (heard->requests->len > 0)
		g_ptr_array_add(
		    all, g_ptr_array_steal_index(heard->requests, 0));
	g_ptr_array_unref(heard->requests);
	heard->requests = all;
	g_ptr_array_set_size(heard->foreign, 0);
}

/* A number in a subject is of a letter's list as little as of a book's. */
static void
doubt_number(struct heard *heard)
{
	for (guint i = 0; heard->in_subject && i < heard->requests->len; i++) {
		struct request *q = heard->requests->pdata[i];

		if (q->kind != REQUEST_NUMBER)
			continue;
		q->kind = REQUEST_NEAR;
		q->text = g_strdup("number");
	}
}

/* What the mail asks; a subject that only repeats ours is no command. */
static void
mail_heard(struct handling *h, struct table *t, struct heard *heard)
{
	const struct reader r = reader_view(t, h->id.ticket.seat);
	g_autofree char *ours = seat_subject(&r, "");
	g_autofree char *plain = text_ascii(ours);
	char *const subjects[] = { ours, plain, NULL };

	reading_again(h);
	heard_read(heard, home_words(h->home), t->match, h->letter, subjects);
	doubt_number(heard);
	if (t->row->life == LIFE_MUSTER)
		replies_ready(h, heard);
	h->sure = meant_is_sure(h, heard);
	if (h->meant != NULL)
		add_meant(h, t, heard);
	set_says(h, mail_says(t, heard->requests, heard->lines));
}

/* The whole mail is refused for a reason of its own. */
static const char *
mail_fault(struct handling *h, const struct inbox_row *twin)
{
	if (h->row->cut)
		return "error.too-big";
	if (twin != NULL)
		return "error.duplicate-id";
	return NULL;
}

/* What gives something up: is it done, or asked about? */
static int
ask_losses(struct handling *h, struct table *t, const GPtrArray *requests,
    struct answer *a, struct err *e)
{
	struct meant_lines lines;
	int r = 0;

	meant_losses(&lines, t, requests);
	a->sure = h->sure;
	if (!a->sure && !a->braked && lines.ask->len > 0)
		r = meant_ask(h, t->row->id, h->id.ticket.seat, &lines, false,
		    &a->asked, e);
	meant_clear(&lines);
	return r;
}

static int
do_requests(struct handling *h, struct table *t, const GPtrArray *requests,
    struct answer *a, struct err *e)
{
	int r;

	if (ask_losses(h, t, requests, a, e) == -1)
		return -1;
	r = requests_do(t, h->id.ticket.seat, requests, h->id.ticket.turn,
	    h->row->id, h->now, a, e);
	codes_facts(h, requests, a);
	if (a->refused != NULL)
		decide_settle(h, INBOX_DONE, "refused");
	return r;
}

/* The question is the answer, or why there is none is told in that. */
static int
ask_lines(struct handling *h, struct table *t, const struct meant_lines *lines,
    struct answer *a, bool *asked, struct err *e)
{
	if (lines->ask->len > 0 && meant_ask(h, t->row->id, h->id.ticket.seat,
				       lines, true, asked, e) == -1)
		return -1;
	if (*asked) {
		decide_settle(h, INBOX_DONE, "asked whether it is meant");
		h->row->answer = ANSWER_SENT;
		return 0;
	}
	if (lines->ask->len > 0) {
		const struct request *first = lines->ask->pdata[0];

		answer_refuse(
		    a, t, first->line, phrase_new("error.foreign", NULL));
	}
	for (guint i = 0; i < lines->left->len; i++)
		answer_note(a, lines->left->pdata[i], "doubted", NULL);
	return 0;
}

/* Its commands are all somebody else's, or the sender's doubts. */
static int
ask_foreign(struct handling *h, struct table *t, const struct heard *heard,
    struct answer *a, bool *asked, struct err *e)
{
	struct meant_lines lines;
	int r;

	*asked = false;
	if (a->braked)
		return 0;
	meant_foreign(&lines, heard, true);
	r = ask_lines(h, t, &lines, a, asked, e);
	meant_clear(&lines);
	return r;
}

/* heard: NULL if the whole mail is at fault. */
static int
do_mail(struct handling *h, struct table *t, const char *fault,
    const struct heard *heard, struct err *e)
{
	int seat = h->id.ticket.seat, r;
	const char *why = NULL;
	bool asked = false;
	struct answer a;

	decide_settle(h, INBOX_DONE, fault != NULL ? fault : "done");
	answer_init(&a);
	r = brakes_person(h, &why, e);
	a.braked = why != NULL;
	if (r == 0 && fault != NULL)
		answer_refuse(&a, t, "", phrase_new(fault, NULL));
	else if (r == 0 && (r = ask_foreign(h, t, heard, &a, &asked, e)) == 0)
		r = do_requests(h, t, heard->requests, &a, e);
	/* Who makes moves is no loop: moves come to an end. */
	if (t->moved & SEAT(seat))
		why = NULL;
	/* Without an answer she hears what all hear. */
	t->answered = why == NULL && !asked ? seat : -1;
	if (r == 0 && why == NULL && !asked)
		r = answer_seat(h, t, &a, e);
	else if (r == 0 && (r = life_settle(t, h->now, e)) == 0 && !asked)
		r = brakes_spare(h, why, e);
	answer_clear(&a);
	return r;
}

/* Nothing that the organiser decides for a seat is done behind their backs. */
static int
tell_vouched(struct handling *h, struct table *t, struct err *e)
{
	if (!h->id.vouched)
		return 0;
	return table_announce(t, "notice.vouched",
	    json_pack("{s:s}", "who", t->names[h->id.ticket.seat]), h->now, e);
}

/* Who resigns before a match that others may join begins leaves a seat free. */
static void
mean_leave(const struct table *t, GPtrArray *requests)
{
	for (guint i = 0; t->joinable && i < requests->len; i++) {
		struct request *q = requests->pdata[i];

		if (q->kind != REQUEST_RESIGN)
			continue;
		q->kind = REQUEST_SIGNUP;
		g_free(q->text);
		q->text = g_strdup("leave");
	}
}

/* heard: NULL if the whole mail is at fault. */
static int
handle_heard(struct handling *h, struct table *t, const char *fault,
    const struct heard *heard, bool *signup, bool *apart, struct err *e)
{
	if (heard != NULL)
		mean_leave(t, heard->requests);
	*signup =
	    heard != NULL && !h->id.vouched && signup_any(heard->requests);
	/* what it asks is about no seat at all */
	*apart = *signup && signup_only(heard->requests);
	if (*apart)
		return 0;
	/* the letter of the match tells what comes of the other lines */
	if (*signup && signup_speak_first(
			   h->home, h->id.person->id, heard->requests, e) == -1)
		return -1;
	return tell_vouched(h, t, e) == -1 ? -1
					   : do_mail(h, t, fault, heard, e);
}

static int
handle_seat(struct handling *h, const struct inbox_row *twin, struct err *e)
{
	struct table *t = table_open(h->home, h->id.ticket.match, e);
	const char *fault = mail_fault(h, twin);
	bool signup = false, apart = false;
	struct heard heard;
	int r;

	if (t == NULL)
		return -1;
	dedup_by_number(t, "i", h->row->id);
	if (fault == NULL)
		mail_heard(h, t, &heard);
	else
		set_says(h, g_strdup(fault));
	r = handle_heard(
	    h, t, fault, fault == NULL ? &heard : NULL, &signup, &apart, e);
	table_free(t);
	if (r == 0 && signup)
		r = signup_from_seat(h, heard.requests, apart, e);
	if (fault == NULL)
		heard_clear(&heard);
	return r;
}

/* Who writes reads her mail; the organiser's word for her tells nothing. */
static int
note_reached(struct handling *h, struct err *e)
{
	if (h->id.vouched)
		return 0;
	return bounce_reached(
	    h->home, h->id.person, "notice.reached", h->row->match, h->now, e);
}

/* A mail comes again if it was done: one that proved nothing, or was held,
 * may be sent again and is another one then. */
int
seat_mail(struct handling *h, struct err *e)
{
	struct inbox_row *twin;
	int r = 0;

	h->row->match = h->id.ticket.match;
	h->row->seat = h->id.ticket.seat;
	twin = store_inbox_twin(h->home->store, h->row, e);
	if (twin == NULL && e->code != 0)
		return -1;
	if (twin != NULL && strcmp(twin->sha, h->row->sha) == 0)
		decide_settle(h, INBOX_DUPLICATE, "the same mail came before");
	else if (note_reached(h, e) == 0)
		r = handle_seat(h, twin, e);
	else
		r = -1;
	inbox_row_free(twin);
	return r;
}
