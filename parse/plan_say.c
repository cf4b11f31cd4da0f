/* SPDX-License-Identifier: ISC */
/*
 * A line of a plan as people write it: plan_read makes the same of it
 * (tests/render/plans_said.c).
 */
#include "parse/plan.h"

#include "core/match.h"
#include "core/move.h"
#include "core/rules.h"
#include "core/words.h"
#include "parse/inner.h"

#include <string.h>

/* How plans in that language say "if", "or" and such. */
static const char *
joint(const struct words *words, const char *word)
{
	return words == NULL ? word : words_first(words, "plan", word);
}

/* What stands behind the verb of a move, with a blank in front; or "". */
static char *
behind_verb(const struct match *m, const char *move, const struct words *words)
{
	g_autofree char *own = g_strndup(move, strcspn(move, " "));
	g_autofree char *verb = move_retell(m, own, words);
	g_autofree char *whole = move_retell(m, move, words);

	return g_strdup(g_str_has_prefix(whole, verb) ? whole + strlen(verb)
						      : move + strlen(own));
}

/* "pass mate or merchant": the verb of what follows is not said. */
char *
plan_way_text(
    const struct match *m, const json_t *way, const struct words *words)
{
	g_autofree char *move = move_retell(m, plan_way_move(way), words);
	GString *text = g_string_new(move);
	g_autofree char **then = plan_way_then(way);

	for (int i = 0; then != NULL && then[i] != NULL; i++) {
		g_autofree char *one = behind_verb(m, then[i], words);

		if (i > 0)
			g_string_append_printf(text, " %s", joint(words, "or"));
		g_string_append(text, one);
	}
	return g_string_free(text, FALSE);
}

bool
plan_deed(const struct words *words, const struct match *m, const char *how,
    const char *verb, bool alone, char **front, char **back)
{
	g_autofree char *what =
	    g_strdup_printf("%s.%s", match_game(m)->name, how);
	g_autofree char *key = g_strdup_printf("%s " WORDS_GAP, verb);
	const char *form, *gap;

	if (words == NULL || words_first(words, what, verb) == verb)
		return false;
	form = words_first(words, what, alone ? verb : key);
	gap = strstr(form, WORDS_GAP);
	*front = gap == NULL ? g_strdup(form)
			     : g_strndup(form, (size_t)(gap - form));
	g_strchomp(*front);
	*back = g_strdup(gap == NULL ? "" : gap + strlen(WORDS_GAP));
	return true;
}

/* Is a "not" said with the verb of "does" ("does not play"), or in front of
 * what others do ("nicht Salz spielt")? */
static bool
not_helps(const struct words *words)
{
	return words != NULL &&
	       g_str_has_prefix(joint(words, "not"), joint(words, "does"));
}

/* Words of a move that are others behind a "not", as in Polish: "soli". */
static char *
rest_denied(const struct match *m, const char *move, const struct words *words,
    const char *rest)
{
	const char *game = match_game(m)->name;
	g_autofree char *what = g_strdup_printf("%s.does-not", game);
	g_auto(GStrv) own = g_strsplit(move, " ", -1);
	GString *text = g_string_new(rest);

	for (guint i = 1; words != NULL && own[0] != NULL && own[i] != NULL;
	     i++) {
		const char *denied = words_first(words, what, own[i]);

		if (denied != own[i])
			g_string_replace(
			    text, words_first(words, game, own[i]), denied, 1);
	}
	return g_string_free(text, FALSE);
}

static const char *
who_text(
    const struct match *m, const json_t *condition, const struct words *words)
{
	int seat = plan_seat(condition);

	if (seat >= 0 && seat < (int)match_seats(m))
		return match_name(m, seat);
	return joint(words, plan_denies(condition) ? "nobody" : "anybody");
}

/*
 * "Anna plays salt", "Anna does not play salt", or if the language does not say
 * what others do "Anna does play salt".
 */
static void
add_condition(const struct match *m, const json_t *condition,
    const struct words *words, GString *text)
{
	bool denies = plan_denies(condition);
	bool said_not = denies && plan_seat(condition) >= 0;
	bool helped = said_not && not_helps(words);
	const char *verb = plan_member(condition, "verb");
	const char *move = plan_member(condition, "move");
	g_autofree char *said =
	    move[0] == '\0' ? g_strdup("") : behind_verb(m, move, words);
	g_autofree char *rest =
	    denies ? rest_denied(m, move, words, said) : g_strdup(said);
	g_autofree char *front = NULL, *back = NULL;
	bool alone = rest[0] == '\0', deed;

	g_string_append_printf(text, " %s", who_text(m, condition, words));
	deed = !helped &&
	       ((denies && plan_deed(words, m, "does-not", verb, alone, &front,
			       &back)) ||
		   plan_deed(words, m, "does", verb, alone, &front, &back));
	if (!deed)
		front = move_retell(m, verb, words);
	if (!deed && !helped)
		g_string_append_printf(text, " %s", joint(words, "does"));
	if (said_not)
		g_string_append_printf(text, " %s", joint(words, "not"));
	g_string_append_printf(text, "%s%s%s%s", front[0] == '\0' ? "" : " ",
	    front, rest, back != NULL ? back : "");
}

static void
add_conditions(const struct match *m, const json_t *list, const char *word,
    const struct words *words, GString *text)
{
	const json_t *condition;
	size_t i;

	if (list == NULL)
		return;
	g_string_append(text, joint(words, word));
	json_array_foreach(list, i, condition)
	{
		if (i > 0)
			g_string_append_printf(
			    text, " %s", joint(words, "and"));
		add_condition(m, condition, words, text);
	}
	g_string_append(text, ": ");
}

char *
plan_text(const struct match *m, const json_t *step, const struct words *words)
{
	const json_t *branches = json_object_get(step, "branches"), *branch;
	GString *text = g_string_new(NULL);
	size_t i, k;

	json_array_foreach(branches, i, branch)
	{
		const json_t *ways = json_object_get(branch, "ways"), *way;

		if (i > 0)
			g_string_append_printf(
			    text, ", %s ", joint(words, "else"));
		add_conditions(
		    m, json_object_get(branch, "if"), "if", words, text);
		add_conditions(m, json_object_get(branch, "unless"), "unless",
		    words, text);
		json_array_foreach(ways, k, way)
		{
			g_autofree char *one = plan_way_text(m, way, words);

			if (k > 0)
				g_string_append_printf(
				    text, " %s ", joint(words, "or"));
			g_string_append(text, one);
		}
	}
	return g_string_free(text, FALSE);
}
