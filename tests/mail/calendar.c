/* SPDX-License-Identifier: ISC */
/* Entries of calendars as bytes: what no calendar may misread. */
#include "mail/outgoing/calendar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define DUE INT64_C(1795262400) /* 2026-11-21 12:00 UTC */

static struct calendar_entry
entry(void)
{
	return (struct calendar_entry){ .uid = "g7.s0@example.org",
		.organiser = "robot@example.org",
		.sequence = 3,
		.stamp = DUE - 3600,
		.due = DUE,
		.alarm = 1800,
		.summary = "Mutineer 7",
		.description = "Answer, please" };
}

static char *
written(const struct calendar_entry *e)
{
	GBytes *bytes = calendar_write(e, NULL);
	gsize size;
	const char *data = g_bytes_get_data(bytes, &size);
	char *text = g_strndup(data, size);

	assert_int_equal(strlen(text), size);
	g_bytes_unref(bytes);
	return text;
}

static void
assert_line(const char *text, const char *line)
{
	g_autofree char *whole = g_strdup_printf("\r\n%s\r\n", line);

	if (strstr(text, whole) == NULL)
		fail_msg("no line \"%s\" in\n%s", line, text);
}

static void
what_it_says(void **state)
{
	struct calendar_entry e = entry();
	g_autofree char *text = written(&e);

	(void)state;
	assert_true(g_str_has_prefix(text, "BEGIN:VCALENDAR\r\n"));
	assert_true(g_str_has_suffix(text, "END:VCALENDAR\r\n"));
	assert_line(text, "METHOD:PUBLISH");
	assert_line(text, "UID:g7.s0@example.org");
	assert_line(text, "ORGANIZER:mailto:robot@example.org");
	assert_line(text, "SEQUENCE:3");
	assert_line(text, "DTSTAMP:20261121T110000Z");
	assert_line(text, "DTSTART:20261121T120000Z");
	assert_line(text, "STATUS:CONFIRMED");
	assert_line(text, "TRIGGER:-PT30M");
	assert_null(strstr(text, "VTIMEZONE"));
}

static void
cancelled_rings_no_more(void **state)
{
	struct calendar_entry e = entry();
	g_autofree char *text = NULL;

	(void)state;
	e.cancelled = true;
	text = written(&e);
	assert_line(text, "STATUS:CANCELLED");
	assert_line(text, "UID:g7.s0@example.org");
	assert_null(strstr(text, "VALARM"));
}

static void
signs_are_escaped(void **state)
{
	struct calendar_entry e = entry();
	g_autofree char *text = NULL;

	(void)state;
	e.summary = "a, b; c\\d\nBEGIN:VEVENT";
	text = written(&e);
	assert_line(text, "SUMMARY:a\\, b\\; c\\\\d\\nBEGIN:VEVENT");
}

/* 75 bytes a line, and no letter of several bytes is cut in two. */
static void
long_lines_are_folded(void **state)
{
	struct calendar_entry e = entry();
	g_autoptr(GString) words = g_string_new(NULL);
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;
	g_auto(GStrv) parts = NULL;
	g_autofree char *unfolded = NULL;

	(void)state;
	for (int i = 0; i < 40; i++)
		g_string_append_printf(words, "мятежник%d ждёт ", i);
	e.description = words->str;
	text = written(&e);
	lines = g_strsplit(text, "\r\n", -1);
	for (char **line = lines; *line != NULL; line++) {
		assert_true(strlen(*line) <= 75);
		assert_true(g_utf8_validate(*line, -1, NULL));
	}
	parts = g_strsplit(text, "\r\n ", -1);
	unfolded = g_strjoinv("", parts);
	assert_non_null(strstr(unfolded, words->str));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_it_says),
		cmocka_unit_test(cancelled_rings_no_more),
		cmocka_unit_test(signs_are_escaped),
		cmocka_unit_test(long_lines_are_folded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
