/* SPDX-License-Identifier: ISC */
/*
 * Texts in pictures, at random tables, in all languages, for all readers: each
 * lies on one thing alone, nothing is drawn over it, it is big enough for a
 * phone, and it stands out from what it lies on.
 *
 * PICTURES=FOLDER in the environment: some of them are kept there, as PNG.
 */
#include "app/matches/table/table_play.h"
#include "games/games.h"
#include "render/mustache/memo.h"
#include "render/picture/picture.h"
#include "render/picture/pieces.h"
#include "render/render.h"
#include "tests/app/at.h"
#include "tests/app/matches.h"

#include <math.h>

#ifdef __SANITIZE_ADDRESS__
enum { TABLES = 90 };
#else
enum { TABLES = 300 };
#endif
enum {
	WIDTH = 600, /* pixels that are looked at; PICTURE_WIDTH is twice it */
	ROOM = 1, /* pixels around letters that are theirs, too */
	SIZE_MIN = 40, /* units: 12 pixels on a phone of 360 */
	EVERY = 7, /* moves */
	SHOWN = 37 /* tables, if somebody wants to see some */
};
#define CONTRAST_MIN 4.5
#define UNITS ((double)PICTURE_WIDTH / WIDTH)

/* Long, broad, accented; and one that is none of these. */
static const char *const people[] = { "Wanda Mommsen-Wimmer",
	"Константин Щербаков", "Jo", "Żaneta Gżegżółka", "Bernhard" };

/* ---- what was drawn ---- */

/* A piece as pixels: alpha, red, green, blue. */
struct ink {
	int x, y, width, height; /* seen from where the piece stands */
	guint32 *pixels;
};

static void
ink_free(void *data)
{
	struct ink *ink = data;

	g_free(ink->pixels);
	g_free(ink);
}

static struct ink *
ink_of(const struct sprite *s)
{
	struct ink *ink = g_new0(struct ink, 1);

	ink->x = s->x;
	ink->y = s->y;
	ink->height = s->height;
	for (int y = 0; y < s->height; y++)
		for (guint32 i = s->rows[y].from; i < s->rows[y].end; i++)
			ink->width =
			    MAX(ink->width, s->runs[i].x + s->runs[i].size);
	ink->pixels =
	    g_new0(guint32, (gsize)ink->width * (gsize)ink->height + 1);
	for (int y = 0; y < s->height; y++)
		for (guint32 i = s->rows[y].from; i < s->rows[y].end; i++)
			for (int x = 0; x < s->runs[i].size; x++)
				ink->pixels[y * ink->width + s->runs[i].x + x] =
				    s->runs[i].colour;
	return ink;
}

/* A piece where it lies. */
struct laid {
	const struct piece *piece;
	const struct ink *ink;
	int x, y; /* its corner, pixels */
};

struct look {
	struct mustache_memo *memo;
	GHashTable *inks; /* the head of a picture, and a piece -> struct ink */
	GHashTable *good; /* texts that were looked at, with all around them */
	GPtrArray *catalogs;
	struct house house;
	struct table *t;
	const char *name; /* of the template */
	const char *folder; /* for pictures; NULL: none are kept */
	int tables, kept, wrong;
	const char *language; /* of the picture at hand */
	int seat;
};

static char *
name_of(const struct pieces *p, const struct piece *piece)
{
	return g_strconcat(p->head, piece->svg, NULL);
}

/* Those that were not seen before are drawn, all at once. */
static void
draw_new(struct look *look, const struct pieces *p)
{
	struct err e = { 0 };
	const guint n = p->all->len;
	g_autofree struct sprite **sprites = g_new0(struct sprite *, n);
	g_autofree bool *wanted = g_new0(bool, n);
	g_autofree guint8 *none = g_new0(guint8, n);
	g_autoptr(GHashTable) seen =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	bool any = false;

	for (guint i = 0; i < n; i++) {
		char *name = name_of(p, g_ptr_array_index(p->all, i));

		wanted[i] = !g_hash_table_contains(look->inks, name) &&
			    !g_hash_table_contains(seen, name);
		g_hash_table_add(seen, name);
		any |= wanted[i];
	}
	if (any)
		must(draw_pieces(p, 1 / UNITS, none, none, wanted, sprites, &e),
		    &e);
	for (guint i = 0; i < n; i++)
		if (wanted[i]) {
			g_hash_table_insert(look->inks,
			    name_of(p, g_ptr_array_index(p->all, i)),
			    ink_of(sprites[i]));
			sprite_free(sprites[i]);
		}
}

