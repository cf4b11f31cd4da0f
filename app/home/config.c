/* SPDX-License-Identifier: ISC */
/* turnpost.yaml: the settings of a home, each checked, with its line. */
#include "app/home/config.h"

#include "app/home/languages.h"
#include "app/home/mailbox_config.h"
#include "app/home/settings.h"
#include "app/home/whose.h"
#include "base/err.h"
#include "base/file.h"
#include "base/yaml.h"
#include "core/rules.h"
#include "games/games.h"
#include "mail/address.h"
#include "policy/policy_text.h"
#include "policy/span.h"
#include "store/store.h"

#include <string.h>

#define CONFIG_MAX_SIZE 65536

/* ---- settings that are more than one text ---- */

static int
read_data(struct setting_reader *r, void *at, const struct ynode *data)
{
	GHashTable *files = *(GHashTable **)at;

	if (data->kind != YNODE_MAP)
		return setting_fault(
		    r, data, "data must hold \"GAME: FILE\" lines");
	for (guint i = 0; i < data->children->len; i++) {
		const struct ynode *node = data->children->pdata[i];
		const struct game *game = game_find(node->key);

		if (game == NULL || game->data_file == NULL)
			return setting_fault(
			    r, node, "there is no game of that name with data");
		if (node->text == NULL)
			return setting_fault(
			    r, node, "a file name is needed here");
		g_hash_table_insert(files, g_strdup(node->key),
		    setting_path(r->dir, node->text));
	}
	return 0;
}

static int
read_language(struct setting_reader *r, void *at, const struct ynode *node)
{
	g_auto(GStrv) there = catalogs_there();
	char **language = at;

	if (node->text == NULL ||
	    !g_strv_contains((const char *const *)there, node->text)) {
		g_autofree char *list = g_strjoinv(", ", there);
		g_autofree char *what =
		    g_strdup_printf("language must be one of these: %s", list);

		return setting_fault(r, node, what);
	}
	g_free(*language);
	*language = g_strdup(node->text);
	return 0;
}

static int
read_organiser(struct setting_reader *r, void *at, const struct ynode *node)
{
	struct config *c = at;

	if (node->text == NULL ||
	    !address_split(node->text, &c->organiser_name, &c->organiser) ||
	    (c->organiser_name[0] != '\0' && !name_ok(c->organiser_name)))
		return setting_fault(r, node,
		    "organiser must be like \"Olga <olga@example.org>\"");
	if (address_is_automatic(c->organiser, c->address))
		return setting_fault(r, node,
		    "organiser must be a person's address, not the robot's");
	return 0;
}

static int
read_policy(struct setting_reader *r, void *at, const struct ynode *node)
{
	return policy_from_yaml(at, node, r->e);
}

static char *
zone_clean(const char *text)
{
	g_autoptr(GTimeZone) zone =
	    text[0] == '\0' ? NULL : g_time_zone_new_identifier(text);

	return zone == NULL ? NULL : g_strdup(text);
}

static char *
store_clean(const char *text)
{
	return store_is_remote(text) ? g_strdup(text) : NULL;
}

static bool
take_span(void *at, const char *text)
{
	struct span span;

	if (!span_read(text, &span) || span.working_days > 0)
		return false;
	*(int64_t *)at = span.seconds;
	return true;
}

/* One that is to be younger than nothing is never there. */
static bool
take_within(void *at, const char *text)
{
	return take_span(at, text) && *(int64_t *)at > 0;
}

/* A question by mail can be answered for a week: its mail must be there. */
#define KEEP_LEAST (14 * (int64_t)86400)

static bool
take_keep(void *at, const char *text)
{
	int64_t *keep = at;

	if (strcmp(text, "forever") == 0) {
		*keep = 0;
		return true;
	}
	return take_span(at, text) && *keep >= KEEP_LEAST;
}

/* Players have some days to ask for the record. */
#define KEEP_MATCHES_LEAST (30 * (int64_t)86400)

static bool
take_keep_matches(void *at, const char *text)
{
	const int64_t *keep = at;

	return take_keep(at, text) &&
	       (*keep == 0 || *keep >= KEEP_MATCHES_LEAST);
}

static int
check_approval(struct setting_reader *r, void *into, const struct ynode *map)
{
	const struct config *c = into;

	if (c->signup.approval && c->organiser == NULL)
		return setting_fault(r, ynode_get(map, "approval"),
		    "approval needs an organiser, who gets a letter: set "
		    "organiser as well");
	return 0;
}

/* ---- all settings ---- */

#define AT(field) offsetof(struct config, field)
#define LIMIT(key, field, dflt)                      \
	S_NUMBER(key, AT(signup.field), dflt, 10000, \
	    "a limit must be a number from 0 to 10000")

