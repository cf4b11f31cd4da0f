/* SPDX-License-Identifier: ISC */
/*
 * One mail on its way through the step handle: its sender, and what becomes of
 * it.
 */
#ifndef APP_PLAYERS_READING_HANDLING_H
#define APP_PLAYERS_READING_HANDLING_H

#include "app/matches/table/reply.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/identity.h"
#include "store/mails/inbox.h"

#include <stdbool.h>
#include <stdint.h>

struct answered;
struct home;
struct letter;
struct ask_row;
struct person;
struct reader;
struct table;

/* How the seat of a mail was found; but for KEY, its player is told. */
enum auth_method { BY_KEY, BY_TAG, BY_OLD_KEY, BY_ADDRESS, BY_DIGEST };

/* One mail on its way through the step handle. */
struct handling {
	struct home *home;
	struct inbox_row *row;
	struct letter *letter;
	struct identity id;
	enum auth_method auth_method;
	struct reply codes; /* what "yes CODE" and the like came to */
	bool done; /* answered, or nobody's: nothing else is to be done */
	bool obeyed; /* it is done as a seat's, and answered with the rest */
	bool told; /* its answer is written */
	struct ask_row *meant; /* lines that its sender meant, or NULL */
	bool elsewhere; /* some, but about another seat than the mail */
	/* What gives something up may be done (players/questions/meant.c). */
	bool sure;
	const char *crowd; /* why no more strangers are answered, or NULL */
	int64_t silent; /* behind its answer none for so long; 0: not so */
	int64_t silent_to_all; /* the same, for the limit of all mails alone */
	bool gone; /* the sender is forgotten by it, and it is answered */
	char *dedup_prefix; /* of the letters that follow */
	struct table *table; /* handling_table, or NULL */
	int64_t changes; /* of the store, when it was opened */
	struct heard heard; /* handling_heard; lines are NULL: not yet */
	int64_t heard_by; /* the match by whose words; 0: none */
};

/* The row is taken over. */
void handling_begin(struct handling *, struct home *, struct inbox_row *);
void handling_end(struct handling *);
void handling_settle(struct handling *, enum inbox_state, const char *note);
struct answered handling_answered(const struct handling *);
/* The reader of the answer to the mail: that person, or (NULL) an address that
 * is not known. */
struct reader handling_reader(
    const struct handling *, const struct person *, const char *address);
/*
 * The match that the mail is about, replayed once as long as nothing is
 * written; it stays the mail's, and what happens there has its cause.  NULL
 * with err.
 */
struct table *handling_table(struct handling *, int64_t match);
/* It was opened already; the table (or NULL) is taken over. */
void handling_keep(struct handling *, struct table *);
/*
 * What the mail asks, read once: by the words of the match that is open by
 * then, or without one.  If another match was opened since it is read again,
 * and what was read is gone: a caller is done with it before that.
 */
struct heard *handling_heard(struct handling *);

#endif
