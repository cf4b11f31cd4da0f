/* SPDX-License-Identifier: ISC */
/*
 * It is written as it goes, and not through a tree of JSON: that would take as
 * long as all else together.
 */
#include "render/replay_data.h"

#include "render/picture/picture.h"
#include "render/replay_lines.h"
#include "render/text/text.h"

#include <libdeflate.h>
#include <string.h>

/* Words are packed for each language, pictures but once; where room is scarce
 * words are worth more. */
enum { LEVEL = 7, LEVEL_WORDS = 1, LEVEL_TIGHT = 3, BASE64_LINE = 76 };

GPtrArray *
replay_close_lines(const struct replay *r, const struct catalog *t)
{
	const GPtrArray *open = drawn_lines_all(r->lines);
	GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
	struct picture_words *words =
	    r->game != NULL ? picture_words_new(t, r->game, r->atoms) : NULL;

	for (guint i = 0; i < open->len; i++)
		g_ptr_array_add(
		    lines, words != NULL && picture_has_open(open->pdata[i])
			       ? picture_close(words, open->pdata[i])
			       : NULL);
	picture_words_free(words);
	return lines;
}

/* ---- JSON ---- */

/* Before each item but the first. */
static void
append_comma(GString *out)
{
	char last = out->str[out->len - 1];

	if (last != '[' && last != '{')
		g_string_append_c(out, ',');
}

static bool
is_escaped(char c)
{
	return (unsigned char)c < ' ' || c == '"' || c == '\\';
}

/* So many bytes stand as they are, looked at eight at a time. */
static gsize
plain_size(const char *text, gsize size)
{
	const guint64 ones = 0x0101010101010101u, high = ones << 7;
	gsize n = 0;

	for (; n + sizeof(guint64) <= size; n += sizeof(guint64)) {
		guint64 word, quotes, slashes;

		memcpy(&word, text + n, sizeof(word));
		quotes = word ^ ones * '"';
		slashes = word ^ ones * '\\';
		if ((((word - ones * ' ') & ~word) |
			((quotes - ones) & ~quotes) |
			((slashes - ones) & ~slashes)) &
		    high)
			break;
	}
	while (n < size && !is_escaped(text[n]))
		n++;
	return n;
}

/* What is UTF-8 already. */
static void
append_string(GString *out, const char *text)
{
	gsize left = strlen(text);

	g_string_append_c(out, '"');
	for (;;) {
		gsize n = plain_size(text, left);

		text_append(out, text, n);
		if (n == left)
			break;
		text += n;
		left -= n + 1;
		if (*text == '"')
			text_append(out, "\\\"", 2);
		else if (*text == '\\')
			text_append(out, "\\\\", 2);
		else
			g_string_append_printf(
			    out, "\\u%04X", (unsigned char)*text);
		text++;
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
		append_comma(out);
		text_integer(json_integer_value(score), out);
	}
	g_string_append_c(out, ']');
}

static bool
is_kept(const struct replay *r, guint i, guint every)
{
	return i % every == 0 || i + 1 == r->steps->len;
}

/* The picture as what it changes in *before, which it becomes. */
static void
append_picture(
    GString *out, const struct step *step, const GArray **before, bool *used)
{
	text_append_all(out, ",\"p\":");
	drawn_change(*before, step->lines, out);
	*before = step->lines;
	for (guint i = 0; i < step->lines->len; i++)
		used[g_array_index(step->lines, guint, i)] = true;
}

static void
append_steps(GString *out, const struct replay *r, const struct thinning *less,
    bool told, bool *used)
{
	const GArray *before = NULL;

	g_string_append_c(out, '[');
	for (guint i = 0; i < r->steps->len; i++) {
		const struct step *step =
		    &g_array_index(r->steps, struct step, i);

		if (!is_kept(r, i, less->steps))
			continue;
		append_comma(out);
		text_append_all(out, "{\"n\":");
		text_integer(i, out);
		text_append_all(out, ",\"s\":");
		append_scores(out, step->scores);
		if (told) {
			text_append_all(out, ",\"m\":");
			append_string(out, step->move);
			text_append_all(out, ",\"t\":");
			append_string(out, step->text);
		}
		if (step->lines != NULL && is_kept(r, i, less->pictures))
			append_picture(out, step, &before, used);
		g_string_append_c(out, '}');
	}
	g_string_append_c(out, ']');
}

