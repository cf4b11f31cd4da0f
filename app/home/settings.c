/* SPDX-License-Identifier: ISC */
/* Reads a map of turnpost.yaml by a table of its settings. */
#include "app/home/settings.h"

#include "base/err.h"
#include "base/yaml.h"

#include <string.h>

const char *const no_yes[] = { "no", "yes", NULL };

int
setting_fault(
    struct setting_reader *r, const struct ynode *node, const char *what)
{
	return err_set(
	    r->e, ERR_FORMAT, "turnpost.yaml:%d: %s", node->line, what);
}

char *
setting_path(const char *dir, const char *name)
{
	return g_path_is_absolute(name) ? g_strdup(name)
					: g_build_filename(dir, name, NULL);
}

static bool
is_there(const struct setting *s, const char *key)
{
	while (s->kind != SETTING_END && g_strcmp0(s->key, key) != 0)
		s++;
	return s->kind != SETTING_END;
}

int
settings_keys(struct setting_reader *r, const struct setting *settings,
    const struct ynode *map)
{
	if (map->kind != YNODE_MAP)
		return setting_fault(
		    r, map, "\"key: value\" lines are needed here");
	for (guint i = 0; i < map->children->len; i++) {
		const struct ynode *node = map->children->pdata[i];

		if (strcmp(node->key, "password") == 0)
			return setting_fault(r, node,
			    "a password is not allowed here; write it into a "
			    "file that only you can read and name that file as "
			    "password-file");
		if (!is_there(settings, node->key))
			return err_set(r->e, ERR_FORMAT,
			    "turnpost.yaml:%d: there is no setting \"%s\" "
			    "%s%s%s; turnpost.yaml(5) lists them all",
			    node->line, node->key,
			    map->key != NULL ? "below \"" : "here",
			    map->key != NULL ? map->key : "",
			    map->key != NULL ? "\"" : "");
	}
	return 0;
}

/* A text that is handed on as it is. */
static int
read_line(
    struct setting_reader *r, char **line, const struct ynode *node, bool path)
{
	const char *wrong = NULL;

	if (node->text == NULL || node->text[0] == '\0')
		wrong = "needs a text after it";
	else
		for (const char *p = node->text; *p != '\0'; p++)
			if (g_ascii_iscntrl(*p))
				wrong = "must be one line without control "
					"characters";
	if (wrong != NULL)
		return err_set(r->e, ERR_FORMAT, "turnpost.yaml:%d: %s %s",
		    node->line, node->key, wrong);
	*line = path ? setting_path(r->dir, node->text) : g_strdup(node->text);
	return 0;
}

static bool
read_number(int *number, const char *text, int max)
{
	char *end;
	guint64 n = g_ascii_strtoull(text, &end, 10);

	if (!g_ascii_isdigit(text[0]) || *end != '\0' || n > (guint64)max)
		return false;
	*number = (int)n;
	return true;
}

static int
word_place(const char *const *words, const char *text)
{
	for (int i = 0; words[i] != NULL; i++)
		if (strcmp(words[i], text) == 0)
			return i;
	return -1;
}

static bool
read_text(const struct setting *s, void *at, const char *text)
{
	int place;

	if (s->kind == SETTING_TEXT)
		return (*(char **)at = s->clean(text)) != NULL;
	if (s->kind == SETTING_NUMBER)
		return read_number(at, text, s->max);
	if (s->kind == SETTING_VALUE)
		return s->take(at, text);
	if ((place = word_place(s->words, text)) == -1)
		return false;
	if (s->kind == SETTING_FLAG)
		*(bool *)at = place == 1;
	else
		*(unsigned *)at = (unsigned)place;
	return true;
}

/* node: NULL if it is not there. */
static int
read_setting(struct setting_reader *r, const struct setting *s, void *at,
    const struct ynode *node)
{
	const struct ynode dflt = { .kind = YNODE_TEXT, .text = s->dflt };

	if (s->kind == SETTING_MAP)
		return settings_read(r, s->settings, at, node);
	if (node == NULL && s->dflt == NULL)
		return 0;
	if (node == NULL)
		node = &dflt;
	if (s->kind == SETTING_NODE)
		return s->read(r, at, node);
	if (s->kind == SETTING_LINE || s->kind == SETTING_PATH)
		return read_line(r, at, node, s->kind == SETTING_PATH);
	if (node->text == NULL || !read_text(s, at, node->text))
		return setting_fault(r, node, s->must);
	return 0;
}

int
settings_read(struct setting_reader *r, const struct setting *settings,
    void *into, const struct ynode *map)
{
	const struct setting *s;
	int got = map == NULL ? 0 : settings_keys(r, settings, map);

	for (s = settings; got == 0 && s->kind != SETTING_END; s++)
		got = s->kind == SETTING_CHECK
			  ? (map == NULL ? 0 : s->check(r, into, map))
			  : read_setting(r, s, (char *)into + s->at,
				map == NULL ? NULL : ynode_get(map, s->key));
	return got;
}
