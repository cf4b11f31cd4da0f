/* SPDX-License-Identifier: ISC */
/* Moments in words, in the zone of who reads them. */
#include "app/letters/moments.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/matches/clocks.h"
#include "app/matches/notice_args.h"
#include "app/matches/pause.h"
#include "app/matches/table.h"
#include "policy/clock.h"
#include "core/core.h"
#include "render/render.h"
#include "store/store.h"

static json_t *
date_word(const char *kind, int n)
{
	g_autofree char *word = g_strdup_printf("%d", n);
	g_autofree char *key = g_strdup_printf("date.%s.%d", kind, n);

	return json_pack("{s:s, s:s}", "word", word, "phrase", key);
}

char *
clocks_text(const struct home *home, const char *zone, int64_t at)
{
	g_autofree char *hour = NULL;
	struct phrase *phrase;
	struct wall w;
	char *text;

	wall_at(zone != NULL && zone[0] != '\0' ? zone : home->config->zone, at,
	    &w);
	hour = g_strdup_printf("%02d:%02d", w.minute / 60, w.minute % 60);
	phrase = phrase_new("date.moment",
	    json_pack("{s:o, s:i, s:o, s:i, s:s, s:s}", "weekday",
		date_word("weekday", w.weekday + 1), "day", w.date % 100,
		"month", date_word("month", w.date / 100 % 100), "year",
		w.date / 10000, "hour", hour, "zone", w.zone));
	text = tongue_say(home_words(home), phrase, NULL);
	phrase_free(phrase);
	return text;
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
clocks_told(struct table *t, int seat, int64_t at)
{
	const char *here = clocks_zone(t, seat), *there = clocks_zone(t, -1);
	g_autofree char *mine = clocks_text(t->home, here, at);
	g_autofree char *match = clocks_text(t->home, there, at);
	struct phrase *phrase;
	char *text;

	if (same_hour(here, there, at))
		return g_steal_pointer(&mine);
	phrase = phrase_new(
	    "date.both", json_pack("{s:s, s:s}", "here", mine, "there", match));
	text = tongue_say(home_words(t->home), phrase, NULL);
	phrase_free(phrase);
	return text;
}

/* An argument that is words for one reader only, or NULL. */
static char *
own_words(struct table *t, const json_t *value, int seat)
{
	const json_t *moment = json_object_get(value, "moment");
	const json_t *span = json_object_get(value, "span");

	if (json_is_integer(moment))
		return clocks_text(
		    t->home, clocks_zone(t, seat), json_integer_value(moment));
	if (json_is_integer(span))
		return hold_words(t, json_integer_value(span));
	return NULL;
}

/* Does it tell of its reader, as one who leaves, or as who held a seat? */
static bool
tells_of_reader(struct table *t, const struct phrase *phrase, int seat)
{
	int64_t reader = seat < 0 ? t->outsider : table_seat(t, seat)->person;
	const json_t *leaver = json_object_get(phrase->args, "person");
	const json_t *holder = json_object_get(phrase->args, "holder");

	return reader != 0 && (json_integer_value(leaver) == reader ||
				  json_integer_value(holder) == reader);
}

/* "notice.resigned" as it is said to who has resigned: newly allocated. */
static char *
own_key(struct table *t, const struct phrase *phrase, int seat)
{
	static const char notice[] = "notice.";
	g_autofree char *own = NULL;

	if (g_str_has_prefix(phrase->key, notice) &&
	    tells_of_reader(t, phrase, seat))
		own = g_strconcat("own-", phrase->key, NULL);
	return own != NULL && tongue_has(home_words(t->home), own)
		   ? g_steal_pointer(&own)
		   : g_strdup(phrase->key);
}

char *
told_say(struct table *t, const struct phrase *phrase, int seat)
{
	g_autofree char *key = own_key(t, phrase, seat);
	struct phrase *told = phrase_new(key, json_copy(phrase->args));
	const char *name;
	json_t *value;
	char *text;

	json_object_foreach(phrase->args, name, value)
	{
		g_autofree char *words = own_words(t, value, seat);

		if (words != NULL)
			json_object_set_new(
			    told->args, name, json_string(words));
	}
	text = tongue_say(home_words(t->home), told, t->atom_names);
	phrase_free(told);
	return text;
}

char *
told_say_outside(struct table *t, const struct phrase *phrase, int64_t person)
{
	int64_t before = t->outsider;
	char *text;

	t->outsider = person;
	text = told_say(t, phrase, -1);
	t->outsider = before;
	return text;
}
