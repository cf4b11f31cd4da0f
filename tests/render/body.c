/* SPDX-License-Identifier: ISC */
/*
 * The HTML of letters: it says what the text says, in the same order; what
 * people wrote is escaped; no line of it is a command; its links send moves.
 */
#include "base/err.h"
#include "core/match.h"
#include "core/rules.h"
#include "games/games.h"
#include "mail/quotes/unquote.h"
#include "mail/incoming/reading.h"
#include "mail/incoming/text.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/body.h"
#include "render/render.h"
#include "tests/render/facts.h"
#include "tests/render/match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define MOST 60000 /* bytes: programs clip longer ones */
#define ADDRESS "robot+g7.s2.t14.k3x9k3x9k3x9k@games.example.org"
#define LINK "mailto:robot%2Bg7.s2.t14.k3x9k3x9k3x9k@games.example.org?subject="

struct fixture {
	struct catalog *catalog;
	GPtrArray *samples;
	GHashTable *matches; /* game -> struct match * */
};

static void
add_mailto(json_t *context)
{
	json_object_set_new(context, "mailto",
	    json_pack(
		"{s:s, s:s}", "address", ADDRESS, "subject", "[g7-k3x9]"));
}

static int
setup(void **state)
{
	struct fixture *f = g_new0(struct fixture, 1);

	f->catalog = catalog_load("en", NULL, NULL);
	assert_non_null(f->catalog);
	f->samples = samples_render(f->catalog, false);
	samples_add(f->samples, BOARDS, f->catalog, false);
	f->matches = g_hash_table_new_full(g_str_hash, g_str_equal, NULL,
	    (GDestroyNotify)(void (*)(void))match_free);
	for (size_t g = 0; games_all[g] != NULL; g++)
		g_hash_table_insert(f->matches,
		    (gpointer)(uintptr_t)games_all[g]->name,
		    random_match(games_all[g], 1));
	for (guint i = 0; i < f->samples->len; i++)
		add_mailto(json_object_get(
		    ((struct sample *)f->samples->pdata[i])->json, "facts"));
	*state = f;
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;

	g_ptr_array_unref(f->samples);
	g_hash_table_unref(f->matches);
	catalog_free(f->catalog);
	g_free(f);
	return 0;
}

static struct body
body_of(const struct fixture *f, const struct sample *s)
{
	struct err err = { 0 };
	struct body body;

	if (catalog_body(f->catalog, s->game, s->kind,
		json_object_get(s->json, "facts"), &body, &err) < 0)
		fail_msg("%s: %s", s->name, err.text);
	return body;
}

/* A template of one line that an organiser might have, with those facts. */
static struct body
body_with(const struct fixture *f, const char *kind, json_t *context)
{
	struct err err = { 0 };
	struct body body;

	add_mailto(context);
	if (catalog_body(f->catalog, NULL, kind, context, &body, &err) < 0)
		fail_msg("%s", err.text);
	json_decref(context);
	return body;
}

static void
assert_has(const char *html, const char *part)
{
	if (strstr(html, part) == NULL)
		fail_msg("\"%s\" is not in\n%s", part, html);
}

static void
assert_lacks(const char *html, const char *part)
{
	if (strstr(html, part) != NULL)
		fail_msg("\"%s\" is in\n%s", part, html);
}

/* ---- it says the same ---- */

/* Words alone: signs and drawings are others. */
static char **
line_words(const char *text)
{
	GString *plain = g_string_new(NULL);
	char **words;

	for (const char *p = text; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		if (g_unichar_isalnum(c))
			g_string_append_unichar(plain, c);
		else
			g_string_append_c(plain, ' ');
	}
	words = g_strsplit(plain->str, " ", -1);
	g_string_free(plain, TRUE);
	return words;
}

static bool
is_choice(const char *line)
{
	return g_regex_match_simple("^ +\\d+  → |^  → .* …", line, 0, 0);
}

