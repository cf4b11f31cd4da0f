/* SPDX-License-Identifier: ISC */
/*
 * Replays in several languages, in a random match of every game, with as few
 * seats as it takes: each page is as if it were made alone, though they share
 * their pictures, what was told, and the chapters of the match.
 */
#include "app/home/languages.h"
#include "app/letters/story/story.h"
#include "app/letters/writing/film.h"
#include "app/letters/writing/replay_page.h"
#include "app/letters/writing/told_steps.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "core/match.h"
#include "core/move.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"
#include "games/games.h"
#include "render/render.h"
#include "store/matches/events.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

#include <libdeflate.h>

static char *
page_of(
    struct table *t, const char *language, GPtrArray *story, struct film *film)
{
	const struct catalog *catalog = home_catalog(t->home, language);
	struct err e = { 0 };

	return TOLD(t->home, replay_of(t, catalog, false, story, film));
}

static void
check_page(
    struct table *t, const char *language, GPtrArray *story, struct film *film)
{
	g_autofree char *together = page_of(t, language, story, film);
	g_autofree char *alone = page_of(t, language, NULL, NULL);

	assert_non_null(alone);
	assert_string_equal(together, alone);
}

/* All that onlookers were told at that step, each sentence said by itself. */
static char *
said_at(const struct reader *r, const struct report *report)
{
	const GArray *news = report->outcome.news;
	GString *all = g_string_new(NULL);

	for (guint i = 0; news != NULL && i < news->len; i++) {
		const struct told *told = &g_array_index(news, struct told, i);
		struct phrase *phrase;
		g_autofree char *text = NULL;

		if (!told_to(told, SEAT_ONLOOKER))
			continue;
		phrase = say_phrase(r->t->match, &told->say);
		text = catalog_say(r->language, phrase, r->t->atom_names);
		phrase_free(phrase);
		if (all->len > 0)
			g_string_append_c(all, ' ');
		g_string_append(all, text);
	}
	return g_string_free(all, FALSE);
}

static void
check_sentences(struct table *t, const char *language)
{
	struct reader all = reader_view(t, SEAT_ONLOOKER);
	struct told_steps *told = told_steps_new();

	all.language = home_catalog(t->home, language);
	for (guint i = 0; i < t->reports->len; i++)
		told_steps_add(told, t->match, t->reports->pdata[i]);
	for (guint i = 0; i < t->reports->len; i++) {
		g_autofree char *text = told_steps_text(told, &all, i);
		g_autofree char *want = said_at(&all, t->reports->pdata[i]);

		assert_string_equal(text, want);
	}
	told_steps_free(told);
}

/* What its script unpacks from that element, and appends to out. */
static void
unpack(const char *page, const char *id, GString *out)
{
	const size_t room = 1 << 22;
	g_autofree char *text = g_malloc(room), *begin = NULL, *flat = NULL;
	g_autofree guchar *bytes = NULL;
	struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
	const char *from;
	gsize size, length;

	begin = g_strdup_printf("<script type=\"text/plain\" id=\"%s\">", id);
	from = strstr(page, begin);
	assert_non_null(from);
	from += strlen(begin);
	flat = g_strndup(from, strcspn(from, "<"));
	bytes = g_base64_decode(flat, &size);
	assert_int_equal(
	    libdeflate_deflate_decompress(d, bytes, size, text, room, &length),
	    LIBDEFLATE_SUCCESS);
	libdeflate_free_decompressor(d);
	g_string_append_len(out, text, (gssize)length);
}

/* The page, and behind it what is packed in it. */
static GString *
page_unpacked(
    struct table *t, const char *language, GPtrArray *story, struct film *film)
{
	g_autofree char *page = page_of(t, language, story, film);
	GString *all = g_string_new(page);

	unpack(page, "data", all);
	unpack(page, "words", all);
	return all;
}

/* As pages name players whose names are not shown. */
static void
rename_first(struct table *t, const char *name)
{
	struct seat_row *row = table_seat(t, 0);
	struct match *match;

	g_free(row->name);
	row->name = g_strdup(name);
	g_free(t->names[0]);
	t->names[0] = g_strdup(name);
	match = table_begin(t);
	assert_non_null(match);
	for (guint i = 0; i < t->events->len; i++) {
		struct event_row *event = t->events->pdata[i];
		struct move move;

		match_event(t->match, i, &move);
		g_free(event->move);
		event->move = move_text(match, &move);
		assert_int_equal(table_step(t, match, i), 0);
	}
	match_free(t->match);
	t->match = match;
}

/* Names may differ from language to language: no old one stays. */
static void
check_names(
    struct table *t, const char *language, GPtrArray *story, struct film *film)
{
	GString *page = page_unpacked(t, language, story, film);
	struct err e = { 0 };

	assert_non_null(strstr(page->str, names[0]));
	g_string_free(page, TRUE);
	must(AT(t->home, NOW, (rename_first(t, "Zoe"), 0)), &e);
	page = page_unpacked(t, language, story, film);
	assert_non_null(strstr(page->str, "Zoe"));
	assert_null(strstr(page->str, names[0]));
	g_string_free(page, TRUE);
	check_page(t, language, story, film);
}

static void
check_pages(struct table *t)
{
	const struct reader all = reader_view(t, SEAT_ONLOOKER);
	g_autoptr(GPtrArray) story = story_chapters(&all, 0);
	struct film *film = film_new(REPLAY_MOST, NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(catalogs); i++) {
		check_sentences(t, catalogs[i]);
		check_page(t, catalogs[i], story, film);
	}
	check_page(t, catalogs[0], story, film);
	check_names(t, catalogs[1], story, film);
	film_free(film);
}

static void
play(struct house *h, const struct game *game)
{
	struct table *t =
	    house_start(h, house_match(h, game, game->min_seats, false));
	struct err e = { 0 };

	while (!match_over(t->match)) {
		int seat =
		    (int)chance_below(h->chance, (uint32_t)table_seats(t));
		struct move move;

		if (house_move(h, t, seat, &move))
			must(AT(t->home, NOW,
				 table_play(t, seat, &move, "player", 0)),
			    &e);
	}
	check_pages(t);
	table_free(t);
}

static void
test_pages_that_share(void **state)
{
	struct house h = { 0 };

	(void)state;
	house_open(&h);
	for (size_t g = 0; games_all[g] != NULL; g++)
		play(&h, games_all[g]);
	house_close(&h);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pages_that_share),
	};

	return cmocka_run_group_tests_name("replays", tests, NULL, NULL);
}
