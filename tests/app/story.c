/* SPDX-License-Identifier: ISC */
/*
 * The story of a match, in random matches of every game: it holds what the
 * reader was told and nothing else, its points are those that lie open, her
 * own deeds are known as hers, and of a long absence little is told.
 */
#include "app/letters/context/news.h"
#include "app/letters/context/story_context.h"
#include "app/letters/new_match.h"
#include "app/letters/story/story.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "games/games.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

enum { EVERY = 9 };

/* All that the story says, for looking into. */
static char *
text_of(const json_t *story)
{
	return json_dumps(story, JSON_COMPACT | JSON_SORT_KEYS);
}

/* The news of all reports, less what is not for that reader. */
static GPtrArray *
cut_news(struct table *t, int reader)
{
	GPtrArray *was = g_ptr_array_new();

	for (guint i = 0; i < t->reports->len; i++) {
		struct report *report = t->reports->pdata[i];
		GArray *news = report->outcome.news, *left;

		g_ptr_array_add(was, news);
		if (news == NULL)
			continue;
		left = g_array_new(FALSE, FALSE, sizeof(struct told));
		for (guint k = 0; k < news->len; k++) {
			struct told told = g_array_index(news, struct told, k);

			if (!told_to(&told, reader))
				continue;
			told.to = SEATS_ALL;
			g_array_append_val(left, told);
		}
		report->outcome.news = left;
	}
	return was;
}

static void
restore_news(struct table *t, GPtrArray *was)
{
	for (guint i = 0; i < t->reports->len; i++) {
		struct report *report = t->reports->pdata[i];

		if (report->outcome.news != NULL)
			g_array_unref(report->outcome.news);
		report->outcome.news = was->pdata[i];
	}
	g_ptr_array_unref(was);
}

/* What others are told changes nothing, nor does what the state hides. */
static void
check_hidden(struct house *h, struct table *t, int reader, int64_t after)
{
	const struct reader r = reader_view(t, reader);
	json_t *story = story_context(&r, after), *less;
	void *state = (void *)(uintptr_t)match_state(t->match);
	void *real = g_memdup2(state, t->game->state_size);
	GPtrArray *was = cut_news(t, reader);
	g_autofree char *one = text_of(story), *two = NULL;

	t->game->resample(state, reader, h->chance);
	less = story_context(&r, after);
	two = text_of(less);
	assert_string_equal(one, two);
	memcpy(state, real, t->game->state_size);
	restore_news(t, was);
	g_free(real);
	json_decref(story);
	json_decref(less);
}

/* Every sentence that she was told is in a chapter, in its place. */
static void
check_whole(struct table *t, int reader)
{
	const struct reader r = reader_view(t, reader);
	g_autoptr(GPtrArray) all = story_chapters(&r, -2);
	size_t told = 0, in = 0;

	for (guint i = 0; i < t->reports->len; i++) {
		const struct report *report = t->reports->pdata[i];
		const GArray *news = report->outcome.news;

		told += report->notice != NULL;
		for (guint k = 0; news != NULL && k < news->len; k++)
			told += told_to(
			    &g_array_index(news, struct told, k), reader);
	}
	for (guint i = 0; i < all->len; i++) {
		const struct chapter *c = all->pdata[i];

		in += c->heard->len + (c->head != NULL);
		assert_int_equal(c->number, (int)i);
	}
	assert_int_equal(in, told);
}

/* The scores of a view, where they lie open. */
static bool
scores_seen(struct table *t, int32_t score[GAME_MAX_SEATS])
{
	json_t *view = t->game->view(match_state(t->match), SEAT_ONLOOKER);
	json_t *list = json_object_get(view, "scores");
	bool seen = json_is_array(list);

	for (size_t s = 0; seen && s < table_seats(t); s++)
		score[s] = (int32_t)json_integer_value(json_array_get(list, s));
	json_decref(view);
	return seen;
}

/* A row of points: what it says of one seat. */
static void
check_row(const json_t *row, int32_t before, int32_t after)
{
	const char *why = json_string_value(json_object_get(row, "why"));
	int sum = 0;

	assert_int_equal(
	    json_integer_value(json_object_get(row, "total")), after);
	assert_int_equal(atoi(json_string_value(json_object_get(row, "gain"))),
	    after - before);
	/* Its reasons add up: "sale at Thimble +2, mate's pay -1". */
	for (const char *p = why; (p = strpbrk(p, "+-")) != NULL; p++)
		if (g_ascii_isdigit(p[1]) && p > why && p[-1] == ' ')
			sum += atoi(p);
	assert_int_equal(sum, after - before);
}

/* How a match went: independent of the story, from its views. */
struct count {
	int32_t score[128][GAME_MAX_SEATS];
	int chapters; /* so many have begun */
	guint tables, briefs, own;
};

static void
check_points(struct table *t, int reader, struct count *c)
{
	const struct reader r = reader_view(t, reader);
	json_t *story = story_context(&r, 0);
	json_t *chapters = json_object_get(story, "chapters"), *chapter, *row;
	size_t i, s;

	json_array_foreach(chapters, i, chapter)
	{
		json_t *rows =
		    json_object_get(json_object_get(chapter, "points"), "rows");
		int n = c->chapters - (int)json_array_size(chapters) + (int)i;
		bool full = json_is_true(json_object_get(chapter, "full"));

		assert_int_equal(full, i + 2 >= json_array_size(chapters));
		c->briefs += !full;
		json_array_foreach(rows, s, row)
		{
			check_row(row, c->score[n][s], c->score[n + 1][s]);
			c->tables++;
		}
	}
	json_decref(story);
}

