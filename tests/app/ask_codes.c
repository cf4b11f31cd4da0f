/* SPDX-License-Identifier: ISC */
/* Codes of what people are asked: letters that are out hold them. */
#include "app/home/ask_codes.h"
#include "app/home/home.h"
#include "mail/key.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

/* As they have been made since the first letter. */
static void
say_the_same_for_ever(void **state)
{
	static const struct {
		struct ask_sign sign;
		const char *code, *key; /* what they are made of */
	} cases[] = {
		{ { "question", 1, 7, 1000, 5 }, "question1.%d.5.1000",
		    "question1.5.1000" },
		{ { "question", 2, 8, 1000, 5 }, "question2.%d.5.1000",
		    "question2.5.1000" },
		{ { "wish", 0, 9, 2000, 0 }, "wish%d.2000", "wish.2000" },
		{ { "meant", 0, 10, 3000, 6 }, "meant%d.6.3000",
		    "meant.6.3000" },
		{ { "take", 0, 11, 4000, 6 }, "take%d.6.4000", "take.6.4000" },
		{ { "back", 0, 12, 5000, 6 }, "back%d.6.5000", "back.6.5000" },
	};
	struct home home = { .secret = "any secret will do for this one" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		const struct ask_sign *sign = &cases[i].sign;
		char code[7], key[KEY_SIZE + 1], want[KEY_SIZE + 1];
		int n = -1;

		do {
			g_auto(GStrv) around =
			    g_strsplit(cases[i].code, "%d", 2);
			g_autofree char *words = g_strdup_printf(
			    "%s%d%s", around[0], ++n, around[1]);

			code_make(
			    home.secret, words, sign->number, -1, 0, want);
		} while (!request_is_code(want));
		ask_code(&home, sign, code);
		assert_string_equal(code, want);
		assert_true(ask_is_shown(&home, sign, code));
		assert_false(ask_is_shown(&home, sign, ""));
		assert_false(ask_is_shown(&home, sign, "aaaaa2"));
		letter_key_make(home.secret, cases[i].key, sign->number, want);
		ask_key(&home, sign, key);
		assert_string_equal(key, want);
		assert_true(ask_is_shown(&home, sign, key));
		key[0] = key[0] == 'a' ? 'b' : 'a';
		assert_false(ask_is_shown(&home, sign, key));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(say_the_same_for_ever),
	};

	return cmocka_run_group_tests_name("ask_codes", tests, NULL, NULL);
}