/*
 * The text without what buttons need not say: the words that lead to a list of
 * moves, and the numbers in it.
 */
static char *
without_numbers(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	int n = 0, from;

	while (lines[n] != NULL && !is_choice(lines[n]))
		n++;
	if (lines[n] == NULL || n == 0)
		return g_strdup(text);
	for (from = n - 1; from > 0 && *lines[from] == '\0'; from--)
		;
	for (; from >= 0 && *lines[from] != '\0'; from--)
		*lines[from] = '\0';
	for (; lines[n] != NULL; n++) {
		g_autoptr(GRegex) number =
		    g_regex_new("^ +\\d+  (?=→)|\\d+\\) ", 0, 0, NULL);
		char *bare;

		if (*lines[n] != ' ')
			continue;
		bare = g_regex_replace_literal(
		    number, lines[n], -1, 0, "", 0, NULL);

		g_free(lines[n]);
		lines[n] = bare;
	}
	return g_strjoinv("\n", lines);
}

/* The text behind its first line, if that is what HTML says in lists of mails
 * alone. */
static const char *
behind_preheader(const char *text, const char *html)
{
	const char *begin = strstr(html, "mso-hide:all\">");
	g_autofree char *hidden = NULL, *shown = NULL, *first = NULL;
	const char *gap = strstr(text, "\n\n");

	assert_non_null(begin);
	begin += strlen("mso-hide:all\">");
	hidden = g_strndup(begin, strcspn(begin, "<"));
	shown = html_text(hidden, strlen(hidden));
	g_strchomp(shown);
	assert_true(*shown != '\0' && text_width(shown) <= 90);
	if (gap == NULL)
		return text;
	first = g_strdelimit(g_strndup(text, (gsize)(gap - text)), "\n", ' ');
	return strcmp(first, shown) == 0 ? gap : text;
}

static void
check_same(const struct sample *s, const char *text, const char *html)
{
	g_autofree char *shown = html_text(html, strlen(html));
	g_autofree char *bare = without_numbers(behind_preheader(text, html));
	g_auto(GStrv) wanted = line_words(bare);
	g_auto(GStrv) there = line_words(shown);
	/* in each row of a text that has no room for its table */
	static const char *const headings[] = { "points", "hand", "laid",
		"aside", NULL };

	for (char **word = wanted, **at = there; *word != NULL; word++) {
		if (**word == '\0' ||
		    (strcmp(s->name, "turn-long-names.json") == 0 &&
			g_strv_contains(headings, *word)))
			continue;
		for (; g_strcmp0(*at, *word) != 0; at++)
			if (*at == NULL)
				fail_msg("%s: from \"%s\" on it is not in\n%s",
				    s->name, *word, shown);
		at++;
	}
}

/* Drawn around a middle, the text has its blocks in another order. */
static bool
has_ring(const struct sample *s)
{
	return g_strcmp0(s->game, "fourth-bridge") == 0;
}

static void
test_same_words(void **state)
{
	const struct fixture *f = *state;
	guint n = 0;

	for (guint i = 0; i < f->samples->len; i++) {
		const struct sample *s = f->samples->pdata[i];
		struct body body = body_of(f, s);

		assert_string_equal(body.text, s->text);
		assert_non_null(body.html);
		assert_true(g_utf8_validate(body.html, -1, NULL));
		assert_true(strlen(body.html) < MOST);
		assert_null(strpbrk(body.html, "\x01\x02\x03\x04\x05"));
		if (!has_ring(s)) {
			check_same(s, body.text, body.html);
			n++;
		}
		body_clear(&body);
	}
	assert_true(n > 40);
}

/* ---- no line is a command ---- */

