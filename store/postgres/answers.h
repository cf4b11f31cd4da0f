/* SPDX-License-Identifier: ISC */
/*
 * Rows that a transaction has read are kept until something writes into one of
 * their tables, or the transaction ends: nobody else can have changed them for
 * it.  In a narrow one (store/claims.h) that is so of a match that is claimed,
 * of all that is changed by wide ones alone, and of rows that it has locked;
 * nothing else is kept there, or read ahead, but how often senders were
 * answered ("of sender"), which other workers' mails may make more meanwhile,
 * and whether a mail is known that is just taken in ("of mail").
 * A new letter makes old what was read of its reader's letters alone, and a
 * mail that was handled what was read of its sender's.  One mail asks for the
 * same absence, match or person many times.
 *
 * What is read ahead (ahead.h) is kept as well.
 */
#ifndef STORE_POSTGRES_ANSWERS_H
#define STORE_POSTGRES_ANSWERS_H

#include "store/postgres/ahead.h"

#include <glib.h>
#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

struct postgres_answer;
struct postgres_own;
struct postgres_statement;
struct postgres_values;
struct store;

/* For struct postgres_own. */
struct answers *postgres_answers_new(void);
void postgres_answers_free(struct answers *);
/* Under which an answer is kept. */
void postgres_question_free(void *question);
/* Which statement, and its values; until the next one is made. */
const GString *postgres_question(
    struct postgres_own *, const char *name, const struct postgres_values *);
bool postgres_is_kept(const struct store *, const GString *question);
/* Beside a narrow transaction others write, so only what it holds is kept: rows
 * of its match, rows of tables that wide ones alone change, and rows that it
 * has locked; how often senders were answered, and which mails are known. */
bool postgres_may_keep(const struct store *, const struct postgres_statement *,
    const struct postgres_values *);
/* The person of whose letters, or mails, alone it tells; "": it tells of
 * others, too. */
const char *postgres_only_person(
    const struct postgres_statement *, const struct postgres_values *);
/* What an answer that came ahead is about: a match or ("") none, and one
 * person's letters or mails alone, or ("") anybody's. */
struct postgres_ahead {
	const char *match, *person;
	enum postgres_ahead_way way;
	bool is_old; /* something was written since it was asked */
};
void postgres_keep_ahead(struct store *, struct postgres_statement *,
    struct postgres_ahead, GString *asked, PGresult *rows);
/* Rows for what is bound, as they were read before: now the statement's. */
bool postgres_recall(struct store *, struct postgres_statement *);
/* Keeps the rows that it has just read, which stay its own for now. */
void postgres_keep(struct store *, struct postgres_statement *);
/* Its rows are no longer needed by it. */
void postgres_let_go(struct postgres_statement *);
/* The statement itself goes. */
void postgres_forget_reader(struct store *, struct postgres_statement *);
/* Does a change of such tables, of rows of that person alone (NULL: of any),
 * make an answer old that was read from those tables, about such a person ("":
 * any)?
 */
bool postgres_makes_old(
    uint64_t tables, const char *person, uint64_t read_from, const char *about);
/* It is going to write into its tables. */
void postgres_outdate(struct store *, const struct postgres_statement *);
/* One of that person's mails was handled; 0: one of anybody's. */
void postgres_outdate_sender(struct store *, int64_t person);
void postgres_outdate_all(struct store *);
/* When all are forgotten the next time, those that nobody has wanted cost
 * nothing. */
void postgres_spare_unwanted(struct store *);

#endif