static void
check_own(struct table *t, struct count *c)
{
	/* behind the notices of players who are ready */
	const struct reader r = reader_view(t, 0);
	json_t *story = story_context(&r, (int64_t)table_seats(t));
	g_autofree char *text = text_of(story);

	/* Anna reads: "You ...", or her name with a mark; never bare. */
	for (const char *p = text; (p = strstr(p, "Anna")) != NULL; p += 4) {
		bool row = g_str_has_prefix(p, "Anna\"") ||
			   g_str_has_prefix(p, "Anna +") ||
			   g_str_has_prefix(p, "Anna -") ||
			   g_str_has_prefix(p, "Anna 0");

		assert_true(row || g_str_has_prefix(p, "Anna (you)"));
		c->own += !row;
	}
	c->own += strstr(text, "You ") != NULL;
	json_decref(story);
}

/* A number that the game gives its rounds and turns. */
static int
chapter_of(struct table *t)
{
	json_t *view = t->game->view(match_state(t->match), SEAT_ONLOOKER);
	json_t *n = json_object_get(view, "round");
	int number = (int)json_integer_value(
	    n != NULL ? n : json_object_get(view, "turn"));

	json_decref(view);
	return number;
}

static void
reveal(struct house *h, struct table *t, struct count *c, bool closely)
{
	bool over = match_over(t->match);
	int now = over ? c->chapters + 1 : chapter_of(t);

	if (now > c->chapters) {
		assert_true(now < (int)G_N_ELEMENTS(c->score));
		c->chapters = now;
		if (!scores_seen(t, c->score[now - 1]))
			memset(c->score[now - 1], 0, sizeof(c->score[0]));
	}
	if (!closely)
		return;
	if (!over)
		check_points(t, SEAT_ONLOOKER, c);
	check_own(t, c);
	for (int s = SEAT_ONLOOKER; s < (int)table_seats(t); s++) {
		check_whole(t, s);
		if (!over) /* all is open then */
			check_hidden(h, t, s,
			    t->row->last_event -
				(int64_t)chance_below(h->chance, 40));
	}
}

static void
play(struct house *h, const struct game *game, int seats, bool options)
{
	int64_t id = house_match(h, game, seats, options);
	struct table *t = house_start(h, id);
	struct count c = { .chapters = 0 };
	struct err e = { 0 };

	reveal(h, t, &c, true);
	for (int n = 0; !match_over(t->match); n++) {
		int seat =
		    (int)chance_below(h->chance, (uint32_t)table_seats(t));
		struct move move;

		if (!house_move(h, t, seat, &move))
			continue;
		must(AT(t->home, NOW, table_play(t, seat, &move, "player", 0)),
		    &e);
		reveal(h, t, &c, n % EVERY == 0);
	}
	reveal(h, t, &c, true);
	assert_true(c.own > 0);
	assert_true(c.chapters < 4 || c.briefs > 0);
	assert_int_equal(c.tables > 0, game->scores_open);
	table_free(t);
}

static void
test_stories(void **state)
{
	struct house h = { 0 };

	(void)state;
	house_open(&h);
	for (size_t g = 0; games_all[g] != NULL; g++)
		for (int seats = games_all[g]->min_seats;
		     seats <= games_all[g]->max_seats; seats++)
			play(&h, games_all[g], seats, seats % 2 == 1);
	house_close(&h);
}

/* A game that marks nothing still gets its news, a line each. */
static void
test_nothing_marked(void **state)
{
	struct house h = { 0 };
	struct reader all;
	struct table *t;
	struct game plain;
	json_t *news, *story, *chapters, *parts, *part;
	size_t i;

	(void)state;
	house_open(&h);
	t = house_start(&h, house_match(&h, games_all[0], 3, false));
	plain = *t->game;
	plain.nplot = 0;
	plain.scores_open = false;
	t->game = &plain;
	all = reader_view(t, SEAT_ONLOOKER);
	news = context_news(&all, 0);
	story = story_context(&all, 0);
	chapters = json_object_get(story, "chapters");
	assert_int_equal(json_array_size(chapters), 1);
	parts = json_object_get(json_array_get(chapters, 0), "parts");
	assert_true(json_array_size(news) > 2);
	assert_int_equal(json_array_size(parts), json_array_size(news));
	json_array_foreach(parts, i, part) assert_string_equal(
	    json_string_value(json_object_get(part, "text")),
	    json_string_value(json_array_get(news, i)));
	json_decref(news);
	json_decref(story);
	table_free(t);
	house_close(&h);
}

/* The points of a name that is written from right to left stay behind it. */
static void
test_points_in_a_line(void **state)
{
	const struct chapter c = { .after = { 4, 9, 0 } };
	struct house h = { 0 };
	struct table *t;
	g_autofree char *line = NULL;

	(void)state;
	house_open(&h);
	t = house_start(&h, house_match(&h, games_all[0], 3, false));
	g_free(t->names[1]);
	t->names[1] = g_strdup("\u05e9\u05dc\u05d5\u05dd");
	line = story_points_line(t, &c);
	assert_string_equal(
	    line, "Anna +4, \u05e9\u05dc\u05d5\u05dd\u200e +9, Carla 0");
	table_free(t);
	house_close(&h);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_points_in_a_line),
		cmocka_unit_test(test_stories),
		cmocka_unit_test(test_nothing_marked),
	};

	return cmocka_run_group_tests_name("story", tests, NULL, NULL);
}
