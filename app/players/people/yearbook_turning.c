/* SPDX-License-Identifier: ISC */
/* The best turning point of a person's year: matches are looked into. */
#include "app/players/people/yearbook_book.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/story/highlights.h"
#include "app/letters/story/story.h"
#include "app/matches/results/results.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/table.h"
#include "base/err.h"
#include "base/log.h"
#include "core/rules.h"
#include "core/say.h"
#include "store/matches/matches.h"
#include "store/matches/results.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"
#include "store/people/people.h"
#include "store/people/shown.h"

#include <string.h>

/* Matches that are looked into, the newest ones. */
enum { REPLAYED_MAX = 12 };

/* The best first: being last and winning is more than taking the lead late,
 * and that more than many points at once. */
static const char *const turns[] = { "turning.comeback", "turning.lead",
	"turning.gain" };

/* Is it about the person, not about somebody or a robot at the same seat? */
static bool
is_own(
    const struct book *b, const struct table *t, const json_t *turn, int seat)
{
	return json_integer_value(json_object_get(turn, "seat")) == seat &&
	       results_moved_last(t, seat,
		   json_integer_value(json_object_get(turn, "end")),
		   b->person->id);
}

static size_t
rank_of(const json_t *turn)
{
	const char *key = json_string_value(json_object_get(turn, "key"));
	size_t rank = 0;

	while (rank < G_N_ELEMENTS(turns) && strcmp(turns[rank], key) != 0)
		rank++;
	return rank;
}

/* Somebody who ever held that seat is to be named nowhere. */
static int
ask_hidden(const struct book *b, struct table *t, int seat, bool *hidden)
{
	int64_t now = table_seat(t, seat)->person;
	enum shown shown = SHOWN_NAME;

	/* of a match that came from another home only that one is known */
	if (now != 0 && now != b->person->id &&
	    store_shown(b->home->store, now, &shown) == -1)
		return -1;
	*hidden = shown == SHOWN_NO;
	for (guint i = 0; i < t->tenures->len && !*hidden; i++) {
		const struct tenure_row *tenure = t->tenures->pdata[i];

		if (tenure->seat != seat || tenure->person == 0 ||
		    tenure->person == b->person->id)
			continue;
		if (store_shown(b->home->store, tenure->person, &shown) == -1)
			return -1;
		*hidden = shown == SHOWN_NO;
	}
	return 0;
}

/* The table calls them "player 2" from now on, as pages do.  *own: that seat is
 * one of them. */
static int
hide_names(const struct book *b, struct table *t, const struct reader *r,
    int seat, bool *own)
{
	*own = false;
	for (int s = 0; s < (int)table_seats(t); s++) {
		bool hidden;

		if (ask_hidden(b, t, s, &hidden) == -1)
			return -1;
		if (!hidden)
			continue;
		*own |= s == seat;
		g_free(t->names[s]);
		t->names[s] =
		    reader_say(r, phrase_new("page.nameless",
				      json_pack("{s:i}", "n", s + 1)));
	}
	return 0;
}

/* What is better than *best of that match. */
static int
look_into(const struct book *b, struct table *t, const struct played *played,
    size_t *best, json_t *context)
{
	struct reader r = reader_view(t, SEAT_ONLOOKER);
	const int seat = played->own->seat;
	g_autoptr(GPtrArray) chapters = NULL;
	json_t *all, *turn;
	bool hidden;
	size_t i;

	r.language = home_catalog(b->home, b->person->language);
	if (hide_names(b, t, &r, seat, &hidden) == -1)
		return -1;
	/* sentences name who sits there now */
	if (hidden || table_seat(t, seat)->person != b->person->id)
		return 0;
	chapters = story_chapters(&r, 0);
	r.audience = seat; /* from here on it is told to that player */
	all = ending_turning_ends(&r, chapters);
	json_array_foreach(all, i, turn)
	{
		size_t rank = rank_of(turn);

		if (rank >= *best || !is_own(b, t, turn, seat))
			continue;
		*best = rank;
		json_object_set_new(context, "turning",
		    json_pack("{s:I, s:s, s:s, s:O}", "id",
			(json_int_t)t->row->id, "game", t->row->game, "name",
			t->row->name, "text", json_object_get(turn, "text")));
	}
	json_decref(all);
	return 0;
}

/* A match that cannot be replayed any more hinders no letter. */
static int
look_at(const struct book *b, const struct played *played, size_t *best,
    json_t *context)
{
	struct home *home = b->home;
	struct err why = { 0 }, *outer = home_errors(home, &why);
	struct table *t = table_look(home, played->own->match);
	int r = t == NULL ? -1 : 0;

	if (r == 0 && t->match != NULL)
		r = look_into(b, t, played, best, context);
	table_free(t);
	home_errors(home, outer);
	if (r == -1 && (why.code == ERR_IO || why.code == ERR_BUSY))
		return err_set(home->err, why.code, "%s", why.text);
	if (r == -1)
		log_warn("yearbook-without-match",
		    "match %lld: what a letter about a year may tell of it "
		    "cannot be found: %s",
		    (long long)played->own->match, why.text);
	return 0;
}

int
yearbook_add_turning(const struct book *b, json_t *context)
{
	size_t best = G_N_ELEMENTS(turns);
	int left = REPLAYED_MAX;

	for (int won = 1; won >= 0 && best == G_N_ELEMENTS(turns); won--)
		for (guint i = b->matches->len; i > 0 && left > 0; i--) {
			const struct played *one =
			    &g_array_index(b->matches, struct played, i - 1);

			if ((one->own->place == 1) != (won == 1))
				continue;
			left--;
			if (look_at(b, one, &best, context) == -1)
				return -1;
		}
	return 0;
}
