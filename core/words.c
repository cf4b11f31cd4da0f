/* SPDX-License-Identifier: ISC */
/* How people write what the program calls by one word. */
#include "core/private.h"

#include <string.h>

/* The forms of one "what". */
struct forms {
	GHashTable *canonical; /* folded form -> canonical word */
	guint longest; /* words in the longest form */
};

struct words {
	GHashTable *of; /* what -> struct forms */
};

static void
forms_free(gpointer p)
{
	struct forms *forms = p;

	g_hash_table_destroy(forms->canonical);
	g_free(forms);
}

struct words *
words_new(void)
{
	struct words *w = g_new(struct words, 1);

	w->of =
	    g_hash_table_new_full(g_str_hash, g_str_equal, g_free, forms_free);
	return w;
}

void
words_free(struct words *w)
{
	if (w == NULL)
		return;
	g_hash_table_destroy(w->of);
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

void
words_add(
    struct words *w, const char *what, const char *form, const char *canonical)
{
	struct forms *forms = g_hash_table_lookup(w->of, what);
	char *folded = request_fold(form);

	if (forms == NULL) {
		forms = g_new0(struct forms, 1);
		forms->canonical = g_hash_table_new_full(
		    g_str_hash, g_str_equal, g_free, g_free);
		g_hash_table_insert(w->of, g_strdup(what), forms);
	}
	forms->longest = MAX(forms->longest, count_words(folded));
	g_hash_table_insert(forms->canonical, folded, g_strdup(canonical));
}

/* "a b c" from tokens i to i+n-1 */
static char *
join(char *const *tokens, guint i, guint n)
{
	GString *text = g_string_new(tokens[i]);

	for (guint k = 1; k < n; k++)
		g_string_append_printf(text, " %s", tokens[i + k]);
	return g_string_free(text, FALSE);
}

const char *
words_find(
    const struct words *w, const char *what, char *const *tokens, guint *taken)
{
	const struct forms *forms = g_hash_table_lookup(w->of, what);
	guint left = g_strv_length((char **)(uintptr_t)tokens);

	if (forms == NULL)
		return NULL;
	for (guint n = MIN(left, forms->longest); n > 0; n--) {
		g_autofree char *form = join(tokens, 0, n);
		const char *word = g_hash_table_lookup(forms->canonical, form);

		if (word != NULL) {
			*taken = n;
			return word;
		}
	}
	return NULL;
}
