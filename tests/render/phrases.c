/* SPDX-License-Identifier: ISC */
/* Phrases and their forms, other languages, and an organiser's own files. */
#include "base/err.h"
#include "core/say.h"
#include "render/body.h"
#include "render/render.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <glib/gstdio.h>

/* A home with templates of its own. */
struct fixture {
	char *home;
};

static void
put(const struct fixture *f, const char *path, const char *text)
{
	g_autofree char *full = g_build_filename(f->home, path, NULL);
	g_autofree char *dir = g_path_get_dirname(full);

	assert_int_equal(g_mkdir_with_parents(dir, 0700), 0);
	assert_true(g_file_set_contents(full, text, -1, NULL));
}

static void
remove_tree(const char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		g_autofree char *inner = g_build_filename(path, name, NULL);

		remove_tree(inner);
	}
	if (dir != NULL)
		g_dir_close(dir);
	g_remove(path);
}

static int
setup(void **state)
{
	struct fixture *f = g_new0(struct fixture, 1);

	f->home = g_dir_make_tmp("phrases-XXXXXX", NULL);
	assert_non_null(f->home);
	*state = f;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;

	remove_tree(f->home);
	g_free(f->home);
	g_free(f);
	return 0;
}

static void
assert_says(const struct catalog *t, const char *key, const char *args,
    const char *names, const char *want)
{
	char key_copy[64];
	struct phrase phrase = { key_copy, json_loads(args, 0, NULL) };
	json_t *own = names != NULL ? json_loads(names, 0, NULL) : NULL;
	g_autofree char *got = NULL;

	g_strlcpy(key_copy, key, sizeof(key_copy));
	assert_non_null(phrase.args);
	got = catalog_say(t, &phrase, own);
	assert_string_equal(got, want);
	json_decref(phrase.args);
	json_decref(own);
}

static struct catalog *
load(const struct fixture *f, const char *language)
{
	struct err err = { 0 };
	struct catalog *t = catalog_load(language, f->home, &err);

	if (t == NULL)
		fail_msg("%s", err.text);
	return t;
}

#define WINE "{\"word\":\"wine\",\"phrase\":\"toy.card.wine\"}"
#define RUM "{\"word\":\"rum\",\"phrase\":\"toy.card.rum\"}"

