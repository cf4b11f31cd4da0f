/* SPDX-License-Identifier: ISC */
/* In the HTML of Polish letters no line can end with a word of one letter; in
 * other languages blanks stay as they are. */
#include "base/err.h"
#include "render/body.h"
#include "render/render.h"
#include "tests/render/facts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define BLOCK "<(?:p|li|td|th|h2|h3)\\b[^>]*>"
/* such a word, behind others of its paragraph, and a blank */
#define PARTED BLOCK "[^<]*[ (][AIOUWZaiouwz] "
#define KEPT "[ (>][AIOUWZaiouwz]\u00a0[^<]"

/* In how many letters the pattern is; *seen: how many letters there are. */
static guint
found(const char *language, const char *pattern, guint *seen)
{
	struct catalog *t = catalog_load(language, NULL, NULL);
	GPtrArray *samples;
	guint n = 0;

	assert_non_null(t);
	samples = samples_render(t, false);
	*seen = samples->len;
	for (guint i = 0; i < samples->len; i++) {
		const struct sample *s = samples->pdata[i];
		struct err err = { 0 };
		struct body body;

		if (catalog_body(t, s->game, s->kind,
			json_object_get(s->json, "facts"), &body, &err) < 0)
			fail_msg("%s: %s", s->name, err.text);
		if (g_regex_match_simple(pattern, body.html, 0, 0))
			n++;
		body_clear(&body);
	}
	g_ptr_array_unref(samples);
	catalog_free(t);
	return n;
}

static void
test_kept_together(void **state)
{
	guint seen;

	(void)state;
	assert_int_equal(found("pl", PARTED, &seen), 0);
	assert_true(found("pl", KEPT, &seen) * 2 > seen);
}

static void
test_others(void **state)
{
	guint seen;

	(void)state;
	assert_true(found("en", PARTED, &seen) * 2 > seen);
	assert_int_equal(found("en", KEPT, &seen), 0);
	assert_int_equal(found("ru", KEPT, &seen), 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kept_together),
		cmocka_unit_test(test_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
