/* SPDX-License-Identifier: ISC */
/* Any bytes as a mail: fields that keep their promises, lines that are clean.
 */
#include "mail/address.h"
#include "mail/quotes/unquote.h"
#include "mail/mail.h"
#include "mail/incoming/read.h"
#include "mail/incoming/reading.h"
#include "mail/incoming/text.h"
#include "tests/fuzz/fuzz.h"
#include "tests/mail/both.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define OWN "robot@games.example"

static char *const stop_words[] = { "thanks", "dzieki", NULL };
static char *const prefixes[] = { "re", "odp", NULL };
static char *const wrote[] = { "wrote", "schrieb", NULL };
static char *const forwards[] = { "forwarded message", NULL };
static char *const fields[] = { "from", "to", "subject", NULL };
static char *const footers[] = { "sent from my", NULL };
static const struct reading reading = { .stop_words = stop_words,
	.courtesies = stop_words,
	.attributions = wrote,
	.forwards = forwards,
	.originals = forwards,
	.header_fields = fields,
	.footers = footers,
	.subject_prefixes = prefixes };

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
	for (; *text != '\0'; text++)
		must((unsigned char)*text >= ' ' && *text != 0x7f);
}

static void
check_letter(const struct letter *letter)
{
	must_be_line(letter->message_id);
	must_be_line(letter->from_name);
	must_be_line(letter->subject);
	must(letter->from[0] == '\0' || address_ok(letter->from));
	must(!letter->auto_submitted_unless_keyed ||
	     letter->auto_submitted != NULL);
	must(g_utf8_validate(letter->text, -1, NULL));
	must(strchr(letter->text, '\r') == NULL);
	for (guint i = 0; i < letter->recipients->len; i++)
		must(address_ok(g_ptr_array_index(letter->recipients, i)));
	for (guint i = 0; i < letter->references->len; i++)
		must_be_line(g_ptr_array_index(letter->references, i));
}

static void
check_lines(const struct letter *letter)
{
	g_autoptr(GPtrArray) lines = lines_read(letter->text, &reading);
	g_autofree char *subject = lines_subject(letter->subject, &reading);

	must_be_line(subject);
	must(lines->len <= LINES_MAX);
	for (guint i = 0; i < lines->len; i++) {
		const char *line = g_ptr_array_index(lines, i);
		must_be_line(line);
		must(line[0] != '\0' && line[0] != '>' && line[0] != '|');
		must(g_utf8_strlen(line, -1) <= LINE_MAX_CHARS);
		must(strstr(line, CUT_TOKEN) == NULL);
	}
}

/* The bytes as html, and as text of an odd charset, go their ways too. */
static void
check_text(const char *bytes, size_t size)
{
	g_autofree char *html = html_text(bytes, size);
	g_autofree char *text =
	    text_decode(bytes, size, "windows-1250", "koi8-r");
	g_autofree char *unflowed = text_unflow(text, size % 2 == 0);

	must(g_utf8_validate(html, -1, NULL));
	must(g_utf8_validate(unflowed, -1, NULL));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool ready;
	g_autoptr(GBytes) raw = g_bytes_new(data, size);
	g_autofree char *sha = NULL;
	struct letter *letter;

	if (!ready) {
		mail_init();
		must(mail_open(NULL) == 0);
	}
	ready = true;
	sha = letter_sha(raw);
	must(strlen(sha) == SHA_DIGITS);
	letter = letter_read(raw, size % 7 == 0, OWN, &reading);
	check_letter(letter);
	check_lines(letter);
	must(same_both_ways(raw, size % 7 == 0, &reading));
	letter_free(letter);
	check_text((const char *)data, size);
	return 0;
}
