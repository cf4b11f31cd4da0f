/* SPDX-License-Identifier: ISC */
/*
 * Words for what the program knows: phrases (templates/LANG/phrases.yaml and
 * templates/LANG/GAME/phrases.yaml), words that people may write (words.yaml,
 * GAME/words.yaml), and letters (letters/KIND.txt, GAME/KIND.txt) as Mustache
 * templates over JSON facts.
 */
#ifndef RENDER_RENDER_H
#define RENDER_RENDER_H

#include "base/err.h"
#include "core/core.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

/* ---- mustache.c: the public Mustache specification ---- */

/*
 * A filter is called for a section whose name is known to it, with what the
 * section's inside came to; it appends what shall stand there.  false: no
 * filter of that name.
 */
struct mustache_env {
	/* Text of a partial, or NULL if there is none (it is then empty). */
	const char *(*partial)(void *arg, const char *name);
	/* inside is NULL if only the answer is wanted. */
	bool (*filter)(
	    void *arg, const char *name, const char *inside, GString *out);
	/*
	 * Marks beside the text, all three or none: before and behind a
	 * partial; before an item of a list right inside that filter.  Values
	 * then come without control characters, of which marks are made.
	 */
	void (*part)(void *arg, const char *name, bool ends, GString *out);
	void (*item)(void *arg, const char *filter, GString *out);
	void *arg;
	bool html; /* escape {{x}} for HTML; if not, it is as {{&x}} */
};
/* NULL and err "NAME:LINE: what" for a template that is not well formed. */
char *mustache_render(const char *name, const char *text, const json_t *facts,
    const struct mustache_env *, struct err *);

/* ---- tongue.c, phrases.c, paper.c: a language ---- */

struct tongue;

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

/*
 * The text of a letter, lines of at most 72 columns, LF.  Looked up from
 * special to general: GAME/KIND.txt, letters/KIND.txt; game may be NULL.
 * Partials are looked up in the same way.  ERR_MISSING if there is none.
 *
 * Filters in templates:
 *   {{#t}}key name=value ...{{/t}}  phrase; GAME.key comes before key
 *   {{#player}}2{{/player}}         the name of that seat (facts.names)
 *   {{#word}}sandkap{{/word}}       how people write that word of the game, or
 *                                   that request: for what is to be typed
 *   {{#wrap}}...{{/wrap}}           paragraphs filled to 72 columns; a line
 *                                   that begins with blanks hangs by them
 *   {{#table}}a | b | c{{/table}}   columns aligned, numbers to the right
 *   {{#items}}a … | b | c{{/items}} "a …  b · c", hanging, items unbroken
 *   {{#hexes}}a | a1 | a2{{/hexes}} a board of hexagonal cells, row by row
 *   {{#circle}}middle / --- / block / --- / block{{/circle}}
 *                                   blocks clockwise around the middle one
 *   {{#list}}a | b | a{{/list}}     "2 a, b": equal items are counted
 *   {{#join}}a | b | a{{/join}}     "a, b, a": in their order
 *   {{#fact}}view.scores.2{{/fact}} the fact there; numbers lead into lists
 *   {{#same}}a | b | text{{/same}}  text, if a and b are the same
 *   {{#rules}}TOPIC{{/rules}}       the template rules-FILE, where the phrase
 *                                   GAME.topic.TOPIC says FILE; "rules" if
 *                                   no TOPIC is named, "no-topic" if it is
 *                                   not known; in a letter of no game
 *                                   those of facts.rules_game
 *   {{#help_on}}TOPIC{{/help_on}}   the template help-FILE, where the phrase
 *                                   topic.TOPIC says FILE; "help", or
 *                                   "help-no-topic"
 * facts.atoms may hold words that the data of the match brings, as names of
 * tongue_say does.  If facts.person.text is "ascii", all is as text_ascii
 * writes it, columns and drawings too.
 */
char *tongue_letter(const struct tongue *, const char *game, const char *kind,
    const json_t *facts, struct err *);

/*
 * The same letter as text and as HTML, from one rendering of its template.
 * facts.mailto is {"address", "subject"}: what links of its moves are made of;
 * without it there are none.  facts.picture is {"cid", "alt", "width",
 * "height"} if a picture goes with it; it stands where the template has
 * {{>picture}}, else behind what is to be done.  html is NULL for a reader who
 * sees ASCII alone.  What people wrote is escaped in it, no line of it reads
 * as a command; where it would not stay below 60 KB, links are left out.
 */
struct paper {
	char *text, *html;
};
int tongue_paper(const struct tongue *, const char *game, const char *kind,
    const json_t *facts, struct paper *, struct err *);
/*
 * The same without the frame around its HTML: a letter made of several takes
 * their HTML, one behind the other, into a frame of its own.  facts: of the
 * whole, of which the frame shows home, match and the game's name.
 */
int tongue_part(const struct tongue *, const char *game, const char *kind,
    const json_t *facts, struct paper *, struct err *);
char *tongue_frame(const struct tongue *, const char *game, const json_t *facts,
    const char *html);
void paper_clear(struct paper *);
/*
 * The text of a letter as it is sent: where a program that breaks its lines
 * anew would make a command stand alone, it finds no blank to break them at.
 */
char *tongue_unbroken(
    const struct tongue *, const char *game, const char *text);

/* Columns that a text takes on a terminal. */
int text_width(const char *);
/*
 * The text in ASCII, newly allocated: signs by others that are like them, Latin
 * letters without accents.  What has no such form, as Cyrillic, stays.
 */
char *text_ascii(const char *);

#endif
