/* SPDX-License-Identifier: ISC */
/* Readers of letters and sentences. */
#include "app/matches/table/reader.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/table.h"
#include "core/say.h"
#include "render/render.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/people/preferences.h"

GTimeZone *
reader_zone(const struct table *t, const struct person *person)
{
	const char *name = person->zone;
	GTimeZone *zone;

	if (name[0] == '\0')
		name = t->policy.zone;
	if (name[0] == '\0')
		name = t->home->config->zone;
	zone = g_time_zone_new_identifier(name);
	return zone != NULL ? zone : g_time_zone_new_utc();
}

static int
load_seat(struct reader *r)
{
	r->self = r->loaded->id;
	r->zone = reader_zone(r->t, r->person);
	return store_preferences(r->home->store, r->self, &r->preferences);
}

int
reader_load(struct reader *r)
{
	int64_t id = r->kind == READER_SEAT ? table_seat(r->t, r->seat)->person
		     : r->kind == READER_ONLOOKER ? r->onlooker->person
						  : r->self;

	r->home = r->t->home;
	if (r->kind == READER_SEAT &&
	    store_people_look(r->home->store, r->t->row->id, id) == -1)
		return -1;
	r->person = r->loaded = store_person(r->home->store, id);
	if (r->person == NULL)
		return -1;
	r->language = home_catalog(r->home, r->person->language);
	r->address = r->person->address;
	if (r->name == NULL)
		r->name = r->person->name;
	if (r->kind != READER_SEAT)
		r->audience = SEAT_ONLOOKER;
	else if (load_seat(r) == -1) {
		reader_clear(r);
		return -1;
	}
	return 0;
}

void
reader_clear(struct reader *r)
{
	g_clear_pointer(&r->loaded, person_free);
	preferences_clear(&r->preferences);
	g_clear_pointer(&r->zone, g_time_zone_unref);
}

bool
reader_answers(const struct reader *r)
{
	return r->answers.message_id != NULL;
}

struct reader
reader_seat(struct table *t, int seat)
{
	return (struct reader){ .kind = READER_SEAT,
		.home = t->home,
		.t = t,
		.seat = seat,
		.audience = seat };
}

struct reader
reader_view(struct table *t, int audience)
{
	return (struct reader){ .kind = READER_VIEW,
		.home = t->home,
		.t = t,
		.seat = audience,
		.audience = audience,
		.self = audience < 0 ? 0 : table_seat(t, audience)->person,
		.language = home_words(t->home),
		.name = "",
		.told = t->row->last_event };
}

struct reader
reader_address(
    struct home *home, const struct person *person, const char *address)
{
	bool known = person != NULL;

	return (struct reader){ .kind = READER_ADDRESS,
		.home = home,
		.seat = -1,
		.audience = SEAT_ONLOOKER,
		.language = known ? home_catalog(home, person->language)
				  : home_words(home),
		.person = person,
		.name = known ? person->name : "",
		.address = address };
}

struct reader
reader_onlooker(struct table *t, struct onlooker_row *o)
{
	struct reader r = reader_view(t, SEAT_ONLOOKER);

	r.kind = READER_ONLOOKER;
	r.onlooker = o;
	r.name = o->name;
	r.told = o->told;
	return r;
}

struct reader
reader_person(struct home *home, const struct person *person)
{
	return reader_address(home, person, person->address);
}

struct reader
reader_outsider(struct table *t, int seat, const struct person *person)
{
	struct reader r = reader_person(t->home, person);

	r.kind = READER_FORMER;
	r.t = t;
	r.seat = seat;
	r.told = t->row->last_event;
	return r;
}

char *
reader_say(const struct reader *r, struct phrase *phrase)
{
	char *text = catalog_say(
	    r->language, phrase, r->t != NULL ? r->t->atom_names : NULL);

	phrase_free(phrase);
	return text;
}

const struct words *
reader_words(const struct reader *r)
{
	return catalog_words(r->language);
}
