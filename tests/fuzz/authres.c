/* SPDX-License-Identifier: ISC */
/*
 * Any bytes as a mail with Authentication-Results: what our server wrote on
 * top settles the matter, whatever follows.
 */
#include "mail/mail.h"
#include "mail/senders/authres.h"
#include "mail/tags.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#define OWN "mx.example.org"
#define FROM "anna@home.example"

static void
must(bool holds)
{
	if (!holds)
		abort();
}

static enum verdict
behind(const char *top, const uint8_t *data, size_t size)
{
	GByteArray *bytes = g_byte_array_new();
	g_autoptr(GBytes) raw = NULL;

	g_byte_array_append(bytes, (const guint8 *)top, (guint)strlen(top));
	g_byte_array_append(bytes, data, (guint)size);
	raw = g_byte_array_free_to_bytes(bytes);
	return authres_verdict(raw, OWN, FROM);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool ready;
	g_autofree char *text = g_strndup((const char *)data, size);

	if (!ready)
		mail_init();
	ready = true;
	behind("", data, size);
	must(behind("X: y\nAuthentication-Results: " OWN "; dmarc=fail\nX: ",
		 data, size) == VERDICT_FAIL);
	must(behind("Received: from x by evil.example; now\n", data, size) ==
	     VERDICT_NONE);
	must(behind("\n", data, size) == VERDICT_NONE);
	g_array_unref(tags_of_subject(text));
	g_array_unref(tags_of_text(text));
	return 0;
}
