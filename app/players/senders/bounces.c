/* SPDX-License-Identifier: ISC */
/*
 * Letters that do not reach their reader.  Reports of mail servers are known
 * by the envelope address of the letter they are about, or by its Message-ID;
 * they are counted, and when it is clear that no letter arrives, none is
 * written any more, the tables are told so, and the organiser sees it.  What
 * was in a letter that came back is told by the next one.
 *
 * Letters are given up with codes of class 5, and with those of class 4, which
 * tell of a full mailbox or of a server that is away: then what was in the
 * letter is told again, but it says nothing of the next one's fate.  A letter
 * that is only late is not lost at all.
 */
#include "app/players/senders/bounces.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/letters/reach.h"
#include "app/players/reading/handling.h"
#include "base/err.h"
#include "mail/incoming/read.h"
#include "mail/mail.h"
#include "mail/reports/dsn.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "store/mails/bounces.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_answers.h"
#include "store/mails/outbox.h"

#include <string.h>

/* ---- mails that are reports ---- */

static void
settle(struct handling *h, enum inbox_state state, char *note)
{
	h->row->state = state;
	h->row->handled = h->home->now;
	g_free(h->row->note);
	h->row->note = note;
}

/* The letter to whose envelope address the mail came; *came: to such a one,
 * known or not. */
static struct outbox_row *
letter_by_address(struct handling *h, bool *came)
{
	const struct config *c = h->home->config;
	struct outbox_row *letter = NULL;
	char word[KEY_SIZE + 1];

	*came = false;
	for (guint i = 0; i < h->letter->recipients->len; i++) {
		if (!bounce_from_address(h->letter->recipients->pdata[i],
			c->address, c->delimiter, word))
			continue;
		*came = true;
		h->home->err->code = 0;
		letter = store_outbox_by_bounce(h->home->store, word);
		if (letter != NULL || h->home->err->code != 0)
			return letter;
	}
	return NULL;
}

/* Its Message-ID holds the key of its seat: a server that has it had the
 * letter. */
static struct outbox_row *
letter_by_id(struct handling *h, const struct dsn *dsn)
{
	struct ticket ticket;

	if (dsn == NULL || !dsn->formal ||
	    !ticket_from_message_id(
		dsn->message_id, h->home->config->address, &ticket))
		return NULL;
	return store_outbox_by_message_id(h->home->store, dsn->message_id);
}

static int
weight(const struct dsn_recipient *r)
{
	if (r->action == DSN_DELAYED)
		return 1;
	if (r->action != DSN_FAILED)
		return 0;
	return reach_is_final(r->code) ? 4 : r->code[0] == '5' ? 3 : 2;
}

/* An address may stand for several: what is worst counts. */
static const struct dsn_recipient *
worst(const struct dsn *dsn)
{
	const struct dsn_recipient *r = dsn->recipients->pdata[0];

	for (guint i = 1; i < dsn->recipients->len; i++)
		if (weight(dsn->recipients->pdata[i]) > weight(r))
			r = dsn->recipients->pdata[i];
	return r;
}

/* On the letter's own row, whose state stays; a delay is soon forgotten. */
static int
note_letter(struct handling *h, const struct outbox_row *letter,
    const struct dsn_recipient *r)
{
	static const char came_back[] = "came back: ";
	g_autofree char *note = g_strdup_printf("%s%s%s%s",
	    r->action == DSN_FAILED ? came_back : "delayed: ", r->code,
	    r->says[0] == '\0' ? "" : ": ", r->says);

	if (r->action != DSN_FAILED && r->action != DSN_DELAYED)
		return 0;
	if (letter->state != OUTBOX_SENT ||
	    (r->action == DSN_DELAYED &&
		g_str_has_prefix(letter->note, came_back)))
		return 0;
	return store_outbox_note(h->home->store, letter->id, note);
}

static int
take_report(
    struct handling *h, const struct outbox_row *letter, const struct dsn *dsn)
{
	const struct dsn_recipient *r = worst(dsn);
	struct bounce_row row = { .inbox = h->row->id,
		.at = h->home->now,
		.code = (char *)(uintptr_t)r->code,
		.says = (char *)(uintptr_t)r->says };

	settle(h, INBOX_DONE,
	    g_strdup_printf("letter %lld: %s: %s", (long long)letter->id,
		dsn_action_word(r->action), r->code));
	if (note_letter(h, letter, r) == -1)
		return -1;
	if (r->action == DSN_FAILED)
		return bounce_note(h->home, letter, &row);
	reach_log(letter, dsn_action_word(r->action), r->code);
	return 0;
}

/* It came before, out of a mailbox that was numbered anew or the like. */
static int
take_once(
    struct handling *h, const struct outbox_row *letter, const struct dsn *dsn)
{
	struct inbox_row *twin;
	int r = 0;

	h->row->match = letter->match;
	h->row->seat = letter->seat;
	h->home->err->code = 0;
	twin = store_inbox_twin(h->home->store, h->row);
	if (twin == NULL && h->home->err->code != 0)
		return -1;
	if (twin != NULL && strcmp(twin->sha, h->row->sha) == 0)
		settle(h, INBOX_DUPLICATE,
		    g_strdup("the same report came before"));
	else
		r = take_report(h, letter, dsn);
	inbox_row_free(twin);
	return r;
}

int
bounce_take(struct handling *h)
{
	struct outbox_row *letter = letter_by_address(h, &h->done);
	struct dsn *dsn = NULL;
	int r = 0;

	/* A report by its form is a robot's; one without comes to a letter's
	 * own address. */
	if (h->home->err->code == 0 &&
	    (letter != NULL || (!h->done && h->letter->auto_submitted != NULL)))
		dsn =
		    mail_open(h->home->err) == 0 ? dsn_read(h->row->raw) : NULL;
	if (h->home->err->code == 0 && !h->done)
		letter = letter_by_id(h, dsn);
	if (h->home->err->code != 0)
		r = -1;
	else if (letter != NULL && dsn != NULL)
		r = take_once(h, letter, dsn);
	else if (letter != NULL)
		settle(h, INBOX_IGNORED,
		    g_strdup("to the address that reports on a letter come "
			     "to, but it is none"));
	else if (h->done)
		settle(h, INBOX_IGNORED,
		    g_strdup("a report on a letter that is not ours"));
	h->done |= letter != NULL;
	dsn_free(dsn);
	outbox_row_free(letter);
	return r;
}
