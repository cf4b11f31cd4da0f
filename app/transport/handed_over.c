/* SPDX-License-Identifier: ISC */
/*
 * What is handed over of a letter: the sender of its envelope, and its bytes.
 * Its pictures are drawn and put in when it leaves: many letters share one, and
 * some never leave.
 */
#include "app/transport/send.h"

#include "app/home/config.h"
#include "app/home/drawn.h"
#include "app/home/home.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/outgoing/write_parts.h"
#include "mail/ticket_text.h"
#include "store/mails/outbox.h"

/* A letter without its picture is better than none. */
static GBytes *
find(void *arg, const char *hash)
{
	struct home *home = arg;
	GBytes *png = NULL;
	struct err e = { 0 }, *outer = home_errors(home, &e);

	if (drawn_png(home, hash, &png) == -1) {
		log_warn("letter-lost-picture",
		    "a letter leaves without its picture: %s", e.text);
		if (e.code == ERR_IO)
			drawn_unable(home);
	}
	home_errors(home, outer);
	return png;
}

GBytes *
send_filled(struct home *home, const struct outbox_row *row)
{
	return letter_fill(row->raw, find, home);
}

/* Line ends first, the picture after: it has ten times as many lines as the
 * rest of a letter, and letter_fill writes them with the letter's line ends. */
GBytes *
send_filled_local(struct home *home, const struct outbox_row *row)
{
	g_autoptr(GBytes) local = letter_local(row->raw);

	return letter_fill(local, find, home);
}

char *
send_envelope(const struct home *home, const struct outbox_row *row)
{
	const struct config *c = home->config;

	if (row->bounce == NULL)
		return g_strdup("");
	return c->send.plain_envelope
		   ? g_strdup(c->address)
		   : bounce_address(row->bounce, c->address, c->delimiter);
}
