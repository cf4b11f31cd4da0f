/* SPDX-License-Identifier: ISC */
/* The road by a command like sendmail. */
#include "app/transport/send.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "mail/servers/delivery.h"
#include "store/mails/outbox.h"

/* Some deliver at once, over the network, and give up by themselves. */
#define LIMIT 300

void
send_by_command(
    struct home *home, const struct outbox_row *row, struct delivery *d)
{
	g_autofree char *sender = send_envelope(home, row);
	g_autoptr(GBytes) letter = send_filled_local(home, row);

	command_send(
	    home->config->send.command, sender, row->address, letter, LIMIT, d);
}
