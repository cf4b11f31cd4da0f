/* SPDX-License-Identifier: ISC */
/* Between the files that write the nodes of a template: mustache.c, frames.c,
 * partials.c. */
#ifndef RENDER_MUSTACHE_WRITING_H
#define RENDER_MUSTACHE_WRITING_H

#include "render/mustache/mustache.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct node;

/* A value in whose section the writer is. */
struct frame {
	const json_t *value;
	const struct frame *outer; /* or NULL */
};

struct writer {
	const struct mustache_env *env;
	const struct frame *inner;
	GHashTable *partials; /* INDENT NAME -> struct mustache * */
	GPtrArray *spare; /* GString *, for what is inside filters */
	const char *name; /* of the template at work */
	const char *filter; /* the innermost one at work, or NULL */
	bool nested; /* in a list, a filter, a partial, or a value */
	GHashTable **lists; /* that are known here; NULL: none can be */
	int partial_depth;
	size_t work;
	struct err *err;
};

/* What a dotted name means here, or that of a node; NULL: nothing. */
const json_t *writer_lookup(const struct writer *, const char *name);
const json_t *writer_lookup_node(const struct writer *, const struct node *);
/* A section of it is left out. */
bool mustache_is_false(const json_t *);
/* What a node of a value comes to. */
void writer_value(struct writer *, const struct node *, GString *out);

/* The partial, read once for each indent.  NULL: there is none, or *bad is -1
 * and the writer's error set. */
const struct mustache *writer_partial(
    struct writer *, const struct node *, int *bad);

#endif
