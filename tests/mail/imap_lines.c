/* SPDX-License-Identifier: ISC */
/* Answers of IMAP servers: what is read, and what is refused. */
#include "mail/servers/imap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void
fetch(void **state)
{
	static const struct {
		const char *line;
		uint32_t uid;
		int64_t size;
	} good[] = {
		{ "* 1 FETCH (UID 7 RFC822.SIZE 512)", 7, 512 },
		{ "* 1 fetch (rfc822.size 0 uid 7)", 7, 0 },
		{ "* 4294967295 FETCH (UID 4294967295 RFC822.SIZE "
		  "9223372036854775807)",
		    4294967295, INT64_MAX },
		{ "* 3 FETCH (FLAGS (\\Seen $Junk) UID 9 INTERNALDATE "
		  "\"17-Jul-1996 02:44:25 -0700\" RFC822.SIZE 4 MODSEQ (12))",
		    9, 4 },
		{ "* 3 FETCH (X-GM-LABELS (\"a \\\" (b\" ()) UID 9 X NIL "
		  "RFC822.SIZE 4)",
		    9, 4 },
		{ "* 3 FETCH (BODY[HEADER.FIELDS (A B)]<0> \"x\" UID 9)", 9,
		    -1 },
		/* flags that changed just now */
		{ "* 3 FETCH (UID 9 FLAGS ())", 9, -1 },
	};
	static const char *const bad[] = { "", "*", "* ",
		"* 1 FETCH (RFC822.SIZE 512)", "* 1 FETCH (FLAGS (\\Seen))",
		"* 1 FETCH (UID 0 RFC822.SIZE 512)",
		"* 1 FETCH (UID 4294967296 RFC822.SIZE 512)",
		"* 1 FETCH (UID -7 RFC822.SIZE 512)",
		"* 1 FETCH (UID 7x RFC822.SIZE 512)",
		"* 1 FETCH (UID 7 RFC822.SIZE 9223372036854775808)",
		"* 1 FETCH (UID 7 RFC822.SIZE 512", "* 1 FETCH (UID 7 (",
		"* 1 FETCH (UID 7 RFC822.SIZE 512) ",
		"* 1 FETCH (UID 7  RFC822.SIZE 512)", "* 1 FETCH ()",
		"* 1 FETCH UID 7", "* x FETCH (UID 7 RFC822.SIZE 512)",
		"1 FETCH (UID 7 RFC822.SIZE 512)", "* 1 FETCHX (UID 7)",
		"* 1 STORE (UID 7 RFC822.SIZE 512)", "* 1 FETCH (BODY[] {3}",
		"* 1 FETCH (UID 7 BODY[] {3}",
		"* 1 FETCH (UID 7 X ((((((((((1)))))))))))",
		"* 1 FETCH (UID 7 X \"a)", "* 1 FETCH (UID 7 BODY[ 4)",
		"A1 OK FETCH (UID 7 RFC822.SIZE 512)" };
	struct imap_mail mail;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
		const char *line = good[i].line;

		if (!imap_read_fetch(line, strlen(line), &mail))
			fail_msg("refused: %s", line);
		assert_int_equal(mail.uid, good[i].uid);
		assert_int_equal(mail.size, good[i].size);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
		if (imap_read_fetch(bad[i], strlen(bad[i]), &mail))
			fail_msg("taken: %s", bad[i]);
}

/* No byte behind the line is looked at. */
static void
ends_where_it_ends(void **state)
{
	static const char line[] = "* 1 FETCH (UID 77 RFC822.SIZE 512)";
	struct imap_mail mail;

	(void)state;
	for (size_t size = 0; size < sizeof(line) - 1; size++) {
		char *exact = g_memdup2(line, size);

		assert_false(imap_read_fetch(exact, size, &mail));
		g_free(exact);
	}
}

static void
status(void **state)
{
	static const char *const bad[] = {
		"* STATUS INBOX (UIDVALIDITY 0 UIDNEXT 2 MESSAGES 0)",
		"* STATUS INBOX (UIDVALIDITY 1 MESSAGES 0)",
		"* STATUS INBOX (UIDNEXT 2)", "* STATUS INBOX ()",
		"* STATUS (UIDVALIDITY 1 UIDNEXT 2)", "* STATUS INBOX",
		"* STATUS {5}", "* STATUS \"INBOX (UIDVALIDITY 1 UIDNEXT 2)",
		"* STATUS INBOX (UIDVALIDITY 1 UIDNEXT 2)x"
	};
	static const char *const good[] = {
		"* STATUS INBOX (UIDVALIDITY 5 UIDNEXT 8 MESSAGES 2) ",
		"* status \"INBOX\" (MESSAGES 2 UIDNEXT 8 UIDVALIDITY 5)",
		("* STATUS \"a (b) \\\"c\\\"\" (MESSAGES 2 UNSEEN 1 UIDNEXT 8 "
		 "X (1 (2)) UIDVALIDITY 5)"),
		"* STATUS &AOQ-/[x] (MESSAGES 2 UIDNEXT 8 UIDVALIDITY 5)"
	};
	struct imap_status s;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
		if (!imap_read_status(good[i], strlen(good[i]), &s))
			fail_msg("refused: %s", good[i]);
		assert_int_equal(s.validity, 5);
		assert_int_equal(s.next, 8);
		assert_int_equal(s.mails, 2);
	}
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
		if (imap_read_status(bad[i], strlen(bad[i]), &s))
			fail_msg("taken: %s", bad[i]);
}

/* The UIDs as text: "4 7 ". */
static char *
searched(const char *line)
{
	g_autoptr(GArray) uids = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	GString *text = g_string_new(NULL);

	if (!imap_read_search(line, strlen(line), uids))
		fail_msg("refused: %s", line);
	for (guint i = 0; i < uids->len; i++)
		g_string_append_printf(
		    text, "%u ", (unsigned)g_array_index(uids, uint32_t, i));
	return g_string_free(text, FALSE);
}

