/* SPDX-License-Identifier: ISC */
/* Sections that are written again only if what they look up has changed. */
#include "render/mustache/memo.h"

#include "render/mustache/lookups.h"
#include "render/mustache/mustache.h"
#include "render/mustache/template.h"
#include "render/text/text.h"

#include <stdint.h>
#include <string.h>

struct mustache_memo {
	GPtrArray *parts; /* by node: struct memo_part *, or NULL */
	GPtrArray *scopes; /* by first node: struct memo_scope *, or NULL */
	GHashTable *names; /* of lists: struct node * -> struct memo_names * */
	GHashTable *lists; /* struct node * -> struct memo_list *; or NULL */
	struct changes *changes; /* since the time before */
	GPtrArray *spare; /* GString * */
};

static void
part_free(void *data)
{
	struct memo_part *part = data;

	if (part == NULL)
		return;
	g_string_free(part->text, TRUE);
	g_string_free(part->inside, TRUE);
	g_free(part);
}

static void
scope_free(void *data)
{
	struct memo_scope *scope = data;

	if (scope == NULL)
		return;
	g_array_unref(scope->children);
	g_string_free(scope->text, TRUE);
	g_free(scope);
}

static void
item_clear(void *data)
{
	struct memo_item *item = data;

	json_decref(item->value);
	if (item->text != NULL)
		g_string_free(item->text, TRUE);
	g_free(item->ends);
	if (item->lists != NULL)
		g_hash_table_unref(item->lists);
}

static void
list_free(void *data)
{
	struct memo_list *list = data;

	for (guint i = 0; i < list->looked_up->names->len; i++)
		json_decref(list->values[i]);
	g_free(list->values);
	g_array_unref(list->items);
	g_free(list);
}

static void
names_free(void *data)
{
	struct memo_names *names = data;

	g_ptr_array_unref(names->names);
	g_array_unref(names->paths);
	g_array_unref(names->uses);
	g_free(names);
}

struct mustache_memo *
memo_new(void)
{
	struct mustache_memo *memo = g_new0(struct mustache_memo, 1);

	memo->spare = g_ptr_array_new();
	memo->changes = changes_new();
	memo->parts = g_ptr_array_new_with_free_func(part_free);
	memo->scopes = g_ptr_array_new_with_free_func(scope_free);
	memo->names = g_hash_table_new_full(NULL, NULL, NULL, names_free);
	return memo;
}

void
memo_free(struct mustache_memo *memo)
{
	if (memo == NULL)
		return;
	g_ptr_array_unref(memo->parts);
	g_ptr_array_unref(memo->scopes);
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
memo_forget(struct mustache_memo *memo)
{
	g_clear_pointer(&memo->lists, g_hash_table_unref);
}

void
memo_begin(struct mustache_memo *memo, json_t *context, const char *key)
{
	changes_begin(memo->changes, context, key);
}

static bool
same_value(const json_t *a, const json_t *b)
{
	return a == b || (a != NULL && b != NULL && !json_is_object(a) &&
			     !json_is_array(a) && json_equal(a, b));
}

static void
add_child(const struct mustache_env *env, struct memo_scope *scope,
    const struct node *node)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	struct memo_child child = { .always = lookups_unknown(node) };

	lookups_names(env, names, node);
	for (guint i = 0; i < names->len; i++)
		changes_add(env->memo->changes, names->pdata[i], &child.keys);
	lookups_deep(env, env->memo->changes, &child.deep, node);
	g_array_append_val(scope->children, child);
}

/* Where that is kept which belongs to the node. */
static gpointer *
place_of(GPtrArray *all, const struct node *node)
{
	if (node->number >= all->len)
		g_ptr_array_set_size(all, (int)node->number + 1);
	return &all->pdata[node->number];
}

struct memo_scope *
memo_scope(const struct mustache_env *env, const struct node *first)
{
	gpointer *place = place_of(env->memo->scopes, first);
	struct memo_scope *scope = *place;

	if (scope != NULL && scope->first == first)
		return scope;
	scope_free(scope);
	*place = scope = g_new0(struct memo_scope, 1);
	scope->first = first;
	scope->text = g_string_new(NULL);
	scope->children = g_array_new(FALSE, FALSE, sizeof(struct memo_child));
	for (const struct node *n = first; n != NULL; n = n->next)
		add_child(env, scope, n);
	return scope;
}

