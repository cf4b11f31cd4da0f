/* SPDX-License-Identifier: ISC */
/* What people write about other matches and about themselves, and talk that
 * begins with the same words. */
#include "tests/core/reader.h"
#include "tests/core/reading.h"

static char *const names[] = { "Anna", "Boris", NULL };

static int
setup(void **state)
{
	static const struct form forms[] = {
		{ "request", "my name", "name" },
		{ "request", "forget me", "forget" },
		{ "request", "show me", "show-me" },
		{ "request", "show my name", "show-name" },
		{ "request", "hide me", "hide-me" },
		{ "request", "delete my account", "forget" },
		{ "mutineer", "play", "play" },
		{ "fourth-bridge", "bid", "bid" },
	};

	return reader_new(state, forms, G_N_ELEMENTS(forms), names);
}

static void
test_signup(void **state)
{
	static const struct line lines[] = {
		{ "matches", "signup matches" },
		{ "Matches!", "signup matches" },
		{ "matches are fun", "talk" },
		{ "join 7", "signup join 7" },
		{ "join #7 please", "signup join 7" },
		{ "join match 7", "signup join 7" },
		{ "join 07", "talk" },
		{ "join us on Friday", "talk" },
		{ "join", "near join" },
		{ "leave", "signup leave" },
		{ "leave 12", "signup leave 12" },
		{ "leave me alone", "talk" },
		{ "watch 3", "signup watch 3" },
		{ "watch out", "talk" },
		{ "unwatch 3", "signup unwatch 3" },
		{ "name Anna Maj", "signup name Anna Maj" },
		{ "name one thing I forgot", "talk" },
		{ "zone Europe/Warsaw", "signup zone Europe/Warsaw" },
		{ "zone of peace", "talk" },
		{ "language pl", "signup language pl" },
		{ "language русский", "signup language русский" },
		{ "language is hard", "talk" },
		{ "zone Москва", "talk" },
		{ "invite Bob <bob@example.org>",
		    "signup invite Bob <bob@example.org>" },
		{ "invite Bob", "talk" },
		{ "new ideas are welcome", "talk" },
		{ "new", "near new" },
		{ "new mutineer", "signup new mutineer" },
		{ "new game of Mutineer", "signup new mutineer" },
		{ "new Fourth Bridge, 4 players",
		    "signup new fourth-bridge 4 players" },
		{ "new mutineer players 4, time 2d",
		    "signup new mutineer players 4, time 2d" },
		{ "new request", "near new" },
		{ "new chess", "near new" },
		{ "new chess players 2", "near new" },
		{ "new rules are hard", "talk" },
		{ "my name Eve", "signup name Eve" },
		{ "forget me", "signup forget" },
		{ "Delete my account, please", "signup forget" },
		{ "show me", "show-me" },
		{ "show my name", "show-name" },
		{ "hide me!", "hide-me" },
		{ "yearbook on", "yearbook on" },
		{ "Yearbook off, please", "yearbook off" },
		{ "yearbook yes", "yearbook on" },
		{ "yearbook no", "yearbook off" },
		{ "rating no", "signup rating off" },
		{ "yearbook", "near yearbook" },
		{ "yearbook on my shelf", "talk" },
		{ "show me the money", "talk" },
		{ "hide me in the hold", "talk" },
		{ "forget", "near forget" },
		{ "forget it", "talk" },
		{ "forget me not, said the flower", "talk" },
		{ "delete this", "talk" },
		{ "join 7; hello", "near join" },
		{ "matches; join 7", "signup matches | signup join 7" },
	};
	struct reader *r = *state;

	assert_table(r->words, r->match, lines);
	assert_table(r->words, NULL, lines);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_signup),
	};

	return cmocka_run_group_tests(tests, setup, reader_free);
}
