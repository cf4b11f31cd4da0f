/* SPDX-License-Identifier: ISC */
/*
 * A template that is written again and again: it comes to what it would come to
 * without a memory, and what looks up nothing new is not written again.
 */
#include "base/err.h"
#include "render/mustache/memo.h"
#include "render/mustache/mustache.h"
#include "render/mustache/template.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define TIMES 20000
#define ITEMS 10

static const char template[] =
    "{{#view}}{{turn}}:{{#fact}}view.turn{{/fact}}{{#up}}{{#list}}"
    "{{#tick}}{{x}}{{#in}}{{.}}{{/in}}{{#turn}}{{y}}{{/turn}}{{/tick}};"
    "{{/list}}{{/up}}"
    "{{#up}}{{#list}}{{z.a}}{{^y}}-{{/y}}{{/list}}{{/up}}"
    "{{#up}}{{#list}}{{x}}{{#deep}}{{#tick}}{{a}}{{x}}{{y}}{{beside}}{{/tick}}"
    ",{{/deep}};{{/list}}{{/up}}"
    "{{#plain}}{{#tick}}{{.}}{{y}}{{/tick}}{{/plain}}"
    "{{#up}}{{#beside}}{{.}}{{/beside}}{{/up}}"
    "{{#box}}{{#w}}{{.}}{{/w}}{{/box}}{{#beside}}{{.}}{{/beside}}"
    "{{#fact}}{{#up}}view.turn{{/up}}{{/fact}}"
    "{{#box}}{{#up}}{{w}}{{#list}}{{x}}{{w}}{{#deep}}{{a}}{{w}}"
    "{{#tick}}{{y}}{{/tick}}{{/deep}}{{/list}}{{/up}}{{^w}}none{{/w}}"
    "{{#up}}{{#w}}{{.}}{{turn}}{{/w}}{{/up}}{{/box}}"
    "{{^box}}{{#up}}{{turn}}{{y}}{{/up}}{{/box}}{{/view}}";

static unsigned ticks;

static int
turn_in(const json_t *context)
{
	const json_t *view = json_object_get(context, "view");

	return (int)json_integer_value(json_object_get(view, "turn"));
}

/* {{#tick}} is counted, {{#up}} makes upper case, {{#fact}} reads the turn in
 * the context by itself. */
static bool
filter(void *arg, const char *name, const char *inside, GString *out)
{
	g_autofree char *up = NULL;

	if (strcmp(name, "tick") != 0 && strcmp(name, "up") != 0 &&
	    strcmp(name, "fact") != 0)
		return false;
	if (inside == NULL)
		return true;
	if (*name == 'f') {
		g_string_append_printf(out, "%d", turn_in(arg));
		return true;
	}
	ticks += *name == 't';
	up = *name == 't' ? g_strdup(inside) : g_utf8_strup(inside, -1);
	g_string_append(out, up);
	return true;
}

static char *
write_with(
    const struct mustache *m, const json_t *context, struct mustache_memo *memo)
{
	g_autoptr(GHashTable) partials = mustache_table();
	const struct mustache_env env = {
		.filter = filter,
		.arg = (void *)(uintptr_t)context,
		.memo = memo,
		.html = true,
	};
	struct err e = { 0 };
	char *text = mustache_write(m, partials, context, &env, &e);

	assert_non_null(text);
	return text;
}

static json_t *
random_item(GRand *chance)
{
	json_t *item = json_pack("{s:i, s:[s, s], s:{s:i}}", "x",
	    g_rand_int_range(chance, 0, 3), "in", "a",
	    g_rand_boolean(chance) ? "b" : "c", "z", "a",
	    g_rand_int_range(chance, 0, 2));

	if (g_rand_boolean(chance))
		json_object_set_new(item, "y", json_string("<own>"));
	if (g_rand_boolean(chance))
		json_object_set_new(item, "deep",
		    json_pack("[{s:i}, {s:i}]", "a",
			g_rand_int_range(chance, 0, 2), "a",
			g_rand_int_range(chance, 0, 2)));
	if (g_rand_int_range(chance, 0, 4) == 0)
		json_object_set_new(item, "turn", json_string("mine"));
	return item;
}

/* In an item that stays otherwise. */
static void
change_deep(json_t *list, GRand *chance)
{
	json_t *item = json_array_get(list,
	    (size_t)g_rand_int_range(chance, 0, (int)json_array_size(list)));
	json_t *deep = json_object_get(item, "deep");

	if (deep != NULL && g_rand_int_range(chance, 0, 5) == 0)
		json_array_append_new(deep, json_pack("{s:i}", "a", 3));
	else if (deep != NULL)
		json_object_set_new(json_array_get(deep, 1), "a",
		    json_integer(g_rand_int_range(chance, 0, 3)));
}

