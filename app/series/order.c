/* SPDX-License-Identifier: ISC */
#include "app/series/order.h"

#include "app/matches/votes/actions.h"
#include "app/series/course.h"
#include "base/err.h"
#include "base/seconds.h"
#include "series/seating.h"

#include <glib.h>
#include <string.h>

struct series_order
series_order_usual(void)
{
	return (struct series_order){ .rounds = SERIES_ROUNDS_USUAL,
		.begin = -1,
		.seed = SERIES_SEED_USUAL };
}

static bool
read_number(const char *text, int least, int most, int *n)
{
	guint64 number;

	if (!g_ascii_string_to_unsigned(
		text, 10, (guint64)least, (guint64)most, &number, NULL))
		return false;
	*n = (int)number;
	return true;
}

bool
series_seats_read(const char *text, int *least, int *most)
{
	g_auto(GStrv) numbers = g_strsplit(text, "-", 2);

	if (numbers[0] == NULL ||
	    !read_number(numbers[0], 2, SERIES_SEATS, least))
		return false;
	*most = *least;
	return numbers[1] == NULL ||
	       read_number(numbers[1], *least, SERIES_SEATS, most);
}

/* "2026-12-01": at midnight UTC; or with a time, which is in UTC if no zone
 * stands behind it. */
static bool
read_begin(const char *text, int64_t *begin)
{
	g_autofree char *midnight = g_strconcat(text, "T00:00:00Z", NULL);
	g_autoptr(GTimeZone) utc = g_time_zone_new_utc();
	g_autoptr(GDateTime) at = g_date_time_new_from_iso8601(
	    strchr(text, 'T') != NULL ? text : midnight, utc);

	if (at == NULL)
		return false;
	*begin = g_date_time_to_unix(at);
	return true;
}

static bool
read_whole_hours(const char *text, int64_t *seconds)
{
	return action_span(text, seconds) && *seconds % HOUR == 0;
}

static int
set_span(struct series_order *o, bool by_date, const char *key,
    const char *value, struct err *e)
{
	if (o->span != 0)
		return err_set(e, ERR_FORMAT,
		    "%s cannot stand with another every or within: give one, "
		    "not both",
		    key);
	if (!read_whole_hours(value, &o->span))
		return err_set(e, ERR_FORMAT,
		    "%s is whole days or hours, as in 14d or 36h", key);
	o->by_date = by_date;
	return 0;
}

int
series_order_set(
    struct series_order *o, const char *key, const char *value, struct err *e)
{
	if (strcmp(key, "every") == 0 || strcmp(key, "within") == 0)
		return set_span(o, key[0] == 'e', key, value, e);
	if (strcmp(key, "seats") == 0)
		return series_seats_read(value, &o->least, &o->most)
			   ? 0
			   : err_set(e, ERR_FORMAT,
				 "seats is a number from 2 to %d, or two as in "
				 "3-4",
				 SERIES_SEATS);
	if (strcmp(key, "begin") == 0)
		return read_begin(value, &o->begin)
			   ? 0
			   : err_set(e, ERR_FORMAT,
				 "begin is a day as in 2026-12-01, or a time "
				 "as in 2026-12-01T18:00:00Z");
	if (strcmp(key, "rounds") == 0)
		return read_number(value, 1, SERIES_ROUNDS, &o->rounds)
			   ? 0
			   : err_set(e, ERR_FORMAT,
				 "rounds is a number from 1 to %d",
				 SERIES_ROUNDS);
	g_assert(strcmp(key, "places") == 0);
	return read_number(value, 0, COURSE_PEOPLE, &o->places)
		   ? 0
		   : err_set(e, ERR_FORMAT,
			 "places is a number from 1 to %d, or 0 for as many "
			 "as possible",
			 COURSE_PEOPLE);
}

void
series_order_fill(struct series_order *o)
{
	if (o->span == 0)
		o->span = SERIES_SPAN_USUAL;
}
