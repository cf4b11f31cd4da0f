/* SPDX-License-Identifier: ISC */
/*
 * Mustache, after its public specification, without lambdas and inheritance:
 * writes the nodes of a template with a context.  A false value is false, null,
 * "" or an empty list; 0 is a number like others.  A list as a value is its
 * items with commas between.
 */
#include "render/mustache/mustache.h"

#include "base/err.h"
#include "render/mustache/memo.h"
#include "render/mustache/template.h"
#include "render/mustache/writing.h"
#include "render/text/text.h"

#include <string.h>

#define MAX_PARTIALS 32 /* inside each other */
#define MAX_OUTPUT (1024 * 1024)
/*
 * Steps and bytes that one call may take, so that no template, however
 * nested its lists and partials are, runs for long.
 */
#define MAX_WORK (16 * 1024 * 1024)

static int write_one(struct writer *, const struct node *, GString *out);
static int write_nodes(struct writer *, const struct node *, GString *out);

static int
fail(struct writer *w, const struct node *node, const char *what)
{
	return err_set(
	    w->err, ERR_FORMAT, "%s:%d: %s", w->name, node->line, what);
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

/* known: NULL, or what it came to before. */
static void
filter_again(struct writer *w, const struct node *node, struct memo_part *known,
    const GString *inside, GString *out)
{
	size_t from = out->len;

	if (known != NULL && memo_part_again(known, inside, out))
		return;
	w->env->filter(w->env->arg, node->text, inside->str, out);
	if (known != NULL)
		memo_part_set(known, inside, out->str + from, out->len - from);
}

static int
write_filtered(struct writer *w, const struct node *node, GString *out)
{
	struct memo_part *known =
	    w->env->memo != NULL && !w->nested ? memo_part(w->env, node) : NULL;
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
		filter_again(w, node, known, inside, out);
	}
	g_ptr_array_add(w->spare, inside);
	return bad;
}

static int
write_inside(struct writer *w, const struct node *node, const json_t *value,
    GString *out)
{
	const struct frame frame = { value, w->inner };
	const bool nested = w->nested;
	int bad;

	w->inner = &frame;
	/* "." in it is a name that may change without any key */
	w->nested |= !json_is_object(value);
	bad = write_nodes(w, node->children, out);
	w->nested = nested;
	w->inner = frame.outer;
	return bad;
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
	const GPtrArray *names;

	if (w->lists == NULL ||
	    (w->lists != memo_lists(w->env->memo) && !has_sections(node)))
		return NULL;
	kept = memo_list(w->env, w->lists, node);
	if (kept->looked_up->unknown)
		return NULL;
	memo_list_begin(kept, n);
	names = kept->looked_up->names;
	for (guint i = 0; i < names->len; i++)
		if (memo_list_may_move(w->env->memo, kept, i))
			memo_list_outside(
			    kept, i, writer_lookup(w, names->pdata[i]));
	memo_list_seen(w->env->memo, kept);
	return kept;
}

/* An item's nodes; of those that look up nothing that has changed since, what
 * they came to then. */
static int
write_changed(struct writer *w, const struct node *node, struct memo_list *kept,
    size_t i, guint64 changed, guint *ends, GString *out)
{
	const struct memo_item *item = memo_item(kept, i);
	const GArray *uses = kept->looked_up->uses;
	const char *text = item->text != NULL ? item->text->str : "";
	size_t from = out->len, begin = 0, end = 0; /* what is to be copied */
	guint n = 0;

	for (node = node->children; node != NULL; node = node->next, n++) {
		size_t was = item->ends != NULL ? item->ends[n] : 0;

		if (changed != MEMO_ALL &&
		    (g_array_index(uses, guint64, n) & changed) == 0) {
			end = was;
		} else {
			text_append(out, text + begin, end - begin);
			if (write_one(w, node, out) < 0)
				return -1;
			begin = end = was;
		}
		ends[n] = (guint)(out->len - from + end - begin);
	}
	text_append(out, text + begin, end - begin);
	return 0;
}

static int
write_item(struct writer *w, const struct node *node, const json_t *value,
    struct memo_list *kept, size_t i, GString *out)
{
	guint64 changed = memo_item_changed(w->env->memo, kept, i, value);
	const struct frame frame = { value, w->inner };
	struct memo_item *item = memo_item(kept, i);
	GHashTable **lists = w->lists;
	size_t from = out->len;
	guint *ends;
	int bad;

	if (changed == 0) {
		text_append(out, item->text->str, item->text->len);
		return 0;
	}
	ends = g_new(guint, kept->looked_up->uses->len + 1);
	w->lists = &item->lists;
	w->inner = &frame;
	bad = write_changed(w, node, kept, i, changed, ends, out);
	w->inner = frame.outer;
	w->lists = lists;
	if (bad == 0)
		memo_item_set(
		    kept, i, value, out->str + from, out->len - from, ends);
	else
		g_free(ends);
	return bad;
}

