/* SPDX-License-Identifier: ISC */
/*
 * People who are offered a seat say yes in words of their own.  Which seat is
 * meant is told by the letter that they answer, and that the answer is theirs
 * by its key.
 */
#include "app/players/reading/offer_yes.h"

#include "app/home/ask_codes.h"
#include "app/home/home.h"
#include "app/letters/kinds/seat_codes.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/identity.h"
#include "app/players/reading/plain_yes.h"
#include "base/err.h"
#include "core/say.h"
#include "mail/incoming/read.h"
#include "mail/senders/authres.h"
#include "parse/code.h"
#include "parse/request.h"
#include "store/mails/outbox.h"
#include "store/matches/substitutes.h"
#include "store/people/people.h"

#include <string.h>

#define OFFERS_MAX 50 /* the newest ones, among which it is looked for */

/* Is that the letter of that offer?  Its name in the outbox says so
 * (seat_offers.c). */
static bool
is_letter_of(const struct outbox_row *row, const struct offer_row *o)
{
	g_autofree char *name =
	    g_strdup_printf(".%lld.offer.p", (long long)o->id);

	return row->person == o->person && row->match == o->match &&
	       strstr(row->dedup, name) != NULL;
}

/* The code of the offer that the letter was about; "": it was about none. */
static int
find_code(const struct handling *h, char code[REQUEST_CODE_SIZE + 1])
{
	struct home *home = h->home;
	struct outbox_row *row;
	g_autoptr(GPtrArray) offers = NULL;

	code[0] = '\0';
	home->err->code = 0;
	row = store_outbox_by_message_id(
	    home->store, h->letter->references->pdata[0]);
	if (row == NULL)
		return home->err->code == 0 ? 0 : -1;
	offers = store_offers(home->store, h->id.person->id, OFFERS_MAX);
	for (guint i = 0; offers != NULL && i < offers->len; i++) {
		const struct ask_sign sign = seat_offer_sign(offers->pdata[i]);

		if (is_letter_of(row, offers->pdata[i])) {
			ask_code(home, &sign, code);
			break;
		}
	}
	outbox_row_free(row);
	return offers != NULL ? 0 : -1;
}

/* To take the seat, or (no words that are a yes) how to. */
static struct request *
make(bool yes, const char *code, const char *line)
{
	struct request *q = g_new0(struct request, 1);

	q->kind = yes ? REQUEST_TAKE : REQUEST_UNCLEAR;
	q->text = g_strdup(yes ? code : "take");
	q->line = g_strdup(line);
	if (!yes)
		q->why =
		    phrase_new("near.take", json_pack("{s:s}", "code", code));
	return q;
}

/* A bare "ready" is the yes, and asks for nothing besides. */
static void
drop_ready(GPtrArray *requests)
{
	for (guint i = requests->len; i > 0; i--) {
		const struct request *q = requests->pdata[i - 1];

		if (q->kind == REQUEST_READY && q->text == NULL)
			g_ptr_array_remove_index(requests, i - 1);
	}
}

int
offer_yes(struct handling *h, struct heard *heard)
{
	char code[REQUEST_CODE_SIZE + 1];
	enum request_kind kind;
	const char *line = NULL;
	struct request *said;

	if (h->id.key != KEY_OWN || h->id.own_match == 0 ||
	    h->id.verdict == VERDICT_FAIL || h->row->cut ||
	    heard->lines->len == 0 || h->letter->references->len == 0)
		return 0;
	kind = replies_said(h, heard, &line);
	if (kind == REQUEST_TALK && !reading_is_talk(heard->requests))
		return 0;
	if (find_code(h, code) == -1)
		return -1;
	if (code[0] == '\0')
		return 0;
	/* "ready, but only from next week on" is none */
	said = make(kind == REQUEST_YES ||
			(kind == REQUEST_READY && heard->lines->len == 1),
	    code, line != NULL ? line : heard->lines->pdata[0]);
	drop_ready(heard->requests);
	g_ptr_array_add(heard->requests, said);
	return 0;
}
