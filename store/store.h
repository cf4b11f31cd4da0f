/* SPDX-License-Identifier: ISC */
/*
 * What turnpost keeps, in SQLite: rows in plain C.  It knows nothing of
 * rules and mails.  Times are UTC seconds.  Texts and blobs handed out belong
 * to the caller (row_free functions); those handed in are copied.
 *
 * Every function that changes something must stand between store_begin and
 * store_commit; this is asserted.  All return 0, or -1 (NULL) on a fault, which
 * is told where store_errors said, unless another meaning is named.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include "base/err.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "store/notices.h"

struct store;

/* ---- db.c ---- */

/*
 * Open the database and bring its schema up to date.  create: make it if
 * missing; else ERR_MISSING.  ERR_NEWER: a newer turnpost made it.
 * ERR_DAMAGED: no turnpost database, or a broken one.
 */
struct store *store_open(const char *path, bool create, struct err *);
void store_close(struct store *);
/*
 * Faults are told there from now on, NULL: nowhere; until then to the err of
 * store_open.  Returns where they were told before.
 */
struct err *store_errors(struct store *, struct err *);
/* How long to wait for another writer; 15 s until set. */
void store_busy_timeout(struct store *, int milliseconds);
/* Commits do not wait for the disk: for what may well be lost. */
int store_careless(struct store *);
/*
 * Read all of it: ERR_DAMAGED with the first thing found wrong.  ERR_IO if that
 * is fine, but what may ever be asked does not fit its tables.
 */
int store_check(struct store *);
/*
 * Open it to look only: nothing is changed, not even an older schema, whose
 * number comes out as *schema.  Only store_check and store_close work then;
 * with the *newest schema all that reads does.
 */
struct store *store_look(
    const char *path, int *schema, int *newest, struct err *);

/* ---- transaction.c ---- */

/*
 * Transactions: BEGIN IMMEDIATE, waiting up to 15 s for another writer
 * (ERR_BUSY).  They nest: an inner one is a savepoint, so that one row's work
 * can be taken back alone.  where is for messages: give __func__, or another
 * text that stays.  ERR_NEWER if a newer turnpost changed the database since
 * it was opened.
 *
 * store_commit always ends the transaction: if it fails, all of it is taken
 * back.  After a full disk SQLite may take back the outer ones too; all that
 * is tried in them then fails, until they are ended.
 */
int store_begin(struct store *, const char *where);
int store_commit(struct store *);
void store_rollback(struct store *);
bool store_in_transaction(const struct store *);
/* How many rows were written since it was opened: a row that was read before
 * is as it was if none was. */
int64_t store_changes(const struct store *);

/* ---- meta.c ---- */

/* Small facts of this home (keys, instance id); NULL text if unset,
 * to unset. */
int store_meta_get(struct store *, const char *key, char **value);
int store_meta_set(struct store *, const char *key, const char *value);

/* ---- people.c ---- */

struct person {
	int64_t id;
	char *name;
	char *language; /* "en" */
	char *zone; /* IANA, or "" for the home's */
	char *address; /* where her letters go: the first confirmed one */
	int64_t created;
	bool ascii; /* letters to her have no other characters */
	bool plain; /* they are text alone; see store_habits_set */
	int64_t unreached; /* since when letters come back; 0: they arrive */
};
void person_free(struct person *);
/* id is set. ERR_CLASH if the address is known already. */
int store_person_add(struct store *, struct person *);
/* NULL if there is none (err untouched: code 0) or on an error. */
struct person *store_person(struct store *, int64_t id);
/* Addresses are compared ignoring case. */
struct person *store_person_by_address(struct store *, const char *address);
/* GPtrArray of struct person *, by name; NULL on error */
GPtrArray *store_people(struct store *);
/* name, language, zone, ascii; a new address becomes the one for letters, the
 * old ones stay known. ERR_CLASH if it is another person's. */
int store_person_set(struct store *, const struct person *);
/* Every address of a person, letters' one first: NULL-ended. */
char **store_addresses(struct store *, int64_t person);
/* Letters to that address come back since then; 0: they arrive again. */
int store_address_unreached(struct store *, const char *address, int64_t since);
/* She writes from there too; fine if it is known.  ERR_CLASH if it is another
 * person's. */
int store_address_add(struct store *, int64_t person, const char *address);
/* She no longer does.  ERR_MISSING if it is none of hers, ERR_CLASH if her
 * letters go there. */
int store_address_drop(struct store *, int64_t person, const char *address);

/* ---- forget.c ---- */