static void
found_are(const char *line, const char *want)
{
	g_autofree char *got = searched(line);

	assert_string_equal(got, want);
}

static bool
is_search(const char *line)
{
	g_autoptr(GArray) uids = g_array_new(FALSE, FALSE, sizeof(uint32_t));

	return imap_read_search(line, strlen(line), uids);
}

static uint32_t
esearched(const char *line)
{
	uint32_t least, count;

	if (!imap_read_esearch(line, strlen(line), &least, &count))
		fail_msg("refused: %s", line);
	return least;
}

static void
search(void **state)
{
	uint32_t least, count;

	(void)state;
	found_are("* SEARCH", "");
	found_are("* SEARCH ", "");
	found_are("* SEARCH 9 4 4294967295", "9 4 4294967295 ");
	found_are("* SEARCH 4 (MODSEQ 77)", "4 ");
	assert_false(is_search("* SEARCH 4,5"));
	assert_false(is_search("* SEARCH 0"));
	assert_false(is_search("* SEARCHED 4"));
	assert_false(is_search("* SEARCH 4 (MODSEQ"));
	assert_int_equal(esearched("* ESEARCH (TAG \"A5\") UID MIN 9"), 9);
	assert_int_equal(
	    esearched("* ESEARCH (TAG \"A5\") UID COUNT 2 MIN 9 MAX 11"), 9);
	assert_int_equal(esearched("* ESEARCH (TAG \"A5\") UID"), 0);
	assert_int_equal(esearched("* ESEARCH UID ALL 4:9"), 0);
	assert_true(imap_read_esearch(
	    "* ESEARCH (TAG \"A5\") UID COUNT 17", 33, &least, &count));
	assert_int_equal(count, 17);
	assert_true(
	    imap_read_esearch("* ESEARCH UID COUNT 0", 21, &least, &count));
	assert_int_equal(count, 0);
	assert_true(
	    imap_read_esearch("* ESEARCH UID MIN 9", 19, &least, &count));
	assert_int_equal(count, UINT32_MAX);
	assert_false(
	    imap_read_esearch("* ESEARCH UID MIN", 17, &least, &count));
	assert_false(
	    imap_read_esearch("* ESEARCH UID MIN x", 19, &least, &count));
	assert_false(
	    imap_read_esearch("* ESEARCH UID COUNT -1", 22, &least, &count));
}

static void
abilities(void **state)
{
	static const char line[] =
	    "* CAPABILITY IMAP4rev1 LITERAL+ AUTH=PLAIN MOVE UIDPLUS "
	    "I18NLEVEL=1 THREAD=REFS IDLE ";
	static const char later[] = "* capability imap4rev2";
	unsigned can;

	(void)state;
	assert_true(imap_read_capability(line, sizeof(line) - 1, &can));
	assert_int_equal(can, IMAP_MOVE | IMAP_UIDPLUS | IMAP_IDLE);
	assert_true(imap_read_capability(later, sizeof(later) - 1, &can));
	assert_int_equal(
	    can, IMAP_MOVE | IMAP_UIDPLUS | IMAP_ESEARCH | IMAP_IDLE);
	/* part of a word is none */
	assert_true(imap_read_capability("* CAPABILITY XMOVE MOVED", 24, &can));
	assert_int_equal(can, 0);
	assert_false(imap_read_capability("* CAPABILITIES MOVE", 19, &can));
}

static void
ends(void **state)
{
	static const struct {
		const char *line;
		char end;
		const char *text;
	} cases[] = {
		{ "A001 OK done", 'O', "done" },
		{ "a1 no [TRYCREATE] none there", 'N',
		    "[TRYCREATE] none there" },
		{ "B2 BAD what", 'B', "what" },
		{ "B2 BAD", 'B', "" },
		{ "+ idling", '+', NULL },
		{ "+", '+', NULL },
		{ "* BYE gone", 'Y', NULL },
		{ "* OK still here", 0, NULL },
		{ "* NO space is low", 0, NULL },
		{ "A001 OKAY", 0, NULL },
		{ "OK", 0, NULL },
		{ "", 0, NULL },
	};
	const char *text;
	uint32_t n;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		const char *line = cases[i].line;

		assert_int_equal(
		    imap_read_end(line, strlen(line), &text), cases[i].end);
		if (cases[i].text != NULL)
			assert_string_equal(text, cases[i].text);
	}
	assert_true(imap_read_exists("* 23 EXISTS", 11, &n));
	assert_int_equal(n, 23);
	assert_false(imap_read_exists("* 23 EXISTS ", 12, &n));
	assert_false(imap_read_exists("* 23 EXPUNGE", 12, &n));
	assert_false(imap_read_exists("* EXISTS", 8, &n));
}

static void
lines(void **state)
{
	static const char bytes[] = "one\r\ntwo\n\r\nlast\r";
	static const char *const want[] = { "one", "two", "", "last" };
	const char *at = bytes, *line;
	size_t left = sizeof(bytes) - 1, size;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(want); i++) {
		assert_true(imap_next_line(&at, &left, &line, &size));
		assert_int_equal(size, strlen(want[i]));
		assert_memory_equal(line, want[i], size);
	}
	assert_false(imap_next_line(&at, &left, &line, &size));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fetch),
		cmocka_unit_test(ends_where_it_ends),
		cmocka_unit_test(status),
		cmocka_unit_test(search),
		cmocka_unit_test(abilities),
		cmocka_unit_test(ends),
		cmocka_unit_test(lines),
	};

	return cmocka_run_group_tests_name("imap_lines", tests, NULL, NULL);
}
