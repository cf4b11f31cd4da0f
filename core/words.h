/* SPDX-License-Identifier: ISC */
/*
 * The words of one language, by which letters are written and mails are read;
 * lines of mails as tokens.
 */
#ifndef CORE_WORDS_H
#define CORE_WORDS_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

struct token;

/* ---- words.c ---- */

/*
 * The words of one language: how people write what the program calls by one
 * word.  A form is looked for as it is written but for case, and then without
 * accents (see base/fold.h), where it must not be a form of two words.  The
 * program's own words come before forms of one word.
 */
struct words;
struct words *words_new(void);
/* Those of tables that tools/pack_words.py made when the program was built, and
 * which stay; nothing can be added. */
struct words *words_built_in(const char *forms, const char *firsts);
void words_free(struct words *);
/*
 * Is that "what" one of the language's own?  These are words of requests, and
 * of what may stand behind some of them; all others are names of games.
 */
bool words_is_section(const char *what);
/*
 * form is another way to write canonical; what is a section or the name of a
 * game.  Forms may have several words ("cabin boy").  A request's "please" is
 * dropped from the end of a line.
 */
void words_add(
    struct words *, const char *what, const char *form, const char *canonical);
/*
 * What the first of the tokens, or several together, stand for among the forms
 * of what: the longest form counts.  *taken: so many tokens.  NULL if they are
 * no form, or without accents may be forms of two words.
 */
const char *words_find(
    const struct words *, const char *what, char *const *tokens, guint *taken);
/* In a form: what it belongs to stands there. */
#define WORDS_GAP "…"
/*
 * How letters write that word of the program: the form that was told last with
 * words_prefer; itself if there is none.
 */
void words_prefer(
    struct words *, const char *what, const char *form, const char *canonical);
const char *words_first(
    const struct words *, const char *what, const char *canonical);
/*
 * What the token from, or several from there on, stand for among the forms of
 * what: the longest form counts.  *taken: so many tokens.  NULL: no form.
 */
const char *words_at(const struct words *, const char *what,
    const GPtrArray *tokens, guint from, guint *taken);
/* May one of them begin with that token, or with it but for marks behind? */
bool words_begin(const struct words *, const char *what, const struct token *);
/* Names of the games that have forms, newly allocated, in any order. */
GPtrArray *words_games(const struct words *);
/* Are there any forms of that "what"? */
bool words_of(const struct words *, const char *what);

/* ---- tokens.c: the words of a line ---- */

/* A word of a line. */
struct token {
	char *exact, *folded; /* in lower case; without accents too */
	size_t start; /* where it stands, in bytes */
	bool comma; /* one stands in front of it */
};

/* Blanks and commas part words. */
GPtrArray *tokens_of(const char *text);
/* The same words without the marks . ! : at their ends. */
GPtrArray *tokens_bare(const GPtrArray *tokens);
/* Takes the marks . ! : off the end of a word, in place; "..." alone stays. */
void word_strip_stops(char *word);

/* ---- names.c ---- */

/* For comparing words: case, surplus blanks, and ways of writing an accent do
 * not count. */
char *word_key(const char *word);
/* The same of names, in which commas are blanks, characters of other widths
 * and shapes are the usual ones, and those that nobody sees do not count. */
char *name_key(const char *name);

#endif
