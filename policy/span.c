/* SPDX-License-Identifier: ISC */
/* Stretches of time, hours of the day and dates as people write them. */
#include "policy/span.h"

#include "policy/hours.h"

#include <glib.h>
#include <string.h>

bool
span_any(struct span span)
{
	return span.seconds > 0 || span.working_days > 0;
}

bool
span_read(const char *text, struct span *span)
{
	static const struct {
		const char *unit;
		int seconds;
	} units[] = { { "d", 86400 }, { "h", 3600 }, { "m", 60 } };
	char *end;
	guint64 n;

	*span = (struct span){ 0 };
	if (strcmp(text, "none") == 0)
		return true;
	if (!g_ascii_isdigit(text[0]))
		return false;
	n = g_ascii_strtoull(text, &end, 10);
	if (n == 0 || n > SPAN_MAX)
		return false;
	if (strcmp(end, " working days") == 0 ||
	    strcmp(end, " working day") == 0) {
		span->working_days = (int)n;
		return n <= 366;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(units); i++)
		if (strcmp(end, units[i].unit) == 0) {
			span->seconds = (int64_t)n * units[i].seconds;
			return true;
		}
	return false;
}

char *
span_text(struct span span)
{
	if (span.working_days > 0)
		return g_strdup_printf("%d working day%s", span.working_days,
		    span.working_days == 1 ? "" : "s");
	if (span.seconds == 0)
		return g_strdup("none");
	if (span.seconds % 86400 == 0)
		return g_strdup_printf("%dd", (int)(span.seconds / 86400));
	if (span.seconds % 3600 == 0)
		return g_strdup_printf("%dh", (int)(span.seconds / 3600));
	return g_strdup_printf("%dm", (int)(span.seconds / 60));
}

const char *
span_unit(struct span span, int64_t *n)
{
	static const struct {
		const char *name;
		int64_t seconds;
	} units[] = { { "days", 86400 }, { "hours", 3600 }, { "minutes", 60 } };
	size_t i = 0;

	if (span.working_days > 0) {
		*n = span.working_days;
		return "working-days";
	}
	while (
	    i + 1 < G_N_ELEMENTS(units) && span.seconds % units[i].seconds != 0)
		i++;
	*n = span.seconds / units[i].seconds;
	return units[i].name;
}

bool
hour_read(const char *text, int *minute)
{
	int hours, minutes;

	if (strlen(text) != 5 || text[2] != ':' || !g_ascii_isdigit(text[0]) ||
	    !g_ascii_isdigit(text[1]) || !g_ascii_isdigit(text[3]) ||
	    !g_ascii_isdigit(text[4]))
		return false;
	hours = (text[0] - '0') * 10 + text[1] - '0';
	minutes = (text[3] - '0') * 10 + text[4] - '0';
	*minute = hours * 60 + minutes;
	return minutes < 60 && *minute <= MINUTES_A_DAY;
}

char *
hour_text(int minute)
{
	return g_strdup_printf("%02d:%02d", minute / 60, minute % 60);
}

bool
date_read(const char *text, int *date)
{
	GDate day;
	int parts[3] = { 0 };

	if (strlen(text) != 10 || text[4] != '-' || text[7] != '-')
		return false;
	for (int i = 0, part = 0; i < 10; i++) {
		if (i == 4 || i == 7)
			part++;
		else if (!g_ascii_isdigit(text[i]))
			return false;
		else
			parts[part] = parts[part] * 10 + text[i] - '0';
	}
	g_date_clear(&day, 1);
	if (parts[0] == 0 || !g_date_valid_dmy((GDateDay)parts[2],
				 (GDateMonth)parts[1], (GDateYear)parts[0]))
		return false;
	*date = parts[0] * 10000 + parts[1] * 100 + parts[2];
	return true;
}

char *
date_text(int date)
{
	return g_strdup_printf(
	    "%04d-%02d-%02d", date / 10000, date / 100 % 100, date % 100);
}
