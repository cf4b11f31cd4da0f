/* SPDX-License-Identifier: ISC */
/* Letters: their templates filled in, as text and as HTML. */
#ifndef RENDER_BODY_H
#define RENDER_BODY_H

#include <jansson.h>

struct err;
struct catalog;

/*
 * The text of a letter, lines of at most 72 columns, LF.  Looked up from
 * special to general: GAME/KIND.txt, letters/KIND.txt; game may be NULL.
 * Partials are looked up in the same way.  ERR_MISSING if there is none.
 *
 * Filters in templates:
 *   {{#t}}key name=value ...{{/t}}  phrase; GAME.key comes before key
 *   {{#player}}2{{/player}}         the name of that seat (context.names)
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
 *   {{#and}}a | b | c{{/and}}       "a, b and c", for a sentence
 *   {{#plain}}...{{/plain}}         in the text alone, not in HTML
 *   {{#preheader}}a | b || c{{/preheader}}  the line of a list of mails: what
 *                                   happened, and how it stands until when
 *   {{#fact}}view.scores.2{{/fact}} the fact there; numbers lead into lists
 *   {{#same}}a | b | text{{/same}}  text, if a and b are the same
 *   {{#rules}}TOPIC{{/rules}}       the template rules-FILE, where the phrase
 *                                   GAME.topic.TOPIC says FILE; "rules" if
 *                                   no TOPIC is named, "no-topic" if it is
 *                                   not known; in a letter of no game
 *                                   those of context.rules_game
 *   {{#help_on}}TOPIC{{/help_on}}   the template help-FILE, where the phrase
 *                                   topic.TOPIC says FILE; "help", or
 *                                   "help-no-topic"
 * context.atoms may hold words that the data of the match brings, as names of
 * catalog_say does.  If context.person.text is "ascii", all is as text_ascii
 * writes it, columns and drawings too.
 */
char *catalog_letter(const struct catalog *, const char *game, const char *kind,
    const json_t *context, struct err *);

/*
 * The same letter as text and as HTML, from one rendering of its template.
 * context.mailto is {"address", "subject"}: what links of its moves are made
 * of; without it there are none.  context.picture is {"cid", "alt", "width",
 * "height"} if a picture goes with it; it stands where the template has
 * {{>picture}}, else behind what is to be done.  html is NULL for a reader who
 * sees ASCII alone.  What people wrote is escaped in it, no line of it reads
 * as a command; where it would not stay below 60 KB, links are left out.
 */
struct body {
	char *text, *html;
	char *preheader; /* of a letter with HTML: hidden in front of it */
};
int catalog_body(const struct catalog *, const char *game, const char *kind,
    const json_t *context, struct body *, struct err *);
/*
 * The same without the frame around its HTML: a letter made of several takes
 * their HTML, one behind the other, into a frame of its own.  context: of the
 * whole, of which the frame shows home, match and the game's name.
 */
int catalog_section(const struct catalog *, const char *game, const char *kind,
    const json_t *context, struct body *, struct err *);
char *catalog_frame(const struct catalog *, const char *game,
    const json_t *context, const char *preheader, const char *html);
void body_clear(struct body *);
/*
 * The text of a letter as it is sent: where a program that breaks its lines
 * anew would make a command stand alone, it finds no blank to break them at.
 */
char *catalog_unbroken(
    const struct catalog *, const char *game, const char *text);

#endif
