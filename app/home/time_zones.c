/* SPDX-License-Identifier: ISC */
/* Names of time zones, as people write them. */
#include "app/home/time_zones.h"

#include "base/file.h"

#include <stdbool.h>
#include <string.h>

/* What the system knows, with the links; a line "Z NAME ..." or "L TO NAME" */
#define ZONES "/usr/share/zoneinfo/tzdata.zi"
#define ZONES_SIZE 1048576
#define NEAR_MAX 3
#define FAR 2 /* letters that may be wrong */

static GPtrArray *
all_zones(void)
{
	GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GBytes) bytes = file_read(ZONES, ZONES_SIZE, NULL, NULL);
	gsize size = 0;
	const char *data =
	    bytes != NULL ? g_bytes_get_data(bytes, &size) : NULL;
	g_autofree char *text = g_strndup(data != NULL ? data : "", size);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	g_ptr_array_add(list, g_strdup("UTC"));
	for (size_t i = 0; lines[i] != NULL; i++) {
		g_auto(GStrv) words = g_strsplit(lines[i], " ", 4);
		guint n = g_strv_length(words);

		if (n >= 2 && strcmp(words[0], "Z") == 0)
			g_ptr_array_add(list, g_strdup(words[1]));
		else if (n == 3 && strcmp(words[0], "L") == 0)
			g_ptr_array_add(list, g_strdup(words[2]));
	}
	return list;
}

/* How many letters are to be changed, added or left out; up to FAR + 1. */
static int
distance(const char *a, const char *b)
{
	int n = (int)strlen(b), row[65];

	if (n > 64 || strlen(a) > 64)
		return FAR + 1;
	for (int k = 0; k <= n; k++)
		row[k] = k;
	for (int i = 1; a[i - 1] != '\0'; i++) {
		int before = row[0];

		row[0] = i;
		for (int k = 1; k <= n; k++) {
			int change = before + (g_ascii_tolower(a[i - 1]) !=
						  g_ascii_tolower(b[k - 1]));

			before = row[k];
			row[k] = MIN(MIN(row[k], row[k - 1]) + 1, change);
		}
	}
	return row[n];
}

static const char *
city_of(const char *zone)
{
	const char *slash = strrchr(zone, '/');

	return slash != NULL ? slash + 1 : zone;
}

/* How far from what was written; a city alone may be meant. */
static int
zone_distance(const char *text, const char *zone)
{
	int whole = distance(text, zone);

	return strchr(text, '/') != NULL
		   ? whole
		   : MIN(whole, distance(text, city_of(zone)));
}

/* "Etc/GMT+3" stands for what people call GMT-3. */
static bool
is_offset(const char *zone)
{
	return g_str_has_prefix(zone, "Etc/");
}

static char **
near_zones(const char *text, const GPtrArray *zones)
{
	GPtrArray *near = g_ptr_array_new();

	for (int far = 0; far <= FAR && near->len < NEAR_MAX; far++)
		for (guint i = 0; i < zones->len && near->len < NEAR_MAX; i++)
			if (zone_distance(text, zones->pdata[i]) == far &&
			    !(is_offset(zones->pdata[i]) &&
				strchr(text, '/') == NULL) &&
			    2 * far < (int)strlen(text))
				g_ptr_array_add(
				    near, g_strdup(zones->pdata[i]));
	g_ptr_array_add(near, NULL);
	return (char **)g_ptr_array_free(near, FALSE);
}

/* The only one of that city, or NULL. */
static const char *
zone_of_city(const char *text, const GPtrArray *zones)
{
	const char *found = NULL;

	for (guint i = 0; i < zones->len; i++) {
		if (g_ascii_strcasecmp(city_of(zones->pdata[i]), text) != 0 ||
		    is_offset(zones->pdata[i]))
			continue;
		if (found != NULL)
			return NULL;
		found = zones->pdata[i];
	}
	return found;
}

char *
zone_find(const char *text, char ***near)
{
	g_autoptr(GPtrArray) zones = all_zones();
	g_autoptr(GTimeZone) exact = NULL;
	const char *city;

	*near = NULL;
	for (guint i = 0; i < zones->len; i++)
		if (g_ascii_strcasecmp(zones->pdata[i], text) == 0)
			return g_strdup(zones->pdata[i]);
	if ((city = zone_of_city(text, zones)) != NULL)
		return g_strdup(city);
	/* the system's list may be missing; "+01:00" is no zone of a place */
	if (g_ascii_isalpha(text[0]) && strchr(text, '/') != NULL &&
	    (exact = g_time_zone_new_identifier(text)) != NULL)
		return g_strdup(text);
	*near = near_zones(text, zones);
	return NULL;
}
