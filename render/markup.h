/* SPDX-License-Identifier: ISC */
/*
 * What stands in a rendered letter beside its text, so that one rendering
 * makes both parts: control characters, which no value holds (mustache.h).
 */
#ifndef RENDER_MARKUP_H
#define RENDER_MARKUP_H

#include <glib.h>
#include <stdbool.h>

#define MARK_BLOCK '\x01' /* and a letter below; then what is inside */
#define MARK_BLOCK_END '\x02'
#define MARK_PART '\x03' /* and a letter below; of some partials */
#define MARK_PART_END '\x04'
#define MARK_ROW '\x05' /* this row of a table comes from a list */
#define ROW_MARKS "\x05"
#define MARKS "\x01\x02\x03\x04\x05"

/* Filters that lay out. */
#define BLOCK_WRAP 'w'
#define BLOCK_TABLE 't'
#define BLOCK_ITEMS 'i'
#define BLOCK_HEXES 'h'
#define BLOCK_CIRCLE 'c'
#define BLOCK_PLAIN 'p' /* for the text alone */
#define BLOCK_PREHEADER 'g' /* a line for the list of mails */
#define BLOCK_TAPS 'b' /* a board to tap: for HTML alone */
#define BLOCK_HTML_TABLE 'm' /* a table for HTML alone */

/* What partials are for. */
#define PART_ASK 'a' /* what is asked */
#define PART_CHOICES 'c' /* moves to choose from: buttons */
#define PART_CUT 'l' /* the line that ends an answer */
#define PART_PICTURE 'p' /* the place of the picture */
#define PART_SECTION 'n' /* something new begins and ends */
#define PART_TABLE 't' /* how it stands */
#define PART_SMALL 's' /* small print */
#define PART_HELP 'h' /* examples, not to be sent as they are */
#define PART_ANSWER 'r' /* to a mail: before what the letter is about */
#define PART_WAITS 'b' /* so is for whom the match waits */
#define PART_LEGEND 'g' /* signs of a drawing: no picture has them */

/* For struct mustache_env; a topic is marked like a partial of its name. */
void marks_part(void *letter, const char *name, bool ends, GString *out);
void marks_item(void *letter, const char *filter, GString *out);
/*
 * The end of the block that begins at text, behind its two bytes: at its
 * MARK_BLOCK_END, or at the end of the text.
 */
char *marks_block_end(char *text);

#endif
