/* SPDX-License-Identifier: ISC */
#include "app/letters/writing/told_steps.h"

#include "app/matches/table/reader.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table.h"
#include "core/decision.h"
#include "core/outcome.h"
#include "core/say.h"
#include "core/sentence.h"
#include "render/render.h"

#include <string.h>

struct sentence_told {
	struct say say;
	struct phrase *phrase;
	char *text; /* in the language at work; NULL: not said in it yet */
};

struct told_steps {
	GHashTable *known; /* struct sentence_told *, by what they say */
	GPtrArray *said; /* those of all steps, one after another */
	GArray *ends; /* guint: where those of each step end */
};

static guint
say_hash(gconstpointer p)
{
	const struct say *say = p;
	guint hash = (guint)say->sentence + 1;

	for (int i = 0; i < say->n; i++)
		hash = (hash ^ (guint16)say->arg[i]) * 0x9e3779b1u;
	return hash ^ hash >> 15;
}

static gboolean
say_equal(gconstpointer p, gconstpointer q)
{
	const struct say *a = p, *b = q;

	return a->sentence == b->sentence && a->n == b->n &&
	       memcmp(a->arg, b->arg, (size_t)a->n * sizeof(*a->arg)) == 0;
}

static void
sentence_free(gpointer p)
{
	struct sentence_told *sentence = p;

	phrase_free(sentence->phrase);
	g_free(sentence->text);
	g_free(sentence);
}

struct told_steps *
told_steps_new(void)
{
	struct told_steps *told = g_new0(struct told_steps, 1);

	told->known =
	    g_hash_table_new_full(say_hash, say_equal, NULL, sentence_free);
	told->said = g_ptr_array_new();
	told->ends = g_array_new(FALSE, FALSE, sizeof(guint));
	return told;
}

void
told_steps_free(struct told_steps *told)
{
	if (told == NULL)
		return;
	g_hash_table_unref(told->known);
	g_ptr_array_unref(told->said);
	g_array_unref(told->ends);
	g_free(told);
}

static struct sentence_told *
find_sentence(
    struct told_steps *told, const struct match *match, const struct say *say)
{
	struct sentence_told *sentence = g_hash_table_lookup(told->known, say);

	if (sentence != NULL)
		return sentence;
	sentence = g_new0(struct sentence_told, 1);
	sentence->say = *say;
	sentence->phrase = say_phrase(match, say);
	g_hash_table_insert(told->known, &sentence->say, sentence);
	return sentence;
}

void
told_steps_add(struct told_steps *told, const struct match *match,
    const struct report *report)
{
	const GArray *news = report->outcome.news;

	for (guint i = 0; news != NULL && i < news->len; i++) {
		const struct told *one = &g_array_index(news, struct told, i);

		if (told_to(one, SEAT_ONLOOKER))
			g_ptr_array_add(
			    told->said, find_sentence(told, match, &one->say));
	}
	g_array_append_val(told->ends, told->said->len);
}

void
told_steps_again(struct told_steps *told)
{
	GHashTableIter all;
	gpointer sentence;

	g_hash_table_iter_init(&all, told->known);
	while (g_hash_table_iter_next(&all, NULL, &sentence))
		g_clear_pointer(
		    &((struct sentence_told *)sentence)->text, g_free);
}

static const char *
sentence_text(const struct reader *r, struct sentence_told *sentence)
{
	if (sentence->text == NULL)
		sentence->text = catalog_say(
		    r->language, sentence->phrase, r->t->atom_names);
	return sentence->text;
}

char *
told_steps_text(
    struct told_steps *told, const struct reader *reader, guint step)
{
	guint from = step > 0 ? g_array_index(told->ends, guint, step - 1) : 0;
	guint to = g_array_index(told->ends, guint, step);
	GString *text;

	if (to == from + 1)
		return g_strdup(sentence_text(reader, told->said->pdata[from]));
	text = g_string_new(NULL);
	for (guint i = from; i < to; i++) {
		if (i > from)
			g_string_append_c(text, ' ');
		g_string_append(
		    text, sentence_text(reader, told->said->pdata[i]));
	}
	return g_string_free(text, FALSE);
}