static void
check_line(const struct fixture *f, const struct sample *s, const char *line,
    bool strict)
{
	static char *const none[] = { NULL };
	static const struct reading all = { .stop_words = none,
		.subject_prefixes = none };
	g_autoptr(GPtrArray) cleaned = lines_read(line, &all);
	g_autoptr(GPtrArray) requests =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);
	const struct match *match =
	    s->game != NULL ? g_hash_table_lookup(f->matches, s->game) : NULL;

	for (guint i = 0; i < cleaned->len; i++)
		request_read(catalog_words(f->catalog), match,
		    cleaned->pdata[i], requests);
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind != REQUEST_TALK &&
		    (strict || q->kind != REQUEST_UNCLEAR))
			fail_msg("%s: a command: \"%s\"", s->name, line);
	}
}

static void
check_lines(const struct fixture *f, const struct sample *s, const char *html,
    bool strict)
{
	g_autofree char *shown = html_text(html, strlen(html));
	g_auto(GStrv) lines = g_strsplit(shown, "\n", -1);

	for (char **line = lines; *line != NULL; line++)
		check_line(f, s, *line, strict);
}

/* As a program that marks no quote brings the letter back. */
static void
test_no_commands(void **state)
{
	const struct fixture *f = *state;

	for (guint i = 0; i < f->samples->len; i++) {
		const struct sample *s = f->samples->pdata[i];
		struct body body = body_of(f, s);

		check_lines(f, s, body.html, true);
		body_clear(&body);
	}
}

/* What people are called and say is made of commands. */
static json_t *
with_commands(const json_t *json, const char *key, GRand *rand)
{
	static const char *const said[] = { "pass", "play wine", "3", "resign",
		"ready", "help", "1. pass", "pay 2", "bid 5" };
	json_t *copy, *value;
	const char *name;
	size_t i;

	if (json_is_array(json)) {
		copy = json_array();
		json_array_foreach(json, i, value) json_array_append_new(
		    copy, with_commands(value, key, rand));
		return copy;
	}
	if (json_is_string(json) &&
	    (strcmp(key, "name") == 0 || strcmp(key, "text") == 0 ||
		strcmp(key, "names") == 0 || strcmp(key, "why") == 0 ||
		strcmp(key, "history") == 0 || strcmp(key, "words") == 0))
		return json_string(said[g_rand_int_range(
		    rand, 0, (gint32)G_N_ELEMENTS(said))]);
	if (!json_is_object(json))
		return json_deep_copy(json);
	copy = json_object();
	json_object_foreach((json_t *)(uintptr_t)json, name, value)
	    json_object_set_new(copy, name, with_commands(value, name, rand));
	return copy;
}

static void
test_no_commands_of_people(void **state)
{
	const struct fixture *f = *state;
	GRand *rand = g_rand_new_with_seed(7);

	for (guint i = 0; i < f->samples->len; i++) {
		const struct sample *s = f->samples->pdata[i];
		struct err err = { 0 };
		json_t *context =
		    with_commands(json_object_get(s->json, "facts"), "", rand);
		struct body body;

		assert_int_equal(catalog_body(f->catalog, s->game, s->kind,
				     context, &body, &err),
		    0);
		check_lines(f, s, body.html, false);
		body_clear(&body);
		json_decref(context);
	}
	g_rand_free(rand);
}

/* ---- what people wrote ---- */

static void
test_escaping(void **state)
{
	const struct fixture *f = *state;
	static const char bad[] = "<b onclick=\"x\">&amp; Eve's </td>";
	json_t *story = json_pack("{s:[{s:b, s:[{s:s}, {s:s}]}]}", "chapters",
	    "full", 1, "parts", "text", bad, "text",
	    "Eve says: <script>alert(1)</script>\x01w\x02\x05");
	json_t *context = json_pack("{s:{s:s}, s:{s:s}, s:b, s:o}", "person",
	    "name", bad, "home", "name", "A<B>", "news_any", 1, "story", story);
	struct body body = body_with(f, "news", context);

	assert_has(body.html, "&lt;b onclick=&quot;x&quot;&gt;&amp;amp; "
			      "Eve's &lt;/td&gt;");
	assert_has(body.html, "<title>A&lt;B&gt;</title>");
	assert_has(body.html, "&lt;script&gt;alert(1)&lt;/script&gt;w<");
	assert_lacks(body.html, "<b onclick");
	assert_lacks(body.html, "<script");
	assert_has(body.text, "<script>alert(1)</script>w\n");
	body_clear(&body);
}

