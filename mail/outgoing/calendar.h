/* SPDX-License-Identifier: ISC */
/* A deadline as an entry of a calendar (RFC 5545), with libical. */
#ifndef MAIL_OUTGOING_CALENDAR_H
#define MAIL_OUTGOING_CALENDAR_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct err;

/* What goes with a letter: mail programs offer to note it down. */
#define CALENDAR_NAME "deadline.ics"
#define CALENDAR_TYPE "text/calendar; method=PUBLISH; charset=utf-8"

struct calendar_entry {
	const char *uid; /* always the same for the same thing */
	const char *organiser; /* the robot's address: its publisher */
	int64_t sequence; /* from 0, higher in each later version */
	int64_t stamp; /* UTC seconds: when this version was made */
	int64_t due; /* UTC seconds */
	int64_t alarm; /* seconds before it, 0: it does not ring */
	const char *summary, *description; /* UTF-8, any text */
	bool cancelled; /* it holds no longer */
};
/*
 * CRLF, lines of at most 75 bytes; the caller's.  NULL and err (ERR_IO) if
 * libical cannot be opened.
 */
GBytes *calendar_write(const struct calendar_entry *, struct err *);

#endif
