/* SPDX-License-Identifier: ISC */
/* Lines about sign-up in a mail are done and answered. */
#ifndef APP_PLAYERS_SIGNUP_MAIL_H
#define APP_PLAYERS_SIGNUP_MAIL_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct handling;
struct signup;

/* The requests that are about sign-up are done, in their order. */
int signup_do(struct signup *, const GPtrArray *requests);
/* The letter that answers, if anything is left to say. */
int signup_answer(struct signup *);
/* The lines in h->meant, which their sender was asked about, are done. */
int signup_meant(struct handling *);
/* A mail to a seat: all of it, if no line is of the seat, or these lines of it.
 */
int signup_from_seat(struct handling *, const GPtrArray *requests, bool all);
/* What it asks is done and answered, unless the same mail came before. */
int signup_once(struct handling *, const GPtrArray *requests);
/* The match at one of whose letters the mail is an answer; 0: none. */
int64_t signup_answered(const struct handling *);

/* ---- onlooker_mail.c ---- */

/* A mail of an onlooker of that match: questions are answered, by public parts
 * only, in a letter of the match (s->looked). */
int signup_onlooker(struct signup *, int64_t match, const GPtrArray *requests);

#endif
