/* SPDX-License-Identifier: ISC */
/*
 * A match played again, for a page that shows it move by move and for the
 * files of the last letter.  All is open in it.
 */
#include "app/letters/writing/replay_page.h"

#include "app/home/home.h"
#include "app/letters/context/view.h"
#include "app/letters/story/afterthoughts.h"
#include "app/letters/story/highlights.h"
#include "app/letters/story/record.h"
#include "app/letters/story/story.h"
#include "app/letters/writing/told_steps.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/report.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/err.h"
#include "base/gzip.h"
#include "base/log.h"
#include "core/decision.h"
#include "core/kept.h"
#include "core/match.h"
#include "core/move.h"
#include "core/say.h"
#include "mail/outgoing/write.h"
#include "render/mustache/memo.h"
#include "render/picture/picture.h"
#include "render/render.h"
#include "render/replay.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"

#include <stdint.h>
#include <string.h>

/* What its pages in several languages share. */
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

/* ---- where to jump to ---- */

/* The step that shows what that event of the log did. */
static int
step_of(const struct table *t, int64_t n)
{
	for (guint i = 0; i < t->events->len; i++) {
		const struct event_row *row = t->events->pdata[i];

		if (row->n == n)
			return (int)i + 1;
	}
	return 0;
}

/* The list stays in the order of steps. */
static void
add_jump(json_t *list, int step, const char *text)
{
	size_t i = json_array_size(list);

	while (i > 0 && json_integer_value(json_object_get(
			    json_array_get(list, i - 1), "n")) > step)
		i--;
	json_array_insert_new(
	    list, i, json_pack("{s:i, s:s}", "n", step, "text", text));
}

/* A round begins with the event that ended what was before it. */
static json_t *
rounds(const struct reader *r, const GPtrArray *chapters)
{
	json_t *list = json_array();

	for (guint i = 1; i < chapters->len; i++) {
		const struct chapter *before = chapters->pdata[i - 1];
		g_autofree char *label = story_label(r, chapters->pdata[i]);

		add_jump(list, step_of(r->t, before->end), label);
	}
	return list;
}

static json_t *
turning(const struct reader *r, const GPtrArray *chapters)
{
	json_t *list = json_array(), *ends, *one;
	size_t i;

	if (!match_over(r->t->match))
		return list;
	ends = ending_turning_ends(r, chapters);
	json_array_foreach(ends, i, one)
	{
		json_int_t end =
		    json_integer_value(json_object_get(one, "end"));

		if (end >= 0)
			add_jump(list, step_of(r->t, end),
			    json_string_value(json_object_get(one, "text")));
	}
	json_decref(ends);
	return list;
}

/* Two lists of steps, each in order, as one. */
static json_t *
merge(const json_t *a, const json_t *b)
{
	json_t *all = json_array();
	size_t i = 0, k = 0;

	while (i < json_array_size(a) || k < json_array_size(b)) {
		json_t *x = json_array_get(a, i), *y = json_array_get(b, k);
		bool first =
		    y == NULL ||
		    (x != NULL &&
			json_integer_value(json_object_get(x, "n")) <=
			    json_integer_value(json_object_get(y, "n")));

		json_array_append(all, first ? x : y);
		*(first ? &i : &k) += 1;
	}
	return all;
}

/* What a robot thinks of the moves stands among the turning points. */
static int
add_thoughts(const struct reader *r, json_t *context)
{
	json_t *thoughts = afterthoughts(r);

	if (thoughts == NULL)
		return -1;
	json_object_set_new(context, "turning",
	    merge(json_object_get(context, "turning"), thoughts));
	json_decref(thoughts);
	return 0;
}

/* Their names; robots are called so. */
static json_t *
players(const struct reader *r)
{
	json_t *list = json_array();

	for (int s = 0; s < (int)table_seats(r->t); s++) {
		const struct seat_row *row = table_seat(r->t, s);
		g_autofree char *key = g_strdup_printf("robot.%s", row->level);
		g_autofree char *robot =
		    row->level == NULL || !robot_plays(row)
			? NULL
			: reader_say(r, phrase_new(key, NULL));

		json_array_append_new(
		    list, robot == NULL
			      ? json_string(r->t->names[s])
			      : json_sprintf("%s (%s)", r->t->names[s], robot));
	}
	return list;
}

