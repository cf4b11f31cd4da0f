/* SPDX-License-Identifier: ISC */
/*
 * Pieces of pictures, drawn before they are wanted.  The libraries that draw
 * take longer to open than a picture needs that is put together of pieces, and
 * most moves show something that was not shown before.  So a process that had
 * to open them also draws what an example of the same game shows: always the
 * same example, so that it tells of nobody's match.
 */
#include "app/letters/pictures.h"

#include "app/home/drawn.h"
#include "app/home/home.h"
#include "app/letters/context.h"
#include "app/matches/reader.h"
#include "app/matches/table.h"
#include "base/err.h"
#include "base/log.h"
#include "core/chance.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/opening.h"
#include "render/picture.h"
#include "render/render.h"
#include "store/matches.h"
#include "store/meta.h"
#include "store/transaction.h"

#include <string.h>

#define AGAIN (30 * INT64_C(86400)) /* by then what nobody wanted is gone */
#define POSITIONS 150 /* of the example */

/* ---- what was prepared ---- */

/* Lines "GAME LANGUAGE SEATS WHEN": those of others, and when that was done
 * (0: never). */
static char *
others(const char *kept, const char *what, int64_t *when)
{
	GString *rest = g_string_new(NULL);
	g_auto(GStrv) lines = g_strsplit(kept != NULL ? kept : "", "\n", -1);

	*when = 0;
	for (char **line = lines; *line != NULL; line++)
		if (g_str_has_prefix(*line, what))
			*when = g_ascii_strtoll(*line + strlen(what), NULL, 10);
		else if (**line != '\0')
			g_string_append_printf(rest, "%s\n", *line);
	return g_string_free(rest, FALSE);
}

/* Not so that a process that stops within begins anew each time. */
static int
note(struct home *home, const char *what, bool *due)
{
	g_autofree char *kept = NULL, *rest = NULL, *now = NULL;
	int64_t when;

	if (store_meta_get(home->store, DRAWN_PREPARED, &kept) == -1)
		return -1;
	rest = others(kept, what, &when);
	*due = when == 0 || home->now - when >= AGAIN;
	if (!*due)
		return 0;
	now = g_strdup_printf(
	    "%s%s%" G_GINT64_FORMAT "\n", rest, what, home->now);
	return store_meta_set(home->store, DRAWN_PREPARED, now);
}

/* ---- the example ---- */

static struct match *
begin(const struct table *t, struct err *e)
{
	const struct opening opening = { .game = t->game,
		.names = t->names,
		.seats = table_seats(t),
		.options = t->json[0],
		.data = t->json[1] };

	return match_start(&opening, NULL, NULL, e);
}

static void
move_on(struct match *match, struct chance *chance)
{
	const int seat = g_bit_nth_lsf(match_to_act(match), -1);
	g_autoptr(GArray) legal = match_legal(match, seat);

	match_play(match, seat,
	    &g_array_index(
		legal, struct move, chance_below(chance, legal->len)),
	    NULL);
}

/* What a seat would see of it. */
static int
draw(const struct reader *r, struct match *match, int seat, json_t *context)
{
	struct table *t = r->t;
	struct match *own = t->match;
	g_autofree char *svg = NULL;
	json_t *view;

	t->match = match;
	view = context_view(t, seat);
	t->match = own;
	json_object_set(context, "mine",
	    json_array_get(json_object_get(view, "players"), (size_t)seat));
	json_object_set_new(context, "view", view);
	svg = picture_svg(r->language, t->row->game, context, r->home->err);
	return svg == NULL ? -1 : drawn_prepare(r->home, svg);
}

static int
draw_example(const struct reader *r, json_t *context)
{
	static const unsigned char seed[SEED_SIZE] = { 1 };
	const int seats = (int)table_seats(r->t);
	struct match *match = begin(r->t, r->home->err);
	struct chance *chance = chance_new(seed);
	int at = 0, result = match == NULL ? -1 : 0;

	while (result == 0 && at < POSITIONS && !match_over(match) &&
	       !home_ends(r->home)) {
		result = draw(r, match, at++ % seats, context);
		move_on(match, chance);
	}
	chance_free(chance);
	match_free(match);
	return result;
}

static int
prepare_for(const struct reader *r)
{
	struct home *home = r->home;
	g_autofree char *what = g_strdup_printf("%s %s %zu ", r->t->row->game,
	    catalog_language(r->language), table_seats(r->t));
	json_t *context;
	bool due = false;
	int result;

	IN_TRANSACTION(home->store, result, note(home, what, &due));
	if (result == -1 || !due)
		return result;
	if ((context = context_of(r)) == NULL)
		return -1;
	result = draw_example(r, context);
	json_decref(context);
	return result;
}

static int
prepare(struct table *t, int seat)
{
	struct reader r = reader_seat(t, seat);
	int result = 0;

	if (t->match == NULL)
		return 0;
	result = reader_load(&r);
	if (result == 0)
		result = prepare_for(&r);
	reader_clear(&r);
	return result;
}

void
pictures_prepare(struct home *home)
{
	const int64_t match = home->pictured;
	struct err why = { 0 }, *outer;
	struct table *t;

	home->pictured = 0;
	if (match == 0 || !drawn_lacked(home))
		return;
	outer = home_errors(home, &why);
	t = table_look(home, match);
	if (t == NULL || prepare(t, home->pictured_seat) == -1)
		log_warn("pieces-not-prepared",
		    "pieces of pictures are not drawn ahead: %s", why.text);
	table_free(t);
	home_errors(home, outer);
	drawn_keep(home);
}
