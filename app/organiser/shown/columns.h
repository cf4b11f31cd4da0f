/* SPDX-License-Identifier: ISC */
/* Rows as JSON: a table of columns for each kind of row that is shown. */
#ifndef APP_ORGANISER_SHOWN_COLUMNS_H
#define APP_ORGANISER_SHOWN_COLUMNS_H

#include <glib.h>
#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

enum column_kind {
	COLUMN_NUMBER, /* int64_t; null for -1 */
	COLUMN_ROW, /* int64_t, of a row of another table; null for 0 */
	COLUMN_COUNT, /* int; null for -1 */
	COLUMN_TEXT, /* char * */
	COLUMN_ADDRESS, /* char *, as people read it */
	COLUMN_TIME, /* int64_t: 2026-11-21T12:00:00Z, null for 0 */
	COLUMN_FLAG, /* bool */
	COLUMN_WORD, /* an enum, and what is its word */
	COLUMN_EITHER /* bool, the same */
};
struct column {
	const char *key; /* NULL behind the last */
	enum column_kind kind;
	size_t at; /* where in the row */
	const char *(*word)(int); /* of WORD and EITHER */
};

/* What is in the row is added to the object. */
void columns_add(json_t *, const struct column *, const void *row);
/* An object of a row; a list of such of rows (pointers). */
json_t *columns_row(const struct column *, const void *row);
json_t *columns_rows(const struct column *, const GPtrArray *rows);
/* UTC as 2026-11-21T12:00:00Z; null for never. */
void show_time(json_t *, const char *key, int64_t at);

#endif
