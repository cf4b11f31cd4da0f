/* SPDX-License-Identifier: ISC */
/*
 * A mail for a seat, which is believed: what it asks is done in the order of
 * its lines, once, and answered in one letter.
 */
#include "app/players/seat_mail.h"

#include "app/home/home.h"
#include "app/letters/reach.h"
#include "app/letters/settle.h"
#include "app/matches/moves/hints.h"
#include "app/matches/moves/tryout.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/reply_lines.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/players/codes_reply.h"
#include "app/players/commands.h"
#include "app/players/people/profile.h"
#include "app/players/questions/meant.h"
#include "app/players/reading/command_kinds.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/plain_yes.h"
#include "app/players/seats/seat_answer.h"
#include "app/players/senders/rate_limit.h"
#include "app/players/signup_mail.h"
#include "base/err.h"
#include "mail/incoming/read.h"
#include "parse/request.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_answers.h"
#include "store/matches/matches.h"
#include "store/people/people.h"

#include <string.h>

/* A mail at work for its seat. */
struct work {
	struct handling *h;
	struct table *t;
	int seat;
	const char *fault; /* of the whole mail: it is not read; or NULL */
	struct heard *heard; /* else NULL */
	struct reply reply;
	bool asked; /* its sender was, instead of being answered */
	bool hint; /* that alone is wanted: it will be the answer */
	bool signup, apart; /* some lines, or all, are about no seat */
};

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
	hex = g_strndup(g_checksum_get_string(sum), SHA_DIGITS);
	g_checksum_free(sum);
	return hex;
}

/* Lines that were meant come first, for they are what the mail is about. */
static void
add_meant(struct handling *h, struct table *t, struct heard *heard)
{
	GPtrArray *all = meant_requests(h, t->match);

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
		q->kind = REQUEST_UNCLEAR;
		q->text = g_strdup("number");
	}
}

