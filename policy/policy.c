/* SPDX-License-Identifier: ISC */
/* The keys of a policy, and policies written down. */
#include "policy/policy.h"

#include "base/err.h"
#include "base/yaml.h"
#include "policy/policy_text.h"
#include "policy/policy_values.h"
#include "policy/span.h"

#include <glib.h>
#include <string.h>

static const char *const weekdays[] = { "mon", "tue", "wed", "thu", "fri",
	"sat", "sun", NULL };
static const char *const missed_words[] = { "default", "robot", "wait",
	"robot-easy", "robot-medium", "robot-strong", NULL };
static const char *const robot_words[] = { "default", "random", "easy",
	"medium", "strong", NULL };
static const char *const talk_words[] = { "open", "public", "anonymous", "none",
	NULL };
static const char *const majority_words[] = { "all", "two-thirds", "half",
	"none", NULL };
static const char *const onlooker_words[] = { "none", "watch", "talk", NULL };
static const char *const public_words[] = { "no", "when-over", "yes", NULL };
static const char *const right_words[] = { "pause", "extend", "remind",
	"replace", "undo", "end", "move", NULL };

/* ---- the list of all keys ---- */

enum key_kind {
	KEY_SPAN,
	KEY_SECONDS, /* int64_t, of a span without working days */
	KEY_COUNT,
	KEY_ANY, /* a count from 1, or none, which is 0 */
	KEY_WORD,
	KEY_BITS,
	KEY_OWN
};
struct key {
	const char *word;
	const char *dflt;
	const char *like; /* what its value must be */
	enum key_kind kind;
	size_t at; /* where in the struct; not of OWN */
	int max; /* of SECONDS, COUNT and ANY */
	const char *const *words; /* of WORD and BITS */
	bool (*read)(struct policy *, const char *); /* of OWN */
	char *(*text)(const struct policy *);
};
#define AT(field) offsetof(struct policy, field)
#define LIKE_SPAN "a time like 3d, 36h, 90m, 2 working days or none"

