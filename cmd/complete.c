/* SPDX-License-Identifier: ISC */
/*
 * turnpost complete-words: all that can be typed, from the tables of --help,
 * as JSON.  tools/completion.py makes the completions of shells from that.
 */
#include "cmd/complete.h"

#include "cmd/changes.h"
#include "cmd/cmd.h"
#include "engine/engine.h"

#include <stdio.h>
#include <string.h>

static json_t *
option_told(const GOptionEntry *o)
{
	char letter[2] = { o->short_name, '\0' };

	return json_pack("{s:s, s:s, s:s, s:b, s:s*}", "name", o->long_name,
	    "letter", letter, "about", o->description, "file",
	    o->arg == G_OPTION_ARG_FILENAME, "value", o->arg_description);
}

static json_t *
options_told(const GOptionEntry *entries)
{
	json_t *list = json_array();

	for (; entries != NULL && entries->long_name != NULL; entries++)
		json_array_append_new(list, option_told(entries));
	return list;
}

void
tell_options(struct run *run, const GOptionEntry *entries, const char *summary)
{
	const char *arguments = summary != NULL ? summary : "";
	size_t length = strcspn(arguments, "\n"); /* the rest is for people */
	const char *about = about_of(run->argv[0]);
	json_t *options = options_told(entries), *more;
	GOptionEntry own[3];
	const char *why_not;

	change_options(run, own, &why_not);
	more = options_told(own);
	json_array_extend(options, more);
	json_decref(more);
	json_array_append_new(
	    run->told, json_pack("{s:s, s:s, s:s%, s:o}", "word", run->argv[0],
			   "about", about != NULL ? about : "", "arguments",
			   arguments, length, "options", options));
}

/* A subcommand calls run_options before it does anything. */
static void
tell(json_t *told, const struct subcommand *s, const char *below)
{
	g_autofree char *word = g_strdup(s->word);
	g_autofree char *second = g_strdup(below);
	char *argv[] = { word, second, NULL };
	struct run run = { .fixed_now = -1,
		.told = told,
		.argc = below != NULL ? 2 : 1,
		.argv = argv };

	s->work(&run);
}

static void
tell_group(json_t *told, const struct subcommand *s)
{
	const char *member;

	json_array_append_new(
	    told, json_pack("{s:s, s:s, s:s, s:[]}", "word", s->word, "about",
		      about_of(s->word), "arguments", "", "options"));
	for (size_t n = 0; (member = group_word(s->word, n)) != NULL; n++)
		tell(told, s, strchr(member, ' ') + 1);
}

/* For tests: what changes something, and why some of it has no dry run. */
static json_t *
changes_told(void)
{
	json_t *list = json_array();

	for (const struct change *c = changes; c->word != NULL; c++)
		json_array_append_new(
		    list, json_pack("{s:s, s:s?}", "word", c->word, "why_not",
			      c->why_not));
	return list;
}

int
cmd_complete_words(struct run *run)
{
	json_t *told, *all;
	int code = EXIT_DONE;

	if (!run_options(run, NULL, NULL, &code))
		return code;
	told = json_array();
	for (const struct subcommand *s = subcommands; s->word != NULL; s++) {
		if (s->summary == NULL)
			continue;
		if (group_word(s->word, 0) != NULL)
			tell_group(told, s);
		else
			tell(told, s, NULL);
	}
	all = json_pack("{s:o, s:o, s:o, s:o}", "options",
	    options_told(global_options), "words", told, "changes",
	    changes_told(), "games", engine_games());
	json_dumpf(all, stdout, JSON_INDENT(1));
	putchar('\n');
	json_decref(all);
	return code;
}
