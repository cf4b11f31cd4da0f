/* SPDX-License-Identifier: ISC */
/*
 * YAML (libyaml) as a tree in which every node knows its line, so that an
 * error can name it.  Refused: more than one document, aliases and anchors,
 * a key twice, depth over 32, text over 1 MiB.
 */
#ifndef BASE_YAML_H
#define BASE_YAML_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

struct err;

enum ynode_kind { YNODE_MAP, YNODE_LIST, YNODE_TEXT };

struct ynode_list {
	struct ynode **pdata;
	guint len;
};

struct ynode {
	enum ynode_kind kind;
	int line; /* from 1 */
	const char
	    *key; /* in a map: the key under which it stands; else NULL */
	const char *text; /* of YNODE_TEXT; else NULL */
	bool lent; /* key and text are somebody else's (yaml_unpack) */
	bool plain; /* of YNODE_TEXT: not quoted, so it may be a number */
	struct ynode_list *children; /* of maps and lists; else NULL */
};

/* NULL and err "FILE:LINE: what" if it is no YAML of ours. */
struct ynode *yaml_read(
    const char *text, size_t size, const char *file, struct err *);
/*
 * The same tree from what tools/pack_yaml.py made of a file when the program
 * was built, without parsing.  Its texts stay the data's, which outlives it.
 */
struct ynode *yaml_unpack(const char *data, size_t size);
void ynode_free(struct ynode *);
/* A map's value, or NULL. */
const struct ynode *ynode_get(const struct ynode *map, const char *key);
/* A map's text value, or NULL if absent or no text. */
const char *ynode_text(const struct ynode *map, const char *key);

#endif
