/* SPDX-License-Identifier: ISC */
/*
 * The page of a match.  All that its script shows is packed: each line of the
 * pictures once, and for each step the numbers of its lines as far as they
 * differ from the step before.  Without script the list of sentences is there,
 * with the points at the end; the script reads its sentences there, too.
 */
#include "render/replay.h"

#include "base/err.h"
#include "base/size.h"
#include "render/picture/picture.h"
#include "render/replay_lines.h"
#include "render/render.h"
#include "render/mustache/template.h"
#include "render/text/text.h"
#include "render/language/catalog.h"

#include <libdeflate.h>
#include <stdint.h>
#include <string.h>

enum {
	LEVEL = 7,
	BASE64_LINE = 76,
	THIN_MOST = 16, /* times that half is left out */
	LIST_LARGE = 2, /* a half of the page, at most, for the list... */
	LIST_SMALL = 8 /* ...or less, so that there is room for pictures */
};

struct step {
	char *move, *text;
	GArray *lines; /* guint: numbers of the picture's lines; NULL: none */
	json_t *scores;
	/* The change from the picture "changed" (its lines) to this one, as
	 * text: the same in all languages. */
	GString *change;
	const GArray *changed;
};

struct replay {
	size_t most;
	GArray *steps; /* struct step */
	struct drawn_lines *lines; /* of all pictures */
	char *game; /* whose words are left open in them; NULL: none are */
	json_t *atoms;
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
	if (step->change != NULL)
		g_string_free(step->change, TRUE);
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
replay_step(struct replay *r, const char *move, const char *text,
    const char *svg, const json_t *scores)
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

/* Lines as that language has them: those of pictures with open words. */
static GPtrArray *
close_lines(const struct replay *r, const struct catalog *t)
{
	const GPtrArray *open = drawn_lines_all(r->lines);
	GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < open->len; i++)
		g_ptr_array_add(lines,
		    r->game == NULL
			? g_strdup(open->pdata[i])
			: picture_close(t, r->game, r->atoms, open->pdata[i]));
	return lines;
}

/* ---- what the script unpacks ---- */

/*
 * It is written as it goes, and not through a tree of JSON: that would take as
 * long as all else together.
 */

/* Before each item but the first. */
static void
append_comma(GString *out, bool first)
{
	if (!first)
		g_string_append_c(out, ',');
}

/* What is UTF-8 already. */
static void
append_string(GString *out, const char *text)
{
	g_string_append_c(out, '"');
	for (const char *p = text; *p != '\0'; p++) {
		const char *from = p;

		while ((unsigned char)*p >= ' ' && *p != '"' && *p != '\\')
			p++;
		g_string_append_len(out, from, p - from);
		if (*p == '\0')
			break;
		if (*p == '"' || *p == '\\') {
			g_string_append_c(out, '\\');
			g_string_append_c(out, *p);
		} else
			g_string_append_printf(
			    out, "\\u%04X", (unsigned char)*p);
	}
	g_string_append_c(out, '"');
}

static void
append_scores(GString *out, const json_t *scores)
{
	const json_t *score;
	size_t i;

	g_string_append_c(out, '[');
	json_array_foreach(scores, i, score)
	{
		append_comma(out, i == 0);
		text_integer(json_integer_value(score), out);
	}
	g_string_append_c(out, ']');
}

static void
append_change(GString *out, struct step *step, const GArray *before)
{
	if (step->change == NULL || step->changed != before) {
		if (step->change == NULL)
			step->change = g_string_new(NULL);
		g_string_truncate(step->change, 0);
		drawn_change(before, step->lines, step->change);
		step->changed = before;
	}
	g_string_append_len(out, step->change->str, (gssize)step->change->len);
}

/* What must be left out for want of room. */
struct thinning {
	guint steps; /* of so many steps one is told, and the last */
	guint pictures; /* of so many one has its picture, and the last */
	size_t room; /* bytes for the list */
	bool listed; /* the list tells all steps in full */
};

static bool
is_kept(const struct replay *r, guint i, guint every)
{
	return i % every == 0 || i + 1 == r->steps->len;
}

/* used: by line, which of them the pictures have. */
static void
append_steps(GString *out, const struct replay *r, const struct thinning *less,
    bool *used)
{
	const GArray *before = NULL;

	g_string_append_c(out, '[');
	for (guint i = 0; i < r->steps->len; i++) {
		struct step *step = &g_array_index(r->steps, struct step, i);

		if (!is_kept(r, i, less->steps))
			continue;
		append_comma(out, i == 0);
		g_string_append(out, "{\"n\":");
		text_integer(i, out);
		g_string_append(out, ",\"s\":");
		append_scores(out, step->scores);
		if (!less->listed) {
			g_string_append(out, ",\"m\":");
			append_string(out, step->move);
			g_string_append(out, ",\"t\":");
			append_string(out, step->text);
		}
		if (step->lines != NULL && is_kept(r, i, less->pictures)) {
			g_string_append(out, ",\"p\":");
			append_change(out, step, before);
			before = step->lines;
			for (guint k = 0; k < step->lines->len; k++)
				used[g_array_index(step->lines, guint, k)] =
				    true;
		}
		g_string_append_c(out, '}');
	}
	g_string_append_c(out, ']');
}

