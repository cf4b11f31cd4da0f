/* SPDX-License-Identifier: ISC */
/* Readers of letters and sentences. */
#ifndef APP_MATCHES_TABLE_READER_H
#define APP_MATCHES_TABLE_READER_H

#include "store/people/preferences.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct home;
struct onlooker_row;
struct person;
struct table;
struct catalog;

/* The mail that a letter answers. */
struct answered {
	int64_t inbox;
	const char *message_id; /* "": it has none; NULL: there is no mail */
};

enum reader_kind {
	READER_SEAT = 1, /* the player of a seat */
	READER_FORMER, /* a person without a seat in the match, or with none
			  any more */
	READER_ONLOOKER,
	READER_ADDRESS, /* somebody, known or not, outside any match */
	READER_VIEW /* nobody: sentences alone, no letter */
};

/* The reader of a letter, with all in which it differs from the letters of
 * other readers. */
struct reader {
	enum reader_kind kind;
	struct home *home;
	struct table *t; /* the match; NULL: none */
	struct onlooker_row *onlooker; /* or NULL */
	int seat; /* in whose thread the letter stands; -1: in no seat's */
	int audience; /* whose view the letter shows: a seat, SEAT_ONLOOKER */
	int64_t self; /* sentences say "you" to that person; 0: to nobody */
	const struct catalog *language;
	const struct person *person; /* NULL: the reader is not known */
	const char *name; /* by which the letter speaks to the reader */
	const char *address;
	int64_t told; /* later reports are news to the reader */
	/* (Audience SEAT_ONLOOKER) the chapters (letters/story/story.h) as
	 * onlookers were told them, if they are known and the match has no
	 * talk; or NULL. */
	GPtrArray *story;
	int64_t match; /* (ADDRESS) an answer will be about that one; or 0 */
	int64_t series; /* (ADDRESS) the letter is about that one; or 0 */
	const char *key; /* of the question that the letter asks, or NULL */
	const char *dedup_prefix; /* NULL: the match's */
	struct answered answers;
	/* What the letter says of the mail that it answers, in JSON, if a newer
	 * one may say it instead (letters/writing/waiting_answer.h); or NULL.
	 */
	const char *reply;
	bool waits; /* ...and it waits for that one */

	/* By reader_load: the person, and how the player of a seat wants
	 * letters. */
	struct person *loaded;
	struct preferences preferences;
	GTimeZone *zone;
	bool untold; /* the letter is the first about a vote: it cannot wait */
};

/* Look up the person: the player of that seat (the caller sets answers if the
 * letter answers a mail), an onlooker, or the former player self. */
int reader_load(struct reader *);
void reader_clear(struct reader *);
/* Does the letter answer a mail? */
bool reader_answers(const struct reader *);
/* The player of that seat, to be loaded. */
struct reader reader_seat(struct table *, int seat);
/* Somebody who sees the match as that seat or as SEAT_ONLOOKER does, in the
 * language of the mail that is handled; nothing is to be cleared. */
struct reader reader_view(struct table *, int audience);
/* An onlooker, to be loaded. */
struct reader reader_onlooker(struct table *, struct onlooker_row *);
/* A person without a seat, in the thread of that seat or (-1) of onlookers. */
struct reader reader_outsider(struct table *, int seat, const struct person *);
/* A person outside a match, at the address that is known. */
struct reader reader_person(struct home *, const struct person *);
/* The same at another address; without a person: in the language of the mail
 * that is handled. */
struct reader reader_address(
    struct home *, const struct person *, const char *address);

#endif
