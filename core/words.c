/* SPDX-License-Identifier: ISC */
/*
 * How people write what the program calls by one word.  A form is looked for
 * as it is written, and only then without accents: a keyboard may lack them,
 * but where they tell two words apart, they do.
 */
#include "core/words.h"

#include "base/fold.h"
#include "base/lexicon.h"

#include <stdint.h>
#include <string.h>

#define KEY_SIZE 256 /* of a key of a table; no form is that long */
#define TEXTS_SIZE 16384 /* bytes taken at a time */

/* How something is written, and all that it may be. */
struct form {
	const char *word; /* the canonical one of the form; NULL: it is none */
	/* The forms that are written so without accents: the first one, and
	 * others, if there are. */
	const struct form *plain;
	GPtrArray *others; /* const struct form * */
	guint longest; /* words in the longest form that begins so; 0: none */
	char text[];
};

/* The forms of one "what". */
struct forms {
	GHashTable *written; /* text of a form -> itself */
	GHashTable *first; /* canonical word -> form that letters use */
};

/* What is known of a text among the forms of one "what". */
struct written {
	const char *word; /* what it stands for; NULL: it is no form */
	const char *alone; /* if accents do not count; NULL too if that may be
			    * two words */
	guint longest; /* as of struct form */
};

struct words {
	/* Tables that are built in (tools/pack_words.py), or NULL: then
	 * the following is empty. */
	const char *forms; /* WHAT\nTEXT -> struct written */
	const char *firsts; /* WHAT\nWORD -> form that letters use */
	GHashTable *of; /* what -> struct forms */
	/* Texts in the tables: a language has many, which would be taken and
	 * given back one by one. */
	GStringChunk *texts;
};

static void
form_free(gpointer p)
{
	struct form *form = p;

	g_clear_pointer(&form->others, g_ptr_array_unref);
	g_free(form);
}

static struct forms *
forms_new(void)
{
	struct forms *forms = g_new0(struct forms, 1);

	forms->written =
	    g_hash_table_new_full(g_str_hash, g_str_equal, NULL, form_free);
	forms->first = g_hash_table_new(g_str_hash, g_str_equal);
	return forms;
}

static void
forms_free(gpointer p)
{
	struct forms *forms = p;

	g_hash_table_destroy(forms->written);
	g_hash_table_destroy(forms->first);
	g_free(forms);
}

struct words *
words_new(void)
{
	struct words *w = g_new0(struct words, 1);

	w->of =
	    g_hash_table_new_full(g_str_hash, g_str_equal, NULL, forms_free);
	w->texts = g_string_chunk_new(TEXTS_SIZE);
	return w;
}

struct words *
words_built_in(const char *forms, const char *firsts)
{
	struct words *w = words_new();

	w->forms = forms;
	w->firsts = firsts;
	return w;
}

void
words_free(struct words *w)
{
	if (w == NULL)
		return;
	g_hash_table_destroy(w->of);
	g_string_chunk_free(w->texts);
	g_free(w);
}

static guint
count_words(const char *text)
{
	guint n = 1;

	for (; *text != '\0'; text++)
		n += *text == ' ';
	return n;
}

/* What is written so, now known if it was not yet. */
static struct form *
form_of(struct forms *forms, const char *text)
{
	struct form *form = g_hash_table_lookup(forms->written, text);
	size_t size;

	if (form != NULL)
		return form;
	size = strlen(text) + 1;
	form = g_malloc(sizeof(*form) + size);
	*form = (struct form){ .word = NULL };
	memcpy(form->text, text, size);
	g_hash_table_insert(forms->written, form->text, form);
	return form;
}

/* The first word of a form without accents. */
static void
add_beginning(struct forms *forms, struct form *folded, guint words)
{
	size_t size = strcspn(folded->text, " ,\t");
	struct form *beginning = folded;

	if (folded->text[size] != '\0') {
		g_autofree char *word = g_strndup(folded->text, size);

		beginning = form_of(forms, word);
	}
	beginning->longest = MAX(beginning->longest, words);
}

