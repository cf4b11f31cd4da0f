/* SPDX-License-Identifier: ISC */
/*
 * Mustache, after its public specification, without lambdas and inheritance:
 * writes the nodes of a template with a context.  A false value is false, null,
 * "" or an empty list; 0 is a number like others.  A list as a value is its
 * items with commas between.
 */
#include "render/mustache/mustache.h"

#include "base/err.h"
#include "render/mustache/template.h"
#include "render/mustache/memo.h"
#include "render/text/text.h"

#include <stdint.h>
#include <string.h>

#define MAX_PARTIALS 32 /* inside each other */
#define MAX_OUTPUT (1024 * 1024)
/*
 * Steps and bytes that one call may take, so that no template, however
 * nested its lists and partials are, runs for long.
 */
#define MAX_WORK (16 * 1024 * 1024)

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
	bool nested; /* in a list, a filter or a partial */
	GHashTable **lists; /* that are known here; NULL: none can be */
	int partial_depth;
	size_t work;
	struct err *err;
};

static int write_nodes(struct writer *, const struct node *, GString *out);

static int
fail(struct writer *w, const struct node *node, const char *what)
{
	return err_set(
	    w->err, ERR_FORMAT, "%s:%d: %s", w->name, node->line, what);
}

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

static const json_t *
lookup(const struct writer *w, const char *name)
{
	const char *dot;

	if (strcmp(name, ".") == 0)
		return w->inner->value;
	dot = strchrnul(name, '.');
	for (const struct frame *f = w->inner; f != NULL; f = f->outer) {
		const json_t *value =
		    json_object_getn(f->value, name, (size_t)(dot - name));

		if (value != NULL)
			return descend(value, *dot == '.' ? dot + 1 : dot);
	}
	return NULL;
}

static bool
is_false(const json_t *value)
{
	if (value == NULL || json_is_null(value) || json_is_false(value))
		return true;
	if (json_is_array(value))
		return json_array_size(value) == 0;
	return json_is_string(value) && json_string_length(value) == 0;
}

static void
append_real(GString *out, double real)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];

	g_ascii_formatd(text, sizeof(text), "%.15g", real);
	if (g_ascii_strtod(text, NULL) != real)
		g_ascii_dtostr(text, sizeof(text), real);
	text_append_all(out, text);
}

/* The text of a value.  Lists inside lists are left out. */
static void
append_value(GString *out, const json_t *value, bool inside_list)
{
	const json_t *item;
	size_t i;

	switch (value == NULL ? JSON_NULL : json_typeof(value)) {
	case JSON_STRING:
		text_append_all(out, json_string_value(value));
		break;
	case JSON_INTEGER:
		text_integer(json_integer_value(value), out);
		break;
	case JSON_REAL:
		append_real(out, json_real_value(value));
		break;
	case JSON_TRUE:
		text_append_all(out, "true");
		break;
	case JSON_FALSE:
		text_append_all(out, "false");
		break;
	case JSON_ARRAY:
		if (inside_list)
			break;
		json_array_foreach(value, i, item)
		{
			if (i > 0)
				text_append_all(out, ", ");
			append_value(out, item, true);
		}
		break;
	case JSON_OBJECT:
	case JSON_NULL:
		break;
	}
}

/* Without the control characters behind that place. */
void
mustache_clean(GString *out, size_t from)
{
	size_t to = from;

	for (size_t i = from; i < out->len; i++)
		if ((unsigned char)out->str[i] >= ' ' || out->str[i] == '\n' ||
		    out->str[i] == '\t')
			out->str[to++] = out->str[i];
	g_string_truncate(out, to);
}

static void
write_value(struct writer *w, const struct node *node, GString *out)
{
	const json_t *value = lookup(w, node->text);
	size_t from = out->len;

	if (json_is_integer(value)) {
		text_integer(json_integer_value(value), out);
		return;
	}
	if (node->kind == NODE_VALUE && w->env->html && json_is_string(value)) {
		html_escape(text_whole(json_string_value(value)), out);
	} else if (node->kind == NODE_VALUE && w->env->html) {
		g_autoptr(GString) plain = g_string_new(NULL);

		append_value(plain, value, false);
		html_escape((struct text_span){ plain->str, plain->len }, out);
	} else {
		append_value(out, value, false);
	}
	if (w->env->item != NULL)
		mustache_clean(out, from);
}

static GString *
take_spare(struct writer *w)
{
	GString *taken;

	if (w->spare->len == 0)
		return g_string_sized_new(256);
	taken = w->spare->pdata[w->spare->len - 1];
	g_ptr_array_set_size(w->spare, (int)w->spare->len - 1);
	return g_string_truncate(taken, 0);
}

