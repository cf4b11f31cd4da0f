/* SPDX-License-Identifier: ISC */
/* A match goes on, or back: moves, notices, and how it stood at any time. */
#ifndef APP_MATCHES_TABLE_TABLE_PLAY_H
#define APP_MATCHES_TABLE_TABLE_PLAY_H

#include "core/decision.h"

#include <glib.h>
#include <jansson.h>
#include <stdint.h>

struct game;
struct match;
struct opening;
struct outcome;
struct table;
struct talk_row;

/* From the muster to the first decision. */
int table_start(struct table *);
/* A legal move, stored. */
int table_play(struct table *, int seat, const struct move *, const char *by,
    int64_t inbox);
/* The other seats that are asked the same at the same time as a seat that is
 * asked. */
seatset table_deciding(const struct table *, const struct match *, int seat);
/* Something that everybody is told besides moves; takes args over. */
int table_notice(struct table *, const char *phrase, json_t *args);
/* The same, and all seats hear at once, asked or not. */
int table_announce(struct table *, const char *phrase, json_t *args);
/* What was said, as a report with that number; it stays the caller's. */
void table_talk(struct table *, const struct talk_row *);
int table_undo(struct table *);
/*
 * The match before its first event, or NULL with err; and its next event made
 * in it, which is number i, from 0 on.  An event that the match of the table
 * has gone through is not checked again; another one that is not legal gives
 * -1 with ERR_DAMAGED.
 */
struct match *table_begin(const struct table *);
int table_step(const struct table *, struct match *, guint i);
/* The match after the event with that number, as it was then, or NULL. */
struct match *table_at(const struct table *, int64_t n);

/* The opening with which this match was or will be set up. */
void table_opening(const struct table *, struct opening *);
/* It is set up as its row says, with these draws (struct draw), or NULL: now,
 * by chance. */
int table_set_up(struct table *, const GArray *draws, struct outcome *);

/*
 * Names that the data of a match (or NULL) brings: of every list of objects
 * with an "id" and a "name" map, as GAME.KIND.ID, KIND being the list's name
 * without the plural s ("islands").
 */
json_t *table_data_names(const struct game *, json_t *data);

#endif