/* The form is one of those that are written so without accents. */
static void
add_folded(struct forms *forms, struct form *form)
{
	struct form *folded = form;

	if (!g_str_is_ascii(form->text)) {
		g_autofree char *plain = fold_text(form->text);

		folded = form_of(forms, plain);
	}
	add_beginning(forms, folded, count_words(form->text));
	if (folded->plain == NULL) {
		folded->plain = form;
		return;
	}
	if (folded->others == NULL)
		folded->others = g_ptr_array_new();
	g_ptr_array_add(folded->others, form);
}

/* What is written so without accents stands for; NULL too if that may be two
 * words. */
static const char *
word_of_folded(const struct form *folded)
{
	const char *word;

	if (folded->plain == NULL)
		return NULL;
	word = folded->plain->word;
	for (guint i = 0; folded->others != NULL && i < folded->others->len;
	     i++) {
		const struct form *other = folded->others->pdata[i];

		if (strcmp(word, other->word) != 0)
			return NULL;
	}
	return word;
}

/* What word_key would leave as it is. */
static bool
is_key(const char *form)
{
	char before = ' ';

	for (; *form != '\0'; before = *form++)
		if ((guchar)*form >= 0x80 || g_ascii_isupper(*form) ||
		    (*form == ' ' && before == ' '))
			return false;
	return before != ' ';
}

void
words_add(
    struct words *w, const char *what, const char *form, const char *canonical)
{
	struct forms *forms = g_hash_table_lookup(w->of, what);
	g_autofree char *key = is_key(form) ? NULL : word_key(form);
	struct form *written;
	bool is_new;

	if (forms == NULL) {
		forms = forms_new();
		g_hash_table_insert(
		    w->of, g_string_chunk_insert(w->texts, what), forms);
	}
	written = form_of(forms, key != NULL ? key : form);
	is_new = written->word == NULL;
	written->word = g_string_chunk_insert(w->texts, canonical);
	if (is_new)
		add_folded(forms, written);
}

void
words_prefer(
    struct words *w, const char *what, const char *form, const char *canonical)
{
	struct forms *forms = g_hash_table_lookup(w->of, what);

	g_hash_table_insert(forms->first,
	    g_string_chunk_insert(w->texts, canonical),
	    g_string_chunk_insert(w->texts, form));
}

/* In a table that is built in; NULL: it is not there. */
static const char *
find_built_in(const char *table, const char *what, const char *text)
{
	const size_t before = strlen(what), size = strlen(text) + 1;
	char key[KEY_SIZE];

	if (before + 1 + size > sizeof(key))
		return NULL;
	memcpy(key, what, before);
	key[before] = '\n';
	memcpy(key + before + 1, text, size);
	return lexicon_find(table, key);
}

const char *
words_first(const struct words *w, const char *what, const char *canonical)
{
	const struct forms *forms = g_hash_table_lookup(w->of, what);
	const char *form = NULL;

	if (w->firsts != NULL)
		form = find_built_in(w->firsts, what, canonical);
	else if (forms != NULL)
		form = g_hash_table_lookup(forms->first, canonical);
	return form != NULL ? form : canonical;
}

bool
words_is_section(const char *what)
{
	static const char *const sections[] = { "request", "plan", "habit",
		"unit", "order", "game", "reply", "lead", "day", "count",
		"arrange", "little", NULL };

	return g_strv_contains(sections, what);
}

bool
words_of(const struct words *w, const char *what)
{
	if (w->forms != NULL)
		return find_built_in(w->forms, what, "") != NULL;
	return g_hash_table_contains(w->of, what);
}

/* Takes over the "what". */
static void
add_game(GPtrArray *games, char *what)
{
	/* "mutineer.does" is how its moves are told */
	if (!words_is_section(what) && strchr(what, '.') == NULL)
		g_ptr_array_add(games, what);
	else
		g_free(what);
}