/*
 * All that is known of that person is deleted or has no name any more, but
 * for names of seats, moves and the words for a shuffle, which records of
 * matches are made of.  Nobody else's rows go.  She must hold no seat of a
 * match that is not over.  inbox: the mail that asks for it, or 0.  From then
 * on she has no address, and counts as one whom no letter reaches.
 */
int store_forget(struct store *, int64_t person, int64_t inbox);
/*
 * Write the file anew, without a transaction, so that no page of it, nor of
 * SQLite's log, holds what was deleted.  *done: it is so; else somebody reads
 * just now, and it must be done again.
 */
int store_forget_wipe(struct store *, bool *done);
/* Letters of kind "forgotten" that have left, or never will, are as if they had
 * not been written, and letters to others that name somebody forgotten are
 * empty; *waits: some are still to leave. */
int store_forget_letters(struct store *, bool *waits);

/* ---- matches.c ---- */

enum match_life {
	LIFE_MUSTER, /* waiting for everyone's ready */
	LIFE_RUNNING,
	LIFE_OVER, /* ended by its rules */
	LIFE_ENDED /* called off, by the organiser or in the muster */
};

struct match_row {
	int64_t id;
	char *game;
	int rules;
	char *name;
	enum match_life life;
	char *options; /* JSON */
	char *data; /* JSON, or NULL */
	char *given; /* JSON: setup laid out by the organiser, or NULL */
	char *agreed; /* hex, a fingerprint of these; NULL: none was told */
	unsigned char server_seed[32];
	unsigned char seed[32]; /* zero until it runs */
	char *policy; /* JSON: what was agreed on; NULL (to add): "{}" */
	int64_t created, started, ended; /* 0: not yet */
	int64_t
	    last_event; /* number of the last event ever made; never reused */
	GByteArray *draws; /* of the setup; NULL until it runs */
	int wanted; /* seats it is to have; if there are less, some are free */
	int64_t paused; /* since then its clocks stand still; 0: they go */
	int64_t looked; /* the organiser did, then, and it is to be told */
};
void match_row_free(struct match_row *);

/* Who decides for a seat. */
enum seat_held {
	HELD_PERSON,
	HELD_OPEN, /* nobody; somebody may come */
	HELD_ROBOT /* the program */
};

struct seat_row {
	int64_t match;
	int seat;
	int64_t person;
	char *name; /* in this match: fixed when it is made */
	int epoch; /* of the reply key */
	bool ready;
	char *luck; /* or NULL */
	enum seat_held held;
	int64_t told; /* news up to this event were sent; -1: none */
	int missed; /* deadlines, one after the other */
	int graces; /* used up */
	/* The number of the event that was made when its time was up, of which
	 * others hear when they have decided too; 0: none.  Negative: of one
	 * that its player made, after which missed counts from 0 then. */
	int64_t hushed;
};
const char *seat_held_word(enum seat_held);
void seat_row_free(struct seat_row *);

struct event_row {
	int64_t n;
	int seat;
	char *move; /* canonical text */
	GByteArray *draws; /* pairs n, value: uint32 little endian */
	int64_t at;
	int64_t inbox; /* the mail that asked for it; 0: none */
	char *by; /* "player", "plan", "deadline", "robot", "organiser" */
};
void event_row_free(struct event_row *);

/* Sets id; writes the seats (their match field is set). */
int store_match_add(struct store *, struct match_row *, GPtrArray *seats);
struct match_row *store_match(struct store *, int64_t id);
GPtrArray *store_matches(struct store *); /* by id */
/* life, seed, started, ended, last_event, draws, wanted, paused, looked */
int store_match_update(struct store *, const struct match_row *);
GPtrArray *store_seats(struct store *, int64_t match);
/* all but match, seat, person */
int store_seat_update(struct store *, const struct seat_row *);
/* Its person. */
int store_seat_give(struct store *, const struct seat_row *);
/* Seats that a person holds in matches that are not over: struct seat_row *. */
GPtrArray *store_seats_of(struct store *, int64_t person);
/* Those in matches that are past and whose last letter she did not get. */
GPtrArray *store_seats_owed(struct store *, int64_t person);
/* Those that no person holds in matches of that game ("": of any) that run. */
GPtrArray *store_seats_open(struct store *, const char *game);
/* n must be greater than every n of the match: else ERR_CLASH. */
int store_event_add(struct store *, int64_t match, const struct event_row *);
GPtrArray *store_events(struct store *, int64_t match);
/* Take the last one off; ERR_MISSING if there is none. */
int store_event_drop(struct store *, int64_t match);

