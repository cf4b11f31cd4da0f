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
#define TOGETHER 128 /* bytes that are compared at once... */
#define MANY 2048 /* ...or these, as long as all is alike */

struct drawn_lines {
	GPtrArray *lines; /* char * */
	GArray *sizes; /* gsize, of these */
	GHashTable *known; /* of these, to number + 1 */
	/* The picture before, its lines, and where each of them begins. */
	GString *last;
	const GArray *last_lines;
	GArray *starts; /* gsize */
	GArray *spare; /* for those of the next one */
};

/* Lines are long, and are looked for often. */
static guint
line_hash(gconstpointer line)
{
	const char *text = line;
	gsize size = strlen(text);
	guint64 hash = size, word;

	for (; size >= sizeof(word); size -= sizeof(word)) {
		memcpy(&word, text, sizeof(word));
		text += sizeof(word);
		hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
		hash ^= hash >> 29;
	}
	for (; size > 0; size--)
		hash = (hash ^ (unsigned char)*text++) * 0x9e3779b97f4a7c15u;
	return (guint)(hash >> 32);
}

struct drawn_lines *
drawn_lines_new(void)
{
	struct drawn_lines *d = g_new0(struct drawn_lines, 1);

	d->lines = g_ptr_array_new_with_free_func(g_free);
	d->sizes = g_array_new(FALSE, FALSE, sizeof(gsize));
	d->known = g_hash_table_new(line_hash, g_str_equal);
	d->last = g_string_new(NULL);
	d->starts = g_array_new(FALSE, FALSE, sizeof(gsize));
	d->spare = g_array_new(FALSE, FALSE, sizeof(gsize));
	return d;
}

void
drawn_lines_free(struct drawn_lines *d)
{
	g_hash_table_unref(d->known);
	g_array_unref(d->sizes);
	g_array_unref(d->starts);
	g_array_unref(d->spare);
	g_string_free(d->last, TRUE);
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

/* text[size] is set to NUL for the look-up, and put back. */
static guint
line_number(struct drawn_lines *d, char *text, gsize size)
{
	const char behind = text[size];
	gpointer found;
	char *line;

	text[size] = '\0';
	found = g_hash_table_lookup(d->known, text);
	text[size] = behind;
	if (found != NULL)
		return GPOINTER_TO_UINT(found) - 1;
	line = g_strndup(text, size);
	g_ptr_array_add(d->lines, line);
	g_array_append_val(d->sizes, size);
	g_hash_table_insert(d->known, line, GUINT_TO_POINTER(d->lines->len));
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

/* ---- what is as in the picture before ---- */

/* So many bytes are alike at the beginning. */
static gsize
alike_first(const char *a, const char *b, gsize most)
{
	gsize n = 0;

	guint64 x, y;

	while (n + MANY <= most && memcmp(a + n, b + n, MANY) == 0)
		n += MANY;
	while (n + TOGETHER <= most && memcmp(a + n, b + n, TOGETHER) == 0)
		n += TOGETHER;
	for (; n + sizeof(x) <= most; n += sizeof(x)) {
		memcpy(&x, a + n, sizeof(x));
		memcpy(&y, b + n, sizeof(y));
		if (x != y)
			break;
	}
	while (n < most && a[n] == b[n])
		n++;
	return n;
}

/* Lines of the picture before that begin at most there. */
static guint
lines_until(const struct drawn_lines *d, gsize place)
{
	guint low = 0, high = d->starts->len;

	while (low < high) {
		guint middle = low + (high - low) / 2;

		if (g_array_index(d->starts, gsize, middle) <= place)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* A picture being taken apart. */
struct cutting {
	char *svg;
	gsize size, place;
	GArray *lines;
	const GArray *before; /* or NULL */
	guint at; /* in that */
};

/* All lines from here on that are as from that place on in the picture before,
 * at once. */
static void
take_alike(struct drawn_lines *d, struct cutting *c)
{
	gsize from = g_array_index(d->starts, gsize, c->at), most, n;
	guint k, had = c->lines->len;

	most = MIN(d->last->len - from, c->size - c->place);
	n = alike_first(d->last->str + from, c->svg + c->place, most);
	k = lines_until(d, from + n) - c->at;
	/* the last one that begins there goes on otherwise, unless all ends */
	if (k > 0 && (from + n < d->last->len || c->place + n < c->size))
		k--;
	if (k == 0)
		return;
	g_array_append_vals(
	    c->lines, &g_array_index(c->before, guint, c->at), k);
	g_array_set_size(d->spare, had + k);
	for (guint i = 0; i < k; i++)
		g_array_index(d->spare, gsize, had + i) =
		    g_array_index(d->starts, gsize, c->at + i) - from +
		    c->place;
	c->at += k;
	c->place =
	    c->at < d->starts->len
		? c->place + g_array_index(d->starts, gsize, c->at) - from
		: c->size;
}

static void
take_line(struct drawn_lines *d, struct cutting *c)
{
	char *text = c->svg + c->place;
	gsize size = (gsize)(strchrnul(text, '\n') - text);
	guint number;

	if (size > 0) {
		if (!find_near(d, c->before, &c->at, text, size, &number)) {
			number = line_number(d, text, size);
			c->at++;
		}
		g_array_append_val(c->lines, number);
		g_array_append_val(d->spare, c->place);
	}
	c->place += size + (text[size] == '\n');
}

GArray *
drawn_lines_of(struct drawn_lines *d, const GArray *before, GString *svg)
{
	struct cutting c = {
		.svg = svg->str, .size = svg->len, .before = before
	};
	const GString now = *svg;
	bool known = before != NULL && before == d->last_lines;
	GArray *starts = d->spare;

	c.lines = g_array_sized_new(
	    FALSE, FALSE, sizeof(guint), before != NULL ? before->len : 0);
	g_array_set_size(d->spare, 0);
	while (c.place < c.size) {
		if (known && c.at < before->len)
			take_alike(d, &c);
		if (c.place < c.size)
			take_line(d, &c);
	}
	d->spare = d->starts;
	d->starts = starts;
	*svg = *d->last;
	*d->last = now;
	d->last_lines = c.lines;
	return c.lines;
}

/* ---- what a picture changes ---- */

/* So many lines are alike at the beginning, so many of the rest at the end. */
static void
find_alike(const GArray *before, const GArray *now, guint *first, guint *last)
{
	guint n = before != NULL ? before->len : 0;
	guint most = MIN(n, now->len);
	const guint *a =
	    n > 0 ? (const guint *)(const void *)before->data : NULL;
	const guint *b = (const guint *)(const void *)now->data;

	*first = *last = 0;
	while (*first < most && a[*first] == b[*first])
		(*first)++;
	while (*last < most - *first &&
	       a[n - 1 - *last] == b[now->len - 1 - *last])
		(*last)++;
}

/* With commas between. */
static void
append_numbers(const GArray *lines, guint from, guint to, GString *out)
{
	for (guint i = from; i < to; i++) {
		if (i > from)
			g_string_append_c(out, ',');
		text_integer(line_at(lines, i), out);
	}
}

void
drawn_change(const GArray *before, const GArray *now, GString *out)
{
	guint first, last;

	find_alike(before, now, &first, &last);
	g_string_append_c(out, '[');
	text_integer(first, out);
	text_append_all(out, ",[");
	append_numbers(now, first, now->len - last, out);
	text_append_all(out, "],");
	text_integer(last, out);
	g_string_append_c(out, ']');
}
