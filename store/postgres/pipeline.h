/* SPDX-License-Identifier: ISC */
/*
 * What is sent to the server without waiting for its answer, in a transaction:
 * whatever gives no rows.  Its answers come with the next one that somebody
 * waits for.  So a fault may be told late; then everything fails, with the
 * reason, until what it was in is taken back.
 */
#ifndef STORE_POSTGRES_PIPELINE_H
#define STORE_POSTGRES_PIPELINE_H

#include "store/postgres/ahead.h"

#include <glib.h>
#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

struct postgres_statement;
struct store;

/* For struct postgres_own. */
GArray *postgres_sent_new(void);
/* -1, with the reason, if something that was sent has failed. */
int postgres_in_time(struct store *);
/* The same, before more is sent: not too much waits. */
int postgres_make_room(struct store *);
int postgres_send_prepare(struct store *, struct postgres_statement *);
int postgres_send(struct store *, struct postgres_statement *);
/* With a place before it, to which it goes back if it fails: that alone is not
 * told late. */
int postgres_send_placed(struct store *, struct postgres_statement *);
/* With other values than what is bound; its answer is kept under that name
 * (answers.h), which is taken over. */
struct postgres_values;
int postgres_send_ahead(struct store *, struct postgres_statement *,
    const struct postgres_values *, GString *asked, enum postgres_ahead_way);
/* What was sent ahead and reads these tables will be old when it comes: if it
 * is about that match (NULL: any) or about none, and about that person (NULL:
 * any) or not about one alone. */
void postgres_outdate_sent(
    struct store *, uint64_t tables, const char *match, const char *person);
/* What was sent ahead about that sender's mails (NULL: anybody's), too. */
void postgres_outdate_sent_sender(struct store *, const char *person);
int postgres_send_sql(struct store *, const char *sql);
/* The server begins with what was sent. */
int postgres_push(struct store *);
/* ...and its answers come without anybody asking for more. */
int postgres_push_ahead(struct store *);
/* What was sent last must change a row; false: nothing waits. */
bool postgres_expect_change(struct store *);
/* What was sent inside the level that ends is work of the one that keeps it: a
 * fault of it that is told later takes back that one. */
void postgres_sent_is_kept(struct store *);
/* Does any statement wait for its answer? */
bool postgres_is_waiting(const struct store *);
/* All answers; *rows: that of the statement sent last, even if it failed. */
int postgres_gather(struct store *, PGresult **rows);
/* Answers up to the last one that was sent ahead; what was sent behind it may
 * still wait. */
int postgres_gather_ahead(struct store *);
/* Nothing waits any more, and others may talk to the server. */
int postgres_leave_pipeline(struct store *);
/* What failed is taken back, or was with its connection. */
void postgres_forget_late(struct store *);

#endif