/* What comes and goes, and is something else at times. */
static json_t *
random_box(GRand *chance)
{
	const int kind = g_rand_int_range(chance, 0, 6);

	if (kind == 0)
		return json_string("box");
	if (kind == 1)
		return json_null();
	if (kind == 2)
		return json_pack(
		    "[{s:i}, s]", "w", g_rand_int_range(chance, 0, 2), "text");
	return json_pack("{s:i, s:i}", kind == 3 ? "x" : "w",
	    g_rand_int_range(chance, 0, 2), "turn",
	    g_rand_int_range(chance, 0, 2));
}

/* Change some values of the view.  A copy of it, at times without the list. */
static json_t *
change(json_t *view, GRand *chance)
{
	json_t *list = json_object_get(view, "list");
	int size = g_rand_int_range(chance, 0, ITEMS);
	json_t *copy;

	if (g_rand_int_range(chance, 0, 5) == 0)
		while (json_array_size(list) > (size_t)size)
			json_array_remove(list, json_array_size(list) - 1);
	if (json_array_size(list) < ITEMS)
		json_array_append_new(list, random_item(chance));
	json_array_set_new(list,
	    (size_t)g_rand_int_range(chance, 0, (int)json_array_size(list)),
	    random_item(chance));
	if (g_rand_int_range(chance, 0, 3) == 0)
		json_object_set_new(
		    view, "turn", json_integer(g_rand_int_range(chance, 1, 3)));
	if (g_rand_int_range(chance, 0, 3) == 0)
		json_object_set_new(view, "y", json_string("outside"));
	if (g_rand_int_range(chance, 0, 3) == 0)
		json_object_del(view, "y");
	if (g_rand_boolean(chance))
		change_deep(list, chance);
	if (g_rand_int_range(chance, 0, 6) == 0)
		json_array_set_new(list, 0, json_string("plain"));
	if (g_rand_int_range(chance, 0, 3) == 0)
		json_object_set_new(view, "box", random_box(chance));
	json_array_set_new(json_object_get(view, "plain"), 1,
	    json_integer(g_rand_int_range(chance, 0, 3)));
	copy = json_deep_copy(view);
	if (g_rand_int_range(chance, 0, 8) == 0)
		json_object_del(copy, "list");
	return copy;
}

static void
test_it_is_as_without(void **state)
{
	struct mustache_memo *memo = memo_new();
	json_t *view = json_pack(
	    "{s:i, s:[], s:[s, s]}", "turn", 1, "list", "plain", "p", "q");
	json_t *beside = json_string("first");
	GRand *chance = g_rand_new_with_seed(1);
	struct err e = { 0 };
	struct mustache *m = mustache_parse("template", template, &e);

	(void)state;
	assert_non_null(m);
	for (int i = 0; i < TIMES; i++) {
		json_t *context;
		g_autofree char *with = NULL, *without = NULL;

		if (g_rand_int_range(chance, 0, 9) == 0) {
			json_decref(beside);
			beside = json_sprintf("%d", i);
		}
		context = json_pack("{s:o, s:O}", "view", change(view, chance),
		    "beside", beside);
		without = write_with(m, context, NULL);
		memo_begin(memo, context, "view");
		with = write_with(m, context, memo);
		assert_string_equal(with, without);
		json_decref(context);
	}
	memo_free(memo);
	mustache_free(m);
	g_rand_free(chance);
	json_decref(beside);
	json_decref(view);
}

/* So many filters are at work for that view. */
static unsigned
count(const struct mustache *m, struct mustache_memo *memo, const char *view)
{
	json_t *context = json_pack("{s:o}", "view", json_loads(view, 0, NULL));
	g_autofree char *text = NULL;

	ticks = 0;
	memo_begin(memo, context, "view");
	text = write_with(m, context, memo);
	json_decref(context);
	return ticks;
}

static void
test_only_what_changed(void **state)
{
	struct mustache_memo *memo = memo_new();
	struct err e = { 0 };
	struct mustache *m = mustache_parse("template", template, &e);

	(void)state;
	assert_int_equal(
	    3, count(m, memo, "{\"list\":[{\"x\":1},{\"x\":2},{\"x\":3}]}"));
	assert_int_equal(
	    1, count(m, memo, "{\"list\":[{\"x\":1},{\"x\":5},{\"x\":3}]}"));
	/* nothing in the filter looks up z */
	assert_int_equal(
	    0, count(m, memo,
		   "{\"list\":[{\"x\":1,\"z\":4},{\"x\":5},{\"x\":3}]}"));
	/* what is outside of the list counts but where an item has its own */
	assert_int_equal(
	    3, count(m, memo,
		   "{\"turn\":1,"
		   "\"list\":[{\"x\":1},{\"x\":5},{\"x\":3,\"turn\":2}]}"));
	assert_int_equal(
	    2, count(m, memo,
		   "{\"turn\":3,"
		   "\"list\":[{\"x\":1},{\"x\":5},{\"x\":3,\"turn\":2}]}"));
	memo_free(memo);
	mustache_free(m);
}

