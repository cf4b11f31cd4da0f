/* SPDX-License-Identifier: ISC */
/*
 * Pictures: SVG templates (templates/pictures/NAME.svg, one for all
 * languages) over the context of a letter, and the PNG that a letter holds.
 * A picture shows what its context holds: that of a seat is for that seat.
 */
#ifndef RENDER_PICTURE_PICTURE_H
#define RENDER_PICTURE_PICTURE_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>

struct err;
struct catalog;
struct mustache_memo;
struct sprites;

#define PICTURE_WIDTH 1200 /* pixels; shown at half of it */
/* Times the width: what a slip in a template asks for is refused. */
#define PICTURE_HEIGHT_MAX 4

/* Are the libraries that draw here?  Opens them, in some 10 ms; if not, err
 * tells which one is missing. */
bool picture_able(struct err *err);

/*
 * The SVG of templates/pictures/NAME.svg, newly allocated; ERR_MISSING if
 * there is no such template.  A game's picture bears the game's name.
 *
 * Context of the chart of scores ("chart"):
 *   {"rounds": ["1", "2", "3"],            labels from left to right
 *    "players": [{"name": "Anna", "scores": [0, 4, 9]}, ...]}
 * scores has as many numbers as rounds, or fewer if a player has none yet;
 * scores may be negative, and fractions: then "score" of a player is the last
 * of them as a text.  "title" (a text, may be missing) stands above.
 *
 * Values are escaped: {{name}} is safe.  Filters beside t, player, fact, same,
 * list, join of letters, whose output is escaped too (so {{&name}} inside):
 *   {{#fit}}WIDTH SIZE text{{/fit}} the text, cut with an ellipsis if letters
 *                                   of that size would be wider
 *   {{#size}}WIDTH SIZE LEAST text{{/size}}
 *                                   the greatest size up to SIZE, not below
 *                                   LEAST, in which the text fits
 *   {{#lines}}WIDTH SIZE text{{/lines}}
 *                                   the text for a <text>, in two lines if one
 *                                   would be wider
 *   {{#plate}}WIDTH SIZE LINE text{{/plate}}
 *                                   a <rect> for these lines, each LINE high,
 *                                   whose top is at 0
 *   {{#pick}}2 | a | b | c{{/pick}} "c": numbers begin with 0, and go round
 *   {{#index}}LIST | word{{/index}} where in the list of the context it stands
 *   {{#ring}}CX CY RX RY FIRST<next/>..<next/>..{{/ring}}
 *                                   blocks clockwise on an ellipse, each in a
 *                                   <g> moved to its place; the first one
 *                                   stands at place FIRST, 0 is at the top;
 *                                   places of blocks are whole units
 *   {{#row}}X Y DX DY<next/>..<next/>..{{/row}}
 *                                   blocks in a row, the first one at X Y
 *   {{#centred}}X Y DX DY<next/>..{{/centred}}  the same with X Y its middle
 *   {{#hexes}}CX CY SIZE<row/><next/>..<next/>..<row/>..{{/hexes}}
 *                                   rows of hexagons with edges of SIZE
 *   {{#plot}}X Y WIDTH HEIGHT LOW HIGH N: 3 5 8{{/plot}}
 *                                   "x,y x,y x,y", N places from X on
 */
char *picture_svg(const struct catalog *, const char *name,
    const json_t *context, struct err *);
/*
 * The same of a game, into svg, for several languages: words are left open, and
 * closed (also in a part of it, newly allocated) for each of them.  Not for
 * what the organiser has written, which may do with words what it likes:
 * is_own. memo (render/mustache/memo.h): NULL, or for all pictures of that name
 * that are alike; equal parts of their views become the same.
 */
int picture_open(const struct catalog *, const char *name, json_t *context,
    struct mustache_memo *, GString *svg, struct err *);
/* Whether words are left open in it, or in that line of it. */
bool picture_has_open(const char *svg);
/* The words of a language for pictures of that name; atoms: of their context,
 * or NULL. */
struct picture_words;
struct picture_words *picture_words_new(
    const struct catalog *, const char *name, const json_t *atoms);
void picture_words_free(struct picture_words *);
char *picture_close(struct picture_words *, const char *open);
bool picture_is_own(const struct catalog *, const char *name);

/*
 * Drawn: an opaque PNG with a palette, that many pixels wide.  The same text
 * gives the same bytes (on a machine with the same fonts and libraries),
 * whatever sprites there are; NULL: there are none.  NULL and err: ERR_FORMAT
 * if it is no SVG, ERR_IO without the libraries for it.
 */
GBytes *picture_png(const char *svg, int width, struct sprites *, struct err *);
/* Draw the sprites that it lacks, so that they are there when it is wanted; -1
 * and err as picture_png. */
int picture_prepare(const char *svg, int width, struct sprites *, struct err *);
/* Of the libraries that draw, as at building, and of how: another version
 * draws other bytes. */
const char *picture_versions(void);
/*
 * Height in pixels of the PNG that would be drawn, from the SVG's first tag:
 * what is wrong behind it, drawing finds.  -1 and err as picture_png.
 */
int picture_height(const char *svg, int width, struct err *);

/*
 * Can pictures be drawn?  -1 and err (ERR_IO) without the libraries for
 * it.  *letters: whether words can be drawn, too; without fonts pictures show
 * shapes alone, and all that they say stands in the text.
 */
int picture_ready(bool *letters, struct err *);

#endif
