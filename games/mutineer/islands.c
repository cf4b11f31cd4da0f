/* SPDX-License-Identifier: ISC */
/* The islands: our own, those of an organiser's file, and what is wrong there.
 */
#include "games/mutineer/state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define ISLANDS 12
#define MAX_POINTS 99
#define MAX_NAME 80 /* bytes */

/* As in islands.yaml. */
static const struct island own[ISLANDS] = {
	{ "hochland", BUYS_ANY, { 4, 3, 2 }, 5 },
	{ "frosthoehle", CLOTH, { 3, 2, 1 }, 3 },
	{ "gruenland", SALT, { 5, 3, 2 }, 4 },
	{ "karge-zunge", GRAIN, { 6, 3, 2 }, 4 },
	{ "eisfelsen", RUBY, { 6, 4, 3 }, 5 },
	{ "affeninsel", GRAIN, { 2, 1, 1 }, 2 },
	{ "kalte-klippe", CLOTH, { 5, 2, 2 }, 4 },
	{ "sommerland", SALT, { 3, 1, 1 }, 2 },
	{ "rotes-riff", WINE, { 4, 2, 2 }, 3 },
	{ "piratennest", BUYS_ANY, { 4, 3, 2 }, 5 },
	{ "fingerhut", RUBY, { 2, 1, 0 }, 2 },
	{ "sandkap", WINE, { 4, 2, 1 }, 3 },
};

/* The numbers of an island, in the order in which they are missed. */
static const char *const numbers[] = { "alone", "two", "three", "ship" };
#define NUMBERS (sizeof(numbers) / sizeof(numbers[0]))

/* What is being checked: where we are, and where to say what is wrong. */
struct checking {
	char path[64];
	struct data_fault *fault;
};

__attribute__((format(printf, 3, 4))) static bool
wrong(const struct checking *c, const char *below, const char *fmt, ...)
{
	struct data_fault *f = c->fault;
	va_list ap;

	snprintf(f->path, sizeof(f->path), "%s%s%.24s", c->path,
	    c->path[0] != '\0' && below[0] != '\0' ? "/" : "", below);
	va_start(ap, fmt);
	vsnprintf(f->text, sizeof(f->text), fmt, ap);
	va_end(ap);
	return false;
}

static int
good_of(const char *word)
{
	for (int i = 0; i < GOODS; i++)
		if (strcmp(mutineer_card_words[i], word) == 0)
			return i;
	return strcmp(word, "any") == 0 ? BUYS_ANY : NOBODY;
}

static bool
id_good(const char *id)
{
	size_t n = strlen(id);

	if (n == 0 || n >= MUT_ID_SIZE || id[0] < 'a' || id[0] > 'z')
		return false;
	return strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == n;
}

static bool
language_good(const char *key)
{
	return strlen(key) == 2 &&
	       strspn(key, "abcdefghijklmnopqrstuvwxyz") == 2;
}

static bool
name_good(const json_t *text)
{
	const char *p = json_string_value(text);

	if (p == NULL || *p == '\0' || strlen(p) > MAX_NAME ||
	    strlen(p) != json_string_length(text))
		return false;
	for (; *p != '\0'; p++)
		if ((unsigned char)*p < ' ' || *p == 127)
			return false;
	return true;
}

static bool
check_name(struct checking *c, const json_t *name)
{
	const char *key;
	json_t *text;
	char below[40];

	if (name == NULL)
		return wrong(c, "", "This island has no name.");
	if (!json_is_object(name))
		return wrong(c, "name",
		    "The name must be given by language, such as \"en: Sandy "
		    "Cape\".");
	/* The macro wants a pointer that may be written to. */
	json_object_foreach((json_t *)(uintptr_t)name, key, text)
	{
		snprintf(below, sizeof(below), "name/%.16s", key);
		if (!language_good(key))
			return wrong(c, below,
			    "A language is two lower-case letters, such as "
			    "en or de.");
		if (!name_good(text))
			return wrong(c, below,
			    "A name must be a text of 1 to %d bytes in one "
			    "line; put it in quotes if it looks like a number.",
			    MAX_NAME);
	}
	if (json_object_get(name, "en") == NULL)
		return wrong(c, "name", "The English name (en) is missing.");
	return true;
}

static bool
check_numbers(struct checking *c, const json_t *island)
{
	for (size_t i = 0; i < NUMBERS; i++) {
		const json_t *v = json_object_get(island, numbers[i]);

		if (v == NULL)
			return wrong(c, "", "The points \"%s\" are missing.",
			    numbers[i]);
		if (!json_is_integer(v) || json_integer_value(v) < 0 ||
		    json_integer_value(v) > MAX_POINTS)
			return wrong(c, numbers[i],
			    "Points must be a whole number from 0 to %d.",
			    MAX_POINTS);
	}
	return true;
}