/* before: NULL, or what it came to before. */
static int
write_filtered(struct writer *w, const struct node *node,
    struct memo_part *before, GString *out)
{
	GString *inside = take_spare(w);
	const char *outer = w->filter;
	bool nested = w->nested;
	int bad;

	w->filter = node->text;
	w->nested = true;
	bad = write_nodes(w, node->children, inside);
	w->filter = outer;
	w->nested = nested;
	if (bad == 0) {
		w->work += inside->len;
		if (before == NULL ||
		    !memo_part_again(before, node, inside, out))
			w->env->filter(
			    w->env->arg, node->text, inside->str, out);
	}
	g_ptr_array_add(w->spare, inside);
	return bad;
}

static int
write_inside(struct writer *w, const struct node *node, const json_t *value,
    GString *out)
{
	const struct frame frame = { value, w->inner };
	int bad;

	w->inner = &frame;
	bad = write_nodes(w, node->children, out);
	w->inner = frame.outer;
	return bad;
}

/* Their values, as they are where the writer is. */
static bool
are_same(const struct writer *w, const GPtrArray *names, json_t *const *values)
{
	for (guint i = 0; values != NULL && i < names->len; i++)
		if (!memo_same(values[i], lookup(w, names->pdata[i])))
			return false;
	return values != NULL;
}

static json_t **
look_up_all(const struct writer *w, const GPtrArray *names)
{
	json_t **values = g_new0(json_t *, names->len + 1);

	for (guint i = 0; i < names->len; i++)
		values[i] = json_incref(
		    (json_t *)(uintptr_t)lookup(w, names->pdata[i]));
	return values;
}

static bool
has_sections(const struct node *node)
{
	for (const struct node *n = node->children; n != NULL; n = n->next)
		if (n->kind == NODE_SECTION || n->kind == NODE_INVERTED)
			return true;
	return false;
}

/* What items of a list came to, if they can be known again.  Those of a list in
 * another one are known with its item, if they are worth it. */
static struct memo_list *
kept_items(struct writer *w, const struct node *node, size_t n)
{
	struct memo_list *kept;

	if (w->lists == NULL ||
	    (w->lists != memo_lists(w->env->memo) && !has_sections(node)))
		return NULL;
	kept = memo_list(w->env, w->lists, node);
	memo_list_begin(kept, n);
	for (guint i = 0; i < kept->names->len; i++)
		memo_list_outside(kept, i, lookup(w, kept->names->pdata[i]));
	return kept;
}

static int
write_item(struct writer *w, const struct node *node, const json_t *value,
    struct memo_list *kept, size_t i, GString *out)
{
	const struct memo_item *known =
	    kept == NULL ? NULL : memo_item(kept, i, value);
	GHashTable **lists = w->lists;
	size_t from = out->len;
	int bad;

	if (known != NULL) {
		text_append(out, known->text, known->size);
		return 0;
	}
	w->lists = kept == NULL ? NULL : memo_item_lists(kept, i);
	bad = write_inside(w, node, value, out);
	w->lists = lists;
	if (bad == 0 && kept != NULL)
		memo_item_set(kept, i, value, out->str + from, out->len - from);
	return bad;
}

static int
write_items(
    struct writer *w, const struct node *node, const json_t *list, GString *out)
{
	struct memo_list *kept = kept_items(w, node, json_array_size(list));
	bool nested = w->nested;
	const json_t *item;
	size_t i;
	int bad = 0;

	w->nested = true;
	json_array_foreach(list, i, item)
	{
		if (w->env->item != NULL && w->filter != NULL)
			w->env->item(w->env->arg, w->filter, out);
		if ((bad = write_item(w, node, item, kept, i, out)) < 0)
			break;
	}
	w->nested = nested;
	return bad;
}

static int
write_section(struct writer *w, const struct node *node, GString *out)
{
	const json_t *value;

	if (mustache_is_filter(w->env, node))
		return write_filtered(w, node, NULL, out);
	value = lookup(w, node->text);
	if (is_false(value))
		return 0;
	return json_is_array(value) ? write_items(w, node, value, out)
				    : write_inside(w, node, value, out);
}

