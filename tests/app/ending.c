/* SPDX-License-Identifier: ISC */
/*
 * What the last letter tells, in random matches of every game: scores round by
 * round as they were counted beside the match, at most four turning points,
 * the whole log, and a verdict for everybody; and of a match that is called
 * off nothing but what the reader was told.
 */
#include "app/home/languages.h"
#include "app/letters/context/final_context.h"
#include "app/letters/context/outcome.h"
#include "app/letters/new_match.h"
#include "app/letters/story/highlights.h"
#include "app/letters/story/record.h"
#include "app/letters/story/story.h"
#include "app/letters/writing/replay_page.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/organiser/organiser.h"
#include "app/organiser/records/record_verify.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "games/games.h"
#include "mail/outgoing/write.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

/* Scores when a round ends, as result says them at that time. */
struct count {
	int32_t score[1024][GAME_MAX_SEATS];
	int rounds; /* so many are complete */
};

static int
round_now(struct table *t)
{
	json_t *view = t->game->view(match_state(t->match), SEAT_ONLOOKER);
	json_t *n = json_object_get(view, "round");
	int number = (int)json_integer_value(
	    n != NULL ? n : json_object_get(view, "turn"));

	json_decref(view);
	return number;
}

static void
note(struct table *t, struct count *c)
{
	struct result result = { 0 };
	int complete = match_over(t->match) ? round_now(t) : round_now(t) - 1;

	t->game->result(match_state(t->match), &result);
	for (; c->rounds < complete; c->rounds++) {
		assert_true(c->rounds < (int)G_N_ELEMENTS(c->score));
		memcpy(c->score[c->rounds], result.score, sizeof(result.score));
	}
}

static void
check_chart(struct table *t, const json_t *context, const struct count *c)
{
	json_t *chart = json_object_get(context, "chart"), *row;
	size_t n = json_array_size(json_object_get(chart, "rounds")), i;

	assert_int_equal(n, c->rounds);
	for (size_t s = 0; s < table_seats(t); s++) {
		json_t *scores = json_object_get(
		    json_array_get(json_object_get(chart, "players"), s),
		    "scores");

		assert_int_equal(json_array_size(scores), n);
		for (i = 0; i < n; i++)
			assert_int_equal(
			    json_integer_value(json_array_get(scores, i)),
			    c->score[i][s]);
	}
	json_array_foreach(json_object_get(chart, "rows"), i, row)
	{
		json_int_t at = json_integer_value(json_object_get(row, "n"));
		json_t *cells = json_object_get(row, "cells");

		assert_in_range(at, 1, n);
		for (size_t s = 0; s < table_seats(t); s++)
			assert_int_equal(
			    json_integer_value(json_array_get(cells, s)),
			    c->score[at - 1][s]);
	}
	assert_in_range(i, 1, 12);
	row = json_array_get(json_object_get(chart, "rows"), i - 1);
	assert_int_equal(json_integer_value(json_object_get(row, "n")), (int)n);
}

static void
check_log(struct table *t, const json_t *context)
{
	json_t *rounds = json_object_get(context, "rounds"), *round;
	bool less = json_is_true(json_object_get(context, "rounds_less"));
	size_t moves = 0, i;

	json_array_foreach(rounds, i, round) moves +=
	    json_array_size(json_object_get(round, "moves"));
	assert_int_equal(less, t->events->len > 300);
	assert_true(
	    less ? moves <= 300 && moves > 200 : moves == t->events->len);
}

/* "A little" is said to a player who has less by a tenth at most. */
static void
check_little(struct table *t, int seat, const char *verdict)
{
	struct result result = { 0 };
	int best = INT32_MIN;

	if (strstr(verdict, "a little") == NULL)
		return;
	t->game->result(match_state(t->match), &result);
	for (size_t s = 0; s < table_seats(t); s++)
		if (result.winners & SEAT(s))
			best = MAX(best, result.score[s]);
	assert_true(seat >= 0);
	assert_true((best - result.score[seat]) * 10 <= abs(best));
}

/* What each seat was, round by round, stands in a table as wide as a letter,
 * even if the longest word is in each column; a wider one would fall into a
 * list. */