static const struct key keys[] = {
	{ "time", "3d", LIKE_SPAN, KEY_SPAN, AT(time), 0, NULL, NULL, NULL },
	{ "times", "none", "phases with their times, like bid 36h, or none",
	    KEY_OWN, 0, 0, NULL, value_times, value_times_text },
	{ "zone", "home", "a time zone like Europe/Warsaw, or home", KEY_OWN, 0,
	    0, NULL, value_zone, value_zone_text },
	{ "days-off", "none", "weekdays like sat, sun, or none", KEY_BITS,
	    AT(days_off), 0, weekdays, NULL, NULL },
	{ "dates-off", "none",
	    "dates like 2026-12-24 to 2026-12-26, 2027-01-01, or none", KEY_OWN,
	    0, 0, NULL, value_dates, value_dates_text },
	{ "quiet", "none", "hours of the day like 22:00-07:00, or none",
	    KEY_OWN, 0, 0, NULL, value_quiet, value_quiet_text },
	{ "latest", "none", "an hour of the day like 21:00, or none", KEY_OWN,
	    0, 0, NULL, value_latest, value_latest_text },
	{ "reminders", "50%, 10%",
	    "at most four falling shares of the time, like 50%, 10%, or none",
	    KEY_OWN, 0, 0, NULL, value_reminders, value_reminders_text },
	{ "settle", "5m", "a time up to 1d like 5m, or none", KEY_SECONDS,
	    AT(settle), 86400, NULL, NULL, NULL },
	{ "grace", "1d", LIKE_SPAN, KEY_SPAN, AT(grace), 0, NULL, NULL, NULL },
	{ "graces", "2", "a number from 0 to 99", KEY_COUNT, AT(graces), 99,
	    NULL, NULL, NULL },
	{ "missed", "default",
	    "default, robot, wait, robot-easy, robot-medium or robot-strong",
	    KEY_WORD, AT(missed), 0, missed_words, NULL, NULL },
	{ "open-after", "2", "a number from 1 to 99, or none", KEY_ANY,
	    AT(open_after), 99, NULL, NULL, NULL },
	{ "offer", "3d", LIKE_SPAN, KEY_SPAN, AT(offer), 0, NULL, NULL, NULL },
	{ "robot", "default", "default, random, easy, medium or strong",
	    KEY_WORD, AT(robot), 0, robot_words, NULL, NULL },
	{ "return", "14d", LIKE_SPAN, KEY_SPAN, AT(back), 0, NULL, NULL, NULL },
	{ "muster", "7d", LIKE_SPAN, KEY_SPAN, AT(muster), 0, NULL, NULL,
	    NULL },
	{ "renewals", "1", "a number from 0 to 9", KEY_COUNT, AT(renewals), 9,
	    NULL, NULL, NULL },
	{ "talk", "open", "open, public, anonymous or none", KEY_WORD, AT(talk),
	    0, talk_words, NULL, NULL },
	{ "away-days", "28", "a number from 0 to 366", KEY_COUNT, AT(away_days),
	    366, NULL, NULL, NULL },
	{ "away-notice", "1d", LIKE_SPAN, KEY_SPAN, AT(away_notice), 0, NULL,
	    NULL, NULL },
	{ "vote", "3d", LIKE_SPAN, KEY_SPAN, AT(vote), 0, NULL, NULL, NULL },
	{ "majority", "two-thirds", "all, two-thirds, half or none", KEY_WORD,
	    AT(majority), 0, majority_words, NULL, NULL },
	{ "onlookers", "watch", "none, watch or talk", KEY_WORD, AT(onlookers),
	    0, onlooker_words, NULL, NULL },
	{ "public", "no", "yes, when-over or no", KEY_WORD, AT(public), 0,
	    public_words, NULL, NULL },
	{ "hints", "robots", "yes, no, robots, or a number like 3 each",
	    KEY_OWN, 0, 0, NULL, value_hints, value_hints_text },
	{ "organiser", "pause, extend, remind, replace, undo, end, move",
	    "some of pause, extend, remind, replace, undo, end, move, or none",
	    KEY_BITS, AT(rights), 0, right_words, NULL, NULL },
};

static bool
key_read(const struct key *key, struct policy *p, const char *text)
{
	void *at = (char *)p + key->at;
	struct span span;

	switch (key->kind) {
	case KEY_SPAN:
		return span_read(text, at);
	case KEY_SECONDS:
		if (!span_read(text, &span) || span.working_days > 0 ||
		    span.seconds > key->max)
			return false;
		*(int64_t *)at = span.seconds;
		return true;
	case KEY_ANY:
		if (strcmp(text, "none") == 0) {
			*(int *)at = 0;
			return true;
		}
		*(int *)at = value_count(text, key->max);
		return *(int *)at > 0;
	case KEY_COUNT:
		*(int *)at = value_count(text, key->max);
		return *(int *)at >= 0;
	case KEY_WORD:
		*(unsigned *)at = (unsigned)value_word(key->words, text);
		return value_word(key->words, text) >= 0;
	case KEY_BITS:
		return value_bits(key->words, text, at);
	case KEY_OWN:
		break;
	}
	return key->read(p, text);
}

static char *
key_text(const struct key *key, const struct policy *p)
{
	const void *at = (const char *)p + key->at;

	switch (key->kind) {
	case KEY_SPAN:
		return span_text(*(const struct span *)at);
	case KEY_SECONDS:
		return span_text(
		    (struct span){ .seconds = *(const int64_t *)at });
	case KEY_ANY:
		if (*(const int *)at == 0)
			return g_strdup("none");
		/* fall through */
	case KEY_COUNT:
		return g_strdup_printf("%d", *(const int *)at);
	case KEY_WORD:
		return g_strdup(key->words[*(const unsigned *)at]);
	case KEY_BITS:
		return value_bits_text(key->words, *(const unsigned *)at);
	case KEY_OWN:
		break;
	}
	return key->text(p);
}

