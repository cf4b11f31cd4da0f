/* SPDX-License-Identifier: ISC */
/*
 * Words for what the program knows: phrases (templates/LANG/phrases.yaml and
 * templates/LANG/GAME/phrases.yaml), words that people may write (words.yaml,
 * GAME/words.yaml), and letters (letters/KIND.txt, GAME/KIND.txt) as Mustache
 * templates over a JSON context (render/body.h).
 */
#ifndef RENDER_RENDER_H
#define RENDER_RENDER_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct err;
struct phrase;
struct catalog;
struct words;

/*
 * Load templates/LANGUAGE from the files built in; those below override_dir
 * (may be NULL), of the same paths (override_dir/templates/LANGUAGE/...), come
 * first: a letter instead of the one built in, phrases and words besides.
 */
struct catalog *catalog_load(
    const char *language, const char *override_dir, struct err *);
/* Another language, with the same files of its own; NULL: it cannot be. */
struct catalog *catalog_beside(const struct catalog *, const char *language);
/* Are there phrases or words of that language below override_dir? */
bool catalog_is_changed(const char *language, const char *override_dir);
void catalog_free(struct catalog *);
/* "polski", "Polish" or "pl"? */
bool catalog_is_called(const struct catalog *, const char *name);
const char *catalog_language(const struct catalog *);
/* How people write things in this language; English is among it. */
const struct words *catalog_words(const struct catalog *);
/* Lists of words.yaml: "stop", "subject-prefix"; NULL-ended, maybe empty.
 * Their texts are folded (base/fold.h). */
char *const *catalog_list(const struct catalog *, const char *name);

/*
 * The sentence.  A phrase that the language lacks comes as its key in
 * brackets, never as a crash.  names: words for atoms that the data of a match
 * brings itself: {"mutineer.island.hochland": {"en": "Hochland"}} or NULL.
 *
 * In a phrase, {name} is an argument, {name.variant} an atom in another form
 * (card.wine.accusative, or card.wine where there is none), {n|card|cards} the
 * plural form that goes with the number n.  Lists are joined by commas, with
 * {name.and} by "and" before the last item; items that are repeated are
 * counted: "2× wine, grain", or by the phrase counted.wine.  {number*name} is
 * as many of a word as the argument number says.
 */
char *catalog_say(
    const struct catalog *, const struct phrase *, const json_t *names);
bool catalog_has(const struct catalog *, const char *key);
/* Every key of the language: for checks of completeness; char *, sorted. */
GPtrArray *catalog_keys(const struct catalog *);
/* The raw phrase, or NULL. */
const char *catalog_raw(const struct catalog *, const char *key);

/* Columns that a text takes on a terminal. */
int text_width(const char *);
/*
 * The text in ASCII, newly allocated: signs by others that are like them, Latin
 * letters without accents.  What has no such form, as Cyrillic, stays.
 */
char *text_ascii(const char *);

#endif
