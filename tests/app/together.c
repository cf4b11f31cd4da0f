/* SPDX-License-Identifier: ISC */
/*
 * The letters that follow from a mail tell nothing hidden by being there.  In
 * random matches of every game one move is made in two worlds that a seat
 * cannot tell apart: all that it cannot know is exchanged, or somebody else
 * has chosen another thing in secret.  To whom letters go, of which kinds,
 * when and in which order must then be the same, and those to this seat the
 * same bytes with all their fields, so that no size tells anything either.
 * And while some decide at the same time, nobody hears before all have.
 */
#include "app/home/home.h"
#include "app/letters/context/context.h"
#include "app/letters/new_match.h"
#include "app/letters/settle.h"
#include "app/letters/writing/compose.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/plans.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/move.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "games/games.h"
#include "parse/plan.h"
#include "store/mails/outbox.h"
#include "store/people/preferences.h"
#include "store/transaction.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

enum { MATCHES_EACH = 4, EVERY = 20, SECRET_EVERY = 3, TRIES = 20 };

struct bench {
	struct house house;
	struct table *t; /* of the match as it is */
	int64_t newest; /* letter before those of the move */
	guint worlds, secrets, hidden, together, all;
	bool
	    planned; /* all but the mover and the observer have plans, orders */
};

/* What follows from one move. */
struct after {
	GPtrArray *letters; /* struct outbox_row * */
	char *heard; /* what the observer was told and is shown, as text */
	bool revealed; /* the observer was told something that was hidden */
};

static void
after_clear(struct after *a)
{
	g_ptr_array_unref(a->letters);
	g_free(a->heard);
}

/* News of the last reports, from that one on. */
static void
hear(const struct table *t, guint from, int seat, struct after *a, GString *all)
{
	for (guint i = from; i < t->reports->len; i++) {
		const struct report *report = t->reports->pdata[i];
		const GArray *news = report->outcome.news;

		for (guint k = 0; news != NULL && k < news->len; k++) {
			const struct told *told =
			    &g_array_index(news, struct told, k);

			if (!told_to(told, seat))
				continue;
			a->revealed |=
			    t->game->sentences[told->say.sentence].reveals;
			for (size_t b = 0; b < sizeof(told->say); b++)
				g_string_append_printf(all, "%02x",
				    ((const unsigned char *)&told->say)[b]);
		}
	}
}

/* As the step handle does it with a mail of the mover. */
static void
answer_move(struct table *t, int mover, const struct move *move)
{
	static const struct answered mail = { 0, "mail@client.example" };
	struct err e = { 0 };
	struct reader r;

	dedup_by(t, "i1");
	t->answered = mover;
	must(AT(t->home, NOW, table_play(t, mover, move, "player", 0)), &e);
	must(AT(t->home, NOW, settle_match(t)), &e);
	r = house_reader(t, mover);
	r.answers = mail;
	must(TOLD(r.home, letter_to(&r, status_letter(t),
			      TOLD(r.home, context_whole(&r)))),
	    &e);
	reader_clear(&r);
}

/* A plan, and an order for whoever is asked. */
static void
plan_something(struct table *t, int seat)
{
	struct err e = { 0 };
	json_t *steps = json_array(), *dropped = json_array();
	json_t *moves = json_pack("[s]", "pass");

	json_array_append_new(steps, plan_step("pass", NULL));
	must(TOLD(t->home,
		 plans_replace(t, seat, steps, seat % 2 == 0, 0, dropped)),
	    &e);
	if (match_to_act(t->match) & SEAT(seat))
		must(AT(t->home, NOW,
			 plans_order(t, seat, moves, false, 0, dropped)),
		    &e);
	json_decref(moves);
	json_decref(steps);
	json_decref(dropped);
}

/*
 * The move in a world with that state (NULL: as it is), seen by a seat;
 * afterwards all is as before.
 */
static void
play_in(struct bench *b, const void *state, int mover, const struct move *move,
    int observer, struct after *a)
{
	struct err e = { 0 };
	struct store *store = b->house.home->store;
	struct table *t = house_table(&b->house, b->t->row->id);
	GString *heard = g_string_new(NULL);
	guint reports = t->reports->len;
	json_t *view;
	char *text;

	memset(a, 0, sizeof(*a));
	/* some news are old, some are new */
	for (int s = 0; s < (int)table_seats(t); s++)
		table_seat(t, s)->told = t->row->last_event - 5;
	if (state != NULL)
		memcpy((void *)(uintptr_t)match_state(t->match), state,
		    t->game->state_size);
	must(store_begin(store, __func__), &e);
	for (int s = 0; b->planned && s < (int)table_seats(t); s++)
		if (s != mover && s != observer)
			plan_something(t, s);
	answer_move(t, mover, move);
	a->letters = house_letters(&b->house, b->newest);
	store_rollback(store);
	hear(t, reports, observer, a, heard);
	view = t->game->view(match_state(t->match), observer);
	text = json_dumps(view, JSON_COMPACT);
	g_string_append(heard, text);
	a->heard = g_string_free(heard, FALSE);
	free(text);
	json_decref(view);
	table_free(t);
}

