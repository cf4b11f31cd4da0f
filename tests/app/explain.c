/* SPDX-License-Identifier: ISC */
/* A policy in plain words: what each key's values say. */
#include "app/home/home.h"
#include "app/letters/context/policy_text.h"
#include "app/letters/new_match.h"
#include "app/matches/table/reader.h"
#include "base/err.h"
#include "policy/policy.h"
#include "policy/policy_text.h"
#include "tests/app/matches.h"

/* All sentences, one a line. */
static char *
said(struct house *h, const char *keys)
{
	g_auto(GStrv) parts = g_strsplit(keys, ";", -1);
	struct policy p;
	struct err e = { 0 };
	GString *text = g_string_new(NULL);
	struct reader r;
	json_t *list, *one;
	size_t i;

	policy_default(&p);
	for (size_t k = 0; policy_key(k) != NULL; k++)
		if (strcmp(policy_key(k), "zone") != 0 &&
		    policy_set(&p, policy_key(k), "none", &e) == -1)
			(void)policy_set(&p, policy_key(k), "0", &e);
	for (int k = 0; parts[k] != NULL && parts[k][0] != '\0'; k++) {
		g_auto(GStrv) pair = g_strsplit(parts[k], "=", 2);

		must(policy_set(&p, pair[0], pair[1], &e), &e);
	}
	r = (home_work(h->home, NOW, h->home->err),
	    reader_address(h->home, NULL, NULL));
	list = policy_sentences(&r, &p);
	json_array_foreach(list, i, one)
	    g_string_append_printf(text, "%s\n", json_string_value(one));
	json_decref(list);
	assert_null(strchr(text->str, '{'));
	assert_null(strchr(text->str, '?'));
	return g_string_free(text, FALSE);
}

/* Each of these changes what is said, and says that. */
static void
every_value(void **state)
{
	static const char *const says[][2] = {
		{ "time=1d", "You have 1 day for each" },
		{ "time=2 working days", "2 working days" },
		{ "times=pay 90m, offer none",
		    "\"pay\" a decision may take 90" },
		{ "times=pay 90m", "unless one is given below" },
		{ "times=offer none", "as long as it takes" },
		{ "zone=Asia/Kolkata", "Asia/Kolkata" },
		{ "days-off=fri", "no deadline falls on them: Friday." },
		{ "dates-off=2026-12-24 to 2026-12-26, 2027-01-01",
		    "24 December 2026 to 26 December 2026, 1 January 2027." },
		{ "quiet=22:00-07:00", "from 22:00 to 07:00" },
		{ "latest=21:00", "than 21:00" },
		{ "time=1d;reminders=50%, 10%", "50% and 10%" },
		{ "settle=5m", "5 minutes" },
		{ "time=1d;grace=1d;graces=2", "extended by 1 day, 2 times" },
		{ "time=1d;missed=robot", "the program chooses a move" },
		{ "time=1d;missed=wait", "the match waits for you" },
		{ "time=1d;missed=default", "the harmless default move" },
		{ "time=1d;open-after=1", "1 deadline in a row" },
		{ "offer=3d", "offered to others for 3 days" },
		{ "robot=default", "as little as the rules allow" },
		{ "time=1d;robot=default", "harmless default moves" },
		{ "robot=random", "any move that is allowed" },
		{ "return=7d", "you have 7 days to come back to it" },
		{ "muster=7d", "has 7 days" },
		{ "muster=7d;renewals=2", "invited again, 2 times" },
		{ "muster=7d;renewals=0", "is called off" },
		{ "talk=open", "to one another in private" },
		{ "talk=public", "only to everyone" },
		{ "talk=anonymous", "who is speaking" },
		{ "away-days=28", "28 days a year." },
		{ "time=1d;away-days=28", "your clock stops while you are" },
		{ "time=1d;away-days=28;away-notice=1d",
		    "no sooner than 1 day after" },
		{ "majority=half;vote=2d", "open for 2 days" },
		{ "majority=half", "more than half" },
		{ "majority=two-thirds", "two thirds" },
		{ "majority=all", "if everyone who" },
		{ "onlookers=watch", "Spectators are allowed" },
		{ "onlookers=talk", "and may talk" },
		{ "public=yes", "Web pages show everyone what is open" },
		{ "public=when-over", "When the match is over, web pages" },
		{ "hints=yes", "ask for hints; everyone is told" },
		{ "hints=2 each", "ask for 2 hints in the match" },
		{ "organiser=pause, end", "pause the match, end the match." },
	};
	struct house h = { 0 };

	(void)state;
	house_open(&h);
	for (size_t i = 0; i < G_N_ELEMENTS(says); i++) {
		g_autofree char *text = said(&h, says[i][0]);

		if (strstr(text, says[i][1]) == NULL)
			fail_msg("%s: %s", says[i][0], text);
	}
	house_close(&h);
}

/* What is not agreed on is not mentioned. */
static void
nothing_said(void **state)
{
	struct house h = { 0 };
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;

	(void)state;
	house_open(&h);
	text = said(&h, "");
	lines = g_strsplit(text, "\n", -1);
	/* no deadline, how the program plays, and an empty end */
	if (g_strv_length(lines) != 3)
		fail_msg("%s", text);
	assert_non_null(strstr(text, "No decision has a deadline"));
	house_close(&h);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_value),
		cmocka_unit_test(nothing_said),
	};

	return cmocka_run_group_tests_name("explain", tests, NULL, NULL);
}
