/* SPDX-License-Identifier: ISC */
/*
 * What became of a letter that was handed over: it left, is tried again, more
 * and more seldom, or was given up.
 */
#include "app/transport/send.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/veil.h"
#include "base/log.h"
#include "base/seconds.h"
#include "mail/key.h"
#include "mail/servers/delivery.h"
#include "store/mails/bounces.h"
#include "store/mails/outbox.h"
#include "store/mails/outbox_left.h"
#include "store/tally.h"
#include "store/troubles.h"

#include <string.h>

#define GIVE_UP (4 * DAY) /* RFC 5321, 4.5.4.1 */
#define FEW_TRIES 6 /* fewer are never enough to give up: two hours */
#define LOST_MAX 3
#define LOST_MINUTES 30

/* Minutes until the next try, the last one from then on. */
static const int backoff[] = { 1, 5, 15, 30, 60, 120 };

/*
 * When to try again: up to a fifth later than that, so that letters which
 * failed together do not all come back together.
 */
static int64_t
again_at(const struct home *home, const struct outbox_row *row, int minutes)
{
	char word[7];
	int64_t part = 0;

	code_make(home->secret, "retry", row->id, row->tries, 0, word);
	for (int i = 0; i < 3; i++)
		part = 32 * part +
		       strchr("abcdefghijklmnopqrstuvwxyz234567", word[i]) -
		       "abcdefghijklmnopqrstuvwxyz234567";
	return home->now + minutes * 60 + minutes * 12 * part / 32768;
}

static void
give_up(struct outbox_row *row, const char *why)
{
	g_autofree char *last = row->note;

	row->state = OUTBOX_DEAD;
	row->note = g_strdup_printf("%s: %s", why, last);
}

static void
later(const struct home *home, struct outbox_row *row, bool policy)
{
	size_t step = MIN((size_t)row->tries, G_N_ELEMENTS(backoff) - 1);

	row->state = OUTBOX_LATER;
	row->next_try = again_at(home, row, backoff[step]);
	row->tries++;
	if (row->tries < FEW_TRIES)
		return;
	if (home->now - row->created > GIVE_UP)
		give_up(row, "given up after 4 days");
	else if (policy && home->now - row->created > DAY)
		give_up(row, "given up after a day");
}

/*
 * It was handed over and may be on its way.  To be sure that it goes out at
 * least once it is handed over again; but whatever swallows the answer may do
 * so for ever, and not all readers' programs see that it is the same letter.
 */
static void
unknown(const struct home *home, struct outbox_row *row)
{
	row->state = OUTBOX_UNKNOWN;
	row->next_try = again_at(home, row, LOST_MINUTES);
	row->tries++;
	if (++row->lost >= LOST_MAX)
		give_up(row, "it may have arrived, but each time the last "
			     "answer was lost");
}

/* That a letter left is nothing to tell an organiser who plays: a reminder
 * does, too. */
static void
log_fate(
    struct home *home, const struct outbox_row *row, const struct delivery *d)
{
	const char *word = outbox_state_word(row->state);
	bool hides = row->state == OUTBOX_SENT && veil_hides_letter(home, row);
	g_autofree char *about =
	    row->match == 0 || hides
		? g_strdup_printf("outbox %lld", (long long)row->id)
		: g_strdup_printf("outbox %lld: match %lld seat %d",
		      (long long)row->id, (long long)row->match, row->seat);

	if (row->state == OUTBOX_SENT)
		log_info("letter-sent", "%s: %s", about, word);
	else if (d->reply != 0)
		log_warn("letter-not-sent", "%s: %s: %d %s", about, word,
		    d->reply, d->code);
	else
		log_warn(
		    "letter-not-sent", "%s: %s: %s", about, word, d->err.text);
}

/* The server may have something against us, not against that reader: whoever
 * looks at the letter sees whether others to there leave. */
static int
note_policy(
    struct home *home, const struct outbox_row *row, const struct delivery *d)
{
	g_autofree char *why = g_strdup_printf(
	    "letter %lld was refused by policy (%s); make sure that the mail "
	    "server lets %s send",
	    (long long)row->id, d->err.text, home->config->address);

	return store_trouble_note(home->store, "send", why, home->now);
}

int
send_judged(
    const struct sending *s, struct outbox_row *row, const struct delivery *d)
{
	struct home *home = s->home;
	int64_t now = s->now;
	bool policy = d->fate == DELIVERY_LATER && d->reply >= 500;

	g_free(row->note);
	row->note = g_strdup(d->fate == DELIVERY_SENT ? "" : d->err.text);
	if (d->fate == DELIVERY_SENT) {
		row->state = OUTBOX_SENT;
		row->sent = now;
	} else if (d->fate == DELIVERY_LATER)
		later(home, row, policy);
	else if (d->fate == DELIVERY_UNKNOWN)
		unknown(home, row);
	else
		row->state = OUTBOX_DEAD;
	log_fate(home, row, d);
	if (store_outbox_update(home->store, row) == -1 ||
	    (row->state == OUTBOX_SENT &&
		store_tally_add(home->store, TALLY_SENT, 1) == -1))
		return -1;
	if (row->state == OUTBOX_DEAD &&
	    store_letter_lost(home->store, row) == -1)
		return -1;
	if (policy && note_policy(home, row, d) == -1)
		return -1;
	if (row->state != OUTBOX_DEAD ||
	    (d->fate != DELIVERY_REFUSED && !policy))
		return 0;
	return s->refused(
	    home, row, d->code[0] == '5' ? d->code : "5.0.0", d->err.text);
}

int
send_all_left(const struct sending *s, const GPtrArray *rows)
{
	struct home *home = s->home;
	const struct delivery d = { .fate = DELIVERY_SENT };

	if (rows->len == 0)
		return 0;
	for (guint i = 0; i < rows->len; i++) {
		struct outbox_row *row = rows->pdata[i];

		row->state = OUTBOX_SENT;
		row->sent = s->now;
		log_fate(home, row, &d);
	}
	if (store_outbox_left(home->store, rows, s->now) == -1)
		return -1;
	return store_tally_add(home->store, TALLY_SENT, rows->len);
}
