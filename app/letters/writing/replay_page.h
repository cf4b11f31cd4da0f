/* SPDX-License-Identifier: ISC */
/* The files that come with the last letter. */
#ifndef APP_LETTERS_WRITING_REPLAY_PAGE_H
#define APP_LETTERS_WRITING_REPLAY_PAGE_H

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct reader;
struct table;
struct catalog;
struct film;

/* Bytes of the page, and of a record that is not packed: the whole mail must
 * not be beyond 200 KB. */
#define REPLAY_MOST 65536
#define REPLAY_RECORD_MOST 24576
/*
 * The match move by move as a page of its own, in that language: newly
 * allocated, NULL with err.  Nothing in it is hidden: the caller sees to it
 * that the match is over, or that the reader may know all.  thoughts: with what
 * a robot thinks of its moves, which takes its time.  story: the chapters as
 * onlookers were told them (struct reader), or NULL.  film: NULL, or that of
 * its pages in other languages.
 */
char *replay_of(struct table *, const struct catalog *, bool thoughts,
    GPtrArray *story, struct film *);
/*
 * Of a match that is over, once for each language: its record
 * ("match-7.json", or packed "match-7.json.gz") and the page ("match-7.html"),
 * struct attachment *.  The names stand in the part "attached".  The list
 * belongs to the table.
 */
const GPtrArray *replay_attached(const struct reader *, json_t *context);

#endif
