/* SPDX-License-Identifier: ISC */
/* Policies: what each key takes, and how it is written again. */
#include "base/err.h"
#include "base/yaml.h"
#include "policy/policy.h"
#include "policy/policy_text.h"
#include "policy/span.h"

#include <glib.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* As it stands in a policy after that; NULL if it is refused. */
static char *
set_and_get(const char *key, const char *value)
{
	struct policy p;
	struct err e = { 0 };
	json_t *json;
	char *text;

	policy_default(&p);
	if (policy_set(&p, key, value, &e) == -1) {
		assert_int_equal(e.code, ERR_FORMAT);
		assert_non_null(strstr(e.text, key));
		return NULL;
	}
	json = policy_json(&p);
	text = g_strdup(json_string_value(json_object_get(json, key)));
	json_decref(json);
	return text;
}

static void
good_values(void **state)
{
	static const char *const same[][2] = { { "time", "3d" },
		{ "time", "36h" }, { "time", "90m" }, { "time", "none" },
		{ "time", "1 working day" }, { "time", "12 working days" },
		{ "times", "bid 36h, mutiny 2 working days" },
		{ "times", "none" }, { "zone", "Europe/Warsaw" },
		{ "zone", "home" }, { "days-off", "sat, sun" },
		{ "days-off", "none" },
		{ "dates-off", "2026-12-24 to 2026-12-26, 2028-02-29" },
		{ "quiet", "22:00-07:00" }, { "quiet", "none" },
		{ "latest", "21:30" }, { "latest", "24:00" },
		{ "latest", "none" }, { "reminders", "50%, 25%, 10%, 5%" },
		{ "reminders", "none" }, { "settle", "5m" },
		{ "settle", "none" }, { "grace", "1d" }, { "graces", "0" },
		{ "missed", "wait" }, { "missed", "robot" },
		{ "open-after", "1" }, { "open-after", "none" },
		{ "offer", "none" }, { "robot", "random" }, { "robot", "easy" },
		{ "robot", "strong" }, { "return", "7d" }, { "muster", "7d" },
		{ "renewals", "0" }, { "talk", "anonymous" },
		{ "talk", "public" }, { "away-days", "0" },
		{ "away-notice", "12h" }, { "vote", "2d" },
		{ "majority", "half" }, { "onlookers", "talk" },
		{ "public", "yes" }, { "public", "when-over" },
		{ "public", "no" }, { "hints", "yes" }, { "hints", "no" },
		{ "hints", "robots" }, { "hints", "1 each" },
		{ "hints", "99 each" }, { "organiser", "pause, end" },
		{ "organiser", "none" } };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(same); i++) {
		g_autofree char *got = set_and_get(same[i][0], same[i][1]);

		assert_non_null(got);
		assert_string_equal(got, same[i][1]);
	}
}

static void
bad_values(void **state)
{
	static const char *const bad[][2] = { { "time", "" }, { "time", "3" },
		{ "time", "0d" }, { "time", "3 d" }, { "time", "-1d" },
		{ "time", "10001d" }, { "time", "99999999999999999999d" },
		{ "time", "400 working days" }, { "times", "bid" },
		{ "times", "bid soon" }, { "zone", "" },
		{ "zone", "Europe/Nowhere" }, { "days-off", "saturday" },
		{ "robot", "clever" }, { "hints", "" }, { "hints", "3" },
		{ "hints", "0 each" }, { "hints", "100 each" },
		{ "hints", "-1 each" }, { "hints", "two each" },
		{ "hints", "3 each day" }, { "dates-off", "2027-02-29" },
		{ "dates-off", "24.12.2026" },
		{ "dates-off", "2026-12-26 to 2026-12-24" },
		{ "quiet", "22-7" }, { "quiet", "22:00-22:00" },
		{ "quiet", "24:00-07:00" }, { "latest", "24:01" },
		{ "latest", "00:00" }, { "latest", "9:00" },
		{ "reminders", "50" }, { "reminders", "10%, 50%" },
		{ "reminders", "100%" }, { "reminders", "0%" },
		{ "reminders", "50%, 40%, 30%, 20%, 10%" }, { "settle", "2d" },
		{ "settle", "1 working day" }, { "graces", "-1" },
		{ "graces", "100" }, { "missed", "Default" },
		{ "open-after", "0" }, { "talk", "loud" },
		{ "public", "maybe" }, { "away-days", "367" },
		{ "organiser", "look" }, { "tea", "3d" } };

	(void)state;
	for (size_t i = 0; i < G_N_ELEMENTS(bad); i++)
		if (set_and_get(bad[i][0], bad[i][1]) != NULL)
			fail_msg("%s: %s is taken", bad[i][0], bad[i][1]);
}

