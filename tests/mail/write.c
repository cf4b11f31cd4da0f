/* SPDX-License-Identifier: ISC */
/* Letters of ours as bytes, and read back again. */
#include "base/err.h"
#include "mail/address.h"
#include "mail/incoming/read.h"
#include "mail/mail.h"
#include "mail/outgoing/write.h"
#include "mail/outgoing/write_parts.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "tests/mail/outgoing.h"

#include <stdint.h>

/* The sample, byte for byte: the order and form that mail programs get. */
static void
test_bytes(void **state)
{
	g_autofree char *is = write_letter(&sample);
	g_autofree char *again = write_letter(&sample);
	static const char want[] =
	    "From: Game robot <robot@games.example>\r\n"
	    "Reply-To: robot+g7.s2.t14." KEY "@games.example\r\n"
	    "To: Anna Maj <anna@example.org>\r\n"
	    "Subject: [Mutineer 7] Harbour [g7-k3x7]\r\n"
	    "Date: Mon, 02 Nov 2026 17:26:00 +0000\r\n"
	    "Message-Id: <" ID ">\r\n"
	    "In-Reply-To: <a1@example.org>\r\n"
	    "References: <g7.root@games.example>\r\n"
	    " <g7.s2.t13.n2." KEY "@games.example>\r\n"
	    " <0123456789abcdef0123456789abcdef0123456789abcdef"
	    "@mail.example.org>\r\n"
	    " <a=b_c?d@example.org>\r\n"
	    "Thread-Topic: [Mutineer 7] Harbour [g7-k3x7]\r\n"
	    "Thread-Index: AQIDBAUGBwgJCgsMDQ4PEBESExQVFg==\r\n"
	    "Auto-Submitted: auto-replied\r\n"
	    "X-Auto-Response-Suppress: OOF, AutoReply, RN, NRN\r\n"
	    "List-Id: Mutineer match 7 <g7.mutineer.games.example>\r\n"
	    "List-Unsubscribe: <mailto:robot%2Bg7.s2.t14." KEY
	    "@games.example?subject=pause>\r\n"
	    "Content-Language: en\r\n"
	    "X-Turnpost: 1f2e3d\r\n"
	    "MIME-Version: 1.0\r\n"
	    "Content-Type: text/plain; charset=us-ascii\r\n"
	    "Content-Transfer-Encoding: quoted-printable\r\n"
	    "\r\n"
	    "Anna, it is your turn.\r\n\r\n--=20\r\nGame robot\r\n";

	(void)state;
	assert_string_equal(is, want);
	assert_string_equal(again, is);
}

static void
test_round_trip(void **state)
{
	static const char *const texts[] = { "", "\n", "a", "a\n\n\nb\n",
		"From here\nFrom there\n", ".\n..\n.a\n", "żółć → ①\n",
		" a \n\tb\t\n", "=3D = =\n", "-- \n", "ещё раз, «вино» —\n" };
	static const char *const subjects[] = { "a", "Гавань [g7-k3x7]",
		"[Mutineer 7] Łódź i bardzo bardzo długa nazwa tego stołu, "
		"która się nie kończy w jednej linii [g7-k3x7]",
		"a very long subject that goes on and on over more than one "
		"line of the header of this letter [g7-k3x7]",
		"x=?utf-8?Q?a?=", "🍷🍷🍷", "a: b, c; \"d\" <e>" };
	struct outgoing out = sample;
	GString *lines = g_string_new(NULL);

	(void)state;
	for (int i = 0; i < 400; i++)
		g_string_append_printf(
		    lines, "%sż%d ", i % 37 == 0 ? "\n" : "", i * 7919);
	g_string_append(lines, "end\n");
	for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
		out.text = texts[i];
		must_come_back(&out);
	}
	/* where a line is broken softly the next one begins anew */
	for (int i = 60; i <= 76; i++) {
		g_autofree char *fill = g_strnfill((gsize)i, 'x');
		g_autofree char *dot = g_strdup_printf("%s.....\n", fill);
		g_autofree char *from = g_strdup_printf("%sFrom a ż\n", fill);

		out.text = dot;
		must_come_back(&out);
		out.text = from;
		must_come_back(&out);
	}
	out.text = lines->str;
	for (size_t i = 0; i < G_N_ELEMENTS(subjects); i++) {
		out.subject = subjects[i];
		must_come_back(&out);
	}
	out.own_name = "Gra: Żółć, robot";
	out.to_name = "Łucja O'Żuk";
	must_come_back(&out);
	out.own_name = "St. \"Game\" robot\\, <x@y>";
	must_come_back(&out);
	g_string_free(lines, TRUE);
}

