/* SPDX-License-Identifier: ISC */
/*
 * How the phrases of the catalogues begin.  One that begins as an order does
 * gets the mark of the guard in every letter, so it must be worded otherwise.
 */
#include "games/games.h"
#include "render/guard.h"
#include "render/text/text.h"
#include "tests/game/wanted.h"
#include "tests/render/languages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static int faults;

/* With a number for each value, or with a name, and the first of forms. */
static char *
filled(const char *raw, const char *value)
{
	GString *out = g_string_new(NULL);

	while (*raw != '\0') {
		size_t text = strcspn(raw, "{"), inside, forms;

		g_string_append_len(out, raw, (gssize)text);
		raw += text;
		if (*raw == '\0')
			break;
		inside = strcspn(raw, "}");
		forms = strcspn(raw, "|}");
		if (forms < inside) {
			const char *form = raw + forms + 1;

			g_string_append_len(
			    out, form, (gssize)strcspn(form, "|}"));
		} else {
			g_string_append(out, value);
		}
		raw += inside + (raw[inside] == '}' ? 1 : 0);
	}
	return g_string_free(out, FALSE);
}

/* Commands, names of things and the like are none. */
static bool
is_sentence(const char *raw)
{
	return strchr(raw, ' ') != NULL &&
	       strchr(".!?", raw[strlen(raw) - 1]) != NULL;
}

/* Is it a phrase of another game? */
static bool
is_foreign(const char *key, const char *own)
{
	for (size_t g = 0; games_all[g] != NULL; g++) {
		const char *name = games_all[g]->name;

		if (g_str_has_prefix(key, name) && key[strlen(name)] == '.')
			return own == NULL || strcmp(own, name) != 0;
	}
	return false;
}

static void
check_phrase(const struct catalog *t, const char *game, const char *key)
{
	static const char *const values[] = { "3", "Zaza" };
	const char *raw = catalog_raw(t, key);

	if (is_foreign(key, game))
		return;
	for (size_t i = 0; i < G_N_ELEMENTS(values) && is_sentence(raw); i++) {
		g_autofree char *line = filled(raw, values[i]);

		if (!guard_suspects(t, game, text_whole(line)))
			continue;
		print_error("%s: %s begins like a command%s%s: %s\n",
		    catalog_language(t), key, game != NULL ? " in " : "",
		    game != NULL ? game : "", line);
		faults++;
	}
}

static void
check_language(const struct catalog *t)
{
	g_autoptr(GPtrArray) keys = catalog_keys(t);

	for (guint i = 0; i < keys->len; i++) {
		const char *key = keys->pdata[i];

		check_phrase(t, NULL, key);
		for (size_t g = 0; games_all[g] != NULL; g++)
			if (game_is_tested(games_all[g]))
				check_phrase(t, games_all[g]->name, key);
	}
}

static void
test_sentences(void **state)
{
	(void)state;
	each_language(check_language);
	assert_int_equal(faults, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_sentences) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