/* Those that no picture has are empty. */
static char *
script_data(const struct replay *r, const struct thinning *less,
    const GPtrArray *closed)
{
	g_autofree bool *used = g_new0(bool, closed->len + 1);
	GString *out = g_string_sized_new(8 * r->most);

	g_string_append(out, "{\"steps\":");
	append_steps(out, r, less, used);
	g_string_append(out, ",\"lines\":[");
	for (guint i = 0; i < closed->len; i++) {
		append_comma(out, i == 0);
		append_string(out, used[i] ? closed->pdata[i] : "");
	}
	g_string_append(out, "]}");
	return g_string_free(out, FALSE);
}

static char *
deflated(const char *text, gsize *size)
{
	struct libdeflate_compressor *c = libdeflate_alloc_compressor(LEVEL);
	size_t length = strlen(text);
	size_t room = libdeflate_deflate_compress_bound(c, length);
	char *out = g_malloc(room);

	*size = libdeflate_deflate_compress(c, text, length, out, room);
	libdeflate_free_compressor(c);
	g_assert(*size > 0);
	return out;
}

/* In base64, broken into lines. */
static char *
packed(const struct replay *r, const struct thinning *less,
    const GPtrArray *closed)
{
	g_autofree char *text = script_data(r, less, closed);
	g_autofree char *bytes = NULL, *flat = NULL;
	GString *out = g_string_sized_new(r->most);
	gsize size;

	bytes = deflated(text, &size);
	flat = g_base64_encode((const guchar *)bytes, size);
	for (size_t left = strlen(flat), at = 0; left > 0;) {
		size_t n = MIN(left, (size_t)BASE64_LINE);

		g_string_append_len(out, flat + at, (gssize)n);
		g_string_append_c(out, '\n');
		at += n;
		left -= n;
	}
	return g_string_free(out, FALSE);
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

		json_array_append_new(
		    list, json_pack("{s:i, s:s, s:s}", "n", (int)i, "move",
			      step->move, "text", whole ? step->text : ""));
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

static json_t *
with_hashes(const json_t *context, const char *text)
{
	static const char *const elements[] = { "style", "script" };
	json_t *all = json_copy((json_t *)(uintptr_t)context);

	for (size_t i = 0; i < G_N_ELEMENTS(elements); i++) {
		g_autofree char *key = g_strconcat(elements[i], "_hash", NULL);
		g_autofree char *hash = hash_of(text, elements[i]);

		json_object_set_new(all, key, json_string(hash));
	}
	return all;
}

/* With the page of the organiser, or (NULL) the one built in. */
static char *
render_with(const struct catalog *t, const char *dir, const json_t *context,
    struct err *e)
{
	g_autoptr(GString) key = g_string_new(NULL);
	g_autofree char *text = catalog_file(dir, "pages", "replay.html", e);
	json_t *all = text == NULL ? NULL : with_hashes(context, text);
	struct rendering letter = {
		.catalog = t, .context = all, .key = key, .err = e
	};
	const struct mustache_env env = {
		.filter = page_filter, .arg = &letter, .html = true
	};
	char *page = NULL;

	if (text != NULL)
		page = mustache_render("replay.html", text, all, &env, e);
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
static void
thin_out(const struct replay *r, guint n, struct thinning *less)
{
	less->room = r->most / (n == 0 ? LIST_LARGE : LIST_SMALL);
	less->listed = list_size(r, true) < less->room;
	less->pictures = n < 2 ? 1 : 1u << (n - 1);
	less->steps = n < 7 ? 1 : 1u << (n - 6);
}

char *
replay_page(const struct replay *r, const struct catalog *t,
    const json_t *context, struct err *e)
{
	json_t *all = json_copy((json_t *)(uintptr_t)context);
	g_autoptr(GPtrArray) closed = close_lines(r, t);
	char *page = NULL;

	json_object_set_new(all, "language", json_string(catalog_language(t)));
	if (r->steps->len > 0)
		json_object_set(all, "scores",
		    g_array_index(r->steps, struct step, r->steps->len - 1)
			.scores);
	for (guint n = 0; n < THIN_MOST; n++) {
		struct thinning less;
		g_autofree char *data = NULL;

		thin_out(r, n, &less);
		data = packed(r, &less, closed);
		if (strlen(data) > r->most && n + 1 < THIN_MOST)
			continue;
		json_object_set_new(all, "data", json_string(data));
		json_object_set_new(all, "list", list_json(r, &less));
		g_free(page);
		page = render_page(t, all, e);
		if (page == NULL || strlen(page) <= r->most)
			break;
	}
	json_decref(all);
	return page;
}
