/* SPDX-License-Identifier: ISC */
/*
 * Letters as mail programs write them: each letters/NAME.eml is read and set
 * beside letters/NAME.want.  "came" is what there is instead of a text.
 * "ticket: yes" says that a recipient or an id
 * named in it is ours; "asks", what is asked, is for tests/app/reading.c.
 */
#include "base/err.h"
#include "base/file.h"
#include "mail/quotes/unquote.h"
#include "mail/mail.h"
#include "mail/incoming/read.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"
#include "tests/mail/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

#include "tests/mail/start.h"

#define FOLDER "tests/mail/letters"
#define OWN "robot@games.example"
#define AT_LEAST 170 /* letters; fewer means that the folder was not found */

static bool
has_ticket(const struct letter *letter)
{
	struct ticket ticket;

	for (guint i = 0; i < letter->recipients->len; i++)
		if (ticket_from_address(
			g_ptr_array_index(letter->recipients, i), OWN, '+',
			&ticket))
			return true;
	for (guint i = 0; i < letter->references->len; i++)
		if (ticket_from_message_id(
			g_ptr_array_index(letter->references, i), OWN, &ticket))
			return true;
	return false;
}

static char *
describe(GBytes *raw)
{
	struct letter *letter = letter_read(raw, false, OWN, words_of_all());
	g_autofree char *subject =
	    lines_subject(letter->subject, words_of_all());
	g_autoptr(GPtrArray) lines = lines_read(letter->text, words_of_all());
	GString *out = g_string_new(NULL);

	g_string_append_printf(out,
	    "from: %s\nname: %s\nrobot: %s\nsubject: %s\nticket: %s\n"
	    "part: %s%s\n",
	    letter->from, letter->from_name,
	    letter->auto_submitted == NULL	  ? "no"
	    : letter->auto_submitted_unless_keyed ? "unless keyed"
						  : "yes",
	    subject, has_ticket(letter) ? "yes" : "no",
	    letter->part == NULL ? "none" : letter->part,
	    letter->guessed ? ", guessed" : "");
	if (letter->came != NULL)
		g_string_append_printf(out, "came: %s\n", letter->came);
	for (guint i = 0; i < lines->len; i++)
		g_string_append_printf(out, "line: %s\n",
		    (const char *)g_ptr_array_index(lines, i));
	letter_free(letter);
	return g_string_free(out, FALSE);
}

static GBytes *
read_file(const char *path)
{
	struct err err = { 0 };
	GBytes *bytes = file_read(path, MAIL_MAX_SIZE, NULL, &err);

	if (bytes == NULL)
		fail_msg("%s", err.text);
	return bytes;
}

static void
test_letters(void **state)
{
	g_autoptr(GDir) dir = g_dir_open(FOLDER, 0, NULL);
	const char *name;
	int read = 0, bad = 0;

	(void)state;
	assert_non_null(dir);
	while ((name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *path = NULL, *base = NULL, *want = NULL;
		g_autoptr(GBytes) raw = NULL, expected = NULL;
		g_autofree char *is = NULL, *must = NULL;
		char *asks;
		if (!g_str_has_suffix(name, ".eml"))
			continue;
		base = g_strndup(name, strlen(name) - 4);
		path = g_strdup_printf(FOLDER "/%s", name);
		want = g_strdup_printf(FOLDER "/%s.want", base);
		raw = read_file(path);
		expected = read_file(want);
		must = g_strndup(g_bytes_get_data(expected, NULL),
		    g_bytes_get_size(expected));
		if ((asks = strstr(must, "asks: ")) != NULL)
			*asks = '\0';
		is = describe(raw);
		read++;
		if (strcmp(is, must) != 0) {
			bad++;
			print_message(
			    "# %s\n# wanted:\n%s# is:\n%s", name, must, is);
		}
	}
	assert_int_equal(bad, 0);
	assert_true(read >= AT_LEAST);
}

/* Of a letter that was cut, only the header counts. */
static void
test_cut(void **state)
{
	g_autoptr(GBytes) raw = read_file(FOLDER "/en-gmail.eml");
	struct letter *letter = letter_read(raw, true, OWN, words_of_all());

	(void)state;
	assert_string_equal(letter->from, "anna@example.org");
	assert_string_equal(letter->text, "");
	assert_true(has_ticket(letter));
	letter_free(letter);
}

/* Our own id is found however long the list, and the last comes first. */
static void
test_references(void **state)
{
	g_autoptr(GBytes) raw = read_file(FOLDER "/en-gmail.eml");
	struct letter *letter = letter_read(raw, false, OWN, words_of_all());
	static const char *const want[] = {
		"g7.s2.t14.nq7d2xkcm.k3x7aaaabbbbc@games.example",
		"g7.s2.t14.nq7d2xkcm.k3x7aaaabbbbc@games.example",
		"g7.root@games.example"
	};

	(void)state;
	assert_string_equal(letter->message_id, "a1@example.org");
	assert_int_equal(letter->references->len, 3);
	for (guint i = 0; i < 3; i++)
		assert_string_equal(
		    g_ptr_array_index(letter->references, i), want[i]);
	assert_int_equal(letter->recipients->len, 1);
	letter_free(letter);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_letters),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_references),
	};

	return cmocka_run_group_tests(tests, mail_start, NULL);
}
