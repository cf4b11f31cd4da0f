/* SPDX-License-Identifier: ISC */
/* When a mail came: by its server, or else by its sender. */
#include "base/err.h"
#include "mail/incoming/arrived.h"
#include "mail/mail.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define NOON INT64_C(1795262400) /* 2026-11-21 12:00 UTC */
#define RECEIVED                                        \
	"Received: from a by b;\r\n\tSat, 21 Nov 2026 " \
	"14:00:05 +0200\r\n"

static void
arrives(const char *mail, int64_t at)
{
	g_autoptr(GBytes) raw = g_bytes_new_static(mail, strlen(mail));

	assert_int_equal(mail_arrived(raw), at);
}

static void
times(void **state)
{
	(void)state;
	arrives("Date: Sat, 21 Nov 2026 12:00:00 +0000\n\nx", NOON);
	arrives("From: a@b\r\ndate: 21 Nov 2026 13:00 +0100\r\n\r\n", NOON);
	arrives(RECEIVED "\r\n", NOON + 5);
	/* written long before, or so it says */
	arrives(
	    RECEIVED "Date: Sat, 21 Nov 2026 02:00:00 +0000\r\n\r\n", NOON + 5);
	/* a clock that is ahead */
	arrives(
	    RECEIVED "Date: Sun, 22 Nov 2026 12:00:00 +0000\r\n\r\n", NOON + 5);
}

static void
none(void **state)
{
	(void)state;
	arrives("", 0);
	arrives("From: a@b\n\nDate: Sat, 21 Nov 2026 12:00:00 +0000\n", 0);
	arrives("Date: soon\n\n", 0);
	arrives("Received: from a by b\n\n", 0);
	arrives("Date:", 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(times),
		cmocka_unit_test(none) };
	struct err e = { 0 };

	mail_init();
	if (mail_open(&e) == -1)
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
