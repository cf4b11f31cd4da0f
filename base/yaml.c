/* SPDX-License-Identifier: ISC */
/*
 * YAML as a tree, built from libyaml's events.  Only what a hand-written
 * configuration or catalogue needs is let in; the rest is refused by line.
 */
#include "base/yaml.h"

#include "base/err.h"

#include <string.h>
#include <yaml.h>

enum { DEPTH_MAX = 32, SIZE_MAX_YAML = 1024 * 1024 };

struct reader {
	yaml_parser_t parser;
	const char *file;
	struct err *err;
};

static struct ynode *read_node(
    struct reader *, const yaml_event_t *first, int depth);

static int
line_of(const yaml_event_t *ev)
{
	return (int)ev->start_mark.line + 1;
}

static int
refuse(struct reader *r, int line, const char *what)
{
	return err_set(r->err, ERR_FORMAT, "%s:%d: %s", r->file, line, what);
}

/*
 * libyaml's words, of which people who only ever write settings understand
 * little, and ours.  from: the fault is where what it stopped in began.
 */
static const struct {
	const char *its, *ours;
	bool from;
} problems[] = {
	{ "expected '-' indicator",
	    "list item expected: begin it with \"- \", indented like the one "
	    "above it",
	    false },
	{ "did not find expected key",
	    "\"key: value\" expected: indent the line like its neighbours",
	    false },
	{ "mapping values are not allowed",
	    "a \":\" is not allowed here: check how far the line is indented, "
	    "and put a text with a colon in \"quotes\"",
	    false },
	{ "could not find expected ':'",
	    "a \":\" is missing after the key on this line", true },
	{ "cannot start any token",
	    "a text cannot begin with this character: put it in \"quotes\"; "
	    "indent lines with blanks, not with tabs",
	    false },
	{ "tab character", "indent lines with blanks, not with tabs", false },
	{ "unexpected end of stream",
	    "the quotation mark that begins here has no end", true },
	{ "unexpected document indicator",
	    "the quotation mark that begins here has no end", true },
	{ "unknown escape",
	    "this \"\\\" is not allowed in double quotes: use 'these'", false },
	{ "expected ',' or ']'",
	    "the list that begins with \"[\" needs \",\" between its items and "
	    "\"]\" at its end",
	    false },
	{ "expected ',' or '}'",
	    "what begins with \"{\" needs \",\" between its entries and \"}\" "
	    "at its end",
	    false },
	{ "block sequence entries are not allowed",
	    "a list item is not allowed here: put it on a line of its own, "
	    "below its key",
	    false },
	{ "expected node content",
	    "a value is missing, or begins with a character that only "
	    "\"quotes\" allow",
	    false },
	{ "expected <document start>",
	    "this belongs to nothing above it: check how far the line is "
	    "indented",
	    false },
	{ "expected alphabetic or numeric",
	    "a text that begins with * or & must be in \"quotes\"", false },
};

static int
refuse_parser(struct reader *r)
{
	const yaml_parser_t *p = &r->parser;
	const char *problem = p->problem != NULL ? p->problem : "not YAML";

	/* reader errors (bad UTF-8) have no mark but an offset */
	if (p->error == YAML_READER_ERROR)
		return err_set(r->err, ERR_FORMAT,
		    "%s:%zu: not UTF-8 text: %s at byte %zu", r->file,
		    p->mark.line + 1, problem, p->problem_offset);
	for (size_t i = 0; i < G_N_ELEMENTS(problems); i++)
		if (strstr(problem, problems[i].its) != NULL)
			return err_set(r->err, ERR_FORMAT, "%s:%zu: %s",
			    r->file,
			    (problems[i].from && p->context != NULL
				    ? p->context_mark.line
				    : p->problem_mark.line) +
				1,
			    problems[i].ours);
	return err_set(r->err, ERR_FORMAT, "%s:%zu: %s", r->file,
	    p->problem_mark.line + 1, problem);
}

/* The next event; on 0 it is the caller's to delete. */
static int
next(struct reader *r, yaml_event_t *ev)
{
	if (yaml_parser_parse(&r->parser, ev) == 0)
		return refuse_parser(r);
	return 0;
}

