/* SPDX-License-Identifier: ISC */
/*
 * Lines as people write them in English, over the words of templates/en and
 * a match of Mutineer: what is meant for the program, and what is not.
 */
#include "base/embed.h"
#include "base/yaml.h"
#include "core/data.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/opening.h"
#include "games/games.h"
#include "render/render.h"
#include "tests/core/reading.h"

struct reader {
	struct catalog *catalog;
	struct match *match;
};

static struct match *
start_match(void)
{
	char *names[] = { "Anna", "Bernhard", "Carmen" };
	const struct embedded *file =
	    embedded_find("games/mutineer/islands.yaml");
	struct ynode *node = yaml_read(file->data, file->size, "islands", NULL);
	json_t *data = data_from_yaml(node);
	const struct opening opening = { .game = games_all[0],
		.names = names,
		.seats = 3,
		.data = data,
		.seed = { 3 } };
	struct match *m = match_start(&opening, NULL, NULL, NULL);

	json_decref(data);
	ynode_free(node);
	return m;
}

static int
setup(void **state)
{
	struct reader *r = g_new(struct reader, 1);

	r->catalog = catalog_load("en", NULL, NULL);
	r->match = start_match();
	*state = r;
	return r->catalog == NULL || r->match == NULL;
}

static int
teardown(void **state)
{
	struct reader *r = *state;

	match_free(r->match);
	catalog_free(r->catalog);
	g_free(r);
	return 0;
}

static void
test_commands(void **state)
{
	static const struct line lines[] = {
		{ "play wine", "move play wine" },
		{ "Play Wine.", "move play wine" },
		{ "plays corn", "move play grain" },
		{ "play textiles", "move play cloth" },
		{ "pay 2", "move pay 2" },
		{ "pay: 2", "move pay 2" },
		{ "Play: wine, please.", "move play wine" },
		{ "pass", "move pass" },
		{ "Pass!", "move pass" },
		{ "take first mate", "move take mate" },
		{ "take cabin boy", "move take cabin-boy" },
		{ "Take Cabin Boy!", "move take cabin-boy" },
		{ "take boy", "move take cabin-boy" },
		{ "pass mutineer or mate",
		    "move pass > take mutineer > take mate" },
		{ "pass rebel or cabin boy or first mate",
		    "move pass > take mutineer > take cabin-boy > take mate" },
		{ "pass, mate", "move pass > take mate" },
		{ "pass or", "near pass" },
		{ "pass mate or", "near pass" },
		{ "pass mate and merchant", "near pass" },
		{ "pass mate, merchant or loadmaster",
		    "move pass > take mate > take merchant > take loadmaster" },
		{ "pass, take mate", "move pass > take mate" },
		{ "pass; take mate", "move pass | move take mate" },
		{ "fight 0", "move fight 0" },
		{ "keep wine", "move keep wine" },
		{ "keep corn, wine", "move keep wine grain" },
		{ "sell wine 2 sandkap, grain 1 affeninsel",
		    "move sell wine 2 sandkap, grain 1 affeninsel" },
		{ "sell wine 2 sand cape corn 1 monkey island",
		    "move sell wine 2 sandkap, grain 1 affeninsel" },
		{ "sell wine 1 pirates' nest", "move sell wine 1 piratennest" },
		{ "sell wine 1 Frosthöhle", "move sell wine 1 frosthoehle" },
		{ "sell wine 1 Grünland", "move sell wine 1 gruenland" },
		{ "sell wine 1 Karge  Zunge", "move sell wine 1 karge-zunge" },
		{ "?", "help" },
		{ "commands", "help" },
		{ "i'm ready", "ready" },
		{ "I’m ready", "ready" },
		{ "sell wine 1 pirates’ nest", "move sell wine 1 piratennest" },
		{ "I am ready!", "ready" },
		{ "I'm ready luck Three green ducks",
		    "ready Three green ducks" },
		{ "board", "status" },
		{ "log", "history" },
		{ "cancel all", "cancel" },
		{ "unsubscribe", "pause" },
		{ "surrender", "resign" },
		{ "rules mutiny", "rules mutiny" },
	};
	struct reader *r = *state;

	assert_table(catalog_words(r->catalog), r->match, lines);
}

/* Little words between those of a move are left out, but not all behind it. */
static void
test_little_words(void **state)
{
	static const struct line lines[] = {
		{ "take the mate", "move take mate" },
		{ "pay 2 points", "move pay 2" },
		{ "play a wine", "move play wine" },
		{ "pass on", "near pass" },
		{ "pass it on to the mate", "near pass" },
		{ "take a 2", "near take" },
		{ "pay to Anna", "near pay" },
	};
	struct reader *r = *state;

	assert_table(catalog_words(r->catalog), r->match, lines);
}

/* Begins like a command but is none: reported, never done. */
static void
test_near(void **state)
{
	static const struct line lines[] = {
		{ "plya wine", "near play" },
		{ "Paly wine!", "near play" },
		{ "pya 2", "near pay" },
		{ "stauts", "near status" },
		{ "pay: attention", "near pay" },
		{ "take care of yourself", "near take" },
		{ "take care", "near take" },
		{ "Take your time.", "near take" },
		{ "take it easy, mate", "near take" },
		{ "pay attention to him", "near pay" },
		{ "pass on my regards", "near pass" },
		{ "pass the salt", "near pass" },
		{ "pass me the wine or the salt", "near pass" },
		{ "play it again, Sam", "near play" },
		{ "play nice", "near play" },
		{ "keep going", "near keep" },
		{ "keep your hair on!", "near keep" },
		{ "sell me your wine", "near sell" },
		{ "fight the power", "near fight" },
		{ "corn is what I would play", "talk" },
		{ "ready or not here I come", "near ready" },
		{ "ready?", "talk" },
		{ "help yourself to cake", "near help" },
		{ "help is on its way", "near help" },
		{ "rules are made to be broken", "near rules" },
		{ "status quo", "near status" },
		{ "board games are fun", "near status" },
		{ "state of the art", "near status" },
		{ "history repeats itself", "near history" },
		{ "log in to see more", "near history" },
		{ "give up on me already", "near resign" },
		{ "decline with thanks, alas", "near resign" },
		{ "play wine; take care", "near take" },
		{ "play wine; see you on Friday", "near play" },
		{ "0", "number 0" },
		{ "She said \"pass; take mate\" to me", "near take" },
	};
	struct reader *r = *state;

	assert_table(catalog_words(r->catalog), r->match, lines);
}

