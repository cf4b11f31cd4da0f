/* SPDX-License-Identifier: ISC */
/*
 * Words for what the program knows: phrases (templates/LANG/phrases.yaml and
 * templates/LANG/GAME/phrases.yaml), words that people may write (words.yaml,
 * GAME/words.yaml), and letters (letters/KIND.txt, GAME/KIND.txt) as Mustache
 * templates over JSON facts (render/paper.h).
 */
#ifndef RENDER_RENDER_H
#define RENDER_RENDER_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct err;
struct phrase;
struct tongue;
struct words;

/*
 * Load templates/LANGUAGE from the files built in; those below override_dir
 * (may be NULL), of the same paths (override_dir/templates/LANGUAGE/...), come
 * first: a letter instead of the one built in, phrases and words besides.
 */
struct tongue *tongue_load(
    const char *language, const char *override_dir, struct err *);
/* Another language, with the same files of its own; NULL: it cannot be. */
struct tongue *tongue_beside(const struct tongue *, const char *language);
/* Are there phrases or words of that language below override_dir? */
bool tongue_is_changed(const char *language, const char *override_dir);
void tongue_free(struct tongue *);
/* "polski", "Polish" or "pl"? */
bool tongue_is_called(const struct tongue *, const char *name);
const char *tongue_language(const struct tongue *);
/* How people write things in this language; English is among it. */
const struct words *tongue_words(const struct tongue *);
/* Lists of words.yaml: "stop", "subject-prefix"; NULL-ended, maybe empty.
 * Their texts are folded (base/fold.h). */
char *const *tongue_list(const struct tongue *, const char *name);

/*
 * The sentence.  A phrase that the language lacks comes as its key in
 * brackets, never as a crash.  names: words for atoms that the data of a match
 * brings itself: {"mutineer.island.hochland": {"en": "Hochland"}} or NULL.
 *
 * In a phrase, {name} is an argument, {name.variant} an atom in another form
 * (card.wine.accusative, or card.wine where there is none), {n|card|cards} the
 * plural form that goes with the number n.  Lists are joined by commas, items
 * that are repeated are counted: "2× wine, grain".
 */
char *tongue_say(
    const struct tongue *, const struct phrase *, const json_t *names);
bool tongue_has(const struct tongue *, const char *key);
/* Every key of the language: for checks of completeness; char *, sorted. */
GPtrArray *tongue_keys(const struct tongue *);
/* The raw phrase, or NULL. */
const char *tongue_raw(const struct tongue *, const char *key);

/* Columns that a text takes on a terminal. */
int text_width(const char *);
/*
 * The text in ASCII, newly allocated: signs by others that are like them, Latin
 * letters without accents.  What has no such form, as Cyrillic, stays.
 */
char *text_ascii(const char *);

#endif