bool
memo_scope_known(
    const struct mustache_memo *memo, const struct memo_scope *scope)
{
	return scope->seen > 0 && scope->seen + 1 == changes_now(memo->changes);
}

bool
memo_child_stays(
    const struct mustache_memo *memo, const struct memo_child *child)
{
	return !child->always &&
	       !changes_any(memo->changes, &child->keys, &child->deep);
}

void
memo_scope_set(const struct mustache_memo *memo, struct memo_scope *scope,
    const char *text, size_t size, size_t first, size_t last)
{
	GString *kept = scope->text;

	scope->seen = changes_now(memo->changes);
	if (first > last)
		return;
	if (size == kept->len) {
		memcpy(kept->str + first, text + first, last - first);
		return;
	}
	g_string_truncate(kept, first);
	text_append(kept, text + first, size - first);
}

struct memo_part *
memo_part(const struct mustache_env *env, const struct node *node)
{
	gpointer *place = place_of(env->memo->parts, node);
	struct memo_part *part = *place;

	if (part != NULL && part->node == node)
		return part;
	part_free(part);
	*place = part = g_new0(struct memo_part, 1);
	part->node = node;
	part->text = g_string_new(NULL);
	part->inside = g_string_new(NULL);
	return part;
}

bool
memo_part_again(
    const struct memo_part *part, const GString *inside, GString *out)
{
	if (!part->known || lookups_own(part->node->text) ||
	    part->inside->len != inside->len ||
	    memcmp(part->inside->str, inside->str, inside->len) != 0)
		return false;
	text_append(out, part->text->str, part->text->len);
	return true;
}

void
memo_part_set(struct memo_part *part, const GString *inside, const char *text,
    size_t size)
{
	part->known = true;
	g_string_truncate(part->inside, 0);
	text_append(part->inside, inside->str, inside->len);
	g_string_truncate(part->text, 0);
	text_append(part->text, text, size);
}

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

/* ---- items of lists ---- */

struct memo_item *
memo_item(struct memo_list *list, size_t i)
{
	return &g_array_index(list->items, struct memo_item, i);
}

static guint64
name_bit(guint name)
{
	return (guint64)1 << MIN(name, MEMO_BITS - 1);
}

static guint64
bits_of(const GPtrArray *all, const GPtrArray *some)
{
	guint64 bits = 0;

	for (guint i = 0; i < some->len; i++)
		for (guint k = 0; k < all->len; k++)
			if (strcmp(some->pdata[i], all->pdata[k]) == 0)
				bits |= name_bit(k);
	return bits;
}

static const struct memo_names *
names_of_items(const struct mustache_env *env, const struct node *node)
{
	GHashTable *known = env->memo->names;
	struct memo_names *names = g_hash_table_lookup(known, node);

	if (names != NULL)
		return names;
	names = g_new0(struct memo_names, 1);
	names->names = g_ptr_array_new_with_free_func(g_free);
	names->paths = g_array_new(FALSE, FALSE, sizeof(struct keys_path));
	names->uses = g_array_new(FALSE, FALSE, sizeof(guint64));
	for (const struct node *n = node->children; n != NULL; n = n->next)
		lookups_names(env, names->names, n);
	for (guint i = 0; i < names->names->len; i++) {
		struct keys_path path =
		    changes_path(env->memo->changes, names->names->pdata[i]);

		g_array_append_val(names->paths, path);
	}
	for (const struct node *n = node->children; n != NULL; n = n->next) {
		g_autoptr(GPtrArray) own =
		    g_ptr_array_new_with_free_func(g_free);
		guint64 bits;

		lookups_names(env, own, n);
		names->unknown |= lookups_unknown(n);
		bits = bits_of(names->names, own);
		g_array_append_val(names->uses, bits);
	}
	g_hash_table_insert(known, (gpointer)(uintptr_t)node, names);
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
	list->looked_up = names_of_items(env, node);
	list->items = g_array_new(FALSE, TRUE, sizeof(struct memo_item));
	g_array_set_clear_func(list->items, item_clear);
	list->values = g_new0(json_t *, list->looked_up->names->len + 1);
	g_hash_table_insert(*lists, (gpointer)(uintptr_t)node, list);
	return list;
}

void
memo_list_begin(struct memo_list *list, size_t n)
{
	list->moved = 0;
	/* those behind would miss what happens outside now; new ones have no
	 * value */
	g_array_set_size(list->items, (guint)n);
}

