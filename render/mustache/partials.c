/* SPDX-License-Identifier: ISC */
/* Partials: read when they are first wanted, moved in as far as their tag. */
#include "render/mustache/template.h"
#include "render/mustache/writing.h"
#include "render/text/text.h"

#include <string.h>

/* The text with every line that holds something moved in by indent. */
static char *
indented(const char *text, const char *indent)
{
	GString *out = g_string_new(NULL);

	while (*text != '\0') {
		const char *end = strchrnul(text, '\n');

		if (*end == '\n')
			end++;
		if (*text != '\n' && *text != '\r')
			text_append_all(out, indent);
		text_append(out, text, (size_t)(end - text));
		text = end;
	}
	return g_string_free(out, FALSE);
}

const struct mustache *
writer_partial(struct writer *w, const struct node *node, int *bad)
{
	g_autofree char *key = g_strconcat(node->indent, node->text, NULL);
	g_autofree char *moved = NULL;
	struct mustache *partial = g_hash_table_lookup(w->partials, key);
	const char *text;

	*bad = 0;
	if (partial != NULL || w->env->partial == NULL)
		return partial;
	text = w->env->partial(w->env->arg, node->text);
	if (text == NULL)
		return NULL;
	w->work += strlen(text);
	moved = indented(text, node->indent);
	partial = mustache_parse(node->text, moved, w->err);
	if (partial == NULL)
		*bad = -1;
	else
		g_hash_table_insert(
		    w->partials, g_steal_pointer(&key), partial);
	return partial;
}
