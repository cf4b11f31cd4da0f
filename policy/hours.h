/* SPDX-License-Identifier: ISC */
/* Hours and days as people write them; texts are newly allocated. */
#ifndef POLICY_HOURS_H
#define POLICY_HOURS_H

#include <stdbool.h>

#define MINUTES_A_DAY 1440

/* "22:00": minutes of the day; "24:00" is its end. */
bool hour_read(const char *, int *minute);
char *hour_text(int minute);
/* "2026-12-24", of the Gregorian calendar, as a number: 20261224. */
bool date_read(const char *, int *date);
char *date_text(int date);
/*
 * day.c: the two days of an absence, as a request has them ("- +1", "12-20
 * 01-03"), as numbers; *first is 0 if it begins at once.  NONE: they are none;
 * UNSURE: "next friday" while one is left in this week.
 */
enum days { DAYS_FOUND, DAYS_NONE, DAYS_UNSURE };
enum days days_find(const char *text, int today, int *first, int *last);

#endif
