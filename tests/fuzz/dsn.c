/* SPDX-License-Identifier: ISC */
/* Any bytes as a report of a mail server: what comes out keeps its promises.
 */
#include "mail/mail.h"
#include "mail/reports/dsn.h"
#include "tests/fuzz/fuzz.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void
must(bool holds)
{
	if (!holds)
		abort();
}

static void
must_be_line(const char *text)
{
	must(g_utf8_validate(text, -1, NULL));
	must(g_utf8_strlen(text, -1) <= 200);
	for (; *text != '\0'; text = g_utf8_next_char(text)) {
		gunichar c = g_utf8_get_char(text);

		must(!g_unichar_iscntrl(c));
		must(g_unichar_type(c) != G_UNICODE_FORMAT);
	}
}

/* "5.1.10": a class, and two numbers of at most three digits. */
static void
must_be_code(const char *code)
{
	must(code[0] == '2' || code[0] == '4' || code[0] == '5');
	must(code[1] == '.' && g_ascii_isdigit(code[2]) && code[3] == '.');
	must(strlen(code) >= 5 && strlen(code) < DSN_CODE_SIZE);
	for (const char *p = code + 4; *p != '\0'; p++)
		must(g_ascii_isdigit(*p));
}

static void
check(const struct dsn *dsn)
{
	must(dsn->recipients->len > 0);
	must(dsn->recipients->len <= DSN_RECIPIENTS_MAX);
	for (guint i = 0; i < dsn->recipients->len; i++) {
		const struct dsn_recipient *r = dsn->recipients->pdata[i];

		must(dsn_action_word(r->action) != NULL);
		must_be_code(r->code);
		must_be_line(r->says);
	}
	for (const char *p = dsn->message_id; *p != '\0'; p++)
		must(g_ascii_isgraph(*p) && *p != '<' && *p != '>');
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool ready;
	g_autoptr(GBytes) raw = g_bytes_new(data, size);
	struct dsn *dsn;

	if (!ready) {
		mail_init();
		must(mail_open(NULL) == 0);
	}
	ready = true;
	dsn = dsn_read(raw);
	if (dsn != NULL)
		check(dsn);
	dsn_free(dsn);
	return 0;
}
