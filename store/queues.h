/* SPDX-License-Identifier: ISC */
/*
 * Mails that came in, letters that go out, and those that come back: the part
 * of store.h that is about mail.  What stands there holds here too.
 */
#ifndef STORE_QUEUES_H
#define STORE_QUEUES_H

#include "base/err.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

/* ---- inbox.c, outbox.c ---- */

/* The note on a mail or letter that the organiser wants to see no more. */
#define NOTE_DROPPED "dropped by the organiser"

enum inbox_state {
	INBOX_NEW,
	INBOX_DONE,
	INBOX_IGNORED, /* a robot's, or one that proves nothing */
	INBOX_DUPLICATE,
	INBOX_HELD, /* somebody must look */
	INBOX_DEAD /* failed three times */
};
const char *inbox_state_word(enum inbox_state);

/* Was a letter written to answer it?  What makes moves does not count. */
enum inbox_answer {
	ANSWER_NONE, /* there was no need, or it made a move */
	ANSWER_SENT,
	ANSWER_SPARED /* too many came within too little time */
};

/* Who said that the sender is the one she says? */
enum inbox_vouched {
	VOUCHED_NOT,
	VOUCHED_SENDER, /* she herself, asked at her stored address */
	VOUCHED_ORGANISER
};

struct inbox_row {
	int64_t id;
	char *source; /* "maildir:NAME" and the like: where it came from */
	char *sha; /* hex: of the mail without its trace headers */
	char *message_id; /* "" if unknown */
	char *sender; /* From address, "" if unknown */
	int64_t match; /* 0: none */
	int seat; /* -1: none */
	int64_t received;
	int64_t handled; /* 0: not yet */
	enum inbox_state state;
	int tries;
	char *note; /* what became of it, one line */
	int64_t size; /* of the whole mail */
	bool cut; /* raw holds only its beginning: it was too big */
	char *says; /* the same in mails that ask the same; "": unknown */
	enum inbox_answer answer;
	enum inbox_vouched vouched;
	GBytes *raw; /* NULL in lists */
};
void inbox_row_free(struct inbox_row *);
/* ERR_CLASH if that source was stored before (nothing changes then). */
int store_inbox_add(struct store *, struct inbox_row *);
/* Also no on an error: store_inbox_add will tell. */
bool store_inbox_knows(struct store *, const char *source);
/* Without raw; NULL: none (err untouched), or an error. */
struct inbox_row *store_inbox_by_source(struct store *, const char *source);
/*
 * Who came with the same sha by another road: its source does not begin with
 * road, which ends with ':'.  0: nobody.
 */
int store_inbox_same(
    struct store *, const char *sha, const char *road, int64_t *id);
/*
 * The mail of a row that was set aside without it has come after all: sha,
 * size, cut and raw; it is new then.
 */
int store_inbox_refill(struct store *, const struct inbox_row *);
/*
 * Ids of rows to handle, at most max, oldest first, those that were tried
 * more than once behind the others: GArray of int64_t.
 */
GArray *store_inbox_new(struct store *, int max);
/*
 * When the first of those came that are to be handled; 0 if one was tried
 * already, which may be older than its row says; INT64_MAX: there is none.
 */
int store_inbox_oldest(struct store *, int64_t *at);
struct inbox_row *store_inbox(struct store *, int64_t id);
/* newest first, at most max, without raw; state -1: all */
GPtrArray *store_inbox_list(struct store *, int state, int64_t before, int max);
/* sender, message_id, match, seat, handled, state, tries, note, says,
 * answer, vouched */
int store_inbox_update(struct store *, const struct inbox_row *);
/*
 * Another row, earlier or later, that was done: for the same seat, of the
 * same sender and with the same Message-ID; NULL if none (never one for ""),
 * without raw.  Compare sha to see whether it is the same mail: one that is
 * comes before any that is not.
 */
