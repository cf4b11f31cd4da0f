/* SPDX-License-Identifier: ISC */
/* JSON values as tables for people. */
#include "cmd/cmd.h"

#include <stdio.h>
#include <string.h>

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

int64_t
time_read(const char *text)
{
	g_autoptr(GTimeZone) utc = g_time_zone_new_utc();
	g_autoptr(GDateTime) at =
	    text == NULL ? NULL : g_date_time_new_from_iso8601(text, utc);

	return at == NULL ? -1 : g_date_time_to_unix(at);
}

char *
age_text(int64_t seconds)
{
	int64_t s = MAX(seconds, 0);

	if (s < 120 * 60)
		return g_strdup_printf("%dm", (int)(s / 60));
	if (s < 48 * 3600)
		return g_strdup_printf("%dh", (int)(s / 3600));
	return g_strdup_printf("%dd", (int)(s / 86400));
}

static void
pad(const char *text, int width)
{
	fputs(text, stdout);
	for (int i = (int)g_utf8_strlen(text, -1); i < width; i++)
		putchar(' ');
}

/* ---- a list ---- */

void
print_begin(struct printing *p, const struct run *run, const char *const *keys,
    void (*change)(json_t *item))
{
	*p = (struct printing){ .run = run, .keys = keys, .change = change };
	p->rows = json_array();
	for (int c = 0; keys[c] != NULL; c++)
		p->widths[c] = (int)g_utf8_strlen(keys[c], -1);
}

static void
measure(struct printing *p, const json_t *item)
{
	for (int c = 0; p->keys[c] != NULL; c++) {
		g_autofree char *text = cell(json_object_get(item, p->keys[c]));

		p->widths[c] = MAX(p->widths[c], (int)g_utf8_strlen(text, -1));
	}
}

/* A row of the table, or, without an item, what stands above it. */
static void
print_row(const struct printing *p, const json_t *item)
{
	for (int c = 0; p->keys[c] != NULL; c++) {
		g_autofree char *text =
		    item == NULL ? g_strdup(p->keys[c])
				 : cell(json_object_get(item, p->keys[c]));

		pad(text, p->keys[c + 1] != NULL ? p->widths[c] + 2 : 0);
	}
	putchar('\n');
}

static void
print_rows(struct printing *p)
{
	json_t *item;
	size_t i;

	json_array_foreach(p->rows, i, item) measure(p, item);
	if (!p->begun)
		print_row(p, NULL);
	json_array_foreach(p->rows, i, item) print_row(p, item);
	p->begun = true;
	json_array_clear(p->rows);
}

/* As json_dumps would have it in a list. */
static void
print_element(struct printing *p, const json_t *item)
{
	g_autofree char *text = json_dumps(item, JSON_INDENT(2));

	fputs(p->begun ? ",\n" : "[\n", stdout);
	for (const char *line = text, *end; line != NULL;
	     line = end == NULL ? NULL : end + 1) {
		end = strchr(line, '\n');
		printf("  %.*s%s",
		    end == NULL ? (int)strlen(line) : (int)(end - line), line,
		    end == NULL ? "" : "\n");
	}
	p->begun = true;
}

int
print_next(json_t *item, void *printing)
{
	struct printing *p = printing;

	if (p->run->json) {
		print_element(p, item);
		json_decref(item);
	} else {
		if (p->change != NULL)
			p->change(item);
		json_array_append_new(p->rows, item);
		if (json_array_size(p->rows) >= PRINT_ROWS)
			print_rows(p);
	}
	return ferror(stdout) ? -1 : 0;
}

int
print_end(struct printing *p, int r, const struct err *e)
{
	int code = EXIT_DONE;

	/* What is printed already stays cut off: it is not all. */
	if (r == -1 && !ferror(stdout))
		code = run_fail(e);
	else if (r == 0 && p->run->json)
		puts(p->begun ? "\n]" : "[]");
	else if (r == 0)
		print_rows(p);
	json_decref(p->rows);
	return code;
}

void
print_list(const struct run *run, json_t *list, const char *const *keys)
{
	struct printing p;

	if (run->json) {
		print_json(list);
		return;
	}
	print_begin(&p, run, keys, NULL);
	json_array_extend(p.rows, list);
	print_rows(&p);
	json_decref(p.rows);
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

const char *
run_then(const struct run *run)
{
	return run->rehearses ? "this can be done; then " : "";
}

int
run_done(const struct run *run, int r, const char *done, const struct err *e)
{
	static const char *const words[] = { "done", "changed", "forgotten",
		"dropped" };
	const char *rest = done;

	if (r == -1)
		return run_fail(e);
	for (size_t i = 0; run->rehearses && i < G_N_ELEMENTS(words); i++)
		if (g_str_has_prefix(done, words[i]))
			rest = done + strlen(words[i]);
	if (rest[0] == '\0')
		puts("this can be done");
	else
		printf("%s%s\n", run_then(run), rest + strspn(rest, "; "));
	return EXIT_DONE;
}

int
run_told(const struct run *run, int r, const char *told, const struct err *e)
{
	if (r == -1)
		return run_fail(e);
	if (run->rehearses)
		printf("%s%s\n", run_then(run), told);
	else
		printf("done; %s %s\n", told, run_soon(run));
	return EXIT_DONE;
}
