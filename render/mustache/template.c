/* SPDX-License-Identifier: ISC */
/* What the writer of templates and its memory both ask of their filters. */
#include "render/mustache/template.h"

#include "render/mustache/mustache.h"

bool
mustache_is_filter(const struct mustache_env *env, const struct node *node)
{
	struct asked *asked = node->asked;

	if (env->filter == NULL)
		return false;
	if (asked->filter != env->filter) {
		asked->is_one = env->filter(env->arg, node->text, NULL, NULL);
		asked->filter = env->filter;
	}
	return asked->is_one;
}
