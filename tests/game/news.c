/* SPDX-License-Identifier: ISC */
/*
 * News and what stays hidden, in random matches of every game: what a seat was
 * told, resample no longer exchanges.  A sealed bid that is told at once would
 * else go unseen, for the views of its hearer are right.
 *
 * A seat cannot tell the worlds apart that resample makes of one state, nor
 * which move another seat makes in them, nor the luck that comes.  Of those in
 * which it then sees the same, news may tell it more, such as a card that was
 * shown and taken back; but if something in the state goes with the news, in
 * every world, then the seat knows it, and resample must leave it alone.
 */
#include "core/chance.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "core/verb.h"
#include "games/games.h"
#include "tests/game/random.h"
#include "tests/game/twins.h"

enum { CLOSELY = 30, WORLDS = 24, LEAST = 3, AGAIN = 4 };

/* One of the worlds, after the move. */
struct world {
	char *state;
	GArray *heard; /* by the seat */
	bool same_view, same_news; /* as in the first one */
	GHashTable *parts; /* of the state's JSON: path -> text */
};

struct look {
	struct random *r;
	int seat, mover;
	struct move move; /* in the first world */
	struct world world[WORLDS];
};

/* Any legal move of the mover; as often as not the one of the first world. */
static bool
choose(struct look *l, const char *state, struct move *m)
{
	GArray *legal;
	struct say why;

	if (!(l->r->game->to_act(state) & SEAT(l->mover)))
		return false;
	*m = l->move;
	if (l->seat == l->mover || below(l->r, 2) == 0)
		return l->r->game->check(state, l->mover, m, &why);
	legal = legal_moves(l->r, state, l->mover);
	*m = g_array_index(legal, struct move, below(l->r, legal->len));
	g_array_unref(legal);
	return true;
}

static void
make_world(struct look *l, const char *state, struct world *w)
{
	const struct world *first = &l->world[0];
	unsigned char seed[SEED_SIZE] = { 'w' };
	uint32_t luck = below(l->r, UINT32_MAX);
	struct move m;
	GArray *news;

	w->state = state_copy(l->r, state);
	if (w != first)
		l->r->game->resample(w->state, l->seat, l->r->chance);
	m = l->move;
	if (w != first && !choose(l, w->state, &m))
		return;
	memcpy(seed + 1, &luck, sizeof(luck));
	news = apply(l->r, w->state, l->mover, &m, seed);
	w->heard = heard_by(news, l->seat);
	g_array_unref(news);
	w->same_view = !other_view(l->r, first->state, w->state, l->seat);
	w->same_news = same_bytes(first->heard, w->heard);
}

static void
world_clear(struct world *w)
{
	g_free(w->state);
	if (w->heard != NULL)
		g_array_unref(w->heard);
	if (w->parts != NULL)
		g_hash_table_unref(w->parts);
}

/* Does that part differ from the first world's exactly where the news do? */
static bool
goes_with_news(const struct look *l, const char *path)
{
	for (int i = 1; i < WORLDS; i++) {
		const struct world *w = &l->world[i];

		if (w->same_view && same_part(l->world[0].parts, w->parts,
					path) != w->same_news)
			return false;
	}
	return true;
}

static bool
is_exchanged(const struct look *l, const char *path)
{
	const struct random *r = l->r;
	bool exchanged = false;

	for (int i = 0; i < WORLDS && !exchanged; i++) {
		char *state = state_copy(r, l->world[0].state);
		GHashTable *parts;

		r->game->resample(state, l->seat, r->chance);
		parts = parts_of(r->game->state(state));
		exchanged = !same_part(l->world[0].parts, parts, path);
		g_hash_table_unref(parts);
		g_free(state);
	}
	return exchanged;
}

/* Make the worlds; are there enough to tell a part from chance? */
static bool
make_worlds(struct look *l, const char *state)
{
	int same = 0, other = 0;

	for (int i = 0; i < WORLDS; i++) {
		struct world *w = &l->world[i];

		make_world(l, state, w);
		same += w->same_view && w->same_news;
		other += w->same_view && !w->same_news;
	}
	if (same <= LEAST || other < LEAST)
		return false;
	l->r->resampled++;
	for (int i = 0; i < WORLDS; i++)
		if (l->world[i].same_view)
			l->world[i].parts =
			    parts_of(l->r->game->state(l->world[i].state));
	return true;
}

static void
clear_worlds(struct look *l)
{
	for (int i = 0; i < WORLDS; i++)
		world_clear(&l->world[i]);
	memset(l->world, 0, sizeof(l->world));
}

/* The least part that goes with the news, and nevertheless is exchanged; or
 * NULL. */
static char *
find_part(const struct look *l)
{
	GHashTableIter iter;
	gpointer key;
	const char *found = "";

	g_hash_table_iter_init(&iter, l->world[0].parts);
	while (g_hash_table_iter_next(&iter, &key, NULL)) {
		const char *path = key;

		if (strlen(path) > strlen(found) && goes_with_news(l, path) &&
		    is_exchanged(l, path))
			found = path;
	}
	return *found != '\0' ? g_strdup(found) : NULL;
}

/* It is no chance if it goes with the news again in other worlds. */
static void
check_part(struct look *l, const char *state, const char *path)
{
	bool again = true;

	for (int i = 0; i < AGAIN && again; i++) {
		clear_worlds(l);
		again = make_worlds(l, state) && goes_with_news(l, path) &&
			is_exchanged(l, path);
	}
	must(l->r, !again,
	    "seat %d is told by \"%s\" of seat %d what its view does not show, "
	    "and resample exchanges it still: %s",
	    l->seat, l->r->game->verbs[l->move.verb].word, l->mover, path + 1);
}

static void
look(struct random *r, const char *state)
{
	struct look l = { .r = r };
	g_autofree char *path = NULL;
	GArray *legal;

	l.seat = (int)below(r, (uint32_t)r->seats + 1) + SEAT_ONLOOKER;
	l.mover = random_seat(r, r->game->to_act(state));
	legal = legal_moves(r, state, l.mover);
	l.move = g_array_index(legal, struct move, below(r, legal->len));
	g_array_unref(legal);
	if (make_worlds(&l, state))
		path = find_part(&l);
	if (path != NULL)
		check_part(&l, state, path);
	clear_worlds(&l);
}

static void
play_one(struct random *r)
{
	match_free(random_walk(r, CLOSELY, look));
}

static void
test_what_was_told_is_known(void **unused)
{
	(void)unused;
	for (size_t i = 0; games_all[i] != NULL; i++) {
		struct random *r;

		if (!game_is_tested(games_all[i]))
			continue;
		r = g_new0(struct random, 1);
		r->game = games_all[i];
		random_game(r, play_one);
		random_saw(r, r->resampled, "with news beyond views");
		g_free(r);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_was_told_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