/* ---- links ---- */

static json_t *
one_choice(const char *move)
{
	return json_pack("{s:b, s:[{s:i, s:s}]}", "many", 0, "choices",
	    "number", 3, "move", move);
}

static void
test_links(void **state)
{
	const struct fixture *f = *state;
	struct body body =
	    body_with(f, "remind", one_choice("play \303\266l & <x>"));

	assert_has(body.html,
	    "<a href=\"" LINK "%5Bg7-k3x9%5D%20play%20%C3%B6l%20%26%20%3Cx%3E"
	    "&amp;body=play%20%C3%B6l%20%26%20%3Cx%3E\"");
	assert_has(
	    body.html, "\342\206\222 play \303\266l &amp; &lt;x&gt;</a>");
	body_clear(&body);
}

/* Too long for old programs: its number says the same. */
static void
test_long_move(void **state)
{
	const struct fixture *f = *state;
	g_autofree char *move = g_strnfill(210, 'x');
	struct body body = body_with(f, "remind", one_choice(move));

	assert_has(body.html, LINK "%5Bg7-k3x9%5D%203&amp;body=3\"");
	assert_has(body.html, move);
	body_clear(&body);
}

static void
test_no_link(void **state)
{
	const struct fixture *f = *state;
	struct err err = { 0 };
	json_t *context = one_choice("play wine");
	struct body body;

	assert_int_equal(
	    catalog_body(f->catalog, NULL, "remind", context, &body, &err), 0);
	assert_lacks(body.html, "mailto:");
	assert_has(body.html, "play wine");
	body_clear(&body);
	json_decref(context);
}

static const struct sample *
sample_of(const struct fixture *f, const char *name)
{
	for (guint i = 0; i < f->samples->len; i++)
		if (strcmp(((struct sample *)f->samples->pdata[i])->name,
			name) == 0)
			return f->samples->pdata[i];
	fail_msg("no sample %s", name);
	return NULL;
}

/* A tap may say yes, but no example may be sent by one. */
static void
test_buttons(void **state)
{
	static const struct {
		const char *sample, *is, *is_not;
	} cases[] = {
		{ "muster.json", "body=ready\"", "body=ready%20luck" },
		{ "turn-help-history-resign.json", "body=resign%204f7k2q\"",
		    "body=away" },
		{ "turn-votes.json", "body=vote%20yes%201\"",
		    "body=vote%20end" },
		{ "turn-help-vote.json", "body=play", "body=vote%20pause" },
		{ "turn-plan.json", "</html>", "body=plan" },
		{ "confirm-alias.json", "body=yes%20", "body=yes\"" },
	};
	const struct fixture *f = *state;

	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		struct body body = body_of(f, sample_of(f, cases[i].sample));

		assert_has(body.html, cases[i].is);
		assert_lacks(body.html, cases[i].is_not);
		body_clear(&body);
	}
}

/* Each URI is short, and there is one for each move. */
static void
test_all_moves(void **state)
{
	const struct fixture *f = *state;
	guint moves = 0;

	for (guint i = 0; i < f->samples->len; i++) {
		const struct sample *s = f->samples->pdata[i];
		struct body body = body_of(f, s);
		guint links = 0;

		for (const char *p = body.html;
		     (p = strstr(p, "\"" LINK)) != NULL; p++) {
			assert_true(strcspn(p + 1, "\"") < 500);
			links++;
		}
		moves += (guint)json_array_size(json_object_get(
		    json_object_get(s->json, "facts"), "choices"));
		if (strstr(body.html, "cellspacing=\"6\"") != NULL)
			assert_true(
			    links >=
			    json_array_size(json_object_get(
				json_object_get(s->json, "facts"), "choices")));
		body_clear(&body);
	}
	assert_true(moves > 100);
}

