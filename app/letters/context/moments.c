/* SPDX-License-Identifier: ISC */
/* Moments and notices in words, in the zone of their reader. */
#include "app/letters/context/moments.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/matches/clocks/pause.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/table.h"
#include "core/say.h"
#include "policy/clock.h"
#include "policy/wall.h"
#include "render/render.h"
#include "store/people/people.h"

#include <string.h>

static json_t *
date_word(const char *kind, int n)
{
	char word[16], key[64];
	json_t *both = json_object();

	g_snprintf(word, sizeof(word), "%d", n);
	g_snprintf(key, sizeof(key), "date.%s.%s", kind, word);
	json_object_set_new(both, "word", json_string(word));
	json_object_set_new(both, "phrase", json_string(key));
	return both;
}

static char *
moment_in(const struct reader *r, const char *zone, int64_t at)
{
	g_autofree char *hour = NULL;
	struct phrase *phrase;
	struct wall w;
	char *text;

	wall_at(zone, at, &w);
	hour = g_strdup_printf("%02d:%02d", w.minute / 60, w.minute % 60);
	phrase = phrase_new("date.moment",
	    json_pack("{s:o, s:i, s:o, s:i, s:s, s:s}", "weekday",
		date_word("weekday", w.weekday + 1), "day", w.date % 100,
		"month", date_word("month", w.date / 100 % 100), "year",
		w.date / 10000, "hour", hour, "zone", w.zone));
	text = catalog_say(r->language, phrase, NULL);
	phrase_free(phrase);
	return text;
}

const char *
match_zone(const struct reader *r)
{
	if (r->t != NULL && r->t->policy.zone[0] != '\0')
		return r->t->policy.zone;
	return r->home->config->zone;
}

static const char *
own_zone(const struct reader *r)
{
	return r->person != NULL && r->person->zone[0] != '\0' ? r->person->zone
							       : match_zone(r);
}

/* Without a seat one reads of a match in its zone. */
char *
reader_moment(const struct reader *r, int64_t at)
{
	bool own = r->kind == READER_SEAT || r->t == NULL;

	return moment_in(r, own ? own_zone(r) : match_zone(r), at);
}

char *
brief_moment(const struct reader *r, int64_t at)
{
	g_autofree char *hour = NULL, *zone = NULL;
	struct wall w;

	wall_at(own_zone(r), at, &w);
	hour = g_strdup_printf("%02d:%02d", w.minute / 60, w.minute % 60);
	zone = r->person == NULL || r->person->zone[0] == '\0'
		   ? g_strconcat(" ", w.zone, NULL)
		   : g_strdup("");
	return reader_say(
	    r, phrase_new("date.brief",
		   json_pack("{s:o, s:i, s:o, s:s, s:s}", "weekday",
		       date_word("short", w.weekday + 1), "day", w.date % 100,
		       "month", date_word("brief-month", w.date / 100 % 100),
		       "hour", hour, "zone", zone)));
}

char *
match_moment(const struct reader *r, int64_t at)
{
	return moment_in(r, match_zone(r), at);
}

/* Do both zones' clocks show the same? */
static bool
same_hour(const char *a, const char *b, int64_t at)
{
	struct wall x, y;

	wall_at(a, at, &x);
	wall_at(b, at, &y);
	return x.date == y.date && x.minute == y.minute;
}

char *
both_moments(const struct reader *r, int64_t at)
{
	const char *here = own_zone(r), *there = match_zone(r);
	g_autofree char *mine = moment_in(r, here, at), *match = NULL;

	if (same_hour(here, there, at))
		return g_steal_pointer(&mine);
	match = moment_in(r, there, at);
	return reader_say(
	    r, phrase_new("date.both",
		   json_pack("{s:s, s:s}", "here", mine, "there", match)));
}

/* An argument that is words for one reader only, or NULL. */
static char *
own_words(const struct reader *r, const json_t *value)
{
	const json_t *moment = json_object_get(value, "moment");
	const json_t *span = json_object_get(value, "span");

	if (json_is_integer(moment))
		return reader_moment(r, json_integer_value(moment));
	if (json_is_integer(span))
		return pause_words(r, json_integer_value(span));
	return NULL;
}

/* Does it tell of its reader, as one who leaves, or as a former player? */
static bool
tells_of_reader(const struct reader *r, const struct phrase *phrase)
{
	const json_t *leaver = json_object_get(phrase->args, "person");
	const json_t *tenure = json_object_get(phrase->args, "holder");

	return r->self != 0 && (json_integer_value(leaver) == r->self ||
				   json_integer_value(tenure) == r->self);
}

/* What the reader has done. */
static bool
is_own(const struct reader *r, const struct phrase *phrase)
{
	static const char *const doings[] = { "notice.away", "notice.here",
		"notice.robot-back", NULL };
	const char *by = json_string_value(json_object_get(phrase->args, "by"));

	if (by != NULL && r->seat >= 0)
		return strcmp(by, r->t->names[r->seat]) == 0;
	return g_strv_contains(doings, phrase->key) &&
	       tells_of_reader(r, phrase);
}

bool
notice_comes_first(const struct reader *r, const struct phrase *phrase)
{
	static const char *const small[] = { "notice.ready", "notice.luck",
		"notice.joined", "notice.started", "notice.hint", NULL };

	return !is_own(r, phrase) && !g_strv_contains(small, phrase->key);
}

/* Does it tell of a vote for which the reader has asked? */
static bool
is_own_vote(const struct reader *r, const struct phrase *phrase)
{
	return g_str_has_prefix(phrase->key, "notice.vote-") &&
	       g_str_has_suffix(phrase->key, "-opened") && is_own(r, phrase);
}

bool
notice_is_known(const struct reader *r, const struct phrase *phrase)
{
	static const char *const doings[] = { "notice.ready", "notice.luck",
		"notice.away", "notice.here", "notice.robot-back", NULL };

	return reader_answers(r) && ((g_strv_contains(doings, phrase->key) &&
					 tells_of_reader(r, phrase)) ||
					is_own_vote(r, phrase));
}

/* "notice.resigned" as it is said to the player who has resigned: newly
 * allocated. */
static char *
own_key(const struct reader *r, const struct phrase *phrase)
{
	static const char notice[] = "notice.";
	g_autofree char *own = NULL;

	if (g_str_has_prefix(phrase->key, notice) && tells_of_reader(r, phrase))
		own = g_strconcat("own-", phrase->key, NULL);
	return own != NULL && catalog_has(r->language, own)
		   ? g_steal_pointer(&own)
		   : g_strdup(phrase->key);
}

char *
notice_text(const struct reader *r, const struct phrase *phrase)
{
	g_autofree char *key = own_key(r, phrase);
	struct phrase *own = phrase_new(key, json_copy(phrase->args));
	const char *name;
	json_t *value;

	json_object_foreach(phrase->args, name, value)
	{
		g_autofree char *words = own_words(r, value);

		if (words != NULL)
			json_object_set_new(
			    own->args, name, json_string(words));
	}
	return reader_say(r, own);
}
