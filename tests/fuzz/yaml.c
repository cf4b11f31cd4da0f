/* SPDX-License-Identifier: ISC */
/* Any bytes as YAML: a tree that keeps its promises, or a refusal by line. */
#include "base/err.h"
#include "base/yaml.h"
#include "tests/fuzz/fuzz.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void
must(bool holds)
{
	if (!holds)
		abort();
}

static void
walk(const struct ynode *n, const struct ynode *parent, int depth)
{
	must(depth <= 33);
	must(n->line >= 1);
	must((n->key != NULL) == (parent != NULL && parent->kind == YNODE_MAP));
	must((n->text != NULL) == (n->kind == YNODE_TEXT));
	must((n->children != NULL) == (n->kind != YNODE_TEXT));
	if (n->text != NULL)
		must(g_utf8_validate(n->text, -1, NULL));
	if (n->key != NULL)
		must(ynode_get(parent, n->key) == n);
	for (guint i = 0; n->children != NULL && i < n->children->len; i++)
		walk(g_ptr_array_index(n->children, i), n, depth + 1);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct err e = { 0 };
	struct ynode *n = yaml_read((const char *)data, size, "f", &e);

	if (n == NULL) {
		must(e.code == ERR_FORMAT);
		must(strncmp(e.text, "f:", 2) == 0);
		return 0;
	}
	walk(n, NULL, 1);
	ynode_free(n);
	return 0;
}