static void
check_shown_fits(struct table *t, const char *language)
{
	enum { BEFORE = 6, BETWEEN = 2, WIDTH = 72 };
	struct reader r = house_reader(t, 0);
	json_t *context = json_object(), *row, *cell;
	const long seats = (long)table_seats(t);
	long widest = 0, all;
	size_t i, s;

	r.language = home_catalog(t->home, language);
	context_final(&r, context);
	json_array_foreach(
	    json_object_get(json_object_get(context, "shown"), "rows"), i, row)
	    json_array_foreach(json_object_get(row, "cells"), s, cell)
	{
		const char *text =
		    json_string_value(json_object_get(cell, "text"));

		if (text != NULL)
			widest = MAX(widest, g_utf8_strlen(text, -1));
	}
	all = BEFORE + seats * widest + (seats - 1) * BETWEEN;
	if (all > WIDTH)
		fail_msg("%s in %s: %ld wide", t->game->name, language, all);
	reader_clear(&r);
	json_decref(context);
}

static void
check_all(struct table *t, const struct count *c)
{
	for (int s = SEAT_ONLOOKER; s < (int)table_seats(t); s++) {
		struct reader r = house_reader(t, s);
		json_t *context = json_object();
		const char *verdict;

		context_final(&r, context);
		reader_clear(&r);
		check_chart(t, context, c);
		check_log(t, context);
		assert_true(
		    json_array_size(json_object_get(context, "turning")) <= 4);
		verdict =
		    json_string_value(json_object_get(context, "verdict"));
		assert_true(strlen(verdict) > 10);
		assert_null(strchr(verdict, '['));
		assert_null(strchr(verdict, '{'));
		check_little(t, s, verdict);
		json_decref(context);
	}
}

/* All get it: nobody's hours and habits are in it. */
static void
check_preferences(struct table *t)
{
	struct event_row *row = t->events->pdata[0];
	char *by = row->by, planned[] = "plan";
	json_t *record, *event;
	size_t i;

	row->by = planned;
	record = record_of(t, home_words(t->home), false);
	row->by = by;
	json_array_foreach(json_object_get(record, "events"), i, event)
	{
		assert_null(json_object_get(event, "at"));
		assert_string_not_equal(
		    json_string_value(json_object_get(event, "by")), "plan");
	}
	assert_int_equal(i, t->events->len);
	json_decref(record);
}

/* The record is what verify takes; the page is small. */
static void
check_files(struct table *t)
{
	struct err e = { 0 };
	const struct reader all = reader_view(t, SEAT_ONLOOKER);
	json_t *context = json_object(),
	       *record = record_of(t, home_words(t->home), false);
	const GPtrArray *list = TOLD(all.home, replay_attached(&all, context));
	g_autoptr(GString) report = g_string_new(NULL);
	gsize sum = 0;

	must(list == NULL ? -1 : 0, &e);
	must(record_verify(record, report, &e), &e);
	for (guint i = 0; i < list->len; i++) {
		const struct attachment *a = list->pdata[i];

		sum += g_bytes_get_size(a->bytes);
	}
	assert_int_equal(list->len, 2);
	assert_true(sum <= REPLAY_MOST + REPLAY_RECORD_MOST);
	/* made but once */
	assert_ptr_equal(list, TOLD(all.home, replay_attached(&all, context)));
	json_decref(context);
	json_decref(record);
}

static char *
left_text(struct table *t, int reader)
{
	const struct reader r = reader_view(t, reader);
	json_t *context = json_object();
	char *text;

	ending_left_context(&r, context);
	text = json_dumps(context, JSON_COMPACT | JSON_SORT_KEYS);
	json_decref(context);
	return text;
}

/* Of one that is called off: equal for all that the reader cannot tell. */
static void
check_left(struct house *h, struct table *t)
{
	void *state = (void *)(uintptr_t)match_state(t->match);
	void *real = g_memdup2(state, t->game->state_size);

	for (int s = SEAT_ONLOOKER; s < (int)table_seats(t); s++) {
		g_autofree char *one = left_text(t, s), *two = NULL;

		t->game->resample(state, s, h->chance);
		two = left_text(t, s);
		memcpy(state, real, t->game->state_size);
		assert_string_equal(one, two);
		if (!t->game->scores_open)
			assert_null(strstr(one, "chart"));
	}
	g_free(real);
}

