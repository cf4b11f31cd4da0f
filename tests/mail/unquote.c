/* SPDX-License-Identifier: ISC */
/* Which lines count, and what is left of a subject. */
#include "mail/quotes/unquote.h"
#include "mail/incoming/reading.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

/* Folded, as words.yaml's are when they are read. */
static char *const stop_words[] = { "stop", "конец", NULL };
static char *const courtesies[] = { "thanks", "dzieki", "grusse", NULL };
static char *const prefixes[] = { "re", "aw", "odp", "отв", "fwd", "sv", NULL };
static char *const attributions[] = { "wrote", "schrieb", "napisal", NULL };
static char *const forwards[] = { "forwarded message", NULL };
static char *const originals[] = { "original message", NULL };
static char *const fields[] = { "from", "sent", "date", "to", "subject", "von",
	"betreff", NULL };
static char *const own_letters[] = { "it got lost", NULL };
static char *const footers[] = { "sent from my", "to unsubscribe", NULL };
static const struct reading reading = { .stop_words = stop_words,
	.courtesies = courtesies,
	.attributions = attributions,
	.forwards = forwards,
	.originals = originals,
	.header_fields = fields,
	.footers = footers,
	.own_letters = own_letters,
	.subject_prefixes = prefixes };

/* lines_read, joined by '|'; newly allocated */
static char *
read_lines(const char *text)
{
	g_autoptr(GPtrArray) lines = lines_read(text, &reading);

	g_ptr_array_add(lines, NULL);
	return g_strjoinv("|", (char **)lines->pdata);
}

static void
want(const char *text, const char *lines)
{
	g_autofree char *is = read_lines(text);

	assert_string_equal(is, lines);
}

static void
test_cleaning(void **state)
{
	(void)state;
	want("", "");
	want("\n \n\t\n", "");
	want("  play \t wine  \n", "play wine");
	want("no line end", "no line end");
	want("\xef\xbb\xbfplay\xc2\xadwine\xe2\x80\x8b", "playwine");
	want("a\xe2\x80\xaf"
	     "b\xe3\x80\x80"
	     "c\xc2\x85"
	     "d",
	    "a b c d");
	want("‐‑‒–—―−", "-------");
	want("‘a’ ‚b‛ ´c´ “d” „e‟ «f» …", "'a' 'b' 'c' \"d\" \"e\" \"f\" ...");
	/* marks that only NFKC brings to light */
	want("\xef\xb9\x98 \xe2\x81\xbb \xef\xbc\x8d", "- - -");
	want("‹a› a\xe1\xa0\x8b", "'a' a");
	want("ﬁre ｐｌａｙ ①", "fire play 1");
	want("e\xcc\x81", "é");
	want("\xe2\x81\xa6"
	     "ab\xe2\x81\xa9\xf0\x9f\x99\x82\xef\xb8\x8f",
	    "ab🙂");
	want("a\xff"
	     "b",
	    "a\xef\xbf\xbd"
	    "b");
}

static void
test_quotes(void **state)
{
	(void)state;
	want("> a\n>b\n | c\nAM> d\nAnna>> e\n\xe2\x80\x8b> f\n＞ g\nh", "h");
	want("a > b\n2> c\nAnnaMaj> d\nx>y", "a > b|2> c|AnnaMaj> d|x>y");
	want("Ł> a\nЖЖ> b\nc", "c");
}

static void
test_stops(void **state)
{
	(void)state;
	want("a\n--\nb", "a");
	want("a\n-- \nb", "a");
	want("a\n- -- \nb", "a");
	want("a\n---\n-\nb", "a|---|-|b");
	want("a\nx #~ y ~#\nb", "a");
	want("a\n> x #~ y ~#\n| #~\nb", "a|b");
	want("a\nSTOP!!\nb", "a");
	want("a\n  stop , .\nb", "a");
	want("a\nstop all\nb", "a|stop all|b");
	want("a\nКонец 🙂\nb", "a");
	want("a\n.\n!\nb", "a|.|!|b");
}

static void
test_limits(void **state)
{
	GString *text = g_string_new(NULL);
	g_autofree char *fits = g_strnfill(LINE_MAX_CHARS, 'a');
	g_autoptr(GPtrArray) lines = NULL;

	(void)state;
	g_string_append_printf(text, "%s\n%sb\n", fits, fits);
	/* Long in bytes and not in characters, and the other way round. */
	for (int i = 0; i < LINE_MAX_CHARS; i++)
		g_string_append(text, "ż");
	g_string_append_c(text, '\n');
	for (int i = 0; i < 3000; i++)
		g_string_append(text, "  ");
	g_string_append(text, "far\n");
	lines = lines_read(text->str, &reading);
	assert_int_equal(lines->len, 3);
	assert_string_equal(g_ptr_array_index(lines, 0), fits);
	assert_string_equal(g_ptr_array_index(lines, 2), "far");

	/* Blank and quoted lines are not counted, dropped ones are. */
	g_string_truncate(text, 0);
	for (int i = 0; i < 1000; i++)
		g_string_append(text, "> quoted\n\n");
	g_string_append_printf(text, "%sb\n", fits);
	for (int i = 0; i < LINES_MAX + 5; i++)
		g_string_append_printf(text, "line %d\n", i);
	g_ptr_array_unref(lines);
	lines = lines_read(text->str, &reading);
	assert_int_equal(lines->len, LINES_MAX - 1);
	assert_string_equal(g_ptr_array_index(lines, 0), "line 0");
	g_string_free(text, TRUE);
}

