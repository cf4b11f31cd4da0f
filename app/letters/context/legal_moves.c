/* SPDX-License-Identifier: ISC */
/*
 * The list of legal moves in a letter.  A long one is grouped, so that it can
 * be read; each move keeps the number that it has in the whole list.
 */
#include "app/letters/context/legal_moves.h"

#include "app/matches/moves/tryout.h"
#include "app/matches/table/table.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/verb.h"
#include "core/words.h"

#include <string.h>

#define MANY_CHOICES 24

/* One move of the list. */
struct choice {
	int number;
	int verb;
	bool more; /* it has more than one argument */
	char *text; /* in the reader's words */
	size_t begin[2]; /* bytes of its verb, and of its first argument too */
};

static void
choice_clear(void *data)
{
	struct choice *choice = data;

	g_free(choice->text);
}

static const struct choice *
choice_at(const GArray *list, guint i)
{
	return &g_array_index(list, struct choice, i);
}

/* Bytes of the first n words of the program's text, in the reader's words. */
static size_t
begin_size(const struct match *match, const struct words *words,
    const char *text, int n)
{
	const char *game = match_game(match)->name;
	g_auto(GStrv) parts = g_strsplit(text, " ", n + 1);
	size_t size = 0;

	for (int i = 0; i < n && parts[i] != NULL; i++)
		size += strlen(words_first(words, game, parts[i])) + (i > 0);
	return size;
}

/* Where the shown text can be cut. */
static void
measure(struct choice *choice, const struct match *match,
    const struct words *words, const char *text)
{
	for (int n = 1; n <= 2; n++) {
		size_t size = begin_size(match, words, text, n);
		bool fits =
		    size <= strlen(choice->text) &&
		    (choice->text[size] == ' ' || choice->text[size] == '\0');

		/* a player may be called by a word of the game */
		choice->begin[n - 1] = fits ? size : choice->begin[0];
	}
}

/*
 * Moves that differ by their number alone (pay 0, pay 1) are numbered by it:
 * a bare "2" then means one thing.
 */
static GArray *
list_choices(const struct match *match, const GArray *legal,
    const struct words *words, bool by_value)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct choice));

	g_array_set_clear_func(list, choice_clear);
	for (guint i = 0; i < legal->len; i++) {
		const struct move *move = &g_array_index(legal, struct move, i);
		g_autofree char *own = move_text(match, move);
		struct choice choice = {
			.number = by_value ? move->arg[0] : (int)i + 1,
			.verb = move->verb,
			.more = move->n > 1,
			.text = move_say(match, move, words),
		};

		measure(&choice, match, words, own);
		g_array_append_val(list, choice);
	}
	return list;
}

static json_t *
choice_json(int number, const char *key, const char *text)
{
	return json_pack("{s:i, s:s}", "number", number, key, text);
}

/* ---- groups ---- */

/* Do any moves of that verb in the list have more than one argument? */
static bool
verb_has_more(const GArray *list, int verb)
{
	for (guint i = 0; i < list->len; i++)
		if (choice_at(list, i)->verb == verb &&
		    choice_at(list, i)->more)
			return true;
	return false;
}

/* The verb and, where there are more, the first argument: "place ship". */
static char *
group_name(const GArray *list, const struct choice *choice)
{
	bool more = verb_has_more(list, choice->verb);

	return g_strndup(choice->text, choice->begin[more ? 1 : 0]);
}

/* Their choices by name, and the names in the order of first appearance. */
static GHashTable *
sort_into_groups(const GArray *list, GPtrArray *names)
{
	GHashTable *groups = g_hash_table_new_full(
	    g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);

	for (guint i = 0; i < list->len; i++) {
		const struct choice *choice = choice_at(list, i);
		char *name = group_name(list, choice);
		GPtrArray *group = g_hash_table_lookup(groups, name);

		if (group == NULL) {
			group = g_ptr_array_new();
			g_ptr_array_add(names, name);
			g_hash_table_insert(groups, name, group);
		} else {
			g_free(name);
		}
		g_ptr_array_add(group, (gpointer)(uintptr_t)choice);
	}
	return groups;
}

static json_t *
group_json(const char *name, const GPtrArray *group)
{
	const struct choice *first = group->pdata[0];
	json_t *entries;

	if (group->len == 1)
		return json_pack("{s:s, s:{s:i}}", "move", first->text, "only",
		    "number", first->number);
	entries = json_array();
	for (guint i = 0; i < group->len; i++) {
		const struct choice *choice = group->pdata[i];
		const char *rest = choice->text + strlen(name);

		json_array_append_new(entries,
		    choice_json(choice->number, "rest", rest + (*rest == ' ')));
	}
	return json_pack("{s:s, s:o}", "move", name, "entries", entries);
}

