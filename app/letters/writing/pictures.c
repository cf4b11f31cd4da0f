/* SPDX-License-Identifier: ISC */
/*
 * Pictures of letters.  One is known by the hash of its SVG, so that equal
 * ones, for whomever, lie in the database once.  They are drawn when a letter
 * leaves (app/home/drawn.c): many letters are replaced before.
 */
#include "app/letters/writing/pictures.h"

#include "app/home/config.h"
#include "app/home/drawn.h"
#include "app/home/home.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "base/err.h"
#include "base/log.h"
#include "core/fingerprint.h"
#include "core/say.h"
#include "mail/outgoing/write.h"
#include "mail/outgoing/write_parts.h"
#include "render/picture/picture.h"
#include "render/render.h"
#include "store/mails/pictures.h"
#include "store/mails/sprites.h"
#include "store/transaction.h"

#include <string.h>

#define KEPT (30 * (int64_t)86400) /* since a letter was made with it */

/* ---- of a letter ---- */

/* Letters that show the table. */
static bool
shows_table(const char *kind)
{
	static const char *const kinds[] = { "turn", "final", "onlooker",
		"onlooker-first", "offer", NULL };

	return g_strv_contains(kinds, kind);
}

/* What the picture of a letter is a chart of. */
struct charted {
	const char *kind; /* of the letter */
	const char *key; /* of the chart, in its context */
	const char *alt; /* key of the sentence for readers who do not see it */
	const char *file; /* its name; NULL: that of its match */
};
static const struct charted charted[] = {
	{ "final", "chart", "picture.chart-alt", NULL },
	{ "called-off", "chart", "picture.chart-alt", NULL },
	{ "signup", "chart", "picture.rating-alt", "rating.png" },
	{ "signup", "progress", "picture.series-alt", "series.png" },
	{ "series", "progress", "picture.series-alt", "series.png" },
	{ "yearbook", "chart", "picture.yearbook-alt", "rating.png" },
};

/* What a picture is drawn of. */
struct shows {
	const char *name; /* of its template */
	const json_t *context;
	const char *alt; /* key of the sentence for readers who do not see it */
	const json_t *numbers; /* that fill it */
	const char *file; /* its name; NULL: that of its match */
};

/* The last letter shows how the points came, one about ratings or a series how
 * these did; else it is the table as it is. */
static bool
find_shown(const char *kind, const char *game, const json_t *context,
    struct shows *shows)
{
	const json_t *view = json_object_get(context, "view");

	for (size_t i = 0; i < G_N_ELEMENTS(charted); i++) {
		const struct charted *one = &charted[i];
		const json_t *chart = json_object_get(context, one->key);

		if (strcmp(one->kind, kind) != 0 ||
		    json_array_size(json_object_get(chart, "rounds")) < 2)
			continue;
		*shows = (struct shows){ "chart", chart, one->alt, chart,
			one->file };
		return true;
	}
	*shows = (struct shows){ game, context, NULL, view, NULL };
	return game != NULL && view != NULL && shows_table(kind);
}

/* "The islands in round 3." */
static char *
alt_text(const struct catalog *t, const char *game, const struct shows *shows)
{
	g_autofree char *own = g_strconcat(game, ".picture.alt", NULL);
	struct phrase *phrase =
	    phrase_new(shows->alt != NULL ? shows->alt : own,
		json_incref((json_t *)(uintptr_t)shows->numbers));
	char *text = catalog_say(t, phrase, NULL);

	phrase_free(phrase);
	return text;
}

static json_t *
picture_context(
    const struct home *home, const char *hash, int height, const char *alt)
{
	g_autofree char *cid = picture_cid(hash, home->config->address);

	return json_pack("{s:s, s:s, s:i, s:i}", "cid", cid, "alt", alt,
	    "width", PICTURE_WIDTH / 2, "height",
	    (height * PICTURE_WIDTH / 2 + PICTURE_WIDTH / 2) / PICTURE_WIDTH);
}

