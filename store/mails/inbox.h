/* SPDX-License-Identifier: ISC */
/* Mails that came in, each a row. */
#ifndef STORE_MAILS_INBOX_H
#define STORE_MAILS_INBOX_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

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
	ANSWER_SUPPRESSED /* too many came within too little time */
};

/* By whose word is the sender of the mail the person of its From? */
enum inbox_vouched {
	VOUCHED_NOT,
	VOUCHED_SENDER, /* the sender, asked at the stored address */
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
	int64_t series; /* that it asked about; 0: none */
	GBytes *raw; /* NULL in lists */
};
void inbox_row_free(struct inbox_row *);
struct inbox_row *store_inbox(struct store *, int64_t id);
/* Those that are there, in order: struct inbox_row *; NULL on error. */
GPtrArray *store_inbox_these(struct store *, const int64_t *ids, guint n);
/* The same without raw, which need not be read and unpacked then. */
struct inbox_row *store_inbox_head(struct store *, int64_t id);
GPtrArray *store_inbox_heads(struct store *, const int64_t *ids, guint n);
/* sender, message_id, match, seat, handled, state, tries, note, says,
 * answer, vouched, series */
int store_inbox_update(struct store *, const struct inbox_row *);
/* tries and handled alone, of those that wait still */
int store_inbox_try(
    struct store *, const GArray *ids, int tries, int64_t handled);
/* A try of it, as it was counted, and what was there before. */
struct inbox_try {
	int64_t id;
	int tries, tries_before;
	int64_t handled, handled_before;
};
/* What was there before is there again, unless the mail has changed since: of
 * the first of these, and of as many behind it as were counted alike. *n: so
 * many. */
int store_inbox_untry(
    struct store *, const struct inbox_try *, guint of, guint *n);

#endif
