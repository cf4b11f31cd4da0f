/* SPDX-License-Identifier: ISC */
/*
 * The templates of every game, in every language, as they stand there: each
 * can be read, the pieces and the phrases that it names are there.  A letter
 * with a section that does not end would never leave, and a piece or a phrase
 * that is not there leaves a gap in it or its key.
 */
#include "base/embed.h"
#include "base/err.h"
#include "core/rules.h"
#include "games/games.h"
#include "render/mustache/mustache.h"
#include "render/render.h"
#include "tests/game/wanted.h"
#include "tests/render/languages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* A template of a game in a language. */
struct piece {
	const struct catalog *catalog;
	const char *game, *path, *text;
	GPtrArray *faults; /* char * */
};

/* In the folder of the game or in that of all letters; English stands in. */
static bool
has_piece(const struct piece *p, const char *name)
{
	const char *const languages[] = { catalog_language(p->catalog), "en" };

	for (size_t i = 0; i < G_N_ELEMENTS(languages); i++) {
		g_autofree char *own = g_strdup_printf(
		    "templates/%s/%s/%s.txt", languages[i], p->game, name);
		g_autofree char *all = g_strdup_printf(
		    "templates/%s/letters/%s.txt", languages[i], name);

		if (embedded_find(own) != NULL || embedded_find(all) != NULL)
			return true;
	}
	return false;
}

/* The whole key, or one that begins so and goes on with a fact. */
static bool
has_phrase(const struct piece *p, const char *key, bool open)
{
	g_autoptr(GPtrArray) keys = NULL;
	g_autofree char *own = g_strdup_printf("%s.%s", p->game, key);

	if (!open)
		return catalog_has(p->catalog, own) ||
		       catalog_has(p->catalog, key);
	keys = catalog_keys(p->catalog);
	for (guint i = 0; i < keys->len; i++)
		if (g_str_has_prefix(keys->pdata[i], own) ||
		    g_str_has_prefix(keys->pdata[i], key))
			return true;
	return false;
}

static void
check_phrases(const struct piece *p)
{
	static const char mark[] = "{{#t}}";
	const char *at = p->text;

	while ((at = strstr(at, mark)) != NULL) {
		size_t size = strcspn(at += strlen(mark), " {\n");
		g_autofree char *key = g_strndup(at, size);
		bool open = strncmp(at + size, "{{", 2) == 0 &&
			    strncmp(at + size, "{{/", 3) != 0;

		if (size > 0 && !has_phrase(p, key, open))
			g_ptr_array_add(p->faults,
			    g_strdup_printf("%s: there is no phrase %s%s",
				p->path, key, open ? "..." : ""));
	}
}

static void
check_pieces(const struct piece *p)
{
	static const char mark[] = "{{>";
	const char *at = p->text;

	while ((at = strstr(at, mark)) != NULL) {
		size_t size = strcspn(at += strlen(mark), "}");
		g_autofree char *name = g_strstrip(g_strndup(at, size));

		if (!has_piece(p, name))
			g_ptr_array_add(p->faults,
			    g_strdup_printf(
				"%s: there is no piece %s.txt", p->path, name));
	}
}

static void
check_piece(const struct piece *p)
{
	struct err e = { 0 };
	struct mustache *m = mustache_parse(p->path, p->text, &e);

	if (m == NULL) {
		g_ptr_array_add(p->faults, g_strdup(e.text));
		return;
	}
	mustache_free(m);
	check_phrases(p);
	check_pieces(p);
}

static int bad;

static void
check_language(const struct catalog *t)
{
	g_autoptr(GPtrArray) faults = g_ptr_array_new_with_free_func(g_free);
	size_t n;
	const struct embedded *files = embedded_all(&n);

	for (size_t g = 0; games_all[g] != NULL; g++) {
		g_autofree char *folder = g_strdup_printf("templates/%s/%s/",
		    catalog_language(t), games_all[g]->name);

		for (size_t i = 0; i < n && game_is_tested(games_all[g]); i++) {
			g_autofree char *text = NULL;

			if (!g_str_has_prefix(files[i].path, folder) ||
			    !g_str_has_suffix(files[i].path, ".txt"))
				continue;
			text = g_strndup(files[i].data, files[i].size);
			check_piece(&(struct piece){ t, games_all[g]->name,
			    files[i].path, text, faults });
		}
	}
	for (guint i = 0; i < faults->len; i++)
		print_error("%s\n", (char *)faults->pdata[i]);
	bad += (int)faults->len;
}

static void
test_templates(void **state)
{
	(void)state;
	each_language(check_language);
	assert_int_equal(bad, 0);
}

static void
assert_fault(const struct catalog *t, const char *text, const char *want)
{
	g_autoptr(GPtrArray) faults = g_ptr_array_new_with_free_func(g_free);

	check_piece(
	    &(struct piece){ t, games_all[0]->name, "a.txt", text, faults });
	if (faults->len != (want != NULL) ||
	    (want != NULL && strcmp(faults->pdata[0], want) != 0))
		fail_msg("\"%s\": not %s, but %u faults, first %s", text, want,
		    faults->len,
		    faults->len > 0 ? (char *)faults->pdata[0] : "none");
}

static void
test_what_is_wrong_is_found(void **state)
{
	struct catalog *t = catalog_load("en", NULL, NULL);

	(void)state;
	assert_fault(t, "{{>hand}} {{#t}}and{{/t}}", NULL);
	assert_fault(t, "{{#t}}card.{{.}}{{/t}}, {{#t}}{{.}}{{/t}}", NULL);
	assert_fault(t, "{{#a}}\nb\n", "a.txt:1: section without end: a");
	assert_fault(t, "{{>teeser}}", "a.txt: there is no piece teeser.txt");
	assert_fault(t, "{{#t}}points n=2{{/t}} {{#t}}point n=2{{/t}}",
	    "a.txt: there is no phrase point");
	assert_fault(
	    t, "{{#t}}crad.{{.}}{{/t}}", "a.txt: there is no phrase crad....");
	catalog_free(t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_templates),
		cmocka_unit_test(test_what_is_wrong_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
