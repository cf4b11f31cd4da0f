/* SPDX-License-Identifier: ISC */
/* The pictures of a letter are drawn and put in when it leaves: many share one,
 * and some letters never leave. */
#include "app/transport/send.h"

#include "app/home/drawn.h"
#include "app/home/home.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/outgoing/write_parts.h"
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
