/* SPDX-License-Identifier: ISC */
/* Sections that are written again only if what they look up has changed. */
#include "render/mustache/memo.h"

#include "render/mustache/mustache.h"
#include "render/mustache/template.h"
#include "render/text/text.h"

#include <stdint.h>
#include <string.h>

struct mustache_memo {
	GHashTable *parts; /* struct node * -> struct memo_part * */
	GHashTable *names; /* of lists: struct node * -> GPtrArray of char * */
	GHashTable *lists; /* struct node * -> struct memo_list *; or NULL */
	struct changes *changes; /* since the time before */
	GPtrArray *spare; /* GString * */
	guint now; /* how many times it began */
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
	g_string_free(part->inside, TRUE);
	g_free(part);
}

static void
item_clear(void *data)
{
	struct memo_item *item = data;

	json_decref(item->value);
	g_free(item->text);
	if (item->lists != NULL)
		g_hash_table_unref(item->lists);
}

static void
list_free(void *data)
{
	struct memo_list *list = data;

	for (guint i = 0; i < list->names->len; i++)
		json_decref(list->values[i]);
	g_free(list->values);
	g_free(list->moved);
	g_ptr_array_unref(list->names);
	g_array_unref(list->items);
	g_free(list);
}

struct mustache_memo *
memo_new(void)
{
	struct mustache_memo *memo = g_new0(struct mustache_memo, 1);

	memo->spare = g_ptr_array_new();
	memo->changes = changes_new();
	memo->parts = g_hash_table_new_full(NULL, NULL, NULL, part_free);
	memo->names = g_hash_table_new_full(
	    NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
	return memo;
}

void
memo_free(struct mustache_memo *memo)
{
	if (memo == NULL)
		return;
	g_hash_table_unref(memo->parts);
	if (memo->lists != NULL)
		g_hash_table_unref(memo->lists);
	g_hash_table_unref(memo->names);
	changes_free(memo->changes);
	for (guint i = 0; i < memo->spare->len; i++)
		g_string_free(memo->spare->pdata[i], TRUE);
	g_ptr_array_unref(memo->spare);
	g_free(memo);
}

void
memo_begin(struct mustache_memo *memo, json_t *context, const char *key)
{
	memo->now++;
	changes_begin(memo->changes, context, key);
}

bool
memo_part_stays(const struct mustache_memo *memo, const struct memo_part *part)
{
	return part->values != NULL && part->seen + 1 == memo->now &&
	       !changes_any(memo->changes, &part->keys, &part->deep);
}

void
memo_part_seen(const struct mustache_memo *memo, struct memo_part *part)
{
	part->seen = memo->now;
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

/* Filters that read the context by themselves: "player" its names, others at
 * paths that stand in their text. */
static bool
looks_up(const char *filter)
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
	paths = filter && looks_up(node->text);
	if (paths)
		add_name(names, "names", strlen("names")); /* of "player" */
	for (const struct node *n = node->children; n != NULL; n = n->next)
		add_names(env, names, n, paths);
}

/* What such filters look at may be anywhere below. */
static void
add_deep(const struct mustache_env *env, struct memo_part *part,
    const struct node *node, bool paths)
{
	g_autoptr(GPtrArray) names = NULL;

	if (node->kind == NODE_TEXT && paths) {
		names = g_ptr_array_new_with_free_func(g_free);
		add_paths(names, node->text);
		for (guint i = 0; i < names->len; i++) {
			const char *last = strrchr(names->pdata[i], '.');

			changes_add(env->memo->changes,
			    last != NULL ? last + 1 : names->pdata[i],
			    &part->deep);
		}
	}
	paths = node->kind == NODE_SECTION && looks_up(node->text) &&
		mustache_is_filter(env, node);
	for (const struct node *n = node->children; n != NULL; n = n->next)
		add_deep(env, part, n, paths);
}

struct memo_part *
memo_part(const struct mustache_env *env, const struct node *node)
{
	struct mustache_memo *memo = env->memo;
	struct memo_part *part = g_hash_table_lookup(memo->parts, node);

	if (part != NULL)
		return part;
	part = g_new0(struct memo_part, 1);
	part->names = g_ptr_array_new_with_free_func(g_free);
	part->text = g_string_new(NULL);
	part->inside = g_string_new(NULL);
	add_names(env, part->names, node, false);
	for (guint i = 0; i < part->names->len; i++)
		changes_add(memo->changes, part->names->pdata[i], &part->keys);
	add_deep(env, part, node, false);
	g_hash_table_insert(memo->parts, (gpointer)(uintptr_t)node, part);
	return part;
}

bool
memo_part_again(struct memo_part *part, const struct node *node,
    const GString *inside, GString *out)
{
	if (!looks_up(node->text) && part->values != NULL &&
	    part->inside->len == inside->len &&
	    memcmp(part->inside->str, inside->str, inside->len) == 0) {
		text_append(out, part->text->str, part->text->len);
		return true;
	}
	g_string_truncate(part->inside, 0);
	text_append(part->inside, inside->str, inside->len);
	return false;
}

/* ---- items of lists ---- */

GPtrArray *
memo_spare(struct mustache_memo *memo)
{
	return memo->spare;
}

GHashTable **
memo_lists(struct mustache_memo *memo)
{
	return &memo->lists;
}

GHashTable **
memo_item_lists(struct memo_list *list, size_t i)
{
	return &g_array_index(list->items, struct memo_item, i).lists;
}

/* What the items of that list may look up: once for all its places. */
static GPtrArray *
names_of_items(const struct mustache_env *env, const struct node *node)
{
	GHashTable *known = env->memo->names;
	GPtrArray *names = g_hash_table_lookup(known, node);

	if (names != NULL)
		return g_ptr_array_ref(names);
	names = g_ptr_array_new_with_free_func(g_free);
	for (const struct node *n = node->children; n != NULL; n = n->next)
		add_names(env, names, n, false);
	g_hash_table_insert(
	    known, (gpointer)(uintptr_t)node, g_ptr_array_ref(names));
	return names;
}

struct memo_list *
memo_list(
    const struct mustache_env *env, GHashTable **lists, const struct node *node)
{
	struct memo_list *list;

	if (*lists == NULL)
		*lists = g_hash_table_new_full(NULL, NULL, NULL, list_free);
	list = g_hash_table_lookup(*lists, node);
	if (list != NULL)
		return list;
	list = g_new0(struct memo_list, 1);
	list->names = names_of_items(env, node);
	list->items = g_array_new(FALSE, TRUE, sizeof(struct memo_item));
	g_array_set_clear_func(list->items, item_clear);
	list->values = g_new0(json_t *, list->names->len + 1);
	list->moved = g_new0(bool, list->names->len + 1);
	g_hash_table_insert(*lists, (gpointer)(uintptr_t)node, list);
	return list;
}

void
memo_list_begin(struct memo_list *list, size_t n)
{
	list->any_moved = false;
	/* those behind would miss what happens outside now; new ones have no
	 * value */
	g_array_set_size(list->items, (guint)n);
}

void
memo_list_outside(struct memo_list *list, size_t name, const json_t *value)
{
	json_t *now = (json_t *)(uintptr_t)value;

	list->moved[name] = !memo_same(list->values[name], now);
	if (!list->moved[name])
		return;
	list->any_moved = true;
	json_decref(list->values[name]);
	list->values[name] = json_incref(now);
}

/* At all names that items may look up there is the same in both; where nothing
 * is, what is outside of the list counts. */
static bool
are_alike(const struct memo_list *list, const json_t *a, const json_t *b)
{
	for (guint i = 0; i < list->names->len; i++) {
		const char *name = list->names->pdata[i];
		size_t size = strcspn(name, ".");
		const json_t *one, *other;

		if (a == b && !list->moved[i])
			continue;
		one = json_object_getn(a, name, size);
		other = json_object_getn(b, name, size);
		if (!memo_same(one, other) || (one == NULL && list->moved[i]))
			return false;
	}
	return true;
}

const struct memo_item *
memo_item(const struct memo_list *list, size_t i, const json_t *value)
{
	const struct memo_item *item;
	bool objects;

	item = &g_array_index(list->items, struct memo_item, i);
	if (item->value == value && value != NULL && !list->any_moved)
		return item;
	objects = json_is_object(value) && json_is_object(item->value);
	return (objects || memo_same(item->value, value)) &&
		       are_alike(list, item->value, value)
		   ? item
		   : NULL;
}

void
memo_item_set(struct memo_list *list, size_t i, const json_t *value,
    const char *text, size_t size)
{
	struct memo_item *item =
	    &g_array_index(list->items, struct memo_item, i);

	json_decref(item->value);
	g_free(item->text);
	item->value = json_incref((json_t *)(uintptr_t)value);
	item->text = g_memdup2(text, size);
	item->size = size;
}
