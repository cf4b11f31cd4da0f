/* SPDX-License-Identifier: ISC */
/*
 * "Winter cup, game mutineer, seats 4, rounds 5": what a series is made with,
 * as the options of "turnpost series new".
 */
#include "app/players/arrange_order.h"

#include "app/series/organise.h"
#include "base/err.h"
#include "series/rule.h"

#include <stdlib.h>
#include <string.h>

#define HOUR 3600
#define DAY 86400
#define MOST 10000 /* of any number */

/* 1 to MOST, up to the end or to one of those characters; *end behind it. */
static bool
read_number(const char *text, const char *stops, int *n, const char **end)
{
	char *behind;
	long value = strtol(text, &behind, 10);

	if (!g_ascii_isdigit(text[0]) || value < 1 || value > MOST ||
	    (*behind != '\0' && strchr(stops, *behind) == NULL))
		return false;
	*n = (int)value;
	*end = behind;
	return true;
}

static bool
read_whole(const char *text, int *n)
{
	const char *end;

	return read_number(text, "", n, &end);
}

/* "4", "3-4" */
static bool
read_seats(const char *text, struct series_order *o)
{
	const char *end;

	if (!read_number(text, "-", &o->least, &end))
		return false;
	o->most = o->least;
	return *end == '\0' || read_whole(end + 1, &o->most);
}

/* "14d", "36h" */
static bool
read_span(const char *text, struct series_order *o)
{
	const char *end;
	int n;

	if (!read_number(text, "dh", &n, &end) || *end == '\0' ||
	    end[1] != '\0')
		return false;
	o->span = n * (int64_t)(*end == 'd' ? DAY : HOUR);
	return true;
}

/* "2026-12-01": at midnight UTC; or with a time. */
static bool
read_begin(const char *text, struct series_order *o)
{
	g_autofree char *midnight = g_strconcat(text, "T00:00:00Z", NULL);
	GDateTime *at = g_date_time_new_from_iso8601(
	    strchr(text, 'T') != NULL ? text : midnight, NULL);

	if (at == NULL)
		return false;
	o->begin = g_date_time_to_unix(at);
	g_date_time_unref(at);
	return true;
}

/* A file of the home's machine is nothing that a mail may name. */
static bool
read_points(const char *text, struct series_order *o)
{
	struct series_rule rule;

	o->points = text;
	return series_rule_built_in(text, &rule);
}

static bool
read_one(const char *key, const char *value, struct arrange_order *a)
{
	struct series_order *o = &a->order;

	if (strcmp(key, "game") == 0)
		o->game = value;
	else if (strcmp(key, "robots") == 0)
		o->robots = value;
	else if (strcmp(key, "option") == 0)
		g_ptr_array_add(a->options, (void *)(uintptr_t)value);
	else if (strcmp(key, "policy") == 0)
		g_ptr_array_add(a->policy, (void *)(uintptr_t)value);
	else if (strcmp(key, "seats") == 0)
		return read_seats(value, o);
	else if (strcmp(key, "rounds") == 0)
		return read_whole(value, &o->rounds);
	else if (strcmp(key, "places") == 0)
		return read_whole(value, &o->places);
	else if (strcmp(key, "points") == 0)
		return read_points(value, o);
	else if (strcmp(key, "begin") == 0)
		return read_begin(value, o);
	else if (strcmp(key, "every") == 0 || strcmp(key, "within") == 0) {
		if (o->span != 0)
			return false;
		o->by_date = key[0] == 'e';
		return read_span(value, o);
	} else
		return false;
	return true;
}

static int
read_parts(struct arrange_order *a, struct err *e)
{
	a->order.name = g_strstrip(a->parts[0]);
	for (size_t i = 1; a->parts[i] != NULL; i++) {
		char *key = g_strstrip(a->parts[i]);
		char *value = key + strcspn(key, " ");

		if (*value != '\0')
			*value++ = '\0';
		if (!read_one(key, g_strstrip(value), a))
			return err_set(e, ERR_FORMAT,
			    "\"%s %s\" is not understood; an example: series "
			    "new Winter cup, game mutineer, seats 4, rounds 5, "
			    "within 14d",
			    key, value);
	}
	if (a->order.game == NULL || a->order.least == 0)
		return err_set(e, ERR_FORMAT,
		    "a series needs a name, a game and seats, as in: series "
		    "new Winter cup, game mutineer, seats 4");
	return 0;
}

int
arrange_order_read(struct arrange_order *a, const char *text, struct err *e)
{
	*a = (struct arrange_order){
		.order = { .rounds = 5, .begin = -1, .seed = 1 },
		.parts = g_strsplit(text, ",", -1),
		.options = g_ptr_array_new(),
		.policy = g_ptr_array_new(),
	};
	if (read_parts(a, e) == -1)
		return -1;
	if (a->order.span == 0)
		a->order.span = 30 * (int64_t)DAY;
	g_ptr_array_add(a->options, NULL);
	g_ptr_array_add(a->policy, NULL);
	a->order.options = (char *const *)a->options->pdata;
	a->order.policy = (char *const *)a->policy->pdata;
	return 0;
}

void
arrange_order_clear(struct arrange_order *a)
{
	g_strfreev(a->parts);
	g_ptr_array_unref(a->options);
	g_ptr_array_unref(a->policy);
}