/* Random letters of several scripts, with everything that is awkward. */
static void
test_random_round_trip(void **state)
{
	static const char *const words[] = { "play", "wine", "żółć", "=", "?",
		"=?", "_", "вино", "é", "'", "\"", "🍷", "(", ")", "<", ">", ",",
		";", ":", "@", "\\", ".", "aVeryLongWordWithoutAnyBlank",
		"[g7]", "字" };
	struct outgoing out = sample;
	unsigned seed = 1;

	(void)state;
	for (int round = 0; round < 300; round++) {
		GString *subject = g_string_new("x");
		GString *text = g_string_new(NULL);
		for (int i = 0; i < round % 40; i++) {
			const char *word;
			seed = seed * 1103515245U + 12345U;
			word = words[(seed >> 16) % G_N_ELEMENTS(words)];
			g_string_append(subject, word);
			g_string_append(text, word);
			if ((seed >> 8) % 3 == 0) {
				g_string_append(subject, " x");
				g_string_append_c(
				    text, (seed >> 9) % 5 == 0 ? '\n' : ' ');
			}
		}
		out.subject = subject->str;
		out.text = text->str;
		must_come_back(&out);
		g_string_free(subject, TRUE);
		g_string_free(text, TRUE);
	}
}

/* The field of a letter, unfolded, or NULL; it is there but once. */
static char *
field(const char *mail, const char *name)
{
	g_autofree char *begins = g_strdup_printf("\r\n%s: ", name);
	const char *end = strstr(mail, "\r\n\r\n");
	const char *at = strstr(mail, begins);
	GString *value;

	if (at == NULL || at > end)
		return NULL;
	at += strlen(begins);
	assert_true(strstr(at, begins) == NULL || strstr(at, begins) > end);
	value = g_string_new(NULL);
	for (; strncmp(at, "\r\n", 2) != 0 || at[2] == ' ' || at[2] == '\t';
	     at++)
		if (*at != '\r' && *at != '\n')
			g_string_append_c(value, *at);
	return g_string_free(value, FALSE);
}

static void
assert_field(const char *mail, const char *name, const char *want)
{
	g_autofree char *is = field(mail, name);

	if (g_strcmp0(is, want) != 0)
		fail_msg("%s: %s", name, is != NULL ? is : "missing");
}

/* What mail programs thread, sort and leave unanswered by. */
static void
test_fields(void **state)
{
	static const struct {
		const char *name, *value; /* NULL: not there */
	} want[] = {
		{ "References",
		    "<g7.root@games.example>"
		    " <g7.s2.t13.n2." KEY "@games.example>"
		    " <0123456789abcdef0123456789abcdef0123456789abcdef"
		    "@mail.example.org> <a=b_c?d@example.org>" },
		{ "In-Reply-To", "<a1@example.org>" },
		{ "Thread-Topic", "[Mutineer 7] Harbour [g7-k3x7]" },
		{ "Auto-Submitted", "auto-replied" },
		{ "X-Auto-Response-Suppress", "OOF, AutoReply, RN, NRN" },
		{ "List-Id", "Mutineer match 7 <g7.mutineer.games.example>" },
		{ "List-Unsubscribe", "<mailto:robot%2Bg7.s2.t14." KEY
				      "@games.example?subject=pause>" },
		{ "X-Turnpost", "1f2e3d" },
		{ "Content-Language", "en" },
		{ "Precedence", NULL },
		{ "List-Unsubscribe-Post", NULL },
		{ "Cc", NULL },
		{ "Bcc", NULL },
		{ "Sender", NULL },
		{ "Return-Path", NULL },
		{ "User-Agent", NULL },
	};
	g_autofree char *mail = write_letter(&sample);

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(want); i++)
		assert_field(mail, want[i].name, want[i].value);
}

/* Each is at most 75 bytes, and no line with one more than 76 (RFC 2047). */
static void
must_be_words(const char *mail)
{
	for (const char *p = strstr(mail, "=?"); p != NULL;
	     p = strstr(p, "=?")) {
		const char *end = strstr(p + 10, "?=");

		assert_non_null(end);
		assert_true(end + 2 - p <= 75);
		p = end + 2;
	}
}

/* Names and topics of any length and script. */
static void
test_long_fields(void **state)
{
	static const char *const letters[] = { "a", "ż", "Щ", "字", "क", "a ",
		"Ż ", "aaaaaaaaaaaaaaaaaaa " };
	struct outgoing out = sample;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(letters); i++)
		for (int n = 1; n <= 40; n++) {
			GString *name = g_string_new(NULL);
			g_autofree char *subject = NULL;
			g_autofree char *mail = NULL;

			while (g_utf8_strlen(name->str, -1) < n)
				g_string_append(name, letters[i]);
			g_strchomp(name->str);
			subject = g_strdup_printf("[Mutineer 7] %s%s [g7-k3x7]",
			    name->str, name->str);
			out.to_name = out.own_name = name->str;
			out.subject = subject;
			must_come_back(&out);
			mail = write_letter(&out);
			must_be_words(mail);
			g_string_free(name, TRUE);
		}
}

/* Ids as long as any that is taken: still no line for the wire too long. */
static void
test_long_references(void **state)
{
	struct outgoing out = sample;
	g_autofree char *left = g_strnfill(120, 'x');
	g_autofree char *id = g_strdup_printf("%s@%s.example", left, left);
	char *ids[] = { references[0], references[1], id, NULL };
	g_autofree char *want =
	    g_strdup_printf("<%s> <%s> <%s>", references[0], references[1], id);
	g_autofree char *mail = NULL;

	(void)state;
	out.references = ids;
	out.in_reply_to = id;
	mail = write_letter(&out);
	must_be_wire(mail);
	assert_field(mail, "References", want);
}

