/* SPDX-License-Identifier: ISC */
/* For the tests of settings: a folder, and what becomes of a text there. */
#ifndef TESTS_APP_SETTINGS_H
#define TESTS_APP_SETTINGS_H

#include "app/home/config.h"
#include "app/home/folder.h"
#include "base/err.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <glib/gstdio.h>

#define AT(line) "turnpost.yaml:" #line ": "
#define NO_KEY "; turnpost.yaml(5) lists them all"

static char *home; /* a folder for turnpost.yaml */

static inline struct config *
read_text(const char *text, struct err *e)
{
	g_autofree char *path = g_build_filename(home, "turnpost.yaml", NULL);

	assert_true(g_file_set_contents(path, text, -1, NULL));
	return config_read(home, e);
}

static inline struct config *
good(const char *text)
{
	struct err e = { 0 };
	struct config *c = read_text(text, &e);

	if (c == NULL)
		fail_msg("%s\n%s", text, e.text);
	return c;
}

static inline void
refused(const char *text, const char *want)
{
	struct err e = { 0 };
	struct config *c = read_text(text, &e);

	if (c != NULL)
		fail_msg("taken:\n%s", text);
	assert_int_equal(e.code, ERR_FORMAT);
	if (strcmp(e.text, want) != 0)
		fail_msg("%s\nsays \"%s\"\nnot  \"%s\"", text, e.text, want);
}

static inline char *
in_home(const char *name)
{
	return g_build_filename(home, name, NULL);
}

static inline int
set_up(void **state)
{
	(void)state;
	app_init();
	home = g_dir_make_tmp("turnpost-XXXXXX", NULL);
	return home == NULL ? -1 : 0;
}

static inline int
tear_down(void **state)
{
	g_autofree char *path = g_build_filename(home, "turnpost.yaml", NULL);

	(void)state;
	g_unlink(path);
	g_rmdir(home);
	g_free(home);
	return 0;
}

#endif
