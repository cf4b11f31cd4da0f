/* SPDX-License-Identifier: ISC */
/* What the writer of templates and its memory both ask of their filters. */
#include "render/mustache/template.h"

#include "render/mustache/mustache.h"

#include <stdint.h>

bool
mustache_is_filter(const struct mustache_env *env, const struct node *node)
{
	struct node *known = (struct node *)(uintptr_t)node;

	if (env->filter == NULL)
		return false;
	if (node->asked != env->filter) {
		known->is_filter =
		    env->filter(env->arg, node->text, NULL, NULL);
		known->asked = env->filter;
	}
	return node->is_filter;
}
