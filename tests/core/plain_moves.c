/* SPDX-License-Identifier: ISC */
/*
 * Moves as players wrote them who knew the letters but no manual: a greeting in
 * front of a verb that could be a greeting's, "and then", an excuse behind a
 * dash, "nothing" for 0.
 */
#include "core/match.h"
#include "core/rules.h"
#include "games/games.h"
#include "parse/parse.h"
#include "render/render.h"
#include "tests/core/reading.h"
#include "tests/render/match.h"

static const struct {
	const char *language, *game, *text, *want;
} lines[] = {
	/* a verb that also stands in front of moves */
	{ "pl", "fourth-bridge", "Ok, ruch pas proszę", "move do nothing" },
	{ "pl", "fourth-bridge", "Mój ruch: ruch wóz", "move do cart" },
	{ "pl", "fourth-bridge", "No to ruch wóz wóz", "move do cart cart" },
	{ "en", "hexxi", "Hi, I am ready", "ready" },
	{ "en", "hexxi", "I'm ready to play!", "ready" },
	{ "ru", "hexxi", "Привет! Я готова :)", "ready" },
	{ "en", "hexxi", "well, I am ready when you are", "talk" },
	{ "en", "hexxi", "I ready my cannons", "talk" },
	/* what stands at the end is no verb that overrules the one in front */
	{ "en", "hexxi", "put a ship in reserve", "near place" },
	{ "en", "hexxi", "pay ship to my initiative field", "near pay" },
	{ "en", "hexxi", "pay ship, in reserve", "near pay" },
	{ "en", "hexxi", "pay 4, my bid", "near pay" },
	{ "en", "hexxi", "in reserve: ship", "talk" },
	{ "de", "hexxi", "in Reserve: Schiff", "talk" },
	{ "en", "hexxi", "on the initiative field: route.", "talk" },
	{ "en", "hexxi", "put a route on b2", "move place route b2" },
	{ "de", "hexxi", "stelle ein Schiff auf c5", "move place ship c5" },
	{ "ru", "hexxi", "плачу корабль в резерв", "near pay" },
	{ "pl", "fourth-bridge", "nic nie rób", "talk" },
	{ "en", "hexxi", "we have some ships in reserve", "talk" },
	{ "en", "hexxi", "who keeps a ship in reserve?", "talk" },
	/* one after the other */
	{ "en", "hexxi", "kidnap b3 c3 and then convoy c5 d7",
	    "move kidnap b3 c3 | move convoy c5 d7" },
	{ "de", "hexxi", "setze Schiff c5, danach Route c4",
	    "move place ship c5 | move place route c4" },
	{ "ru", "hexxi", "ставлю корабль c5, потом рейс c4",
	    "move place ship c5 | move place route c4" },
	{ "en", "mutineer", "pass and take mate or merchant",
	    "move pass > take mate > take merchant" },
	{ "de", "mutineer", "Passe und nehme Maat", "move pass > take mate" },
	{ "pl", "mutineer", "pas i biorę kupca", "move pass > take merchant" },
	{ "ru", "mutineer", "пас и беру торговца",
	    "move pass > take merchant" },
	{ "en", "mutineer", "pass and run", "near pass" },
	/* behind a move */
	{ "en", "mutineer", "pay 2 -- sorry for the delay", "move pay 2" },
	{ "en", "mutineer", "Sorry for the delay! Pay 2", "move pay 2" },
	{ "de", "mutineer", "zahle 2, sorry für die Verspätung", "move pay 2" },
	{ "pl", "mutineer", "płacę 2, sorki za zwłokę", "move pay 2" },
	{ "ru", "mutineer", "плачу 2, извините за задержку", "move pay 2" },
	/* numbers */
	{ "en", "mutineer", "I pay nothing", "move pay 0" },
	{ "de", "mutineer", "zahle nichts", "move pay 0" },
	{ "pl", "mutineer", "nic nie płacę", "talk" },
	{ "en", "mutineer", "nothing", "talk" },
	{ "en", "hexxi", "my bid is 4", "move bid 4" },
	{ "de", "hexxi", "Gebot: 3", "move bid 3" },
	{ "pl", "hexxi", "moja oferta to 3", "move bid 3" },
	/* what people call a card */
	{ "en", "fourth-bridge", "give the cart-load card to Anna",
	    "move give cart-load Anna" },
	{ "en", "fourth-bridge", "I'll give Anna the cart load card",
	    "move give cart-load Anna" },
	{ "pl", "fourth-bridge", "daj kartę wóz załaduj Anna",
	    "move give cart-load Anna" },
};

static void
test_plain_moves(void **state)
{
	int wrong = 0;

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		struct catalog *catalog =
		    catalog_load(lines[i].language, NULL, NULL);
		struct match *m = random_match(game_find(lines[i].game), 3);
		g_autofree char *got =
		    reading(catalog_words(catalog), m, lines[i].text);

		if (strcmp(got, lines[i].want) != 0) {
			print_message("\"%s\": %s, not %s\n", lines[i].text,
			    got, lines[i].want);
			wrong++;
		}
		match_free(m);
		catalog_free(catalog);
	}
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plain_moves),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
