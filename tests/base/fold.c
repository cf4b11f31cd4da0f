/* SPDX-License-Identifier: ISC */
/* Words without case and accents; the short way there and the long one. */
#include "base/fold.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void
folds(const char *text, const char *want)
{
	g_autofree char *is = fold_text(text);

	assert_string_equal(is, want);
}

static void
test_words(void **state)
{
	(void)state;
	folds("", "");
	folds("Play WINE", "play wine");
	folds("Zażółć GĘŚLĄ Jaźń", "zazolc gesla jazn");
	folds("Grüße, STRAẞE", "grusse, strasse");
	folds("Ещё Йод", "еще иод");
	folds("Œuvre Æble Ørred", "oeuvre aeble orred");
	folds("e\xcc\x81 ﬁre", "e fire");
	folds("Anna’s", "anna's");
}

/* A character that only the long way takes makes a whole text take it. */
static void
test_both_ways(void **state)
{
	(void)state;
	for (gunichar c = 0x80; c < 0x600; c++) {
		char one[8] = "", two[16];
		g_autofree char *alone = NULL, *together = NULL;

		one[g_unichar_to_utf8(c, one)] = '\0';
		g_snprintf(two, sizeof(two), "%sﬁ", one);
		alone = fold_text(one);
		together = fold_text(two);
		if (strncmp(alone, together, strlen(alone)) != 0 ||
		    strcmp(together + strlen(alone), "fi") != 0)
			fail_msg("U+%04X: %s, %s", c, alone, together);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_both_ways),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
