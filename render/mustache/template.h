/* SPDX-License-Identifier: ISC */
/* The public Mustache specification. */
#ifndef RENDER_MUSTACHE_TEMPLATE_H
#define RENDER_MUSTACHE_TEMPLATE_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct err;
struct mustache_memo;

/*
 * A filter is called for a section whose name is known to it, with what the
 * section's inside came to; it appends what shall stand there.  false: no
 * filter of that name.  inside is NULL if only the answer is wanted.
 */
typedef bool mustache_filter(
    void *arg, const char *name, const char *inside, GString *out);

struct mustache_env {
	/* Text of a partial, or NULL if there is none (it is then empty). */
	const char *(*partial)(void *arg, const char *name);
	mustache_filter *filter;
	/*
	 * Marks beside the text, all three or none: before and behind a
	 * partial; before an item of a list right inside that filter.  Values
	 * then come without control characters, of which marks are made.
	 */
	void (*part)(void *arg, const char *name, bool ends, GString *out);
	void (*item)(void *arg, const char *filter, GString *out);
	void *arg;
	/* NULL, or what sections came to before; partials are left out. */
	struct mustache_memo *memo;
	bool html; /* escape {{x}} for HTML; if not, it is as {{&x}} */
};
/* NULL and err "NAME:LINE: what" for a template that is not well formed. */
char *mustache_render(const char *name, const char *text, const json_t *context,
    const struct mustache_env *, struct err *);

#endif
