/* SPDX-License-Identifier: ISC */
/* A mail that came becomes a row of the inbox. */
#include "app/transport/inner.h"

#include "app/home/home.h"
#include "mail/incoming/arrived.h"
#include "mail/incoming/read.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_intake.h"

int
receive_same(struct home *home, const char *sha, const char *road, int64_t *id)
{
	*id = 0;
	return store_inbox_same(home->store, sha, road, id);
}

int
receive_row(struct home *home, const struct arrival *mail)
{
	char *none = (char *)(uintptr_t) "";
	g_autofree char *sha =
	    mail->sha != NULL ? g_strdup(mail->sha) : letter_sha(mail->raw);
	g_autofree char *note = NULL;
	int64_t same = mail->same;
	struct inbox_row row = {
		.source = (char *)(uintptr_t)mail->source,
		.sha = sha,
		.message_id = none,
		.sender = none,
		.note = none,
		.says = none,
		.seat = -1,
		.received = home->now,
		.size = mail->size,
		.cut = mail->cut,
		.state = INBOX_NEW,
		.raw = mail->raw,
	};

	if (mail->sha == NULL &&
	    receive_same(home, sha, mail->road, &same) == -1)
		return -1;
	/* It may come by two roads, or again after a mailbox was made anew:
	 * nothing is done then but to say so. */
	if (same != 0) {
		note = g_strdup_printf(
		    "the same mail came as inbox %lld", (long long)same);
		row.state = INBOX_DUPLICATE;
		row.note = note;
		row.handled = row.received;
	}
	return store_inbox_take(home->store, &row);
}

int
receive_lost_row(struct home *home, const struct arrival *mail, int64_t since)
{
	const int64_t now = home->now, came = mail_arrived(mail->raw);
	int r;

	/* If it does not tell, it is handled first: no deadline passes. */
	home->now = came != 0 && came < now ? came : MIN(since, now);
	r = receive_row(home, mail);
	home->now = now;
	return r;
}
