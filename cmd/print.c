/* SPDX-License-Identifier: ISC */
/* JSON values as tables for people. */
#include "cmd/cmd.h"

#include <stdio.h>

static void
print_json(const json_t *json)
{
	g_autofree char *text = json_dumps(json, JSON_INDENT(2));

	puts(text);
}

/* One cell: plain values as they are, others as JSON. */
static char *
cell(const json_t *value)
{
	if (value == NULL || json_is_null(value))
		return g_strdup("-");
	if (json_is_string(value))
		return g_strdup(json_string_value(value)[0] != '\0'
				    ? json_string_value(value)
				    : "-");
	if (json_is_boolean(value))
		return g_strdup(json_is_true(value) ? "yes" : "no");
	return json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
}

static void
pad(const char *text, int width)
{
	fputs(text, stdout);
	for (int i = (int)g_utf8_strlen(text, -1); i < width; i++)
		putchar(' ');
}

void
print_list(const struct run *run, json_t *list, const char *const *keys)
{
	int widths[16] = { 0 }, columns = 0;
	json_t *item;
	size_t i;

	if (run->json) {
		print_json(list);
		return;
	}
	for (; keys[columns] != NULL; columns++)
		widths[columns] = (int)g_utf8_strlen(keys[columns], -1);
	json_array_foreach(list, i, item) for (int c = 0; c < columns; c++)
	{
		g_autofree char *text = cell(json_object_get(item, keys[c]));

		widths[c] = MAX(widths[c], (int)g_utf8_strlen(text, -1));
	}
	for (int c = 0; c < columns; c++) {
		pad(keys[c], c + 1 < columns ? widths[c] + 2 : 0);
	}
	putchar('\n');
	json_array_foreach(list, i, item)
	{
		for (int c = 0; c < columns; c++) {
			g_autofree char *text =
			    cell(json_object_get(item, keys[c]));

			pad(text, c + 1 < columns ? widths[c] + 2 : 0);
		}
		putchar('\n');
	}
}

static void
print_lines(const json_t *value, int indent)
{
	const char *key;
	json_t *child;

	json_object_foreach((json_t *)(uintptr_t)value, key, child)
	{
		printf("%*s%s:", indent, "", key);
		if (json_is_object(child)) {
			putchar('\n');
			print_lines(child, indent + 2);
		} else if (json_is_array(child) &&
			   json_is_object(json_array_get(child, 0))) {
			json_t *item;
			size_t i;

			putchar('\n');
			json_array_foreach(child, i, item)
			{
				g_autofree char *text = json_dumps(
				    item, JSON_COMPACT | JSON_ENCODE_ANY);

				printf("%*s%s\n", indent + 2, "", text);
			}
		} else {
			g_autofree char *text = cell(child);

			printf(" %s\n", text);
		}
	}
}

void
print_object(const struct run *run, json_t *object)
{
	if (run->json)
		print_json(object);
	else
		print_lines(object, 0);
}

int
run_list(const struct run *run, json_t *list, const char *const *keys,
    const struct err *e)
{
	if (list == NULL)
		return run_fail(e);
	print_list(run, list, keys);
	json_decref(list);
	return EXIT_DONE;
}

int
run_object(const struct run *run, json_t *object, const struct err *e)
{
	if (object == NULL)
		return run_fail(e);
	print_object(run, object);
	json_decref(object);
	return EXIT_DONE;
}

int
run_done(int r, const char *done, const struct err *e)
{
	if (r == -1)
		return run_fail(e);
	puts(done);
	return EXIT_DONE;
}