static void
play(struct house *h, const struct game *game, int seats)
{
	struct table *t =
	    house_start(h, house_match(h, game, seats, seats % 2 == 0));
	struct count *c = g_new0(struct count, 1);
	struct err e = { 0 };

	for (int n = 0; !match_over(t->match); n++) {
		int seat =
		    (int)chance_below(h->chance, (uint32_t)table_seats(t));
		struct move move;

		if (!house_move(h, t, seat, &move))
			continue;
		must(AT(t->home, NOW, table_play(t, seat, &move, "player", 0)),
		    &e);
		note(t, c);
		if (n % 50 == 0 && !match_over(t->match))
			check_left(h, t);
	}
	t->row->status = STATUS_OVER;
	check_all(t, c);
	check_shown_fits(t, "en");
	check_shown_fits(t, "de");
	check_shown_fits(t, "pl");
	check_shown_fits(t, "ru");
	check_preferences(t);
	check_files(t);
	g_free(c);
	table_free(t);
}

static void
test_endings(void **state)
{
	struct house h = { 0 };

	(void)state;
	house_open(&h);
	for (size_t g = 0; games_all[g] != NULL; g++)
		for (int seats = games_all[g]->min_seats;
		     seats <= games_all[g]->max_seats; seats++)
			play(&h, games_all[g], seats);
	house_close(&h);
}

/* What that reader is told first of a match in which three seats have so many
 * points after each round. */
static void
check_lead(struct table *t, int audience, const char *scores, const char *want)
{
	static const struct say head;
	g_auto(GStrv) rounds = g_strsplit(scores, " ", -1);
	g_autoptr(GPtrArray) chapters = g_ptr_array_new_with_free_func(g_free);
	const struct reader r = reader_view(t, audience);
	g_autofree char *text = NULL;
	json_t *told;

	for (int i = 0; rounds[i] != NULL; i++) {
		struct chapter *c = g_new0(struct chapter, 1);

		c->head = &head;
		c->number = i + 1;
		for (int s = 0; s < 3; s++) {
			c->before[s] = i > 0 ? rounds[i - 1][s] - '0' : 0;
			c->after[s] = rounds[i][s] - '0';
		}
		g_ptr_array_add(chapters, c);
	}
	told = ending_turning(&r, chapters);
	text = json_dumps(told, JSON_COMPACT | JSON_ENSURE_ASCII);
	if (strncmp(text + 1, want, strlen(want)) != 0)
		fail_msg("%s: %s", scores, text);
	json_decref(told);
}

/* A player with as many points as another does not lead, and what two get at
 * once is the most of nobody. */
static void
test_leads(void **state)
{
	static const char *const cases[][2] = {
		{ "100 210 320", "\"Anna leads all 3 times that points are" },
		{ "100 110 210", "\"Round 3: Anna takes the lead and keeps" },
		{ "100 210 330", "\"Round 3: Boris gets" },
		{ "000 100 210", "\"Round 2: Anna takes the lead and keeps" },
		{ "010 110 210", "\"Round 3: Anna takes the lead and keeps" },
		{ "100 120 320", "\"The lead changes 2 times.\",\"Round 3: " },
		{ "100 120 320 330", "\"The lead changes 2 times.\"]" },
	};
	struct house h = { 0 };
	struct table *t;

	(void)state;
	house_open(&h);
	t = house_start(&h, house_match(&h, game_find("mutineer"), 3, false));
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
		check_lead(t, SEAT_ONLOOKER, cases[i][0], cases[i][1]);
	check_lead(t, 1, "100 210 320", "\"Anna leads all 3 times");
	check_lead(t, 0, "100 210 320", "\"You lead all 3 times that points");
	check_lead(
	    t, 0, "100 110 210", "\"Round 3: you take the lead and keep");
	table_free(t);
	house_close(&h);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_endings),
		cmocka_unit_test(test_leads),
	};

	return cmocka_run_group_tests_name("ending", tests, NULL, NULL);
}