/* Is there one to draw, and how high?  If not, *height is 0. */
static int
keep(struct home *home, const char *svg, char **hash, int *height,
    struct err *why)
{
	*hash = g_malloc(FINGERPRINT_SIZE + 1);
	fingerprint_of(picture_versions(), svg, *hash);
	if (store_picture_use(home->store, *hash, home->now, height) == -1)
		return -1;
	if (*height > 0)
		return 0;
	*height = picture_height(svg, PICTURE_WIDTH, why);
	if (*height > 0)
		return store_picture_add(
		    home->store, *hash, svg, *height, home->now);
	*height = 0;
	return 0;
}

/* Need the board not be drawn in text, too, but at its end?  A reader who asks
 * for it gets it in words. */
static bool
is_pictured(const char *kind, const json_t *context)
{
	const json_t *sections = json_object_get(context, "sections");

	return (strcmp(kind, "turn") == 0 || strcmp(kind, "remind") == 0) &&
	       !json_is_true(json_object_get(sections, "status"));
}

int
picture_for(const struct reader *r, const char *kind, const char *game,
    json_t *context, struct shown_picture *shown)
{
	struct home *home = r->home;
	json_int_t match = json_integer_value(
	    json_object_get(json_object_get(context, "match"), "id"));
	g_autofree char *svg = NULL, *alt = NULL, *hash = NULL;
	struct err why = { 0 };
	struct shows shows;
	bool able;
	int height = 0;

	*shown = (struct shown_picture){ NULL, NULL };
	/* People of a simulation look at no pictures. */
	if (home->transport_hook != NULL ||
	    !find_shown(kind, game, context, &shows))
		return 0;
	if (drawn_able(home, &able) == -1)
		return -1;
	if (!able)
		return 0;
	svg = picture_svg(r->language, shows.name, shows.context, &why);
	if (svg == NULL && why.code == ERR_MISSING)
		return 0;
	if (svg != NULL && keep(home, svg, &hash, &height, &why) == -1)
		return -1;
	if (height == 0) {
		/* A letter without its picture is better than none. */
		log_warn("letter-without-picture",
		    "match %lld: a letter has no picture: %s", (long long)match,
		    why.text);
		return 0;
	}
	shown->hash = g_steal_pointer(&hash);
	shown->name = shows.file != NULL
			  ? g_strdup(shows.file)
			  : g_strdup_printf("match-%lld.png", (long long)match);
	alt = alt_text(r->language, game, &shows);
	json_object_set_new(context, "picture",
	    picture_context(home, shown->hash, height, alt));
	json_object_set_new(context, "pictured",
	    json_boolean(shows.alt == NULL && is_pictured(kind, context)));
	if (shows.alt == NULL && r->kind == READER_SEAT) {
		home->pictured = match;
		home->pictured_seat = r->seat;
		g_free(home->pictured_what);
		home->pictured_what = g_strdup_printf("%s %s %zu ", game,
		    catalog_language(r->language), table_seats(r->t));
	}
	return 0;
}

void
picture_clear(struct shown_picture *shown)
{
	g_clear_pointer(&shown->hash, g_free);
	g_clear_pointer(&shown->name, g_free);
}

/* ---- those that are not wanted any more ---- */

int
pictures_tick(struct home *home)
{
	/* as long as a letter that shows one can be sent again */
	const int64_t keep = home->config->keep;
	const int64_t before = keep == 0 ? 0 : home->now - MAX(KEPT, keep);
	const int64_t month = home->now - KEPT;
	bool pictures, pieces;
	int r;

	if (store_pictures_old(home->store, before, &pictures) == -1 ||
	    store_sprites_old(home->store, month, &pieces) == -1)
		return -1;
	if (!pictures && !pieces)
		return 0;
	IN_TRANSACTION(home->store, r,
	    store_pictures_drop(home->store, before) == -1
		? -1
		: store_sprites_drop(home->store, month));
	return r;
}
