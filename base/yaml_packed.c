/* SPDX-License-Identifier: ISC */
/*
 * YAML that was read when the program was built.  A node is a letter for its
 * kind (m map, l list, p plain text, t quoted text), its line in two bytes, its
 * key and a NUL; then a text and a NUL, or nodes and an "e".
 */
#include "base/yaml.h"

#include <string.h>

struct packed {
	const char *at, *end;
};

/* Up to the next NUL. */
static const char *
next_text(struct packed *packed)
{
	const char *text = packed->at;

	packed->at += strlen(text) + 1;
	g_assert(packed->at <= packed->end);
	return text;
}

static struct ynode *
next_node(struct packed *packed, bool keyed)
{
	const unsigned char *head = (const unsigned char *)packed->at;
	char kind = *packed->at;
	struct ynode *node = ynode_new(kind == 'm'   ? YNODE_MAP
				       : kind == 'l' ? YNODE_LIST
						     : YNODE_TEXT,
	    head[1] << 8 | head[2]);
	const char *key;

	packed->at += 3;
	key = next_text(packed);
	node->lent = true;
	node->key = keyed ? key : NULL;
	node->plain = kind == 'p';
	if (node->kind == YNODE_TEXT) {
		node->text = next_text(packed);
		return node;
	}
	while (*packed->at != 'e')
		g_ptr_array_add(
		    node->children, next_node(packed, node->kind == YNODE_MAP));
	packed->at++;
	g_assert(packed->at <= packed->end);
	return node;
}

struct ynode *
yaml_unpack(const char *data, size_t size)
{
	struct packed packed = { data, data + size };

	return next_node(&packed, false);
}