static json_t *
groups_by_name(const GArray *list)
{
	json_t *json = json_array();
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GHashTable) groups = sort_into_groups(list, names);

	for (guint i = 0; i < names->len; i++)
		json_array_append_new(
		    json, group_json(names->pdata[i],
			      g_hash_table_lookup(groups, names->pdata[i])));
	return json;
}

static int
compare_numbers(gconstpointer left, gconstpointer right)
{
	const struct choice *one = left;
	const struct choice *two = right;

	return (one->number > two->number) - (one->number < two->number);
}

/* One verb with numbers: a group for each run of them without a gap. */
static json_t *
groups_by_value(GArray *list)
{
	json_t *json = json_array();
	guint to;

	/* as text 10 comes before 2 */
	g_array_sort(list, compare_numbers);

	for (guint from = 0; from < list->len; from = to) {
		const struct choice *first = choice_at(list, from);
		int verb = (int)first->begin[0];

		to = from + 1;
		while (
		    to < list->len && choice_at(list, to)->number ==
					  choice_at(list, to - 1)->number + 1)
			to++;
		json_array_append_new(json,
		    to == from + 1
			? json_pack("{s:s, s:{s:i}}", "move", first->text,
			      "only", "number", first->number)
			: json_pack("{s:s%, s:{s:i, s:i}}", "move", first->text,
			      (size_t)verb, "range", "from", first->number,
			      "to", choice_at(list, to - 1)->number));
	}
	return json;
}

/* Moves that end a player's part are listed apart. */
static bool
ends_part(const struct match *match, const struct choice *choice)
{
	const struct game *game = match_game(match);

	return g_strcmp0(game->verbs[choice->verb].word, game->last_verb) == 0;
}

/* Then there is nothing to list them apart from. */
static bool
all_end(const struct match *match, const GArray *list)
{
	for (guint i = 0; i < list->len; i++)
		if (!ends_part(match, choice_at(list, i)))
			return false;
	return true;
}

json_t *
choices_groups(const struct match *match, const GArray *legal,
    const struct words *words, bool by_value)
{
	g_autoptr(GArray) list = list_choices(match, legal, words, by_value);

	if (!all_end(match, list))
		for (guint i = list->len; i > 0; i--)
			if (ends_part(match, choice_at(list, i - 1)))
				g_array_remove_index(list, i - 1);
	return by_value ? groups_by_value(list) : groups_by_name(list);
}

/* Verbs that can be used now, for what letters say about each. */
static json_t *
offered_json(const struct match *match, const GArray *list)
{
	const struct verb *verbs = match_game(match)->verbs;
	json_t *json = json_object();
	int before = -1;

	for (guint i = 0; i < list->len; i++) {
		int verb = choice_at(list, i)->verb;

		/* Moves of one verb mostly stand together. */
		if (verb != before)
			json_object_set_new(
			    json, verbs[verb].word, json_true());
		before = verb;
	}
	return json;
}

void
choices_context(
    struct table *t, int seat, const struct words *words, json_t *context)
{
	g_autoptr(GArray) legal = match_legal(t->match, seat);
	bool by_value = choices_by_value(t, legal);
	bool many = legal->len > MANY_CHOICES;
	g_autoptr(GArray) list = list_choices(t->match, legal, words, by_value);
	json_t *choices = json_array(), *last = json_array();

	for (guint i = 0; i < list->len; i++)
		json_array_append_new(
		    ends_part(t->match, choice_at(list, i)) ? last : choices,
		    choice_json(choice_at(list, i)->number, "move",
			choice_at(list, i)->text));
	/* Where nothing else can be done there is nothing to keep it apart
	 * from. */
	if (json_array_size(choices) == 0) {
		json_array_extend(choices, last);
		json_array_clear(last);
	}
	json_object_set_new(context, "choices", choices);
	json_object_set_new(context, "offered", offered_json(t->match, list));
	json_object_set_new(
	    context, "last_any", json_boolean(json_array_size(last) > 0));
	json_object_set_new(context, "last", last);
	json_object_set_new(context, "many", json_boolean(many));
	json_object_set_new(context, "by_value", json_boolean(by_value));
	if (many)
		json_object_set_new(context, "groups",
		    choices_groups(t->match, legal, words, by_value));
}
