/* SPDX-License-Identifier: ISC */
/*
 * What nodes of a template came to, for one that is written again and again
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

/* A node of a scope. */
struct memo_child {
	struct keys keys; /* all that it may look up */
	struct keys deep; /* in paths that its filters follow */
	bool always; /* what it looks up is not known */
	guint end; /* in the text of the scope, of what it came to */
};
/* Nodes that follow one another, in no list, filter or partial, and in no
 * section of a value that is no object; and what they came to. */
struct memo_scope {
	const struct node *first;
	GArray *children; /* struct memo_child */
	GString *text;
	guint seen; /* when they were written last; 0: not yet */
};
/* A filter that is in no other one. */
struct memo_part {
	const struct node *node;
	bool known; /* it was written before */
	GString *inside;
	GString *text; /* that the filter made of it */
};

/* What items of a list may look up: once for all places where it stands. */
struct memo_names {
	GPtrArray *names; /* char * */
	GArray *paths; /* struct keys_path, of these */
	GArray *uses; /* guint64, by node in an item: names that it looks up */
	bool unknown; /* it may look up anything: nothing is known again */
};

/* An item of a list, and what it came to. */
struct memo_item {
	json_t *value;
	GString *text; /* NULL: it was not written yet */
	guint *ends; /* in that, of what each node in the item came to */
	GHashTable *lists; /* in it, as those of the memo; NULL: none */
};
/* A list, and of what its items were written. */
struct memo_list {
	const struct memo_names *looked_up;
	json_t **values; /* of these names, outside the list */
	guint seen; /* when it was written last; 0: not yet */
	guint64
	    moved; /* names whose value there has changed since the last time */
	GArray *items; /* struct memo_item */
};

/* Names are bits; those for which there is no bit left share the last one. */
#define MEMO_BITS 64
#define MEMO_ALL G_MAXUINT64

struct mustache_memo;
struct mustache_memo *memo_new(void);
void memo_free(struct mustache_memo *);
/* After a template that could not be written to its end: lists have noted what
 * changed outside of them, but not all of their items were written with it. */
void memo_forget(struct mustache_memo *);
/* GString *, for what is inside filters, from one time to the next. */
GPtrArray *memo_spare(struct mustache_memo *);
/* What the context that comes now has at that key gets the values of the one
 * before wherever they are equal, so that these are known by their places. */
void memo_begin(struct mustache_memo *, json_t *context, const char *key);
/* They live until a node with the same number of another template is asked for,
 * so one memo is for one template, which must outlive it. */
struct memo_scope *memo_scope(
    const struct mustache_env *, const struct node *first);
struct memo_part *memo_part(const struct mustache_env *, const struct node *);
/* Whether nodes of the scope that look up nothing that has changed come to what
 * they came to the last time. */
bool memo_scope_known(const struct mustache_memo *, const struct memo_scope *);
bool memo_child_stays(const struct mustache_memo *, const struct memo_child *);
/* It came to that now, of which all is as before but for what stands from first
 * to last (first > last: for nothing). */
void memo_scope_set(const struct mustache_memo *, struct memo_scope *,
    const char *text, size_t size, size_t first, size_t last);
/* Whether the filter had the same inside before: then its text is appended. */
bool memo_part_again(
    const struct memo_part *, const GString *inside, GString *out);
void memo_part_set(
    struct memo_part *, const GString *inside, const char *text, size_t size);

/* Where lists are known that are in no other one. */
GHashTable **memo_lists(struct mustache_memo *);
/* The list of that node where such lists are known. */
struct memo_list *memo_list(
    const struct mustache_env *, GHashTable **lists, const struct node *);
struct memo_item *memo_item(struct memo_list *, size_t i);
/* It is written again, with so many items. */
void memo_list_begin(struct memo_list *, size_t n);
/* Whether the value outside the list at that name (its index in names) may be
 * another one than when the list was written last. */
bool memo_list_may_move(
    const struct mustache_memo *, const struct memo_list *, size_t name);
/* The value outside the list at that name is this one now. */
void memo_list_outside(struct memo_list *, size_t name, const json_t *);
/* All names that may have moved were given: the list is up to date. */
void memo_list_seen(const struct mustache_memo *, struct memo_list *);
/* The names at which that value differs from what the item at that place was
 * written of; MEMO_ALL: in all, or it was not written yet. */
guint64 memo_item_changed(const struct mustache_memo *, struct memo_list *,
    size_t i, const json_t *value);
/* What it came to now, in nodes that end there (taken over). */
void memo_item_set(struct memo_list *, size_t i, const json_t *value,
    const char *text, size_t size, guint *ends);

#endif