/* What it came to before, if nothing that it looks up has changed since. */
static int
write_again(struct writer *w, const struct node *node, GString *out)
{
	struct memo_part *part = memo_part(w->env, node);
	size_t from = out->len;

	if (memo_part_stays(w->env->memo, part) ||
	    are_same(w, part->names, part->values)) {
		memo_part_seen(w->env->memo, part);
		text_append(out, part->text->str, part->text->len);
		return 0;
	}
	if ((mustache_is_filter(w->env, node)
		    ? write_filtered(w, node, part, out)
		    : write_section(w, node, out)) < 0) {
		memo_part_clear(part);
		return -1;
	}
	memo_part_clear(part);
	part->values = look_up_all(w, part->names);
	memo_part_seen(w->env->memo, part);
	text_append(part->text, out->str + from, (out->len - from));
	return 0;
}

/* Inside an object are others that are looked at one by one. */
static bool
is_remembered(const struct writer *w, const struct node *node)
{
	return w->env->memo != NULL && !w->nested &&
	       (mustache_is_filter(w->env, node) ||
		   !json_is_object(lookup(w, node->text)));
}

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

/* The partial, read once for each indent; NULL: none, or an error. */
static const struct mustache *
find_partial(struct writer *w, const struct node *node, int *bad)
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

static int
write_partial(struct writer *w, const struct node *node, GString *out)
{
	const struct mustache *partial;
	const char *name = w->name;
	GHashTable **lists = w->lists;
	bool nested = w->nested;
	int bad;

	if (w->partial_depth >= MAX_PARTIALS)
		return fail(w, node, "partials inside each other without end");
	partial = find_partial(w, node, &bad);
	if (bad < 0)
		return bad;
	if (w->env->part != NULL)
		w->env->part(w->env->arg, node->text, false, out);
	if (partial != NULL) {
		w->partial_depth++;
		w->nested = true;
		w->lists = NULL; /* it stands at several places */
		w->name = partial->name;
		bad = write_nodes(w, partial->nodes, out);
		w->name = name;
		w->lists = lists;
		w->nested = nested;
		w->partial_depth--;
	}
	if (w->env->part != NULL)
		w->env->part(w->env->arg, node->text, true, out);
	return bad;
}

static int
write_node(struct writer *w, const struct node *node, GString *out)
{
	switch (node->kind) {
	case NODE_TEXT:
		text_append(out, node->text, node->size);
		return 0;
	case NODE_VALUE:
	case NODE_RAW:
		write_value(w, node, out);
		return 0;
	case NODE_SECTION:
		return is_remembered(w, node) ? write_again(w, node, out)
					      : write_section(w, node, out);
	case NODE_INVERTED:
		if (is_false(lookup(w, node->text)))
			return write_nodes(w, node->children, out);
		return 0;
	case NODE_PARTIAL:
		return write_partial(w, node, out);
	}
	return 0;
}

static int
write_nodes(struct writer *w, const struct node *node, GString *out)
{
	for (; node != NULL; node = node->next) {
		size_t before = out->len;

		if (write_node(w, node, out) < 0)
			return -1;
		w->work += 16 + (out->len - before);
		if (out->len > MAX_OUTPUT)
			return fail(
			    w, node, "comes to more than 1 MiB of text");
		if (w->work > MAX_WORK)
			return fail(w, node, "takes too long");
	}
	return 0;
}

static void
string_free_one(void *string, void *unused)
{
	(void)unused;
	g_string_free(string, TRUE);
}

int
mustache_append(const struct mustache *m, GHashTable *partials,
    const json_t *context, const struct mustache_env *env, GString *out,
    struct err *err)
{
	const struct frame frame = { context, NULL };
	struct writer w = {
		.env = env,
		.inner = &frame,
		.partials = partials,
		.spare = env->memo != NULL ? memo_spare(env->memo)
					   : g_ptr_array_new(),
		.lists = env->memo != NULL ? memo_lists(env->memo) : NULL,
		.name = m->name,
		.err = err,
	};
	int bad = write_nodes(&w, m->nodes, out);

	if (env->memo != NULL)
		return bad;
	g_ptr_array_foreach(w.spare, string_free_one, NULL);
	g_ptr_array_unref(w.spare);
	return bad;
}

char *
mustache_write(const struct mustache *m, GHashTable *partials,
    const json_t *context, const struct mustache_env *env, struct err *err)
{
	GString *out = g_string_sized_new(4096);
	int bad = mustache_append(m, partials, context, env, out, err);

	return g_string_free(out, bad < 0);
}

char *
mustache_render(const char *name, const char *text, const json_t *context,
    const struct mustache_env *env, struct err *err)
{
	struct mustache *m = mustache_parse(name, text, err);
	g_autoptr(GHashTable) partials = mustache_table();
	char *got;

	if (m == NULL)
		return NULL;
	got = mustache_write(m, partials, context, env, err);
	mustache_free(m);
	return got;
}
