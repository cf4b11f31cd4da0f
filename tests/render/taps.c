/* SPDX-License-Identifier: ISC */
/*
 * Boards to tap: a template describes one, and each field that ends a legal
 * move is a link that sends this move.
 */
#include "base/err.h"
#include "render/body.h"
#include "render/render.h"

#include <glib.h>
#include <glib/gstdio.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define MOST 38000 /* bytes of all tables */
#define ADDRESS "robot+g7.s2.t14.k3x9k3x9k3x9k@games.example.org"
#define TABLE                                                          \
	"<table role=\"presentation\" cellpadding=\"0\" border=\"0\" " \
	"class=\"v t\""

/* What an organiser might have below the home. */
struct fixture {
	struct catalog *catalog;
	char *dir, *file;
};

static int
setup(void **state)
{
	static const char template[] = "{{#taps}}\n{{#lines}}\n{{.}}\n"
				       "{{/lines}}\n\nX: Eve.\n{{/taps}}\n";
	struct fixture *f = g_new0(struct fixture, 1);
	g_autofree char *folder = NULL;

	f->dir = g_dir_make_tmp("turnpost-taps-XXXXXX", NULL);
	assert_non_null(f->dir);
	folder = g_build_filename(f->dir, "templates", "en", "letters", NULL);
	assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
	f->file = g_build_filename(folder, "taps.txt", NULL);
	assert_true(g_file_set_contents(f->file, template, -1, NULL));
	f->catalog = catalog_load("en", f->dir, NULL);
	assert_non_null(f->catalog);
	*state = f;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;
	g_autofree char *remove = g_strdup_printf("rm -rf '%s'", f->dir);

	catalog_free(f->catalog);
	g_spawn_command_line_sync(remove, NULL, NULL, NULL, NULL);
	g_free(f->dir);
	g_free(f->file);
	g_free(f);
	return 0;
}

/* Rows of the board, and moves; both end with NULL. */
static struct body
letter(const struct fixture *f, const char *const *lines,
    const char *const *moves, bool links)
{
	json_t *rows = json_array(), *choices = json_array();
	json_t *context;
	struct err err = { 0 };
	struct body body;

	for (size_t i = 0; lines[i] != NULL; i++)
		json_array_append_new(rows, json_string(lines[i]));
	for (size_t i = 0; moves[i] != NULL; i++)
		json_array_append_new(
		    choices, json_pack("{s:i, s:s}", "number", (int)i + 1,
				 "move", moves[i]));
	context = json_pack(
	    "{s:o, s:b, s:o}", "lines", rows, "many", 0, "choices", choices);
	if (links)
		json_object_set_new(context, "mailto",
		    json_pack("{s:s, s:s}", "address", ADDRESS, "subject",
			"[g7-k3x9]"));
	if (catalog_body(f->catalog, NULL, "remind", context, &body, &err) < 0)
		fail_msg("%s", err.text);
	json_decref(context);
	return body;
}

static void
assert_has(const char *html, const char *part)
{
	if (strstr(html, part) == NULL)
		fail_msg("\"%s\" is not in\n%s", part, html);
}

static void
assert_lacks(const char *html, const char *part)
{
	if (strstr(html, part) != NULL)
		fail_msg("\"%s\" is in\n%s", part, html);
}

static int
occurrences(const char *html, const char *part)
{
	int n = 0;

	while ((html = strstr(html, part)) != NULL) {
		html += strlen(part);
		n++;
	}
	return n;
}

static const char *const seven[] = { "a | a1 | a2 AS", "b | b1 | b2 | b3 X#",
	"c | c1 | c2", NULL };

/* ---- cells ---- */