static void
assert_same_letter(const struct outbox_row *x, const struct outbox_row *y,
    int observer, const char *move)
{
	if (x->seat != y->seat || strcmp(x->kind, y->kind) != 0 ||
	    x->created != y->created || x->next_try != y->next_try ||
	    x->state != y->state || x->news_after != y->news_after ||
	    strcmp(x->message_id, y->message_id) != 0)
		fail_msg("\"%s\": seat %d gets %s, or seat %d %s", move,
		    x->seat, x->kind, y->seat, y->kind);
	if (x->seat == observer && !g_bytes_equal(x->raw, y->raw))
		fail_msg("\"%s\" tells seat %d:\n%s\n%s", move, observer,
		    (const char *)g_bytes_get_data(x->raw, NULL),
		    (const char *)g_bytes_get_data(y->raw, NULL));
}

static void
assert_same(const struct after *x, const struct after *y, int observer,
    const char *move)
{
	if (x->letters->len != y->letters->len)
		fail_msg("\"%s\" makes %u letters, or %u: seat %d learns it",
		    move, x->letters->len, y->letters->len, observer);
	for (guint i = 0; i < x->letters->len; i++)
		assert_same_letter(
		    x->letters->pdata[i], y->letters->pdata[i], observer, move);
}

/* ---- what an observer cannot know is exchanged ---- */

static void
other_world(struct bench *b, int mover, const struct move *move, int observer,
    const struct after *x)
{
	const struct game *game = b->t->game;
	const void *is = match_state(b->t->match);
	g_autofree void *other = g_memdup2(is, game->state_size);
	g_autofree char *text = move_text(b->t->match, move);
	struct after y;
	struct say why;

	game->resample(other, observer, b->house.chance);
	if (memcmp(other, is, game->state_size) == 0 ||
	    !game->check(other, mover, move, &why))
		return;
	play_in(b, other, mover, move, observer, &y);
	assert_int_equal(x->revealed, y.revealed);
	if (!y.revealed) {
		b->worlds++;
		assert_same(x, &y, observer, text);
	}
	after_clear(&y);
}

/* ---- what somebody else chooses in secret ---- */

/* What the observer sees after a move, whatever it was told. */
static char *
seen_after(struct bench *b, int mover, const struct move *move, int observer)
{
	static const unsigned char seed[SEED_SIZE] = { 3 };
	const struct game *game = b->t->game;
	g_autofree void *state =
	    g_memdup2(match_state(b->t->match), game->state_size);
	struct chance *chance = chance_new(seed);
	json_t *view;
	char *text;

	game->apply(state, mover, move, chance, NULL);
	view = game->view(state, observer);
	text = json_dumps(view, JSON_COMPACT);
	json_decref(view);
	chance_free(chance);
	return text;
}

/* Another move of hers after which the observer sees the same. */
static bool
second_choice(struct bench *b, int mover, const struct move *move, int observer,
    struct move *second)
{
	char *seen = seen_after(b, mover, move, observer);
	bool same = false;

	for (int i = 0; i < TRIES && !same; i++) {
		char *also;

		if (!house_move(&b->house, b->t, mover, second) ||
		    memcmp(move, second, sizeof(*second)) == 0)
			continue;
		also = seen_after(b, mover, second, observer);
		same = strcmp(seen, also) == 0;
		free(also);
	}
	free(seen);
	return same;
}

static void
other_choice(struct bench *b, int mover, const struct move *move, int observer,
    const struct after *x)
{
	struct move second;
	struct after y;

	if (mover == observer ||
	    !second_choice(b, mover, move, observer, &second))
		return;
	play_in(b, NULL, mover, &second, observer, &y);
	if (strcmp(x->heard, y.heard) == 0 && !x->revealed && !y.revealed) {
		g_autofree char *text = move_text(b->t->match, move);

		b->secrets++;
		b->hidden += x->letters->len > 1;
		assert_same(x, &y, observer, text);
	}
	after_clear(&y);
}

/* Whether others have planned or sent something that waits is not seen. */
static void
other_plans(struct bench *b, int mover, const struct move *move, int observer,
    const struct after *x)
{
	g_autofree char *text = move_text(b->t->match, move);
	struct after y;

	b->planned = true;
	play_in(b, NULL, mover, move, observer, &y);
	b->planned = false;
	assert_same(x, &y, observer, text);
	after_clear(&y);
}

