/* SPDX-License-Identifier: ISC */
/* Readers of letters to seats, and whom a match waits for. */
#include "app/matches/reader.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/matches/plans.h"
#include "app/matches/table.h"
#include "base/err.h"
#include "store/notices.h"
#include "store/store.h"

GTimeZone *
hours_zone(const struct table *t, const struct person *person)
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

int
reader_load(struct table *t, int seat, struct reader *r, struct err *e)
{
	int64_t id = table_seat(t, seat)->person;

	*r = (struct reader){ 0 };
	r->person = store_person(t->home->store, id, e);
	if (r->person == NULL)
		return -1;
	if (store_habits(t->home->store, id, &r->habits, e) == -1) {
		person_free(r->person);
		return -1;
	}
	r->zone = hours_zone(t, r->person);
	return 0;
}

void
reader_clear(struct reader *r)
{
	person_free(r->person);
	habits_clear(&r->habits);
	g_time_zone_unref(r->zone);
}

bool
notices_waits(struct table *t, int seat)
{
	return table_asks(t, seat) &&
	       table_seat(t, seat)->held == HELD_PERSON &&
	       !plans_answered(t, seat);
}
