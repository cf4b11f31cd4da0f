/* SPDX-License-Identifier: ISC */
/*
 * The examples that the rules by mail tell (templates/LANGUAGE/hexxi/
 * rules-actions.txt and rules-attacks.txt): they stand there in every language,
 * and the rules have it so.  You are seat 0, with the base on d1.
 */
#include "base/embed.h"
#include "render/render.h"
#include "tests/game/hexxi/look.h"
#include "tests/game/hexxi/play.h"

static const char *const languages[] = { "en", "pl", "de", "ru" };

/* A layout in which seat 0 is asked, and has more than one thing to do. */
static void
begin(struct play *p, const char *one, const char *two)
{
	struct layout l = { .board = { one, two } };

	fight(p, &l);
	while (play_next(p) != 0)
		does(p, play_next(p), "pass");
}

/* The text of a part of the rules, with one blank between words. */
static char *
rules_part(const char *language, const char *part)
{
	g_autofree char *path =
	    g_strdup_printf("templates/%s/hexxi/rules-%s.txt", language, part);
	const struct embedded *file = embedded_find(path);
	g_autofree char *text = NULL;
	g_auto(GStrv) words = NULL;

	assert_non_null(file);
	text = g_strndup((const char *)file->data, file->size);
	g_strdelimit(text, "\n", ' ');
	words = g_strsplit(text, " ", -1);
	return g_strjoinv(" ", words);
}

/*
 * The rules bring that move in each language as one writes it there, and name
 * these fields besides.
 */
static void
told(const struct play *p, const char *part, const char *move,
    const char *fields)
{
	g_auto(GStrv) all = g_strsplit(fields, " ", -1);

	for (size_t i = 0; i < G_N_ELEMENTS(languages); i++) {
		struct err e = { 0 };
		struct catalog *t = catalog_load(languages[i], NULL, &e);
		g_autofree char *text = rules_part(languages[i], part);
		g_autofree char *said = NULL;

		assert_non_null(t);
		said = move_retell(p->m, move, catalog_words(t));
		catalog_free(t);
		if (strstr(text, said) == NULL)
			fail_msg("%s: no \"%s\"", languages[i], said);
		for (char **field = all; *field != NULL; field++)
			if (strstr(text, *field) == NULL)
				fail_msg("%s: no %s", languages[i], *field);
	}
}

static void
test_an_escort(void **unused)
{
	struct play p;

	(void)unused;
	/* to any free field next to d5, and on from c5 alone */
	with("w:d6 r:c6", "s:d5 s:b4",
	    "escort d6 c4; escort d6 c5; escort d6 c5 a3; escort d6 c5 a4; "
	    "escort d6 c5 b3; escort d6 c5 b5; escort d6 c5 c4; "
	    "escort d6 d4; escort d6 e4; escort d6 e5; pass; route d6 c6");
	/* it would have to stay there without the route */
	with("w:d6", "s:d5 s:b4",
	    "escort d6 c4; escort d6 c5; escort d6 d4; escort d6 e4; "
	    "escort d6 e5; pass");
	begin(&p, "w:d6 r:c6", "s:d5 s:b4");
	told(&p, "actions", "escort d6 c5 b3", "d7 d5 c4 c5 d4 e4 e5 c6 b4 b3");
	does(&p, 0, "escort d6 c5 b3");
	field_is(&p, "b3", "0 warship up");
	field_is(&p, "d5", "1 ship up");
	play_end(&p);
}

static void
test_an_ambush(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "w:e2 p:d3 p:c1 r:b1", "w:d2");
	refused(&p, 0, "ambush d1 d2", "ambush-guarded");
	play_end(&p);
	begin(&p, "p:d3 p:c1 r:b1", "w:d2");
	told(&p, "attacks", "ambush d1 d2", "d3 d7 e2");
	does(&p, 0, "ambush d1 d2");
	taken_is(&p, 0, "1 warship");
	play_end(&p);
}

static void
test_a_trap(void **unused)
{
	struct play p;

	(void)unused;
	begin(&p, "s:d6 p:c1 r:b1", "w:d5 p:e6");
	refused(&p, 0, "trap d6 d7", "trap-guarded");
	play_end(&p);
	begin(&p, "s:d6 p:c1 r:b1", "w:d5");
	told(&p, "attacks", "trap d6 d7", "d5 e6");
	does(&p, 0, "trap d6 d7");
	taken_is(&p, 0, "1 base");
	field_is(&p, "d6", "empty");
	play_end(&p);
}

#define T(name) cmocka_unit_test(test_##name)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		T(an_escort),
		T(an_ambush),
		T(a_trap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
