/* SPDX-License-Identifier: ISC */
/*
 * Lines of a letter, over the toy game and over every real one: nothing but
 * what the header promises, and every move found is one that is read as itself.
 * Input that begins with '#' is bytes for words of a vocabulary, else it is
 * text.
 */
#include "base/fold.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/opening.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "games/games.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/render.h"
#include "tests/core/toy.h"
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

enum { GAMES_MOST = 8 };

static char *const names[] = { "Anna Maria", "Łoś", "Los", "Sammy Jr.", NULL };

static struct catalog *catalog;
/* the toy, none, the games */
static struct match *matches[2 + GAMES_MOST];
static size_t nmatches = 2;

static void
must(bool holds)
{
	if (!holds)
		abort();
}

static struct match *
start_match(const struct game *game)
{
	json_t *data = NULL;
	struct opening opening = { .game = game, .names = names, .seats = 4 };
	struct match *m;

	must(game_data(game, NULL, &data, NULL) == 0);
	opening.data = data;
	m = match_start(&opening, NULL, NULL, NULL);
	must(m != NULL);
	json_decref(data);
	return m;
}

static void
begin(void)
{
	if (catalog != NULL)
		return;
	catalog = catalog_load("en", NULL, NULL);
	must(catalog != NULL);
	matches[0] = toy_match(names);
	must(matches[0] != NULL);
	for (size_t i = 0; games_all[i] != NULL && i < GAMES_MOST; i++)
		matches[nmatches++] = start_match(games_all[i]);
}

static const char *const vocabulary[] = { "pass", "take", "plum", "star-fruit",
	"or", ";", "give", "Anna Maria", "Łoś", "los", "sammy jr", "swap",
	"oak", "1", "07", "99999999999", "mix", "fig", "yew", "pile", "bid",
	",", ".", "*", "\"", "- ", "2.", "[3]", "help", "rules", "ready",
	"luck", "resign", "sell", "wine", "cabin boy", "boy", "first mate",
	"sandkap", "karge", "zunge", "keep", "corn", "fight", "0", "i am ready",
	"give up", "\t", "  ", "\u0301", "ß", "!", "please", ":", "tkae",
	"plya", "hlep", "bid:", "„", "“", "«", "»", "æ", "[", "]", "(", ")",
	"#", "work", "cart-load", "cart/load", "cart", "load", "unload",
	"build", "carpenter", "nothing", "do", "move", "to", "place", "reserve",
	"scout", "shift", "route", "ship", "pirates", "warship", "rescue",
	"convoy", "escort", "trap", "d4", "c9", "z9", "k11", "on", "a ship on",
	"Nobody", "-1", "say", "say all:", "check", "join", "watch",
	"4294967297" };

static char *
line_of(const uint8_t *data, size_t size)
{
	GString *line = g_string_new(NULL);

	if (size == 0)
		return g_string_free(line, FALSE);
	if (data[0] != '#') {
		g_string_append_len(line, (const char *)data, (gssize)size);
		return g_string_free(line, FALSE);
	}
	for (size_t i = 1; i < size; i++)
		g_string_append_printf(line, "%s%s",
		    vocabulary[data[i] % G_N_ELEMENTS(vocabulary)],
		    data[i] & 0x80 ? "" : " ");
	return g_string_free(line, FALSE);
}

static void
free_request(gpointer q)
{
	request_free(q);
}

/* A move's text is canonical, and as a line it is that move. */
static void
check_move(const struct match *m, const char *text)
{
	g_autofree char *again = NULL;
	struct move move;

	must(move_read(m, text, &move) == MOVE_OK);
	again = move_text(m, &move);
	must(strcmp(again, text) == 0);
	must(move.n >= 0 && move.n <= GAME_MAX_ARGS);
}

/* Its number is no number of the list: characters, or a match. */
static bool
says_more(enum request_kind kind)
{
	return kind == REQUEST_SAY || kind == REQUEST_JOIN ||
	       kind == REQUEST_LEAVE || kind == REQUEST_WATCH ||
	       kind == REQUEST_UNWATCH;
}

static void
check_request(const struct match *m, const struct request *q)
{
	must(q->line != NULL && g_utf8_validate(q->line, -1, NULL));
	must(q->text == NULL || g_utf8_validate(q->text, -1, NULL));
	must(q->number >= 0);
	must(q->number <= 9999 || says_more(q->kind));
	must(q->number == 0 || q->kind == REQUEST_NUMBER ||
	     q->kind == REQUEST_CHECK || says_more(q->kind));
	must(q->then == NULL || q->kind == REQUEST_MOVE);
	must(q->why == NULL || q->kind == REQUEST_UNCLEAR);
	if (q->why != NULL) {
		g_autofree char *said = catalog_say(catalog, q->why, NULL);

		must(said != NULL && g_utf8_validate(said, -1, NULL));
	}
	if (q->kind == REQUEST_UNCLEAR)
		must(q->text != NULL && q->text[0] != '\0' &&
		     strchr(q->text, ' ') == NULL);
	if (q->kind != REQUEST_MOVE)
		return;
	must(m != NULL);
	check_move(m, q->text);
	must(q->then == NULL || q->then[0] != NULL);
	for (size_t i = 0; q->then != NULL && q->then[i] != NULL; i++)
		check_move(m, q->then[i]);
}

static void
check_again(const struct match *m, const struct request *q)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func(free_request);
	const struct request *back;

	if (q->kind != REQUEST_MOVE || q->then != NULL ||
	    g_utf8_strlen(q->text, -1) > 200)
		return;
	request_read(catalog_words(catalog), m, q->text, list);
	must(list->len == 1);
	back = list->pdata[0];
	must(back->kind == REQUEST_MOVE && strcmp(back->text, q->text) == 0);
}

static void
check_line(const struct match *m, const char *line)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func(free_request);
	guint talk = 0, parts = 1;

	request_read(catalog_words(catalog), m, line, list);
	for (const char *p = line; *p != '\0'; p++)
		parts += *p == ';';
	must(list->len <= parts);
	must((list->len == 0) == !g_utf8_validate(line, -1, NULL));
	for (guint i = 0; i < list->len; i++) {
		const struct request *q = list->pdata[i];

		check_request(m, q);
		check_again(m, q);
		talk += q->kind == REQUEST_TALK || q->kind == REQUEST_UNCLEAR;
	}
	/* a line is done from its first word to its last, or not at all */
	must(talk == 0 || list->len == 1);
}

static void
check_fold(const char *line)
{
	g_autofree char *once = NULL, *twice = NULL;

	if (!g_utf8_validate(line, -1, NULL))
		return;
	once = fold_text(line);
	twice = fold_text(once);
	must(strcmp(once, twice) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	g_autofree char *text = line_of(data, size);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	begin();
	for (size_t i = 0; lines[i] != NULL; i++) {
		for (size_t k = 0; k < nmatches; k++)
			check_line(matches[k], lines[i]);
		check_fold(lines[i]);
	}
	return 0;
}
