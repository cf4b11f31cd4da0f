/* SPDX-License-Identifier: ISC */
/*
 * What stands behind requests, in every language: how letters come, times,
 * options of a new match, games.  English works in all of them.
 */
#include "base/err.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/render.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const struct {
	const char *language, *line;
	enum request_kind kind;
	const char *text;
} lines[] = {
	{ "en", "mail digest 18:00", REQUEST_MAIL, "digest 18:00" },
	{ "pl", "mail digest 18:00", REQUEST_MAIL, "digest 18:00" },
	{ "pl", "poczta zbiorczo 18:00", REQUEST_MAIL, "digest 18:00" },
	{ "pl", "poczta cicho", REQUEST_MAIL, "quiet" },
	{ "pl", "poczta tekst", REQUEST_MAIL, "text" },
	{ "de", "Mail gesammelt 8.30", REQUEST_MAIL, "digest 08:30" },
	{ "de", "Post einzeln", REQUEST_MAIL, "each" },
	{ "ru", "письма сводка 18:00", REQUEST_MAIL, "digest 18:00" },
	{ "ru", "почта тихо", REQUEST_MAIL, "quiet" },
	{ "en", "remind 24h 3h", REQUEST_REMIND, "24h 3h" },
	{ "pl", "przypomnienia 24godz 30min", REQUEST_REMIND, "24h 30m" },
	{ "pl", "przypomnienia umowa", REQUEST_REMIND, "policy" },
	{ "de", "Erinnerung 2Tage 3Std", REQUEST_REMIND, "2d 3h" },
	{ "ru", "напоминать 2д 3ч", REQUEST_REMIND, "2d 3h" },
	{ "ru", "напоминать 24h", REQUEST_REMIND, "24h" },
	{ "en", "mail digest at 18", REQUEST_MAIL, "digest 18:00" },
	{ "pl", "poczta raz dziennie o 19.30", REQUEST_MAIL, "digest 19:30" },
	{ "de", "Mail gesammelt um 18 Uhr", REQUEST_MAIL, "digest 18:00" },
	{ "de", "Mail nur Text", REQUEST_MAIL, "text" },
	{ "en", "remind 24 h 3 h before", REQUEST_REMIND, "24h 3h" },
	{ "pl", "przypomnienia wyłącz", REQUEST_REMIND, "off" },
	{ "de", "Erinnerungen aus", REQUEST_REMIND, "off" },
	{ "ru", "напоминания выкл", REQUEST_REMIND, "off" },
	{ "pl", "przypomnij 1 dzień 3 godz", REQUEST_REMIND, "1d 3h" },
	{ "ru", "напоминать за 24 часа до срока", REQUEST_REMIND, "24h" },
	{ "pl", "głosuj przedłuż 3 dni", REQUEST_VOTE, "extend 259200" },
	{ "pl", "glosuj przedluz 3d", REQUEST_VOTE, "extend 259200" },
	{ "de", "abstimmen verlängern 2 Tage", REQUEST_VOTE, "extend 172800" },
	{ "ru", "голосую продлить 12ч", REQUEST_VOTE, "extend 43200" },
	{ "pl", "nowa buntownik, 4 graczy, piraci", REQUEST_NEW,
	    "mutineer 4 players, pirates" },
	{ "pl", "nowa czwarty most nazwa Moi gracze, czas 2d", REQUEST_NEW,
	    "fourth-bridge name Moi gracze, time 2d" },
	{ "de", "neu Meuterer Spieler 4, Piraten, Zeit 2t", REQUEST_NEW,
	    "mutineer players 4, pirates, time 2d" },
	{ "de", "neues Spiel die vierte Brücke", REQUEST_NEW, "fourth-bridge" },
	{ "ru", "новая партия мятежник игроков: 4, пираты да", REQUEST_NEW,
	    "mutineer players: 4, pirates yes" },
	{ "ru", "новая игра четвертый мост", REQUEST_NEW, "fourth-bridge" },
	{ "pl", "zastępstwo Buntownik", REQUEST_STANDIN, "mutineer" },
	{ "de", "einspringen Piraten HEXXI", REQUEST_STANDIN, "hexxi" },
	{ "en", "new pirates hexxi players 4", REQUEST_NEW, "hexxi players 4" },
};

static void
test_what_stands_behind(void **state)
{
	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		struct err e = { 0 };
		struct catalog *t = catalog_load(lines[i].language, NULL, &e);
		g_autoptr(GPtrArray) list = g_ptr_array_new_with_free_func(
		    (GDestroyNotify)request_free);
		const struct request *q;

		assert_non_null(t);
		request_read(catalog_words(t), NULL, lines[i].line, list);
		assert_int_equal(list->len, 1);
		q = list->pdata[0];
		if (q->kind != lines[i].kind ||
		    g_strcmp0(q->text, lines[i].text) != 0)
			fail_msg("%s: %s: kind %d, not %d: \"%s\", not \"%s\"",
			    lines[i].language, lines[i].line, (int)q->kind,
			    (int)lines[i].kind, q->text, lines[i].text);
		catalog_free(t);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_stands_behind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
