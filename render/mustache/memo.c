/* SPDX-License-Identifier: ISC */
/* Sections that are written again only if what they look up has changed. */
#include "render/mustache/memo.h"

#include "render/mustache/mustache.h"

#include <stdint.h>
#include <string.h>

struct mustache_memo {
	GHashTable *parts; /* struct node * -> struct memo_part * */
	json_t *before; /* what the key held in the context before */
};

void
memo_part_clear(struct memo_part *part)
{
	for (guint i = 0; part->values != NULL && i < part->names->len; i++)
		json_decref(part->values[i]);
	g_clear_pointer(&part->values, g_free);
	g_string_truncate(part->text, 0);
}

static void
part_free(void *data)
{
	struct memo_part *part = data;

	memo_part_clear(part);
	g_ptr_array_unref(part->names);
	g_string_free(part->text, TRUE);
	g_free(part);
}

struct mustache_memo *
memo_new(void)
{
	struct mustache_memo *memo = g_new0(struct mustache_memo, 1);

	memo->parts = g_hash_table_new_full(NULL, NULL, NULL, part_free);
	return memo;
}

void
memo_free(struct mustache_memo *memo)
{
	if (memo == NULL)
		return;
	g_hash_table_unref(memo->parts);
	json_decref(memo->before);
	g_free(memo);
}

void
memo_begin(struct mustache_memo *memo, json_t *context, const char *key)
{
	json_t *now = json_object_get(context, key), *value;
	const char *name;

	json_object_foreach(now, name, value)
	{
		json_t *old = json_object_get(memo->before, name);

		if (old != NULL && old != value && json_equal(old, value))
			json_object_set(now, name, old);
	}
	json_decref(memo->before);
	memo->before = json_incref(now);
}

bool
memo_same(const json_t *a, const json_t *b)
{
	return a == b || (a != NULL && b != NULL && !json_is_object(a) &&
			     !json_is_array(a) && json_equal(a, b));
}

/* ---- names that a section may look up ---- */

static void
add_name(GPtrArray *names, const char *name, size_t size)
{
	for (guint i = 0; i < names->len; i++) {
		const char *known = names->pdata[i];

		if (strlen(known) == size && memcmp(known, name, size) == 0)
			return;
	}
	if (size > 0)
		g_ptr_array_add(names, g_strndup(name, size));
}

/* Paths in the text of a filter that looks into the context by itself. */
static void
add_paths(GPtrArray *names, const char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_-.";

	while (*text != '\0') {
		size_t size = strspn(text, letters), name = size;

		while (name > 0 && text[name - 1] == '.')
			name--;
		add_name(names, text, name);
		text += size;
		text += strcspn(text, letters);
	}
}

static void
add_names(GPtrArray *names, const struct node *node, bool paths)
{
	if (node->kind == NODE_TEXT) {
		if (paths)
			add_paths(names, node->text);
		return;
	}
	if (strcmp(node->text, ".") != 0)
		add_name(names, node->text, strlen(node->text));
	if (strcmp(node->text, "player") == 0)
		add_name(names, "names", strlen("names"));
	paths =
	    node->kind == NODE_SECTION && (strcmp(node->text, "index") == 0 ||
					      strcmp(node->text, "fact") == 0);
	for (const struct node *n = node->children; n != NULL; n = n->next)
		add_names(names, n, paths);
}

struct memo_part *
memo_part(struct mustache_memo *memo, const struct node *node)
{
	struct memo_part *part = g_hash_table_lookup(memo->parts, node);

	if (part != NULL)
		return part;
	part = g_new0(struct memo_part, 1);
	part->names = g_ptr_array_new_with_free_func(g_free);
	part->text = g_string_new(NULL);
	add_names(part->names, node, false);
	g_hash_table_insert(memo->parts, (gpointer)(uintptr_t)node, part);
	return part;
}