static void
test_cells(void **state)
{
	static const char *const moves[] = { "lay pirates a1", "lay pirates b1",
		"lay pirates b2", "lay pirates c1", NULL };
	struct body body = letter(*state, seven, moves, true);

	assert_int_equal(occurrences(body.html, TABLE), 1);
	assert_has(body.html, "\342\206\222 lay pirates \342\200\246</p>");
	assert_has(body.html, "?subject=%5Bg7-k3x9%5D%20lay%20pirates%20b2&amp;"
			      "body=lay%20pirates%20b2\" style=\"display:block;"
			      "color:#124c59\">b2</a></td>");
	/* each sends what its button sends */
	for (size_t i = 0; moves[i] != NULL; i++) {
		g_autofree char *uri = g_strdup_printf(
		    "body=lay%%20pirates%%20%s\"", strrchr(moves[i], ' ') + 1);

		assert_int_equal(occurrences(body.html, uri), 2);
	}
	/* what lies there; a field that is empty, but not for this move */
	assert_has(body.html, "<td colspan=\"2\">AS</td>");
	assert_has(body.html, "<td colspan=\"2\">X#</td>");
	assert_has(body.html, "<td colspan=\"2\">c2</td>");
	assert_has(body.html, ">X: Eve.</p>");
	body_clear(&body);
}

/* The rows, from the first cell to the last, without what is in the cells. */
static char *
shape(const char *html)
{
	const char *from = strstr(html, TABLE);
	const char *end = strstr(from, "</table>");
	GString *out = g_string_new(NULL);

	for (const char *p = from; p < end; p++) {
		if (g_str_has_prefix(p, "<tr align"))
			g_string_append(out, "/");
		else if (g_str_has_prefix(p, "></td>") && p[-1] == '"')
			g_string_append_c(out, p[-2]);
		else if (g_str_has_prefix(p, "colspan=\"2\""))
			g_string_append_c(out, 'x');
	}
	return g_string_free(out, FALSE);
}

/* Gaps by their halves, cells by their signs: all rows are as long. */
static void
test_rows(void **state)
{
	static const char *const moves[] = { "lay a1", "lay b1", "lay b2",
		"lay c1", NULL };
	static const char *const square[] = { "a | a1 | a2 | a3",
		"b | b1 | b2 | b3", NULL };
	struct body body = letter(*state, seven, moves, true);
	g_autofree char *offset = shape(body.html);
	g_autofree char *straight = NULL;

	assert_string_equal(offset, "/1xx1/xxx/1xx1");
	body_clear(&body);
	body = letter(*state, square,
	    (const char *const[]){
		"lay a1", "lay a2", "lay b1", "lay b3", NULL },
	    true);
	straight = shape(body.html);
	assert_string_equal(straight, "/xxx/xxx");
	body_clear(&body);
}

/* A target that is taken shows what lies there, too. */
static void
test_targets(void **state)
{
	static const char *const moves[] = { "hit a1", "hit a2", "hit b3",
		"hit c1", NULL };
	struct body body = letter(*state, seven, moves, true);

	assert_has(body.html,
	    "style=\"display:block;line-height:22px;color:#124c59\">a2<br>AS"
	    "</a></td>");
	body_clear(&body);
}

/* ---- which tables there are ---- */

static void
test_kinds(void **state)
{
	/* one for each beginning; not for few, nor where fields do not end it
	 */
	static const char *const moves[] = { "lay ship a1", "lay ship b1",
		"lay ship b2", "lay ship c1", "lay route a1", "lay route b1",
		"lay route b2", "lay route c2", "hit a1", "hit a2", "hit b3",
		"go a1 far", "go a2 far", "go b1 far", "go b2 far", "pass",
		NULL };
	struct body body = letter(*state, seven, moves, true);

	assert_int_equal(occurrences(body.html, TABLE), 2);
	assert_has(body.html, "\342\206\222 lay ship \342\200\246</p>");
	assert_has(body.html, "\342\206\222 lay route \342\200\246</p>");
	assert_int_equal(occurrences(body.html, "body=hit%20a1\""), 1);
	assert_int_equal(occurrences(body.html, "body=pass\""), 1);
	body_clear(&body);
}

