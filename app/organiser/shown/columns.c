/* SPDX-License-Identifier: ISC */
/* Rows as JSON, by a table of their columns. */
#include "app/organiser/shown/columns.h"

#include "app/letters/context/addressed.h"

#include <stdbool.h>

static json_t *
text_or_null(const char *text)
{
	return text == NULL ? json_null() : json_string(text);
}

static json_t *
time_or_null(int64_t at)
{
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(at);
	g_autofree char *text =
	    at == 0 ? NULL : g_date_time_format(utc, "%Y-%m-%dT%H:%M:%SZ");

	return text_or_null(text);
}

void
show_time(json_t *object, const char *key, int64_t at)
{
	json_object_set_new(object, key, time_or_null(at));
}

static json_t *
number_or_null(int64_t n)
{
	return n == -1 ? json_null() : json_integer(n);
}

static json_t *
value(const struct column *c, const void *row)
{
	const void *at = (const char *)row + c->at;

	switch (c->kind) {
	case COLUMN_NUMBER:
		return number_or_null(*(const int64_t *)at);
	case COLUMN_ROW:
		return number_or_null(
		    *(const int64_t *)at == 0 ? -1 : *(const int64_t *)at);
	case COLUMN_COUNT:
		return number_or_null(*(const int *)at);
	case COLUMN_TEXT:
		return text_or_null(*(char *const *)at);
	case COLUMN_ADDRESS:
		return context_address(*(char *const *)at);
	case COLUMN_TIME:
		return time_or_null(*(const int64_t *)at);
	case COLUMN_FLAG:
		return json_boolean(*(const bool *)at);
	case COLUMN_WORD:
		return json_string(c->word((int)*(const unsigned *)at));
	case COLUMN_EITHER:
		break;
	}
	return json_string(c->word(*(const bool *)at));
}

void
columns_add(json_t *item, const struct column *columns, const void *row)
{
	for (const struct column *c = columns; c->key != NULL; c++)
		json_object_set_new(item, c->key, value(c, row));
}

json_t *
columns_row(const struct column *columns, const void *row)
{
	json_t *item = json_object();

	columns_add(item, columns, row);
	return item;
}

json_t *
columns_rows(const struct column *columns, const GPtrArray *rows)
{
	json_t *list = json_array();

	for (guint i = 0; i < rows->len; i++)
		json_array_append_new(
		    list, columns_row(columns, rows->pdata[i]));
	return list;
}
