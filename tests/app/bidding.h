/* SPDX-License-Identifier: ISC */
/* Matches in which several decide the same at the same time, for tests. */
#ifndef TESTS_APP_BIDDING_H
#define TESTS_APP_BIDDING_H

#include "app/letters/context/context.h"
#include "app/letters/context/news.h"
#include "app/letters/settle.h"
#include "app/matches/deadlines.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "games/games.h"
#include "policy/policy.h"
#include "policy/policy_text.h"
#include "store/mails/outbox.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/matches/timers.h"
#include "store/people/people.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

enum { LATE = NOW + 300001, MATCHES = 40 };

static inline const struct game *
find_game(const char *name)
{
	const struct game *game = game_find(name);

	assert_non_null(game);
	return game;
}

/* With the whole policy of the table as it stands there. */
static inline void
set_policy(struct table *t, const char *key, const char *value)
{
	struct err e = { 0 };

	must(policy_set(&t->policy, key, value, &e), &e);
}

/* What led to the letters that follow: something else each time. */
static inline void
new_dedup_prefix(struct table *t)
{
	static char text[16];
	static int n;

	snprintf(text, sizeof(text), "t%d", ++n);
	dedup_by(t, text);
}

static inline void
settle(struct table *t, int64_t now)
{
	struct err e = { 0 };

	new_dedup_prefix(t);
	must(AT(t->home, now, settle_match(t)), &e);
}

static inline void
play_any(struct house *h, struct table *t, int seat)
{
	struct err e = { 0 };
	struct move move;

	assert_true(house_move(h, t, seat, &move));
	must(AT(t->home, NOW, table_play(t, seat, &move, "player", 0)), &e);
}

static inline int
count(seatset set)
{
	int n = 0;

	for (int s = 0; s < GAME_MAX_SEATS; s++)
		n += (set & SEAT(s)) != 0;
	return n;
}

/* A match in which at least so many seats bid at the same time. */
static inline struct table *
bidding(struct house *h, int bidders)
{
	const struct game *game = find_game("hexxi");

	for (int i = 0; i < MATCHES; i++) {
		struct table *t =
		    house_start(h, house_match(h, game, 4, false));

		set_policy(t, "time", "3d");
		set_policy(t, "offer", "3d");
		while (!match_over(t->match)) {
			seatset asked = match_to_act(t->match);
			int seat = 0;

			if (count(asked) >= bidders)
				return t;
			while (!(asked & SEAT(seat)))
				seat++;
			play_any(h, t, seat);
		}
		table_free(t);
	}
	fail_msg("no match in which %d bid at the same time", bidders);
	return NULL;
}

/* All that was committed to rows is read anew, with that policy. */
static inline struct table *
again(struct house *h, struct table *t)
{
	struct policy p = t->policy;
	int64_t id = t->row->id;

	table_free(t);
	t = house_table(h, id);
	t->policy = p;
	return t;
}

static inline void
time_up(struct table *t, int seat, int64_t now)
{
	struct err e = { 0 };
	struct timer_row timer = { .match = t->row->id,
		.seat = seat,
		.kind = TIMER_DECIDE,
		.asked = NOW,
		.due = now - 1 };

	new_dedup_prefix(t);
	must(AT(t->home, now, missed_time_up(t, &timer)), &e);
	must(AT(t->home, now, settle_match(t)), &e);
}

static inline int
told(struct table *t, int seat, const char *piece)
{
	struct reader r = house_reader(t, seat);
	json_t *news = context_news(&r, -2), *item;
	size_t i;
	int n = 0;

	json_array_foreach(news, i, item) n +=
	    strstr(json_string_value(item), piece) != NULL;
	json_decref(news);
	reader_clear(&r);
	return n;
}

static inline int
first(seatset set)
{
	int s = 0;

	while (!(set & SEAT(s)))
		s++;
	return s;
}

static inline int
set_up(void **arg)
{
	struct house *h = g_new0(struct house, 1);

	house_open(h);
	*arg = h;
	return 0;
}

static inline int
tear_down(void **arg)
{
	struct house *h = *arg;

	house_close(h);
	g_free(h);
	return 0;
}

#endif
