/* SPDX-License-Identifier: ISC */
/*
 * What sections of a template came to, for one that is written again and again
 * with contexts of which little changes.
 */
#ifndef RENDER_MUSTACHE_MEMO_H
#define RENDER_MUSTACHE_MEMO_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct node;

/* A section, and of what it was written. */
struct memo_part {
	GPtrArray *names; /* char *: all that its inside may look up */
	json_t **values; /* of these, then; NULL: it was not written yet */
	GString *text;
};

struct mustache_memo;
struct mustache_memo *memo_new(void);
void memo_free(struct mustache_memo *);
/* The context that comes now gets the values of the one before wherever they
 * are equal, so that these are known by their places: of the key and in it. */
void memo_begin(struct mustache_memo *, json_t *context, const char *key);
/* It lives as long as the memo; so must the template. */
struct memo_part *memo_part(struct mustache_memo *, const struct node *);
bool memo_same(const json_t *, const json_t *);
/* Forget what it was written of. */
void memo_part_clear(struct memo_part *);

#endif
