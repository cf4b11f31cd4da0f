/* SPDX-License-Identifier: ISC */
/* Rules of series as YAML. */
#include "series/rule.h"

#include "base/err.h"
#include "base/file.h"
#include "base/yaml.h"

#include <glib.h>
#include <string.h>

#define FILE_MAX_SIZE 65536

static const char *const tie_words[SERIES_TIES] = {
	[SERIES_TIE_WINS] = "wins",
	[SERIES_TIE_SCORE] = "score",
	[SERIES_TIE_OPPONENTS] = "opponents",
};

static const struct {
	const char *name, *text;
} built_in[] = {
	{ "places", "points: [4, 2, 1, 0]\n"
		    "equal: share\n"
		    "rest: 2\n"
		    "absent: 0\n"
		    "unfinished: 0\n"
		    "tie-breaks: [wins, opponents, score]\n" },
	{ "wins", "points: [1]\n"
		  "equal: share\n"
		  "rest: 0\n"
		  "absent: 0\n"
		  "unfinished: 0\n"
		  "tie-breaks: [opponents, score]\n" },
	{ "score", "points: score\n"
		   "rest: 0\n"
		   "absent: 0\n"
		   "unfinished: 0\n"
		   "tie-breaks: [wins, opponents]\n" },
};

const char *
series_rule_name(size_t i)
{
	return i < G_N_ELEMENTS(built_in) ? built_in[i].name : NULL;
}

const char *
series_tie_word(enum series_tie tie)
{
	return tie_words[tie];
}

bool
series_rule_built_in(const char *name, struct series_rule *rule)
{
	for (size_t i = 0; i < G_N_ELEMENTS(built_in); i++) {
		struct err e = { 0 };

		if (strcmp(built_in[i].name, name) != 0)
			continue;
		if (series_rule_read(rule, built_in[i].text,
			strlen(built_in[i].text), name, &e) == -1)
			g_assert_not_reached();
		return true;
	}
	return false;
}

/* ---- reading ---- */

struct reading {
	struct series_rule *rule;
	const char *file;
	struct err *e;
};

static int
read_number(const struct reading *r, const struct ynode *node, int *n)
{
	gint64 number;

	if (node->kind != YNODE_TEXT ||
	    !g_ascii_string_to_signed(
		node->text, 10, 0, SERIES_POINTS_MAX, &number, NULL))
		return err_set(r->e, ERR_FORMAT,
		    "%s:%d: points are whole numbers from 0 to %d", r->file,
		    node->line, SERIES_POINTS_MAX);
	*n = (int)number;
	return 0;
}

static int
read_points(const struct reading *r, const struct ynode *node)
{
	const struct ynode_list *list = node->children;

	if (node->kind == YNODE_TEXT && strcmp(node->text, "score") == 0) {
		r->rule->by_score = true;
		return 0;
	}
	if (node->kind != YNODE_LIST || list->len < 1 ||
	    list->len > SERIES_SEATS)
		return err_set(r->e, ERR_FORMAT,
		    "%s:%d: points must be \"score\" or a list for up to %d "
		    "places, as in [4, 2, 1, 0]",
		    r->file, node->line, SERIES_SEATS);
	r->rule->npoints = (int)list->len;
	for (guint i = 0; i < list->len; i++) {
		int *points = r->rule->points;

		if (read_number(r, list->pdata[i], &points[i]) == -1)
			return -1;
		if (i > 0 && points[i] > points[i - 1])
			return err_set(r->e, ERR_FORMAT,
			    "%s:%d: a place may not give more points than the "
			    "place before it",
			    r->file, node->line);
	}
	return 0;
}

static int
read_equal(const struct reading *r, const struct ynode *node)
{
	const char *word = node->kind == YNODE_TEXT ? node->text : "";

	r->rule->shares = strcmp(word, "share") == 0;
	if (!r->rule->shares && strcmp(word, "best") != 0)
		return err_set(r->e, ERR_FORMAT,
		    "%s:%d: equal must be \"share\" or \"best\"", r->file,
		    node->line);
	return 0;
}

static int
read_tie(const struct reading *r, const struct ynode *node)
{
	struct series_rule *rule = r->rule;

	for (int tie = 0; node->kind == YNODE_TEXT && tie < SERIES_TIES;
	     tie++) {
		bool twice = false;

		if (strcmp(node->text, tie_words[tie]) != 0)
			continue;
		for (int i = 0; i < rule->nties; i++)
			twice |= rule->ties[i] == (enum series_tie)tie;
		if (twice)
			break;
		rule->ties[rule->nties++] = (enum series_tie)tie;
		return 0;
	}
	return err_set(r->e, ERR_FORMAT,
	    "%s:%d: a tie-break is \"wins\", \"score\" or \"opponents\", each "
	    "once",
	    r->file, node->line);
}

