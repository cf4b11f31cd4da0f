/* SPDX-License-Identifier: ISC */
/*
 * Sign-up by mail: what is done of a mail, and the letter that answers.  Each
 * line is done or refused by itself.  Which mails it concerns stands in
 * no_seat.c.
 */
#include "app/players/signup_mail.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/addressed.h"
#include "app/letters/reach.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/reply_lines.h"
#include "app/players/commands.h"
#include "app/players/people/profile.h"
#include "app/players/questions/meant.h"
#include "app/players/reading/command_kinds.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/identity.h"
#include "app/players/senders/rate_limit.h"
#include "app/players/signup/signup.h"
#include "base/err.h"
#include "mail/incoming/read.h"
#include "parse/request.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_answers.h"
#include "store/matches/seats.h"
#include "store/matches/signup.h"
#include "store/people/asks.h"
#include "store/people/people.h"

/* ---- doing ---- */

/* A person who was not let in yet may only give a name and the like. */
static int
is_barred(struct signup *s, const struct request *q, bool *barred)
{
	struct account_row account;

	*barred = false;
	if (command_is(q, COMMAND_UNADMITTED))
		return 0;
	if (store_account(s->home->store, s->person->id, &account) == -1)
		return -1;
	if (account.approved == ADMITTED_YES)
		return 0;
	*barred = true;
	signup_refuse(s,
	    account.approved == ADMITTED_ASKED ? "error.admitted-asked"
					       : "error.admitted-refused",
	    NULL);
	return 0;
}

static int
do_signup(struct signup *s, const struct request *q)
{
	bool barred;

	if (!s->reply.sure && meant_is_loss(NULL, q)) {
		signup_refuse(
		    s, s->reply.asked ? "error.asked" : "error.alone", NULL);
		return 0;
	}
	if (is_barred(s, q, &barred) == -1)
		return -1;
	return barred ? 0 : command_for_person(s, q);
}

int
signup_do(struct signup *s, const GPtrArray *requests)
{
	int done = 0, r = 0;

	for (guint i = 0; i < requests->len && r == 0; i++) {
		const struct request *q = requests->pdata[i];

		s->line = q->line;
		if (s->reply.read == NULL)
			s->reply.read = g_strdup(q->line);
		/* what an onlooker asks is answered already */
		if (s->looked && command_of(q)->onlooker != NULL)
			continue;
		if (!command_is(q, COMMAND_SIGNUP)) {
			r = command_for_person(s, q);
			continue;
		}
		if (done++ == COMMANDS_MAX) {
			signup_refuse(s, "error.too-many",
			    json_pack("{s:i}", "max", COMMANDS_MAX));
			break;
		}
		r = do_signup(s, q);
	}
	s->line = "";
	if (r == 0 && !reply_any(&s->reply) && s->reply.read != NULL &&
	    !s->written)
		signup_move(s, s->reply.read);
	return r;
}

/* ---- the letter ---- */

static int
answer(struct signup *s, const struct person *to)
{
	json_t *context = context_person(s->home, to->name);
	bool list = reply_wants(&s->reply, "matches");
	bool help = reply_wants(&s->reply, "help");
	bool rules = reply_wants(&s->reply, "rules");
	bool rating = reply_wants(&s->reply, "rating");
	bool results = reply_wants(&s->reply, "results");
	bool series = reply_wants(&s->reply, "series");
	struct reader reader;
	int r = 0;

	/* what it tells besides may be answered, too */
	if (reply_lines(&s->reply) > 1)
		s->left = 0;
	signup_context(s, context);
	if (s->silence != NULL)
		json_object_set(context, "silence", s->silence);
	reply_sections(&s->reply, context);
	json_object_set_new(context, "help", json_boolean(help));
	json_object_set_new(context, "listed", json_boolean(list));
	json_object_set_new(context, "hint",
	    json_boolean(
		!help && !list && !rules && !rating && !results && !series));
	json_object_set_new(context, "closed", json_boolean(signup_closed(s)));
	if (list)
		r = signup_list(s, context);
	if (r == 0 && rules)
		r = signup_rules_context(s, context);
	if (r == 0 && rating)
		r = signup_rating_context(s, context);
	if (r == 0 && results)
		r = signup_results_context(s, context);
	if (r == 0 && series)
		r = signup_series_context(s, context);
	if (r == -1) {
		json_decref(context);
		return -1;
	}
	reader = signup_reader(s, to);
	reader.match = s->left;
	if (s->left == 0)
		reader.series = s->series;
	return letter_to(&reader, "signup", context);
}

int
signup_answer(struct signup *s)
{
	struct person *fresh;
	int r;

	if (s->written && !reply_any(&s->reply) &&
	    json_object_size(s->reply.sections) == 0)
		return 0;
	/* the person may have another name now */
	if ((fresh = store_person(s->home->store, s->person->id)) == NULL)
		return -1;
	home_speak(s->home, fresh->language);
	r = answer(s, fresh);
	person_free(fresh);
	return r;
}

