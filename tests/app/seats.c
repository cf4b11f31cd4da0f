/* SPDX-License-Identifier: ISC */
/*
 * Seats that the program plays: its moves are legal, the same whenever they
 * are asked for, and follow from what the seat may know alone.  Seats that
 * change hands: keys, rows, and letters that tell outsiders nothing hidden.
 */
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/people.h"
#include "app/home/reply_keys.h"
#include "app/letters/kinds/seat_codes.h"
#include "app/letters/new_match.h"
#include "app/matches/seats/seats.h"
#include "app/matches/table/autoplay.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/table/tenures.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "games/games.h"
#include "mail/ticket.h"
#include "policy/policy.h"
#include "render/body.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

enum { MATCHES_EACH = 2 };

/* All that the seat cannot know is another choice that fits. */
static void
resample(struct house *h, struct table *t, int seat)
{
	t->game->resample(
	    (void *)(uintptr_t)match_state(t->match), seat, h->chance);
}

static char *
robots_move(struct table *t, int seat)
{
	struct phrase *why;
	struct move move;

	robot_move(t, seat, &move);
	why = match_refusal(t->match, seat, &move);
	assert_null(why);
	return move_text(t->match, &move);
}

/* Asked twice, and asked where what is hidden is otherwise. */
static void
look_at_robot(struct house *h, struct table *t, int seat, GHashTable *seen)
{
	void *state = (void *)(uintptr_t)match_state(t->match);
	void *was = g_memdup2(state, t->game->state_size);
	g_autofree char *first = robots_move(t, seat);
	g_autofree char *again = robots_move(t, seat);
	g_autofree char *other = NULL;

	resample(h, t, seat);
	other = robots_move(t, seat);
	memcpy(state, was, t->game->state_size);
	g_free(was);
	assert_string_equal(first, again);
	assert_string_equal(first, other);
	g_hash_table_add(seen, g_steal_pointer(&again));
}

static char *
letters_outside(struct house *h, struct table *t)
{
	static const char *const kinds[] = { "offer", "left", "former" };
	GString *all = g_string_new(NULL);

	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++) {
		struct err e = { 0 };
		json_t *context =
		    house_context(t, SEAT_ONLOOKER, t->row->last_event - 9);
		g_autofree char *text = NULL;

		json_object_set_new(context, "offer",
		    json_pack(
			"{s:s, s:s}", "code", "a2b3c4", "seat", t->names[0]));
		text = catalog_letter(
		    home_words(h->home), t->row->game, kinds[i], context, &e);
		must(text == NULL ? -1 : 0, &e);
		g_string_append(all, text);
		json_decref(context);
	}
	return g_string_free(all, FALSE);
}

static void
look_at_letters(struct house *h, struct table *t)
{
	void *state = (void *)(uintptr_t)match_state(t->match);
	void *was = g_memdup2(state, t->game->state_size);
	g_autofree char *before = letters_outside(h, t);
	g_autofree char *after = NULL;

	resample(h, t, SEAT_ONLOOKER);
	after = letters_outside(h, t);
	memcpy(state, was, t->game->state_size);
	g_free(was);
	assert_string_equal(before, after);
}

static guint
play_out(struct house *h, const struct game *game, int seats)
{
	struct err e = { 0 };
	struct table *t = house_start(h, house_match(h, game, seats, false));
	g_autoptr(GHashTable) seen =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	guint n = 0;

	t->policy.robot = PLAYS_RANDOM;
	while (!match_over(t->match)) {
		int seat = (int)chance_below(h->chance, (uint32_t)seats);
		struct move move;

		if (!house_move(h, t, seat, &move))
			continue;
		look_at_robot(h, t, seat, seen);
		if (n++ % 8 == 0)
			look_at_letters(h, t);
		/* Half of the match is robots' work. */
		if (n % 2 == 0)
			robot_move(t, seat, &move);
		must(AT(t->home, NOW, table_play(t, seat, &move, "robot", 0)),
		    &e);
	}
	n = g_hash_table_size(seen);
	table_free(t);
	return n;
}

static void
robots_look_at_nothing_hidden(void **state)
{
	struct house *h = *state;

	for (const struct game *const *g = games_all; *g != NULL; g++)
		for (int i = 0; i < MATCHES_EACH; i++)
			/* Not always the same one. */
			assert_true(
			    play_out(h, *g,
				MIN((*g)->min_seats + i, (*g)->max_seats)) >
			    ((*g)->released ? 5 : 2));
}

static void
robots_by_default(void **state)
{
	struct house *h = *state;

	for (const struct game *const *g = games_all; *g != NULL; g++) {
		struct table *t =
		    house_start(h, house_match(h, *g, (*g)->min_seats, false));

		for (int s = 0; s < (int)table_seats(t); s++) {
			struct move want = { 0 }, got;

			if (!(match_to_act(t->match) & SEAT(s)))
				continue;
			t->game->absent(match_state(t->match), s, &want);
			robot_move(t, s, &got);
			assert_true(move_equal(&want, &got));
		}
		table_free(t);
	}
}