/* ---- at the same time ---- */

/* The players who are asked the same as the mover and have not decided
 * yet. */
static seatset
deciding(struct bench *b, int mover)
{
	const void *state = match_state(b->t->match);
	const struct game *game = b->t->game;
	seatset all = game->to_act(state), same = 0;

	for (int s = 0; s < (int)table_seats(b->t); s++)
		if (s != mover && (all & SEAT(s)) &&
		    strcmp(game->phase(state, s), game->phase(state, mover)) ==
			0)
			same |= SEAT(s);
	return same;
}

/*
 * Others hear in the order of their seats, all at once; and nobody while
 * somebody has not decided yet.
 */
static void
letters_together(struct bench *b, int mover, const struct after *x)
{
	guint n = x->letters->len;
	int before = -1;

	for (guint i = 0; i < n; i++) {
		const struct outbox_row *row = x->letters->pdata[i];

		assert_int_equal(row->created, NOW);
		assert_int_equal(row->next_try, 0);
		if (i + 1 == n) {
			assert_int_equal(row->seat, mover);
			break;
		}
		assert_true(row->seat != mover && row->seat > before);
		before = row->seat;
	}
	if (deciding(b, mover) != 0) {
		b->together++;
		assert_int_equal(n, 1);
	}
	b->all += n == table_seats(b->t);
}

/* Is it made in secret, or with cards that lie face down? */
static bool
is_secret(struct bench *b, int mover)
{
	static const char *const phases[] = { "take", "bid", "place", "keep",
		NULL };

	return g_strv_contains(
	    phases, b->t->game->phase(match_state(b->t->match), mover));
}

static void
reveal(struct bench *b, int mover, const struct move *move)
{
	int seats = (int)table_seats(b->t);
	int observer = (int)chance_below(b->house.chance, (uint32_t)seats);

	struct after x;

	/* of letters to others only that they are there is compared */
	for (int s = 0; s < seats; s++)
		house_preferences(&b->house, b->t, s, MAIL_EACH, s != observer);
	b->newest = house_newest(&b->house);
	play_in(b, NULL, mover, move, observer, &x);
	letters_together(b, mover, &x);
	other_world(b, mover, move, observer, &x);
	other_choice(b, mover, move, observer, &x);
	other_plans(b, mover, move, observer, &x);
	after_clear(&x);
}

static bool
is_time(struct bench *b, int mover)
{
	uint32_t every = is_secret(b, mover) ? SECRET_EVERY : EVERY;

	return chance_below(b->house.chance, every) == 0 ||
	       deciding(b, mover) != 0;
}

static void
play_out(struct bench *b)
{
	struct err e = { 0 };

	while (!match_over(b->t->match)) {
		int seat = (int)chance_below(
		    b->house.chance, (uint32_t)table_seats(b->t));
		struct move move;

		if (!house_move(&b->house, b->t, seat, &move))
			continue;
		if (is_time(b, seat))
			reveal(b, seat, &move);
		must(AT(b->t->home, NOW,
			 table_play(b->t, seat, &move, "player", 0)),
		    &e);
	}
}

static void
test_letters(void **arg)
{
	struct bench *b = *arg;

	for (size_t g = 0; games_all[g] != NULL; g++)
		for (int seats = games_all[g]->min_seats;
		     seats <= games_all[g]->max_seats; seats++)
			for (int i = 0; i < MATCHES_EACH; i++) {
				int64_t id = house_match(
				    &b->house, games_all[g], seats, i % 2 == 1);

				/* tests/app/pictures.c has all numbers of them
				 */
				house_pictures(&b->house,
				    i == 0 && seats == games_all[g]->min_seats);
				b->t = house_start(&b->house, id);
				play_out(b);
				table_free(b->t);
			}
	print_message("# %u other worlds, %u secret choices, %u with letters "
		      "to others, %u at the same time, %u letters to all\n",
	    b->worlds, b->secrets, b->hidden, b->together, b->all);
	/* against tests that sleep */
	assert_true(b->worlds > 150);
	assert_true(b->secrets > 50);
	assert_true(b->hidden > 20);
	assert_true(b->together > 3);
	assert_true(b->all > 0);
}

static int
set_up(void **arg)
{
	struct bench *b = g_new0(struct bench, 1);

	house_open(&b->house);
	*arg = b;
	return 0;
}

static int
tear_down(void **arg)
{
	struct bench *b = *arg;

	house_close(&b->house);
	g_free(b);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
		    test_letters, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