/* What happened to a match besides moves: told to all its seats. */
struct notice_row {
	int64_t id, match;
	int64_t after; /* the number of the event it follows */
	int64_t at;
	char *phrase; /* key */
	char *args; /* JSON */
};
void notice_row_free(struct notice_row *);
int store_notice_add(struct store *, const struct notice_row *);
GPtrArray *store_notices(struct store *, int64_t match);

/* ---- onlookers.c ---- */

/* Who looks on at a match without a seat. */
struct onlooker_row {
	int64_t match, person;
	char *name; /* in this match: fixed when she is added */
	int64_t since;
	int64_t told; /* news up to this event were written */
	int64_t written; /* when her last letter was */
	int64_t due; /* when the next one is; 0: there is nothing new */
	bool closed; /* it was the last one */
};
void onlooker_row_free(struct onlooker_row *);
/* ERR_CLASH if she looks on there already. */
int store_onlooker_add(struct store *, const struct onlooker_row *);
/* NULL if she does not (err untouched: code 0) or on an error. */
struct onlooker_row *store_onlooker(
    struct store *, int64_t match, int64_t person);
/* Of a match, those who came first at the front: struct onlooker_row *. */
GPtrArray *store_onlookers(struct store *, int64_t match);
/* At what a person looks on or did, the newest match at the front. */
GPtrArray *store_onlookers_of(struct store *, int64_t person);
/* Whose letter is due at or before now, earliest first. */
GPtrArray *store_onlookers_due(struct store *, int64_t now);
/* told, written, due, closed */
int store_onlooker_update(struct store *, const struct onlooker_row *);
/* ERR_MISSING if she does not look on there. */
int store_onlooker_drop(struct store *, int64_t match, int64_t person);

/* ---- timers.c ---- */

/* Derived: when something is to be done. */
enum timer_kind {
	TIMER_DECIDE, /* a seat must have decided */
	TIMER_REMIND, /* it is reminded */
	TIMER_PLAN, /* what it has sent is made: the settle delay is over */
	TIMER_MUSTER, /* all must have said that they are ready */
	TIMER_OFFER, /* an open seat is offered no longer */
	TIMER_RETURN, /* its first holder may no longer come back */
	TIMER_VOTE, /* a vote closes; n is its number */
	TIMER_PAUSE, /* a pause ends by itself */
	TIMER_TALK, /* what was said without a name is told */
	TIMER_KINDS /* how many */
};
struct timer_row {
	int64_t match;
	int seat; /* -1: it is the match's */
	enum timer_kind kind;
	int64_t n; /* apart from others of the kind; 0 if there is but one */
	int64_t asked; /* since when it is so */
	int64_t start; /* if not 0, time counts from here instead */
	int64_t extra; /* seconds beyond the policy's, or short of it */
	int64_t due;
};
/* In the place of the one with that match, seat, kind and n. */
int store_timer_set(struct store *, const struct timer_row *);
/* All of that kind of the seat; fine if there is none. */
int store_timer_clear(struct store *, int64_t match, int seat, enum timer_kind);
/* The same of the one with that n. */
int store_timer_clear_one(struct store *, const struct timer_row *);
/* All of a match. */
int store_timers_clear(struct store *, int64_t match);
/* The earliest of that kind of the seat.  Sets *found. */
int store_timer(struct store *, int64_t match, int seat, enum timer_kind,
    struct timer_row *, bool *found);
/* As it stands now, if it does: match, seat, kind and n are given. */
int store_timer_again(struct store *, struct timer_row *, bool *found);
/* GArray of struct timer_row: all of a match. */
GArray *store_timers(struct store *, int64_t match);
/* All matches that have any: GArray of int64_t. */
GArray *store_timer_matches(struct store *);
/* The same, due at or before now, earliest first, at most max.  Decisions
 * have the whole second: they are due before now. */
GArray *store_timers_due(struct store *, int64_t now, int max);

/* ---- stops.c ---- */

/* When clocks stood still. */
struct stop_row {
	int64_t id;
	int64_t match; /* 0: of the whole home, which was down */
	int64_t since, until; /* until 0: they still do */
};
/* Sets the id. */
int store_stop_add(struct store *, struct stop_row *);
/* since and until */
int store_stop_update(struct store *, const struct stop_row *);
/* What of them lies behind now is left out. */
int store_stops_back(struct store *, int64_t now);
/*
 * Of a match, and of the home (those of the home alone if it is 0), that are
 * not over by after: GArray of struct stop_row.
 */
GArray *store_stops(struct store *, int64_t match, int64_t after);

/* When the next timer is due, or a letter to be written; 0: never. */
int store_next_due(struct store *, int64_t *at);

