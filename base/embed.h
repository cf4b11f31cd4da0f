/* SPDX-License-Identifier: ISC */
/*
 * Files built into the program by tools/embed.sh: store/sql,
 * store/letters.dict, templates, games' data files, etc/turnpost.yaml.  Paths
 * are as in the source tree; catalogues are there once more below packed/, as
 * tools/pack_yaml.py makes them, and as the tables of tools/pack_words.py.
 */
#ifndef BASE_EMBED_H
#define BASE_EMBED_H

#include <stddef.h>

struct embedded {
	const char *path;
	const char *data; /* followed by a NUL that size does not count */
	size_t size;
};

/* NULL if there is none of that path. */
const struct embedded *embedded_find(const char *path);
/* All, sorted by path. */
const struct embedded *embedded_all(size_t *n);

#endif
