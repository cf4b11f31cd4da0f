/* SPDX-License-Identifier: ISC */
/*
 * Pictures of a replay differ in few lines, so these are known by numbers, and
 * each picture is told by what it changes.
 */
#include "render/replay_lines.h"

#include "render/text/text.h"

#include <stdbool.h>
#include <string.h>

#define NEAR 9 /* places in the picture before that are looked at */

struct drawn_lines {
	GPtrArray *lines; /* char * */
	GArray *sizes; /* gsize, of these */
	GHashTable *known; /* of these, to number + 1 */
};

struct drawn_lines *
drawn_lines_new(void)
{
	struct drawn_lines *d = g_new0(struct drawn_lines, 1);

	d->lines = g_ptr_array_new_with_free_func(g_free);
	d->sizes = g_array_new(FALSE, FALSE, sizeof(gsize));
	d->known = g_hash_table_new(g_str_hash, g_str_equal);
	return d;
}

void
drawn_lines_free(struct drawn_lines *d)
{
	g_hash_table_unref(d->known);
	g_array_unref(d->sizes);
	g_ptr_array_unref(d->lines);
	g_free(d);
}

const GPtrArray *
drawn_lines_all(const struct drawn_lines *d)
{
	return d->lines;
}

/* ---- a picture in lines ---- */

static guint
line_at(const GArray *lines, guint i)
{
	return g_array_index(lines, guint, i);
}

static guint
line_number(struct drawn_lines *d, const char *text, gsize size)
{
	g_autofree char *line = g_strndup(text, size);
	gpointer found = g_hash_table_lookup(d->known, line);

	if (found != NULL)
		return GPOINTER_TO_UINT(found) - 1;
	g_ptr_array_add(d->lines, line);
	g_array_append_val(d->sizes, size);
	g_hash_table_insert(
	    d->known, g_steal_pointer(&line), GUINT_TO_POINTER(d->lines->len));
	return d->lines->len - 1;
}

static bool
is_line(const struct drawn_lines *d, guint number, const char *text, gsize size)
{
	return g_array_index(d->sizes, gsize, number) == size &&
	       memcmp(d->lines->pdata[number], text, size) == 0;
}

/*
 * The number of a line that the picture before has at that place, or near it;
 * *at is moved behind it there.
 */
static bool
find_near(const struct drawn_lines *d, const GArray *before, guint *at,
    const char *text, gsize size, guint *number)
{
	for (guint far = 0; before != NULL && far < NEAR; far++) {
		/* 0, 1, -1, 2, -2... */
		guint i = far % 2 == 1 ? *at + (far + 1) / 2 : *at - far / 2;

		if (i >= before->len)
			continue;
		*number = line_at(before, i);
		if (is_line(d, *number, text, size)) {
			*at = i + 1;
			return true;
		}
	}
	return false;
}

GArray *
drawn_lines_of(struct drawn_lines *d, const GArray *before, const char *svg)
{
	guint at = 0; /* in the picture before */
	GArray *lines = g_array_sized_new(
	    FALSE, FALSE, sizeof(guint), before != NULL ? before->len : 0);

	for (const char *p = svg; *p != '\0';) {
		gsize size = (gsize)(strchrnul(p, '\n') - p);
		guint number;

		if (size > 0) {
			if (!find_near(d, before, &at, p, size, &number)) {
				number = line_number(d, p, size);
				at++;
			}
			g_array_append_val(lines, number);
		}
		p += size + (p[size] == '\n');
	}
	return lines;
}

/* ---- what a picture changes ---- */

/* So many lines are alike at the beginning, so many of the rest at the end. */
static void
find_alike(const GArray *before, const GArray *now, guint *first, guint *last)
{
	guint n = before != NULL ? before->len : 0;

	*first = *last = 0;
	while (*first < MIN(n, now->len) &&
	       line_at(before, *first) == line_at(now, *first))
		(*first)++;
	while (*last < MIN(n, now->len) - *first &&
	       line_at(before, n - 1 - *last) ==
		   line_at(now, now->len - 1 - *last))
		(*last)++;
}

void
drawn_change(const GArray *before, const GArray *now, GString *out)
{
	guint first, last;

	find_alike(before, now, &first, &last);
	g_string_append_c(out, '[');
	text_integer(first, out);
	g_string_append(out, ",[");
	for (guint i = first; i < now->len - last; i++) {
		if (i > first)
			g_string_append_c(out, ',');
		text_integer(line_at(now, i), out);
	}
	g_string_append(out, "],");
	text_integer(last, out);
	g_string_append_c(out, ']');
}
