/* SPDX-License-Identifier: ISC */
/* turnpost.yaml: the settings of a home, each checked, with its line. */
#include "app/home/config.h"

#include "app/home/languages.h"
#include "base/err.h"
#include "base/file.h"
#include "base/log.h"
#include "base/yaml.h"
#include "core/game.h"
#include "policy/policy.h"
#include "games/games.h"
#include "mail/mail.h"

#include <string.h>

#define CONFIG_MAX_SIZE 65536
#define OUTAGE (2 * 3600)

/*
 * Keys are put behind the local part, which has 64 bytes in all; it is ASCII,
 * for whoever answers need not have a server with SMTPUTF8.
 */
char *
home_address(const char *text)
{
	g_autofree char *address = address_read(text);

	if (address == NULL || strcspn(address, "@") > 24 ||
	    !g_str_is_ascii(address) || strpbrk(text, "\"\\") != NULL)
		return NULL;
	return g_steal_pointer(&address);
}

int
config_fault(struct err *e, const struct ynode *node, const char *what)
{
	return err_set(e, ERR_FORMAT, "turnpost.yaml:%d: %s", node->line, what);
}

int
config_keys(const struct ynode *map, const char *const *keys, struct err *e)
{
	if (map->kind != YNODE_MAP)
		return config_fault(
		    e, map, "here must stand \"key: value\" lines");
	for (guint i = 0; i < map->children->len; i++) {
		const struct ynode *node = map->children->pdata[i];

		if (strcmp(node->key, "password") == 0)
			return config_fault(e, node,
			    "no password may stand here; write it into a file "
			    "that only you can read and name that file as "
			    "password-file");
		if (!g_strv_contains(keys, node->key))
			return err_set(e, ERR_FORMAT,
			    "turnpost.yaml:%d: there is no setting \"%s\" "
			    "here; turnpost.yaml(5) lists all",
			    node->line, node->key);
	}
	return 0;
}

char *
config_path(const char *dir, const char *name)
{
	return g_path_is_absolute(name) ? g_strdup(name)
					: g_build_filename(dir, name, NULL);
}

static int
read_data(
    struct config *c, const char *dir, const struct ynode *data, struct err *e)
{
	if (data->kind != YNODE_MAP)
		return config_fault(
		    e, data, "data must hold \"GAME: FILE\" lines");
	for (guint i = 0; i < data->children->len; i++) {
		const struct ynode *node = data->children->pdata[i];
		const struct game *game = game_find(node->key);

		if (game == NULL || game->data_file == NULL)
			return config_fault(
			    e, node, "there is no game of that name with data");
		if (node->text == NULL)
			return config_fault(
			    e, node, "the name of a file must stand here");
		g_hash_table_insert(
		    c->data, g_strdup(node->key), config_path(dir, node->text));
	}
	return 0;
}

static int
read_language(struct config *c, const struct ynode *node, struct err *e)
{
	g_auto(GStrv) there = tongues_there();

	if (node->text == NULL ||
	    !g_strv_contains((const char *const *)there, node->text)) {
		g_autofree char *list = g_strjoinv(", ", there);
		g_autofree char *what =
		    g_strdup_printf("language must be one of these: %s", list);

		return config_fault(e, node, what);
	}
	g_free(c->language);
	c->language = g_strdup(node->text);
	return 0;
}

static int
read_zone(struct config *c, const struct ynode *node, struct err *e)
{
	g_autoptr(GTimeZone) zone = NULL;

	if (node->text == NULL || node->text[0] == '\0' ||
	    (zone = g_time_zone_new_identifier(node->text)) == NULL)
		return config_fault(
		    e, node, "zone must be a time zone like Europe/Warsaw");
	g_free(c->zone);
	c->zone = g_strdup(node->text);
	return 0;
}

static int
read_outage(struct config *c, const struct ynode *node, struct err *e)
{
	struct span span;

	if (node->text == NULL || !span_read(node->text, &span) ||
	    span.working_days > 0)
		return config_fault(
		    e, node, "outage must be a time like 2h, or none");
	c->outage = span.seconds;
	return 0;
}

