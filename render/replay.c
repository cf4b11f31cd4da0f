/* SPDX-License-Identifier: ISC */
/*
 * The page of a match.  All that its script shows is packed
 * (render/replay_data.h).  Without script the list of sentences is there, with
 * the points at the end; the script reads its sentences there, too.
 */
#include "render/replay.h"

#include "base/err.h"
#include "base/size.h"
#include "render/picture/picture.h"
#include "render/replay_data.h"
#include "render/replay_lines.h"
#include "render/render.h"
#include "render/mustache/mustache.h"
#include "render/mustache/template.h"
#include "render/language/catalog.h"

#include <stdint.h>
#include <string.h>

#define FOLDER "pages"
#define FILE_NAME "replay.html"

enum {
	LIST_LARGE = 2, /* a half of the page, at most, for the list... */
	LIST_SMALL = 8 /* ...or less, so that there is room for pictures */
};

static void
step_clear(gpointer p)
{
	struct step *step = p;

	g_free(step->move);
	g_free(step->text);
	if (step->lines != NULL)
		g_array_unref(step->lines);
	json_decref(step->scores);
}

struct replay *
replay_new(size_t most)
{
	struct replay *r = g_new0(struct replay, 1);

	r->most = most;
	r->steps = g_array_new(FALSE, FALSE, sizeof(struct step));
	g_array_set_clear_func(r->steps, step_clear);
	r->lines = drawn_lines_new();
	return r;
}

void
replay_free(struct replay *r)
{
	if (r == NULL)
		return;
	for (size_t i = 0; i < G_N_ELEMENTS(r->shared); i++) {
		g_free(r->shared[i].data);
		g_free(r->shared[i].used);
	}
	g_array_unref(r->steps);
	drawn_lines_free(r->lines);
	g_free(r->game);
	json_decref(r->atoms);
	g_free(r);
}

void
replay_open(struct replay *r, const char *game, const json_t *atoms)
{
	r->game = g_strdup(game);
	r->atoms = json_incref((json_t *)(uintptr_t)atoms);
}

/* The lines of the last picture; NULL: there was none. */
static const GArray *
last_lines(const struct replay *r)
{
	guint n = r->steps->len;

	return n == 0 ? NULL
		      : g_array_index(r->steps, struct step, n - 1).lines;
}

void
replay_step(struct replay *r, const char *move, const char *text, GString *svg,
    const json_t *scores)
{
	struct step step = {
		.move = g_strdup(move),
		.text = g_strdup(text),
		.lines = svg == NULL
			     ? NULL
			     : drawn_lines_of(r->lines, last_lines(r), svg),
		.scores = json_incref((json_t *)(uintptr_t)scores),
	};

	g_array_append_val(r->steps, step);
}

void
replay_tell(struct replay *r, size_t n, const char *move, const char *text)
{
	struct step *step = &g_array_index(r->steps, struct step, n);

	g_free(step->move);
	g_free(step->text);
	step->move = g_strdup(move);
	step->text = g_strdup(text);
}

/* ---- the page ---- */

static size_t
list_size(const struct replay *r, bool whole)
{
	size_t size = 0;

	for (guint i = 0; i < r->steps->len; i++) {
		const struct step *step =
		    &g_array_index(r->steps, struct step, i);

		size += strlen(step->move) + 16;
		size += whole ? strlen(step->text) : 0;
	}
	return size;
}

/*
 * The steps to read in so many bytes; of a long match what was decided, or the
 * end alone.
 */
static json_t *
list_json(const struct replay *r, const struct thinning *less)
{
	bool whole = less->listed;
	size_t short_size = list_size(r, false);
	guint n = r->steps->len;
	json_t *list = json_array();

	if (!whole && short_size >= less->room)
		n = (guint)size_share(n, less->room, short_size);
	for (guint i = r->steps->len - n; i < r->steps->len; i++) {
		const struct step *step =
		    &g_array_index(r->steps, struct step, i);
		json_t *item = json_object();

		json_object_set_new_nocheck(item, "n", json_integer(i));
		json_object_set_new_nocheck(
		    item, "move", json_string_nocheck(step->move));
		json_object_set_new_nocheck(
		    item, "text", json_string_nocheck(whole ? step->text : ""));
		json_array_append_new(list, item);
	}
	return list;
}

