/* SPDX-License-Identifier: ISC */
/* A language as it lies in memory: for the files of render/ only. */
#ifndef RENDER_LANGUAGE_CATALOG_H
#define RENDER_LANGUAGE_CATALOG_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct err;
struct text_span;
struct words;

/* Which form of {n|...}, from 0, goes with a number. */
typedef unsigned plural_fn(json_int_t n);
/* NULL if there is no rule of that name. */
plural_fn *plural_find(const char *name);

/*
 * Tables that tools/pack_words.py made of the catalogues when the program was
 * built; all are NULL if the organiser has catalogues for the language: these
 * are read together with those that are built in.
 */
struct built_in {
	const char *phrases; /* key -> text */
	const char *verbs, *starts; /* the same keys as in struct catalog */
};

struct catalog {
	char *language;
	char *override_dir; /* or NULL */
	const char *own; /* the same, or NULL if it has no folder for it */
	plural_fn *plural;
	struct built_in built_in;
	GStringChunk *texts; /* of phrases, verbs and starts */
	GHashTable *phrases; /* key -> text; as verbs and starts, empty if
			      * built in */
	GHashTable *lists; /* name -> GPtrArray of char *, NULL-ended */
	GHashTable *templates; /* path -> text, as far as they were wanted */
	GHashTable *parsed; /* game -> struct parsed *, of the same */
	struct words *words;
	GHashTable
	    *verbs; /* "GAME.FORM": a line that begins so may be a move */
	/* "GAME\nLINE" -> whether it may be a command: most lines of a letter
	 * stand in others too. */
	GHashTable *looked_at;
	/* What lines have become of which no command can be broken off. */
	GHashTable *unbroken;
	/* How lines may begin that are commands (command_prefix.c). */
	GHashTable *starts; /* ".WORD" of requests, "GAME.WORD" of verbs,
			     * "+.WORD" of what requests go on with,
			     * "#.WORD" of numbers; or two words -> whether one
			     * is enough, or its second is asked for */
	GString *odd_starts; /* characters, none of them a letter */
	bool any_start; /* there are others still */
};

/* Templates of one game, or of none, as they are read. */
struct parsed {
	GHashTable *letters; /* kind -> struct mustache * */
	GHashTable *partials; /* INDENT NAME -> struct mustache * */
};
struct parsed *catalog_parsed(const struct catalog *, const char *game);

/*
 * The text of templates/LANGUAGE/PATH, read when it is first wanted; NULL
 * with ERR_MISSING if there is none.
 */
const char *catalog_template(
    const struct catalog *, const char *path, struct err *);
/* Take over such a text of another folder; it stays as long as the language. */
const char *catalog_keep(const struct catalog *, const char *key, char *text);
/* The file, in override_dir or (override_dir NULL) of those built in. */
char *catalog_file(const char *override_dir, const char *language,
    const char *path, struct err *);

/* Find the tables that are built in for the language; false: there are none. */
bool catalog_built_in(struct catalog *);

/* Read templates/FROM: all phrases, if wanted, and words (words.c). */
int catalog_read_phrases(
    struct catalog *, const char *from_dir, const char *language, struct err *);
int catalog_read_words(
    struct catalog *, const char *from_dir, const char *language, struct err *);
/* Names of the folders in templates/LANGUAGE that have that file, sorted. */
GPtrArray *catalog_games(
    const char *from_dir, const char *language, const char *file);

/* A word that the data of the match brings: names[KEY][LANGUAGE], or NULL. */
const char *catalog_own_word(
    const struct catalog *, const json_t *names, const char *key);
/* Append the number, list or word that {name} or {name.variant} stands for. */
void catalog_value(const struct catalog *, const json_t *value,
    struct text_span variant, const json_t *names, GString *out);
/* Append n of a word as the language says it, "3 ships", by the phrase
 * counted.WORD; false if it has none. */
bool catalog_counted(
    const struct catalog *, struct text_span word, size_t n, GString *out);
/* What stands between a number and what is counted by it, if this language
 * says so: "2× wine". */
const char *catalog_times(const struct catalog *, const char *otherwise);
/* Append a phrase, given its raw text. */
void catalog_fill(const struct catalog *, const char *raw, const json_t *args,
    const json_t *names, GString *out);

/* ---- command_prefix.c: the first words of what may be commands ---- */

/* A form of a verb, or (game NULL) of a request, as fold_text makes it. */
void starts_add(struct catalog *, const char *game, const char *folded);
/* A form of the program's own word of a request, and that word itself. */
void starts_add_request(struct catalog *, const char *word, const char *form);
/* A number as people say it. */
void starts_add_number(struct catalog *, const char *form);
/* What a line begins with that may become a request by its last word. */
void starts_add_opening(struct catalog *, const char *form);
/* The verbs that have hints. */
void starts_add_hints(struct catalog *);
/* Is it one of t->verbs? */
bool verbs_have(const struct catalog *, const char *key);
/* Does no part of the line begin like a command?  game may be NULL. */
bool starts_harmless(
    const struct catalog *, const char *game, struct text_span line);

/* A letter at work: what its filters need (filters.c). */
struct rendering {
	const struct catalog *catalog;
	const char *game; /* or NULL */
	const json_t *context;
	const json_t *atoms, *names; /* of the context, or NULL */
	GString *key; /* for a while */
	struct err *err;
	bool failed; /* a filter did, err says why */
	bool in_topic;
	bool ascii; /* the reader's mail program shows nothing else */
};
const char *letter_partial(void *letter, const char *name);
/* GAME/NAME.txt or letters/NAME.txt, rendered but not yet tidied. */
char *letter_render(struct rendering *, const char *name);
bool letter_filter(
    void *letter, const char *name, const char *inside, GString *out);
/* Of pages, which have phrases alone: escaped for HTML. */
bool page_filter(
    void *letter, const char *name, const char *inside, GString *out);

#endif