/* What the mail asks. */
static int
hear(struct work *w)
{
	struct handling *h = w->h;
	struct table *t = w->t;
	struct heard *heard = handling_heard(h);

	doubt_number(heard);
	if (t->row->status == STATUS_MUSTER)
		replies_ready(h, heard);
	else if (replies_vote(h, heard, t->row->id) == -1)
		return -1;
	h->sure = meant_is_sure(h, heard);
	if (h->meant != NULL)
		add_meant(h, t, heard);
	w->heard = heard;
	set_says(h, mail_says(t, heard->requests, heard->lines));
	return 0;
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

/* ---- what it asks, done ---- */

/* The question is the answer, or why there is none is told in that. */
static int
ask_lines(struct work *w, struct meant_lines *lines)
{
	struct handling *h = w->h;

	lines->match = w->t->row->id;
	if (lines->ask->len > 0 && meant_ask(h, lines) == -1)
		return -1;
	w->asked = lines->asked;
	if (w->asked) {
		handling_settle(h, INBOX_DONE, "asked whether it is meant");
		h->row->answer = ANSWER_SENT;
		return 0;
	}
	if (lines->ask->len > 0) {
		const struct request *first = lines->ask->pdata[0];

		if (first->doubted)
			reply_note(&w->reply, first->line, "doubted", NULL);
		else
			reply_refuse(
			    &w->reply, first->line, "error.foreign", NULL);
	}
	for (guint i = 0; i < lines->left->len; i++) {
		const struct request *q = lines->left->pdata[i];

		reply_note(&w->reply, q->line, "doubted", NULL);
	}
	return 0;
}

/* Commands that are all somebody else's, or the sender's doubts. */
static int
ask_foreign(struct work *w)
{
	struct meant_lines lines;
	int r;

	if (w->reply.suppressed)
		return 0;
	meant_foreign(&lines, w->heard, w->seat);
	r = ask_lines(w, &lines);
	meant_clear(&lines);
	return r;
}

/* What gives something up: is it done, or asked about? */
static int
ask_losses(struct work *w)
{
	struct meant_lines lines;
	int r = 0;

	meant_losses(&lines, w->t, w->seat, w->heard->requests);
	lines.match = w->t->row->id;
	w->reply.sure = w->h->sure;
	if (!w->reply.sure && !w->reply.suppressed && lines.ask->len > 0)
		r = meant_ask(w->h, &lines);
	w->reply.asked = lines.asked;
	meant_clear(&lines);
	return r;
}

static int
do_requests(struct work *w)
{
	struct handling *h = w->h;
	struct tryout tryout;
	int r;

	if (ask_foreign(w) == -1 || ask_losses(w) == -1)
		return -1;
	tryout_begin(&tryout, w->t, w->seat);
	tryout.reply = &w->reply;
	tryout.turn = h->id.ticket.turn;
	tryout.inbox = h->row->id;
	r = commands_for_seat(&tryout, w->heard->requests);
	tryout_end(&tryout);
	codes_reply(h, w->heard->requests, &w->reply);
	if (w->reply.refused != NULL)
		handling_settle(h, INBOX_DONE, "refused");
	return r;
}

/*
 * A hint is thought of when all mail is handled (steps/think_hint.c), and then
 * it is the answer; but other lines of the mail are answered now.
 */
static int
do_hint(struct work *w)
{
	struct handling *h = w->h;
	struct reply *reply = &w->reply;
	/* moves are answered whatever the rate limit says */
	bool silent = reply->suppressed && !(w->t->moved & SEAT(w->seat));
	const char *why;

	if (reply->hint == NULL || silent || w->asked)
		return 0;
	if (hint_refusal(w->t, w->seat, &why) == -1)
		return -1;
	if (why != NULL) {
		reply_undone(reply, reply->hint, why, NULL);
		return 0;
	}
	w->hint = !reply_any(reply) && h->auth_method == BY_KEY;
	if (w->hint) {
		handling_settle(h, INBOX_DONE, "a hint follows");
		h->row->answer = ANSWER_SENT;
	} else
		reply_remark(reply, "advice.follows", NULL);
	return hint_want(w->t, w->seat, h->row->id);
}

/* Does what the mail asks for; if other moves are noted then, the mail was not
 * the same again.  *why: the rate limit's reason to be silent, or NULL. */
static int
do_requests_noting(struct work *w, const char **why)
{
	json_t *before = json_copy(w->t->plans[w->seat].moves);
	int r = do_requests(w);

	if (!json_equal(before, w->t->plans[w->seat].moves))
		rate_limit_noted(w->h, why);
	json_decref(before);
	w->reply.suppressed = *why != NULL;
	return r;
}

static int
do_mail(struct work *w)
{
	struct handling *h = w->h;
	const char *why = NULL;
	int r;

	handling_settle(h, INBOX_DONE, w->fault != NULL ? w->fault : "done");
	r = rate_limit_person(h, &why);
	w->reply.suppressed = why != NULL;
	if (r == 0 && w->fault != NULL)
		reply_refuse(&w->reply, "", w->fault, NULL);
	else if (r == 0)
		r = do_requests_noting(w, &why);
	if (r == 0)
		r = do_hint(w);
	/* A sender who makes moves is no loop: moves come to an end. */
	if (w->t->moved & SEAT(w->seat))
		why = NULL;
	/* Without an answer the player hears what all hear. */
	w->t->answered = why == NULL && !w->asked ? w->seat : -1;
	if (r == 0 && why == NULL && !w->asked && !w->hint)
		return seat_answer(w->h, w->t, w->seat, &w->reply);
	if (r == 0)
		r = settle_match(w->t);
	return r == 0 && why != NULL && !w->asked ? rate_limit_suppress(h, why)
						  : r;
}

/* Nothing that the organiser decides for a seat is done behind their backs. */
static int
tell_vouched(struct handling *h, struct table *t)
{
	if (!h->id.vouched)
		return 0;
	return table_announce(t, "notice.vouched",
	    json_pack("{s:s}", "who", t->names[h->id.ticket.seat]));
}

/* A player who resigns before a match that others may join begins leaves a
 * seat free. */
static void
mean_leave(const struct table *t, GPtrArray *requests)
{
	for (guint i = 0; t->joinable && i < requests->len; i++) {
		struct request *q = requests->pdata[i];

		if (q->kind != REQUEST_RESIGN)
			continue;
		q->kind = REQUEST_LEAVE;
		g_clear_pointer(&q->text, g_free);
	}
}

static int
do_lines(struct work *w)
{
	struct handling *h = w->h;
	GPtrArray *requests = NULL;

	if (w->heard != NULL) {
		requests = w->heard->requests;
		mean_leave(w->t, requests);
		w->signup =
		    !h->id.vouched && commands_any(requests, COMMAND_SIGNUP);
		w->apart = w->signup &&
			   commands_only(requests, COMMAND_SIGNUP) &&
			   !replies_unread(h, w->t, requests);
	}
	if (w->apart)
		return 0;
	/* the letter of the match tells what comes of the other lines */
	if (w->signup &&
	    signup_speak_first(h->home, h->id.person->id, requests) == -1)
		return -1;
	return tell_vouched(h, w->t) == -1 ? -1 : do_mail(w);
}

static int
handle_seat(struct handling *h, const struct inbox_row *twin)
{
	struct work w = { .h = h,
		.t = handling_table(h, h->id.ticket.match),
		.seat = h->id.ticket.seat,
		.fault = mail_fault(h, twin) };
	int r = 0;

	if (w.t == NULL)
		return -1;
	reply_init(&w.reply, h->home);
	if (w.fault == NULL)
		r = hear(&w);
	else
		set_says(h, g_strdup(w.fault));
	if (r == 0)
		r = do_lines(&w);
	reply_clear(&w.reply);
	if (r == 0 && w.signup)
		r = signup_from_seat(h, w.heard->requests, w.apart);
	return r;
}

/* A player who writes reads mail; the organiser's word tells nothing. */
static int
note_reached(struct handling *h)
{
	if (h->id.vouched)
		return 0;
	return bounce_reached(
	    h->home, h->id.person, "notice.reached", h->row->match);
}

/* A mail comes again if it was done: one that proved nothing, or was held,
 * may be sent again and is another one then. */
int
seat_mail(struct handling *h)
{
	struct inbox_row *twin;
	int r = 0;

	h->row->match = h->id.ticket.match;
	h->row->seat = h->id.ticket.seat;
	h->home->err->code = 0;
	twin = store_inbox_twin(h->home->store, h->row);
	if (twin == NULL && h->home->err->code != 0)
		return -1;
	if (twin != NULL && strcmp(twin->sha, h->row->sha) == 0)
		handling_settle(
		    h, INBOX_DUPLICATE, "the same mail came before");
	else if (note_reached(h) == 0)
		r = handle_seat(h, twin);
	else
		r = -1;
	inbox_row_free(twin);
	return r;
}
