/* SPDX-License-Identifier: ISC */
/*
 * Signs that are escaped, wherever they stand in a text: several are looked at
 * at a time, and none may be missed.
 */
#include "render/replay.h"
#include "render/replay_data.h"
#include "render/text/text.h"

#include <libdeflate.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* Texts are up to so long: two times eight signs at a time, and two more. */
enum { LONGEST = 18 };

/* One of that size which has the sign there, in a piece of memory of its own.
 */
static char *
text_with(char sign, size_t at, size_t size)
{
	char *text = g_strnfill(size, 'n');

	text[at] = sign;
	return text;
}

/* All of them with that sign, one after another. */
static void
add_texts(GPtrArray *texts, char sign)
{
	for (size_t size = 1; size <= LONGEST; size++)
		for (size_t at = 0; at < size; at++)
			g_ptr_array_add(texts, text_with(sign, at, size));
}

/* What a page reads. */
static json_t *
unpack(const char *packed)
{
	gsize size;
	g_autofree guchar *bytes = g_base64_decode(packed, &size);
	const size_t room = 1 << 20;
	g_autofree char *text = g_malloc(room);
	struct libdeflate_decompressor *reader =
	    libdeflate_alloc_decompressor();
	size_t length;
	json_error_t e;
	json_t *read;

	assert_int_equal(libdeflate_deflate_decompress(
			     reader, bytes, size, text, room, &length),
	    LIBDEFLATE_SUCCESS);
	libdeflate_free_decompressor(reader);
	read = json_loadb(text, length, 0, &e);
	if (read == NULL)
		fail_msg(
		    "%s: %.*s", e.text, 40, text + MAX(e.position, 30) - 30);
	return read;
}

static void
check_read(const GPtrArray *texts)
{
	const struct thinning all = { .steps = 1, .pictures = 1 };
	struct replay *r = replay_new(1);
	g_autoptr(GPtrArray) closed = g_ptr_array_new();
	g_autofree char *packed = NULL;
	json_t *scores = json_array(), *read, *steps;

	for (guint i = 0; i < texts->len; i++)
		replay_step(r, "", texts->pdata[i], NULL, scores);
	packed = replay_words(r, &all, closed);
	read = unpack(packed);
	steps = json_object_get(read, "steps");
	assert_int_equal(json_array_size(steps), texts->len);
	for (guint i = 0; i < texts->len; i++)
		assert_string_equal(json_string_value(json_array_get(
					json_array_get(steps, i), 1)),
		    texts->pdata[i]);
	json_decref(read);
	json_decref(scores);
	replay_free(r);
}

static void
test_words_of_a_replay(void **state)
{
	g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);

	(void)state;
	add_texts(texts, '"');
	add_texts(texts, '\\');
	for (char c = 1; c < ' '; c++)
		add_texts(texts, c);
	add_texts(texts, '\x7f');
	check_read(texts);
}

/* The same with as much behind it as the program looks at a time. */
static void
check_span(const char *text, const char *behind)
{
	g_autofree char *longer = g_strconcat(text, behind, NULL);
	g_autofree char *want = g_markup_escape_text(text, -1);
	GString *out = g_string_new(NULL);

	html_escape(
	    (struct text_span){ .at = longer, .size = strlen(text) }, out);
	assert_string_equal(out->str, want);
	g_string_free(out, TRUE);
}

static void
test_html(void **state)
{
	g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);

	(void)state;
	for (const char *sign = "&<>\"n"; *sign != '\0'; sign++)
		add_texts(texts, *sign);
	for (guint i = 0; i < texts->len; i++) {
		check_span(texts->pdata[i], "");
		check_span(texts->pdata[i], "<<<<<<<<");
		check_span(texts->pdata[i], "nnnnnnnn");
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words_of_a_replay),
		cmocka_unit_test(test_html),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