static struct laid *
lay(struct look *look, const struct pieces *p)
{
	struct laid *all = g_new0(struct laid, p->all->len);

	draw_new(look, p);
	for (guint i = 0; i < p->all->len; i++) {
		const struct piece *piece = g_ptr_array_index(p->all, i);
		g_autofree char *name = name_of(p, piece);
		const struct ink *ink = g_hash_table_lookup(look->inks, name);

		all[i] = (struct laid){ piece, ink,
			(int)lround(piece->x / UNITS) + ink->x,
			(int)lround(piece->y / UNITS) + ink->y };
	}
	return all;
}

static guint32
pixel(const struct laid *l, int x, int y)
{
	x -= l->x;
	y -= l->y;
	if (x < 0 || y < 0 || x >= l->ink->width || y >= l->ink->height)
		return 0;
	return l->ink->pixels[y * l->ink->width + x];
}

static bool
covers(guint32 colour)
{
	return colour >> 24 >= 128;
}

/* Nothing of what lies below shines through. */
static bool
hides(guint32 colour)
{
	return colour >> 24 >= 250;
}

/* ---- rules ---- */

static double
brightness(guint32 colour)
{
	static const double parts[] = { 0.0722, 0.7152, 0.2126 };
	double sum = 0;

	for (int i = 0; i < 3; i++) {
		double c = (colour >> (8 * i) & 0xff) / 255.0;

		sum +=
		    parts[i] *
		    (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
	}
	return sum;
}

static double
contrast(guint32 a, guint32 b)
{
	double x = brightness(a), y = brightness(b);

	return (MAX(x, y) + 0.05) / (MIN(x, y) + 0.05);
}

/* Of a text: that of most of its pixels. */
static guint32
colour_of(const struct ink *ink)
{
	guint32 best = 0;
	int most = 0, count[8] = { 0 };
	guint32 colours[8] = { 0 };

	for (int i = 0; i < ink->width * ink->height; i++) {
		int k = 0;

		if (ink->pixels[i] >> 24 < 255)
			continue;
		while (k < 8 && colours[k] != ink->pixels[i] && colours[k] != 0)
			k++;
		if (k == 8)
			continue;
		colours[k] = ink->pixels[i];
		if (++count[k] > most) {
			most = count[k];
			best = colours[k];
		}
	}
	return best;
}

/* Letters' size in units of the picture. */
static double
size_of(const char *svg)
{
	double size = 0, scale = 1;

	for (const char *at = svg; (at = strstr(at, "font-size=\"")) != NULL;)
		size = g_ascii_strtod(at += strlen("font-size=\""), NULL);
	for (const char *at = svg; (at = strstr(at, "scale(")) != NULL;) {
		char *end;
		double x = g_ascii_strtod(at += strlen("scale("), &end);

		/* letters may be narrower than they are high */
		scale *= *end == ' ' ? g_ascii_strtod(end, NULL) : x;
	}
	return size * scale;
}

static void
wrong(struct look *look, const struct laid *text, const char *what)
{
	const char *said = strstr(text->piece->svg, "<text");

	print_error("%s, seat %d, %s: %s at %g %g: ...%s\n", look->name,
	    look->seat, look->language, what, text->x * UNITS, text->y * UNITS,
	    strchr(said, '>'));
	look->wrong++;
}

/* Is that pixel one of the text, or next to one? */
static bool
is_near(const struct laid *text, int x, int y)
{
	for (int dy = -ROOM; dy <= ROOM; dy++)
		for (int dx = -ROOM; dx <= ROOM; dx++)
			if (covers(pixel(text, x + dx, y + dy)))
				return true;
	return false;
}

/* What the look at one text found. */
struct found {
	guint32 colour; /* of the text */
	int below; /* the piece that it lies on; -1: none yet */
	double least; /* contrast */
	const char *what; /* NULL: nothing is wrong */
};

static void
look_at_pixel(const struct laid *all, guint n, guint own, int x, int y,
    struct found *found)
{
	int i = (int)own;
	guint32 below = 0;

	for (guint k = own + 1; k < n; k++)
		if (covers(pixel(&all[k], x, y)))
			found->what = "something lies on it";
	while (--i >= 0 && !hides(below = pixel(&all[i], x, y)))
		;
	if (i < 0 || (found->below >= 0 && found->below != i))
		found->what = "it does not lie on one thing alone";
	found->below = i;
	found->least = MIN(found->least, contrast(found->colour, below));
}

/* Do their pixels, or the room around those of the first, meet? */
static bool
meet(const struct laid *a, const struct laid *b)
{
	return a->x - ROOM < b->x + b->ink->width &&
	       b->x < a->x + a->ink->width + ROOM &&
	       a->y - ROOM < b->y + b->ink->height &&
	       b->y < a->y + a->ink->height + ROOM;
}

/* A text with all that lies where it lies, as it lies there; true if it was
 * good before. */
static bool
was_good(struct look *look, const struct laid *all, guint n, guint own)
{
	const struct laid *text = &all[own];
	GString *key = g_string_new(NULL);

	for (guint i = 0; i < n; i++)
		if (meet(text, &all[i]))
			g_string_append_printf(key, "%s%p %d %d\n",
			    i == own ? "*" : "", (const void *)all[i].ink,
			    all[i].x - text->x, all[i].y - text->y);
	return !g_hash_table_add(look->good, g_string_free(key, FALSE));
}

static void
look_at_text(struct look *look, const struct laid *all, guint n, guint own)
{
	const struct laid *text = &all[own];
	struct found found = { colour_of(text->ink), -1, 21, NULL };
	g_autofree char *what = NULL;

	for (int y = text->y - ROOM; y < text->y + text->ink->height + ROOM;
	     y++)
		for (int x = text->x - ROOM;
		     x < text->x + text->ink->width + ROOM; x++)
			if (is_near(text, x, y))
				look_at_pixel(all, n, own, x, y, &found);
	if (found.what != NULL)
		wrong(look, text, found.what);
	else if (found.least < CONTRAST_MIN) {
		what = g_strdup_printf("its contrast is %.1f", found.least);
		wrong(look, text, what);
	}
	if (size_of(text->piece->svg) < SIZE_MIN - 0.01) {
		g_free(what);
		what = g_strdup_printf(
		    "its size is %.0f", size_of(text->piece->svg));
		wrong(look, text, what);
	}
}

static void
look_at(struct look *look, const char *svg)
{
	struct pieces *p = pieces_new(svg);
	g_autofree struct laid *all = NULL;

	assert_false(p->whole);
	all = lay(look, p);
	for (guint i = 0; i < p->all->len; i++)
		if (strstr(all[i].piece->svg, "<text") != NULL &&
		    !was_good(look, all, p->all->len, i))
			look_at_text(look, all, p->all->len, i);
	pieces_free(p);
}

/* ---- random tables ---- */

static void
keep(struct look *look, const char *svg)
{
	struct err e = { 0 };
	g_autoptr(GBytes) png = picture_png(svg, PICTURE_WIDTH, NULL, &e);
	g_autofree char *name = g_strdup_printf("%s/%s-%03d-%s-%d.png",
	    look->folder, look->name, look->kept++, look->language, look->seat);
	gsize size;
	const char *data;

	must(png == NULL ? -1 : 0, &e);
	data = g_bytes_get_data(png, &size);
	assert_true(g_file_set_contents(name, data, (gssize)size, NULL));
}

/* People with names of all kinds instead of its own. */
static void
rename_people(json_t *context, int first)
{
	json_t *players =
	    json_object_get(json_object_get(context, "view"), "players");
	json_t *player;
	size_t i;

	json_array_foreach(players, i, player) json_object_set_new(player,
	    "name",
	    json_string(people[(i + (size_t)first) % G_N_ELEMENTS(people)]));
}

/* Drawn once with its words left open, it is the same in every language. */
static void
assert_closed(const struct look *look, const struct catalog *t,
    const json_t *context, const char *open, const char *svg)
{
	struct picture_words *words =
	    picture_words_new(t, look->name, json_object_get(context, "atoms"));
	g_autofree char *closed = picture_close(words, open);

	assert_non_null(strstr(open, "<w "));
	assert_string_equal(closed, svg);
	picture_words_free(words);
}

static void
look_at_table(struct look *look)
{
	struct err e = { 0 };
	g_autoptr(GString) open = g_string_new(NULL);
	json_t *context;

	look->seat = (int)chance_below(look->house.chance,
			 (uint32_t)table_seats(look->t) + 1) -
		     1;
	context = house_context(look->t, look->seat, -1);
	rename_people(context, look->tables);
	for (guint i = 0; i < look->catalogs->len; i++) {
		const struct catalog *t = look->catalogs->pdata[i];
		g_autofree char *svg = picture_svg(t, look->name, context, &e);

		must(svg == NULL ? -1 : 0, &e);
		if (i == 0)
			must(picture_open(
				 t, look->name, context, look->memo, open, &e),
			    &e);
		assert_closed(look, t, context, open->str, svg);
		look->language = catalogs[i];
		look_at(look, svg);
		if (look->folder != NULL && look->tables % SHOWN == 0)
			keep(look, svg);
	}
	json_decref(context);
	look->tables++;
}

static void
play(struct look *look)
{
	struct err e = { 0 };

	for (int n = 0; look->tables < TABLES; n++) {
		struct move move;
		int seat = (int)chance_below(
		    look->house.chance, (uint32_t)table_seats(look->t));

		if (match_over(look->t->match) || n % EVERY == 0)
			look_at_table(look);
		if (match_over(look->t->match))
			return;
		if (house_move(&look->house, look->t, seat, &move))
			must(AT(look->t->home, NOW,
				 table_play(look->t, seat, &move, "player", 0)),
			    &e);
	}
}

static void
open_look(struct look *look)
{
	look->memo = memo_new();
	look->inks =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, ink_free);
	look->good =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	look->catalogs = g_ptr_array_new_with_free_func(
	    (GDestroyNotify)(void (*)(void))catalog_free);
	for (size_t i = 0; i < G_N_ELEMENTS(catalogs); i++) {
		struct err e = { 0 };
		struct catalog *t = catalog_load(catalogs[i], NULL, &e);

		must(t == NULL ? -1 : 0, &e);
		g_ptr_array_add(look->catalogs, t);
	}
	house_open(&look->house);
	house_pictures(&look->house, false);
	look->folder = g_getenv("PICTURES");
}