/* ---- a mail ---- */

static int
answer_mail(struct handling *h, struct signup *s, const char *why)
{
	if (why != NULL)
		return rate_limit_suppress(h, why);
	h->row->answer = ANSWER_SENT;
	s->silence = rate_limit_silence(h);
	return signup_answer(s);
}

int64_t
signup_answered(const struct handling *h)
{
	if (h->meant != NULL)
		return h->meant->match;
	return h->id.key == KEY_OWN ? h->id.own_match : h->id.ticket.match;
}

/* The line that says that others were meant. */
static void
say_meant(const struct handling *h, struct signup *s)
{
	if (h->meant != NULL && h->meant->seat == -1)
		json_array_extend(s->reply.understood, h->codes.understood);
}

/* What gives something up, if that is in doubt. */
static int
ask_losses(struct handling *h, struct signup *s, const GPtrArray *requests)
{
	struct meant_lines lines;
	int r = 0;

	meant_losses(&lines, NULL, -1, requests);
	lines.match = s->at;
	s->reply.sure = h->sure;
	if (!h->sure && lines.ask->len > 0)
		r = meant_ask(h, &lines);
	s->reply.asked = lines.asked;
	meant_clear(&lines);
	return r;
}

static int
do_mail(struct handling *h, const GPtrArray *requests)
{
	struct answered answered = handling_answered(h);
	const char *why = NULL;
	struct signup s;
	bool done = false;
	int r;

	signup_begin(&s, h->home, h->id.person, h->dedup_prefix);
	s.came = h->letter->came;
	s.answered = &answered;
	s.at = signup_answered(h);
	s.tagged =
	    !h->sure && h->id.key == KEY_TAG && h->id.verdict != VERDICT_PASS;
	signup_speak(h->home, requests);
	say_meant(h, &s);
	s.guess = signup_guess(h->row->raw, h->home->now);
	handling_settle(h, INBOX_DONE, "sign-up");
	/* mails that ask for nothing are the same to the rate limits */
	g_free(h->row->says);
	h->row->says =
	    g_strdup(reading_is_talk(requests) ? "nothing" : h->row->sha);
	r = rate_limit_person(h, &why);
	if (r == 0 && why == NULL)
		r = ask_losses(h, &s, requests);
	if (r == 0 && h->id.own_match != 0)
		r = signup_onlooker(&s, h->id.own_match, requests);
	done = s.looked && !commands_any(requests, COMMAND_SIGNUP);
	if (r == 0 && !done)
		r = signup_do(&s, requests);
	if (r == 0 && !done && !reply_any(&s.reply) && !s.written)
		handling_settle(
		    h, INBOX_IGNORED, "no command of this sender's");
	if (r == 0 && !(done && !reply_any(&s.reply)))
		r = answer_mail(h, &s, why);
	h->row->series = s.series;
	signup_end(&s);
	return r;
}

int
signup_meant(struct handling *h)
{
	g_autoptr(GPtrArray) requests = meant_requests(h, NULL);

	h->sure = true;
	return do_mail(h, requests);
}

/* Once: the same mail again is no second wish. */
int
signup_once(struct handling *h, const GPtrArray *requests)
{
	struct inbox_row *twin;
	int r;

	h->row->match = 0;
	h->row->seat = -1;
	h->home->err->code = 0;
	twin = store_inbox_twin(h->home->store, h->row);
	if (twin == NULL && h->home->err->code != 0)
		return -1;
	if (twin != NULL) {
		handling_settle(
		    h, INBOX_DUPLICATE, "the same mail came before");
		inbox_row_free(twin);
		return 0;
	}
	r = bounce_reached(h->home, h->id.person, "notice.reached", 0);
	return r == -1 ? -1 : do_mail(h, requests);
}

/* A seat that its player left by this mail is somebody else's, or no more. */
static int
forget_seat(struct handling *h)
{
	g_autoptr(GPtrArray) seats = store_seats(h->home->store, h->row->match);
	const struct seat_row *row;

	if (seats == NULL)
		return -1;
	row = (guint)h->row->seat < seats->len ? seats->pdata[h->row->seat]
					       : NULL;
	if (row == NULL || row->person != h->id.person->id)
		h->row->seat = -1;
	return 0;
}

int
signup_from_seat(struct handling *h, const GPtrArray *requests, bool all)
{
	g_autoptr(GPtrArray) ours = g_ptr_array_new();

	if (all)
		return signup_once(h, requests);
	for (guint i = 0; i < requests->len; i++)
		if (command_is(requests->pdata[i], COMMAND_SIGNUP))
			g_ptr_array_add(ours, requests->pdata[i]);
	return do_mail(h, ours) == -1 ? -1 : forget_seat(h);
}