static int
read_organiser(struct config *c, const struct ynode *node, struct err *e)
{
	if (node->text == NULL ||
	    !address_split(node->text, &c->organiser_name, &c->organiser) ||
	    (c->organiser_name[0] != '\0' && !name_ok(c->organiser_name)))
		return config_fault(e, node,
		    "organiser must be like \"Olga <olga@example.org>\"");
	if (address_is_robot(c->organiser, c->address))
		return config_fault(e, node,
		    "organiser must be a person's address, not the robot's");
	return 0;
}

static int
read_log(struct config *c, const struct ynode *node, struct err *e)
{
	if (g_strcmp0(node->text, "stderr") == 0)
		c->log = LOG_TO_STDERR;
	else if (g_strcmp0(node->text, "syslog") == 0)
		c->log = LOG_TO_SYSLOG;
	else
		return config_fault(e, node, "log must be stderr or syslog");
	return 0;
}

static int
read_tree(
    struct config *c, const char *dir, const struct ynode *tree, struct err *e)
{
	static const char *const keys[] = { "mail", "language", "zone", "data",
		"organiser", "log", "outage", "policy", "signup", "approval",
		"limits", NULL };
	const struct ynode *node;

	if (config_keys(tree, keys, e) == -1)
		return -1;
	if ((node = ynode_get(tree, "mail")) != NULL &&
	    config_mail(c, dir, node, e) == -1)
		return -1;
	if ((node = ynode_get(tree, "language")) != NULL &&
	    read_language(c, node, e) == -1)
		return -1;
	if ((node = ynode_get(tree, "zone")) != NULL &&
	    read_zone(c, node, e) == -1)
		return -1;
	if ((node = ynode_get(tree, "outage")) != NULL &&
	    read_outage(c, node, e) == -1)
		return -1;
	if ((node = ynode_get(tree, "data")) != NULL &&
	    read_data(c, dir, node, e) == -1)
		return -1;
	if ((node = ynode_get(tree, "organiser")) != NULL &&
	    read_organiser(c, node, e) == -1)
		return -1;
	if ((node = ynode_get(tree, "policy")) != NULL &&
	    policy_from_yaml(&c->policy, node, e) == -1)
		return -1;
	if ((node = ynode_get(tree, "log")) != NULL &&
	    read_log(c, node, e) == -1)
		return -1;
	return config_signup(c, tree, e);
}

static struct config *
config_new(void)
{
	struct config *c = g_new0(struct config, 1);

	c->address = g_strdup("turnpost@localhost");
	c->name = g_strdup("turnpost");
	c->delimiter = '+';
	c->language = g_strdup("en");
	c->zone = g_strdup("UTC");
	c->outage = OUTAGE;
	policy_default(&c->policy);
	config_signup_default(&c->signup);
	c->mailboxes = g_ptr_array_new_with_free_func(mailbox_config_free);
	c->data =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	return c;
}

struct config *
config_read(const char *dir, struct err *e)
{
	g_autofree char *path = g_build_filename(dir, "turnpost.yaml", NULL);
	size_t whole = 0;
	g_autoptr(GBytes) bytes = file_read(path, CONFIG_MAX_SIZE, &whole, e);
	struct config *c;
	struct ynode *tree;
	gsize size;
	const char *text;
	int got;

	if (bytes == NULL)
		return NULL;
	if (whole > CONFIG_MAX_SIZE) {
		err_set(e, ERR_FORMAT,
		    "turnpost.yaml has more than %d bytes; make it shorter",
		    CONFIG_MAX_SIZE);
		return NULL;
	}
	c = config_new();
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
	config_mail_free(c);
	g_free(c->address);
	g_free(c->name);
	g_free(c->language);
	g_free(c->zone);
	g_free(c->organiser);
	g_free(c->organiser_name);
	g_hash_table_destroy(c->data);
	g_free(c);
}