static void
test_forms(void **state)
{
	const struct fixture *f = *state;
	struct catalog *t;

	put(f, "templates/xx/phrases.yaml",
	    "plural: one-other\na: plain\nand: plus\n"
	    "nth: {3: third}\n"
	    "counted: {Wine: '{n} {n|Wine|Wines}', the wine: '{n} wines'}\n");
	put(f, "templates/xx/toy/phrases.yaml",
	    "say: '{who} has {n} {n|card|cards}'\n"
	    "see: 'sees {card.accusative}, {cards}'\n"
	    "many: '{cards|one thing|{cards} things}'\n"
	    "odd: 'a { b } {c'\n"
	    "log: 'the {n.nth} log'\n"
	    "and: '{cards.and}'\n"
	    "sold: '{n*card} sold'\n"
	    "card: {wine: Wine, wine.accusative: the wine}\n");
	t = load(f, "xx");
	assert_true(catalog_has(t, "toy.say"));
	assert_false(catalog_has(t, "say"));
	assert_says(
	    t, "toy.say", "{\"who\":\"Ann\",\"n\":1}", NULL, "Ann has 1 card");
	assert_says(
	    t, "toy.say", "{\"who\":\"Ann\",\"n\":0}", NULL, "Ann has 0 cards");
	assert_says(t, "toy.see",
	    "{\"card\":" WINE ",\"cards\":[" WINE "," RUM "]}", NULL,
	    "sees the wine, Wine, rum");
	assert_says(t, "toy.see", "{\"card\":" RUM ",\"cards\":[]}",
	    "{\"toy.card.rum\":{\"en\":\"Rum\"}}", "sees Rum, ");
	assert_says(t, "toy.see", "{\"card\":" RUM ",\"cards\":[]}",
	    "{\"toy.card.rum\":{\"en\":\"Rum\",\"xx\":\"Rhum\"}}",
	    "sees Rhum, ");
	/* a form of ours does not hide the match's own name */
	assert_says(t, "toy.see", "{\"card\":" WINE ",\"cards\":[]}",
	    "{\"toy.card.wine\":{\"xx\":\"Port\"}}", "sees Port, ");
	assert_says(t, "toy.see", "{\"card\":" WINE ",\"cards\":[]}",
	    "{\"toy.card.wine\":{\"xx\":\"Wine\"}}", "sees the wine, ");
	assert_says(t, "toy.see",
	    "{\"card\":" WINE ",\"cards\":[" WINE "," WINE ",\"a\",\"a\"]}",
	    NULL, "sees the wine, 2 Wines, 2 a");
	assert_says(t, "toy.and",
	    "{\"cards\":[" WINE ",\"a\",\"the wine\",\"the wine\"]}", NULL,
	    "Wine, a plus 2 wines");
	assert_says(
	    t, "toy.and", "{\"cards\":[\"a\",\"b\"]}", NULL, "a plus b");
	assert_says(t, "toy.and", "{\"cards\":[\"a\"]}", NULL, "a");
	assert_says(
	    t, "toy.sold", "{\"card\":" WINE ",\"n\":1}", NULL, "1 Wine sold");
	assert_says(
	    t, "toy.sold", "{\"card\":" WINE ",\"n\":3}", NULL, "3 Wines sold");
	assert_says(
	    t, "toy.sold", "{\"card\":\"salt\",\"n\":3}", NULL, "3 salt sold");
	assert_says(t, "toy.log", "{\"n\":3}", NULL, "the third log");
	assert_says(t, "toy.log", "{\"n\":6}", NULL, "the 6 log");
	assert_says(t, "toy.nothing", "{}", NULL, "[toy.nothing]");
	assert_says(t, "toy.say", "{\"n\":2}", NULL, "{who} has 2 cards");
	assert_says(t, "toy.odd", "{}", NULL, "a { b } {c");
	catalog_free(t);
}

static void
test_plural_rules(void **state)
{
	static const struct {
		const char *rule;
		int n;
		const char *form;
	} cases[] = {
		{ "none", 1, "a" },
		{ "none", 7, "a" },
		{ "one-other", 1, "a" },
		{ "one-other", -1, "a" },
		{ "one-other", 0, "b" },
		{ "one-other", 21, "b" },
		{ "polish", 1, "a" },
		{ "polish", 2, "b" },
		{ "polish", 4, "b" },
		{ "polish", 5, "c" },
		{ "polish", 12, "c" },
		{ "polish", 21, "c" },
		{ "polish", 22, "b" },
		{ "polish", 112, "c" },
		{ "polish", 0, "c" },
		{ "polish", -3, "b" },
		{ "russian", 1, "a" },
		{ "russian", 21, "a" },
		{ "russian", 11, "c" },
		{ "russian", 3, "b" },
		{ "russian", 14, "c" },
		{ "russian", 111, "c" },
		{ "russian", 104, "b" },
		{ "russian", -21, "a" },
	};
	const struct fixture *f = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *args =
		    g_strdup_printf("{\"n\":%d}", cases[i].n);
		g_autofree char *yaml = g_strdup_printf(
		    "plural: %s\nk: '{n|a|b|c}'\n", cases[i].rule);
		struct catalog *t;

		put(f, "templates/xx/phrases.yaml", yaml);
		t = load(f, "xx");
		assert_says(t, "k", args, NULL, cases[i].form);
		catalog_free(t);
	}
}

static void
test_override(void **state)
{
	const struct fixture *f = *state;
	json_t *context = json_pack("{s:{s:s}}", "home", "name", "Oz");
	struct catalog *t;
	g_autofree char *letter = NULL;

	put(f, "templates/en/mutineer/phrases.yaml", "card: {wine: port}\n");
	put(f, "templates/en/letters/stranger.txt", "Go, says {{home.name}}.");
	put(f, "templates/en/words.yaml", "stop: [ahoi]\n");
	t = load(f, "en");
	assert_string_equal(catalog_raw(t, "mutineer.card.wine"), "port");
	assert_string_equal(catalog_raw(t, "mutineer.card.salt"), "salt");
	assert_true(g_strv_contains(
	    (const char *const *)catalog_list(t, "stop"), "ahoi"));
	assert_true(g_strv_contains(
	    (const char *const *)catalog_list(t, "stop"), "stop"));
	letter = catalog_letter(t, "mutineer", "stranger", context, NULL);
	assert_string_equal(letter, "Go, says Oz.\n");
	catalog_free(t);
	json_decref(context);
}