/* For a Content-Security-Policy: what stands in that element of the template,
 * and nothing else, may be used. */
static char *
hash_of(const char *text, const char *element)
{
	g_autofree char *begin = g_strdup_printf("<%s>", element);
	g_autofree char *end = g_strdup_printf("</%s>", element);
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	const char *from = strstr(text, begin), *to;
	guint8 digest[32];
	gsize size = sizeof(digest);
	g_autofree char *base64 = NULL;

	if (from == NULL || (to = strstr(from, end)) == NULL)
		return g_strdup("none");
	from += strlen(begin);
	g_checksum_update(sum, (const guchar *)from, to - from);
	g_checksum_get_digest(sum, digest, &size);
	base64 = g_base64_encode(digest, size);
	return g_strconcat("sha256-", base64, NULL);
}

/* Of the template that is built in, they are kept with the language. */
static const char *
known_hash(const struct catalog *t, const char *dir, const char *element,
    const char *text, char **own)
{
	g_autofree char *key = g_strconcat(FOLDER "/hash of ", element, NULL);
	const char *kept =
	    dir != NULL ? NULL : g_hash_table_lookup(t->templates, key);

	if (kept != NULL)
		return kept;
	*own = hash_of(text, element);
	if (dir != NULL)
		return *own;
	return catalog_keep(t, key, g_steal_pointer(own));
}

static json_t *
with_hashes(const struct catalog *t, const char *dir, const json_t *context,
    const char *text)
{
	static const char *const elements[] = { "style", "script" };
	json_t *all = json_copy((json_t *)(uintptr_t)context);

	for (size_t i = 0; i < G_N_ELEMENTS(elements); i++) {
		g_autofree char *key = g_strconcat(elements[i], "_hash", NULL);
		g_autofree char *own = NULL;

		json_object_set_new(all, key,
		    json_string(known_hash(t, dir, elements[i], text, &own)));
	}
	return all;
}

/* As it is built in, read once for each language. */
static const struct mustache *
built_in(const struct catalog *t, char **text, struct err *e)
{
	GHashTable *known = catalog_parsed(t, FOLDER "/")->letters;
	struct mustache *m = g_hash_table_lookup(known, FILE_NAME);

	if (m != NULL)
		return m;
	if ((*text = catalog_file(NULL, FOLDER, FILE_NAME, e)) == NULL)
		return NULL;
	if ((m = mustache_parse(FILE_NAME, *text, e)) != NULL)
		g_hash_table_insert(known, g_strdup(FILE_NAME), m);
	return m;
}

/* With the page of the organiser, or (NULL) the one built in. */
static char *
render_with(const struct catalog *t, const char *dir, const json_t *context,
    struct err *e)
{
	g_autoptr(GString) key = g_string_new(NULL);
	g_autofree char *text = NULL;
	const struct mustache *m = NULL;
	struct rendering letter = { .catalog = t, .key = key, .err = e };
	const struct mustache_env env = {
		.filter = page_filter, .arg = &letter, .html = true
	};
	json_t *all;
	char *page;

	if (dir == NULL)
		m = built_in(t, &text, e);
	else
		text = catalog_file(dir, FOLDER, FILE_NAME, e);
	if (m == NULL && (dir == NULL || text == NULL))
		return NULL;
	all = with_hashes(t, dir, context, text);
	letter.context = all;
	page = m != NULL
		   ? mustache_write(m, catalog_parsed(t, FOLDER "/")->partials,
			 all, &env, e)
		   : mustache_render(FILE_NAME, text, all, &env, e);
	json_decref(all);
	return page;
}

