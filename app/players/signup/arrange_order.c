/* SPDX-License-Identifier: ISC */
/*
 * "Winter cup, game mutineer, seats 4, rounds 5": what a series is made with,
 * as the options of "turnpost series new".
 */
#include "app/players/signup/arrange_order.h"

#include "app/series/order.h"
#include "base/err.h"
#include "series/rule.h"

#include <string.h>

/* A file of the home's machine is nothing that a mail may name. */
static bool
read_points(const char *text, struct series_order *o)
{
	struct series_rule rule;

	o->points = text;
	return series_rule_built_in(text, &rule);
}

static int
read_one(
    const char *key, const char *value, struct arrange_order *a, struct err *e)
{
	static const char *const alike[] = { "seats", "rounds", "places",
		"begin", "every", "within", NULL };
	struct series_order *o = &a->order;

	if (g_strv_contains(alike, key))
		return series_order_set(o, key, value, e);
	if (strcmp(key, "game") == 0)
		o->game = value;
	else if (strcmp(key, "robots") == 0)
		o->robots = value;
	else if (strcmp(key, "option") == 0)
		g_ptr_array_add(a->options, (void *)(uintptr_t)value);
	else if (strcmp(key, "policy") == 0)
		g_ptr_array_add(a->policy, (void *)(uintptr_t)value);
	else if (strcmp(key, "points") != 0)
		return err_set(e, ERR_FORMAT,
		    "an example: series new Winter cup, game mutineer, seats "
		    "4, rounds 5, within 14d");
	else if (!read_points(value, o))
		return series_rule_unknown(value, false, e);
	return 0;
}

static int
read_parts(struct arrange_order *a, struct err *e)
{
	a->order.name = g_strstrip(a->parts[0]);
	for (size_t i = 1; a->parts[i] != NULL; i++) {
		char *key = g_strstrip(a->parts[i]);
		char *value = key + strcspn(key, " ");
		struct err why = { 0 };

		if (*value != '\0')
			*value++ = '\0';
		if (read_one(key, g_strstrip(value), a, &why) == -1)
			return err_set(e, ERR_FORMAT,
			    "\"%s %s\" is not understood; %s", key, value,
			    why.text);
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
		.order = series_order_usual(),
		.parts = g_strsplit(text, ",", -1),
		.options = g_ptr_array_new(),
		.policy = g_ptr_array_new(),
	};
	if (read_parts(a, e) == -1)
		return -1;
	series_order_fill(&a->order);
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
