/* SPDX-License-Identifier: ISC */
/*
 * Rows that a transaction has read are kept until something writes into one of
 * their tables, or the transaction ends: nobody else can have changed them for
 * it.  In a narrow one (store/claims.h) that is so of a match that is claimed,
 * of all that is changed by wide ones alone, and of rows that it has locked;
 * nothing else is kept there, or read ahead, but how often senders were
 * answered ("of sender"), which other workers' mails may make more meanwhile.
 * A new letter makes old what was read of its reader's letters alone, and a
 * mail that was handled what was read of its sender's.  One mail asks for the
 * same absence, match or person many times.
 *
 * Code that asks one thing about a match, a seat or a person asks for more
 * soon: so what takes the same values is read in the same journey, if it was of
 * use before.
 */
#ifndef STORE_POSTGRES_ANSWERS_H
#define STORE_POSTGRES_ANSWERS_H

#include <glib.h>
#include <libpq-fe.h>
#include <stdbool.h>
#include <stdint.h>

struct postgres_answer;
struct postgres_statement;
struct store;

/* For struct postgres_own. */
struct answers *postgres_answers_new(void);
void postgres_answers_free(struct answers *);
/* Under which an answer is kept. */
void postgres_question_free(void *question);
struct store_value;
/* store_ahead and store_ahead_end. */
int postgres_send_ahead_of(
    struct store *, const struct store_value *, size_t n, bool of_reader);
int postgres_end_ahead(struct store *);
/* It is going to be read: sends what may be wanted next, too. */
int postgres_read_ahead(struct store *, struct postgres_statement *);
/* The person of whose letters, or mails, alone it tells; "": it tells of
 * others, too. */
struct postgres_values;
const char *postgres_only_person(
    const struct postgres_statement *, const struct postgres_values *);
/* An answer that came ahead, about that match or ("") about none, and of that
 * person's letters or mails alone, or ("") of anybody's. */
void postgres_keep_ahead(struct store *, const struct postgres_statement *,
    const char *match, const char *person, GString *asked, PGresult *rows);
/* Rows for what is bound, as they were read before: now the statement's. */
bool postgres_recall(struct store *, struct postgres_statement *);
/* Keeps the rows that it has just read, which stay its own for now. */
void postgres_keep(struct store *, struct postgres_statement *);
/* Its rows are no longer needed by it. */
void postgres_let_go(struct postgres_statement *);
/* The statement itself goes. */
void postgres_forget_reader(struct store *, struct postgres_statement *);
/* It is going to write into its tables. */
int postgres_outdate(struct store *, const struct postgres_statement *);
/* One of that person's mails was handled; 0: one of anybody's. */
void postgres_outdate_sender(struct store *, int64_t person);
void postgres_outdate_all(struct store *);

#endif
