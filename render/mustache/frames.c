/* SPDX-License-Identifier: ISC */
/* What names mean in the sections around them, and what values come to. */
#include "render/mustache/template.h"
#include "render/mustache/writing.h"
#include "render/text/text.h"

#include <string.h>

/* Follow a dotted name down from a value; NULL if it leads nowhere. */
static const json_t *
descend(const json_t *value, const char *path)
{
	while (value != NULL && *path != '\0') {
		const char *dot = strchrnul(path, '.');

		value = json_object_getn(value, path, (size_t)(dot - path));
		path = *dot == '.' ? dot + 1 : dot;
	}
	return value;
}

/* first: bytes of the name's first part. */
static const json_t *
lookup_from(const struct writer *w, const char *name, size_t first)
{
	const char *rest = name + first;

	if (first == 0 && strcmp(rest, ".") == 0)
		return w->inner->value;
	for (const struct frame *f = w->inner; f != NULL; f = f->outer) {
		const json_t *value =
		    json_is_object(f->value)
			? json_object_getn(f->value, name, first)
			: NULL;

		if (value != NULL)
			return *rest == '.' ? descend(value, rest + 1) : value;
	}
	return NULL;
}

const json_t *
writer_lookup(const struct writer *w, const char *name)
{
	return lookup_from(w, name, strcspn(name, "."));
}

const json_t *
writer_lookup_node(const struct writer *w, const struct node *node)
{
	return lookup_from(w, node->text, node->size);
}

bool
mustache_is_false(const json_t *value)
{
	if (value == NULL || json_is_null(value) || json_is_false(value))
		return true;
	if (json_is_array(value))
		return json_array_size(value) == 0;
	return json_is_string(value) && json_string_length(value) == 0;
}

void
writer_value(struct writer *w, const struct node *node, GString *out)
{
	const json_t *value = writer_lookup_node(w, node);
	size_t from = out->len;

	if (json_is_integer(value)) {
		text_integer(json_integer_value(value), out);
		return;
	}
	if (node->kind == NODE_VALUE && w->env->html && json_is_string(value)) {
		html_escape((struct text_span){ json_string_value(value),
				json_string_length(value) },
		    out);
	} else if (node->kind == NODE_VALUE && w->env->html) {
		g_autoptr(GString) plain = g_string_new(NULL);

		mustache_value(plain, value);
		html_escape((struct text_span){ plain->str, plain->len }, out);
	} else {
		mustache_value(out, value);
	}
	if (w->env->item != NULL)
		mustache_clean(out, from);
}