/* The longest that there can be fits (RFC 5321: 64 bytes before the @). */
static void
test_reply_address(void **state)
{
	static const char own[] = "a.robot.of.24.characters@games.example";
	struct ticket ticket = {
		.match = 999999999, .seat = 7, .turn = 9999999, .key = KEY
	};

	(void)state;
	for (const char *delimiter = "+-."; *delimiter != '\0'; delimiter++) {
		g_autofree char *address =
		    ticket_address(&ticket, own, *delimiter);
		g_autofree char *want =
		    g_strdup_printf("<mailto:a.robot.of.24.characters%s"
				    "g999999999.s7.t9999999." KEY
				    "@games.example?subject=pause>",
			*delimiter == '+'   ? "%2B"
			: *delimiter == '-' ? "-"
					    : ".");
		struct outgoing out = sample;
		g_autofree char *mail = NULL;

		assert_int_equal(strcspn(own, "@"), 24);
		assert_true(strcspn(address, "@") <= 64);
		assert_true(address_ok(address));
		out.reply_to = address;
		mail = write_letter(&out);
		assert_field(mail, "Reply-To", address);
		assert_field(mail, "List-Unsubscribe", want);
	}
}

static void
test_optional(void **state)
{
	struct outgoing out = sample;
	g_autofree char *mail = NULL;

	(void)state;
	out.in_reply_to = NULL;
	out.references = NULL;
	out.list_id = NULL;
	out.thread_index = NULL;
	out.to_name = "";
	out.answer = false;
	mail = write_letter(&out);
	assert_null(strstr(mail, "References"));
	assert_null(strstr(mail, "In-Reply-To"));
	assert_null(strstr(mail, "List-"));
	assert_null(strstr(mail, "Thread-"));
	assert_non_null(strstr(mail, "To: anna@example.org\r\n"));
	assert_non_null(strstr(mail, "Auto-Submitted: auto-generated\r\n"));
}

/* Nothing that comes from outside begins a line of its own. */
static void
test_injection(void **state)
{
	static const char *const words[] = { "a\r\nBcc: eve@b", "a\nb", "a\rb",
		"a\tb", "a\x7f",
		"a\xc2\x85"
		"b",
		"a\xe2\x80\xa8"
		"b",
		"a\xff",
		/* marks that turn what follows around */
		"a\u202eb", "a\u2066b", "a\u200fb" };
	static const char *const ids[] = { "", "a b@c", "a@b>", "<a@b",
		"a@b\r\nBcc: x", "ż@b" };
	struct outgoing out;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		out = sample, out.subject = words[i], refused(&out);
		out = sample, out.own_name = words[i], refused(&out);
		out = sample, out.to_name = words[i], refused(&out);
		out = sample, out.list_id = words[i], refused(&out);
		out = sample, out.thread_index = words[i], refused(&out);
		out = sample, out.language = words[i], refused(&out);
		out = sample, out.instance = words[i], refused(&out);
		out = sample, out.to = words[i], refused(&out);
		out = sample, out.own = words[i], refused(&out);
		out = sample, out.reply_to = words[i], refused(&out);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(ids); i++) {
		char *bad[] = { (char *)(uintptr_t)ids[i], NULL };
		out = sample, out.message_id = ids[i], refused(&out);
		out = sample, out.in_reply_to = ids[i], refused(&out);
		out = sample, out.references = bad, refused(&out);
	}
	out = sample, out.to_name = "=?utf-8?Q?=0A?=", refused(&out);
	out = sample, out.text = "a\rb", refused(&out);
	out = sample, out.text = "a\033[1m", refused(&out);
	out = sample, out.text = "a\xff", refused(&out);
}

/* For boxes and programs on this machine: line ends as they are here. */
static void
test_local(void **state)
{
	static const char *const cases[][2] = { { "", "" }, { "\r\n", "\n" },
		{ "a\r\n\r\nb\r\n", "a\n\nb\n" }, { "a\rb\r", "a\rb\r" },
		{ "a\r\r\nb", "a\r\nb" } };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(GBytes) wire =
		    g_bytes_new(cases[i][0], strlen(cases[i][0]));
		g_autoptr(GBytes) local = letter_local(wire);
		gsize size;
		const char *is = g_bytes_get_data(local, &size);
		assert_int_equal(size, strlen(cases[i][1]));
		if (size > 0)
			assert_memory_equal(is, cases[i][1], size);
	}
}

static int
start(void **state)
{
	(void)state;
	mail_init();
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bytes),
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_random_round_trip),
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_long_fields),
		cmocka_unit_test(test_long_references),
		cmocka_unit_test(test_reply_address),
		cmocka_unit_test(test_optional),
		cmocka_unit_test(test_injection),
		cmocka_unit_test(test_local),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