static json_t *
page_context(const struct reader *r)
{
	struct table *t = r->t;
	g_autofree char *key = g_strdup_printf("game.%s", t->row->game);
	g_autofree char *game = reader_say(r, phrase_new(key, NULL));
	g_autofree char *title = reader_say(
	    r, phrase_new("replay.title", json_pack("{s:s, s:I}", "game", game,
					      "n", (json_int_t)t->row->id)));
	g_autoptr(GPtrArray) chapters = story_chapters(r, 0);

	return json_pack("{s:o, s:o, s:o, s:o}", "title",
	    json_sprintf("%s: %s", title, t->row->name), "players", players(r),
	    "rounds", rounds(r, chapters), "turning", turning(r, chapters));
}

char *
replay_of(struct table *t, const struct catalog *language, bool thoughts,
    GPtrArray *story, struct film *film)
{
	struct reader all = reader_view(t, SEAT_ONLOOKER);
	struct film own = { .most = REPLAY_MOST };
	struct film *drawn = film != NULL ? film : &own;
	json_t *context;
	char *page = NULL;

	all.language = language;
	all.story = story;
	context = page_context(&all);
	if (drawn->match != NULL)
		json_object_set_new(
		    context, "match", json_string(drawn->match));
	if ((!thoughts || add_thoughts(&all, context) == 0) &&
	    (film_fits(drawn, &all) || film_draw(drawn, &all) == 0)) {
		tell_steps(&all, drawn);
		page =
		    replay_page(drawn->page, language, context, t->home->err);
	}
	json_decref(context);
	film_clear(&own);
	return page;
}

/* ---- the files of the last letter ---- */

/* The name and the bytes are taken over. */
static void
attach(GPtrArray *list, char *name, const char *type, GBytes *bytes)
{
	g_ptr_array_add(list, attachment_new(name, type, bytes));
	g_free(name);
	g_bytes_unref(bytes);
}

/* As "turnpost export" writes it, but for blanks and whose results these are; a
 * long one packed. */
static void
attach_record(struct table *t, const struct catalog *language, GPtrArray *list)
{
	long long id = (long long)t->row->id;
	json_t *record = record_of(t, language, false);
	g_autoptr(GBytes) bytes = NULL;
	char *text;

	record_impersonal(record);
	text = json_dumps(record, JSON_COMPACT);
	bytes = g_bytes_new_with_free_func(text, strlen(text), free, text);

	json_decref(record);
	if (g_bytes_get_size(bytes) <= REPLAY_RECORD_MOST)
		attach(list, g_strdup_printf("match-%lld.json", id),
		    "application/json", g_bytes_ref(bytes));
	else
		attach(list, g_strdup_printf("match-%lld.json.gz", id),
		    "application/gzip", gzip_pack(bytes));
}

static GPtrArray *
make_all(struct table *t, const struct catalog *language)
{
	char *page = replay_of(t, language, false, NULL, NULL);
	GPtrArray *list;

	if (page == NULL)
		return NULL;
	list = g_ptr_array_new_with_free_func((GDestroyNotify)attachment_free);
	attach_record(t, language, list);
	attach(list, g_strdup_printf("match-%lld.html", (long long)t->row->id),
	    "text/html", g_bytes_new_take(page, strlen(page)));
	return list;
}

const GPtrArray *
replay_attached(const struct reader *r, json_t *context)
{
	struct table *t = r->t;
	const char *language = catalog_language(r->language);
	const struct attachment *record, *page;
	GPtrArray *list;

	if (t->attached == NULL)
		t->attached = g_hash_table_new_full(g_str_hash, g_str_equal,
		    g_free, (GDestroyNotify)g_ptr_array_unref);
	list = g_hash_table_lookup(t->attached, language);
	if (list == NULL) {
		if ((list = make_all(t, r->language)) == NULL)
			return NULL;
		g_hash_table_insert(t->attached, g_strdup(language), list);
	}
	record = list->pdata[0];
	page = list->pdata[1];
	json_object_set_new(context, "attached",
	    json_pack(
		"{s:s, s:s}", "record", record->name, "page", page->name));
	return list;
}
