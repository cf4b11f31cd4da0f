/* SPDX-License-Identifier: ISC */
/*
 * The board of a game, for its rules and for the start page: of an example that
 * is always the same, so that it tells of nobody's match.
 */
#include "app/pages/site.h"

#include "app/home/home.h"
#include "app/matches/table/table_play.h"
#include "app/pages/folder.h"
#include "base/err.h"
#include "core/match.h"
#include "core/opening.h"
#include "core/rules.h"
#include "games/games.h"
#include "render/picture/picture.h"

/* So many moves are made before it is drawn, so that there is something to
 * see. */
enum { MOVES = 24 };

/* The example, with players that have no name yet. */
static struct match *
play_example(const struct game *game, json_t *data, struct err *e)
{
	size_t seats = MIN((size_t)game->max_seats, 3);
	char *names[GAME_MAX_SEATS + 1] = { NULL };
	struct opening opening = {
		.game = game, .names = names, .seats = seats, .data = data
	};
	struct match *match;

	for (size_t s = 0; s < seats; s++)
		names[s] = g_strdup_printf("%zu", s + 1);
	match = match_start(&opening, NULL, NULL, e);
	for (size_t s = 0; s < seats; s++)
		g_free(names[s]);
	for (guint i = 0; match != NULL && i < MOVES && !match_over(match);
	     i++) {
		int seat = g_bit_nth_lsf(match_to_act(match), -1);
		g_autoptr(GArray) legal = match_legal(match, seat);

		match_play(match, seat,
		    &g_array_index(legal, struct move, i * 5 % legal->len),
		    NULL);
	}
	return match;
}

/* What a picture is drawn from. */
static json_t *
example_context(const struct site *site, const char *language,
    const struct game *game, const struct match *match, json_t *data)
{
	json_t *view = game->view(match_state(match), SEAT_ONLOOKER);
	json_t *names = json_array();

	for (int s = 0; s < (int)match_seats(match); s++) {
		g_autofree char *name = name_said(site, language, NULL, s);
		json_t *player =
		    json_array_get(json_object_get(view, "players"), (size_t)s);

		json_array_append_new(names, json_string(name));
		if (json_is_object(player))
			json_object_set_new(player, "name", json_string(name));
	}
	return json_pack("{s:o, s:o, s:o}", "view", view, "names", names,
	    "atoms", table_data_names(game, data));
}

static char *
board_file(const char *language, const struct game *game)
{
	return g_strdup_printf("%s/board-%s.svg", language, game->name);
}

/* A picture that cannot be drawn stops no pages. */
static int
draw_board(struct site *site, const char *language, const struct game *game,
    json_t *context)
{
	g_autofree char *file = board_file(language, game);
	struct err none = { 0 };
	g_autofree char *svg = picture_svg(
	    site_catalog(site, language), game->name, context, &none);

	return svg == NULL ? folder_drop(site->folder, file)
			   : folder_put(site->folder, file, svg);
}

int
board_write(struct site *site, const struct game *game)
{
	struct err *e = site->home->err;
	json_t *data = NULL;
	struct match *match = NULL;
	int r = game_data(game, NULL, &data, e);

	if (r == 0 && (match = play_example(game, data, e)) == NULL)
		r = -1;
	for (int i = 0; r == 0 && site->languages[i] != NULL; i++) {
		const char *language = site->languages[i];
		json_t *context =
		    example_context(site, language, game, match, data);

		r = draw_board(site, language, game, context);
		json_decref(context);
	}
	match_free(match);
	json_decref(data);
	return r;
}

bool
board_is_there(
    const struct site *site, const char *language, const struct game *game)
{
	g_autofree char *file = board_file(language, game);

	return folder_has(site->folder, file);
}
