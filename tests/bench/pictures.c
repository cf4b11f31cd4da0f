/* SPDX-License-Identifier: ISC */
/*
 * What a letter's picture costs, CPU, for every game at many places of random
 * matches: when the letter is written, its SVG, packed when it is new, and
 * found when it is not; and when it leaves, drawn, beside the floor: what it
 * takes to pack its rows alone, as quickly as libdeflate can.  How many bytes
 * it has then, and how many in the database.
 *
 * The first picture of a process is told apart, of processes of their own: if
 * its pieces are in the database, which is so for most, and if none is, so that
 * the libraries that draw must be opened and read their fonts.
 */
#include "app/home/drawn.h"
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/letters/context/context.h"
#include "app/letters/new_match.h"
#include "app/letters/writing/pictures.h"
#include "app/matches/create.h"
#include "app/matches/status.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/rules.h"
#include "games/games.h"
#include "mail/outgoing/write.h"
#include "store/db.h"
#include "store/mails/pictures.h"
#include "store/mails/sprites.h"
#include "store/matches/seats.h"
#include "store/transaction.h"

#include <libdeflate.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MATCHES = 2, EVERY = 23, MOVES_MAX = 2000, NOW = 1795262400 };
enum { PROCESSES = 9 };

static const char *const names[GAME_MAX_SEATS] = { "Anna", "Boris", "Carla",
	"Dora", "Emil", "Fanny", "Gero", "Hanna" };

struct bench {
	struct home *home;
	struct table *t;
	struct chance *chance;
	GArray *made, *again, *drawn, *floor; /* double, ms */
	gsize biggest;
	char *first; /* hash of the first picture */
};

static void
must(int r, const struct err *e)
{
	if (r == -1) {
		fprintf(stderr, "bench: %s\n", e->text);
		exit(1);
	}
}

static double
cpu_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void
begin(struct bench *b, const struct game *game, int match)
{
	struct err e = { 0 };
	char *seats[GAME_MAX_SEATS + 1] = { NULL };
	struct match_order order = { .game = game->name, .seats = seats };
	int64_t id;

	for (int s = 0; s < game->max_seats; s++)
		seats[s] = g_strdup_printf("%s <%s.%d.%d@example.org>",
		    names[s], game->name, match, s);
	must(match_create(b->home, &order, NOW, &id, &e), &e);
	b->t = (home_errors(b->home, &e), table_open(b->home, id));
	must(b->t == NULL ? -1 : 0, &e);
	for (int s = 0; s < game->max_seats; s++) {
		must((home_work(b->t->home, NOW, &e),
			 match_ready(b->t, s, NULL)),
		    &e);
		g_free(seats[s]);
	}
}

/* ms for the picture of that letter; *hash is NULL or newly allocated. */
static double
make(const struct reader *r, json_t *facts, char **hash)
{
	struct err e = { 0 };
	struct shown_picture shown;
	double start = cpu_ms(), took;

	must((home_errors(r->home, &e),
		 picture_for(r, "turn", r->t->row->game, facts, &shown)),
	    &e);
	took = cpu_ms() - start;
	*hash = g_strdup(shown.hash);
	picture_clear(&shown);
	return took;
}

/* ms for the letter's leaving. */
static double
draw(struct home *home, const char *hash, GBytes **png)
{
	struct err e = { 0 };
	double start = cpu_ms();

	home_errors(home, &e);
	must(drawn_png(home, hash, png), &e);
	drawn_keep(home);
	return cpu_ms() - start;
}

static guint32
word_at(const guint8 *bytes)
{
	guint32 word;

	memcpy(&word, bytes, sizeof(word));
	return GUINT32_FROM_BE(word);
}

