/* SPDX-License-Identifier: ISC */
/*
 * How people write what the program calls by one word.  A form is looked for
 * as it is written, and only then without accents: a keyboard may lack them,
 * but where they tell two words apart, they do.
 */
#include "core/words.h"

#include "base/fold.h"

#include <stdint.h>
#include <string.h>

/* Marks behind a word with which one begins: "Ok.", "Dec." */
#define STOPS ".!:"
#define TEXTS_SIZE 16384 /* bytes taken at a time */

/* The forms of one "what". */
struct forms {
	GHashTable *exact; /* form in lower case -> canonical word */
	GHashTable *folded; /* form without accents -> first such exact one */
	GHashTable *more; /* the same -> GPtrArray of others, if there are */
	GHashTable *first; /* canonical word -> form that letters use */
	GHashTable *begins; /* the first words of all forms, without accents */
	guint longest; /* words in the longest form */
};

struct words {
	GHashTable *of; /* what -> struct forms */
	/* All texts in the tables: a language has thousands of them, which
	 * would be taken and given back one by one. */
	GStringChunk *texts;
};

static struct forms *
forms_new(void)
{
	struct forms *forms = g_new0(struct forms, 1);

	forms->exact = g_hash_table_new(g_str_hash, g_str_equal);
	forms->folded = g_hash_table_new(g_str_hash, g_str_equal);
	forms->more = g_hash_table_new_full(
	    g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
	forms->first = g_hash_table_new(g_str_hash, g_str_equal);
	forms->begins = g_hash_table_new(g_str_hash, g_str_equal);
	return forms;
}

static void
forms_free(gpointer p)
{
	struct forms *forms = p;

	g_hash_table_destroy(forms->exact);
	g_hash_table_destroy(forms->folded);
	g_hash_table_destroy(forms->more);
	g_hash_table_destroy(forms->first);
	g_hash_table_destroy(forms->begins);
	g_free(forms);
}

struct words *
words_new(void)
{
	struct words *w = g_new(struct words, 1);

	w->of =
	    g_hash_table_new_full(g_str_hash, g_str_equal, NULL, forms_free);
	w->texts = g_string_chunk_new(TEXTS_SIZE);
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

/* The first word of a form without accents, which is one of the texts. */
static void
add_beginning(struct words *w, struct forms *forms, const char *folded)
{
	size_t size = strcspn(folded, " ,\t");
	const char *word = folded;

	if (folded[size] != '\0')
		word =
		    g_string_chunk_insert_len(w->texts, folded, (gssize)size);
	g_hash_table_add(forms->begins, (gpointer)(uintptr_t)word);
}

/* The exact form is one of those that are written so without accents. */
static void
add_folded(struct words *w, struct forms *forms, char *exact)
{
	char *folded = exact, *other;
	GPtrArray *more;

	if (!g_str_is_ascii(exact)) {
		g_autofree char *plain = fold_text(exact);

		folded = g_string_chunk_insert(w->texts, plain);
	}
	add_beginning(w, forms, folded);
	other = g_hash_table_lookup(forms->folded, folded);
	if (other == NULL) {
		g_hash_table_insert(forms->folded, folded, exact);
		return;
	}
	more = g_hash_table_lookup(forms->more, folded);
	if (more == NULL) {
		more = g_ptr_array_new();
		g_hash_table_insert(forms->more, folded, more);
	}
	g_ptr_array_add(more, exact);
}

/* What a form without accents stands for; NULL too if it may be two words. */
static const char *
find_folded(const struct forms *forms, const char *folded)
{
	const char *exact = g_hash_table_lookup(forms->folded, folded);
	const GPtrArray *more;
	const char *word;

	if (exact == NULL)
		return NULL;
	word = g_hash_table_lookup(forms->exact, exact);
	more = g_hash_table_lookup(forms->more, folded);
	for (guint i = 0; more != NULL && i < more->len; i++) {
		const char *other =
		    g_hash_table_lookup(forms->exact, more->pdata[i]);

		if (strcmp(word, other) != 0)
			return NULL;
	}
	return word;
}

void
words_add(
    struct words *w, const char *what, const char *form, const char *canonical)
{
	struct forms *forms = g_hash_table_lookup(w->of, what);
	g_autofree char *key = word_key(form);
	char *word = g_string_chunk_insert(w->texts, canonical);
	gpointer exact;

	if (forms == NULL) {
		forms = forms_new();
		g_hash_table_insert(
		    w->of, g_string_chunk_insert(w->texts, what), forms);
	}
	forms->longest = MAX(forms->longest, count_words(key));
	if (!g_hash_table_lookup_extended(forms->exact, key, &exact, NULL)) {
		exact = g_string_chunk_insert(w->texts, key);
		add_folded(w, forms, exact);
	}
	g_hash_table_insert(forms->exact, exact, word);
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

const char *
words_first(const struct words *w, const char *what, const char *canonical)
{
	const struct forms *forms = g_hash_table_lookup(w->of, what);
	const char *form =
	    forms == NULL ? NULL : g_hash_table_lookup(forms->first, canonical);

	return form != NULL ? form : canonical;
}

bool
words_is_section(const char *what)
{
	static const char *const sections[] = { "request", "plan", "habit",
		"unit", "order", "game", "reply", "lead", "day", "count",
		NULL };

	return g_strv_contains(sections, what);
}

bool
words_of(const struct words *w, const char *what)
{
	return g_hash_table_contains(w->of, what);
}

GPtrArray *
words_games(const struct words *w)
{
	GPtrArray *games = g_ptr_array_new_with_free_func(g_free);
	GHashTableIter iter;
	gpointer key;

	g_hash_table_iter_init(&iter, w->of);
	while (g_hash_table_iter_next(&iter, &key, NULL))
		/* "mutineer.does" is how its moves are told */
		if (!words_is_section(key) && strchr(key, '.') == NULL)
			g_ptr_array_add(games, g_strdup(key));
	return games;
}

/* ---- a line's words ---- */

/*
 * A token and its texts in one piece: mails have many.  Of ASCII the exact one
 * and the one without accents are one text.
 */
static struct token *
token_make(const char *exact, const char *folded, size_t start, bool comma)
{
	const size_t size = strlen(exact) + 1;
	const size_t more = folded != exact ? strlen(folded) + 1 : 0;
	struct token *token = g_malloc(sizeof(*token) + size + more);
	char *texts = (char *)(token + 1);

	token->exact = memcpy(texts, exact, size);
	token->folded = texts;
	if (more > 0)
		token->folded = memcpy(texts + size, folded, more);
	token->start = start;
	token->comma = comma;
	return token;
}

static struct token *
token_read(const char *at, size_t size, size_t start, bool comma)
{
	g_autofree char *raw = g_ascii_strdown(at, (gssize)size);
	g_autofree char *exact = NULL, *folded = NULL;

	if (g_str_is_ascii(raw))
		return token_make(raw, raw, start, comma);
	exact = word_key(raw);
	folded = fold_text(raw);
	return token_make(exact, folded, start, comma);
}

GPtrArray *
tokens_of(const char *text)
{
	static const char gaps[] = " ,\t";
	GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
	const char *at = text;

	for (;;) {
		size_t gap = strspn(at, gaps);
		bool comma = memchr(at, ',', gap) != NULL;
		size_t size = strcspn(at + gap, gaps);

		at += gap;
		if (size == 0)
			return list;
		g_ptr_array_add(
		    list, token_read(at, size, (size_t)(at - text), comma));
		at += size;
	}
}

static gpointer
token_copy(gconstpointer p, gpointer unused)
{
	const struct token *token = p;

	(void)unused;
	return token_make(
	    token->exact, token->folded, token->start, token->comma);
}

/* In place; "..." alone stays. */
static void
strip_stops(char *word)
{
	size_t n = strlen(word);

	while (n > 0 && strchr(STOPS, word[n - 1]) != NULL)
		n--;
	if (n > 0)
		word[n] = '\0';
}

GPtrArray *
tokens_bare(const GPtrArray *tokens)
{
	GPtrArray *list =
	    g_ptr_array_copy((GPtrArray *)(uintptr_t)tokens, token_copy, NULL);

	g_ptr_array_set_free_func(list, g_free);
	for (guint i = 0; i < list->len; i++) {
		struct token *token = list->pdata[i];

		strip_stops(token->exact);
		strip_stops(token->folded);
	}
	return list;
}

static const struct token *
token_at(const GPtrArray *tokens, guint i)
{
	return tokens->pdata[i];
}

/* What the n tokens from there on stand for together. */
static const char *
find_form(
    const struct forms *forms, const GPtrArray *tokens, guint from, guint n)
{
	g_autoptr(GString) exact = g_string_new(token_at(tokens, from)->exact);
	g_autoptr(GString) folded =
	    g_string_new(token_at(tokens, from)->folded);
	const char *word;

	for (guint i = from + 1; i < from + n; i++) {
		g_string_append_c(exact, ' ');
		g_string_append(exact, token_at(tokens, i)->exact);
		g_string_append_c(folded, ' ');
		g_string_append(folded, token_at(tokens, i)->folded);
	}
	word = g_hash_table_lookup(forms->exact, exact->str);
	return word != NULL ? word : find_folded(forms, folded->str);
}

bool
words_begin(const struct words *w, const char *what, const struct token *token)
{
	const struct forms *forms = g_hash_table_lookup(w->of, what);
	g_autofree char *bare = NULL;

	if (forms == NULL)
		return false;
	if (g_hash_table_contains(forms->begins, token->folded))
		return true;
	bare = g_strdup(token->folded);
	strip_stops(bare);
	return g_hash_table_contains(forms->begins, bare);
}

const char *
words_at(const struct words *w, const char *what, const GPtrArray *tokens,
    guint from, guint *taken)
{
	const struct forms *forms = g_hash_table_lookup(w->of, what);

	/* most words begin no form */
	if (forms == NULL || !g_hash_table_contains(
				 forms->begins, token_at(tokens, from)->folded))
		return NULL;
	for (guint n = MIN(tokens->len - from, forms->longest); n > 0; n--) {
		const char *word = find_form(forms, tokens, from, n);

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