/* ---- seats that change hands ---- */

static int64_t
person_of(struct house *h, const char *name)
{
	struct err e = { 0 };
	g_autofree char *text = g_strdup_printf("%s <%s.%d@example.net>", name,
	    name, g_random_int_range(0, 1 << 30));
	char *own = NULL;
	struct person *p =
	    AT(h->home, NOW, person_meant(h->home, "seat", text, &own));
	int64_t id;

	must(p == NULL ? -1 : 0, &e);
	id = p->id;
	g_free(own);
	person_free(p);
	return id;
}

static void
given(void **state)
{
	struct house *h = *state;
	struct err e = { 0 };
	struct table *t =
	    house_start(h, house_match(h, games_all[0], 3, false));
	struct seat_row *row = table_seat(t, 1);
	int64_t first = row->person, second = person_of(h, "Zoe");
	char old[KEY_SIZE + 1], new[KEY_SIZE + 1];

	row->missed = 2;
	row->graces = 1;
	keys_make(h->home, row, old);
	assert_null(seat_player(t, 1));
	must(AT(t->home, NOW, seat_open(t, 1, "notice.resigned")), &e);
	/* plain.h: nobody waits for anybody. */
	assert_int_equal(row->occupant, OCCUPANT_ROBOT);
	assert_null(seat_tenure(t, 1));
	assert_int_equal(effect_of(t, EFFECT_LEFT, 1)->person, first);
	must(AT(t->home, NOW + 5,
		 seat_give(t, 1, second, "notice.taken",
		     json_pack("{s:s, s:s}", "who", "Boris", "by", "Zoe"))),
	    &e);
	keys_make(h->home, row, new);
	assert_string_not_equal(old, new);
	assert_int_equal((home_work(h->home, NOW, h->home->err),
			     keys_check(h->home, row, old)),
	    KEY_UNKNOWN);
	assert_int_equal(row->person, second);
	assert_int_equal(row->occupant, OCCUPANT_PERSON);
	assert_int_equal(row->missed, 0);
	assert_int_equal(row->graces, 0);
	assert_int_equal(row->told, -1);
	assert_string_equal(seat_player(t, 1), "Zoe");
	/* Moves name the seat as ever. */
	assert_string_equal(t->names[1], "Boris");
	assert_true(seat_held_before(t, first));
	assert_true(seat_held_before(t, second));
	assert_false(seat_held_before(t, second + 1));
	table_free(t);
}

/* What the rows say is what the next table knows. */
static void
given_for_good(void **state)
{
	struct house *h = *state;
	struct err e = { 0 };
	int64_t id = house_match(h, games_all[0], 3, false), zoe;
	struct table *t = house_start(h, id);
	json_t *context;

	zoe = person_of(h, "Zoe");
	dedup_by(t, "a");
	must(AT(t->home, NOW,
		 seat_give(t, 2, zoe, "notice.taken",
		     json_pack("{s:s, s:s}", "who", "Carla", "by", "Zoe"))),
	    &e);
	table_free(t);
	t = house_table(h, id);
	assert_int_equal(table_seat(t, 2)->person, zoe);
	assert_string_equal(seat_player(t, 2), "Zoe");
	context = house_context(t, 2, 0);
	assert_non_null(json_object_get(context, "newcomer"));
	json_decref(context);
	/* A player who was told all of it is no newcomer any more. */
	table_seat(t, 2)->told = t->row->last_event;
	context = house_context(t, 2, 0);
	assert_null(json_object_get(context, "newcomer"));
	json_decref(context);
	/* A player who was there from the beginning never was one. */
	table_seat(t, 0)->told = -1;
	context = house_context(t, 0, 0);
	assert_null(json_object_get(context, "newcomer"));
	json_decref(context);
	table_free(t);
}

static void
last_one_leaves(void **state)
{
	struct house *h = *state;
	struct err e = { 0 };
	struct table *t =
	    house_start(h, house_match(h, games_all[0], 3, false));

	t->policy.offer = (struct span){ 0 }; /* robots come at once */
	must(AT(t->home, NOW, seat_open(t, 0, "notice.resigned")), &e);
	must(AT(t->home, NOW, seat_open(t, 1, "notice.resigned")), &e);
	assert_int_equal(t->row->status, STATUS_RUNNING);
	must(AT(t->home, NOW, seat_open(t, 2, "notice.resigned")), &e);
	assert_int_equal(t->row->status, STATUS_ENDED);
	table_free(t);
}

static int
set_up(void **state)
{
	static struct house h;

	house_open(&h);
	*state = &h;
	return 0;
}

static int
tear_down(void **state)
{
	house_close(*state);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(robots_look_at_nothing_hidden),
		cmocka_unit_test(robots_by_default),
		cmocka_unit_test(given),
		cmocka_unit_test(given_for_good),
		cmocka_unit_test(last_one_leaves),
	};

	return cmocka_run_group_tests_name("seats", tests, set_up, tear_down);
}
