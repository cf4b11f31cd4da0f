/* SPDX-License-Identifier: ISC */
/*
 * Reads a Mustache template into nodes: tags, changed delimiters, and the
 * rule that a tag alone on its line takes the line with it.
 */
#include "render/mustache.h"

#include "base/err.h"

#include <string.h>

#define DELIMITER_SIZE 16

struct parser {
	const char *name;
	const char *text; /* all of it */
	const char *at; /* what is not read yet */
	const char *counted; /* up to here lines are counted */
	int line;
	char open[DELIMITER_SIZE], close[DELIMITER_SIZE];
	GPtrArray *nodes; /* where new nodes go */
	GPtrArray *sections; /* struct node *, those still open */
	GPtrArray *outer; /* their nodes lists */
	struct err *err;
};

/* A tag as found in the text. */
struct tag {
	const char *start, *end; /* with its delimiters */
	const char *from, *to; /* with the blanks and line end it takes */
	char sort; /* '#', '^', '/', '>', '!', '=', '&', or 0: a value */
	char *inside; /* without sort and outer blanks */
};

static void
node_free(void *data)
{
	struct node *node = data;

	if (node->children != NULL)
		g_ptr_array_unref(node->children);
	g_free(node->text);
	g_free(node->indent);
	g_free(node);
}

static int
line_of(struct parser *p, const char *where)
{
	for (; p->counted < where; p->counted++)
		if (*p->counted == '\n')
			p->line++;
	return p->line;
}

/* about is shortened to what helps to find the place. */
static int
fail(struct parser *p, int line, const char *what, const char *about)
{
	g_autofree char *start = g_strndup(about, 40);
	g_autofree char *shown = NULL;

	g_strdelimit(start, "\r\n", '\0');
	shown = g_utf8_make_valid(start, -1);
	return err_set(
	    p->err, ERR_FORMAT, "%s:%d: %s %s", p->name, line, what, shown);
}

/* Takes over text. */
static struct node *
node_add(struct parser *p, enum node_kind kind, char *text)
{
	struct node *node = g_new0(struct node, 1);

	node->kind = kind;
	node->text = text;
	node->size = strlen(text);
	node->line = p->line;
	g_ptr_array_add(p->nodes, node);
	return node;
}

