/* SPDX-License-Identifier: ISC */
/*
 * What two players say to each other in private changes nothing for anybody
 * else.  In random matches of every game the same happens in two worlds, but
 * in one of them two players talk before: every letter to the others, and to
 * onlookers, must be the same bytes with all its fields, and what they answer
 * by a number must mean the same.
 */
#include "app/home/due.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/context.h"
#include "app/letters/kinds/onlookers.h"
#include "app/letters/new_match.h"
#include "app/letters/settle.h"
#include "app/letters/writing/compose.h"
#include "app/matches/moves/tryout.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/table/talk.h"
#include "app/players/commands.h"
#include "app/players/reading/parse.h"
#include "app/players/seats/seat_reply.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/rules.h"
#include "games/games.h"
#include "store/mails/outbox.h"
#include "store/matches/onlookers.h"
#include "store/matches/seats.h"
#include "store/matches/talk.h"
#include "store/people/people.h"
#include "store/transaction.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

enum { EVERY = 25, IDS = 40 };

struct bench {
	struct house house;
	struct table *t;
	guint letters, onlookers;
};

/* Who talks, and what happens then. */
struct story {
	int from, to;
	bool talk, old_news;
	int mover;
	const struct move *move;
};

static void
say(struct table *t, const struct story *story)
{
	g_autofree char *line = g_strdup_printf(
	    "say %s: shall we fight, the two of us?", t->names[story->to]);
	static const struct answered mail = { 0, "mail@client.example" };
	struct err e = { 0 };
	g_autoptr(GPtrArray) lines = g_ptr_array_new();
	g_autoptr(GPtrArray) requests = NULL;
	struct reply a;
	struct tryout tryout;
	struct reader r;
	json_t *context;

	g_ptr_array_add(lines, line);
	requests = reading_requests(home_words(t->home), t->match, lines);
	reply_init(&a, t->home);
	dedup_by(t, "i1");
	t->answered = story->from;
	tryout_begin(&tryout, t, story->from);
	tryout.reply = &a;
	tryout.turn = -1;
	must(
	    TOLD(tryout.reply->home, commands_for_seat(&tryout, requests)), &e);
	tryout_end(&tryout);
	assert_int_equal(json_array_size(a.understood), 1);
	must(AT(t->home, NOW, settle_match(t)), &e);
	r = house_reader(t, story->from);
	r.answers = mail;
	context = TOLD(r.home, context_of(&r));
	must(context == NULL ? -1 : 0, &e);
	seat_reply_context(&a, &r, context);
	must(TOLD(r.home, letter_to(&r, "turn", context)), &e);
	reader_clear(&r);
	reply_clear(&a);
}

/* As many numbers of letters as the talk has taken. */
static void
no_talk(struct table *t)
{
	struct err e = { 0 };
	int64_t id;

	for (int i = 0; i < 2; i++)
		must(store_outbox_next_id(t->home->store, &id), &e);
}

static void
add_onlooker(struct table *t)
{
	struct person person = { .name = (char *)"Zofia",
		.language = (char *)"en",
		.zone = (char *)"",
		.address = (char *)"zofia@example.org",
		.created = NOW };
	struct onlooker_row o = { .match = t->row->id,
		.name = (char *)"Zofia",
		.since = NOW,
		.told = t->row->last_event,
		.written = NOW - 3 * 86400 };
	struct err e = { 0 };

	must(store_person_add(t->home->store, &person), &e);
	o.person = person.id;
	must(store_onlooker_add(t->home->store, &o), &e);
}

/* The letters to all but the two, oldest first; in a transaction taken back. */
static GPtrArray *
happens(struct bench *b, const struct story *story)
{
	struct store *store = b->house.home->store;
	struct err e = { 0 };
	int64_t newest = house_newest(&b->house);
	GPtrArray *letters = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)(void (*)(void))outbox_row_free);
	struct table *t = house_table(&b->house, b->t->row->id);
	int n;

	must(store_begin(store, __func__), &e);
	for (int s = 0; s < (int)table_seats(t); s++) {
		struct seat_row *row = table_seat(t, s);

		row->told = t->row->last_event - (story->old_news ? 5 : 0);
		must(store_seat_update(store, row), &e);
	}
	add_onlooker(t);
	if (story->talk)
		say(t, story);
	else
		no_talk(t);
	table_free(t);

	t = house_table(&b->house, b->t->row->id);
	dedup_by(t, "i2");
	must(AT(t->home, NOW,
		 table_play(t, story->mover, story->move, "player", 0)),
	    &e);
	table_effect(t, EFFECT_TELL_ALL, -1);
	must(AT(t->home, NOW, settle_match(t)), &e);
	must(AT(t->home, NOW + 60, due_do(t->home, &due_onlookers, &n)), &e);
	for (int64_t id = newest + 1; id < newest + IDS; id++) {
		struct outbox_row *row = store_outbox(store, id);

		if (row != NULL && row->seat != story->from &&
		    row->seat != story->to)
			g_ptr_array_add(letters, row);
		else
			outbox_row_free(row);
	}
	store_rollback(store);
	table_free(t);
	return letters;
}

