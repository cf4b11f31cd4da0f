/* SPDX-License-Identifier: ISC */
/*
 * What a game says of the end of a match, counted without knowing the game: of
 * "ending", texts are ways in which matches ended, and lists with one text for
 * each seat are roles.  Numbers of "ending" and of the last state are told as
 * means, and so is how many things of a list have a value that others lack.
 */
#include "sim/arena_inner.h"
#include "sim/sample.h"

#include <string.h>

/* A list of one text for each seat. */
static bool
is_role_list(const json_t *value, int seats)
{
	if (json_array_size(value) != (size_t)seats)
		return false;
	for (int s = 0; s < seats; s++)
		if (!json_is_string(json_array_get(value, (size_t)s)))
			return false;
	return true;
}

static bool
has_role(const struct arena *a, int i, const char *key, const char *word)
{
	const json_t *list = json_object_get(a->played[i].ending, key);

	if (!is_role_list(list, a->seats))
		return false;
	for (int s = 0; s < a->seats; s++)
		if (strcmp(json_string_value(json_array_get(list, (size_t)s)),
			word) == 0)
			return true;
	return false;
}

/* {key: {word: null}} of all such texts; with roles, of those of lists. */
static json_t *
words_of(const struct arena *a, bool roles)
{
	json_t *found = json_object(), *value, *word;
	const char *key;
	size_t k;

	for (int i = 0; i < a->matches; i++)
		json_object_foreach(a->played[i].ending, key, value)
		{
			json_t *words = json_object_get(found, key);

			if (roles ? !is_role_list(value, a->seats)
				  : !json_is_string(value))
				continue;
			if (words == NULL)
				json_object_set_new(
				    found, key, words = json_object());
			if (!roles)
				json_object_set_new(words,
				    json_string_value(value), json_null());
			else
				json_array_foreach(value, k, word)
				    json_object_set_new(words,
					json_string_value(word), json_null());
		}
	return found;
}

/* ---- roles ---- */

static json_t *
role_json(const struct arena *a, const char *key, const char *word)
{
	struct sample *win = sample_new(), *points = sample_new();
	struct sample *won = sample_new();
	json_t *row;

	for (int i = 0; i < a->matches; i++) {
		const struct played *p = &a->played[i];
		const json_t *list = json_object_get(p->ending, key);
		bool one_won = false;

		if (!has_role(a, i, key, word))
			continue;
		for (int s = 0; s < a->seats; s++) {
			if (strcmp(json_string_value(
				       json_array_get(list, (size_t)s)),
				word) != 0)
				continue;
			sample_add(win, i / a->seats, p->win[s]);
			sample_add(points, i / a->seats, p->score[s]);
			one_won |= p->win[s] > 0;
		}
		sample_add(won, i / a->seats, one_won);
	}
	row = json_pack("{s:s, s:s, s:I, s:I, s:o, s:o, s:o}", "key", key,
	    "word", word, "matches", (json_int_t)won->n, "played",
	    (json_int_t)win->n, "win", sample_json(win), "points",
	    sample_json(points), "matches_won", sample_json(won));
	sample_free(win);
	sample_free(points);
	sample_free(won);
	return row;
}

static json_t *
roles_json(const struct arena *a, json_t *roles)
{
	json_t *list = json_array(), *words, *value;
	const char *key, *word;

	json_object_foreach(roles, key, words) json_object_foreach(words, word,
	    value) json_array_append_new(list, role_json(a, key, word));
	return list;
}

/* ---- ways to end ---- */

/* Of the matches with (or without) a role, how many ended in which way.  NULL:
 * there are none. */
static json_t *
ways_among(const struct arena *a, const char *key, const json_t *words,
    const char *role_key, const char *role, bool with)
{
	json_t *counts = json_deep_copy(words), *value;
	json_int_t matches = 0;
	const char *word;

	json_object_foreach((json_t *)(uintptr_t)words, word, value)
	    json_object_set_new(counts, word, json_integer(0));
	for (int i = 0; i < a->matches; i++) {
		const char *way = json_string_value(
		    json_object_get(a->played[i].ending, key));

		if (role != NULL && has_role(a, i, role_key, role) != with)
			continue;
		matches++;
		if (way != NULL)
			json_object_set_new(counts, way,
			    json_integer(json_integer_value(
					     json_object_get(counts, way)) +
					 1));
	}
	if (matches == 0) {
		json_decref(counts);
		return NULL;
	}
	value = json_pack(
	    "{s:s, s:I, s:o}", "key", key, "matches", matches, "ways", counts);
	if (role != NULL)
		json_object_set_new(value, with ? "with" : "without",
		    json_pack("{s:s, s:s}", "key", role_key, "word", role));
	return value;
}

