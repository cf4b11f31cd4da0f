/* SPDX-License-Identifier: ISC */
/* What nodes of a template may look up, whatever the context is. */
#ifndef RENDER_MUSTACHE_LOOKUPS_H
#define RENDER_MUSTACHE_LOOKUPS_H

#include <glib.h>
#include <stdbool.h>

struct changes;
struct keys;
struct mustache_env;
struct node;

/* Add the names that a node looks up, itself and inside (char *). */
void lookups_names(
    const struct mustache_env *, GPtrArray *names, const struct node *);
/* Add the keys at which its filters look by themselves: what they look at may
 * be anywhere below. */
void lookups_deep(const struct mustache_env *, struct changes *,
    struct keys *deep, const struct node *);
/* Whether a filter of that name reads the context by itself. */
bool lookups_own(const char *filter);
/* It has a partial, which may look up anything. */
bool lookups_unknown(const struct node *);

#endif
