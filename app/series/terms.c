/* SPDX-License-Identifier: ISC */
/* How a series goes and is scored, in words: a sentence for each term. */
#include "app/series/letters.h"

#include "app/home/home.h"
#include "app/letters/context/policy_text.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/series/course.h"
#include "base/seconds.h"
#include "core/say.h"
#include "core/words.h"
#include "render/render.h"

#include <string.h>

struct telling_terms {
	const struct reader *r;
	json_t *list;
};

static void
tell(struct telling_terms *t, const char *key, json_t *args)
{
	g_autofree char *text = reader_say(t->r, phrase_new(key, args));

	json_array_append_new(t->list, json_string(text));
}

/* "14 days" */
static char *
span_said(const struct reader *r, int64_t seconds)
{
	bool days = seconds % DAY == 0;

	return reader_say(
	    r, phrase_new(days ? "time.days" : "time.hours",
		   json_pack("{s:I}", "n",
		       (json_int_t)(seconds / (days ? DAY : HOUR)))));
}

/* As people would order a match with them. */
static void
tell_options(struct telling_terms *t, const json_t *options)
{
	const struct words *words = catalog_words(t->r->language);
	json_t *list = json_array(), *option;
	size_t i;

	json_array_foreach(options, i, option)
	{
		g_auto(GStrv) parts =
		    g_strsplit(json_string_value(option), "=", 2);
		const char *own = words_first(words, "order", parts[0]);
		bool plain = parts[1] == NULL || strcmp(parts[1], "yes") == 0;

		json_array_append_new(
		    list, plain ? json_string(own)
				: json_sprintf("%s %s", own, parts[1]));
	}
	if (json_array_size(list) > 0)
		tell(t, "series.options", json_pack("{s:O}", "options", list));
	json_decref(list);
}

static void
tell_course(struct telling_terms *t, const struct series_row *row)
{
	g_autofree char *span = span_said(t->r, row->span);

	if (row->least == row->most)
		tell(t, "series.seats", json_pack("{s:i}", "n", row->most));
	else
		tell(t, "series.seats-or",
		    json_pack(
			"{s:i, s:i}", "least", row->least, "most", row->most));
	tell(t, row->by_date ? "series.by-date" : "series.when-over",
	    json_pack("{s:s}", "span", span));
	tell(t, row->robots != NULL ? "series.robots" : "series.rests", NULL);
	if (row->places > 0)
		tell(t, "series.places", json_pack("{s:i}", "n", row->places));
	tell(t, "series.at-once", NULL);
}

static void
tell_points(struct telling_terms *t, const struct series_rule *rule)
{
	json_t *points = json_array();
	bool worth = false;

	for (int i = 0; i < rule->npoints; i++) {
		json_array_append_new(
		    points, json_sprintf("%d", rule->points[i]));
		worth |= i > 0 && rule->points[i] > 0;
	}
	if (rule->by_score)
		tell(t, "series.points-score", NULL);
	else if (!worth)
		tell(t, "series.points-won",
		    json_pack("{s:i}", "n", rule->points[0]));
	else
		tell(t, "series.points-places",
		    json_pack("{s:O}", "points", points));
	json_decref(points);
	if (!rule->by_score)
		tell(t,
		    rule->shares ? "series.equal-share" : "series.equal-best",
		    NULL);
}

static void
tell_number(struct telling_terms *t, const char *key, int n)
{
	tell(t, key, json_pack("{s:i}", "n", n));
}

static void
tell_ties(struct telling_terms *t, const struct series_rule *rule)
{
	json_t *ties = json_array();

	for (int i = 0; i < rule->nties; i++) {
		g_autofree char *key = g_strdup_printf(
		    "series.tie.%s", series_tie_word(rule->ties[i]));
		g_autofree char *text = reader_say(t->r, phrase_new(key, NULL));

		json_array_append_new(ties, json_string(text));
	}
	if (rule->nties > 0)
		tell(t, "series.ties", json_pack("{s:O}", "ties", ties));
	json_decref(ties);
}

json_t *
series_sentences(const struct reader *r, const struct course *c)
{
	struct telling_terms t = { r, json_array() };
	json_t *policy;

	tell_options(&t, c->options);
	tell_course(&t, c->row);
	tell_points(&t, &c->rule);
	if (c->row->robots == NULL)
		tell_number(&t, "series.rest", c->rule.rest);
	tell_number(&t, "series.absent", c->rule.absent);
	tell_number(&t, "series.unfinished", c->rule.unfinished);
	tell_ties(&t, &c->rule);
	policy = policy_sentences_at_once(r, &c->policy);
	json_array_extend(t.list, policy);
	json_decref(policy);
	return t.list;
}
