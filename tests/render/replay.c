/* SPDX-License-Identifier: ISC */
/*
 * The page of a match: nothing that people or games say breaks out of it, and
 * a long match stays within its room.
 */
#include "base/err.h"
#include "render/render.h"
#include "render/replay.h"

#include <glib/gstdio.h>
#include <libdeflate.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { MOST = 65536 };

static char *
page_of(struct replay *r, const char *title)
{
	struct err e = { 0 };
	struct catalog *t = catalog_load("en", NULL, &e);
	json_t *context = json_pack(
	    "{s:s, s:[s, s]}", "title", title, "players", "A<b>", "B&Co");
	char *page = replay_page(r, t, context, &e);

	if (page == NULL)
		fail_msg("%s", e.text);
	json_decref(context);
	catalog_free(t);
	replay_free(r);
	return page;
}

static void
step(struct replay *r, const char *move, const char *text, const char *svg)
{
	GString *picture = g_string_new(svg);
	json_t *scores = json_pack("[i, i]", 3, -4);

	replay_step(r, move, text, svg != NULL ? picture : NULL, scores);
	g_string_free(picture, TRUE);
	json_decref(scores);
}

static size_t
times(const char *text, const char *piece)
{
	size_t n = 0;

	while ((text = strstr(text, piece)) != NULL) {
		text += strlen(piece);
		n++;
	}
	return n;
}

static void
test_escaped(void **state)
{
	static const char bad[] = "x</script><script>alert(1)</script>\"'&";
	struct replay *r = replay_new(MOST);
	g_autofree char *page = NULL;

	(void)state;
	step(r, bad, bad, bad);
	step(r, "Anna \xe2\x86\x92 pass", bad, NULL);
	page = page_of(r, bad);
	assert_null(strstr(page, "alert(1)<"));
	assert_null(strstr(page, "<script>alert"));
	assert_non_null(strstr(page, "&lt;script&gt;alert(1)"));
	assert_non_null(strstr(page, "A&lt;b&gt;"));
	assert_non_null(strstr(page, "B&amp;Co"));
	assert_int_equal(times(page, "</script>"), 3);
	assert_int_equal(times(page, "<li value="), 2);
}

/* Texts and pictures that no packing makes small. */
static char *
noise(GRand *random, size_t size)
{
	char *text = g_malloc(size + 1);

	for (size_t i = 0; i < size; i++)
		text[i] = (char)('a' + g_rand_int_range(random, 0, 26));
	text[size] = '\0';
	return text;
}

static void
test_long(void **state)
{
	static const guint lengths[] = { 10, 200, 3000 };
	size_t items[G_N_ELEMENTS(lengths)];

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(lengths); i++) {
		GRand *random = g_rand_new_with_seed(7);
		struct replay *r = replay_new(MOST);
		g_autofree char *page = NULL;

		for (guint n = 0; n < lengths[i]; n++) {
			g_autofree char *text = noise(random, 80);
			g_autofree char *svg = noise(random, 400);

			step(r, "Anna: pass", text, svg);
		}
		page = page_of(r, "long");
		assert_true(strlen(page) <= MOST);
		items[i] = times(page, "<li value=");
		/* the newest are there in any case */
		assert_non_null(strstr(page, "Anna: pass"));
		g_rand_free(random);
	}
	assert_int_equal(items[0], lengths[0]);
	assert_int_equal(items[1], lengths[1]);
	assert_true(items[2] > 50 && items[2] < lengths[2]);
}

/* A picture that stays the same costs next to nothing. */
static void
test_same_picture(void **state)
{
	GRand *random = g_rand_new_with_seed(8);
	struct replay *one = replay_new(MOST), *many = replay_new(MOST);
	g_autofree char *svg = noise(random, 20000), *small = NULL,
			*large = NULL;

	(void)state;
	step(one, "", "", svg);
	for (int i = 0; i < 100; i++)
		step(many, "", "", svg);
	small = page_of(one, "one");
	large = page_of(many, "many");
	assert_true(strlen(large) < strlen(small) + 6000);
	g_rand_free(random);
}

/* What stands there between [ and ], unpacked. */
static char *
unpacked(const char *page)
{
	const char *from = strchr(page, '[') + 1;
	g_autofree char *flat = g_strndup(from, strcspn(from, "]"));
	gsize size;
	g_autofree guchar *bytes = g_base64_decode(flat, &size);
	struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
	char *text = g_malloc0(65536);

	assert_int_equal(
	    libdeflate_deflate_decompress(d, bytes, size, text, 65535, &size),
	    LIBDEFLATE_SUCCESS);
	libdeflate_free_decompressor(d);
	return text;
}

/* A page of the organiser's that knows nothing of words that are packed apart
 * has them with all else. */
static void
test_own_page(void **state)
{
	/* words that are left open: what "t" gets, in hexadecimal */
	static const char open[] = "<text><w 740a"
				   "706963747572652e706f696e7473/></text>";
	struct {
		const char *page;
		bool whole;
	} rows[] = { { "[{{&data}}]", true },
		{ "[{{&data}}] [{{&words}}]", false } };
	g_autofree char *dir = g_dir_make_tmp("replay-XXXXXX", NULL);
	g_autofree char *templates = g_build_filename(dir, "templates", NULL);
	g_autofree char *pages = g_build_filename(templates, "pages", NULL);
	g_autofree char *file = g_build_filename(pages, "replay.html", NULL);

	(void)state;
	assert_int_equal(g_mkdir_with_parents(pages, 0700), 0);
	for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
		struct err e = { 0 };
		struct catalog *t = catalog_load("en", dir, &e);
		struct replay *r = replay_new(MOST);
		json_t *context = json_object();
		g_autofree char *page = NULL, *text = NULL;

		assert_true(g_file_set_contents(file, rows[i].page, -1, NULL));
		replay_open(r, "hexxi", NULL);
		step(r, "", "", open);
		page = replay_page(r, t, context, &e);
		text = unpacked(page);

		assert_null(strstr(text, "<w "));
		assert_true(
		    (strstr(text, "<text>points<") != NULL) == rows[i].whole);
		if (!rows[i].whole) {
			g_autofree char *words = unpacked(strchr(page, ']'));

			assert_non_null(strstr(words, "<text>points<"));
		}
		json_decref(context);
		replay_free(r);
		catalog_free(t);
	}
	g_unlink(file);
	g_rmdir(pages);
	g_rmdir(templates);
	g_rmdir(dir);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_escaped),
		cmocka_unit_test(test_long),
		cmocka_unit_test(test_same_picture),
		cmocka_unit_test(test_own_page),
	};

	return cmocka_run_group_tests_name("replay", tests, NULL, NULL);
}