/* So many that not all can be links: the letter stays small all the same. */
static void
test_too_many(void **state)
{
	const struct fixture *f = *state;
	json_t *entries = json_array(), *choices = json_array();
	struct body body;

	for (int i = 0; i < 800; i++) {
		g_autofree char *rest = g_strdup_printf("field%d", i);
		g_autofree char *move = g_strdup_printf("go %s", rest);

		json_array_append_new(entries,
		    json_pack("{s:i, s:s}", "number", i + 1, "rest", rest));
		json_array_append_new(choices,
		    json_pack("{s:i, s:s}", "number", i + 1, "move", move));
	}
	body = body_with(f, "remind",
	    json_pack("{s:b, s:o, s:[{s:s, s:o}]}", "many", 1, "choices",
		choices, "groups", "move", "go", "entries", entries));
	assert_has(body.html, ">field0</a>");
	assert_has(body.html, "800)&nbsp;field799");
	assert_true(strlen(body.html) < MOST);
	body_clear(&body);
}

/* ---- the picture ---- */

static void
test_picture(void **state)
{
	const struct fixture *f = *state;
	const struct sample *s = sample_of(f, "hexxi-turn-act-few.json");
	json_t *context = json_deep_copy(json_object_get(s->json, "facts"));
	struct err err = { 0 };
	struct body with, without = body_of(f, s);

	json_object_set_new(context, "picture",
	    json_pack("{s:s, s:s, s:i, s:i}", "cid", "0a@games.example.org",
		"alt", "The \"board\", told below", "width", 1200, "height",
		900));
	assert_int_equal(
	    catalog_body(f->catalog, s->game, s->kind, context, &with, &err),
	    0);
	assert_has(with.html,
	    "<img class=\"m\" src=\"cid:0a@games.example.org\" "
	    "alt=\"The &quot;board&quot;, told below\"");
	assert_lacks(with.html, "table-layout:fixed");
	assert_has(without.html, "table-layout:fixed");
	assert_lacks(without.html, "<img");
	assert_string_equal(with.text, without.text);
	/* behind what is asked, before what can be done */
	assert_true(strstr(with.html, "<img") < strstr(with.html, "body="));
	assert_true(
	    strstr(with.html, "<img") > strstr(with.html, "allows cart"));
	assert_true(strstr(with.html, "<img") <
		    strstr(with.html, "The board in words"));
	body_clear(&with);
	/* then the text has the board at its end, below a rule */
	json_object_set_new(context, "pictured", json_true());
	assert_int_equal(
	    catalog_body(f->catalog, s->game, s->kind, context, &with, &err),
	    0);
	assert_lacks(with.html, "──────");
	assert_lacks(with.html, "The board in words");
	assert_has(with.text, "\n────────────────────────\n\n");
	assert_true(strstr(with.text, "\n─────") >
		    strstr(with.text, "Reply with just the word"));
	assert_true(strstr(with.text, "#: base, R: route") >
		    strstr(with.text, "\n───"));
	body_clear(&with);
	body_clear(&without);
	json_decref(context);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_words),
		cmocka_unit_test(test_no_commands),
		cmocka_unit_test(test_no_commands_of_people),
		cmocka_unit_test(test_escaping),
		cmocka_unit_test(test_links),
		cmocka_unit_test(test_long_move),
		cmocka_unit_test(test_no_link),
		cmocka_unit_test(test_buttons),
		cmocka_unit_test(test_all_moves),
		cmocka_unit_test(test_too_many),
		cmocka_unit_test(test_picture),
	};

	return cmocka_run_group_tests_name("paper", tests, setup, teardown);
}