static void
assert_same(const struct outbox_row *x, const struct outbox_row *y)
{
	gsize n, m, i = 0;
	const char *a = g_bytes_get_data(x->raw, &n);
	const char *c = g_bytes_get_data(y->raw, &m);

	while (i < n && i < m && a[i] == c[i])
		i++;
	if (i < n || i < m)
		fail_msg("seat %d learns it by its %s:\n%.*s\n%.*s", x->seat,
		    x->kind, (int)MIN(n - i, 300), a + i, (int)MIN(m - i, 300),
		    c + i);
}

static void
compare(struct bench *b, struct story story)
{
	g_autoptr(GPtrArray) before = NULL, after = NULL;

	story.talk = false;
	before = happens(b, &story);
	story.talk = true;
	after = happens(b, &story);
	assert_int_equal(before->len, after->len);
	for (guint i = 0; i < before->len; i++) {
		const struct outbox_row *x = before->pdata[i];
		const struct outbox_row *y = after->pdata[i];

		assert_int_equal(x->id, y->id);
		assert_int_equal(x->seat, y->seat);
		assert_string_equal(x->kind, y->kind);
		assert_same(x, y);
		b->letters += x->seat >= 0;
		b->onlookers += x->seat < 0;
	}
}

static void
play_out(struct bench *b)
{
	struct err e = { 0 };
	uint32_t seats = (uint32_t)table_seats(b->t);

	for (int n = 1; !match_over(b->t->match); n++) {
		int seat = (int)chance_below(b->house.chance, seats);
		struct move move;

		if (!house_move(&b->house, b->t, seat, &move))
			continue;
		if (n % EVERY == 0) {
			int from = (int)chance_below(b->house.chance, seats);
			struct story story = { .from = from,
				.to = (from + 1) % (int)seats,
				.old_news = n % (2 * EVERY) == 0,
				.mover = seat,
				.move = &move };

			compare(b, story);
		}
		must(AT(b->t->home, NOW,
			 table_play(b->t, seat, &move, "player", 0)),
		    &e);
	}
}

static void
test_private(void **state)
{
	struct bench b = { 0 };

	(void)state;
	house_open(&b.house);
	for (size_t g = 0; games_all[g] != NULL; g++) {
		const struct game *game = games_all[g];

		b.t = house_start(&b.house,
		    house_match(&b.house, game,
			CLAMP(3, game->min_seats, game->max_seats), false));
		play_out(&b);
		table_free(b.t);
	}
	house_close(&b.house);
	assert_true(b.letters > 10);
	assert_true(b.onlookers > 10);
}

/* Numbers as letters tell them, and what they mean. */
static void
test_numbers(void **state)
{
	struct talk_row rows[] = { { .n = 2, .hearer = -1 },
		{ .n = 4, .hearer = 1 }, { .n = 5, .hearer = 0 },
		{ .n = 7, .hearer = -1 }, { .n = 8, .hearer = 2 } };
	static const int64_t open[] = { 0, 1, 2, 3, 3, 3, 4, 5, 5, 6 };
	static const int64_t full[] = { 0, 1, 2, 5, 6, 8, 9 };
	struct table t = { .talk = g_ptr_array_new() };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
		g_ptr_array_add(t.talk, &rows[i]);
	for (int64_t n = 0; n < (int64_t)G_N_ELEMENTS(open); n++)
		assert_int_equal(talk_open_number(&t, n), open[n]);
	for (int64_t n = 0; n < (int64_t)G_N_ELEMENTS(full); n++)
		assert_int_equal(talk_full_number(&t, n), full[n]);
	g_ptr_array_unref(t.talk);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_private),
		cmocka_unit_test(test_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