/* ms for packing its rows, which follow the palette. */
static double
pack(GBytes *png)
{
	enum { HEAD = 8 + 25, CHUNK = 12 };
	const guint8 *at = g_bytes_get_data(png, NULL);
	const size_t room = (word_at(at + 16) + (size_t)1) * word_at(at + 20);
	g_autofree guint8 *rows = g_malloc(room), *packed = g_malloc(room);
	struct libdeflate_decompressor *reader =
	    libdeflate_alloc_decompressor();
	struct libdeflate_compressor *writer = libdeflate_alloc_compressor(1);
	double start, took;

	at += HEAD;
	at += word_at(at) + CHUNK;
	if (libdeflate_zlib_decompress(reader, at + 8, word_at(at), rows, room,
		NULL) != LIBDEFLATE_SUCCESS)
		abort();
	start = cpu_ms();
	libdeflate_zlib_compress(writer, rows, room, packed, room);
	took = cpu_ms() - start;
	libdeflate_free_compressor(writer);
	libdeflate_free_decompressor(reader);
	return took;
}

static bool
is_there(struct bench *b, const char *hash)
{
	struct err e = { 0 };
	int height;

	home_errors(b->home, &e);
	must(store_picture_use(b->home->store, hash, NOW, &height), &e);
	return height > 0;
}

static void
measure(struct bench *b, int seat)
{
	struct err e = { 0 };
	struct reader r = (home_work(b->t->home, NOW, b->t->home->err),
	    reader_seat(b->t, seat));
	json_t *facts;
	g_autofree char *hash = NULL, *same = NULL;
	double made, again, drawn, floor;
	GBytes *png;

	must((home_errors(r.home, &e), reader_load(&r)), &e);
	facts = (home_errors(r.home, &e), context_of(&r));
	must(facts == NULL ? -1 : 0, &e);
	made = make(&r, facts, &hash);
	again = make(&r, facts, &same);
	json_decref(facts);
	reader_clear(&r);
	if (!is_there(b, hash))
		return;
	drawn = draw(b->home, hash, &png);
	floor = pack(png);
	b->biggest = MAX(b->biggest, g_bytes_get_size(png));
	g_bytes_unref(png);
	if (b->first == NULL)
		b->first = g_strdup(hash);
	g_array_append_val(b->made, made);
	g_array_append_val(b->again, again);
	g_array_append_val(b->drawn, drawn);
	g_array_append_val(b->floor, floor);
}

static void
play(struct bench *b)
{
	struct err e = { 0 };

	for (int n = 0; n < MOVES_MAX && !match_over(b->t->match); n++) {
		seatset asked = match_to_act(b->t->match);
		int seat = 0;
		g_autoptr(GArray) legal = NULL;

		while (!(asked & SEAT(seat)))
			seat++;
		if (n % EVERY == 0) {
			table_seat(b->t, seat)->told =
			    b->t->row->last_event - 9;
			measure(b, seat);
		}
		legal = match_legal(b->t->match, seat);
		must((home_work(b->t->home, NOW, &e),
			 table_play(b->t, seat,
			     &g_array_index(legal, struct move,
				 chance_below(b->chance, legal->len)),
			     "player", 0)),
		    &e);
	}
}

static gint
by_size(gconstpointer x, gconstpointer y)
{
	double a = *(const double *)x, b = *(const double *)y;

	return a < b ? -1 : a > b;
}

static double
middle(GArray *took)
{
	g_array_sort(took, by_size);
	return g_array_index(took, double, took->len / 2);
}

static void
report(const struct bench *b, const struct game *game)
{
	double made = middle(b->made), again = middle(b->again);
	double drawn = middle(b->drawn), floor = middle(b->floor);

	printf("%s, %d players: a letter is written with a new picture in "
	       "%.2f ms of CPU, with one that is there in %.2f ms; drawn in "
	       "%.1f ms, floor %.1f: x%.1f (medians; 90 of 100 below %.1f); %u "
	       "pictures, the biggest %zu KB\n",
	    game->name, game->max_seats, made, again, drawn, floor,
	    drawn / floor,
	    g_array_index(b->drawn, double, b->drawn->len * 9 / 10),
	    b->drawn->len, b->biggest / 1024);
}

