/* SPDX-License-Identifier: ISC */
/* A home whose matches wait for ever. */
#ifndef TESTS_APP_PLAIN_H
#define TESTS_APP_PLAIN_H

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* Nothing happens by itself: most tests look at what a mail does. */
static inline void
house_policy(const char *dir)
{
	g_autofree char *path = g_build_filename(dir, "turnpost.yaml", NULL);
	g_autofree char *text = NULL, *more = NULL;

	assert_true(g_file_get_contents(path, &text, NULL, NULL));
	more = g_strconcat(text,
	    "\noutage: none\npolicy: {time: none, settle: none, "
	    "reminders: none, muster: none, open-after: none, graces: 0, "
	    "offer: none}\n",
	    NULL);
	assert_true(g_file_set_contents(path, more, -1, NULL));
}

#endif
