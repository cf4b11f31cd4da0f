/* SPDX-License-Identifier: ISC */
/* Lines of letters about a person: absences, stand-ins, seats to take. */
#include "tests/core/reader.h"
#include "tests/core/reading.h"

static char *const names[] = { "Anna", "Bert", NULL };

static int
setup(void **state)
{
	static const struct form forms[] = {
		{ "request", "nieobecna", "away" },
		{ "request", "i am back", "back" },
		{ "request", "do", "to" },
	};

	return reader_new(state, forms, G_N_ELEMENTS(forms), names);
}

static void
test_people(void **state)
{
	static const struct line lines[] = {
		{ "away 2026-12-20 to 2027-01-03",
		    "away 2026-12-20 2027-01-03" },
		{ "Away from 2026-12-20 until 2027-01-03.",
		    "away 2026-12-20 2027-01-03" },
		{ "away 2026-12-20 - 2027-01-03",
		    "away 2026-12-20 2027-01-03" },
		{ "away 2026-12-20 – 2027-01-03",
		    "away 2026-12-20 2027-01-03" },
		{ "away until 2027-01-03 please", "away - 2027-01-03" },
		{ "away 2026-12-24", "away 2026-12-24 2026-12-24" },
		{ "away", "away" },
		{ "away off", "away off" },
		{ "away 2026-02-30", "near away" },
		{ "away 24.12. to 3.1.", "away 12-24 01-03" },
		{ "away 2026-12-20 to", "near away" },
		{ "away 2026-12-20 to 2027-01-03 and on", "near away" },
		/* people say these words all the time */
		{ "away from home this week", "talk" },
		{ "back to you, Anna", "talk" },
		{ "back", "back" },
		{ "Back!", "back" },
		{ "I am back.", "back" },
		{ "nieobecna 2026-12-20 do 2027-01-03",
		    "away 2026-12-20 2027-01-03" },
		{ "back k3x7ab", "back k3x7ab" },
		{ "back k3x9ab", "talk" }, /* no digit of a code */
		{ "take k3x7ab", "take k3x7ab" },
		{ "Take K3X7AB!", "take k3x7ab" },
		{ "take plum", "move take plum" },
		{ "standin", "standin" },
		{ "standin mutineer", "standin mutineer" },
		{ "Standin Fourth Bridge!", "standin fourth-bridge" },
		{ "standin off", "standin off" },
		{ "standin for the weekend", "near standin" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_people),
	};

	return cmocka_run_group_tests(tests, setup, reader_free);
}