/* What is refused changes nothing. */
static void
refused_changes_nothing(void **state)
{
	struct policy p, before;
	struct err e = { 0 };

	(void)state;
	policy_default(&p);
	before = p;
	assert_int_equal(
	    policy_set(&p, "times", "bid 3d, mutiny soon", &e), -1);
	assert_memory_equal(&p, &before, sizeof(p));
}

static void
json_and_back(void **state)
{
	struct policy p, q;
	struct err e = { 0 };
	json_t *json;

	(void)state;
	policy_default(&p);
	assert_int_equal(policy_set(&p, "times", "bid 2h", &e), 0);
	assert_int_equal(policy_set(&p, "zone", "Asia/Tokyo", &e), 0);
	json = policy_json(&p);
	policy_default(&q);
	assert_int_equal(policy_from_json(&q, json, &e), 0);
	json_decref(json);
	assert_memory_equal(&p, &q, sizeof(p));
	assert_int_equal(policy_time(&q, "bid").seconds, 7200);
	assert_int_equal(policy_time(&q, "mutiny").seconds, 3 * 86400);
}

/* What was read before is not mixed up with others, nor with what is wrong. */
static void
read_again(void **state)
{
	struct policy p, q;
	struct err e = { 0 };

	(void)state;
	for (int i = 0; i < 300; i++) {
		char text[64];

		g_snprintf(
		    text, sizeof(text), "{\"settle\": \"%dm\"}", 1 + i % 100);
		assert_int_equal(policy_read(text, &p, &e), 0);
		assert_int_equal(p.settle, 60 * (1 + i % 100));
		assert_int_equal(policy_read("[", &q, &e), -1);
		assert_int_equal(e.code, ERR_DAMAGED);
		assert_int_equal(policy_read(text, &q, &e), 0);
		assert_memory_equal(&p, &q, sizeof(p));
	}
}

static void
yaml_forms(void **state)
{
	static const char text[] = "time: 2d\n"
				   "days-off: [sat, sun]\n"
				   "times: {bid: 36h, mutiny: 2 working days}\n"
				   "organiser: []\n";
	static const char wrong[] = "time: 2d\n\ngraces: many\n";
	struct err e = { 0 };
	struct policy p;
	struct ynode *tree = yaml_read(text, strlen(text), "x", &e);

	(void)state;
	assert_non_null(tree);
	policy_default(&p);
	assert_int_equal(policy_from_yaml(&p, tree, &e), 0);
	ynode_free(tree);
	assert_int_equal(p.days_off, 0x60);
	assert_int_equal(p.ntimes, 2);
	assert_int_equal(p.times[1].time.working_days, 2);
	assert_int_equal(p.rights, 0);
	tree = yaml_read(wrong, strlen(wrong), "x", &e);
	assert_int_equal(policy_from_yaml(&p, tree, &e), -1);
	assert_string_equal(
	    e.text, "turnpost.yaml:3: graces must be a number from 0 to 99");
	ynode_free(tree);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good_values),
		cmocka_unit_test(bad_values),
		cmocka_unit_test(refused_changes_nothing),
		cmocka_unit_test(json_and_back),
		cmocka_unit_test(read_again),
		cmocka_unit_test(yaml_forms),
	};

	return cmocka_run_group_tests_name("policy", tests, NULL, NULL);
}