static void
report_size(struct bench *b, const char *what, const char *sql)
{
	struct err e = { 0 };
	int64_t n;

	home_errors(b->home, &e);
	must(db_number(b->home->store, sql, &n), &e);
	printf("%s: %.1f KB\n", what, (double)n / 1024);
}

/* ---- the first one of a process ---- */

/* In a process of its own. */
static void
draw_first(const char *dir, const char *hash)
{
	struct err e = { 0 };
	struct home *home = home_open(dir, NULL, &e);
	GBytes *png;

	must(home == NULL ? -1 : 0, &e);
	home_work(home, NOW, &e);
	printf("%f\n", draw(home, hash, &png));
	g_bytes_unref(png);
	home_close(home);
}

static double
first_in_process(const struct bench *b, const char *dir)
{
	char program[] = "/proc/self/exe";
	char *args[] = { program, (char *)(uintptr_t)dir, b->first, NULL };
	g_autofree char *out = NULL;
	int status;

	if (!g_spawn_sync(NULL, args, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out,
		NULL, &status, NULL) ||
	    status != 0)
		abort();
	return g_ascii_strtod(out, NULL);
}

static void
forget_pieces(struct home *home)
{
	struct err e = { 0 };

	home_errors(home, &e);
	must(store_begin(home->store, __func__), &e);
	must(store_sprites_drop(home->store, INT64_MAX), &e);
	must(store_commit(home->store), &e);
}

/* With all its pieces kept, or none. */
static void
report_first(struct bench *b, const char *dir, bool kept)
{
	g_autoptr(GArray) took = g_array_new(FALSE, FALSE, sizeof(double));

	for (int i = 0; i < PROCESSES; i++) {
		double ms;

		if (!kept)
			forget_pieces(b->home);
		ms = first_in_process(b, dir);
		g_array_append_val(took, ms);
	}
	printf("the first picture of a process, %s: %.1f ms (median of %d)\n",
	    kept ? "its pieces in the database" : "all of it new", middle(took),
	    PROCESSES);
}

/* ---- all of it ---- */

int
main(int argc, char **argv)
{
	static const unsigned char seed[SEED_SIZE] = { 9 };
	g_autofree char *dir = g_dir_make_tmp("turnpost-bench-XXXXXX", NULL);
	g_autofree char *home = g_build_filename(dir, "home", NULL);
	g_autofree char *remove = g_strdup_printf("rm -rf '%s'", dir);
	struct bench b = { .chance = chance_new(seed) };
	struct err e = { 0 };

	app_init();
	if (argc == 3) {
		draw_first(argv[1], argv[2]);
		return 0;
	}
	must(home_create(home, "robot@example.org", &e), &e);
	b.home = home_open(home, NULL, &e);
	must(b.home == NULL ? -1 : 0, &e);
	must(store_begin(b.home->store, __func__), &e);
	for (size_t g = 0; games_all[g] != NULL; g++) {
		b.made = g_array_new(FALSE, FALSE, sizeof(double));
		b.drawn = g_array_new(FALSE, FALSE, sizeof(double));
		b.floor = g_array_new(FALSE, FALSE, sizeof(double));
		b.again = g_array_new(FALSE, FALSE, sizeof(double));
		b.biggest = 0;
		for (int i = 0; i < MATCHES; i++) {
			begin(&b, games_all[g], i);
			play(&b);
			table_free(b.t);
		}
		report(&b, games_all[g]);
		g_array_unref(b.made);
		g_array_unref(b.drawn);
		g_array_unref(b.again);
		g_array_unref(b.floor);
	}
	report_size(&b, "a picture in the database",
	    "SELECT avg(length(svg) + length(png)) FROM picture");
	report_size(
	    &b, "all sprites", "SELECT sum(length(packed)) FROM sprite");
	must(store_commit(b.home->store), &e);
	report_first(&b, home, true);
	report_first(&b, home, false);
	home_close(b.home);
	g_free(b.first);
	chance_free(b.chance);
	g_spawn_command_line_sync(remove, NULL, NULL, NULL, NULL);
	return 0;
}
