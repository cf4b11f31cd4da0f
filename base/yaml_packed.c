/* SPDX-License-Identifier: ISC */
/*
 * YAML that was read when the program was built.  It begins with the number of
 * nodes, and of maps and lists among them, in four bytes each.  A node is a
 * letter for its kind (m map, l list, p plain text, t quoted text), its line in
 * two bytes, its key and a NUL; then a text and a NUL, or the number of nodes
 * inside in two bytes and these nodes.  Numbers have their big end first.
 */
#include "base/yaml.h"

#include <string.h>

/* What is read, and what is still free of the piece that all nodes lie in. */
struct packed {
	const unsigned char *at, *end;
	struct ynode *nodes;
	struct ynode_list *lists;
	struct ynode **children;
};

static guint32
next_number(struct packed *packed, int bytes)
{
	guint32 n = 0;

	for (; bytes > 0; bytes--)
		n = n << 8 | *packed->at++;
	return n;
}

/* Up to the next NUL. */
static const char *
next_text(struct packed *packed)
{
	const char *text = (const char *)packed->at;

	packed->at += strlen(text) + 1;
	g_assert(packed->at <= packed->end);
	return text;
}

static struct ynode *
next_node(struct packed *packed, bool keyed)
{
	struct ynode *node = packed->nodes++;
	const unsigned char kind = *packed->at++;
	const char *key;

	node->line = (int)next_number(packed, 2);
	key = next_text(packed);
	node->lent = true;
	node->key = keyed ? key : NULL;
	node->plain = kind == 'p';
	if (kind != 'm' && kind != 'l') {
		node->kind = YNODE_TEXT;
		node->text = next_text(packed);
		return node;
	}
	node->kind = kind == 'm' ? YNODE_MAP : YNODE_LIST;
	node->children = packed->lists++;
	node->children->len = next_number(packed, 2);
	node->children->pdata = packed->children;
	packed->children += node->children->len;
	for (guint i = 0; i < node->children->len; i++)
		node->children->pdata[i] = next_node(packed, kind == 'm');
	return node;
}

struct ynode *
yaml_unpack(const char *data, size_t size)
{
	struct packed packed = { .at = (const unsigned char *)data,
		.end = (const unsigned char *)data + size };
	const guint32 nodes = next_number(&packed, 4);
	const guint32 lists = next_number(&packed, 4);
	const size_t nodes_size = nodes * sizeof(*packed.nodes);
	const size_t lists_size = lists * sizeof(*packed.lists);
	char *piece = g_malloc0(
	    nodes_size + lists_size + nodes * sizeof(*packed.children));

	packed.nodes = (struct ynode *)piece;
	packed.lists = (struct ynode_list *)(piece + nodes_size);
	packed.children = (struct ynode **)(piece + nodes_size + lists_size);
	return next_node(&packed, false);
}