/* A list in an item of another one, of which one item is another now. */
static void
test_lists_in_lists(void **state)
{
	struct mustache_memo *memo = memo_new();
	struct err e = { 0 };
	struct mustache *m = mustache_parse("template", template, &e);

	(void)state;
	assert_int_equal(6, count(m, memo,
				"{\"list\":[{\"deep\":[{\"a\":1},{\"a\":2}]},"
				"{\"deep\":[{\"a\":3},{\"a\":4}]}]}"));
	assert_int_equal(1, count(m, memo,
				"{\"list\":[{\"deep\":[{\"a\":1},{\"a\":5}]},"
				"{\"deep\":[{\"a\":3},{\"a\":4}]}]}"));
	/* what is outside counts for all of them */
	assert_int_equal(3, count(m, memo,
				"{\"list\":[{\"deep\":[{\"a\":1},{\"a\":5}]},"
				"{\"x\":2,\"deep\":[{\"a\":3},{\"a\":4}]}]}"));
	memo_free(memo);
	mustache_free(m);
}

/* What a partial looks up in an item is not known. */
static void
test_partial_in_a_list(void **state)
{
	struct mustache_memo *memo = memo_new();
	struct err e = { 0 };
	struct mustache *m = mustache_parse(
	    "template", "{{#view}}{{#list}}{{>part}};{{/list}}{{/view}}", &e);
	g_autoptr(GHashTable) partials = mustache_table();
	const struct mustache_env env = { .filter = filter, .memo = memo };

	(void)state;
	g_hash_table_insert(
	    partials, g_strdup("part"), mustache_parse("part", "[{{y}}]", &e));
	for (int y = 1; y <= 2; y++) {
		json_t *context =
		    json_pack("{s:{s:[{s:i}]}}", "view", "list", "y", y);
		g_autofree char *want = g_strdup_printf("[%d];", y);
		g_autofree char *text = NULL;

		memo_begin(memo, context, "view");
		text = mustache_write(m, partials, context, &env, &e);
		assert_string_equal(text, want);
		json_decref(context);
	}
	memo_free(memo);
	mustache_free(m);
}

/* A template that came to too much in its first item, of the second turn: the
 * others were not written with it. */
static void
test_not_to_its_end(void **state)
{
	struct mustache_memo *memo = memo_new();
	struct err e = { 0 };
	struct mustache *m = mustache_parse("template",
	    "{{#view}}{{#list}}{{turn}}{{big}}{{x}};{{/list}}{{/view}}", &e);
	g_autoptr(GHashTable) partials = mustache_table();
	const struct mustache_env env = { .filter = filter, .memo = memo };
	g_autofree char *much = g_strnfill(2 * 1024 * 1024, 'a');
	json_t *first = json_pack("{s:{s:i, s:[{s:i}, {s:i}]}}", "view", "turn",
	    1, "list", "x", 1, "x", 2);
	json_t *broken = json_pack("{s:{s:i, s:[{s:i, s:s}, {s:i}]}}", "view",
	    "turn", 2, "list", "x", 1, "big", much, "x", 2);
	json_t *last = json_pack("{s:{s:i, s:[{s:i}, {s:i}]}}", "view", "turn",
	    2, "list", "x", 1, "x", 2);
	char *text;

	(void)state;
	memo_begin(memo, first, "view");
	text = mustache_write(m, partials, first, &env, &e);
	assert_string_equal(text, "11;12;");
	g_free(text);
	memo_begin(memo, broken, "view");
	assert_null(mustache_write(m, partials, broken, &env, &e));
	memo_forget(memo);
	memo_begin(memo, last, "view");
	text = mustache_write(m, partials, last, &env, &e);
	assert_string_equal(text, "21;22;");
	g_free(text);
	json_decref(first);
	json_decref(broken);
	json_decref(last);
	memo_free(memo);
	mustache_free(m);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_it_is_as_without),
		cmocka_unit_test(test_only_what_changed),
		cmocka_unit_test(test_lists_in_lists),
		cmocka_unit_test(test_partial_in_a_list),
		cmocka_unit_test(test_not_to_its_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