static json_t *
ways_json(const struct arena *a, json_t *ways, json_t *roles)
{
	json_t *list = json_array(), *words, *role_words, *value;
	const char *key, *role_key, *role;

	json_object_foreach(ways, key, words)
	{
		json_array_append_new(
		    list, ways_among(a, key, words, NULL, NULL, true));
		json_object_foreach(roles, role_key, role_words)
		    json_object_foreach(role_words, role, value)
		{
			json_t *with =
			    ways_among(a, key, words, role_key, role, true);
			json_t *without =
			    ways_among(a, key, words, role_key, role, false);

			if (with != NULL && without != NULL) {
				json_array_append(list, with);
				json_array_append(list, without);
			}
			json_decref(with);
			json_decref(without);
		}
	}
	return list;
}

/* ---- numbers ---- */

static void
note_number(json_t *found, const char *name, double value)
{
	json_t *list = json_object_get(found, name);

	if (list == NULL)
		json_object_set_new(found, name, list = json_array());
	json_array_append_new(list, json_real(value));
}

/* Of a list of things: how many have a value at a key that others lack. */
static void
note_list(json_t *found, const char *key, const json_t *list)
{
	json_t *first = json_array_get(list, 0), *value;
	const char *inner;

	json_object_foreach(first, inner, value)
	{
		g_autofree char *name =
		    g_strdup_printf("%s with %s", key, inner);
		size_t plain = 0, set = 0;

		for (size_t i = 0; i < json_array_size(list); i++) {
			const json_t *one =
			    json_object_get(json_array_get(list, i), inner);

			set += json_is_string(one) || json_is_number(one);
			plain += json_is_string(one) || json_is_number(one) ||
				 json_is_null(one);
		}
		if (plain == json_array_size(list))
			note_number(found, name, (double)set);
	}
}

static void
note_numbers(json_t *found, json_t *map)
{
	const char *key;
	json_t *value;

	json_object_foreach(map, key, value)
	{
		if (json_is_integer(value))
			note_number(
			    found, key, (double)json_integer_value(value));
		else if (json_is_array(value))
			note_list(found, key, value);
	}
}

static json_t *
number_row(const struct arena *a, const char *key, const json_t *list)
{
	bool counted = strstr(key, " with ") != NULL;
	double min = json_real_value(json_array_get(list, 0)), max = min;
	struct sample *s = sample_new();
	json_t *row = NULL;

	for (size_t i = 0; i < json_array_size(list); i++) {
		double value = json_real_value(json_array_get(list, i));

		min = MIN(min, value);
		max = MAX(max, value);
		sample_add(s, (int)i / a->seats, value);
	}
	/*
	 * What is always the same, or not in each match, says nothing; and
	 * what may be the number of a seat is no number to be added.
	 */
	if (max > min && json_array_size(list) == (size_t)a->matches &&
	    (counted || max >= a->seats))
		row = json_pack("{s:s, s:o, s:o, s:o}", "key", key, "mean",
		    sample_json(s), "min", number_json(min), "max",
		    number_json(max));
	sample_free(s);
	return row;
}

static json_t *
numbers_json(const struct arena *a)
{
	json_t *found = json_object(), *list = json_array(), *values;
	const char *key;

	for (int i = 0; i < a->matches; i++) {
		json_t *map = json_copy(a->played[i].state);

		json_object_update(map, a->played[i].ending);
		note_numbers(found, map);
		json_decref(map);
	}
	json_object_foreach(found, key, values)
	{
		json_t *row = number_row(a, key, values);

		if (row != NULL)
			json_array_append_new(list, row);
	}
	json_decref(found);
	return list;
}

void
endings_report(const struct arena *a, json_t *report)
{
	json_t *ways = words_of(a, false), *roles = words_of(a, true);

	json_object_set_new(report, "ended", ways_json(a, ways, roles));
	json_object_set_new(report, "roles", roles_json(a, roles));
	json_object_set_new(report, "numbers", numbers_json(a));
	json_decref(ways);
	json_decref(roles);
}
