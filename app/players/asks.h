/* SPDX-License-Identifier: ISC */
/* Questions that people are asked before they are believed. */
#ifndef APP_PLAYERS_ASKS_H
#define APP_PLAYERS_ASKS_H

#include "store/questions.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct handling;
struct home;
struct person;

/* Of a letter that asks about a mail: its match (0: none), and when it came. */
int confirm_mail_facts(
    struct handling *, const struct person *, int64_t match, json_t *facts);
/* A mail is held: ask the seat's player, unless that player was asked already.
 */
int confirm_ask(struct handling *, enum question_kind);
/*
 * The person's letters shall go to that address: ask there and here.  *why is
 * the key of a sentence that says why they cannot, or NULL.
 */
int confirm_ask_move(
    struct home *, int64_t person, const char *address, const char **why);
/*
 * Is it open, and that its code, or the key of its letter?  party: AGREED_OLD
 * for whoever was asked, AGREED_NEW for the new address.
 */
bool confirm_has_code(const struct home *, const struct question_row *,
    int party, const char *text);
/* Mails held for a week are dropped.  *n counts them. */
int confirm_tick(struct home *, int *n);
/* Into the facts of a letter that asks it: the code, and what it is about. */
json_t *confirm_facts(
    const struct home *, const struct question_row *, int party, json_t *facts);

#endif
