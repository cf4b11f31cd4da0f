/* SPDX-License-Identifier: ISC */
/* turnpost.yaml: the settings of a home, each checked, with its line. */
#include "app/private.h"

#include "base/file.h"

#include <string.h>

#define CONFIG_MAX_SIZE 65536

struct known_key {
	const char *where, *key;
};

static const struct known_key known_keys[] = {
	{ "", "mail" },
	{ "", "zone" },
	{ "", "data" },
	{ "mail", "address" },
	{ "mail", "name" },
	{ "mail", "delimiter" },
};

/* Keys are put behind the local part, which has 64 bytes in all. */
bool
home_address_ok(const char *address)
{
	return address_ok(address) && strcspn(address, "@") <= 24 &&
	       strpbrk(address, "\"\\") == NULL;
}

static int
fault(struct err *e, const struct ynode *node, const char *what)
{
	return err_set(e, ERR_FORMAT, "turnpost.yaml:%d: %s", node->line, what);
}

static int
check_keys(const struct ynode *map, const char *where, struct err *e)
{
	if (map->kind != YNODE_MAP)
		return fault(e, map, "here must stand \"key: value\" lines");
	for (guint i = 0; i < map->children->len; i++) {
		const struct ynode *node = map->children->pdata[i];
		bool known = false;

		for (size_t k = 0; k < G_N_ELEMENTS(known_keys); k++)
			known |= strcmp(known_keys[k].where, where) == 0 &&
				 strcmp(known_keys[k].key, node->key) == 0;
		if (!known)
			return err_set(e, ERR_FORMAT,
			    "turnpost.yaml:%d: there is no setting \"%s\" "
			    "here; "
			    "turnpost.yaml(5) lists all",
			    node->line, node->key);
	}
	return 0;
}

static int
read_mail(struct config *c, const struct ynode *mail, struct err *e)
{
	const struct ynode *node;

	if (check_keys(mail, "mail", e) == -1)
		return -1;
	if ((node = ynode_get(mail, "address")) != NULL) {
		if (node->text == NULL || !home_address_ok(node->text))
			return fault(e, node,
			    "mail address must be like robot@example.org, with "
			    "at most 24 characters before the @");
		g_free(c->address);
		c->address = g_ascii_strdown(node->text, -1);
	}
	if ((node = ynode_get(mail, "name")) != NULL) {
		if (node->text == NULL || !name_ok(node->text))
			return fault(e, node,
			    "mail name must be 1 to 40 letters, digits, "
			    "blanks, - ' .");
		g_free(c->name);
		c->name = g_strdup(node->text);
	}
	if ((node = ynode_get(mail, "delimiter")) != NULL) {
		if (node->text == NULL || strlen(node->text) != 1 ||
		    strchr("+-.", node->text[0]) == NULL)
			return fault(
			    e, node, "mail delimiter must be one of + - .");
		c->delimiter = node->text[0];
	}
	return 0;
}

static int
read_data(
    struct config *c, const char *dir, const struct ynode *data, struct err *e)
{
	if (data->kind != YNODE_MAP)
		return fault(e, data, "data must hold \"GAME: FILE\" lines");
	for (guint i = 0; i < data->children->len; i++) {
		const struct ynode *node = data->children->pdata[i];
		const struct game *game = game_find(node->key);

		if (game == NULL || game->data_file == NULL)
			return fault(
			    e, node, "there is no game of that name with data");
		if (node->text == NULL)
			return fault(
			    e, node, "the name of a file must stand here");
		g_hash_table_insert(c->data, g_strdup(node->key),
		    g_path_is_absolute(node->text)
			? g_strdup(node->text)
			: g_build_filename(dir, node->text, NULL));
	}
	return 0;
}

static int
read_tree(
    struct config *c, const char *dir, const struct ynode *tree, struct err *e)
{
	const struct ynode *node;
	g_autoptr(GTimeZone) zone = NULL;

	if (check_keys(tree, "", e) == -1)
		return -1;
	if ((node = ynode_get(tree, "mail")) != NULL &&
	    read_mail(c, node, e) == -1)
		return -1;
	if ((node = ynode_get(tree, "zone")) != NULL) {
		if (node->text == NULL ||
		    (zone = g_time_zone_new_identifier(node->text)) == NULL)
			return fault(e, node,
			    "zone must be a time zone like Europe/Warsaw");
		g_free(c->zone);
		c->zone = g_strdup(node->text);
	}
	if ((node = ynode_get(tree, "data")) != NULL &&
	    read_data(c, dir, node, e) == -1)
		return -1;
	return 0;
}

struct config *
config_read(const char *dir, struct err *e)
{
	g_autofree char *path = g_build_filename(dir, "turnpost.yaml", NULL);
	g_autoptr(GBytes) bytes = file_read(path, CONFIG_MAX_SIZE, NULL, e);
	struct config *c;
	struct ynode *tree;
	gsize size;
	const char *text;
	int got;

	if (bytes == NULL)
		return NULL;
	c = g_new0(struct config, 1);
	c->address = g_strdup("turnpost@localhost");
	c->name = g_strdup("turnpost");
	c->delimiter = '+';
	c->zone = g_strdup("UTC");
	c->data =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	text = g_bytes_get_data(bytes, &size);
	tree = yaml_read(text != NULL ? text : "", size, "turnpost.yaml", e);
	got = tree == NULL ? -1 : read_tree(c, dir, tree, e);
	ynode_free(tree);
	if (got == -1) {
		config_free(c);
		return NULL;
	}
	return c;
}

void
config_free(struct config *c)
{
	if (c == NULL)
		return;
	g_free(c->address);
	g_free(c->name);
	g_free(c->zone);
	g_hash_table_destroy(c->data);
	g_free(c);
}