static int
read_ties(const struct reading *r, const struct ynode *node)
{
	if (node->kind != YNODE_LIST)
		return err_set(r->e, ERR_FORMAT,
		    "%s:%d: tie-breaks must be a list, as in [wins, score]",
		    r->file, node->line);
	for (guint i = 0; i < node->children->len; i++)
		if (read_tie(r, node->children->pdata[i]) == -1)
			return -1;
	return 0;
}

static int
read_key(const struct reading *r, const struct ynode *node)
{
	struct series_rule *rule = r->rule;

	if (strcmp(node->key, "points") == 0)
		return read_points(r, node);
	if (strcmp(node->key, "equal") == 0)
		return read_equal(r, node);
	if (strcmp(node->key, "rest") == 0)
		return read_number(r, node, &rule->rest);
	if (strcmp(node->key, "absent") == 0)
		return read_number(r, node, &rule->absent);
	if (strcmp(node->key, "unfinished") == 0)
		return read_number(r, node, &rule->unfinished);
	if (strcmp(node->key, "tie-breaks") == 0)
		return read_ties(r, node);
	return err_set(r->e, ERR_FORMAT,
	    "%s:%d: a rule has no \"%s\"; it has points, equal, rest, absent, "
	    "unfinished and tie-breaks",
	    r->file, node->line, node->key);
}

static int
read_map(const struct reading *r, const struct ynode *map)
{
	if (map->kind != YNODE_MAP || ynode_get(map, "points") == NULL)
		return err_set(r->e, ERR_FORMAT,
		    "%s:%d: a rule needs points, as in \"points: [4, 2, 1, "
		    "0]\"",
		    r->file, map->line);
	for (guint i = 0; i < map->children->len; i++)
		if (read_key(r, map->children->pdata[i]) == -1)
			return -1;
	return 0;
}

int
series_rule_read(struct series_rule *rule, const char *text, size_t size,
    const char *file, struct err *e)
{
	const struct reading r = { rule, file, e };
	struct ynode *map = yaml_read(text, size, file, e);
	int ret;

	*rule = (struct series_rule){ .shares = true };
	if (map == NULL)
		return -1;
	ret = read_map(&r, map);
	ynode_free(map);
	return ret;
}

int
series_rule_unknown(const char *name, bool files, struct err *e)
{
	return err_set(e, ERR_MISSING,
	    "there is no rule \"%s\": points are counted by places, wins or "
	    "score%s",
	    name, files ? ", or by the rule in a file" : "");
}

int
series_rule_named(struct series_rule *rule, const char *name, struct err *e)
{
	g_autoptr(GBytes) bytes = NULL;
	struct err why = { 0 };
	gsize size;
	const char *data;

	if (series_rule_built_in(name, rule))
		return 0;
	bytes = file_read(name, FILE_MAX_SIZE, NULL, &why);
	if (bytes == NULL && why.code == ERR_MISSING)
		return series_rule_unknown(name, true, e);
	if (bytes == NULL)
		return err_set(e, why.code, "%s", why.text);
	data = g_bytes_get_data(bytes, &size);
	return series_rule_read(rule, data != NULL ? data : "", size, name, e);
}

/* ---- writing ---- */

char *
series_rule_text(const struct series_rule *rule)
{
	GString *out = g_string_new("points: ");

	if (rule->by_score)
		g_string_append(out, "score\n");
	for (int i = 0; i < rule->npoints; i++)
		g_string_append_printf(out, "%s%d%s", i == 0 ? "[" : ", ",
		    rule->points[i], i + 1 == rule->npoints ? "]\n" : "");
	g_string_append_printf(out,
	    "equal: %s\nrest: %d\nabsent: %d\nunfinished: %d\ntie-breaks: [",
	    rule->shares ? "share" : "best", rule->rest, rule->absent,
	    rule->unfinished);
	for (int i = 0; i < rule->nties; i++)
		g_string_append_printf(
		    out, "%s%s", i == 0 ? "" : ", ", tie_words[rule->ties[i]]);
	g_string_append(out, "]\n");
	return g_string_free(out, FALSE);
}

char *
series_points_text(int sixtieths)
{
	const char *sign = sixtieths < 0 ? "-" : "";
	int64_t size = ABS((int64_t)sixtieths);
	int64_t hundredths = (size * 100 + SERIES_POINT / 2) / SERIES_POINT;
	int whole = (int)(hundredths / 100), rest = (int)(hundredths % 100);

	if (rest == 0)
		return g_strdup_printf("%s%d", sign, whole);
	if (rest % 10 == 0)
		return g_strdup_printf("%s%d.%d", sign, whole, rest / 10);
	return g_strdup_printf("%s%d.%02d", sign, whole, rest);
}
