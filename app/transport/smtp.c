/* SPDX-License-Identifier: ISC */
/*
 * The road over an SMTP server.  `serve` keeps the connection from one round
 * to the next, as long as there are letters.
 */
#include "app/transport/send.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "mail/servers/delivery.h"
#include "store/mails/outbox.h"

#include <string.h>

#define PATIENCE 600 /* seconds for an answer: RFC 5321, 4.5.3.2.6 */
#define IDLE_ROUNDS 3

/* Also when the connection is of settings that hold no longer. */
static void
close_connection(struct home *home)
{
	smtp_close(home->smtp);
	home->smtp = NULL;
}

void
send_by_smtp(
    struct home *home, const struct outbox_row *row, struct delivery *d)
{
	g_autofree char *sender = send_envelope(home, row);
	g_autoptr(GBytes) raw = send_filled(home, row);

	if (home->smtp == NULL) {
		home_on_close(home, close_connection);
		home->smtp = smtp_open(&home->config->send.server,
		    strchr(home->config->address, '@') + 1, PATIENCE);
	}
	home->idle = 0;
	smtp_send(home->smtp, sender, row->address, raw, d);
}

void
send_idle(struct home *home)
{
	if (home->smtp != NULL && ++home->idle >= IDLE_ROUNDS)
		close_connection(home);
}