/* A cut line counts even if a mail program joined it to a huge line. */
static void
test_cut_in_long_line(void **state)
{
	g_autofree char *filler = g_strnfill(5000, 'x');
	g_autofree char *text =
	    g_strdup_printf("a\n> %s #~\nb\n%s #~ y\nc\n", filler, filler);
	g_autofree char *short_text =
	    g_strdup_printf("a\n%.300s #~ y\nc\n", filler);

	(void)state;
	want(text, "a|b");
	want(short_text, "a");
}

static void
test_no_words(void **state)
{
	static const struct reading none = { 0 };
	g_autoptr(GPtrArray) lines = lines_read("stop\nb", &none);
	g_autofree char *subject = lines_subject("Re: [x] a", &none);

	(void)state;
	assert_int_equal(lines->len, 2);
	assert_string_equal(subject, "Re: a");
}

static void
test_subject(void **state)
{
	static const char *const cases[][2] = {
		{ "", "" },
		{ "play wine", "play wine" },
		{ "Re: [Mutineer 7] Harbour [g7-k3x7]", "Harbour" },
		{ "RE:AW: Odp : play wine", "play wine" },
		{ "Re[2]: Re(3): Re^4: a", "a" },
		{ "[EXTERNAL] Re: [g7-k3x7] play wine", "play wine" },
		{ "Отв: Re: сыграть", "сыграть" },
		{ "Re：全角", "全角" },
		{ "say all: hello", "say all: hello" },
		{ "Re: say re: hello", "say re: hello" },
		{ "Rex: a", "Rex: a" },
		{ "[open", "[open" },
		{ "Re:", "" },
		{ ": a", ": a" },
		{ "[a][b]", "" },
		{ "play\xc2\xa0 wine\n", "play wine" },
	};

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *is = lines_subject(cases[i][0], &reading);
		assert_string_equal(is, cases[i][1]);
	}
}

static const char *
text_at(const GPtrArray *lines, guint i)
{
	return ((const struct mail_line *)lines->pdata[i])->text;
}

/*
 * A letter for each line: O own, g gap, q quote, c courtesy, F foreign, h head,
 * x footer.
 */
static void
whose(const char *text, const char *kinds)
{
	static const char letters[] = {
		[LINE_OWN] = 'O',
		[LINE_GAP] = 'g',
		[LINE_QUOTE] = 'q',
		[LINE_COURTESY] = 'c',
		[LINE_FOREIGN] = 'F',
		[LINE_HEAD] = 'h',
		[LINE_FOOTER] = 'x',
	};
	g_autoptr(GPtrArray) lines = lines_all(text, &reading);
	g_autoptr(GString) is = g_string_new(NULL);

	for (guint i = 0; i < lines->len; i++) {
		const struct mail_line *line = lines->pdata[i];

		g_string_append_c(is, letters[line->kind]);
	}
	if (strcmp(is->str, kinds) != 0)
		fail_msg("%s: %s instead of %s", text, is->str, kinds);
}

/* With gaps, and with lines that are too long for commands. */
static void
test_all(void **state)
{
	g_autofree char *much = g_strnfill(900, 'a');
	g_autofree char *more = g_strnfill(50000, 'b');
	g_autofree char *text = g_strdup_printf(
	    "one\n\n\ntwo\n> three\n%s\n%s\nstop\nfour", much, more);
	g_autoptr(GPtrArray) lines = lines_all(text, &reading);

	(void)state;
	whose(text, "OgOqOO");
	assert_string_equal(text_at(lines, 0), "one");
	assert_string_equal(text_at(lines, 1), "");
	assert_string_equal(text_at(lines, 2), "two");
	assert_string_equal(text_at(lines, 3), "");
	assert_string_equal(text_at(lines, 4), much);
	assert_int_equal(strlen(text_at(lines, 5)), LINE_TALK_BYTES);
}

