/* SPDX-License-Identifier: ISC */
/* Readers of letters and sentences, and whom a match waits for. */
#ifndef APP_MATCHES_READER_H
#define APP_MATCHES_READER_H

#include "store/notices.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;
struct onlooker_row;
struct person;
struct phrase;
struct table;
struct tongue;

/* The mail that a letter answers. */
struct answered {
	int64_t inbox;
	const char *message_id; /* "": it has none; NULL: there is no mail */
};

enum reader_kind {
	READER_SEAT, /* who has a seat */
	READER_FORMER, /* who has no seat in it, or none any more */
	READER_ONLOOKER,
	READER_ADDRESS /* somebody, known or not, outside any match */
};

/* Whom a letter is for, and all that makes hers another than the others'. */
struct reader {
	enum reader_kind kind;
	struct home *home;
	struct table *t; /* the match; NULL: of none */
	struct onlooker_row *onlooker; /* or NULL */
	int seat; /* in whose thread the letter stands; -1: in no seat's */
	int audience; /* what is shown: a seat's view, SEAT_ONLOOKER ... */
	int64_t self; /* the person whom sentences speak to as "you"; or 0 */
	const struct tongue *language;
	const struct person *person; /* NULL: nobody who is known */
	const char *name; /* by which she is spoken to */
	const char *address;
	int64_t told; /* what came after it is news to her */
	int64_t match; /* (ADDRESS) her answer is about that one; or 0 */
	const char *key; /* of the question that the letter asks, or NULL */
	const char *dedup_prefix; /* NULL: the one of the match */
	struct answered answers;
	int64_t now;

	/* Of a seat that was loaded. */
	struct person *loaded;
	struct habits habits;
	GTimeZone *zone;
	bool untold; /* the letter is the first about a vote: it cannot wait */
};

/* The person is looked up: who has that seat (of t, seat, now and answers), or
 * (reader_onlooker) looks on, or (FORMER) is self. */
int reader_load(struct reader *, struct err *);
void reader_clear(struct reader *);
/* Does the letter answer a mail? */
bool reader_answers(const struct reader *);
/* Somebody who sees the match as that seat or as SEAT_ONLOOKER does, in the
 * language of whoever is being answered; nothing is to be cleared. */
struct reader reader_view(struct table *, int audience);
/* Who looks on; to be loaded. */
struct reader reader_onlooker(
    struct table *, struct onlooker_row *, int64_t now);
/* Who has no seat in it any more, of that seat or -1. */
struct reader reader_outsider(
    struct table *, int seat, const struct person *, int64_t now);
/* Somebody outside a match, at the address that is known. */
struct reader reader_person(struct home *, const struct person *, int64_t now);
/* Somebody at an address: that person or (NULL) nobody known, in the language
 * of whoever is being answered. */
struct reader reader_address(
    struct home *, const struct person *, const char *address, int64_t now);

/* The sentence in the reader's language; the phrase is taken over. */
char *reader_say(const struct reader *, struct phrase *);
/* The words of commands in that language. */
const struct words *reader_words(const struct reader *);

/* The person's zone, else the match's, else the home's; to be unreferenced. */
GTimeZone *hours_zone(const struct table *, const struct person *);

/*
 * Does the match wait for what this seat's person decides?  Not if she has
 * sent it already.
 */
bool notices_waits(struct table *, int seat);

#endif
