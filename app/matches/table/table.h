/* SPDX-License-Identifier: ISC */
/* A match as it stands, loaded from its rows. */
#ifndef APP_MATCHES_TABLE_TABLE_H
#define APP_MATCHES_TABLE_TABLE_H

#include "app/matches/table/plan.h"
#include "core/decision.h"
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
struct seat_row;

struct table {
	struct home *home;
	struct match_row *row;
	const struct game *game;
	GPtrArray *seats; /* struct seat_row * */
	GPtrArray *events; /* struct event_row * */
	GPtrArray *tenures; /* struct tenure_row *, in order */
	GPtrArray *reports; /* struct report *, by number */
	struct policy policy; /* of the row */
	json_t *json[3]; /* of the row: options, data, given; NULL: none */
	struct match *match; /* NULL until it has started */
	char **names;
	json_t *atom_names; /* names that the data brings, or NULL */
	seatset organiser; /* seats that the organiser holds */
	bool organiser_plays; /* or has played */
	seatset asked; /* seats asked when it was loaded */
	char *phases[GAME_MAX_SEATS]; /* in which phase, then */
	seatset moved; /* seats that made an event since */
	struct plan plans[GAME_MAX_SEATS];
	GPtrArray *talk; /* struct talk_row *, also what is not told yet */
	GArray *mutes; /* struct mute_row */
	/* What a robot has thought, without a lock, about the decision after
	 * that event; event 0: nothing. */
	struct {
		int64_t event;
		int seat;
		struct move move;
	} thought;
	bool joinable; /* people may take its seats by themselves */

	/* For the letters that follow from a change: matches/table/effects.h.
	 */
	GArray *effects; /* struct effect */
	int answered; /* the seat whose mail is being answered, or -1 */
	bool gather; /* several to one person become one letter:
			letters/schedule/schedule.c */
	char *dedup_prefix;
	int64_t now; /* when its letters are written; 0: not yet known */
	GHashTable *attached; /* language -> files of the last letter */
};

/* ---- table_open.c ---- */

struct table *table_open(struct home *, int64_t id);
/* The same outside of a transaction, of one moment. */
struct table *table_look(struct home *, int64_t id);
/* For what makes letters: their dedup prefix is "whatMATCH.EVENT"
 * (matches/table/dedup.h). */
struct table *table_open_for(struct home *, int64_t match, const char *what);
void table_free(struct table *);

/* ---- table.c ---- */

/* Does it run, and must that seat decide? */
bool table_expects_move(const struct table *, int seat);
struct seat_row *table_seat(struct table *, int seat);
size_t table_seats(const struct table *);
/* Has this seat a decision that it was not asked for when it was loaded? */
bool table_newly_asked(const struct table *, int seat);
/* Names of seats as a JSON list. */
json_t *table_name_list(const struct table *, seatset);

#endif
