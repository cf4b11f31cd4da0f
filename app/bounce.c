/* SPDX-License-Identifier: ISC */
/* Letters that do not reach their reader: counted, and acted upon. */
#include "app/private.h"

#include "base/log.h"

int
bounce_note(struct home *home, const struct outbox_row *letter,
    const char *code, const char *says, int64_t inbox, int64_t now,
    struct err *e)
{
	struct bounce_row row = { .address = letter->address,
		.outbox = letter->id,
		.inbox = inbox,
		.at = now,
		.code = (char *)(uintptr_t)code,
		.says = (char *)(uintptr_t)says };

	log_info("outbox %lld: match %lld seat %d: came back: %s",
	    (long long)letter->id, (long long)letter->match, letter->seat,
	    code);
	return store_bounce_add(home->store, &row, e);
}