static const struct setting keeping[] = {
	S_VALUE("letters", AT(keep), "30d", take_keep,
	    "keep: letters must be a time of at least 14d like 30d, or "
	    "forever"),
	S_VALUE("matches", AT(keep_matches), "forever", take_keep_matches,
	    "keep: matches must be a time of at least 30d like 365d, or "
	    "forever"),
	S_END,
};

/* One time is that of letters. */
static int
read_keep(struct setting_reader *r, void *at, const struct ynode *node)
{
	struct config *c = at;

	if (node->kind == YNODE_MAP)
		return settings_read(r, keeping, c, node);
	if (node->text == NULL || !take_keep(&c->keep, node->text))
		return setting_fault(r, node,
		    "keep must be a time of at least 14d like 30d, or "
		    "forever");
	return 0;
}

static const char *const log_words[] = { "stderr", "syslog", NULL };
static const char *const signup_words[] = { "closed", "invite", "open", NULL };
static const struct setting limits[] = { LIMIT("matches", matches, "3"),
	LIMIT("people", people, "20"), LIMIT("invitations", invitations, "10"),
	S_END };
static const struct setting backup[] = { S_PATH("folder", AT(backup.folder)),
	S_VALUE("within", AT(backup.within), "3d", take_within,
	    "within must be a time like 3d"),
	S_END };
static const struct setting robots[] = {
	S_NUMBER("think", AT(think), "5", 3600,
	    "think must be a number of seconds "
	    "from 0 to 3600"),
	S_END
};
static const struct setting settings[] = {
	S_MAP("mail", mail_settings),
	S_NODE("language", AT(language), read_language),
	S_TEXT("zone", AT(zone), "UTC", zone_clean,
	    "zone must be a time zone like Europe/Warsaw"),
	S_VALUE("outage", AT(outage), "2h", take_span,
	    "outage must be a time like 2h, or none"),
	S_ROW(NODE, "keep", 0, .dflt = "30d", .read = read_keep),
	S_NODE("data", AT(data), read_data),
	S_NODE("organiser", 0, read_organiser),
	S_NODE("policy", AT(policy), read_policy),
	S_WORD("log", AT(log), log_words, "log must be stderr or syslog"),
	S_PATH("metrics", AT(metrics)),
	S_PATH("page", AT(page)),
	S_WORD("signup", AT(signup.mode), signup_words,
	    "signup must be closed, invite or open"),
	S_FLAG("approval", AT(signup.approval), no_yes,
	    "approval must be yes or no"),
	S_CHECK(check_approval),
	S_MAP("limits", limits),
	S_MAP("robots", robots),
	S_MAP("backup", backup),
	S_TEXT("store", AT(store), NULL, store_clean,
	    "store must be like postgresql://HOST/DATABASE; without it, all "
	    "is in turnpost.db"),
	S_END,
};

static struct config *
config_new(void)
{
	struct config *c = g_new0(struct config, 1);

	c->language = g_strdup("en");
	policy_default(&c->policy);
	c->mailboxes = g_ptr_array_new_with_free_func(mailbox_config_free);
	c->data =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	return c;
}

struct config *
config_parse(const char *dir, const char *text, size_t size, struct err *e)
{
	struct setting_reader r = { .dir = dir, .e = e };
	struct config *c = config_new();
	struct ynode *tree = yaml_read(text, size, "turnpost.yaml", e);
	int got = tree == NULL ? -1 : settings_read(&r, settings, c, tree);

	ynode_free(tree);
	if (got == 0)
		return c;
	config_free(c);
	return NULL;
}

struct config *
config_read(const char *dir, struct err *e)
{
	g_autofree char *path = g_build_filename(dir, "turnpost.yaml", NULL);
	size_t whole = 0;
	g_autoptr(GBytes) bytes = file_read(path, CONFIG_MAX_SIZE, &whole, e);
	const char *text;
	gsize size;

	if (bytes == NULL) {
		home_whose(dir, e);
		return NULL;
	}
	if (whole > CONFIG_MAX_SIZE) {
		err_set(e, ERR_FORMAT,
		    "turnpost.yaml has more than %d bytes; make it shorter",
		    CONFIG_MAX_SIZE);
		return NULL;
	}
	text = g_bytes_get_data(bytes, &size);
	return config_parse(dir, text != NULL ? text : "", size, e);
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
	g_free(c->metrics);
	g_free(c->page);
	g_free(c->organiser);
	g_free(c->organiser_name);
	g_free(c->backup.folder);
	g_free(c->store);
	g_hash_table_destroy(c->data);
	g_free(c);
}
