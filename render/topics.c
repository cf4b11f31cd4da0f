/* SPDX-License-Identifier: ISC */
/*
 * What people read up on: the parts of the rules and of the help.  Each part
 * is a template; phrases say by which words it is asked for.
 */
#include "base/fold.h"
#include "render/marks.h"
#include "render/tongue.h"

#include <string.h>

/* "cabin boy" -> "roles", by the phrase PREFIXtopic.cabin-boy; NULL: no such
 * topic. */
static const char *
topic_file(const struct letter *letter, const char *prefix, const char *folded)
{
	g_autofree char *key = g_strdup_printf("%stopic.%s", prefix, folded);

	return tongue_raw(letter->tongue, key);
}

/* As keys of phrases are written. */
static char *
fold_topic(const char *topic)
{
	char *folded = fold_text(topic);

	return g_strdelimit(g_strstrip(folded), " ", '-');
}

static void
put_template(struct letter *letter, const char *name, GString *out)
{
	g_autofree char *text = NULL;

	if (letter->in_topic)
		return; /* no topic quotes another one */
	letter->in_topic = true;
	text = letter_render(letter, name);
	letter->in_topic = false;
	if (text == NULL) {
		letter->failed = true;
		return;
	}
	/* a topic is no partial, but as much as one */
	marks_part(letter, name, false, out);
	g_string_append(out, text);
	marks_part(letter, name, true, out);
}

static char *
rules_template(const struct letter *letter, const char *topic)
{
	g_autofree char *folded = fold_topic(topic);
	g_autofree char *prefix = NULL;
	const char *file;

	if (letter->game == NULL || *folded == '\0')
		return g_strdup("rules");
	prefix = g_strconcat(letter->game, ".", NULL);
	file = topic_file(letter, prefix, folded);
	return file != NULL ? g_strconcat("rules-", file, NULL)
			    : g_strdup("no-topic");
}

/* Those of the letter's game, or of the one that was asked for. */
void
topic_rules(struct letter *letter, const char *topic, GString *out)
{
	const char *game = letter->game;
	g_autofree char *name = NULL;

	if (game == NULL)
		letter->game = json_string_value(
		    json_object_get(letter->facts, "rules_game"));
	name = rules_template(letter, topic);
	put_template(letter, name, out);
	letter->game = game;
}

void
topic_help(struct letter *letter, const char *topic, GString *out)
{
	g_autofree char *folded = fold_topic(topic);
	const char *file = topic_file(letter, "", folded);
	g_autofree char *name = *folded == '\0' ? g_strdup("help")
				: file != NULL
				    ? g_strconcat("help-", file, NULL)
				    : g_strdup("help-no-topic");

	put_template(letter, name, out);
}
