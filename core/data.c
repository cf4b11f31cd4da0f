/* SPDX-License-Identifier: ISC */
/* A game's data: from YAML, as people write it, to JSON, as games read it. */
#include "core/data.h"

#include "base/yaml.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Decimal without plus sign, leading zero or blanks; "-0" is text. */
static bool
read_integer(const char *text, json_int_t *value)
{
	const char *digits = text + (text[0] == '-');
	size_t n = strspn(digits, "0123456789");

	if (n == 0 || digits[n] != '\0')
		return false;
	if (digits[0] == '0' && strlen(text) > 1)
		return false;
	errno = 0;
	*value = strtoll(text, NULL, 10);
	return errno == 0;
}

static json_t *
text_json(const struct ynode *y)
{
	g_autofree char *valid = NULL;
	json_int_t number;

	if (y->plain && read_integer(y->text, &number))
		return json_integer(number);
	if (y->plain && strcmp(y->text, "true") == 0)
		return json_true();
	if (y->plain && strcmp(y->text, "false") == 0)
		return json_false();
	valid = g_utf8_make_valid(y->text, -1);
	return json_string(valid);
}

static json_t *
map_json(const struct ynode *y)
{
	json_t *map = json_object();

	for (guint i = 0; i < y->children->len; i++) {
		const struct ynode *child = y->children->pdata[i];

		json_object_set_new(map, child->key, data_from_yaml(child));
	}
	return map;
}

static json_t *
list_json(const struct ynode *y)
{
	json_t *list = json_array();

	for (guint i = 0; i < y->children->len; i++)
		json_array_append_new(
		    list, data_from_yaml(y->children->pdata[i]));
	return list;
}

json_t *
data_from_yaml(const struct ynode *y)
{
	switch (y->kind) {
	case YNODE_MAP:
		return map_json(y);
	case YNODE_LIST:
		return list_json(y);
	case YNODE_TEXT:
		return text_json(y);
	}
	g_assert_not_reached();
}

static const struct ynode *
child_named(const struct ynode *y, const char *name)
{
	json_int_t i;

	switch (y->kind) {
	case YNODE_MAP:
		return ynode_get(y, name);
	case YNODE_LIST:
		if (!read_integer(name, &i) || i < 0 || i >= y->children->len)
			return NULL;
		return y->children->pdata[i];
	case YNODE_TEXT:
		return NULL;
	}
	g_assert_not_reached();
}

int
data_line(const struct ynode *y, const char *path)
{
	g_auto(GStrv) names = g_strsplit(path, "/", -1);

	for (size_t i = 0; names[i] != NULL; i++) {
		const struct ynode *child = child_named(y, names[i]);

		if (child == NULL)
			break;
		y = child;
	}
	return y->line;
}