bool
memo_list_may_move(
    const struct mustache_memo *memo, const struct memo_list *list, size_t name)
{
	return list->seen == 0 || changes_since(memo->changes,
				      &g_array_index(list->looked_up->paths,
					  struct keys_path, name),
				      list->seen);
}

void
memo_list_seen(const struct mustache_memo *memo, struct memo_list *list)
{
	list->seen = changes_now(memo->changes);
}

void
memo_list_outside(struct memo_list *list, size_t name, const json_t *value)
{
	json_t *now = (json_t *)(uintptr_t)value;

	if (same_value(list->values[name], now))
		return;
	list->moved |= name_bit((guint)name);
	json_decref(list->values[name]);
	list->values[name] = json_incref(now);
}

/* All names that begin at that key. */
static guint64
bits_at(const GPtrArray *names, const char *key)
{
	size_t size = strlen(key);
	guint64 bits = 0;

	for (guint i = 0; i < names->len; i++) {
		const char *name = names->pdata[i];

		if (strncmp(name, key, size) == 0 &&
		    (name[size] == '\0' || name[size] == '.'))
			bits |= name_bit(i);
	}
	return bits;
}

/* The names at which two objects differ.  Those of one list mostly have their
 * keys in the same order. */
static guint64
differing(const GPtrArray *names, json_t *a, json_t *b)
{
	void *at = json_object_iter(a), *beside = json_object_iter(b);
	guint64 bits = 0;

	for (; at != NULL && beside != NULL;
	     at = json_object_iter_next(a, at),
	     beside = json_object_iter_next(b, beside)) {
		const char *key = json_object_iter_key(at);

		if (strcmp(key, json_object_iter_key(beside)) != 0)
			return MEMO_ALL;
		if (!same_value(json_object_iter_value(at),
			json_object_iter_value(beside)))
			bits |= bits_at(names, key);
	}
	return at == beside ? bits : MEMO_ALL;
}

/* Where nothing is in the item, what is outside of the list counts. */
static guint64
moved_outside(const struct memo_list *list, const json_t *value)
{
	const GPtrArray *names = list->looked_up->names;
	guint64 bits = 0;

	for (guint i = 0; list->moved != 0 && i < names->len; i++) {
		const char *name = names->pdata[i];

		if ((list->moved & name_bit(i)) != 0 &&
		    json_object_getn(value, name, strcspn(name, ".")) == NULL)
			bits |= name_bit(i);
	}
	return bits;
}

/* As it was found when all that has changed was looked for, or anew. */
static guint64
changed_inside(const struct mustache_memo *memo, const struct memo_names *names,
    json_t *before, json_t *now)
{
	const struct change *change = changes_of(memo->changes, now);
	guint64 bits = 0;

	if (change == NULL || change->before != before)
		return differing(names->names, before, now);
	for (guint i = 0; i < names->paths->len; i++)
		if (keys_have(&change->keys,
			g_array_index(names->paths, struct keys_path, i)
			    .bits[0]))
			bits |= name_bit(i);
	return bits;
}

guint64
memo_item_changed(const struct mustache_memo *memo, struct memo_list *list,
    size_t i, const json_t *value)
{
	struct memo_item *item = memo_item(list, i);
	json_t *now = (json_t *)(uintptr_t)value;
	guint64 bits = 0;

	if (item->text == NULL)
		return MEMO_ALL;
	if (json_is_object(item->value) && json_is_object(now)) {
		if (item->value != now)
			bits = changed_inside(
			    memo, list->looked_up, item->value, now);
	} else if (!same_value(item->value, now))
		return MEMO_ALL;
	bits |= moved_outside(list, now);
	if (bits != 0 || item->value == now)
		return bits;
	json_decref(item->value); /* the next one is compared with this one */
	item->value = json_incref(now);
	return 0;
}

void
memo_item_set(struct memo_list *list, size_t i, const json_t *value,
    const char *text, size_t size, guint *ends)
{
	struct memo_item *item = memo_item(list, i);

	json_decref(item->value);
	if (item->text == NULL)
		item->text = g_string_sized_new(size);
	item->value = json_incref((json_t *)(uintptr_t)value);
	g_string_truncate(item->text, 0);
	text_append(item->text, text, size);
	g_free(item->ends);
	item->ends = ends;
}
