/* SPDX-License-Identifier: ISC */
/*
 * Entries of calendars.  libical folds and escapes; times are UTC, so that no
 * description of a time zone goes with them.  An entry that holds no longer is
 * published once more, as cancelled: whoever took it by hand from a letter is
 * no attendee, to whom the method CANCEL would speak.
 */
#include "mail/calendar.h"

#include <libical/ical.h>
#include <string.h>

#define PRODUCT "-//turnpost//turnpost//EN"

/* Not by a time_t, which may have fewer bits in the library than here. */
static struct icaltimetype
utc(int64_t at)
{
	g_autoptr(GDateTime) when = g_date_time_new_from_unix_utc(at);
	struct icaltimetype time = icaltime_null_time();

	if (when == NULL)
		return time;
	g_date_time_get_ymd(when, &time.year, &time.month, &time.day);
	time.hour = g_date_time_get_hour(when);
	time.minute = g_date_time_get_minute(when);
	time.second = g_date_time_get_second(when);
	time.zone = icaltimezone_get_utc_timezone();
	return time;
}

/* It rings: most calendars ask whether it may. */
static icalcomponent *
alarm_of(const struct calendar_entry *entry)
{
	struct icaltriggertype trigger =
	    icaltriggertype_from_int((int)-entry->alarm);

	return icalcomponent_vanew(ICAL_VALARM_COMPONENT,
	    icalproperty_new_action(ICAL_ACTION_DISPLAY),
	    icalproperty_new_trigger(trigger),
	    icalproperty_new_description(entry->summary), (void *)0);
}

/* A point in time: nobody is busy because of it. */
static icalcomponent *
event_of(const struct calendar_entry *entry)
{
	g_autofree char *organiser =
	    g_strconcat("mailto:", entry->organiser, NULL);
	icalcomponent *event = icalcomponent_vanew(ICAL_VEVENT_COMPONENT,
	    icalproperty_new_uid(entry->uid),
	    icalproperty_new_dtstamp(utc(entry->stamp)),
	    icalproperty_new_organizer(organiser),
	    icalproperty_new_sequence((int)entry->sequence),
	    icalproperty_new_status(entry->cancelled ? ICAL_STATUS_CANCELLED
						     : ICAL_STATUS_CONFIRMED),
	    icalproperty_new_transp(ICAL_TRANSP_TRANSPARENT),
	    icalproperty_new_dtstart(utc(entry->due)),
	    icalproperty_new_dtend(utc(entry->due)),
	    icalproperty_new_summary(entry->summary),
	    icalproperty_new_description(entry->description), (void *)0);

	if (entry->alarm > 0 && !entry->cancelled)
		icalcomponent_add_component(event, alarm_of(entry));
	return event;
}

GBytes *
calendar_write(const struct calendar_entry *entry)
{
	icalcomponent *calendar = icalcomponent_vanew(ICAL_VCALENDAR_COMPONENT,
	    icalproperty_new_prodid(PRODUCT), icalproperty_new_version("2.0"),
	    icalproperty_new_method(ICAL_METHOD_PUBLISH), event_of(entry),
	    (void *)0);
	char *text = icalcomponent_as_ical_string_r(calendar);
	GBytes *bytes = g_bytes_new(text, strlen(text));

	icalmemory_free_buffer(text);
	icalcomponent_free(calendar);
	return bytes;
}