static void
close_look(struct look *look)
{
	memo_free(look->memo);
	house_close(&look->house);
	g_ptr_array_unref(look->catalogs);
	g_hash_table_destroy(look->good);
	g_hash_table_destroy(look->inks);
}

/* Points of all players, round by round, as the last letter has them. */
static json_t *
random_chart(struct look *look)
{
	struct chance *chance = look->house.chance;
	int rounds = 2 + (int)chance_below(chance, 30);
	int seats = 2 + (int)chance_below(chance, 4);
	uint32_t most = chance_below(chance, 60) + 1;
	json_t *context = json_pack("{s:[], s:[]}", "rounds", "players");

	for (int r = 0; r < rounds; r++)
		json_array_append_new(json_object_get(context, "rounds"),
		    json_sprintf("%d", r + 1));
	for (int i = 0; i < seats; i++) {
		json_t *scores = json_array();
		int score = 0;

		for (int r = 0; r < rounds; r++) {
			score +=
			    (int)chance_below(chance, most) - (int)most / 4;
			json_array_append_new(scores, json_integer(score));
		}
		json_array_append_new(json_object_get(context, "players"),
		    json_pack("{s:s, s:o}", "name",
			people[chance_below(chance, G_N_ELEMENTS(people))],
			"scores", scores));
	}
	return context;
}

