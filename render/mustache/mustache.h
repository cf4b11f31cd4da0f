/* SPDX-License-Identifier: ISC */
/*
 * What the reader of templates (mustache_parse.c) hands to the writer
 * (mustache.c): a tree of nodes.
 */
#ifndef RENDER_MUSTACHE_MUSTACHE_H
#define RENDER_MUSTACHE_MUSTACHE_H

#include "render/mustache/template.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct err;
struct mustache_env;

#define MUSTACHE_MAX_NESTING 64 /* of sections, in one template */

enum node_kind {
	NODE_TEXT,
	NODE_VALUE, /* {{name}} */
	NODE_RAW, /* {{{name}}}, {{&name}} */
	NODE_SECTION,
	NODE_INVERTED,
	NODE_PARTIAL
};

/* Whether one of the filters that were asked last has a section's name: most
 * templates of one kind have the same. */
struct asked {
	mustache_filter *filter;
	bool is_one;
};

struct node {
	enum node_kind kind;
	int line;
	guint number; /* in its template */
	struct node *next;
	struct node *children; /* the first one of a section, or NULL */
	const char *indent; /* of NODE_PARTIAL: what is before it on its line;
			     * else empty */
	struct asked *asked; /* of a section */
	size_t size; /* of text; else of the name's first part */
	char text[]; /* of NODE_TEXT; else the name */
};

/* A template that is read. */
struct mustache {
	char *name; /* for messages */
	struct node *nodes; /* the first one, or NULL */
	GPtrArray *pieces; /* of memory, in which all nodes are */
};

/* NULL and err "NAME:LINE: what". */
struct mustache *mustache_parse(
    const char *name, const char *text, struct err *);
void mustache_free(struct mustache *);
/* Name -> struct mustache *, which it frees. */
GHashTable *mustache_table(void);
/* Whether the section is one. */
bool mustache_is_filter(const struct mustache_env *, const struct node *);
/* Append the text of a value.  Lists inside lists are left out. */
void mustache_value(GString *, const json_t *);
/* Drop the control characters behind that place, but '\n' and '\t'. */
void mustache_clean(GString *, size_t from);
/* partials: a mustache_table that keeps them for next time, INDENT NAME. */
char *mustache_write(const struct mustache *, GHashTable *partials,
    const json_t *context, const struct mustache_env *, struct err *);
/* The same, appended. */
int mustache_append(const struct mustache *, GHashTable *partials,
    const json_t *context, const struct mustache_env *, GString *out,
    struct err *);

#endif