GPtrArray *
words_games(const struct words *w)
{
	GPtrArray *games = g_ptr_array_new_with_free_func(g_free);
	const size_t n = w->forms != NULL ? lexicon_size(w->forms) : 0;
	GHashTableIter iter;
	gpointer key;

	/* each "what" has a key of its own there, without a text */
	for (size_t i = 0; i < n; i++) {
		const char *found = lexicon_key(w->forms, i);
		const char *end = strchr(found, '\n');

		if (end[1] == '\0')
			add_game(games, g_strndup(found, (gsize)(end - found)));
	}
	g_hash_table_iter_init(&iter, w->of);
	while (g_hash_table_iter_next(&iter, &key, NULL))
		add_game(games, g_strdup(key));
	return games;
}

static const struct token *
token_at(const GPtrArray *tokens, guint i)
{
	return tokens->pdata[i];
}

/* Two tokens or more as one text. */
static char *
join(const GPtrArray *tokens, guint from, guint n, bool folded)
{
	GString *text = g_string_sized_new(64);

	for (guint i = from; i < from + n; i++) {
		const struct token *token = token_at(tokens, i);

		if (i > from)
			g_string_append_c(text, ' ');
		g_string_append(text, folded ? token->folded : token->exact);
	}
	return g_string_free(text, FALSE);
}

static struct written
look_up_built_in(const char *forms, const char *what, const char *text)
{
	const char *found = find_built_in(forms, what, text), *alone;

	if (found == NULL || *found == '\0')
		return (struct written){ .word = NULL };
	alone = found + strlen(found) + 1;
	return (struct written){ .word = found[1] != '\0' ? found + 1 : NULL,
		.alone = *alone != '\0' ? alone : NULL,
		.longest = (guint)(*found - '0') };
}

static struct written
look_up(const struct words *w, const char *what, const char *text)
{
	const struct forms *forms;
	const struct form *form;

	if (w->forms != NULL)
		return look_up_built_in(w->forms, what, text);
	forms = g_hash_table_lookup(w->of, what);
	form = forms != NULL ? g_hash_table_lookup(forms->written, text) : NULL;
	if (form == NULL)
		return (struct written){ .word = NULL };
	return (
	    struct written){ form->word, word_of_folded(form), form->longest };
}

static const char *
find_written(const struct words *w, const char *what, const char *exact,
    const char *folded)
{
	const struct written written = look_up(w, what, exact);

	if (written.word != NULL)
		return written.word;
	if (strcmp(exact, folded) == 0)
		return written.alone;
	return look_up(w, what, folded).alone;
}

/* What the n tokens from there on stand for together. */
static const char *
find_form(const struct words *w, const char *what, const GPtrArray *tokens,
    guint from, guint n)
{
	const struct token *token = token_at(tokens, from);
	g_autofree char *exact = NULL, *folded = NULL;

	if (n == 1)
		return find_written(w, what, token->exact, token->folded);
	exact = join(tokens, from, n, false);
	folded = join(tokens, from, n, true);
	return find_written(w, what, exact, folded);
}

bool
words_begin(const struct words *w, const char *what, const struct token *token)
{
	g_autofree char *bare = NULL;

	if (look_up(w, what, token->folded).longest > 0)
		return true;
	bare = g_strdup(token->folded);
	word_strip_stops(bare);
	return look_up(w, what, bare).longest > 0;
}

const char *
words_at(const struct words *w, const char *what, const GPtrArray *tokens,
    guint from, guint *taken)
{
	/* most words begin no form */
	guint longest =
	    look_up(w, what, token_at(tokens, from)->folded).longest;

	for (guint n = MIN(tokens->len - from, longest); n > 0; n--) {
		const char *word = find_form(w, what, tokens, from, n);

		if (word != NULL) {
			*taken = n;
			return word;
		}
	}
	return NULL;
}

const char *
words_find(
    const struct words *w, const char *what, char *const *tokens, guint *taken)
{
	g_autofree char *text = g_strjoinv(" ", (char **)(uintptr_t)tokens);
	g_autoptr(GPtrArray) list = tokens_of(text);

	return list->len > 0 ? words_at(w, what, list, 0, taken) : NULL;
}
