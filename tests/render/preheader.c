/* SPDX-License-Identifier: ISC */
/* The line that a list of mails shows. */
#include "render/preheader.h"

#include "render/markup.h"
#include "render/text/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void
assert_line(const char *inside, const char *line)
{
	g_autoptr(GString) out = g_string_new(NULL);

	preheader_write(inside, out);
	assert_string_equal(out->str, line);
	assert_true(text_span_width(text_whole(out->str)) <= PREHEADER_COLUMNS);
}

static void
test_parts(void **state)
{
	(void)state;
	assert_line("\n | Your turn.\n", "Your turn.");
	assert_line("Anna plays wine. | Waiting\nfor Boris.",
	    "Anna plays wine. Waiting for Boris.");
	assert_line("Anna plays wine. |", "Anna plays wine.");
	assert_line("Waiting for Boris.", "Waiting for Boris.");
	assert_line("", "");
	/* talk has no full stop */
	assert_line("Anna says: \"Ready?\" | Waiting for Boris.",
	    "Anna says: \"Ready?\" · Waiting for Boris.");
	/* what people write may hold a bar */
	assert_line("Not understood: \"a | b\". | Your turn.",
	    "Not understood: \"a | b\". Your turn.");
	assert_line("Not understood: \"a || b\". | Your turn.",
	    "Not understood: \"a || b\". Your turn.");
	assert_line("Not understood: \"a || b\". | Your turn || , by 03:22.",
	    "Not understood: \"a || b\". Your turn, by 03:22.");
}

static void
test_cut(void **state)
{
	(void)state;
	/* what happened is cut before how it stands */
	assert_line("Anna, with the warship on f2, intercepts the pirates of "
		    "Dora on f3, who were on their way home. | Waiting for "
		    "Boris.",
	    "Anna, with the warship on f2, intercepts the pirates of Dora on "
	    "f3… Waiting for Boris.");
	/* but nobody is to think that all went well: a long state gives way */
	assert_line("Refused: \"play unicorn\". | Your turn: do up to three "
		    "actions of those that the card allows || , by Tue 03:22.",
	    "Refused: \"play unicorn\". Your turn: do up to three actions of "
	    "those that… by Tue 03:22.");
	assert_line("Refused. | Your turn: pay || , by Tue 03:22.",
	    "Refused. Your turn: pay, by Tue 03:22.");
	assert_line("Refused. | Waiting for Annabella Montgomery, Bartholomew "
		    "Featherstone and Christabel Pankhurst. ||",
	    "Refused. Waiting for Annabella Montgomery, Bartholomew "
	    "Featherstone and Christabel…");
	/* all of it where a word is left out, as an address may be */
	assert_line(
	    "Refused: \"https://example.org/of-no-use-to-anybody-here/\"."
	    " | Your turn: do up to three actions of those that the "
	    "card allows || , by Tue 03:22.",
	    "Refused… Your turn: do up to three actions of those that the card "
	    "allows, by Tue 03:22.");
	/* it keeps half of the line */
	assert_line("Refused: \"play unicorn and then the mutineer of Anna, if "
		    "she has one\". | Your turn: do up to three actions of "
		    "those that the card allows.",
	    "Refused: \"play unicorn and then the… Your turn: do up to three "
	    "actions of those that the…");
	/* the task is left out if little of it would fit */
	assert_line("Nicht verstanden: „setze Schif auf b3, und dann noch ein "
		    "zweites“. | Du bist dran: Mach bis zu drei Aktionen oder "
		    "nichts || . Frist: Do 26. Nov., 12:00 UTC.",
	    "Nicht verstanden: „setze Schif auf b3, und… Du bist dran. Frist: "
	    "Do 26. Nov., 12:00 UTC.");
	/* how it stands may be long by itself: eight names */
	assert_line(" | Waiting for Annabella Montgomery, Bartholomew "
		    "Featherstone, Christabel Pankhurst and Desdemona Moor.",
	    "Waiting for Annabella Montgomery, Bartholomew Featherstone, "
	    "Christabel Pankhurst and…");
	/* one word without a blank */
	assert_line("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	    "…");
}

/* From the block of the letter, else from its first words. */
static void
test_letter(void **state)
{
	char block[] = "\x01gAnna \x03"
		       "apays\x04"
		       "a. | Your turn.\x02\n\nAnna";
	char none[] = "Hello Anna,\n";
	g_autofree char *own = preheader_of(block, "x\n");
	g_autofree char *first = preheader_of(none, "Hello Anna,\n\nthis is\n");
	g_autofree char *more = preheader_of(none, "Hello Anna, this\nis\n");

	(void)state;
	assert_string_equal(own, "Anna pays. Your turn.");
	assert_string_equal(first, "Hello Anna,");
	assert_string_equal(more, "Hello Anna, this…");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_parts),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_letter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