static void
assert_fails(const struct fixture *f, const char *want)
{
	struct err err = { 0 };

	assert_null(catalog_load("xx", f->home, &err));
	if (strstr(err.text, want) == NULL)
		fail_msg("\"%s\" lacks \"%s\"", err.text, want);
}

static void
test_faults(void **state)
{
	const struct fixture *f = *state;

	assert_fails(f, "templates/xx/phrases.yaml");
	put(f, "templates/xx/phrases.yaml", "a: b\n");
	assert_fails(f, "no 'plural'");
	put(f, "templates/xx/phrases.yaml", "plural: two\n");
	assert_fails(f, "'plural' must be");
	put(f, "templates/xx/phrases.yaml", "plural: none\na:\n  b: [c]\n");
	assert_fails(f, "xx/phrases.yaml:3:");
	put(f, "templates/xx/phrases.yaml", "plural: none\na: \xff\n");
	assert_fails(f, "not UTF-8");
	put(f, "templates/xx/phrases.yaml", "plural: none\n");
	put(f, "templates/xx/words.yaml", "stop: thanks\n");
	assert_fails(f, "words.yaml:1:");
	put(f, "templates/xx/words.yaml", "request: [a]\n");
	assert_fails(f, "words.yaml:1:");
	put(f, "templates/xx/words.yaml", "stop: [[a]]\n");
	assert_fails(f, "words.yaml:1:");
	put(f, "templates/xx/words.yaml", "- a\n");
	assert_fails(f, "not a map");
}

static void
test_letter_faults(void **state)
{
	const struct fixture *f = *state;
	struct err err = { 0 };
	struct catalog *t;

	put(f, "templates/en/letters/bad.txt", "a\n{{#b}}\n");
	put(f, "templates/en/letters/part.txt", "{{>bad}}");
	put(f, "templates/en/letters/latin.txt", "\xfc");
	put(f, "templates/en/letters/around.txt", "a{{>latin}}");
	t = load(f, "en");
	assert_null(catalog_letter(t, NULL, "none", NULL, &err));
	assert_int_equal(err.code, ERR_MISSING);
	assert_null(catalog_letter(t, NULL, "bad", NULL, &err));
	assert_string_equal(
	    err.text, "letters/bad.txt:2: section without end: b");
	assert_null(catalog_letter(t, "mutineer", "part", NULL, &err));
	assert_string_equal(err.text, "bad:2: section without end: b");
	assert_null(catalog_letter(t, NULL, "latin", NULL, &err));
	assert_int_equal(err.code, ERR_FORMAT);
	assert_null(catalog_letter(t, NULL, "around", NULL, &err));
	assert_int_equal(err.code, ERR_FORMAT);
	catalog_free(t);
}

/* Templates are read once; what a partial is depends on game and indent. */
static void
test_letters_again(void **state)
{
	const struct fixture *f = *state;
	struct catalog *t;

	put(f, "templates/en/letters/y.txt", "{{>p}}\n  {{>p}}\n{{>none}}");
	put(f, "templates/en/letters/p.txt", "any\nletter\n");
	put(f, "templates/en/mutineer/p.txt", "mutineer's\n");
	put(f, "templates/en/letters/latin.txt", "\xfc");
	put(f, "templates/en/letters/around.txt", "a{{>latin}}");
	t = load(f, "en");
	for (int i = 0; i < 2; i++) {
		struct err err = { 0 };
		g_autofree char *any = catalog_letter(t, NULL, "y", NULL, &err);
		g_autofree char *own =
		    catalog_letter(t, "mutineer", "y", NULL, &err);

		assert_string_equal(any, "any\nletter\n  any\n  letter\n");
		assert_string_equal(own, "mutineer's\n  mutineer's\n");
		assert_null(catalog_letter(t, NULL, "around", NULL, &err));
		assert_int_equal(err.code, ERR_FORMAT);
	}
	catalog_free(t);
}