static bool
key_known(const char *key)
{
	for (size_t i = 0; i < NUMBERS; i++)
		if (strcmp(key, numbers[i]) == 0)
			return true;
	return strcmp(key, "id") == 0 || strcmp(key, "buys") == 0 ||
	       strcmp(key, "name") == 0;
}

static bool
check_island(struct checking *c, const json_t *island)
{
	const json_t *id = json_object_get(island, "id");
	const json_t *buys = json_object_get(island, "buys");
	const char *key;
	json_t *value;

	if (!json_is_object(island))
		return wrong(c, "",
		    "An island must be a map with id, buys, "
		    "alone, two, three, ship and name.");
	json_object_foreach((json_t *)(uintptr_t)island, key,
	    value) if (!key_known(key)) return wrong(c, key,
	    "\"%.40s\" is no property of an "
	    "island.",
	    key);
	if (id == NULL)
		return wrong(c, "", "This island has no id.");
	if (!json_is_string(id) || !id_good(json_string_value(id)))
		return wrong(c, "id",
		    "An id must be lower-case letters, "
		    "digits and '-', begin with a letter and be at most %d "
		    "long.",
		    MUT_ID_SIZE - 1);
	if (buys == NULL)
		return wrong(c, "", "What this island buys is missing.");
	if (!json_is_string(buys) || good_of(json_string_value(buys)) == NOBODY)
		return wrong(c, "buys",
		    "An island buys ruby, salt, wine, "
		    "cloth, grain or any.");
	return check_numbers(c, island) &&
	       check_name(c, json_object_get(island, "name"));
}

/* The index of the island of that id among the first n, or NOWHERE. */
static int
find_id(const json_t *islands, size_t n, const char *id)
{
	for (size_t i = 0; i < n; i++) {
		const json_t *island = json_array_get(islands, i);

		if (strcmp(id,
			json_string_value(json_object_get(island, "id"))) == 0)
			return (int)i;
	}
	return NOWHERE;
}

static bool
check_islands(struct checking *c, const json_t *islands)
{
	for (size_t i = 0; i < ISLANDS; i++) {
		const json_t *island = json_array_get(islands, i);
		const char *id;

		snprintf(c->path, sizeof(c->path), "islands/%zu", i);
		if (!check_island(c, island))
			return false;
		id = json_string_value(json_object_get(island, "id"));
		if (find_id(islands, i, id) != NOWHERE)
			return wrong(
			    c, "id", "The id \"%s\" stands here twice.", id);
	}
	snprintf(c->path, sizeof(c->path), "islands");
	if (find_id(islands, ISLANDS, "hochland") == NOWHERE)
		return wrong(c, "",
		    "The island hochland is missing: there the "
		    "merchant ship starts.");
	if (find_id(islands, ISLANDS, "piratennest") == NOWHERE)
		return wrong(c, "",
		    "The island piratennest is missing: there "
		    "the pirates start.");
	return true;
}

bool
mutineer_data_check(const json_t *data, struct data_fault *fault)
{
	struct checking c = { "", fault };
	const json_t *islands = json_object_get(data, "islands");
	const char *key;
	json_t *value;

	if (!json_is_object(data))
		return wrong(&c, "",
		    "The file must be a map with the key "
		    "\"islands\".");
	json_object_foreach((json_t *)(uintptr_t)data, key,
	    value) if (strcmp(key, "islands") != 0) return wrong(&c, key,
	    "\"%.40s\" is unknown: the file "
	    "holds \"islands\" only.",
	    key);
	if (islands == NULL)
		return wrong(&c, "", "The key \"islands\" is missing.");
	if (!json_is_array(islands) || json_array_size(islands) != ISLANDS)
		return wrong(&c, "islands",
		    "There must be a list of exactly "
		    "%d islands.",
		    ISLANDS);
	return check_islands(&c, islands);
}

static uint8_t
number_of(const json_t *island, const char *key)
{
	return (uint8_t)json_integer_value(json_object_get(island, key));
}

static void
read_island(struct island *to, const json_t *from)
{
	snprintf(to->id, sizeof(to->id), "%s",
	    json_string_value(json_object_get(from, "id")));
	to->buys =
	    (uint8_t)good_of(json_string_value(json_object_get(from, "buys")));
	for (size_t i = 0; i < 3; i++)
		to->value[i] = number_of(from, numbers[i]);
	to->ship = number_of(from, "ship");
}

void
mutineer_islands(struct state *s, const json_t *data)
{
	const json_t *islands = json_object_get(data, "islands");

	if (data == NULL) {
		memcpy(s->island, own, sizeof(own));
		return;
	}
	for (size_t i = 0; i < ISLANDS; i++)
		read_island(&s->island[i], json_array_get(islands, i));
}

int
mutineer_island(const struct state *s, const char *id)
{
	for (int i = 0; i < ISLANDS; i++)
		if (strcmp(s->island[i].id, id) == 0)
			return i;
	return NOWHERE;
}
