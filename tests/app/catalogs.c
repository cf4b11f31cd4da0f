/* SPDX-License-Identifier: ISC */
/*
 * When languages are read: one that is built in when its first sentence is
 * needed; English with words of the organiser's own at once, so that a mistake
 * in them stops all before a letter is written without them.
 */
#include "app/home/folder.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "base/err.h"
#include "render/render.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

struct bench {
	char *dir;
	struct home *home;
	struct err e;
};

static int
make(void **state)
{
	struct bench *b = g_new0(struct bench, 1);

	*state = b;
	b->dir = g_dir_make_tmp("turnpost-catalogs-XXXXXX", NULL);
	return b->dir == NULL ? -1
			      : home_create(b->dir, "robot@example.org", &b->e);
}

static int
drop(void **state)
{
	struct bench *b = *state;
	g_autofree char *line = g_strdup_printf("rm -rf '%s'", b->dir);

	home_close(b->home);
	g_spawn_command_line_sync(line, NULL, NULL, NULL, NULL);
	g_free(b->dir);
	g_free(b);
	return 0;
}

/* A file of the organiser's own. */
static void
write_own(struct bench *b, const char *path, const char *text)
{
	g_autofree char *full =
	    g_build_filename(b->dir, "templates", path, NULL);
	g_autofree char *folder = g_path_get_dirname(full);

	assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
	assert_true(g_file_set_contents(full, text, -1, NULL));
}

static void
open_home(struct bench *b)
{
	if ((b->home = home_open(b->dir, NULL, &b->e)) == NULL)
		fail_msg("%s", b->e.text);
}

static int
read_so_far(const struct bench *b)
{
	return (int)g_hash_table_size(b->home->catalogs);
}

static void
only_what_is_needed(void **state)
{
	struct bench *b = *state;

	write_own(b, "en/letters/welcome.txt", "Hello\n");
	open_home(b);
	assert_int_equal(read_so_far(b), 0);
	home_speak(b->home, "pl");
	assert_int_equal(read_so_far(b), 1);
	assert_string_equal(catalog_language(home_words(b->home)), "pl");
	home_speak(b->home, NULL);
	assert_int_equal(read_so_far(b), 1);
	assert_string_equal(catalog_language(home_words(b->home)), "en");
	assert_int_equal(read_so_far(b), 2);
	assert_ptr_equal(home_words(b->home), home_catalog(b->home, "en"));
	assert_int_equal(home_reload(b->home, &b->e), 0);
	assert_int_equal(read_so_far(b), 0);
}

/* Every file that may hold words of English is tried when a home is opened,
 * and when the settings are read again. */
static void
own_english(void **state)
{
	static const char *const files[] = { "en/phrases.yaml", "en/story.yaml",
		"en/words.yaml", "en/mutineer/phrases.yaml",
		"en/mutineer/words.yaml", "en/my-game/story.yaml" };
	struct bench *b = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
		write_own(b, files[i], "{}\n");
		open_home(b);
		assert_int_equal(read_so_far(b), 1);
		write_own(b, files[i], "a: [\n");
		assert_int_equal(home_reload(b->home, &b->e), -1);
		assert_non_null(strstr(b->e.text, files[i]));
		assert_int_equal(read_so_far(b), 1);
		home_close(b->home);
		memset(&b->e, 0, sizeof(b->e));
		b->home = home_open(b->dir, NULL, &b->e);
		assert_null(b->home);
		assert_non_null(strstr(b->e.text, files[i]));
		write_own(b, files[i], "{}\n");
	}
	write_own(b, files[0], "mine: of my own\n");
	open_home(b);
	assert_string_equal(
	    catalog_raw(home_words(b->home), "mine"), "of my own");
}

/* A mistake that comes later counts when the settings are read again. */
static void
broken_later(void **state)
{
	struct bench *b = *state;

	open_home(b);
	write_own(b, "en/phrases.yaml", "a: [\n");
	assert_string_equal(catalog_language(home_words(b->home)), "en");
	assert_true(catalog_has(home_words(b->home), "language.names"));
	assert_int_equal(home_reload(b->home, &b->e), -1);
	assert_true(catalog_has(home_words(b->home), "language.names"));
}

/* Of another language it is told, and English is used instead. */
static void
broken_polish(void **state)
{
	struct bench *b = *state;

	write_own(b, "pl/phrases.yaml", "a: [\n");
	open_home(b);
	home_speak(b->home, "pl");
	assert_string_equal(catalog_language(home_words(b->home)), "en");
	assert_int_equal(read_so_far(b), 1);
}

#define T(name) cmocka_unit_test_setup_teardown(name, make, drop)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(only_what_is_needed),
		T(own_english),
		T(broken_later),
		T(broken_polish),
	};

	app_init();
	return cmocka_run_group_tests_name("tongues", tests, NULL, NULL);
}