struct inbox_row *store_inbox_twin(struct store *, const struct inbox_row *);
/*
 * How many mails of a person, from all of her addresses, were handled after
 * since and answered, and when the first of these was.  like: only those for
 * its seat which say what it says; or NULL.
 */
int store_inbox_answered(struct store *, const struct inbox_row *like,
    int64_t person, int64_t since, int64_t *n, int64_t *first);
/* When, after since, a mail of hers was last done that did not say that; 0:
 * never. */
int store_inbox_other(struct store *, const struct inbox_row *, int64_t person,
    int64_t since, int64_t *at);
/* How many mails handled after since went without an answer for their number:
 * 0 or, if there are any, 1. */
int store_inbox_spared(struct store *, int64_t since, int64_t *n);
/* Mails held that came from that address for seats of that person, oldest
 * first: GArray of int64_t. */
GArray *store_inbox_held(struct store *, const char *sender, int64_t person);
/* Mails that are held since that time or longer: GArray of int64_t. */
GArray *store_inbox_held_since(struct store *, int64_t at);

enum outbox_state {
	OUTBOX_NEW,
	OUTBOX_SENDING, /* handed over, or died while handing over */
	OUTBOX_SENT,
	OUTBOX_LATER,
	OUTBOX_UNKNOWN, /* the last answer of the server was lost */
	OUTBOX_REPLACED, /* a newer letter went instead */
	OUTBOX_DEAD
};
const char *outbox_state_word(enum outbox_state);

struct outbox_row {
	int64_t id;
	char *dedup; /* unique: the same letter is never queued twice */
	int64_t match; /* 0: none */
	int seat; /* -1: none */
	int64_t person; /* 0: a stranger */
	char *address;
	char *kind; /* "turn", "answer", ... */
	char *message_id; /* without <> */
	char *bounce; /* word of its envelope sender; NULL: none, "<>" */
	int64_t answers; /* the mail that it answers; 0: none */
	int64_t news_after; /* it tells what came after this event */
	bool asks; /* its reader is to decide, unasked for */
	int64_t number; /* of the match to her, from 1; 0: not counted */
	GBytes *raw; /* the letter as it is sent, at every try; NULL in lists */
	enum outbox_state state;
	int tries;
	int lost; /* of these, how often the server's last answer was lost */
	int64_t next_try;
	char *note; /* why it could not be sent */
	int64_t created, sent;
};
void outbox_row_free(struct outbox_row *);
/*
 * The id for the next row: its Message-ID is made of it.  Each call hands out
 * another one; none is used twice.
 */
int store_outbox_next_id(struct store *, int64_t *id);
/* id must be from store_outbox_next_id. ERR_CLASH if dedup is there. */
int store_outbox_add(struct store *, const struct outbox_row *);
/* Rows to send now, with raw, oldest first, at most max. */
GPtrArray *store_outbox_due(struct store *, int64_t now, int max);
/* The same without the rows: GArray of int64_t. */
GArray *store_outbox_due_ids(struct store *, int64_t now, int max);
/* When the next one may be tried (0: it may at once); -1: none waits. */
int store_outbox_next(struct store *, int64_t *at);
/* All rows in SENDING become NEW again (the last sender died): that was one
 * of their tries, and they get a note. */
int store_outbox_recover(struct store *);
/* state, tries, lost, next_try, note, sent */
int store_outbox_update(struct store *, const struct outbox_row *);
struct outbox_row *store_outbox(struct store *, int64_t id);
GPtrArray *store_outbox_list(struct store *, int state, int max);
/* By the word of its envelope sender, or by its Message-ID: with raw; NULL if
 * there is none (err untouched: code 0) or on an error. */
struct outbox_row *store_outbox_by_bounce(struct store *, const char *word);
struct outbox_row *store_outbox_by_message_id(
    struct store *, const char *message_id);
/* The note alone. */
int store_outbox_note(struct store *, int64_t id, const char *note);
/*
 * When an answer of this kind last went to this address; 0 if never.  For
 * answers to strangers and other things said once in a while.
 */
