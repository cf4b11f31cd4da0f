/* SPDX-License-Identifier: ISC */
/*
 * A match in chapters, which are its rounds or turns: as one reader was told
 * it, and its scores as far as they lie open.
 */
#ifndef APP_LETTERS_STORY_STORY_H
#define APP_LETTERS_STORY_STORY_H

#include "core/decision.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct plot;
struct reader;
struct report;
struct say;
struct table;

/* ---- story.c ---- */

/* What one reader heard at one time. */
struct heard_say {
	const struct report *report;
	const struct say *say; /* NULL: the notice or the talk of the report */
	const struct plot *plot; /* of what is said; NULL: it has none */
};

struct chapter {
	const struct say *head; /* NULL: what comes before the first one */
	int number; /* as its head tells; 0 without one */
	GArray *heard; /* struct heard_say, the head left out */
	int64_t end; /* number of the report that ends it; -1: it goes on */
	int32_t before[GAME_MAX_SEATS], after[GAME_MAX_SEATS]; /* scores */
};

/*
 * struct chapter *, oldest first; the last one goes on unless the match is
 * over.  Talk that was heard up to the report number after, and was the
 * reader's own, is left out as from news.  If the reader has them already,
 * these, which nobody may change.
 */
GPtrArray *story_chapters(const struct reader *, int64_t after);
/* The seats' names as they are told to the reader; newly allocated. */
char **story_names(const struct reader *);
/* The sentence that tells this to the reader, whose own deeds are told as
 * "you"; newly allocated. items: of what is told together, or NULL. */
char *story_sentence(
    const struct reader *, char **names, const struct say *, json_t *items);
/* Is the sentence about the reader: its "seat", or else its owner? */
bool story_is_about(const struct reader *, const struct say *);
/* "Round 3": of a chapter with a head; newly allocated. */
char *story_label(const struct reader *, const struct chapter *);

/* ---- story_points.c ---- */

/* Of a chapter that is complete: the rows of its table. */
json_t *story_points(const struct reader *, const struct chapter *);
/* Is the reason of what was said told in such a table? */
bool story_in_table(const struct reader *, const struct heard_say *);
/* "Anna +5, Boris -1" */
char *story_points_line(struct table *, const struct chapter *);

#endif
