/* SPDX-License-Identifier: ISC */
/* A match as it stands, loaded from its rows. */
#ifndef APP_MATCHES_TABLE_H
#define APP_MATCHES_TABLE_H

#include "app/matches/plans.h"
#include "core/core.h"
#include "core/game.h"
#include "policy/policy.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct game;
struct home;
struct match;
struct match_row;
struct move;
struct opening;
struct phrase;
struct seat_row;
struct talk_row;
struct table;

/*
 * Names that the data of a match (or NULL) brings: of every list of objects
 * with an "id" and a "name" map, as GAME.KIND.ID, KIND being the list's name
 * without the plural s ("islands").
 */
json_t *table_data_names(const struct game *, json_t *data);

/* What was told, and under which number of the log. */
struct report {
	int64_t n;
	int64_t at; /* when it came about; 0: with the start */
	/* by the event: the seats that were to decide behind it */
	seatset asked;
	struct phrase *notice; /* or NULL */
	const struct talk_row *talk; /* or NULL */
	struct outcome outcome; /* of an event or of the setup */
	int32_t
	    score[GAME_MAX_SEATS]; /* of all seats after it; may be secret */
};

struct table {
	struct home *home;
	struct match_row *row;
	const struct game *game;
	GPtrArray *seats; /* struct seat_row * */
	GPtrArray *events; /* struct event_row * */
	GPtrArray *holders; /* struct holder_row *, in order */
	GPtrArray *reports; /* struct report *, by number */
	struct policy policy; /* of the row */
	json_t *json[3]; /* of the row: options, data, given; NULL: none */
	struct match *match; /* NULL until it has started */
	char **names;
	json_t *atom_names; /* names that the data brings, or NULL */
	seatset organiser; /* seats that the organiser holds */
	bool organiser_plays; /* or has played */
	seatset asked; /* the seats that were asked when it was loaded */
	char *phases[GAME_MAX_SEATS]; /* in which phase, then */
	seatset moved; /* the seats that made an event since */
	struct plan plans[GAME_MAX_SEATS];
	GPtrArray *talk; /* struct talk_row *, also what is not told yet */
	GArray *mutes; /* struct mute_row */
	bool joinable; /* its seats are taken by who wants to */

	/* For the letters that follow from a change: matches/effects.h. */
	GArray *effects; /* struct effect */
	int answered; /* the seat whose mail is being answered, or -1 */
	bool gather; /* several to one person become one letter:
			letters/schedule.c */
	char *dedup_prefix;
	int64_t now; /* when its letters are written; 0: not yet known */
	GHashTable *attached; /* language -> files of the last letter */
};
struct table *table_open(struct home *, int64_t id);
/* For what makes letters: their dedup prefix is "whatMATCH.EVENT"
 * (matches/effects.h). */
struct table *table_open_for(struct home *, int64_t match, const char *what);

/* Does it run, and must that seat decide? */
bool table_asks(const struct table *, int seat);
void table_free(struct table *);
struct seat_row *table_seat(struct table *, int seat);
size_t table_seats(const struct table *);
/* From the muster to the first decision. */
int table_start(struct table *);
/* A legal move, stored. */
int table_play(struct table *, int seat, const struct move *, const char *by,
    int64_t inbox);
/* The seats that are asked the same at the same time as a seat that is
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
 * The match before its first event, and its events from 0 on made in it;
 * NULL, -1 with ERR_DAMAGED.
 */
struct match *table_begin(const struct table *);
int table_step(const struct table *, struct match *, guint i);
/* The match after the event with that number, as it was then, or NULL. */
struct match *table_at(const struct table *, int64_t n);
/* Has this seat a decision that it was not asked for when it was loaded? */
bool table_newly_asked(const struct table *, int seat);
/* Names of seats as a JSON list. */
json_t *table_name_list(const struct table *, seatset);
/* The opening with which this match was or will be set up. */
void table_opening(const struct table *, struct opening *);

#endif