int store_outbox_last(
    struct store *, const char *address, const char *kind, int64_t *at);
/* How many letters left after since. */
int store_outbox_sent(struct store *, int64_t since, int64_t *n);
/* When the n-th of them (from 0, by time) left; there must be so many. */
int store_outbox_sent_at(struct store *, int64_t since, int64_t n, int64_t *at);
/* How many were written after since. */
int store_outbox_written(struct store *, int64_t since, int64_t *n);
/* Whose letters of a match: those of a seat, or (-1) of an onlooker. */
struct outbox_reader {
	int64_t match;
	int seat;
	int64_t person;
};
/* The last letter sent or queued to her: its Message-ID, or NULL. */
int store_outbox_thread(
    struct store *, const struct outbox_reader *, char **message_id);
/*
 * Letters to her that say how it stands ("turn", "answer", "onlooker",
 * "remind"), answer no mail, and did surely not leave yet: a newer one can go
 * in their place. *news_after: after which event the first of them tells, if
 * that is before *news_after.
 */
int store_outbox_unsent(
    struct store *, const struct outbox_reader *, int64_t *news_after);
/*
 * When the last letter to her may leave that tells of that event, or news
 * before it, and is not known to have left; -1: there is none.
 */
int store_outbox_leaves(
    struct store *, const struct outbox_reader *, int64_t event, int64_t *at);
/* All of these are replaced by that letter. */
int store_outbox_replace(
    struct store *, const struct outbox_reader *, int64_t by);
/*
 * After which event the letters to her tell that left with that number (0: of
 * the last one) or a greater one, if that is before *told.
 */
int store_outbox_told(struct store *, const struct outbox_reader *,
    int64_t number, int64_t *told, bool *found);
/* What number the next letter to her has: they are counted without a gap. */
int store_outbox_number(
    struct store *, const struct outbox_reader *, int64_t *number);
/* How many rows wait (NEW, SENDING, LATER, UNKNOWN). */
int store_outbox_waiting(struct store *, int64_t *n);

/* ---- bounces.c ---- */

/* A letter that did not reach its reader. */
struct bounce_row {
	int64_t id;
	char *address;
	int64_t outbox; /* the letter */
	int64_t inbox; /* the mail that said so; 0: refused at the door */
	int64_t at;
	char *code; /* "5.1.1" (RFC 3463) */
	char *says; /* the server's words, one line */
};
int store_bounce_add(struct store *, const struct bounce_row *);
/* Was it noted, with this code, and has she not been reached since? */
int store_bounce_known(
    struct store *, int64_t outbox, const char *code, bool *known);
/*
 * On how many days (UTC) letters to this address came back, behind the last
 * letter before that one which was sent and did not.
 */
int store_bounce_days(
    struct store *, const char *address, int64_t outbox, int64_t *days);
/* She was reached: what came back before counts no more. */
int store_bounce_over(struct store *, const char *address);
/* That letter does not arrive: its reader is told again what stood in it. */
int store_letter_lost(struct store *, const struct outbox_row *);
/*
 * No letter goes to this address: those that wait become dead with that note,
 * and the seats that should have got them, or those that came back, are again
 * told what stood in them.
 */
int store_bounce_stop(struct store *, const char *address, const char *note);
/*
 * The same, of seats' letters: others go elsewhere instead of those that
 * wait.
 */
int store_letters_moved(struct store *, const char *address, const char *note);

/* ---- unproved.c: who wrote without a proof ---- */

/*
 * One more, by what the address comes to; once a day.  What is older than
 * forget goes.
 */
int store_unproved_note(
    struct store *, const char *sender, int64_t at, int64_t forget);
int store_unproved_drop(struct store *, const char *sender);
/* How many, from then on. */
int store_unproved_since(struct store *, int64_t since, int64_t *n);
/* When somebody last became known; 0: never. */
int store_unproved_proved(struct store *, int64_t *at);

#endif
