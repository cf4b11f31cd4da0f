/* SPDX-License-Identifier: ISC */
/*
 * What a turn letter costs, CPU, for every game: its facts, and its text
 * and HTML with the drawing of the board; at all decisions of random matches.
 * Lines that no letter had before are dearer (render/guard.c remembers the
 * others), so places are visited once, as in play.  In English, or in the
 * language that is named.
 *
 * And how much of it a reader must scroll through: at which line of the text
 * the first move to choose stands, how long the text is, and how far below the
 * line that ends an answer the reader's own hand and role stand (in English).
 */
#include "app/home/config.h"
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/letters/context/context.h"
#include "app/letters/new_match.h"
#include "app/letters/writing/compose.h"
#include "app/letters/writing/envelope.h"
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
#include "render/body.h"
#include "store/matches/seats.h"
#include "store/transaction.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MATCHES = 10, MOVES_MAX = 2000, NOW = 1795262400 };

static const char *const names[GAME_MAX_SEATS] = { "Anna", "Boris", "Carla",
	"Dora", "Emil", "Fanny", "Gero", "Hanna" };

struct bench {
	struct home *home;
	struct table *t;
	struct chance *chance;
	GArray *took; /* double, ms */
	double rendered; /* ms, of text and HTML alone */
	gsize longest, largest; /* bytes of text, of HTML */
	gsize html; /* bytes of all HTML */
	/* int, of letters that ask */
	GArray *choice, *lines, *whole, *own;
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

/* ---- the shape of a text ---- */

static bool
is_choice(const char *line)
{
	const char *p = line + strspn(line, " 0123456789");

	return p > line + 1 && g_str_has_prefix(p, "→ ");
}

static bool
is_own(const char *line)
{
	return g_str_has_prefix(line, "Your hand") ||
	       g_str_has_prefix(line, "Your cards") ||
	       g_str_has_prefix(line, "Your card:") ||
	       g_str_has_prefix(line, "Your role");
}

/* What does not come counts as the end.  Below the rule stands the board in
 * words, for those whose program shows no picture. */
static void
measure_shape(struct bench *b, const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	int n = (int)g_strv_length(lines), cut = 0, choice = n, own = 0;
	int rule = n;

	for (int i = 0; i < n; i++) {
		if (g_str_has_prefix(lines[i], "#~"))
			cut = i;
		else if (cut > 0 && choice == n && is_choice(lines[i]))
			choice = i + 1;
		else if (cut > 0 && is_own(lines[i]))
			own = i - cut;
		else if (g_str_has_prefix(lines[i], "───"))
			rule = i;
	}
	g_array_append_val(b->choice, choice);
	g_array_append_val(b->lines, rule);
	g_array_append_val(b->whole, n);
	g_array_append_val(b->own, own);
}

static gint
by_number(gconstpointer x, gconstpointer y)
{
	return *(const int *)x - *(const int *)y;
}

static void
report_shape(const char *what, GArray *numbers)
{
	g_array_sort(numbers, by_number);
	printf("  %s: median %d, 9 of 10 at most %d, most %d\n", what,
	    g_array_index(numbers, int, numbers->len / 2),
	    g_array_index(numbers, int, numbers->len * 9 / 10),
	    g_array_index(numbers, int, numbers->len - 1));
	g_array_unref(numbers);
}

/* ---- what it costs ---- */

/* Facts, then both parts of the letter. */
static void
measure(struct bench *b, int seat)
{
	struct err e = { 0 };
	double start = cpu_ms(), facts_made, took;
	struct reader r = (home_work(b->t->home, NOW, b->t->home->err),
	    reader_seat(b->t, seat));
	struct body body;
	json_t *facts;

	must((home_errors(r.home, &e), reader_load(&r)), &e);
	facts = (home_errors(r.home, &e), context_of(&r));
	must(facts == NULL ? -1 : 0, &e);
	json_object_set_new(facts, "tag", json_string("g7-k3x9"));
	json_object_set_new(facts, "picture",
	    json_pack("{s:s, s:s}", "cid", "x", "alt", "The table"));
	json_object_set_new(facts, "pictured", json_true());
	post_links(facts, "robot+g7.s2.t14.k3x9k3x9k3x9k@games.example.org");
	facts_made = cpu_ms();
	must(catalog_body(r.language, b->t->row->game, status_letter(b->t),
		 facts, &body, &e),
	    &e);
	took = cpu_ms() - start;
	g_array_append_val(b->took, took);
	b->rendered += start + took - facts_made;
	measure_shape(b, body.text);
	if (getenv("SHOW") != NULL)
		printf("%s\n-----8<-----\n", body.text);
	b->longest = MAX(b->longest, strlen(body.text));
	b->largest = MAX(b->largest, strlen(body.html));
	b->html += strlen(body.html);
	json_decref(facts);
	reader_clear(&r);
	body_clear(&body);
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
		measure(b, seat);
		table_seat(b->t, seat)->told = b->t->row->last_event;
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

static void
report(const struct bench *b, const struct game *game)
{
	double sum = 0;

	for (guint i = 0; i < b->took->len; i++)
		sum += g_array_index(b->took, double, i);
	g_array_sort(b->took, by_size);
	printf("%s, %d players: a letter %.2f ms of CPU (median %.2f, 99 of "
	       "100 below %.2f), text and HTML alone %.2f; %u letters, the "
	       "longest %zu bytes and %zu of HTML, of which all have %zu on "
	       "average\n",
	    game->name, game->max_seats, sum / b->took->len,
	    g_array_index(b->took, double, b->took->len / 2),
	    g_array_index(b->took, double, b->took->len * 99 / 100),
	    b->rendered / b->took->len, b->took->len, b->longest, b->largest,
	    b->html / b->took->len);
	report_shape("first move to choose, line of the text", b->choice);
	report_shape("lines above the board in words", b->lines);
	report_shape("lines of the text", b->whole);
	report_shape("own hand and role, lines below the cut", b->own);
}

/* letters [LANGUAGE] */
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
	must(home_create(home, "robot@example.org", &e), &e);
	b.home = home_open(home, NULL, &e);
	must(b.home == NULL ? -1 : 0, &e);
	if (argc > 1) {
		g_free(b.home->config->language);
		b.home->config->language = g_strdup(argv[1]);
	}
	must(store_begin(b.home->store, __func__), &e);
	for (size_t g = 0; games_all[g] != NULL; g++) {
		b.took = g_array_new(FALSE, FALSE, sizeof(double));
		b.choice = g_array_new(FALSE, FALSE, sizeof(int));
		b.lines = g_array_new(FALSE, FALSE, sizeof(int));
		b.whole = g_array_new(FALSE, FALSE, sizeof(int));
		b.own = g_array_new(FALSE, FALSE, sizeof(int));
		b.longest = b.largest = b.html = 0;
		b.rendered = 0;
		for (int i = 0; i < MATCHES; i++) {
			begin(&b, games_all[g], i);
			play(&b);
			table_free(b.t);
		}
		report(&b, games_all[g]);
		g_array_unref(b.took);
	}
	store_rollback(b.home->store);
	home_close(b.home);
	chance_free(b.chance);
	g_spawn_command_line_sync(remove, NULL, NULL, NULL, NULL);
	return 0;
}
