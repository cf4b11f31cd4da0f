/* SPDX-License-Identifier: ISC */
/* What is to be told, and what was: whether and when letters leave. */
#ifndef STORE_MAILS_NOTICES_H
#define STORE_MAILS_NOTICES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct outbox_reader;
struct seat_row;
struct store;

/* Derived: a seat that is asked. */
struct asking_row {
	int64_t match;
	int seat;
	int64_t person;
	int64_t since;
	int64_t until; /* as letters to the seat have it; 0: for ever */
	unsigned reminded; /* bits: which of the reminders */
	int times; /* how often in all */
};
/* Those of a match: GArray of struct asking_row. */
GArray *store_askings(struct store *, int64_t match);
int store_asking_set(struct store *, const struct asking_row *);
int store_asking_clear(struct store *, int64_t match, int seat);

/* A letter that is not written before it is due. */
struct pending_row {
	int64_t match;
	int seat;
	int64_t person;
	bool asks; /* it tells of a decision of its reader */
	bool reminds;
	int64_t due;
};
/* One for each seat; if there is one for that person, both become one. */
int store_pending_add(struct store *, const struct pending_row *);
int store_pending_clear(struct store *, int64_t match, int seat);
/* Those of a match: GArray of struct pending_row. */
GArray *store_pending(struct store *, int64_t match);
/* The same of all matches. */
GArray *store_pending_all(struct store *);
/* Those of a person that are due at or before then, by match. */
GArray *store_pending_of(struct store *, int64_t person, int64_t now);
/* People with letters due at or before now, at most 1000: rows of which person
 * is set. */
GPtrArray *store_pending_due(struct store *, int64_t now);
/* Those of a person that are due now are due later. */
int store_pending_delay(
    struct store *, int64_t person, int64_t now, int64_t due);
/* Those of a person that are not due yet are due now. */
int store_pending_hurry(struct store *, int64_t person, int64_t now);

/* A letter about several matches tells of that one, too. */
struct section_row {
	int64_t outbox, match;
	int seat;
	int64_t news_after;
	bool asks;
};
int store_section_add(struct store *, const struct section_row *);
/* Seats that a letter asks which waits, and surely did not leave yet; some may
 * be there twice.  GArray of int64_t. */
GArray *store_asking_seats(struct store *, int64_t match);
/* Whether such a letter asks this one. */
enum asking_unsent {
	ASKING_NONE,
	ASKING_OWN,
	ASKING_FORMER /* to a person who had the seat before */
};
/* *digest: the number of such a one about several matches; 0: none. */
int store_asking_unsent(struct store *, int64_t match, int seat, int64_t person,
    enum asking_unsent *own, int64_t *digest);
/* Letters to that reader, or to all others, shall not leave. */
int store_asking_drop(struct store *, const struct outbox_reader *, bool own);
/* A letter about several matches shall not leave: each of them is told again,
 * as soon as it is due, now. */
int store_digest_drop(struct store *, int64_t outbox, int64_t now);
/* told, anew. */
int store_seat_told(struct store *, struct seat_row *);
/* When the last letter of the match left for that person; 0: none did. */
int store_last_left(
    struct store *, int64_t match, int seat, int64_t person, int64_t *at);

#endif
