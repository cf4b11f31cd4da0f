/* SPDX-License-Identifier: ISC */
/* What came of the lines of a mail: sentences for the letter that answers. */
#include "app/matches/table/reply.h"

#include "app/home/languages.h"
#include "app/matches/table/reply_lines.h"
#include "core/say.h"
#include "parse/request.h"
#include "render/render.h"

#include <stddef.h>
#include <string.h>

/* Its lists; those with a name are the letter's. */
static const struct {
	const char *name;
	size_t at;
} lists[] = {
	{ "understood", offsetof(struct reply, understood) },
	{ "near", offsetof(struct reply, suggestions) },
	{ "refusals", offsetof(struct reply, refusals) },
	{ "not_tried", offsetof(struct reply, not_tried) },
	{ "notes", offsetof(struct reply, notes) },
	{ "undone", offsetof(struct reply, undone) },
	{ "in_talk", offsetof(struct reply, in_talk) },
	{ NULL, offsetof(struct reply, dropped) },
};

static json_t **
list_at(struct reply *r, size_t i)
{
	return &G_STRUCT_MEMBER(json_t *, r, lists[i].at);
}

void
reply_init(struct reply *r, struct home *home)
{
	*r = (struct reply){ .home = home, .sections = json_object() };
	for (size_t i = 0; i < G_N_ELEMENTS(lists); i++)
		*list_at(r, i) = json_array();
}

void
reply_clear(struct reply *r)
{
	for (size_t i = 0; i < G_N_ELEMENTS(lists); i++)
		json_decref(*list_at(r, i));
	json_decref(r->refused);
	json_decref(r->sections);
	g_free(r->rules_topic);
	g_free(r->help_topic);
	g_free(r->read);
	g_free(r->hint);
}

char *
reply_sentence(const struct reply *r, struct phrase *phrase)
{
	char *text = catalog_say(
	    home_words(r->home), phrase, r->names != NULL ? *r->names : NULL);

	phrase_free(phrase);
	return text;
}

static void
refuse(struct reply *r, const char *line, const char *text)
{
	if (r->by_line)
		json_array_append_new(r->refusals,
		    json_pack("{s:s*, s:s}", "line", line, "why", text));
	else if (r->refused == NULL)
		r->refused = json_pack("{s:s, s:s, s:[], s:[]}", "line", line,
		    "why", text, "not_tried", "taken_back");
}

void
reply_refuse_for(struct reply *r, const char *line, struct phrase *why)
{
	g_autofree char *text = reply_sentence(r, why);

	refuse(r, line, text);
}

void
reply_refuse(struct reply *r, const char *line, const char *key, json_t *args)
{
	reply_refuse_for(r, line, phrase_new(key, args));
}

/* Was that understood, and yet not done? */
static bool
says_no(const char *what)
{
	static const char *const words[] = { "take-gone", "take-over",
		"take-plays", "back-gone", "back-late", "back-none",
		"resend-none", "cancel-none", "wait-none", "code-taken",
		"meant-left", "doubted", "forget-organiser", NULL };

	return g_strv_contains(words, what);
}

json_t *
reply_item(const char *line, const char *what, const char *words)
{
	return json_pack("{s:s, s:s, s:s*, s:b, s:b}", "line", line, "what",
	    what, "words", words, "not", (int)says_no(what), "apart",
	    strcmp(what, "apart") == 0);
}

void
reply_note(
    struct reply *r, const char *line, const char *what, const char *words)
{
	json_array_append_new(r->understood, reply_item(line, what, words));
}

void
reply_say(struct reply *r, const char *line, const char *key, json_t *args)
{
	g_autofree char *said = reply_sentence(r, phrase_new(key, args));
	g_autofree char *text =
	    g_strconcat(said, g_str_has_suffix(said, ".") ? "" : ".", NULL);

	json_array_append_new(
	    r->understood, json_pack("{s:s, s:s}", "line", line, "said", text));
}

void
reply_suggest(struct reply *r, const char *line, char *hint)
{
	json_array_append_new(r->suggestions,
	    json_pack("{s:s, s:s}", "line", line, "hint", hint));
	g_free(hint);
}

/* Does the reason tell what to send, too? */
static bool
says_all(const struct phrase *why)
{
	return strcmp(why->key, "near.bare") == 0 ||
	       strcmp(why->key, "near.series") == 0 ||
	       strcmp(why->key, "near.take") == 0;
}

/* Why it was not understood, and what it is like, newly allocated. */
static char *
hint_text(struct reply *r, const struct request *q, const char *key)
{
	g_autofree char *like = reply_sentence(r, phrase_new(key, NULL));
	g_autofree char *why =
	    q->why != NULL ? catalog_say(home_words(r->home), q->why, NULL)
			   : NULL;

	if (why == NULL)
		return g_steal_pointer(&like);
	return says_all(q->why) ? g_steal_pointer(&why)
				: g_strdup_printf("%s %s", why, like);
}

