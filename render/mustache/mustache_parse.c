/* SPDX-License-Identifier: ISC */
/*
 * Reads a Mustache template into nodes: tags, changed delimiters, and the
 * rule that a tag alone on its line takes the line with it.
 */
#include "render/mustache/mustache.h"

#include "base/err.h"
#include "render/text/text.h"

#include <string.h>

#define DELIMITER_SIZE 16

#define PIECE 4096 /* bytes of nodes that are taken together */

static const struct text_span NOTHING = { "", 0 };

struct parser {
	guint nodes; /* so many */
	const char *name;
	const char *text; /* all of it */
	const char *at; /* what is not read yet */
	const char *counted; /* up to here lines are counted */
	int line;
	char open[DELIMITER_SIZE], close[DELIMITER_SIZE];
	struct node **tail; /* where the next node goes */
	struct node *sections[MUSTACHE_MAX_NESTING]; /* those still open */
	size_t depth; /* so many */
	GPtrArray *pieces;
	char *free; /* of the last piece... */
	size_t nfree; /* ...so many bytes */
	struct err *err;
};

/* A tag as found in the text. */
struct tag {
	const char *start, *end; /* with its delimiters */
	const char *from, *to; /* with the blanks and line end it takes */
	char sort; /* '#', '^', '/', '>', '!', '=', '&', or 0: a value */
	struct text_span inside; /* without sort and outer blanks */
};

/* Zeros, which stay as long as the template: it has many nodes, and they all go
 * together. */
static void *
take(struct parser *p, size_t size)
{
	const size_t align = G_ALIGNOF(struct node);
	char *taken;

	size = (size + align - 1) / align * align;
	if (p->nfree < size) {
		p->nfree = MAX(size, PIECE);
		p->free = g_malloc0(p->nfree);
		g_ptr_array_add(p->pieces, p->free);
	}
	taken = p->free;
	p->free += size;
	p->nfree -= size;
	return taken;
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
fail(struct parser *p, int line, const char *what, struct text_span about)
{
	g_autofree char *start = g_strndup(about.at, MIN(about.size, 40));
	g_autofree char *shown = NULL;

	g_strdelimit(start, "\r\n", '\0');
	shown = g_utf8_make_valid(start, -1);
	return err_set(
	    p->err, ERR_FORMAT, "%s:%d: %s %s", p->name, line, what, shown);
}

/* A node and its texts are one piece: templates have many. */
static struct node *
node_add(struct parser *p, enum node_kind kind, struct text_span text,
    struct text_span indent)
{
	struct node *node =
	    take(p, sizeof(*node) + text.size + 1 + indent.size + 1);
	char *behind = mempcpy(node->text, text.at, text.size);

	node->kind = kind;
	node->line = p->line;
	node->number = p->nodes++;
	node->size = kind == NODE_TEXT ? text.size : strcspn(node->text, ".");
	node->indent = behind + 1;
	memcpy(behind + 1, indent.at, indent.size);
	*p->tail = node;
	p->tail = &node->next;
	return node;
}

static void
add_text(struct parser *p, const char *from, const char *to)
{
	if (from < to)
		node_add(p, NODE_TEXT,
		    (struct text_span){ from, (size_t)(to - from) }, NOTHING);
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
	char close[DELIMITER_SIZE + 1] = "";
	const char *s = start + strlen(p->open);
	const char *end;
	int line = line_of(p, start);

	memset(tag, 0, sizeof(*tag));
	tag->start = start;
	if (*s == '{') {
		tag->sort = '&';
		close[0] = '}';
	} else if (*s == '=') {
		tag->sort = '=';
		close[0] = '=';
	} else if (*s != '\0' && strchr("#^/>!&", *s) != NULL)
		tag->sort = *s;
	g_strlcat(close, p->close, sizeof(close));
	if (tag->sort != 0)
		s++;
	end = strstr(s, close);
	if (end == NULL)
		return fail(p, line, "tag without end:", text_whole(start));
	tag->end = end + strlen(close);
	tag->inside = text_strip(s, end);
	find_extent(p, tag);
	return 0;
}

static int
set_delimiters(struct parser *p, const struct tag *tag)
{
	g_autofree char *inside = g_strndup(tag->inside.at, tag->inside.size);
	g_auto(GStrv) two = g_strsplit_set(inside, " \t\n", 2);
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

	if (p->depth >= MUSTACHE_MAX_NESTING)
		return fail(p, p->line, "nested too deep:", tag->inside);
	node = node_add(p, tag->sort == '#' ? NODE_SECTION : NODE_INVERTED,
	    tag->inside, NOTHING);
	node->asked = take(p, sizeof(struct asked));
	p->sections[p->depth++] = node;
	p->tail = &node->children;
	return 0;
}

static int
close_section(struct parser *p, const struct tag *tag)
{
	struct node *node;

	if (p->depth == 0)
		return fail(p, p->line, "no section to close:", tag->inside);
	node = p->sections[p->depth - 1];
	if (!text_same(text_whole(node->text), tag->inside))
		return fail(p, p->line, "closes another section:", tag->inside);
	p->tail = &node->next;
	p->depth--;
	return 0;
}

static bool
is_name(struct text_span text)
{
	for (size_t i = 0; i < text.size; i++)
		if (strchr(" \t\r\n", text.at[i]) != NULL)
			return false;
	return text.size > 0;
}

/* "cards.0": by names nothing leads into a list, so that nothing would ever
 * come of it. */
static bool
names_item(struct text_span name)
{
	const char *end = name.at + name.size, *dot = name.at;

	while ((dot = memchr(dot, '.', (size_t)(end - dot))) != NULL) {
		const char *from = ++dot;

		while (dot < end && g_ascii_isdigit(*dot))
			dot++;
		if (dot > from && (dot == end || *dot == '.'))
			return true;
	}
	return false;
}

static int
take_tag(struct parser *p, const struct tag *tag)
{
	if (tag->sort == '!')
		return 0;
	if (tag->sort == '=')
		return set_delimiters(p, tag);
	if (!is_name(tag->inside))
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
		node_add(p, NODE_PARTIAL, tag->inside,
		    (struct text_span){
			tag->from, (size_t)(tag->start - tag->from) });
		return 0;
	default:
		node_add(p, tag->sort == '&' ? NODE_RAW : NODE_VALUE,
		    tag->inside, NOTHING);
		return 0;
	}
}

static int
parse(struct parser *p)
{
	const char *start;

	while ((start = strstr(p->at, p->open)) != NULL) {
		struct tag tag;

		if (find_tag(p, start, &tag) < 0)
			return -1;
		add_text(p, p->at, tag.from);
		p->at = tag.to;
		if (take_tag(p, &tag) < 0)
			return -1;
	}
	add_text(p, p->at, p->at + strlen(p->at));
	if (p->depth > 0) {
		const struct node *node = p->sections[p->depth - 1];

		return fail(p, node->line,
		    "section without end:", text_whole(node->text));
	}
	return 0;
}

struct mustache *
mustache_parse(const char *name, const char *text, struct err *err)
{
	struct mustache *m = g_new0(struct mustache, 1);
	struct parser p = {
		.name = name,
		.text = text,
		.at = text,
		.counted = text,
		.line = 1,
		.open = "{{",
		.close = "}}",
		.tail = &m->nodes,
		.err = err,
	};

	m->name = g_strdup(name);
	p.pieces = m->pieces = g_ptr_array_new_with_free_func(g_free);
	if (parse(&p) == 0)
		return m;
	mustache_free(m);
	return NULL;
}

void
mustache_free(struct mustache *m)
{
	g_ptr_array_unref(m->pieces);
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