static void
test_charts(void **arg)
{
	struct look look = { .name = "chart", .language = "en" };

	(void)arg;
	open_look(&look);
	for (; look.tables < TABLES; look.tables++) {
		struct err e = { 0 };
		json_t *context = random_chart(&look);
		g_autofree char *svg =
		    picture_svg(look.catalogs->pdata[0], "chart", context, &e);

		must(svg == NULL ? -1 : 0, &e);
		look_at(&look, svg);
		if (look.folder != NULL && look.tables % SHOWN == 0)
			keep(&look, svg);
		json_decref(context);
	}
	assert_int_equal(look.wrong, 0);
	close_look(&look);
}

static bool
has_picture(const struct game *game)
{
	const char *only = g_getenv("GAME");

	return game->released && (only == NULL || !strcmp(only, game->name));
}

static void
test_tables(void **arg)
{
	struct look look = { .tables = 0 };

	(void)arg;
	open_look(&look);
	for (size_t g = 0; games_all[g] != NULL; g++) {
		const struct game *game = games_all[g];

		if (!has_picture(game))
			continue;
		look.tables = 0;
		look.name = game->name;
		for (int m = 0; look.tables < TABLES; m++) {
			int seats = game->min_seats +
				    m % (game->max_seats - game->min_seats + 1);

			look.t = house_start(&look.house,
			    house_match(&look.house, game, seats, m % 2 == 0));
			play(&look);
			table_free(look.t);
		}
	}
	assert_int_equal(look.wrong, 0);
	close_look(&look);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_charts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
