/* SPDX-License-Identifier: ISC */
/* Reply keys and codes: fixed for ever, different for everything else. */
#include "mail/address.h"
#include "mail/key.h"
#include "mail/mail.h"
#include "mail/ticket.h"
#include "mail/ticket_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include <glib.h>

static unsigned char secret[SECRET_SIZE];

static int
start(void **state)
{
	(void)state;
	mail_init();
	for (int i = 0; i < SECRET_SIZE; i++)
		secret[i] = (unsigned char)i;
	return 0;
}

/* Letters that are out there hold these; worked out with another program. */
static void
test_known(void **state)
{
	char key[KEY_SIZE + 1], code[7], serial[SERIAL_SIZE + 1];

	(void)state;
	serial_make(secret, 15, serial);
	assert_string_equal(serial, "jwkuxjti");
	key_make(secret, 7, 2, 1, key);
	assert_string_equal(key, "2hkuh4rqhg7yh");
	code_make(secret, "resign", 7, 2, 1, code);
	assert_string_equal(code, "ee6cwm");
}

static void
test_different(void **state)
{
	g_autoptr(GHashTable) seen =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	unsigned char other[SECRET_SIZE];
	char key[KEY_SIZE + 1];

	(void)state;
	for (int match = 0; match < 12; match++)
		for (int seat = -1; seat < 12; seat++)
			for (int epoch = 0; epoch < 12; epoch++) {
				key_make(secret, match, seat, epoch, key);
				assert_int_equal(strlen(key), KEY_SIZE);
				assert_true(
				    g_hash_table_add(seen, g_strdup(key)));
			}
	memcpy(other, secret, sizeof(other));
	other[31] ^= 1;
	key_make(other, 7, 2, 1, key);
	assert_true(g_hash_table_add(seen, g_strdup(key)));
}

static void
test_codes(void **state)
{
	char a[7], b[7];

	(void)state;
	code_make(secret, "resign", 7, 2, 1, a);
	code_make(secret, "yes", 7, 2, 1, b);
	assert_string_not_equal(a, b);
	code_make(secret, "resign", 7, 2, 2, b);
	assert_string_not_equal(a, b);
}

static void
test_serials(void **state)
{
	g_autoptr(GHashTable) seen =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	char serial[SERIAL_SIZE + 1];

	(void)state;
	for (int64_t number = 1; number <= 10000; number++) {
		serial_make(secret, number, serial);
		assert_int_equal(strlen(serial), SERIAL_SIZE);
		assert_true(g_hash_table_add(seen, g_strdup(serial)));
	}
}

static void
test_equal(void **state)
{
	(void)state;
	assert_true(key_equal("abcdefg234567", "abcdefg234567"));
	assert_true(key_equal("ABCDEFG234567", "abcdefg234567"));
	assert_false(key_equal("abcdefg234566", "abcdefg234567"));
	assert_false(key_equal("bbcdefg234567", "abcdefg234567"));
	assert_false(key_equal("abcdefg23456", "abcdefg234567"));
	assert_false(key_equal("abcdefg2345677", "abcdefg234567"));
	assert_false(key_equal("", ""));
}

/* The same in all letters of a match; worked out with another program. */
static void
test_thread_index(void **state)
{
	g_autoptr(GHashTable) seen =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	char index[THREAD_INDEX_SIZE];
	gsize size;
	g_autofree guchar *bytes = NULL;

	(void)state;
	thread_index(secret, 7, 1795262400, index);
	assert_string_equal(index, "Ad15r9WM7PsMLPKQilNWbxSojR01XA==");
	bytes = g_base64_decode(index, &size);
	assert_int_equal(size, 22);
	for (int match = 1; match < 100; match++) {
		thread_index(secret, match, 1795262400, index);
		assert_true(g_hash_table_add(seen, g_strdup(index)));
	}
}

/* What comes from where letters come back to is no person's, either. */
static void
test_own_bounce_addresses(void **state)
{
	static const char own[] = "robot@games.example";
	static const char delimiters[] = "+-.";

	(void)state;
	for (const char *d = delimiters; *d != '\0'; d++) {
		g_autofree char *address =
		    bounce_address("aaaabbbbccccd", own, *d);
		assert_true(address_is_automatic(address, own));
		assert_false(
		    address_is_automatic(address, "bot@games.example"));
	}
	assert_false(address_is_automatic("robot-b.fan@games.example", own));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_known),
		cmocka_unit_test(test_different),
		cmocka_unit_test(test_codes),
		cmocka_unit_test(test_serials),
		cmocka_unit_test(test_equal),
		cmocka_unit_test(test_thread_index),
		cmocka_unit_test(test_own_bounce_addresses),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
