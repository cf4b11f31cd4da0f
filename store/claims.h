/* SPDX-License-Identifier: ISC */
/*
 * Several programs (workers) that work with the same rows at once.
 *
 * A claim is a name, such as that of a match, which one worker has at a time:
 * until it gives it back, or until it dies or is cut off.  A narrow transaction
 * changes only what its worker has claimed, beside narrow ones of others; all
 * other transactions are wide, change anything, and run alone.  What a narrow
 * one must not do is refused to it; it is taken back then, and done wide.
 */
#ifndef STORE_CLAIMS_H
#define STORE_CLAIMS_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store;

/* May several work there at once?  In a file one does; then all that follows
 * claims everything and refuses nothing. */
bool store_is_shared(const struct store *);

/* As store_take_steps, beside others that join and not beside one that took
 * them; store_give_steps ends it. */
int store_join_steps(struct store *, bool *got);

/* ---- claims ---- */

/* Names to claim, newly allocated: of a match, and of anything else. */
char *claim_of_match(int64_t match);
char *claim_of(const char *what, const char *which);
/* got[i]: the i-th is this one's now.  A worker may have one several times. */
int store_claim(struct store *, const GPtrArray *names, bool *got);
/* The same of one alone. */
int store_claim_one(struct store *, const char *name, bool *got);
/* got[i]: no other worker has the i-th now; it is not claimed. */
int store_may_claim(struct store *, const GPtrArray *names, bool *got);
/* Of one that is claimed for moments only: waits for it as for a writer. */
int store_claim_wait(struct store *, const char *name);
/* Once each. */
void store_unclaim(struct store *, const GPtrArray *names);
void store_unclaim_one(struct store *, const char *name);

/* ---- what others put in ---- */

/* From now on this worker hears when others put in a mail, a letter, or when
 * something is due: whenever their transaction is kept. */
int store_listen(struct store *);
/* *listens: some worker, on any machine and however idle, listens for the home.
 * Always false for a file: whether a daemon serves it is told by its folder
 * (home_is_served). */
int store_has_listeners(struct store *, bool *listens);
/* What can be read when there may be something to hear; -1: a file, or there is
 * no connection at the moment. */
int store_ear(const struct store *);
/* Was anything put in by others since this was asked?  Also if the connection
 * was lost, for nobody knows then. */
bool store_heard(struct store *);
/* Within a transaction: others are to hear of it. */
void store_tell(struct store *);

/* ---- narrow transactions ---- */

/* Those that begin from now on are narrow; about so many letters are written
 * in each. */
void store_narrow(struct store *, int letters);
void store_wide(struct store *);
/* Is this transaction one? */
bool store_is_narrow(const struct store *);
/* Can nobody else change the match until the transaction ends? */
bool store_has_match(const struct store *, int64_t match);
/*
 * What a transaction is about to ask about, as statements call it (":match",
 * ":person"): statements that were run before are sent with these values.
 * store_ahead_push ends a group of such questions, which the server answers
 * while this program goes on; store_ahead_end waits for the answers to all that
 * were asked until now.
 */
struct store_value {
	const char *name, *value; /* numbers in decimal */
};
int store_ahead(struct store *, const struct store_value *, size_t n);
/* As store_ahead, but only for the statements about the letters that one person
 * has of a match; letters that wait are locked until the transaction ends. */
int store_ahead_of_reader(struct store *, const struct store_value *, size_t n);
int store_ahead_push(struct store *);
int store_ahead_end(struct store *);
/* Not all about which was asked ahead is done in this transaction, or before it
 * goes back: that nobody wanted some answers says nothing of what others will
 * be worth, until they are forgotten. */
void store_ahead_cut(struct store *);
/* A mail of that person (0: nobody knows of whom) was handled: what was asked
 * ahead of the person's mails (store_inbox_answered) is old. */
void store_ahead_handled(struct store *, int64_t person);
/* A narrow transaction that has not claimed that match is refused it. */
int store_need_match(struct store *, int64_t match);
/* The same of what concerns several matches. */
int store_need_all(struct store *, const char *what);
/* Was the last one refused anything?  Asked once. */
bool store_too_narrow(struct store *);

#endif