/* To whom, and all behind the colon as it is written. */
static void
test_say(void **state)
{
	static const struct line lines[] = {
		{ "say all: hello", "say hello" },
		{ "Say to all: Hello; play wine!", "say Hello; play wine!" },
		{ "say everybody: \"hello.\"", "say \"hello.\"" },
		{ "SAY: hello", "say hello" },
		{ "- say:hello", "say hello" },
		{ "say, all:", "say " },
		{ "say Anna: at 10:30", "say [Anna] at 10:30" },
		{ "say to Anna Maria: hi", "say [Anna Maria] hi" },
		{ "say Otto: hi", "say [Otto] hi" },
		{ "say all hello", "near say" },
		{ "say to all that I am late", "near say" },
		{ "Say, that is fine", "talk" },
		{ "say", "talk" },
		{ "I say: hello", "talk" },
		{ "mute Anna", "mute [Anna]" },
		{ "mute onlookers", "mute onlookers" },
		{ "mute all", "mute all" },
		{ "unmute Anna", "unmute [Anna]" },
		{ "mute", "near mute" },
	};
	struct reader *r = *state;

	assert_table(catalog_words(r->catalog), r->match, lines);
}

static void
test_talk(void **state)
{
	static const char *const lines[] = { "Hi all,", "Hello Anna!",
		"We pass the time.", "Please play wine for me",
		"Shall I take the mate or the merchant?",
		"You take mate, I take merchant", "Don't pass!", "2 or 3 beers",
		"2 beers", "100 %", "100%", "10:30", "10.30", "at 10:30",
		"2 p.m.", "2 pm", "3rd", "1st", "12/24", "24/7", "2024-05-17",
		"17.5.2024", "17. 5. 2024", "5/17/2024", "+48 123", "555-1234",
		"-1", "1:0", "2-1", "3 - 2", "x", "a", "I", "No.", "Yes!",
		"yes", "no", "ok", "OK.", ":-)", ";-)", ";)", "^^", "...",
		"---", "***", "===", "\"", "\"\"", "''", "<3", "=)",
		"https://example.org/play?wine", "http://example.org/2",
		"www.example.org/pass;take=mate", "mailto:ann@example.org",
		"ann@example.org", "<ann@example.org>",
		"She said \"pass, take mate\" to me", "\"pass\" is what I say",
		"He wrote: \"play wine\"", "'tis 2 late; good night",
		"I came; I saw; I went", "this; that; the other",
		"Best wishes, Anna", "Sent from my phone",
		"On Monday Anna wrote:", "From: Anna", "Subject: play wine",
		"> play wine", "| play wine", "A> play wine", "→ play wine",
		"1 | → play wine", "You may: play wine", "playing wine",
		"played wine", "replay wine", "display wine", "passed",
		"passport", "helpful", "rulesets", "readymade", "resigned",
		"Well done!", "Well played.", "Say hi to Bob", "Night all!",
		"Right.", "Pat", "Pat, wine?", "Plan for Friday", "Make my day",
		"Past midnight here", "Hell yes!", "Wine: red", "wine", "mate",
		"cabin boy", "cloth", "Ahoy, mate!", "mutineer or mate",
		"captain", "the rules say otherwise", "my status is fine",
		"not ready yet", "almost ready", "good luck!", "luck", "or",
		"pl ay wine", "p l a y", "play-wine", "play_wine", "play.wine",
		"play:wine", "(play wine)", "{play wine}", "<play wine>",
		"play\u200bwine", "jouer du vin", "graj wino", "играть вино",
		"弾く", "ＩＩ", "№ 2", "½", "²", "one", "No 2", "move 2", "2x",
		"2a", "1e3", "0x2", "2 =", "~2", "~ play wine",
		"~ so it goes; pass" };
	struct reader *r = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
		const struct line line = { lines[i], "talk" };

		assert_readings(catalog_words(r->catalog), r->match, &line, 1);
	}
}

/* All moves that the rules have at the start, as the letters show them. */
static void
test_legal_moves_are_read(void **state)
{
	struct reader *r = *state;

	for (int seat = 0; seat < 3; seat++) {
		g_autoptr(GArray) legal = match_legal(r->match, seat);

		for (guint i = 0; i < legal->len; i++) {
			g_autofree char *text = move_text(
			    r->match, &g_array_index(legal, struct move, i));
			g_autofree char *want =
			    g_strconcat("move ", text, NULL);
			const struct line line = { text, want };

			assert_readings(
			    catalog_words(r->catalog), r->match, &line, 1);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_commands),
		cmocka_unit_test(test_little_words),
		cmocka_unit_test(test_near),
		cmocka_unit_test(test_say),
		cmocka_unit_test(test_talk),
		cmocka_unit_test(test_legal_moves_are_read),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
