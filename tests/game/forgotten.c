/* SPDX-License-Identifier: ISC */
/*
 * What resample forgets, in random matches of every game: a secret that it
 * leaves as it is would go unseen by the tests that go by it.  Whatever a state
 * has and a view does not show at the same place is exchanged at some time; and
 * a sentence that reveals is told otherwise at some time, by other hidden
 * things, another move of somebody else, or other luck.
 */
#include "core/chance.h"
#include "core/decision.h"
#include "core/inner.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "core/sentence.h"
#include "games/games.h"
#include "tests/game/random.h"
#include "tests/game/twins.h"

/* One of so many steps is looked at; what was seen so often had its chance. */
enum { CLOSELY = 9, OFTEN = 60 };

/* A place in states where views show nothing, or something else. */
struct place {
	size_t seen, changed;
	char *value; /* that was there first */
	bool varies;
};

/* What was looked at of a game. */
struct seen {
	GHashTable *places; /* "players/#/hand/#" -> struct place */
	size_t told[SENTENCES_MAX], otherwise[SENTENCES_MAX];
};

static struct seen seen;

static void
place_free(gpointer p)
{
	struct place *place = p;

	g_free(place->value);
	g_free(place);
}

/* All items of a list are one place. */
static struct place *
find_place(const char *path)
{
	GString *key = g_string_new(NULL);
	struct place *place;

	for (const char *p = path; *p != '\0'; p++) {
		bool item = p > path && p[-1] == '/' && g_ascii_isdigit(*p);

		g_string_append_c(key, item ? '#' : *p);
		while (item && g_ascii_isdigit(p[1]))
			p++;
	}
	place = g_hash_table_lookup(seen.places, key->str);
	if (place == NULL) {
		place = g_new0(struct place, 1);
		g_hash_table_insert(seen.places, g_strdup(key->str), place);
	}
	g_string_free(key, TRUE);
	return place;
}

static bool
is_value(const char *text)
{
	return strchr("{[", *text) == NULL && strcmp(text, "null") != 0;
}

static void
note_places(const struct random *r, const char *one, const char *two, int seat)
{
	g_autoptr(GHashTable) a = parts_of(r->game->state(one));
	g_autoptr(GHashTable) b = parts_of(r->game->state(two));
	g_autoptr(GHashTable) view = parts_of(r->game->view(one, seat));
	GHashTableIter iter;
	gpointer path, value;

	g_hash_table_iter_init(&iter, a);
	while (g_hash_table_iter_next(&iter, &path, &value)) {
		struct place *place;

		if (!is_value(value) || same_part(a, view, path))
			continue;
		place = find_place(path);
		place->seen++;
		place->changed += !same_part(a, b, path);
		if (place->value == NULL)
			place->value = g_strdup(value);
		place->varies |= strcmp(place->value, value) != 0;
	}
}

/* Is the sentence told otherwise in the other news? */
static bool
told_otherwise(const GArray *a, const GArray *b, int sentence)
{
	GString *text[2] = { g_string_new(NULL), g_string_new(NULL) };
	const GArray *const news[2] = { a, b };
	bool other;

	for (int k = 0; k < 2; k++)
		for (guint i = 0; i < news[k]->len; i++) {
			const struct say *say =
			    &g_array_index(news[k], struct say, i);

			if (say->sentence == sentence)
				g_string_append_len(
				    text[k], (const char *)say, sizeof(*say));
		}
	other = !g_string_equal(text[0], text[1]);
	g_string_free(text[0], TRUE);
	g_string_free(text[1], TRUE);
	return other;
}

static GArray *
move_heard(struct random *r, const char *state, int mover, const struct move *m,
    int seat)
{
	char *after = state_copy(r, state);
	unsigned char seed[SEED_SIZE] = { 'f' };
	uint32_t luck = below(r, UINT32_MAX);
	GArray *news, *heard;

	memcpy(seed + 1, &luck, sizeof(luck));
	news = apply(r, after, mover, m, seed);
	heard = heard_by(news, seat);
	g_array_unref(news);
	g_free(after);
	return heard;
}

/* A legal move of that seat, or the one given if it is legal, too. */
static bool
other_move(
    struct random *r, const char *state, int mover, bool same, struct move *m)
{
	GArray *legal;
	struct say why;

	if (!(r->game->to_act(state) & SEAT(mover)))
		return false;
	if (same)
		return r->game->check(state, mover, m, &why);
	legal = legal_moves(r, state, mover);
	*m = g_array_index(legal, struct move, below(r, legal->len));
	g_array_unref(legal);
	return true;
}

static void
note_told(struct random *r, const char *one, const char *two, int seat)
{
	int mover = random_seat(r, r->game->to_act(one));
	struct move m = { 0 };
	g_autoptr(GArray) a = NULL, b = NULL;

	other_move(r, one, mover, false, &m);
	a = move_heard(r, one, mover, &m, seat);
	if (!other_move(r, two, mover, mover == seat, &m))
		return;
	b = move_heard(r, two, mover, &m, seat);
	for (size_t s = 0; s < r->game->nsentences; s++) {
		if (!r->game->sentences[s].reveals)
			continue;
		for (guint i = 0; i < a->len; i++)
			if (g_array_index(a, struct say, i).sentence ==
			    (int)s) {
				seen.told[s]++;
				break;
			}
		seen.otherwise[s] += told_otherwise(a, b, (int)s);
	}
}

static void
look(struct random *r, const char *state)
{
	int seat = SEAT_ONLOOKER + (int)below(r, (uint32_t)r->seats + 1);
	char *two = state_copy(r, state);

	r->game->resample(two, seat, r->chance);
	note_places(r, state, two, seat);
	note_told(r, state, two, seat);
	g_free(two);
}

static void
play_one(struct random *r)
{
	match_free(random_walk(r, CLOSELY, look));
}

static int
faults(const struct random *r)
{
	const struct game *g = r->game;
	GHashTableIter iter;
	gpointer path, value;
	size_t judged = 0;
	int bad = 0;

	for (size_t s = 0; s < g->nsentences; s++)
		if (seen.told[s] >= OFTEN && seen.otherwise[s] == 0) {
			print_error("%s: %s reveals, but nothing that it told "
				    "was ever hidden: resample never changed "
				    "it\n",
			    g->name, g->sentences[s].key);
			bad++;
		}
	g_hash_table_iter_init(&iter, seen.places);
	while (g_hash_table_iter_next(&iter, &path, &value)) {
		const struct place *place = value;

		judged += place->seen >= OFTEN && place->varies;
		if (place->seen < OFTEN || place->changed > 0 || !place->varies)
			continue;
		print_error("%s: the state has %s, which views do not show "
			    "there, and resample never changed it\n",
		    g->name, (const char *)path + 1);
		bad++;
	}
	random_saw(r, judged, "hidden places judged");
	return bad;
}

static void
test_all_that_is_hidden_is_exchanged(void **unused)
{
	int bad = 0;

	(void)unused;
	for (size_t i = 0; games_all[i] != NULL; i++) {
		struct random *r;

		if (!game_is_tested(games_all[i]))
			continue;
		r = g_new0(struct random, 1);
		r->game = games_all[i];
		memset(&seen, 0, sizeof(seen));
		seen.places = g_hash_table_new_full(
		    g_str_hash, g_str_equal, g_free, place_free);
		random_game(r, play_one);
		bad += faults(r);
		g_hash_table_unref(seen.places);
		g_free(r);
	}
	assert_int_equal(bad, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_that_is_hidden_is_exchanged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