/* In the words that are built in. */
static void
test_what_is_sold(void **state)
{
	const struct fixture *f = *state;
	struct catalog *t = load(f, "en");
	const char *args[] = { "{\"seat\":\"Ann\",\"number\":1,"
			       "\"card\":\"ruby\",\"island\":\"Drum\"}",
		"{\"seat\":\"Ann\",\"number\":2,"
		"\"card\":\"ruby\",\"island\":\"Drum\"}" };

	assert_says(
	    t, "mutineer.sells", args[0], NULL, "Ann sells 1 ruby at Drum.");
	assert_says(
	    t, "mutineer.sells", args[1], NULL, "Ann sells 2 rubies at Drum.");
	assert_says(
	    t, "mutineer.item.sells", args[1], NULL, "2 rubies at Drum");
	catalog_free(t);
}

static void
test_filters(void **state)
{
	static const char *const cases[][2] = {
		{ "{{#player}}1{{/player}}{{#player}}9{{/player}}", "Bo?" },
		{ "{{#fact}}n.0{{/fact}}{{#fact}}n.x{{/fact}}", "Ann" },
		{ "{{#fact}}o.l.1{{/fact}},{{#fact}}o.l{{/fact}}", "8,7, 8" },
		{ "{{#list}}a | b ||a|{{/list}}", "2 a, b" },
		{ "{{#list}}c | b ||c|{{/list}}", "2 cs, b" },
		{ "{{#same}}1 | 1 | x, y{{/same}}", "x, y" },
		{ "{{#join}} b | | a|b | {{/join}}", "b, a, b" },
		{ "{{#join}}{{/join}}-", "-" },
		{ "{{#and}} a | | b|c | {{/and}}", "a, b and c" },
		{ "{{#and}}a | b{{/and}}", "a and b" },
		{ "{{#and}}a{{/and}}", "a" },
		{ "{{#and}} | {{/and}}-", "-" },
		{ "{{#same}}1|2| x{{/same}}-", "-" },
		{ "{{#t}}card.wine{{/t}}", "wine" },
		{ "{{#t}}card.rum{{/t}}", "Rum" },
		{ "{{#t}}points n=1{{/t}}", "1 point" },
		{ "{{#t}}points n=3{{/t}}", "3 points" },
		{ "{{#t}}notice.ready who=Ann Lee{{/t}}", "Ann Lee is ready." },
		{ "{{#t}}nix{{/t}}{{#t}}{{/t}}", "[nix]" },
		{ "{{#t}}\n points  n=-2\n{{/t}}", "-2 points" },
		{ "{{#t}}notice.ready a=1 who=Ann\nLee x=2{{/t}}",
		    "Ann Lee is ready." },
		{ "{{#t}}notice.ready =Bo who{{/t}}", "{who} is ready." },
	};
	const struct fixture *f = *state;
	json_t *context = json_loads(
	    "{\"names\":[\"Ann\",\"Bo\"],\"n\":[\"Ann\"],\"o\":{\"l\":[7,8]},"
	    "\"atoms\":{\"mutineer.card.rum\":{\"en\":\"Rum\"}}}",
	    0, NULL);

	put(f, "templates/en/phrases.yaml", "counted: {c: '{n} cs'}\n");
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct catalog *t;
		g_autofree char *got = NULL;

		put(f, "templates/en/letters/x.txt", cases[i][0]);
		t = load(f, "en");
		got = catalog_letter(t, "mutineer", "x", context, NULL);
		assert_string_equal(g_strchomp(got), cases[i][1]);
		catalog_free(t);
	}
	json_decref(context);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_forms, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    test_plural_rules, setup, teardown),
		cmocka_unit_test_setup_teardown(test_override, setup, teardown),
		cmocka_unit_test_setup_teardown(test_faults, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    test_letter_faults, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    test_letters_again, setup, teardown),
		cmocka_unit_test_setup_teardown(
		    test_what_is_sold, setup, teardown),
		cmocka_unit_test_setup_teardown(test_filters, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
