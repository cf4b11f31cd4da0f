/* SPDX-License-Identifier: ISC */
/*
 * What a transaction knows of rows, so that it need not ask for them again.
 * Nobody else changes them until it ends; code that writes them within the
 * transaction must keep this true or call db_forget_known.
 */
#ifndef STORE_KNOWN_H
#define STORE_KNOWN_H

#include <glib.h>
#include <stdint.h>

struct store;

/* Letters of a match to one reader, as mails/outbox_reader.c reads them. */
struct known_thread {
	int64_t match, person; /* 0: none is known */
	int seat;
	int64_t waits; /* how many wait that a newer letter would replace */
	int64_t news_after; /* the least of theirs */
	int64_t number; /* of the next letter */
	char *last; /* Message-ID of the last letter; or NULL */
	char *last_left; /* of the last that does not wait, if any waits */
};

struct known {
	GArray *timers; /* all of a match, as store_timers has them; or NULL */
	int64_t match; /* that one */
	GArray *askings; /* which of its seats are asked, in order; or NULL */
	int64_t asked_in; /* the match of these */
	GArray *calendar; /* of a match (mails/calendar.c); or NULL */
	int64_t calendar_of; /* that one */
	int64_t unpended; /* a match with nothing unwritten; 0: none is known */
	GHashTable *present; /* people without any absence; or NULL */
	GHashTable *people; /* rows (people/known_people.h); or NULL */
	struct known_thread thread; /* that was read last */
	unsigned tallies; /* bits of those that have begun */
};

/* Within a transaction. */
struct known *db_known(struct store *);
/* When one begins, or something in it is taken back. */
void db_forget_known(struct store *);

/* Letters change. */
void db_forget_thread(struct store *);
/* For a statement that writes but touches no letter: db_take, which comes
 * between these two, would forget what is known of letters, so it is put aside
 * before and put back after. */
struct known_thread db_take_thread(struct store *);
void db_keep_thread(struct store *, struct known_thread);

#endif
