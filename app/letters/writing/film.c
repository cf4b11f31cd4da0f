/* SPDX-License-Identifier: ISC */
/* The pictures of a match after each of its moves, and what is told of them. */
#include "app/letters/writing/film.h"

#include "app/letters/context/view.h"
#include "app/letters/writing/told_steps.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "base/log.h"
#include "core/kept.h"
#include "core/match.h"
#include "core/move.h"
#include "core/say.h"
#include "render/mustache/memo.h"
#include "render/picture/picture.h"
#include "render/replay.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"

#include <stdint.h>
#include <string.h>

struct film {
	size_t most; /* bytes of a page */
	const char *match; /* the page to which they lead back, or NULL */
	struct replay *page; /* NULL: nothing is drawn yet */
	struct told_steps *told;
	char **names; /* of the table, as they stand in its pictures */
	const struct catalog
	    *language; /* whose words do; NULL: they are open */
};

/* One match being shown again. */
struct showing {
	const struct reader *r; /* sees what all may see */
	struct table *t;
	struct film *film;
	json_t *context; /* of its pictures */
	bool pictured;
	bool open; /* words of a language are left open in them */
	struct mustache_memo *memo; /* of those */
	GString *svg; /* the picture at work */
	struct kept *kept; /* of what they show; NULL: not known */
};

static int
draw_picture(struct showing *s, struct err *e)
{
	const struct catalog *language = s->r->language;
	const char *game = s->t->row->game;
	g_autofree char *svg = NULL;

	if (s->open)
		return picture_open(
		    language, game, s->context, s->memo, s->svg, e);
	svg = picture_svg(language, game, s->context, e);
	g_string_assign(s->svg, svg == NULL ? "" : svg);
	return svg == NULL ? -1 : 0;
}

/*
 * The table as it is in that match; NULL if the game has no picture, or none
 * that can be used: no match waits for its end because of that.
 */
static GString *
picture(struct showing *s, struct match *match)
{
	struct table *t = s->t;
	struct match *whole = t->match;
	struct err e = { 0 };

	if (!s->pictured)
		return NULL;
	t->match = match;
	json_object_set_new(
	    s->context, "view", context_view_again(t, SEAT_REFEREE, s->kept));
	t->match = whole;
	if (draw_picture(s, &e) == 0)
		return s->svg;
	s->pictured = false;
	if (e.code != ERR_MISSING)
		log_warn("page-without-pictures",
		    "match %lld: its page has no pictures: %s",
		    (long long)t->row->id, e.text);
	return NULL;
}

static void
draw_step(struct showing *s, struct match *match, const struct report *report)
{
	GString *svg = picture(s, match);
	json_t *scores = json_array();

	for (size_t i = 0; i < table_seats(s->t); i++)
		json_array_append_new(scores, json_integer(report->score[i]));
	replay_step(s->film->page, "", "", svg, scores);
	told_steps_add(s->film->told, s->t->match, report);
	json_decref(scores);
}

/* "Anna → play wine"; known: moves that were said in this language already. */
static char *
move_line(
    const struct reader *r, const struct event_row *row, GHashTable *known)
{
	const char *move = g_hash_table_lookup(known, row->move);

	if (move == NULL) {
		move = move_retell(r->t->match, row->move, reader_words(r));
		g_hash_table_insert(
		    known, row->move, (gpointer)(uintptr_t)move);
	}
	return g_strconcat(r->t->names[row->seat], " → ", move, NULL);
}

/* The next one of those from *at on that tell of an event, or of the set-up;
 * *at is moved behind it. */
static const struct report *
next_report(const struct table *t, guint *at)
{
	while (*at < t->reports->len) {
		const struct report *report = t->reports->pdata[(*at)++];

		if (report->notice == NULL && report->talk == NULL)
			return report;
	}
	g_assert_not_reached();
}

static int
draw_steps(struct showing *s)
{
	struct table *t = s->t;
	struct match *match = table_begin(t);
	int r = match == NULL ? -1 : 0;
	guint at = 0;

	if (r == 0)
		draw_step(s, match, next_report(t, &at));
	for (guint i = 0; r == 0 && i < t->events->len; i++) {
		const struct event_row *row = t->events->pdata[i];
		const struct report *report = next_report(t, &at);

		g_assert(report->n == row->n);
		r = table_step(t, match, i);
		if (r == 0)
			draw_step(s, match, report);
	}
	match_free(match);
	return r;
}

/* ---- what is drawn once for several languages ---- */

struct film *
film_new(size_t most, const char *match)
{
	struct film *film = g_new0(struct film, 1);

	film->most = most;
	film->match = match;
	return film;
}

static void
film_clear(struct film *film)
{
	replay_free(film->page);
	told_steps_free(film->told);
	g_strfreev(film->names);
	*film = (struct film){ .most = film->most, .match = film->match };
}

void
film_free(struct film *film)
{
	if (film != NULL)
		film_clear(film);
	g_free(film);
}

/* In the reader's language. */
static void
tell_steps(const struct reader *r, struct film *film)
{
	struct table *t = r->t;
	g_autoptr(GHashTable) known =
	    g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
	g_autofree char *begins =
	    reader_say(r, phrase_new("replay.begins", NULL));
	g_autofree char *first = NULL;

	told_steps_again(film->told);
	first = told_steps_text(film->told, r, 0);
	replay_tell(film->page, 0, begins, first);
	for (guint i = 0; i < t->events->len; i++) {
		const struct event_row *row = t->events->pdata[i];
		g_autofree char *move = move_line(r, row, known);
		g_autofree char *text = told_steps_text(film->told, r, i + 1);

		replay_tell(film->page, i + 1, move, text);
	}
}

/* Its pictures would be the same again. */
static bool
film_fits(const struct film *film, const struct reader *r)
{
	return film->page != NULL &&
	       (film->language == NULL || film->language == r->language) &&
	       g_strv_equal((const char *const *)film->names,
		   (const char *const *)r->t->names);
}

static int
film_draw(struct film *film, const struct reader *r)
{
	struct table *t = r->t;
	struct showing s = { .r = r,
		.t = t,
		.film = film,
		.context = json_object(),
		.pictured = true,
		.open = !picture_is_own(r->language, t->row->game) };
	int done;

	film_clear(film);
	s.memo = memo_new();
	s.svg = g_string_new(NULL);
	/* the organiser's own may show all that a view holds */
	s.kept = s.open ? kept_new() : NULL;
	film->page = replay_new(film->most);
	film->told = told_steps_new();
	film->names = g_strdupv(t->names);
	if (s.open)
		replay_open(film->page, t->row->game, t->atom_names);
	else
		film->language = r->language;
	json_object_set_new(s.context, "names", table_name_list(t, SEATS_ALL));
	json_object_set(s.context, "atoms", t->atom_names);
	done = draw_steps(&s);
	memo_free(s.memo);
	g_string_free(s.svg, TRUE);
	kept_free(s.kept);
	json_decref(s.context);
	if (done == -1)
		film_clear(film);
	return done;
}

const char *
film_match(const struct film *film)
{
	return film->match;
}

struct replay *
film_show(struct film *film, const struct reader *r)
{
	if (!film_fits(film, r) && film_draw(film, r) == -1)
		return NULL;
	tell_steps(r, film);
	return film->page;
}
