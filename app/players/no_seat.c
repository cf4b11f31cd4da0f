/* SPDX-License-Identifier: ISC */
/*
 * Mails for no seat: which of them are about sign-up, an onlooker's or an
 * answer to a question about such, and what their sender has proved.
 */
#include "app/players/no_seat.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/players/codes.h"
#include "app/players/commands.h"
#include "app/players/general_mail.h"
#include "app/players/people/forget.h"
#include "app/players/questions/meant.h"
#include "app/players/reading/command_kinds.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/identity.h"
#include "app/players/reading/offer_yes.h"
#include "app/players/reading/series_yes.h"
#include "app/players/senders/rate_limit.h"
#include "app/players/senders/unauthenticated.h"
#include "app/players/signup_mail.h"
#include "app/players/signup_wish.h"
#include "mail/incoming/read.h"
#include "mail/senders/authres.h"
#include "parse/request.h"
#include "store/mails/inbox.h"

#include <string.h>

#define WORDS_MAX 4 /* of a first line that may be a move */

/* It shows the sender's own key, or our mail server says that it is from the
 * sender. */
static bool
is_proved(const struct identity *id)
{
	if (id->key == KEY_OWN)
		return id->verdict != VERDICT_FAIL;
	return id->key == KEY_NONE && id->verdict == VERDICT_PASS;
}

/* Senders learn what can be written without proving anything. */
static bool
asks_help(const struct home *home, const GPtrArray *requests)
{
	bool help = false;

	for (guint i = 0; i < requests->len; i++) {
		enum request_kind kind =
		    ((struct request *)requests->pdata[i])->kind;

		if (kind != REQUEST_TALK && kind != REQUEST_HELP)
			return false;
		help |= kind == REQUEST_HELP;
	}
	return help && home->config->signup.mode != SIGNUP_MODE_CLOSED;
}

/* All that it says is nearly about sign-up ("new chess"): its sender is told
 * what is wrong with it. */
static bool
is_nearly_ours(const GPtrArray *requests)
{
	bool near = false;

	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind != REQUEST_TALK && !request_unclear_signup(q))
			return false;
		near |= q->kind != REQUEST_TALK;
	}
	return near;
}

/* Is there anything in it that can be done or answered here?  What is not, to
 * a letter of a match, is answered as ever. */
static bool
is_ours(const struct identity *id, const GPtrArray *requests)
{
	bool question = false;

	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (is_proved(id) && command_is(q, COMMAND_PERSONAL))
			return true;
		question |= command_of(q)->onlooker != NULL ||
			    (q->kind == REQUEST_UNCLEAR &&
				strcmp(q->text, "take") == 0);
	}
	if (commands_any(requests, COMMAND_SIGNUP) || is_nearly_ours(requests))
		return true;
	return id->key == KEY_OWN && is_proved(id) &&
	       (question || id->own_match == 0);
}

static int
ask_lines(struct handling *h, struct meant_lines *lines)
{
	const char *why = NULL;

	if (rate_limit_person(h, &why) == -1)
		return -1;
	if (why != NULL)
		return 0;
	lines->match = signup_answered(h);
	if (meant_ask(h, lines) == -1)
		return -1;
	if (lines->asked) {
		h->done = true;
		handling_settle(h, INBOX_DONE, "asked whether it is meant");
		h->row->answer = ANSWER_SENT;
	}
	return 0;
}

/* All that it asks stands in what somebody else wrote. */
static int
ask_foreign(struct handling *h, const struct heard *heard)
{
	struct meant_lines lines;
	int r;

	meant_foreign(&lines, heard, -1);
	r = lines.ask->len > 0 ? ask_lines(h, &lines) : 0;
	meant_clear(&lines);
	return r;
}

/* A few words at most, as moves are, which are none without a match. */
static bool
is_short(const char *text)
{
	int blanks = 0;

	while (g_ascii_isspace(*text))
		text++;
	if (*text == '\0')
		return false;
	for (; *text != '\0' && *text != '\n'; text++)
		blanks += *text == ' ';
	return blanks < WORDS_MAX;
}

/* What makes fresh mails the same to the rate limits. */
static void
note_says(struct handling *h, const struct heard *heard)
{
	const char *text = h->letter->text;
	g_autofree char *sum =
	    g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);

	g_free(h->row->says);
	h->row->says = reading_is_talk(heard->requests) && !is_short(text)
			   ? g_strdup("nothing")
			   : g_strndup(sum, SHA_DIGITS);
}

/* What is asked of nobody's seat is done, asked about, or refused. */
static int
take_ours(struct handling *h, const GPtrArray *requests)
{
	bool proved = is_proved(&h->id);

	if (codes_read(h) == -1)
		return -1;
	if (!h->done && !proved && unauthenticated_left(h, requests) == -1)
		return -1;
	if (!h->done && !proved && forget_unproved(h, requests) == -1)
		return -1;
	if (h->done)
		return 0;
	h->done = true;
	return proved ? signup_once(h, requests) : signup_unproved(h, requests);
}

/* A move in an answer to a letter about all matches is for one that waits for
 * its sender, as in an answer to a digest. */
static int
move_of_match(struct handling *h, const struct heard *heard, bool *is)
{
	enum waiting waiting;

	*is = h->id.key == KEY_OWN && h->id.own_match == 0 &&
	      is_proved(&h->id) && reading_is_talk(heard->requests);
	if (*is && general_holds_move(h, is) == -1)
		return -1;
	if (!*is)
		return 0;
	if (unauthenticated_waiting(h, &waiting) == -1)
		return -1;
	*is = waiting != WAITING_NONE;
	return 0;
}

static int
take_known(struct handling *h)
{
	struct heard *heard = handling_heard(h);
	bool move;

	note_says(h, heard);
	if (move_of_match(h, heard, &move) == -1)
		return -1;
	if (move) {
		h->id.key = KEY_PERSON;
		return 0;
	}
	if (series_yes(h, heard) == -1 || offer_yes(h, heard) == -1)
		return -1;
	h->sure = meant_is_sure(h, heard);
	if (is_proved(&h->id) && ask_foreign(h, heard) == -1)
		return -1;
	if (h->done || (!is_ours(&h->id, heard->requests) &&
			   (h->id.key != KEY_NONE ||
			       !asks_help(h->home, heard->requests))))
		return 0;
	return take_ours(h, heard->requests);
}

int
signup_take(struct handling *h)
{
	enum key_account key = h->id.key;

	if (h->row->cut || h->id.vouched)
		return 0;
	if (signup_code(h) == -1)
		return -1;
	if (h->done || h->id.person == NULL ||
	    (key != KEY_NONE && key != KEY_WRONG && key != KEY_OWN))
		return 0;
	return take_known(h);
}
