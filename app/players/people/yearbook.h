/* SPDX-License-Identifier: ISC */
/* A letter once a year about what somebody played. */
#ifndef APP_PLAYERS_PEOPLE_YEARBOOK_H
#define APP_PLAYERS_PEOPLE_YEARBOOK_H

#include "app/players/reading/command.h"

#include <glib.h>
#include <jansson.h>
#include <stdint.h>

struct due_kind;
struct home;
struct person;

/* ---- yearbook.c ---- */

/* "yearbook on", "yearbook off" */
sender_command command_yearbook;
/* Letters that are due; a person who finished no match in that year gets
 * none. */
extern const struct due_kind due_yearbooks;

/* ---- yearbook_context.c ---- */

/* A year, from its first moment until before the first one of the next. */
struct year {
	int number;
	int64_t from, until;
};
/*
 * What the letter tells of the matches that ended in that year: results, a
 * struct result_row of each of their seats, at least one of them the person's.
 * NULL is a fault.
 */
json_t *yearbook_context(struct home *, const struct person *,
    const struct year *, const GPtrArray *results);

#endif