static void
add_text(struct parser *p, const char *from, const char *to)
{
	if (from < to)
		node_add(p, NODE_TEXT, g_strndup(from, (size_t)(to - from)));
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* A tag that writes nothing and is alone on its line takes all the line. */
static void
find_extent(const struct parser *p, struct tag *tag)
{
	const char *from = tag->start, *to = tag->end;

	tag->from = tag->start;
	tag->to = tag->end;
	if (tag->sort == 0 || tag->sort == '&')
		return;
	while (from > p->text && is_blank(from[-1]))
		from--;
	if (from > p->text && from[-1] != '\n')
		return;
	while (is_blank(*to))
		to++;
	if (to[0] == '\r' && to[1] == '\n')
		to++;
	if (*to != '\n' && *to != '\0')
		return;
	tag->from = from;
	tag->to = *to == '\n' ? to + 1 : to;
}

static int
find_tag(struct parser *p, const char *start, struct tag *tag)
{
	g_autofree char *close = NULL;
	const char *s = start + strlen(p->open);
	const char *end;
	int line = line_of(p, start);

	memset(tag, 0, sizeof(*tag));
	tag->start = start;
	if (*s == '{') {
		tag->sort = '&';
		close = g_strconcat("}", p->close, NULL);
	} else if (*s == '=') {
		tag->sort = '=';
		close = g_strconcat("=", p->close, NULL);
	} else {
		if (*s != '\0' && strchr("#^/>!&", *s) != NULL)
			tag->sort = *s;
		close = g_strdup(p->close);
	}
	if (tag->sort != 0)
		s++;
	end = strstr(s, close);
	if (end == NULL)
		return fail(p, line, "tag without end:", start);
	tag->end = end + strlen(close);
	tag->inside = g_strstrip(g_strndup(s, (size_t)(end - s)));
	find_extent(p, tag);
	return 0;
}

static int
set_delimiters(struct parser *p, const struct tag *tag)
{
	g_auto(GStrv) two = g_strsplit_set(tag->inside, " \t\n", 2);
	const char *open = two[0];
	const char *close =
	    open != NULL && two[1] != NULL ? g_strchug(two[1]) : "";

	if (open == NULL || *open == '\0' || *close == '\0' ||
	    strpbrk(close, " \t\n=") != NULL || strchr(open, '=') != NULL ||
	    strlen(open) >= DELIMITER_SIZE || strlen(close) >= DELIMITER_SIZE)
		return fail(p, p->line, "no delimiters:", tag->inside);
	g_strlcpy(p->open, open, DELIMITER_SIZE);
	g_strlcpy(p->close, close, DELIMITER_SIZE);
	return 0;
}

static int
open_section(struct parser *p, const struct tag *tag)
{
	struct node *node;

	if (p->sections->len >= MUSTACHE_MAX_NESTING)
		return fail(p, p->line, "nested too deep:", tag->inside);
	node = node_add(p, tag->sort == '#' ? NODE_SECTION : NODE_INVERTED,
	    g_strdup(tag->inside));
	node->children = g_ptr_array_new_with_free_func(node_free);
	g_ptr_array_add(p->sections, node);
	g_ptr_array_add(p->outer, p->nodes);
	p->nodes = node->children;
	return 0;
}

static int
close_section(struct parser *p, const struct tag *tag)
{
	const struct node *node;

	if (p->sections->len == 0)
		return fail(p, p->line, "no section to close:", tag->inside);
	node = p->sections->pdata[p->sections->len - 1];
	if (strcmp(node->text, tag->inside) != 0)
		return fail(p, p->line, "closes another section:", tag->inside);
	p->nodes = p->outer->pdata[p->outer->len - 1];
	g_ptr_array_set_size(p->sections, (int)p->sections->len - 1);
	g_ptr_array_set_size(p->outer, (int)p->outer->len - 1);
	return 0;
}

/* "cards.0": by names nothing leads into a list, so that nothing would ever
 * come of it. */
static bool
names_item(const char *name)
{
	while ((name = strchr(name, '.')) != NULL) {
		size_t digits = strspn(++name, "0123456789");

		if (digits > 0 && (name[digits] == '.' || name[digits] == '\0'))
			return true;
	}
	return false;
}

static int
take_tag(struct parser *p, const struct tag *tag)
{
	struct node *node;

	if (tag->sort == '!')
		return 0;
	if (tag->sort == '=')
		return set_delimiters(p, tag);
	if (*tag->inside == '\0' || strpbrk(tag->inside, " \t\r\n") != NULL)
		return fail(p, p->line, "not a name:", tag->inside);
	if (tag->sort != '>' && names_item(tag->inside))
		return fail(p, p->line,
		    "no number leads into a list but in {{#fact}}:",
		    tag->inside);
	switch (tag->sort) {
	case '#':
	case '^':
		return open_section(p, tag);
	case '/':
		return close_section(p, tag);
	case '>':
		node = node_add(p, NODE_PARTIAL, g_strdup(tag->inside));
		node->indent =
		    g_strndup(tag->from, (size_t)(tag->start - tag->from));
		return 0;
	default:
		node_add(p, tag->sort == '&' ? NODE_RAW : NODE_VALUE,
		    g_strdup(tag->inside));
		return 0;
	}
}

static int
parse(struct parser *p)
{
	const char *start;

	while ((start = strstr(p->at, p->open)) != NULL) {
		struct tag tag;
		int bad;

		if (find_tag(p, start, &tag) < 0)
			return -1;
		add_text(p, p->at, tag.from);
		p->at = tag.to;
		bad = take_tag(p, &tag);
		g_free(tag.inside);
		if (bad < 0)
			return -1;
	}
	add_text(p, p->at, p->at + strlen(p->at));
	if (p->sections->len > 0) {
		const struct node *node =
		    p->sections->pdata[p->sections->len - 1];
		return fail(p, node->line, "section without end:", node->text);
	}
	return 0;
}

struct mustache *
mustache_parse(const char *name, const char *text, struct err *err)
{
	struct mustache *m = g_new0(struct mustache, 1);
	g_autoptr(GPtrArray) sections = g_ptr_array_new();
	g_autoptr(GPtrArray) outer = g_ptr_array_new();
	struct parser p = {
		.name = name,
		.text = text,
		.at = text,
		.counted = text,
		.line = 1,
		.open = "{{",
		.close = "}}",
		.sections = sections,
		.outer = outer,
		.err = err,
	};

	m->name = g_strdup(name);
	m->nodes = p.nodes = g_ptr_array_new_with_free_func(node_free);
	if (parse(&p) == 0)
		return m;
	mustache_free(m);
	return NULL;
}

void
mustache_free(struct mustache *m)
{
	g_ptr_array_unref(m->nodes);
	g_free(m->name);
	g_free(m);
}

static void
table_value_free(void *m)
{
	mustache_free(m);
}

GHashTable *
mustache_table(void)
{
	return g_hash_table_new_full(
	    g_str_hash, g_str_equal, g_free, table_value_free);
}