static int
write_unknown(struct writer *w, const struct node *node, const json_t *value,
    GString *out)
{
	GHashTable **lists = w->lists;
	int bad;

	w->lists = NULL;
	bad = write_inside(w, node, value, out);
	w->lists = lists;
	return bad;
}

/* All items come to the same text. */
static bool
is_plain(const struct writer *w, const struct node *node)
{
	const struct node *inside = node->children;

	return w->env->item == NULL && inside != NULL && inside->next == NULL &&
	       inside->kind == NODE_TEXT;
}

static int
write_items(
    struct writer *w, const struct node *node, const json_t *list, GString *out)
{
	struct memo_list *kept;
	bool nested = w->nested;
	const json_t *item;
	size_t i;
	int bad = 0;

	if (is_plain(w, node)) {
		for (i = json_array_size(list); i > 0; i--)
			text_append(
			    out, node->children->text, node->children->size);
		w->work += 16 * json_array_size(list);
		return 0;
	}
	kept = kept_items(w, node, json_array_size(list));
	w->nested = true;
	json_array_foreach(list, i, item)
	{
		if (w->env->item != NULL && w->filter != NULL)
			w->env->item(w->env->arg, w->filter, out);
		bad = kept != NULL ? write_item(w, node, item, kept, i, out)
				   : write_unknown(w, node, item, out);
		if (bad < 0)
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
		return write_filtered(w, node, out);
	value = writer_lookup_node(w, node);
	if (mustache_is_false(value))
		return 0;
	return json_is_array(value) ? write_items(w, node, value, out)
				    : write_inside(w, node, value, out);
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
	partial = writer_partial(w, node, &bad);
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
		writer_value(w, node, out);
		return 0;
	case NODE_SECTION:
		return write_section(w, node, out);
	case NODE_INVERTED:
		if (mustache_is_false(writer_lookup_node(w, node)))
			return write_nodes(w, node->children, out);
		return 0;
	case NODE_PARTIAL:
		return write_partial(w, node, out);
	}
	return 0;
}

static int
write_one(struct writer *w, const struct node *node, GString *out)
{
	size_t before = out->len;

	if (write_node(w, node, out) < 0)
		return -1;
	w->work += 16 + (out->len - before);
	if (out->len > MAX_OUTPUT)
		return fail(w, node, "comes to more than 1 MiB of text");
	return w->work > MAX_WORK ? fail(w, node, "takes too long") : 0;
}

/* Nodes of which most come to what they came to the last time: these are
 * copied many at once. */
static int
write_scope(struct writer *w, const struct node *node, GString *out)
{
	struct memo_scope *scope = memo_scope(w->env, node);
	const struct mustache_memo *memo = w->env->memo;
	bool known = memo_scope_known(memo, scope);
	size_t from = out->len, begin = 0, end = 0; /* what is to be copied */
	size_t first = G_MAXSIZE, last = 0; /* what is not as before */

	scope->seen = 0;
	for (guint i = 0; node != NULL; node = node->next, i++) {
		struct memo_child *child =
		    &g_array_index(scope->children, struct memo_child, i);
		size_t was = child->end;

		if (known && memo_child_stays(memo, child)) {
			end = was;
		} else {
			text_append(out, scope->text->str + begin, end - begin);
			first = MIN(first, out->len - from);
			if (write_one(w, node, out) < 0)
				return -1;
			last = out->len - from;
			begin = end = was;
		}
		child->end = (guint)(out->len - from + end - begin);
	}
	text_append(out, scope->text->str + begin, end - begin);
	w->work += out->len - from;
	memo_scope_set(
	    memo, scope, out->str + from, out->len - from, first, last);
	return 0;
}

/* All but texts is one section of an object, whose inside is a scope: what this
 * one comes to would only be copied once more. */
static bool
is_wrapping(const struct writer *w, const struct node *node)
{
	const struct node *only = NULL;

	for (; node != NULL; node = node->next) {
		if (node->kind == NODE_TEXT)
			continue;
		if (only != NULL)
			return false;
		only = node;
	}
	return only != NULL && only->kind == NODE_SECTION &&
	       !mustache_is_filter(w->env, only) &&
	       json_is_object(writer_lookup_node(w, only));
}

static int
write_nodes(struct writer *w, const struct node *node, GString *out)
{
	if (node != NULL && w->env->memo != NULL && !w->nested &&
	    !is_wrapping(w, node))
		return write_scope(w, node, out);
	for (; node != NULL; node = node->next)
		if (write_one(w, node, out) < 0)
			return -1;
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