void
reply_refuse_hint(struct reply *r, const struct request *q, const char *key)
{
	g_autofree char *text = hint_text(r, q, key);

	refuse(r, q->line, text);
}

void
reply_hint(struct reply *r, const struct request *q, const char *key)
{
	g_autofree char *text = hint_text(r, q, key);

	/* understood, but nobody can */
	if (strcmp(q->text, "undo") == 0)
		json_array_append_new(r->by_line ? r->refusals : r->undone,
		    json_pack("{s:s, s:s}", "line", q->line, "why", text));
	else
		reply_suggest(r, q->line, g_steal_pointer(&text));
}

void
reply_undone(struct reply *r, const char *line, const char *key, json_t *args)
{
	g_autofree char *why = reply_sentence(r, phrase_new(key, args));

	json_array_append_new(
	    r->undone, json_pack("{s:s*, s:s}", "line", line, "why", why));
}

void
reply_remark(struct reply *r, const char *key, json_t *args)
{
	g_autofree char *text = reply_sentence(r, phrase_new(key, args));

	json_array_append_new(r->notes, json_string(text));
}

void
reply_section(struct reply *r, const struct request *q, const char *section)
{
	char **topic =
	    q->kind == REQUEST_HELP ? &r->help_topic : &r->rules_topic;

	reply_want(r, section);
	if (q->text != NULL) {
		g_free(*topic);
		*topic = g_strdup(q->text);
	}
	reply_note(r, q->line, request_kind_name(q->kind), NULL);
}

void
reply_want(struct reply *r, const char *section)
{
	json_object_set_new(r->sections, section, json_true());
}

bool
reply_wants(const struct reply *r, const char *section)
{
	return json_object_get(r->sections, section) != NULL;
}

size_t
reply_lines(const struct reply *r)
{
	return (r->refused != NULL) + json_array_size(r->understood) +
	       json_array_size(r->suggestions) + json_array_size(r->refusals) +
	       json_array_size(r->undone);
}

bool
reply_any(const struct reply *r)
{
	return r->unsaid || reply_lines(r) > 0;
}

/* That a move is made or noted, and nothing else. */
static bool
is_move(const json_t *item)
{
	static const char *const keys[] = { "move", "noted", "keep",
		"planned" };

	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
		if (json_object_get(item, keys[i]) != NULL)
			return true;
	return false;
}

bool
reply_is_plain(const struct reply *r)
{
	for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
		const json_t *list = G_STRUCT_MEMBER(json_t *, r, lists[i].at);

		if (list != r->understood && json_array_size(list) > 0)
			return false;
	}
	for (size_t i = 0; i < json_array_size(r->understood); i++)
		if (!is_move(json_array_get(r->understood, i)))
			return false;
	return json_array_size(r->understood) > 0 && r->refused == NULL &&
	       json_object_size(r->sections) == 0 && !r->unsaid && !r->resign &&
	       !r->new_key && r->hint == NULL && !r->asked;
}

bool
reply_is_planned(const json_t *item)
{
	return json_object_get(item, "keep") != NULL ||
	       json_object_get(item, "planned") != NULL;
}

void
reply_unsay_planned(json_t *understood)
{
	for (size_t i = json_array_size(understood); i-- > 0;)
		if (reply_is_planned(json_array_get(understood, i)))
			json_array_remove(understood, i);
}

static void
put_text(json_t *context, const char *key, const char *text)
{
	if (text != NULL)
		json_object_set_new(context, key, json_string(text));
}

void
reply_context(struct reply *r, json_t *context)
{
	bool any = reply_any(r);

	json_object_set_new(context, "answer", json_true());
	json_object_set_new(context, "nothing_found", json_boolean(!any));
	put_text(context, "read", r->read);
	if (r->refused != NULL)
		json_object_set(context, "refused", r->refused);
	json_object_set_new(context, "stands", json_boolean(r->stands));
	for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
		json_t **list = list_at(r, i);

		if (lists[i].name == NULL)
			continue;
		json_object_set_new(context, lists[i].name, *list);
		*list = json_array();
	}
}

void
reply_sections(struct reply *r, json_t *context)
{
	json_object_set_new(context, "question",
	    json_boolean(json_object_size(r->sections) > 0));
	json_object_set_new(context, "sections", r->sections);
	r->sections = json_object();
	put_text(context, "rules_topic", r->rules_topic);
	put_text(context, "help_topic", r->help_topic);
	g_clear_pointer(&r->rules_topic, g_free);
	g_clear_pointer(&r->help_topic, g_free);
}