static void
test_courtesies(void **state)
{
	(void)state;
	whose("Thanks!\na", "cO");
	whose("a\n\nDzięki,\nAnna", "OgcO");
	whose("Grüße 🙂\na\nthanks all\n", "cOO");
	/* What is hers to be reached by ends with its paragraph. */
	whose("a\nThanks\nAnna\n+48 22 555 01 23\nhelp\n\nb", "OcOxxgO");
	whose("a\nThanks\nAnna\nanna@host.example\nhelp", "OcOxx");
	whose("a\nAnna\nanna@host.example\nhelp", "OOOO");
}

static void
test_attributions(void **state)
{
	(void)state;
	whose("a\nOn 2 Nov 2026, Anna wrote:\nb\n\nc", "OhFgF");
	whose("a\nOn 2 Nov 2026, Anna wrote:\n> b\n\nc", "OhqgO");
	whose("a\nOn 2 Nov 2026, Anna wrote:\n\n> b\nc\n> d\ne", "OhgqOqO");
	/* wrapped, with a command right above */
	whose("a\nOn 2 Nov 2026, Anna\nMaj <a@b.c>\nwrote:\nb", "OhhhF");
	whose("address a@b.c\nOn 2 Nov 2026, Anna wrote:\nb", "OhF");
	whose("address a@b.c\nOn 2 Nov 2026 Anna\n<a@b.c> wrote:\nb", "OhhF");
	whose("Am 02.11.26 um 18:26 schrieb Anna:\nb", "hF");
	whose("Anna Maj wrote:\nb", "hF");
	whose("пн, 2 нояб. 2026 г. в 18:26, Anna <a@b.c>:\nb", "hF");
	whose("*On 2 Nov 2026, Anna wrote:*\nb", "hF");
	whose("---- On 2 Nov 2026, Anna <a@b.c> wrote ---\nb", "hF");
	whose("a\nNapisal Max Weber\n<m@b.c> dnia 20 lis 2026, o\ngodz. "
	      "09:12:\nb",
	    "OhhhF");
	/* no such line */
	whose("what I wrote:\nb", "OO");
	whose("Anna wrote that on 2 Nov 2026\nb", "OO");
	whose("say all: at 18:26 Anna wrote\nb", "OO");
	whose("meet 18:26:\nb", "OO");
	/* Nobody writes between the marked quotes of a quote. */
	whose("On 2 Nov 2026, Anna wrote:\nb\n> c\nd", "hFqF");
	whose("On 2 Nov 2026, Anna wrote:\nb\n\n"
	      "On 1 Nov 2026, Boris wrote:\n> c\nd",
	    "hFghqF");
}

static void
test_headers(void **state)
{
	(void)state;
	whose("a\n\nFrom: Anna\nSent: Monday\n\nb", "OghhgF");
	whose("a\n____\nFrom: Anna\nSent: Monday\n\nb", "OhhhgF");
	whose("*Von:* Anna\n\n*Betreff:* x\nb", "hghF");
	whose("*From*: Anna\n*To* : Boris\nb", "hhF");
	whose("From: Anna Sent: Monday To: Boris Subject: x\nb", "hF");
	whose("From: Anna\nTo: Boris <boris@host.example>, Carla\n"
	      " <carla@host.example>\nSubject: x\nb",
	    "hhhhF");
	whose("From: Anna\nSubject: [Mutineer 7] a match of the great harbour "
	      "with\n"
	      "salt\n\n> b\nc",
	    "hhhgqO");
	/* one alone, or twice the same, is none */
	whose("Subject: x\nb\nc", "OOO");
	whose("To: x\nTo: y\nb", "OOO");
	/* with marked quotes below, as Outlook Express has it */
	whose("From: Anna\nSent: Monday\n\n> b\n\nc", "hhgqgO");
}

static void
test_forwards(void **state)
{
	(void)state;
	whose("fyi\n\n---------- Forwarded message ---------\nb", "OghF");
	whose("--- Forwarded message by Anna ---\nb", "hF");
	whose("Forwarded message:\nb", "hF");
	whose("a forwarded message\nb", "OO");
	whose("-----Original Message-----\nFrom: Anna\nTo: me\n\nb", "hhhgF");
	whose("-----Original Message-----\nFrom: Anna\nTo: me\n\n> b\nc",
	    "hhhgqO");
	/* Marked lines in a mail that is passed on are of others, too. */
	whose("---- Forwarded message ----\nFrom: Anna\nTo: me\n\n> b\nc",
	    "hhhgqF");
	whose(
	    "Forwarded message:\n\n> From: Anna\n> To: me\n> b\n\nc", "hgqgO");
}

