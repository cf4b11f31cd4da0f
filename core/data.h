/* SPDX-License-Identifier: ISC */
/* A YAML tree as JSON, and where in the file a path stands. */
#ifndef CORE_DATA_H
#define CORE_DATA_H

#include <jansson.h>

struct ynode;

/* Plain integers, true and false as such, all else as text. */
json_t *data_from_yaml(const struct ynode *);
/* The line of a data_fault's path, or of its nearest ancestor. */
int data_line(const struct ynode *, const char *path);

#endif