/* The match does not end without it, so a broken one is as none. */
static char *
render_page(const struct catalog *t, const json_t *context, struct err *e)
{
	struct err own = { 0 };
	char *page = NULL;

	if (t->override_dir != NULL)
		page = render_with(t, t->override_dir, context, &own);
	return page != NULL ? page : render_with(t, NULL, context, e);
}

int
replay_check(const struct catalog *t, struct err *e)
{
	json_t *none = json_object();
	g_autofree char *page = NULL;
	struct err why = { 0 };

	if (t->override_dir != NULL)
		page = render_with(t, t->override_dir, none, &why);
	json_decref(none);
	if (page != NULL || why.code == 0 || why.code == ERR_MISSING)
		return 0;
	return err_set(e, why.code, "%s", why.text);
}

/* A long match has a shorter list, then fewer pictures, then fewer steps. */
static struct thinning
thin_out(const struct replay *r, guint n)
{
	struct thinning less = {
		.n = n,
		.room = r->most / (n == 0 ? LIST_LARGE : LIST_SMALL),
		.pictures = n < 2 ? 1 : 1u << (n - 1),
		.steps = n < 7 ? 1 : 1u << (n - 6),
	};

	less.listed = list_size(r, true) < less.room;
	return less;
}

/* An organiser's own page may not know of words that are packed apart. */
static bool
wants_whole(const struct catalog *t)
{
	struct err none = { 0 };
	g_autofree char *text =
	    t->override_dir == NULL
		? NULL
		: catalog_file(t->override_dir, FOLDER, FILE_NAME, &none);

	return text != NULL && strstr(text, "words}}") == NULL;
}

/* Into the context; how many bytes they are. */
static size_t
add_data(struct replay *r, const struct thinning *less, const GPtrArray *closed,
    bool whole, json_t *context)
{
	g_autofree char *words =
	    whole ? g_strdup("") : replay_words(r, less, closed);
	g_autofree char *own = whole ? replay_whole(r, less, closed) : NULL;
	const char *data = whole ? own : replay_shared(r, less);

	json_object_set_new(context, "words", json_string_nocheck(words));
	json_object_set_new(context, "data", json_string_nocheck(data));
	return strlen(words) + strlen(data);
}

/* The points at the end; an organiser's own page may have them in a row. */
static void
add_standing(const struct step *last, json_t *context)
{
	const json_t *players = json_object_get(context, "players");
	json_t *list = json_array(), *score;
	size_t i;

	json_array_foreach(last->scores, i, score) json_array_append_new(
	    list, json_pack("{s:O?, s:O}", "name", json_array_get(players, i),
		      "score", score));
	json_object_set_new(context, "standing", list);
	json_object_set(context, "scores", last->scores);
}

char *
replay_page(struct replay *r, const struct catalog *t, const json_t *context,
    struct err *e)
{
	json_t *all = json_copy((json_t *)(uintptr_t)context);
	g_autoptr(GPtrArray) closed = replay_close_lines(r, t);
	bool whole = wants_whole(t);
	char *page = NULL;

	json_object_set_new(all, "language", json_string(catalog_language(t)));
	if (r->steps->len > 0)
		add_standing(
		    &g_array_index(r->steps, struct step, r->steps->len - 1),
		    all);
	/* The first try packs the words quickly; a whole page, which has none
	 * apart, begins with the second.  That packs them better, and each one
	 * after it leaves more out. */
	for (guint n = whole ? 1 : 0; n <= THIN_MOST; n++) {
		struct thinning less = thin_out(r, n > 0 ? n - 1 : 0);

		less.tight = n > 0;
		if (add_data(r, &less, closed, whole, all) > r->most &&
		    n < THIN_MOST)
			continue;
		json_object_set_new(all, "list", list_json(r, &less));
		g_free(page);
		page = render_page(t, all, e);
		if (page == NULL || strlen(page) <= r->most)
			break;
	}
	json_decref(all);
	return page;
}
