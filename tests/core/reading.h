/* SPDX-License-Identifier: ISC */
/*
 * What a line is read as, in one word or a few, so that tables of lines can
 * be written down: "talk", "near take", "number 2", "help", "rules mutiny",
 * "move pass", "move pass > take fig > take plum"; " | " between several.
 */
#ifndef TESTS_CORE_READING_H
#define TESTS_CORE_READING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/err.h"
#include "core/rules.h"
#include "parse/parse.h"
#include "parse/request.h"

#include <string.h>

struct line {
	const char *text, *want;
};

static inline void
reading_add(GString *to, const struct request *q)
{
	assert_non_null(q->line);
	assert_true(q->then == NULL || q->kind == REQUEST_MOVE);
	g_string_append_printf(to, "%s%s%s", to->len > 0 ? " | " : "",
	    request_is_signup(q) ? "signup " : "", request_kind_name(q->kind));
	if (q->who != NULL)
		g_string_append_printf(to, " [%s]", q->who);
	if (q->text != NULL)
		g_string_append_printf(to, " %s", q->text);
	if (q->kind == REQUEST_NUMBER)
		g_string_append_printf(to, " %d", q->number);
	for (size_t i = 0; q->then != NULL && q->then[i] != NULL; i++)
		g_string_append_printf(to, " > %s", q->then[i]);
}

static inline void
reading_free(gpointer q)
{
	request_free(q);
}

static inline char *
reading(const struct words *w, const struct match *m, const char *text)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func(reading_free);
	GString *got = g_string_new(NULL);

	request_read(w, m, text, list);
	for (guint i = 0; i < list->len; i++)
		reading_add(got, list->pdata[i]);
	return g_string_free(got, FALSE);
}

static inline void
assert_readings(const struct words *w, const struct match *m,
    const struct line *lines, size_t n)
{
	int bad = 0;

	for (size_t i = 0; i < n; i++) {
		g_autofree char *got = reading(w, m, lines[i].text);

		if (strcmp(got, lines[i].want) == 0)
			continue;
		print_error("\"%s\": \"%s\", not \"%s\"\n", lines[i].text, got,
		    lines[i].want);
		bad++;
	}
	assert_int_equal(bad, 0);
}
#define assert_table(w, m, lines) \
	assert_readings(w, m, lines, G_N_ELEMENTS(lines))

#endif