const char *
policy_key(size_t i)
{
	return i < G_N_ELEMENTS(keys) ? keys[i].word : NULL;
}

const char *
majority_word(enum policy_majority majority)
{
	return majority_words[majority];
}

void
policy_default(struct policy *p)
{
	memset(p, 0, sizeof(*p));
	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
		bool read = key_read(&keys[i], p, keys[i].dflt);

		g_assert(read);
	}
}

int
policy_set(struct policy *p, const char *word, const char *value, struct err *e)
{
	struct policy changed = *p;

	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
		if (strcmp(keys[i].word, word) != 0)
			continue;
		if (!key_read(&keys[i], &changed, value))
			return err_set(
			    e, ERR_FORMAT, "%s must be %s", word, keys[i].like);
		*p = changed;
		return 0;
	}
	return err_set(e, ERR_FORMAT,
	    "a policy has no \"%s\"; turnpost.yaml(5) lists them all", word);
}

int
policy_set_all(struct policy *p, char *const *pairs, struct err *e)
{
	for (; pairs != NULL && *pairs != NULL; pairs++) {
		g_auto(GStrv) parts = g_strsplit(*pairs, "=", 2);

		if (parts[0] == NULL || parts[1] == NULL)
			return err_set(e, ERR_FORMAT,
			    "policy \"%s\" needs a value, as in time=3d",
			    *pairs);
		if (policy_set(p, parts[0], parts[1], e) == -1)
			return err_more(e, "policy");
	}
	return 0;
}

/* A list's texts, or a map's keys and texts, with ", " between them. */
static bool
node_text(const struct ynode *node, GString *text)
{
	if (node->kind == YNODE_TEXT) {
		g_string_append(text, node->text);
		return true;
	}
	for (guint i = 0; i < node->children->len; i++) {
		const struct ynode *child = node->children->pdata[i];

		if (child->kind != YNODE_TEXT)
			return false;
		g_string_append_printf(text, "%s%s%s%s", i > 0 ? ", " : "",
		    node->kind == YNODE_MAP ? child->key : "",
		    node->kind == YNODE_MAP ? " " : "", child->text);
	}
	if (text->len == 0)
		g_string_append(text, "none");
	return true;
}

int
policy_from_yaml(struct policy *p, const struct ynode *map, struct err *e)
{
	if (map->kind != YNODE_MAP)
		return err_set(e, ERR_FORMAT,
		    "turnpost.yaml:%d: policy must hold \"KEY: VALUE\" lines",
		    map->line);
	for (guint i = 0; i < map->children->len; i++) {
		const struct ynode *node = map->children->pdata[i];
		g_autoptr(GString) text = g_string_new(NULL);

		if (!node_text(node, text))
			return err_set(e, ERR_FORMAT,
			    "turnpost.yaml:%d: nested too deeply for a policy",
			    node->line);
		if (policy_set(p, node->key, text->str, e) == -1)
			return err_more(e, "turnpost.yaml:%d", node->line);
	}
	return 0;
}

int
policy_from_json(struct policy *p, const json_t *json, struct err *e)
{
	const char *word;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)json, word, value)
	{
		const char *text = json_string_value(value);

		if (policy_set(p, word, text != NULL ? text : "", e) == -1)
			return -1;
	}
	return 0;
}

json_t *
policy_json(const struct policy *p)
{
	json_t *json = json_object();

	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
		g_autofree char *text = key_text(&keys[i], p);

		json_object_set_new(json, keys[i].word, json_string(text));
	}
	return json;
}

bool
policy_any_deadline(const struct policy *p)
{
	bool any = span_any(p->time);

	for (int i = 0; i < p->ntimes; i++)
		any |= span_any(p->times[i].time);
	return any;
}

struct span
policy_time(const struct policy *p, const char *phase)
{
	for (int i = 0; i < p->ntimes; i++)
		if (strcmp(p->times[i].phase, phase) == 0)
			return p->times[i].time;
	return p->time;
}
