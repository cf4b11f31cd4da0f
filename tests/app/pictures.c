/* SPDX-License-Identifier: ISC */
/*
 * Pictures of letters: what a seat cannot know does not change its picture by
 * a byte, in any language; so the hash by which it is kept tells nothing,
 * either.  What it alone knows does change it, and no picture is that of
 * another seat or of an onlooker.
 */
#include "app/home/home.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/embed.h"
#include "base/err.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/rules.h"
#include "games/games.h"
#include "render/picture/picture.h"
#include "render/render.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

enum { EVERY = 23 };

/* Languages that are built in: struct tongue *. */
static GPtrArray *
languages(void)
{
	GPtrArray *all = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)(void (*)(void))catalog_free);
	size_t n;
	const struct embedded *files = embedded_all(&n);

	for (size_t i = 0; i < n; i++) {
		g_auto(GStrv) parts = g_strsplit(files[i].path, "/", -1);
		struct err e = { 0 };
		struct catalog *t;

		if (g_strv_length(parts) != 3 ||
		    strcmp(parts[0], "templates") != 0 ||
		    strcmp(parts[2], "phrases.yaml") != 0)
			continue;
		t = catalog_load(parts[1], NULL, &e);
		must(t == NULL ? -1 : 0, &e);
		g_ptr_array_add(all, t);
	}
	return all;
}

/* ---- secrecy ---- */

struct secrecy {
	struct house house;
	struct table *t;
	GPtrArray *catalogs;
	guint pictures, changed, own, private;
};

/* In all languages, one behind the other. */
static char *
svgs(struct secrecy *s, int seat)
{
	struct err e = { 0 };
	GString *all = g_string_new(NULL);
	json_t *context = house_context(s->t, seat, -1);

	for (guint i = 0; i < s->catalogs->len; i++) {
		g_autofree char *svg = picture_svg(
		    s->catalogs->pdata[i], s->t->row->game, context, &e);

		must(svg == NULL ? -1 : 0, &e);
		/* a phrase that is not there comes in brackets */
		assert_null(strstr(svg, ">["));
		g_string_append(all, svg);
	}
	json_decref(context);
	return g_string_free(all, FALSE);
}

static void
compare(struct secrecy *s, int seat)
{
	const struct game *game = s->t->game;
	/* The match's own block: it is put back below. */
	void *state = (void *)(uintptr_t)match_state(s->t->match);
	g_autofree void *was = g_memdup2(state, game->state_size);
	g_autofree char *before = svgs(s, seat), *after = NULL;
	g_autofree char *open = svgs(s, SEAT_ONLOOKER);

	game->resample(state, seat, s->house.chance);
	s->changed += memcmp(state, was, game->state_size) != 0;
	after = svgs(s, seat);
	assert_string_equal(before, after);
	s->own += strcmp(before, open) != 0;
	s->pictures++;
	memcpy(state, was, game->state_size);
}

/* Of what a seat alone may know: its cards and its role. */
static json_t *
private_view(struct secrecy *s, int seat)
{
	json_t *context = house_context(s->t, seat, -1);
	const json_t *mine = json_object_get(context, "mine");
	json_t *only = json_pack("[O?, O?]", json_object_get(mine, "hand"),
	    json_object_get(mine, "role"));

	json_decref(context);
	return only;
}

/*
 * Other hands and roles that an onlooker could not tell from these: her
 * picture stays as it is, and that of each seat whose own ones changed does
 * not.
 */
static void
exchange(struct secrecy *s)
{
	const struct game *game = s->t->game;
	const int n = (int)table_seats(s->t);
	void *state = (void *)(uintptr_t)match_state(s->t->match);
	g_autofree void *was = g_memdup2(state, game->state_size);
	g_autofree char *open = svgs(s, SEAT_ONLOOKER), *after = NULL;
	g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func(g_free);
	json_t *had[GAME_MAX_SEATS];

	for (int i = 0; i < n; i++) {
		g_ptr_array_add(before, svgs(s, i));
		had[i] = private_view(s, i);
		assert_string_not_equal(before->pdata[i], open);
		for (int k = 0; k < i; k++)
			assert_string_not_equal(
			    before->pdata[i], before->pdata[k]);
	}
	game->resample(state, SEAT_ONLOOKER, s->house.chance);
	after = svgs(s, SEAT_ONLOOKER);
	assert_string_equal(open, after);
	for (int i = 0; i < n; i++) {
		json_t *has = private_view(s, i);

		if (!json_equal(has, had[i])) {
			g_autofree char *now = svgs(s, i);

			assert_string_not_equal(now, before->pdata[i]);
			s->private ++;
		}
		json_decref(has);
		json_decref(had[i]);
	}
	memcpy(state, was, game->state_size);
}

static void
play_out(struct secrecy *s)
{
	struct err e = { 0 };

	for (int n = 0; !match_over(s->t->match);) {
		int seat = (int)chance_below(
		    s->house.chance, (uint32_t)table_seats(s->t));
		struct move move;

		if (!house_move(&s->house, s->t, seat, &move))
			continue;
		must(AT(s->t->home, NOW,
			 table_play(s->t, seat, &move, "player", 0)),
		    &e);
		if (match_over(s->t->match) || n++ % EVERY != 0)
			continue;
		for (int i = -1; i < (int)table_seats(s->t); i++)
			compare(s, i);
		exchange(s);
	}
}

static bool
has_picture(const struct game *game)
{
	g_autofree char *path =
	    g_strdup_printf("templates/pictures/%s.svg", game->name);

	return embedded_find(path) != NULL;
}

static void
test_secrets(void **arg)
{
	struct secrecy s = { .catalogs = languages() };

	(void)arg;
	house_open(&s.house);
	for (size_t g = 0; games_all[g] != NULL; g++) {
		const struct game *game = games_all[g];

		/* one that is not released may have none */
		if (!has_picture(game)) {
			assert_false(game->released);
			continue;
		}
		s.pictures = s.changed = s.private = 0;
		for (int n = game->min_seats; n <= game->max_seats; n++) {
			s.t = house_start(&s.house,
			    house_match(&s.house, game, n, n % 2 == 0));
			play_out(&s);
			table_free(s.t);
		}
		/* against a resample that sleeps */
		assert_true(s.pictures > 30);
		assert_true(s.changed > s.pictures / 3);
		assert_true(s.private > 5);
	}
	/* some pictures show what only their reader knows */
	assert_true(s.own > 20);
	g_ptr_array_unref(s.catalogs);
	house_close(&s.house);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_secrets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
