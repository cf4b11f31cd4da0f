/* SPDX-License-Identifier: ISC */
/*
 * How stories are told, in every language: what a game marks has its words in
 * story.yaml, these use what the sentence has, and no other ones are there.
 */
#include "core/rules.h"
#include "core/sentence.h"
#include "games/games.h"
#include "render/render.h"
#include "tests/render/languages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* Is the language missing a phrase? */
static int
lacks(const struct catalog *t, const struct game *g, const char *part,
    const char *word)
{
	g_autofree char *key = g_strdup_printf("%s.%s%s", g->name, part, word);

	if (catalog_has(t, key))
		return 0;
	print_error("%s: no %s\n", catalog_language(t), key);
	return 1;
}

static int
check_mark(const struct catalog *t, const struct game *g, const struct plot *p)
{
	const char *key = g->sentences[p->sentence].key;
	int bad = 0;

	if (p->scene != NULL)
		bad += lacks(t, g, "scene.", p->scene);
	if (p->gather)
		bad += lacks(t, g, "item.", key) + lacks(t, g, "story.", key);
	if (p->points != NULL)
		bad += lacks(t, g, "reason.", key);
	if (p->shows != NULL)
		bad += lacks(t, g, "shown.", key);
	if (p->chapter != NULL)
		bad += lacks(t, g, "story.", key) + lacks(t, g, "label", "");
	return bad;
}

/* Does the sentence have each {argument} of the phrase? */
static int
check_arguments(const char *raw, const struct sentence *s, const char *key)
{
	g_autofree char *args = g_strconcat(" ", s->args, NULL);
	int bad = 0;

	while ((raw = strpbrk(raw, "{*")) != NULL) {
		g_autofree char *name =
		    g_strndup(raw + 1, strcspn(raw + 1, ".|*}"));
		g_autofree char *want = g_strdup_printf(" %s:", name);

		raw++;
		if (strcmp(name, "items") == 0 || strstr(args, want) != NULL)
			continue;
		print_error("%s: there is no {%s}\n", key, name);
		bad++;
	}
	return bad;
}

static const struct plot *
mark_of(const struct game *g, size_t sentence)
{
	for (size_t i = 0; i < g->nplot; i++)
		if ((size_t)g->plot[i].sentence == sentence)
			return &g->plot[i];
	return NULL;
}

/* The phrases of a sentence, and only those that something says. */
static int
check_sentence(const struct catalog *t, const struct game *g, size_t i)
{
	static const char *const parts[] = { "story", "you", "item", "reason" };
	const struct sentence *s = &g->sentences[i];
	const struct plot *p = mark_of(g, i);
	int bad = 0;

	for (size_t k = 0; k < G_N_ELEMENTS(parts); k++) {
		g_autofree char *key =
		    g_strdup_printf("%s.%s.%s", g->name, parts[k], s->key);
		const char *raw = catalog_raw(t, key);
		bool said =
		    k == 1 ||
		    (p != NULL && (k == 0      ? p->gather || p->chapter != NULL
				      : k == 2 ? p->gather
					       : p->points != NULL));

		if (raw == NULL)
			continue;
		bad += check_arguments(raw, s, key);
		if (said)
			continue;
		print_error("%s: nothing says %s\n", catalog_language(t), key);
		bad++;
	}
	return bad;
}

static void
check_language(const struct catalog *t)
{
	int bad = 0;

	for (size_t g = 0; games_all[g] != NULL; g++) {
		for (size_t i = 0; i < games_all[g]->nplot; i++)
			bad +=
			    check_mark(t, games_all[g], &games_all[g]->plot[i]);
		for (size_t i = 0; i < games_all[g]->nsentences; i++)
			bad += check_sentence(t, games_all[g], i);
	}
	assert_int_equal(bad, 0);
}

static void
test_every_language(void **state)
{
	(void)state;
	each_language(check_language);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_language),
	};

	return cmocka_run_group_tests_name("stories", tests, NULL, NULL);
}
