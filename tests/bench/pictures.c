/* SPDX-License-Identifier: ISC */
/*
 * What a letter's picture costs, CPU, for every game at many places of random
 * matches: when the letter is written, its SVG, packed when it is new, and
 * found when it is not; and when it leaves, drawn.  How many bytes it has then,
 * and how many in the database.  The first one of a process, which reads the
 * fonts, is told apart.
 */
#include "app/home/drawn.h"
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/letters/context.h"
#include "app/letters/invitations.h"
#include "app/letters/pictures.h"
#include "app/matches/create.h"
#include "app/matches/status.h"
#include "app/matches/reader.h"
#include "app/matches/table.h"
#include "app/matches/table_play.h"
#include "base/err.h"
#include "core/chance.h"
#include "core/decision.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/rules.h"
#include "games/games.h"
#include "mail/write.h"
#include "store/matches.h"
#include "store/db.h"
#include "store/pictures.h"
#include "store/seats.h"
#include "store/transaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MATCHES = 2, EVERY = 23, MOVES_MAX = 2000, NOW = 1795262400 };

static const char *const names[GAME_MAX_SEATS] = { "Anna", "Boris", "Carla",
	"Dora", "Emil", "Fanny", "Gero", "Hanna" };

struct bench {
	struct home *home;
	struct table *t;
	struct chance *chance;
	GArray *made, *again, *drawn; /* double, ms */
	gsize biggest;
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
draw(struct bench *b, const char *hash)
{
	struct err e = { 0 };
	GBytes *png;
	double start = cpu_ms(), took;

	home_errors(b->home, &e);
	must(drawn_png(b->home, hash, &png), &e);
	drawn_keep(b->home);
	took = cpu_ms() - start;
	b->biggest = MAX(b->biggest, g_bytes_get_size(png));
	g_bytes_unref(png);
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
	double made, again, drawn;

	must((home_errors(r.home, &e), reader_load(&r)), &e);
	facts = (home_errors(r.home, &e), context_of(&r));
	must(facts == NULL ? -1 : 0, &e);
	made = make(&r, facts, &hash);
	again = make(&r, facts, &same);
	json_decref(facts);
	reader_clear(&r);
	if (!is_there(b, hash))
		return;
	drawn = draw(b, hash);
	g_array_append_val(b->made, made);
	g_array_append_val(b->again, again);
	g_array_append_val(b->drawn, drawn);
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
	double drawn = middle(b->drawn);

	printf("%s, %d players: a letter is written with a new picture in "
	       "%.2f ms of CPU, with one that is there in %.2f ms; drawn in "
	       "%.1f ms (medians; 90 of 100 below %.1f); %u pictures, the "
	       "biggest %zu KB\n",
	    game->name, game->max_seats, made, again, drawn,
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

int
main(void)
{
	static const unsigned char seed[SEED_SIZE] = { 9 };
	g_autofree char *dir = g_dir_make_tmp("turnpost-bench-XXXXXX", NULL);
	g_autofree char *home = g_build_filename(dir, "home", NULL);
	g_autofree char *remove = g_strdup_printf("rm -rf '%s'", dir);
	struct bench b = { .chance = chance_new(seed) };
	struct err e = { 0 };

	app_init();
	must(home_create(home, "robot@example.org", &e), &e);
	b.home = home_open(home, &e);
	must(b.home == NULL ? -1 : 0, &e);
	must(store_begin(b.home->store, __func__), &e);
	for (size_t g = 0; games_all[g] != NULL; g++) {
		b.made = g_array_new(FALSE, FALSE, sizeof(double));
		b.drawn = g_array_new(FALSE, FALSE, sizeof(double));
		b.again = g_array_new(FALSE, FALSE, sizeof(double));
		b.biggest = 0;
		for (int i = 0; i < MATCHES; i++) {
			begin(&b, games_all[g], i);
			play(&b);
			table_free(b.t);
		}
		if (g == 0)
			printf("the first picture of a process: %.1f ms\n",
			    g_array_index(b.drawn, double, 0));
		report(&b, games_all[g]);
		g_array_unref(b.made);
		g_array_unref(b.drawn);
		g_array_unref(b.again);
	}
	report_size(&b, "a picture in the database",
	    "SELECT avg(length(svg) + length(png)) FROM picture");
	report_size(
	    &b, "all sprites", "SELECT sum(length(packed)) FROM sprite");
	store_rollback(b.home->store);
	home_close(b.home);
	chance_free(b.chance);
	g_spawn_command_line_sync(remove, NULL, NULL, NULL, NULL);
	return 0;
}
