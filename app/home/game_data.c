/* SPDX-License-Identifier: ISC */
/*
 * Nearly all matches of a game have the same data, to the letter, and to read
 * and free it costs as much as all else of a match that is opened.  So the last
 * ones stay in memory, found by the whole text that stands in the row: one that
 * differs in a byte is another one.
 */
#include "app/home/game_data.h"

#include "app/home/home.h"

#include <glib.h>
#include <string.h>

#define LAST 4 /* more than games are played at once in most homes */

struct game_data {
	struct {
		char *text;
		json_t *json;
	} last[LAST];
	size_t next; /* of last: the oldest */
};

static json_t *
find(const struct game_data *d, const char *text)
{
	for (size_t i = 0; i < LAST; i++)
		if (d->last[i].text != NULL &&
		    strcmp(d->last[i].text, text) == 0)
			return json_incref(d->last[i].json);
	return NULL;
}

static void
clear(struct game_data *d, size_t i)
{
	g_clear_pointer(&d->last[i].text, g_free);
	g_clear_pointer(&d->last[i].json, json_decref);
}

json_t *
game_data_read(struct home *home, const char *text)
{
	struct game_data *d = home->game_data;
	json_t *json;
	size_t i;

	if (d == NULL)
		home->game_data = d = g_new0(struct game_data, 1);
	json = find(d, text);
	if (json != NULL || (json = json_loads(text, 0, NULL)) == NULL)
		return json;
	i = d->next++ % LAST;
	clear(d, i);
	d->last[i].text = g_strdup(text);
	d->last[i].json = json_incref(json);
	return json;
}

void
game_data_free(struct game_data *d)
{
	if (d == NULL)
		return;
	for (size_t i = 0; i < LAST; i++)
		clear(d, i);
	g_free(d);
}
