/* SPDX-License-Identifier: ISC */
/*
 * What sections of a template came to, for one that is written again and again
 * with contexts of which little changes.
 */
#ifndef RENDER_MUSTACHE_MEMO_H
#define RENDER_MUSTACHE_MEMO_H

#include "render/mustache/changes.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct mustache_env;
struct node;

/* A section, and of what it was written. */
struct memo_part {
	GPtrArray *names; /* char *: all that its inside may look up */
	struct keys keys; /* in these names */
	struct keys deep; /* in paths that its filters follow */
	guint seen; /* when it was written last, or found to be the same */
	json_t **values; /* of these, then; NULL: it was not written yet */
	GString *text;
	GString *inside; /* of a filter, before that made the text of it */
};

/* An item of a list, and what it came to. */
struct memo_item {
	json_t *value;
	char *text;
	size_t size;
	GHashTable *lists; /* in it, as those of the memo; NULL: none */
};
/* A list, and of what its items were written. */
struct memo_list {
	GPtrArray *names; /* char *: all that items may look up; shared */
	json_t **values; /* of these, outside the list */
	bool *moved; /* of these, those that are others since the last time */
	bool any_moved;
	GArray *items; /* struct memo_item */
};

struct mustache_memo;
struct mustache_memo *memo_new(void);
void memo_free(struct mustache_memo *);
/* GString *, for what is inside filters, from one time to the next. */
GPtrArray *memo_spare(struct mustache_memo *);
/* What the context that comes now has at that key gets the values of the one
 * before wherever they are equal, so that these are known by their places. */
void memo_begin(struct mustache_memo *, json_t *context, const char *key);
/* It lives as long as the memo; so must the template. */
struct memo_part *memo_part(const struct mustache_env *, const struct node *);
bool memo_same(const json_t *, const json_t *);
/* Whether it was seen the last time, and no key that it looks up has changed
 * since. */
bool memo_part_stays(const struct mustache_memo *, const struct memo_part *);
void memo_part_seen(const struct mustache_memo *, struct memo_part *);
/* Forget what it was written of. */
void memo_part_clear(struct memo_part *);
/* Whether the filter had the same inside before: then its text is appended. */
bool memo_part_again(struct memo_part *, const struct node *,
    const GString *inside, GString *out);

/* Where lists are known that are in no other one. */
GHashTable **memo_lists(struct mustache_memo *);
/* The list of that node where such lists are known. */
struct memo_list *memo_list(
    const struct mustache_env *, GHashTable **lists, const struct node *);
/* Where lists inside of that item are known. */
GHashTable **memo_item_lists(struct memo_list *, size_t i);
/* It is written again, with so many items, and outside of it that name, by its
 * place in names, has that value. */
void memo_list_begin(struct memo_list *, size_t n);
void memo_list_outside(struct memo_list *, size_t name, const json_t *);
/* The item at that place, if it would be written of the same; else NULL. */
const struct memo_item *memo_item(
    const struct memo_list *, size_t i, const json_t *value);
void memo_item_set(struct memo_list *, size_t i, const json_t *value,
    const char *text, size_t size);

#endif
