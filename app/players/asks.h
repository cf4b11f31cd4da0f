/* SPDX-License-Identifier: ISC */
/* What people are asked by mail, and their answers. */
#ifndef APP_PLAYERS_ASKS_H
#define APP_PLAYERS_ASKS_H

#include "store/asks.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct handling;
struct heard;
struct home;
struct match;
struct person;
struct reader;
struct reply;
struct request;
struct table;
struct ticket;

/* ---- asks.c: what people are asked ---- */

#define ASK_OPEN_FOR (7 * INT64_C(86400))
/* Looked at, of one mail: a sender of more tries them out. */
#define CODES_MAX 5

/* A code on its way. */
struct coded {
	struct handling *h;
	const struct request *request; /* that shows it */
	int party; /* that was asked: AGREED_OLD, AGREED_NEW; 0: of a wish */
	/* What it came to, a word below "understood"; NULL: to nothing. */
	const char *what;
};
typedef int ask_answer(struct coded *, struct ask_row *);

struct ask_kind {
	const char *letter; /* that asks it */
	const char *subject; /* the address in it; NULL: none */
	int a_day; /* so often a person is asked; 0: as the settings say */
	/* AGREED_...: who must agree; 0: whoever has the one code. */
	int parties;
	bool personal; /* the person answers; else the address it went to */
	/* What a yes and a no come to, and what is done then; it is closed
	 * already, in the row alone.  NULL: nothing more. */
	const char *yes;
	ask_answer *on_yes;
	const char *no;
	ask_answer *on_no;
	bool ready; /* "count me in" says yes to it */
	bool unkeyed; /* only its code answers it, no "yes" to its letter */
};
const struct ask_kind *ask_kind_of(const struct ask_row *);

/* Is that its code, or the key of its letter?  party: of whoever shows it. */
bool ask_answered(
    const struct home *, const struct ask_row *, int party, const char *text);
/* Into the facts of a letter that asks it: the code, and what it is about. */
json_t *ask_facts(
    const struct home *, const struct ask_row *, int party, json_t *facts);
/* The letter that asks it; the facts are taken over. */
int ask_post(struct reader to, const struct ask_row *, int party, json_t *);
/* Was that person asked too much of the kind, within a day? */
int ask_often(struct home *, int64_t person, enum ask, bool *often);
/* What is open of what a person is to answer, and of wishes that were asked
 * about at an address: struct ask_row *. */
GPtrArray *asks_personal(struct home *, int64_t person);
GPtrArray *asks_wished(struct home *, const char *address);

/* Of a letter that asks about a mail: its match (0: none), and when it came. */
int confirm_mail_facts(
    struct handling *, const struct person *, int64_t match, json_t *facts);
/* A mail is held: ask the seat's player, unless that player was asked already.
 */
int confirm_ask(struct handling *, enum ask);
/*
 * The person's letters shall go to that address: ask there and here.  *why is
 * the key of a sentence that says why they cannot, or NULL.
 */
int confirm_ask_move(
    struct home *, int64_t person, const char *address, const char **why);
/* Mails held for a week are dropped.  *n counts them. */
int confirm_tick(struct home *, int *n);

/* ---- plain_yes.c: "Yes, it was me." ---- */

/* Instead of a code, if more stands beside a yes or no. */
#define REPLY_UNSURE ""
/* Is it an answer to a letter about no match?  Then *ticket holds its key. */
bool replies_ticket(const struct handling *, struct ticket *);
/* Does the mail say yes or no to the letter of a question? */
bool replies_given(struct handling *);
/*
 * All requests of the mail that may answer a question: its own, codes that
 * others wrote, and (heard.said) YES, NO, or, for "count me in", READY, with
 * the key of that letter for a code (or REPLY_UNSURE).  A list to be freed.
 */
GPtrArray *replies_all(struct handling *);
/* "yes CODE" beside "no CODE" is a letter of ours, quoted: neither counts. */
void replies_drop_quoted(GPtrArray *requests);
/* In answer to an invitation it means "ready", or is a near miss. */
void replies_ready(struct handling *, struct heard *);

/* ---- meant.c: "did you mean that?" ---- */

/* Does it give something up, so that a slip would hurt?  Of the table's seats;
 * or (NULL) of what is about no seat. */
bool meant_is_loss(const struct table *, const struct request *);
/* It stands alone in a plain answer to a letter of ours, or was meant. */
bool meant_is_sure(const struct handling *, const struct heard *);

/*
 * Commands to ask about; and those that are left out: too many, or a doubted
 * one of the sender's own that a later "yes" cannot do, as a number of a list.
 * The arrays hold struct request *, which stay their owner's.
 */
struct meant_lines {
	GPtrArray *ask, *left;
	int64_t match; /* that they are about; 0: none */
	int seat; /* -1: about the sender */
	bool foreign; /* they stand in what somebody else wrote */
	bool asked; /* by meant_ask: not too often, nor about the same */
};

/* What others wrote, or the sender doubts: for a seat or (-1) not. */
void meant_foreign(struct meant_lines *, const struct heard *, int seat);
/* What gives something up. */
void meant_losses(struct meant_lines *, const struct table *, int seat,
    const GPtrArray *requests);
void meant_clear(struct meant_lines *);
/* The sender is asked about those lines, whose match is set, and told which
 * are left out. */
int meant_ask(struct handling *, struct meant_lines *);
/* On yes, h->meant is set. */
ask_answer meant_yes;
/* The lines in h->meant, read. */
GPtrArray *meant_requests(struct handling *, const struct match *);
/* Do them, and what else stands in this mail. */
int meant_do(struct handling *);

/* ---- codes.c: "yes CODE" and "no CODE" ---- */

ask_answer alias_yes, sender_yes, address_yes, mail_no;
/*
 * Do what the codes in the mail say.  If it is obeyed, the answer to its other
 * lines tells what came of them; else a mail that holds some is answered, and
 * done.
 */
int codes_read(struct handling *);
/* What came of those among the requests, into the reply to all. */
void codes_reply(struct handling *, const GPtrArray *requests, struct reply *);

#endif