/* What stands there in all languages, or (closed) in one. */
static const char *
line_text(const struct replay *r, guint i, const GPtrArray *closed)
{
	const char *line = drawn_lines_all(r->lines)->pdata[i];

	if (closed != NULL && closed->pdata[i] != NULL)
		return closed->pdata[i];
	return r->game != NULL && picture_has_open(line) ? "" : line;
}

static GString *
film_text(const struct replay *r, const struct thinning *less,
    const GPtrArray *closed, bool told, bool *used)
{
	GString *out = g_string_sized_new(8 * r->most);

	text_append_all(out, "{\"steps\":");
	append_steps(out, r, less, told, used);
	text_append_all(out, ",\"lines\":[");
	for (guint i = 0; i < drawn_lines_all(r->lines)->len; i++) {
		append_comma(out);
		append_string(out, used[i] ? line_text(r, i, closed) : "");
	}
	text_append_all(out, "]}");
	return out;
}

static GString *
words_text(const struct replay *r, const struct thinning *less,
    const bool *used, const GPtrArray *closed)
{
	GString *out = g_string_new("{\"lines\":[");

	for (guint i = 0; i < closed->len; i++) {
		if (closed->pdata[i] == NULL || !used[i])
			continue;
		append_comma(out);
		g_string_append_c(out, '[');
		text_integer(i, out);
		g_string_append_c(out, ',');
		append_string(out, closed->pdata[i]);
		g_string_append_c(out, ']');
	}
	text_append_all(out, "],\"steps\":[");
	for (guint i = 0; !less->listed && i < r->steps->len; i++) {
		const struct step *step =
		    &g_array_index(r->steps, struct step, i);

		if (!is_kept(r, i, less->steps))
			continue;
		append_comma(out);
		g_string_append_c(out, '[');
		append_string(out, step->move);
		g_string_append_c(out, ',');
		append_string(out, step->text);
		g_string_append_c(out, ']');
	}
	text_append_all(out, "]}");
	return out;
}

/* ---- packed ---- */

static char *
deflated(const GString *text, int level, gsize *size)
{
	struct libdeflate_compressor *c = libdeflate_alloc_compressor(level);
	size_t room = libdeflate_deflate_compress_bound(c, text->len);
	char *out = g_malloc(room);

	*size = libdeflate_deflate_compress(c, text->str, text->len, out, room);
	libdeflate_free_compressor(c);
	g_assert(*size > 0);
	return out;
}

/* In base64, broken into lines.  The text is taken over. */
static char *
pack(GString *text, int level)
{
	gsize size;
	g_autofree char *bytes = deflated(text, level, &size);
	g_autofree char *flat = g_base64_encode((const guchar *)bytes, size);
	size_t left = strlen(flat);
	GString *out = g_string_sized_new(left + left / BASE64_LINE + 2);

	for (size_t at = 0; left > 0;) {
		size_t n = MIN(left, (size_t)BASE64_LINE);

		text_append(out, flat + at, n);
		g_string_append_c(out, '\n');
		at += n;
		left -= n;
	}
	g_string_free(text, TRUE);
	return g_string_free(out, FALSE);
}

/* That with so much left out, which is not packed if it is the first one. */
static struct shared *
find_shared(struct replay *r, const struct thinning *less)
{
	struct shared *shared = r->shared;

	while (shared->data != NULL && (shared->steps != less->steps ||
					   shared->pictures != less->pictures))
		shared++;
	return shared;
}

const char *
replay_shared(struct replay *r, const struct thinning *less)
{
	struct shared *shared = find_shared(r, less);

	if (shared->data == NULL) {
		shared->steps = less->steps;
		shared->pictures = less->pictures;
		shared->used = g_new0(bool, drawn_lines_all(r->lines)->len + 1);
		shared->data =
		    pack(film_text(r, less, NULL, false, shared->used), LEVEL);
	}
	return shared->data;
}

char *
replay_words(
    struct replay *r, const struct thinning *less, const GPtrArray *closed)
{
	replay_shared(r, less);
	return pack(words_text(r, less, find_shared(r, less)->used, closed),
	    less->tight ? LEVEL_TIGHT : LEVEL_WORDS);
}

char *
replay_whole(
    struct replay *r, const struct thinning *less, const GPtrArray *closed)
{
	g_autofree bool *used =
	    g_new0(bool, drawn_lines_all(r->lines)->len + 1);

	return pack(film_text(r, less, closed, !less->listed, used), LEVEL);
}