/* ---- overview.c: what an organiser must know of ---- */

struct overview {
	int64_t mails; /* not handled yet */
	int64_t mails_since; /* when the oldest of them came */
	int64_t held, dead; /* mails */
	int64_t letters; /* that wait */
	int64_t letters_since; /* when the oldest of them was written */
	int64_t given_up; /* letters, as store_given_up has them */
	int64_t newest; /* the latest time that stands in a queue, or 0 */
};
int store_overview(struct store *, struct overview *);
/* Ids of mails that are held or dead, newest first: GArray of int64_t. */
GArray *store_set_aside(struct store *, int max);
/*
 * The same of letters that are dead: not of those that the organiser dropped,
 * nor of those to an address to which a person's letters do not go any more or
 * do not arrive.
 */
GArray *store_given_up(struct store *, int max);
/* How many mails handled after since went without an answer for their number.
 */
int store_spared(struct store *, int64_t since, int64_t *n);
/* Whose letters come back. */
struct unreached_row {
	int64_t person;
	char *name, *address;
	int64_t since;
};
void unreached_row_free(struct unreached_row *);
/* struct unreached_row *, newest first */
GPtrArray *store_unreached(struct store *);
/* Letters of that kind to that address that have not left need not. */
int store_outbox_forestall(
    struct store *, const char *address, const char *kind);

/* ---- troubles.c ---- */

/* What does not work until somebody mends it. */
struct trouble_row {
	char *what; /* "send", "receive imap:USER@HOST/FOLDER" */
	char *why; /* one sentence, with what to do */
	int64_t since, last; /* first and last seen */
};
void trouble_row_free(struct trouble_row *);
/* It is so now; since when stays as it was first noted. */
int store_trouble_note(
    struct store *, const char *what, const char *why, int64_t now);
/* It works again; fine if it always did. */
int store_trouble_over(struct store *, const char *what);
/* Oldest first: struct trouble_row *. */
GPtrArray *store_troubles(struct store *);

/* ---- mailboxes.c ---- */

/* How far a mailbox on a mail server was read. */
struct mailbox_row {
	uint32_t validity; /* of its UIDs; 0: never seen */
	uint32_t last_uid; /* up to here all is in inbox or mailbox_mail */
};
/* Zeros if it was never seen. */
int store_mailbox(struct store *, const char *name, struct mailbox_row *);
int store_mailbox_set(
    struct store *, const char *name, const struct mailbox_row *);
/* All of them are read from their beginning, as if they were never seen. */
int store_mailboxes_anew(struct store *);

/* What is left to be done with a mail of a mailbox. */
enum mailbox_work {
	MAILBOX_FETCH, /* the server did not hand it over */
	MAILBOX_MOVE /* it is in inbox, but still in its folder too */
};
struct mailbox_mail {
	uint32_t uid;
	enum mailbox_work work;
	int tries;
	int64_t next_try;
};
/* In the place of what is there for it. */
int store_mailbox_mail_set(
    struct store *, const char *name, const struct mailbox_mail *);
/* All well if there is nothing. */
int store_mailbox_mail_drop(struct store *, const char *name, uint32_t uid);
int store_mailbox_mails_drop(struct store *, const char *name);
/*
 * What may be tried by now, what was tried least first, at most max: GArray
 * of struct mailbox_mail.
 */
GArray *store_mailbox_mails(
    struct store *, const char *name, enum mailbox_work, int64_t now, int max);
/* Is anything left to be done with that one? */
int store_mailbox_has(
    struct store *, const char *name, uint32_t uid, bool *has);
/* Was anything tried in vain, and is still to be done? */
int store_mailbox_stuck(struct store *, const char *name, bool *stuck);

/* ---- pictures.c: what letters show ---- */

/* The PNG of that hash; *bytes is NULL if it is not there. */
int store_picture(struct store *, const char *hash, GBytes **bytes);
/*
 * A letter is made with it now: *start has the first bytes of its PNG, as
 * many as its size takes; NULL if it is not there.
 */
int store_picture_use(
    struct store *, const char *hash, int64_t now, GBytes **start);
/* One that is there stays as it is. */
int store_picture_add(
    struct store *, const char *hash, GBytes *png, int64_t now);
/* Is there one that was last used before that time? */
int store_pictures_old(struct store *, int64_t before, bool *any);
/* Those go away, but not what a letter holds that waits to leave. */
int store_pictures_drop(struct store *, int64_t before);

#include "store/plans.h"
#include "store/queues.h"
#include "store/seating.h"
#include "store/talk.h"
#include "store/votes.h"
#include "store/signup.h"

#endif
