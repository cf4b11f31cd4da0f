/* SPDX-License-Identifier: ISC */
/* Letters that go out. */
#ifndef STORE_MAILS_OUTBOX_H
#define STORE_MAILS_OUTBOX_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

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
	int64_t series; /* that it is about, as of no match; 0: none */
	int64_t number; /* of the match to its reader, from 1; 0: not counted */
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
/* Some are going to be added: asks ahead (store/claims.h) what that needs. */
int store_outbox_ahead(struct store *);
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
/* Newest first, those with a smaller id, without raw; state -1: in any. */
GPtrArray *store_outbox_list(
    struct store *, int state, int64_t before, int max);
/* By the word of its envelope sender, or by its Message-ID: with raw; NULL if
 * there is none (err untouched: code 0) or on an error. */
struct outbox_row *store_outbox_by_bounce(struct store *, const char *word);
struct outbox_row *store_outbox_by_message_id(
    struct store *, const char *message_id);
/* The note alone. */
int store_outbox_note(struct store *, int64_t id, const char *note);
/*
 * When an answer of this kind last went to this address, up to now; 0 if never.
 * For answers to strangers and other things said once in a while.
 */
int store_outbox_last(struct store *, const char *address, const char *kind,
    int64_t now, int64_t *at);
/* How many letters left after since, up to now. */
int store_outbox_sent(struct store *, int64_t since, int64_t now, int64_t *n);
/* When the n-th of them (from 0, by time) left; there must be so many. */
int store_outbox_sent_at(
    struct store *, int64_t since, int64_t now, int64_t n, int64_t *at);
/* How many were written after since, up to now. */
int store_outbox_written(
    struct store *, int64_t since, int64_t now, int64_t *n);
/* How many rows wait (NEW, SENDING, LATER, UNKNOWN). */
int store_outbox_waiting(struct store *, int64_t *n);

#endif