static void
test_wide(void **state)
{
	static const char *const rows[] = {
		"a | a1 | a2 | a3 | a4 | a5 | a6 | a7", NULL
	};
	static const char *const wider[] = {
		"a | a1 | a2 | a3 | a4 | a5 | a6 | a7 | a8", NULL
	};
	static const char *const moves[] = { "lay a1", "lay a2", "lay a3",
		"lay a4", NULL };
	struct body body = letter(*state, rows, moves, true);

	assert_int_equal(occurrences(body.html, TABLE), 1);
	body_clear(&body);
	body = letter(*state, wider, moves, true);
	assert_lacks(body.html, "class=\"v");
	assert_lacks(body.html, "X: Eve.");
	assert_int_equal(occurrences(body.html, "body=lay%20a1\""), 1);
	body_clear(&body);
}

/* Without an address to send to there is nothing to tap. */
static void
test_no_links(void **state)
{
	static const char *const moves[] = { "lay a1", "lay b1", "lay b2",
		"lay c1", NULL };
	struct body body = letter(*state, seven, moves, false);

	assert_lacks(body.html, "class=\"v");
	body_clear(&body);
}

/* The text is as it was, and so is a letter whose template has no board. */
static void
test_text(void **state)
{
	const struct fixture *f = *state;
	static const char *const moves[] = { "lay a1", "lay b1", "lay b2",
		"lay c1", NULL };
	static const char *const none[] = { NULL };
	struct body with = letter(f, seven, moves, true);
	struct body without = letter(f, none, moves, true);

	assert_string_equal(with.text, without.text);
	assert_lacks(with.text, "AS");
	assert_lacks(without.html, "class=\"v");
	body_clear(&with);
	body_clear(&without);
}

/* A number alone is a move, where a mail program makes a line of each cell. */
static void
test_numbers(void **state)
{
	static const char *const rows[] = { "a | 1 | 2 5", "b | 3 | 4 X",
		NULL };
	static const char *const moves[] = { "go 1", "go 2", "go 3", "hit 1",
		"go 4", NULL };
	struct body body = letter(*state, rows, moves, true);

	assert_int_equal(occurrences(body.html, TABLE), 1);
	assert_has(body.html, ">~&nbsp;1</a></td>");
	assert_has(body.html, "~&nbsp;2<br>~&nbsp;5</a></td>");
	assert_lacks(body.html, ">1</a></td>");
	body_clear(&body);
}

/* ---- size ---- */

static void
test_size(void **state)
{
	static const char *const lines[] = {
		"a | a1 | a2 | a3 | a4 | a5 | a6 | a7",
		"b | b1 | b2 | b3 | b4 | b5 | b6 | b7",
		"c | c1 | c2 | c3 | c4 | c5 | c6 | c7",
		"d | d1 | d2 | d3 | d4 | d5 | d6 | d7", NULL
	};
	g_autoptr(GPtrArray) moves = g_ptr_array_new_with_free_func(g_free);
	struct body body;
	const char *from;
	int tables;

	for (int kind = 0; kind < 20; kind++)
		for (int i = 0; i < 28; i++)
			g_ptr_array_add(moves,
			    g_strdup_printf("lay \320\272\320\276%d %c%d", kind,
				'a' + i / 7, i % 7 + 1));
	g_ptr_array_add(moves, NULL);
	body = letter(*state, lines, (const char *const *)moves->pdata, true);
	tables = occurrences(body.html, TABLE);
	assert_in_range(tables, 2, 6);
	/* whole ones alone, and the list behind keeps its room */
	assert_int_equal(
	    occurrences(body.html, "style=\"display:block;color:#124c59\">"),
	    28 * tables);
	from = strstr(body.html, TABLE);
	assert_in_range(
	    strstr(body.html, "The same moves, and all others") - from, 1,
	    MOST);
	body_clear(&body);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cells),
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_targets),
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_wide),
		cmocka_unit_test(test_no_links),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_size),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
