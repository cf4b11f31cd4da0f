/* SPDX-License-Identifier: ISC */
/* What came of the lines of a mail: sentences for the letter that answers. */
#include "app/matches/answer.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/matches/table.h"
#include "core/core.h"
#include "parse/parse.h"
#include "render/render.h"

void
answer_init(struct answer *a)
{
	memset(a, 0, sizeof(*a));
	a->understood = json_array();
	a->near = json_array();
	a->not_tried = json_array();
	a->dropped = json_array();
	a->notes = json_array();
	a->undone = json_array();
	a->in_talk = json_array();
	a->sections = json_object();
}

void
answer_clear(struct answer *a)
{
	json_decref(a->understood);
	json_decref(a->near);
	json_decref(a->refused);
	json_decref(a->not_tried);
	json_decref(a->dropped);
	json_decref(a->notes);
	json_decref(a->undone);
	json_decref(a->in_talk);
	json_decref(a->sections);
	g_free(a->rules_topic);
	g_free(a->help_topic);
	g_free(a->read);
}

/* names: those that the data of a match brings, or NULL. */
static void
refuse(struct answer *a, struct home *home, const char *line,
    struct phrase *why, const json_t *names)
{
	g_autofree char *text = tongue_say(home_words(home), why, names);

	if (a->refused == NULL)
		a->refused = json_pack("{s:s, s:s, s:[], s:[]}", "line", line,
		    "why", text, "not_tried", "taken_back");
	phrase_free(why);
}

void
answer_refuse(
    struct answer *a, struct table *t, const char *line, struct phrase *why)
{
	refuse(a, t->home, line, why, t->atom_names);
}

void
answer_refuse_person(
    struct answer *a, struct home *home, const char *line, struct phrase *why)
{
	refuse(a, home, line, why, NULL);
}

bool
answer_says_no(const char *what)
{
	static const char *const words[] = { "take-gone", "take-over",
		"take-plays", "back-gone", "back-late", "back-none",
		"resend-none", "cancel-none", "wait-none", "code-taken",
		"meant-left", "doubted", "forget-organiser" };

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (strcmp(what, words[i]) == 0)
			return true;
	return false;
}

json_t *
answer_item(const char *line, const char *what, const char *words)
{
	return json_pack("{s:s, s:s, s:s*, s:b, s:b}", "line", line, "what",
	    what, "words", words, "not", (int)answer_says_no(what), "apart",
	    strcmp(what, "apart") == 0);
}

void
answer_note(struct answer *a, const struct request *q, const char *what,
    const char *words)
{
	json_array_append_new(a->understood, answer_item(q->line, what, words));
}
