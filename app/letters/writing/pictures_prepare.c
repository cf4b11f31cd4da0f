/* SPDX-License-Identifier: ISC */
/*
 * Pieces of pictures, drawn before they are wanted.  The libraries that draw
 * take longer to open than a picture needs that is put together of pieces, and
 * most moves show something that was not shown before.  So a process that had
 * to open them also draws what an example of the same game shows.  It is always
 * the same example, of which nobody's moves can be told; names are those of the
 * match whose letter was the reason.
 *
 * That takes seconds on a slow machine, within the lock of the steps.  So it
 * stops when a mail comes or a second is over, and goes on in a later round.
 */
#include "app/letters/writing/pictures.h"

#include "app/home/drawn.h"
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/letters/context/context.h"
#include "app/letters/context/view.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "base/err.h"
#include "base/log.h"
#include "base/seconds.h"
#include "core/chance.h"
#include "core/draw.h"
#include "core/match.h"
#include "core/opening.h"
#include "render/picture/picture.h"
#include "store/matches/matches.h"
#include "store/meta.h"
#include "store/transaction.h"

#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#define AGAIN (30 * DAY) /* by then what nobody wanted is gone */
#define POSITIONS 150 /* of the example */
#define SOME 20 /* of them: then what was drawn is kept */
#define LATE 10 /* times the CPU time of a round: its end by the clock */

/* What is drawn in this round. */
struct round {
	const struct reader *r;
	json_t *context;
	const char *what; /* "GAME LANGUAGE SEATS " */
	char *spool;
	struct timespec came; /* when the last mail came into it */
	int64_t end; /* by cpu_usec */
	int64_t late; /* of the monotonic clock: then at the latest */
	int from, at; /* positions that were drawn before, and are now */
	bool done;
};

/* ---- what was prepared ---- */

/* Lines "GAME LANGUAGE SEATS WHEN", or with "0 POSITIONS" in place of WHEN when
 * so many of the example were drawn: those of others, and what stands in the
 * line of this one. */
static char *
others(const char *kept, const char *what, int64_t *when, int *at)
{
	GString *rest = g_string_new(NULL);
	g_auto(GStrv) lines = g_strsplit(kept != NULL ? kept : "", "\n", -1);
	char *end = NULL;

	*when = 0;
	*at = 0;
	for (char **line = lines; *line != NULL; line++)
		if (g_str_has_prefix(*line, what)) {
			*when = g_ascii_strtoll(*line + strlen(what), &end, 10);
			*at = (int)g_ascii_strtoll(end, NULL, 10);
		} else if (**line != '\0')
			g_string_append_printf(rest, "%s\n", *line);
	return g_string_free(rest, FALSE);
}

/* Is it to be drawn, and from which position on? */
static int
ask(struct home *home, const char *what, bool *due, int *from)
{
	g_autofree char *kept = NULL, *rest = NULL;
	int64_t when;

	if (store_meta_get(home->store, DRAWN_PREPARED, &kept) == -1)
		return -1;
	rest = others(kept, what, &when, from);
	*due = when == 0 || home->now - when >= AGAIN;
	return 0;
}

static int
note(struct home *home, const struct round *round)
{
	g_autofree char *kept = NULL, *rest = NULL, *now = NULL;
	int64_t when;
	int at;

	if (store_meta_get(home->store, DRAWN_PREPARED, &kept) == -1)
		return -1;
	rest = others(kept, round->what, &when, &at);
	now = round->done
		  ? g_strdup_printf("%s%s%" G_GINT64_FORMAT "\n", rest,
			round->what, home->now)
		  : g_strdup_printf("%s%s0 %d\n", rest, round->what, round->at);
	return store_meta_set(home->store, DRAWN_PREPARED, now);
}

