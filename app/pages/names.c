/* SPDX-License-Identifier: ISC */
/*
 * The people of a match as pages name them.  A seat keeps its name, whoever
 * plays it; it has none here if anybody who ever held it wants to be hidden.
 */
#include "app/pages/site.h"

#include "app/home/home.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "core/match.h"
#include "core/move.h"
#include "core/words.h"
#include "store/matches/events.h"
#include "store/matches/seats.h"
#include "store/matches/tenures.h"
#include "store/people/shown.h"

#include <string.h>

char *
name_plain(const char *name)
{
	GString *plain = g_string_new(NULL);

	for (const char *p = name; *p != '\0'; p = g_utf8_next_char(p)) {
		gunichar c = g_utf8_get_char(p);

		if (c == 0x61c || c == 0x200e || c == 0x200f ||
		    (c >= 0x202a && c <= 0x202e) ||
		    (c >= 0x2066 && c <= 0x2069))
			continue;
		g_string_append_unichar(plain, c);
	}
	return g_string_free(plain, FALSE);
}

/* A seat without a person, as a robot's is, keeps its name. */
static int
ask_shown(struct table *t, int64_t person, enum shown *shown)
{
	*shown = SHOWN_NAME;
	return person == 0 ? 0 : store_shown(t->home->store, person, shown);
}

static int
look_at(struct table *t, int seat, struct namings *all)
{
	const struct seat_row *row = table_seat(t, seat);
	enum shown shown, holder;
	bool first = false;

	if (ask_shown(t, row->person, &shown) == -1)
		return -1;
	for (guint i = 0; i < t->tenures->len; i++) {
		const struct tenure_row *tenure = t->tenures->pdata[i];

		if (tenure->seat != seat)
			continue;
		if (ask_shown(t, tenure->person, &holder) == -1)
			return -1;
		if (holder == SHOWN_NO)
			shown = SHOWN_NO;
		first |= tenure->person == row->person &&
			 strcmp(tenure->name, row->name) == 0;
	}
	if (shown != SHOWN_NO)
		all->names[seat] = name_plain(row->name);
	if (shown == SHOWN_PAGE && first)
		all->pages[seat] = row->person;
	return 0;
}

void
namings_free(struct namings *all, size_t seats)
{
	for (size_t i = 0; i < seats; i++)
		g_free(all->names[i]);
	g_free(all->names);
	g_free(all->pages);
	g_free(all);
}

struct namings *
namings_of(struct table *t)
{
	size_t n = table_seats(t);
	struct namings *all = g_new0(struct namings, 1);

	all->names = g_new0(char *, n + 1);
	all->pages = g_new0(int64_t, n + 1);
	for (int s = 0; s < (int)n; s++)
		if (look_at(t, s, all) == -1) {
			namings_free(all, n);
			return NULL;
		}
	return all;
}

char *
name_said(
    const struct site *site, const char *language, const char *name, int seat)
{
	if (name != NULL)
		return g_strdup(name);
	return site_say(
	    site, language, "page.nameless", json_pack("{s:i}", "n", seat + 1));
}

/* Moves name players, so the match is played again by those of the new names.
 */
static int
rename_moves(struct table *t)
{
	struct match *match = table_begin(t);
	int r = match == NULL ? -1 : 0;

	for (guint i = 0; r == 0 && i < t->events->len; i++) {
		struct event_row *row = t->events->pdata[i];
		struct move move;

		match_event(t->match, i, &move);
		g_free(row->move);
		row->move = move_text(match, &move);
		r = table_step(t, match, i);
	}
	if (r == -1) {
		match_free(match);
		return -1;
	}
	match_free(t->match);
	t->match = match;
	return 0;
}

/* So is another seat named, to a reader of moves. */
static bool
is_anothers(const struct namings *all, const struct table *t, const char *name)
{
	g_autofree char *key = word_key(name);

	for (size_t s = 0; s < table_seats(t); s++) {
		g_autofree char *other =
		    all->names[s] == NULL ? NULL : word_key(all->names[s]);

		if (g_strcmp0(other, key) == 0)
			return true;
	}
	return false;
}

static bool
rename_seats(struct table *t, const struct namings *all,
    const struct site *site, const char *language)
{
	bool changed = false;

	for (int s = 0; s < (int)table_seats(t); s++) {
		struct seat_row *row = table_seat(t, s);
		char *name = name_said(site, language, all->names[s], s);

		/* a player may be called as the nameless one would be */
		while (all->names[s] == NULL && is_anothers(all, t, name)) {
			char *longer = g_strconcat(name, "*", NULL);

			g_free(name);
			name = longer;
		}

		changed |= strcmp(name, t->names[s]) != 0;
		g_free(t->names[s]);
		t->names[s] = name;
		g_free(row->name);
		row->name = g_strdup(name);
	}
	return changed;
}

int
namings_use(const struct namings *all, const struct site *site,
    const char *language, struct table *t)
{
	if (!rename_seats(t, all, site, language))
		return 0;
	for (guint i = 0; i < t->tenures->len; i++) {
		struct tenure_row *tenure = t->tenures->pdata[i];

		g_free(tenure->name);
		tenure->name = g_strdup(t->names[tenure->seat]);
	}
	return rename_moves(t);
}
