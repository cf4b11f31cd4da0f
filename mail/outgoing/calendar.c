/* SPDX-License-Identifier: ISC */
/*
 * Entries of calendars. libical folds and escapes; times are UTC, so that no
 * description of a time zone goes with them.  An entry that holds no longer is
 * published once more, as cancelled: a reader who took it by hand from a
 * letter is no attendee, to whom the method CANCEL would speak.
 */
#include "mail/outgoing/calendar.h"

#include "base/library.h"

#include <libical/ical.h>
#include <string.h>

/* What we call of libical: libical.time_null_time() is icaltime_null_time(). */
#define POINTER(call) LIBRARY_MEMBER(ical, call)
#define CALLS(X)                      \
	X(component_add_component)    \
	X(component_as_ical_string_r) \
	X(component_free)             \
	X(component_vanew)            \
	X(memory_free_buffer)         \
	X(property_new_action)        \
	X(property_new_description)   \
	X(property_new_dtend)         \
	X(property_new_dtstamp)       \
	X(property_new_dtstart)       \
	X(property_new_method)        \
	X(property_new_organizer)     \
	X(property_new_prodid)        \
	X(property_new_sequence)      \
	X(property_new_status)        \
	X(property_new_summary)       \
	X(property_new_transp)        \
	X(property_new_trigger)       \
	X(property_new_uid)           \
	X(property_new_version)       \
	X(time_null_time)             \
	X(timezone_get_utc_timezone)  \
	X(triggertype_from_int)
static struct {
	CALLS(POINTER)
} libical;

static int
open_library(struct err *e)
{
#define CALL(call) LIBRARY_CALL(ical, call, libical)
	static const struct library_call calls[] = { CALLS(CALL) };
	static struct library library = { library_ical, calls,
		G_N_ELEMENTS(calls), false };

	return library_need(&library, e);
}

#define PRODUCT "-//turnpost//turnpost//EN"

/* Not by a time_t, which may have fewer bits in the library than here. */
static struct icaltimetype
utc(int64_t at)
{
	g_autoptr(GDateTime) when = g_date_time_new_from_unix_utc(at);
	struct icaltimetype time = libical.time_null_time();

	if (when == NULL)
		return time;
	g_date_time_get_ymd(when, &time.year, &time.month, &time.day);
	time.hour = g_date_time_get_hour(when);
	time.minute = g_date_time_get_minute(when);
	time.second = g_date_time_get_second(when);
	time.zone = libical.timezone_get_utc_timezone();
	return time;
}

/* It rings: most calendars ask whether it may. */
static icalcomponent *
alarm_of(const struct calendar_entry *entry)
{
	struct icaltriggertype trigger =
	    libical.triggertype_from_int((int)-entry->alarm);

	return libical.component_vanew(ICAL_VALARM_COMPONENT,
	    libical.property_new_action(ICAL_ACTION_DISPLAY),
	    libical.property_new_trigger(trigger),
	    libical.property_new_description(entry->summary), (void *)0);
}

/* A point in time: nobody is busy because of it. */
static icalcomponent *
event_of(const struct calendar_entry *entry)
{
	g_autofree char *organiser =
	    g_strconcat("mailto:", entry->organiser, NULL);
	icalcomponent *event = libical.component_vanew(ICAL_VEVENT_COMPONENT,
	    libical.property_new_uid(entry->uid),
	    libical.property_new_dtstamp(utc(entry->stamp)),
	    libical.property_new_organizer(organiser),
	    libical.property_new_sequence((int)entry->sequence),
	    libical.property_new_status(entry->cancelled
					    ? ICAL_STATUS_CANCELLED
					    : ICAL_STATUS_CONFIRMED),
	    libical.property_new_transp(ICAL_TRANSP_TRANSPARENT),
	    libical.property_new_dtstart(utc(entry->due)),
	    libical.property_new_dtend(utc(entry->due)),
	    libical.property_new_summary(entry->summary),
	    libical.property_new_description(entry->description), (void *)0);

	if (entry->alarm > 0 && !entry->cancelled)
		libical.component_add_component(event, alarm_of(entry));
	return event;
}

GBytes *
calendar_write(const struct calendar_entry *entry, struct err *e)
{
	icalcomponent *calendar;
	GBytes *bytes;
	char *text;

	if (open_library(e) == -1)
		return NULL;
	calendar = libical.component_vanew(ICAL_VCALENDAR_COMPONENT,
	    libical.property_new_prodid(PRODUCT),
	    libical.property_new_version("2.0"),
	    libical.property_new_method(ICAL_METHOD_PUBLISH), event_of(entry),
	    (void *)0);
	text = libical.component_as_ical_string_r(calendar);
	bytes = g_bytes_new(text, strlen(text));
	libical.memory_free_buffer(text);
	libical.component_free(calendar);
	return bytes;
}