/* A process that stops after it goes on there. */
static int
keep(const struct round *round)
{
	struct home *home = round->r->home;
	int result;

	drawn_keep(home);
	IN_TRANSACTION(home->store, result, note(home, round));
	return result;
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

static struct timespec
last_mail(const char *spool)
{
	struct stat st;

	return stat(spool, &st) == 0 ? st.st_mtim : (struct timespec){ 0 };
}

/* What this process has used: a busy machine draws as much in a round. */
static int64_t
cpu_usec(void)
{
	struct rusage used;

	getrusage(RUSAGE_SELF, &used);
	return ((int64_t)used.ru_utime.tv_sec + used.ru_stime.tv_sec) *
		   G_USEC_PER_SEC +
	       used.ru_utime.tv_usec + used.ru_stime.tv_usec;
}

/* One position at least, so that it ends some time. */
static bool
is_over(const struct round *round)
{
	const struct timespec came = last_mail(round->spool);

	return round->at > round->from &&
	       (home_ends(round->r->home) || cpu_usec() >= round->end ||
		   g_get_monotonic_time() >= round->late ||
		   came.tv_sec != round->came.tv_sec ||
		   came.tv_nsec != round->came.tv_nsec);
}

static int
draw_positions(struct round *round, struct match *match, struct chance *chance)
{
	const int seats = (int)table_seats(round->r->t);
	int result = 0;

	while (result == 0 && round->at < POSITIONS && !match_over(match)) {
		if (is_over(round))
			return keep(round);
		if (round->at >= round->from)
			result = draw(
			    round->r, match, round->at % seats, round->context);
		move_on(match, chance);
		round->at++;
		if (result == 0 && round->at > round->from &&
		    round->at % SOME == 0)
			result = keep(round);
	}
	round->done = result == 0;
	return result == 0 ? keep(round) : -1;
}

static int
draw_example(struct round *round)
{
	static const unsigned char seed[SEED_SIZE] = { 1 };
	struct match *match = begin(round->r->t, round->r->home->err);
	struct chance *chance;
	int result;

	if (match == NULL)
		return -1;
	chance = chance_new(seed);
	result = draw_positions(round, match, chance);
	chance_free(chance);
	match_free(match);
	return result;
}

static int
prepare_for(const struct reader *r, const char *what, int from, bool *done)
{
	struct home *home = r->home;
	struct round round = { .r = r, .what = what, .from = from };
	g_autofree char *in = home_spool_in(home->dir);
	int result;

	if ((round.context = context_of(r)) == NULL)
		return -1;
	round.spool = g_build_filename(in, "new", NULL);
	round.came = last_mail(round.spool);
	round.end = cpu_usec() + home->prepare_usec;
	round.late = g_get_monotonic_time() + home->prepare_usec * LATE;
	result = draw_example(&round);
	*done = round.done;
	g_free(round.spool);
	json_decref(round.context);
	return result;
}

static int
prepare(struct table *t, int seat, const char *what, int from, bool *done)
{
	struct reader r = reader_seat(t, seat);
	int result = 0;

	if (t->match == NULL)
		return 0;
	result = reader_load(&r);
	if (result == 0)
		result = prepare_for(&r, what, from, done);
	reader_clear(&r);
	return result;
}

/* The match is played again only if there is something to draw. */
static int
prepare_if_due(struct home *home, int64_t match, const char *what, bool *done)
{
	struct table *t;
	int from, result;
	bool due;

	if (ask(home, what, &due, &from) == -1)
		return -1;
	if (!due)
		return 0;
	if ((t = table_look(home, match)) == NULL)
		return -1;
	result = prepare(t, home->pictured_seat, what, from, done);
	table_free(t);
	return result;
}

void
pictures_prepare(struct home *home)
{
	const int64_t match = home->pictured;
	g_autofree char *what = g_steal_pointer(&home->pictured_what);
	struct err why = { 0 }, *outer;
	bool done = true;

	home->pictured = 0;
	if (match == 0 || !drawn_lacked(home))
		return;
	outer = home_errors(home, &why);
	if (prepare_if_due(home, match, what, &done) == -1) {
		log_warn("pieces-not-prepared",
		    "pieces of pictures are not drawn ahead: %s", why.text);
		done = true;
	}
	home_errors(home, outer);
	drawn_keep(home);
	if (done) {
		drawn_lack_nothing(home);
		return;
	}
	/* goes on in the next round */
	home->pictured = match;
	home->pictured_what = g_steal_pointer(&what);
}