static void
test_footers(void **state)
{
	(void)state;
	whose("a\n-- \nb\n\nc", "Oxxgx");
	whose("a\n\nSent from my Galaxy\n\nHelp", "Ogxgx");
	whose("(Sent from my phone)\nb", "xx");
	whose("a\n____\nlist of the harbour\nhttps://host.example\nhelp",
	    "Oxxxx");
	whose("a\n===\n\nTo unsubscribe write to us\nhelp", "Oxgxx");
	whose("a\n* * *\nhelp\nphone +48 22 555 01 23", "Oxxx");
	whose("a\n---\nb", "OOO");
	whose("a\n--~--~-----~--~-\nhelp\n-~----~---~--\n", "Oxxx");
	whose("a\nHelp\nhttps://host.example/help\nb", "OxOO");
	whose(
	    "a\nHelp <https://host.example/>\nready (http://a.example)", "Oxx");
	whose("a\nHelp <mailto:a@b.example>", "Ox");
	whose("say all: see <https://a.example> for it\n", "O");
	/* Above marked quotes it is a signature only. */
	whose("a\n-- \nAnna\n\nOn 2 Nov 2026, Anna wrote:\n> b\nc", "OxxghqO");
	whose("a\nSent from my Galaxy\n> b\nc", "OxqO");
	whose("a\nSent from my Galaxy\n\nFrom: Anna\nTo: me\nb", "OxghhF");
}

/* Marked, and then broken anew: the ends of the lines have no mark. */
static void
test_broken_marked(void **state)
{
	static const char comb[] =
	    "> The match waits for you since Saturday, 21\n"
	    "November.\n"
	    "> You are the captain.  Promise your mate 0 to\n"
	    "3 points\n"
	    "> Learn how to play, or what has happened: the\n"
	    "history\n";
	g_autofree char *answer = g_strconcat(comb, "> 1 pay 1\nb\n>\n", NULL);

	(void)state;
	whose(comb, "qFqFqF");
	/* her answer below a short line, or between gaps */
	whose(answer, "qFqFqFqOq");
	/* two long lines that she answers, one by one */
	whose("> The match waits for you since Saturday, 21\na\n"
	      "> You are the captain.  Promise your mate 0 to\nb\n> c\n",
	    "qOqOq");
}

/* A letter of ours without any mark, its lines broken anew. */
static void
test_broken_unmarked(void **state)
{
	static const char ours[] = "\nYou are the captain of it.\n\n"
				   "Answer with rules, help, status or\n"
				   "history.\n\nIf one is missing, it\n"
				   "got lost.\n";
	g_autofree char *answer = g_strconcat("a\n", ours, "\nb\n", NULL);

	(void)state;
	whose(ours, "gOgOFgOF");
	whose(answer, "OgOgOFgOFgO");
	/* the same lines of somebody who quotes no letter */
	whose("\nYou are the captain of it.\n\n"
	      "I would rather like to have the\nhistory\n\na\nb\n",
	    "gOgOOgOO");
}

/* What stands above a head was typed, and a short line below a long one as
 * well. */
static void
test_lines_above_letter(void **state)
{
	(void)state;
	whose("say all: a good match to you\nplay wine\n\n"
	      "From: robot\nSubject: b\n\nYou are the captain of it.\n\n"
	      "If one is missing, it\ngot lost.\n",
	    "OOghhgFgFF");
}

static void
test_bills(void **state)
{
	(void)state;
	whose("Cloth\n3\n12.00\n\na", "OFFgO");
	whose("Salt 2 2,99 EUR\n2\nSukno", "OFO");
	whose("2\n\nCloth 12.00", "OgO");
	whose("at 18.30 we meet\n2", "OO");
	whose("18.30 Uhr\n2", "OO");
	whose("Cloth\n3\n12.00 &euro;", "OFO");
	whose("Cloth\n3\n$12.00 \u20ac", "OFO");
}

/* Of one without end only the beginning counts, and soon. */
static void
test_long_subjects(void **state)
{
	static const char *const units[] = { "[", "[a", "Re: ", ":",
		"\xc4\xb0" };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
		GString *subject = g_string_new("play wine ");
		g_autofree char *is = NULL;

		while (subject->len < 1000000)
			g_string_append(subject, units[i]);
		is = lines_subject(subject->str, &reading);
		assert_true(g_str_has_prefix(is, "play wine"));
		assert_true(strlen(is) <= 1003);
		g_string_free(subject, TRUE);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cleaning),
		cmocka_unit_test(test_quotes),
		cmocka_unit_test(test_stops),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_cut_in_long_line),
		cmocka_unit_test(test_no_words),
		cmocka_unit_test(test_all),
		cmocka_unit_test(test_courtesies),
		cmocka_unit_test(test_attributions),
		cmocka_unit_test(test_headers),
		cmocka_unit_test(test_forwards),
		cmocka_unit_test(test_footers),
		cmocka_unit_test(test_broken_marked),
		cmocka_unit_test(test_broken_unmarked),
		cmocka_unit_test(test_lines_above_letter),
		cmocka_unit_test(test_bills),
		cmocka_unit_test(test_subject),
		cmocka_unit_test(test_long_subjects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