static struct ynode *
ynode_new(enum ynode_kind kind, int line)
{
	struct ynode *n = g_new0(struct ynode, 1);

	n->kind = kind;
	n->line = line;
	if (kind != YNODE_TEXT)
		n->children = g_new0(struct ynode_list, 1);
	return n;
}

/* Takes the child. */
static void
ynode_add(struct ynode *n, struct ynode *child)
{
	struct ynode_list *list = n->children;

	/* room for a power of two of them */
	if ((list->len & (list->len - 1)) == 0)
		list->pdata =
		    g_renew(struct ynode *, list->pdata, MAX(2 * list->len, 1));
	list->pdata[list->len++] = child;
}

void
ynode_free(struct ynode *n)
{
	if (n == NULL)
		return;
	/* the first of all that were unpacked, which are one piece */
	if (n->lent) {
		g_free(n);
		return;
	}
	for (guint i = 0; n->children != NULL && i < n->children->len; i++)
		ynode_free(n->children->pdata[i]);
	if (n->children != NULL)
		g_free(n->children->pdata);
	g_free(n->children);
	g_free((char *)n->key);
	g_free((char *)n->text);
	g_free(n);
}

/* A scalar's text, or NULL after a refusal. */
static char *
scalar_text(struct reader *r, const yaml_event_t *ev)
{
	const char *value = (const char *)ev->data.scalar.value;
	size_t size = ev->data.scalar.length;

	if (ev->data.scalar.anchor != NULL || ev->data.scalar.tag != NULL) {
		refuse(r, line_of(ev), "anchors and tags are not allowed");
		return NULL;
	}
	if (memchr(value, '\0', size) != NULL) {
		refuse(r, line_of(ev), "a NUL is not allowed");
		return NULL;
	}
	return g_strndup(value, size);
}

static struct ynode *
read_text(struct reader *r, const yaml_event_t *ev)
{
	char *text = scalar_text(r, ev);
	struct ynode *n;

	if (text == NULL)
		return NULL;
	n = ynode_new(YNODE_TEXT, line_of(ev));
	n->text = text;
	n->plain = ev->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	return n;
}

/* Reads items up to the end of the list; 0, or -1 after a refusal. */
static int
fill_list(struct reader *r, struct ynode *list, int depth)
{
	for (;;) {
		yaml_event_t ev;
		struct ynode *item;

		if (next(r, &ev) != 0)
			return -1;
		if (ev.type == YAML_SEQUENCE_END_EVENT) {
			yaml_event_delete(&ev);
			return 0;
		}
		item = read_node(r, &ev, depth + 1);
		yaml_event_delete(&ev);
		if (item == NULL)
			return -1;
		ynode_add(list, item);
	}
}

/* The key of a map's entry, or NULL after a refusal. */
static char *
read_key(struct reader *r, const yaml_event_t *ev, GHashTable *seen)
{
	g_autofree char *key = NULL;

	if (ev->type != YAML_SCALAR_EVENT) {
		refuse(r, line_of(ev), "a key must be text");
		return NULL;
	}
	key = scalar_text(r, ev);
	if (key == NULL)
		return NULL;
	if (!g_hash_table_add(seen, g_strdup(key))) {
		err_set(r->err, ERR_FORMAT, "%s:%d: \"%s\" occurs here twice",
		    r->file, line_of(ev), key);
		return NULL;
	}
	return g_steal_pointer(&key);
}

/* One value; takes the key. */
static int
add_value(struct reader *r, struct ynode *map, char *key, int line, int depth)
{
	struct ynode *value;
	yaml_event_t ev;

	if (next(r, &ev) != 0) {
		g_free(key);
		return -1;
	}
	value = read_node(r, &ev, depth + 1);
	yaml_event_delete(&ev);
	if (value == NULL) {
		g_free(key);
		return -1;
	}
	value->key = key;
	value->line = line; /* what is below it begins only there */
	ynode_add(map, value);
	return 0;
}

static int
fill_map(struct reader *r, struct ynode *map, int depth)
{
	g_autoptr(GHashTable) seen =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (;;) {
		yaml_event_t ev;
		char *key;
		bool end;
		int line;

		if (next(r, &ev) != 0)
			return -1;
		line = line_of(&ev);
		end = ev.type == YAML_MAPPING_END_EVENT;
		key = end ? NULL : read_key(r, &ev, seen);
		yaml_event_delete(&ev);
		if (end)
			return 0;
		if (key == NULL || add_value(r, map, key, line, depth) != 0)
			return -1;
	}
}

