/* SPDX-License-Identifier: ISC */
/* What the writer of templates and its memory both ask of their filters. */
#include "render/mustache/template.h"

bool
mustache_is_filter(const struct mustache_env *env, const char *name)
{
	return env->filter != NULL && env->filter(env->arg, name, NULL, NULL);
}
