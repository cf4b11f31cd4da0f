/* SPDX-License-Identifier: ISC */
#include "render/mustache/lookups.h"

#include "render/mustache/changes.h"
#include "render/mustache/mustache.h"
#include "render/mustache/template.h"

#include <string.h>

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

/* "player" reads its names, others what is at paths that stand in their text.
 */
bool
lookups_own(const char *filter)
{
	static const char *const filters[] = { "fact", "index", "player",
		NULL };

	return g_strv_contains(filters, filter);
}

static void
add_names(const struct mustache_env *env, GPtrArray *names,
    const struct node *node, bool paths)
{
	bool filter;

	if (node->kind == NODE_TEXT) {
		if (paths)
			add_paths(names, node->text);
		return;
	}
	filter = node->kind == NODE_SECTION && mustache_is_filter(env, node);
	if (strcmp(node->text, ".") != 0 && !filter)
		add_name(names, node->text, strlen(node->text));
	if (filter && lookups_own(node->text)) {
		paths = true;
		add_name(names, "names", strlen("names")); /* of "player" */
	}
	for (const struct node *n = node->children; n != NULL; n = n->next)
		add_names(env, names, n, paths);
}

static void
add_deep(const struct mustache_env *env, struct changes *changes,
    struct keys *deep, const struct node *node, bool paths)
{
	g_autoptr(GPtrArray) names = NULL;

	if (node->kind == NODE_TEXT && paths) {
		names = g_ptr_array_new_with_free_func(g_free);
		add_paths(names, node->text);
		for (guint i = 0; i < names->len; i++) {
			const char *last = strrchr(names->pdata[i], '.');

			changes_add(changes,
			    last != NULL ? last + 1 : names->pdata[i], deep);
		}
	}
	paths |= node->kind == NODE_SECTION && lookups_own(node->text) &&
		 mustache_is_filter(env, node);
	for (const struct node *n = node->children; n != NULL; n = n->next)
		add_deep(env, changes, deep, n, paths);
}

bool
lookups_unknown(const struct node *node)
{
	if (node->kind == NODE_PARTIAL)
		return true;
	for (const struct node *n = node->children; n != NULL; n = n->next)
		if (lookups_unknown(n))
			return true;
	return false;
}

void
lookups_names(
    const struct mustache_env *env, GPtrArray *names, const struct node *node)
{
	add_names(env, names, node, false);
}

void
lookups_deep(const struct mustache_env *env, struct changes *changes,
    struct keys *deep, const struct node *node)
{
	add_deep(env, changes, deep, node, false);
}