static struct ynode *
read_group(struct reader *r, const yaml_event_t *ev, int depth)
{
	bool map = ev->type == YAML_MAPPING_START_EVENT;
	const yaml_char_t *anchor = map ? ev->data.mapping_start.anchor
					: ev->data.sequence_start.anchor;
	const yaml_char_t *tag =
	    map ? ev->data.mapping_start.tag : ev->data.sequence_start.tag;
	struct ynode *n;
	int bad;

	if (anchor != NULL || tag != NULL) {
		refuse(r, line_of(ev), "anchors and tags are not allowed");
		return NULL;
	}
	if (depth > DEPTH_MAX) {
		refuse(r, line_of(ev), "nested too deeply");
		return NULL;
	}
	n = ynode_new(map ? YNODE_MAP : YNODE_LIST, line_of(ev));
	bad = map ? fill_map(r, n, depth) : fill_list(r, n, depth);
	if (bad != 0) {
		ynode_free(n);
		return NULL;
	}
	return n;
}

/* The node that begins with this event; depth of the outermost is 1. */
static struct ynode *
read_node(struct reader *r, const yaml_event_t *first, int depth)
{
	if (first->type == YAML_SCALAR_EVENT)
		return read_text(r, first);
	if (first->type == YAML_MAPPING_START_EVENT ||
	    first->type == YAML_SEQUENCE_START_EVENT)
		return read_group(r, first, depth);
	refuse(r, line_of(first), "aliases are not allowed");
	return NULL;
}

/* Reads an event that must be of this type; what else it is, is refused. */
static int
expect(struct reader *r, yaml_event_type_t type, const char *what)
{
	yaml_event_t ev;
	int bad = 0;

	if (next(r, &ev) != 0)
		return -1;
	if (ev.type != type)
		bad = refuse(r, line_of(&ev), what);
	yaml_event_delete(&ev);
	return bad;
}

/* The one document; an empty file is an empty map. */
static struct ynode *
read_stream(struct reader *r)
{
	struct ynode *n = NULL;
	yaml_event_t ev;
	bool empty;

	if (expect(r, YAML_STREAM_START_EVENT, "not YAML") != 0 ||
	    next(r, &ev) != 0)
		return NULL;
	empty = ev.type == YAML_STREAM_END_EVENT;
	yaml_event_delete(&ev);
	if (empty)
		return ynode_new(YNODE_MAP, 1);
	if (next(r, &ev) != 0)
		return NULL;
	n = read_node(r, &ev, 1);
	yaml_event_delete(&ev);
	if (n == NULL)
		return NULL;
	if (expect(r, YAML_DOCUMENT_END_EVENT, "not YAML") == 0 &&
	    expect(r, YAML_STREAM_END_EVENT, "only one document is allowed") ==
		0)
		return n;
	ynode_free(n);
	return NULL;
}

struct ynode *
yaml_read(const char *text, size_t size, const char *file, struct err *e)
{
	struct reader r = { .file = file, .err = e };
	struct ynode *n;

	if (size > SIZE_MAX_YAML) {
		err_set(e, ERR_FORMAT, "%s:1: longer than 1 MiB", file);
		return NULL;
	}
	if (yaml_parser_initialize(&r.parser) == 0) {
		err_set(e, ERR_IO, "%s: out of memory", file);
		return NULL;
	}
	/* no bytes may come as no pointer; libyaml asserts one */
	yaml_parser_set_input_string(
	    &r.parser, (const unsigned char *)(text != NULL ? text : ""), size);
	yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
	n = read_stream(&r);
	yaml_parser_delete(&r.parser);
	return n;
}

const struct ynode *
ynode_get(const struct ynode *map, const char *key)
{
	if (map == NULL || map->kind != YNODE_MAP)
		return NULL;
	for (guint i = 0; i < map->children->len; i++) {
		const struct ynode *n = g_ptr_array_index(map->children, i);

		if (strcmp(n->key, key) == 0)
			return n;
	}
	return NULL;
}

const char *
ynode_text(const struct ynode *map, const char *key)
{
	const struct ynode *n = ynode_get(map, key);

	return n != NULL ? n->text : NULL;
}
