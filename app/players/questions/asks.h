/* SPDX-License-Identifier: ISC */
/* What people are asked by mail, and their answers. */
#ifndef APP_PLAYERS_QUESTIONS_ASKS_H
#define APP_PLAYERS_QUESTIONS_ASKS_H

#include "store/people/asks.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct handling;
struct home;
struct person;
struct reader;

#define ASK_OPEN_FOR (7 * INT64_C(86400))

/* The letter that asks it; the context is taken over. */
int ask_post(struct reader to, const struct ask_row *, int party, json_t *);
/* Was that person asked too much of the kind, within a day? */
int ask_often(struct home *, int64_t person, enum ask, bool *often);
/* What is open of what a person is to answer, and of wishes that were asked
 * about at an address: struct ask_row *. */
GPtrArray *asks_personal(struct home *, int64_t person);
GPtrArray *asks_wished(struct home *, const char *address);

/* Of a letter that asks about a mail: its match (0: none), and when it came. */
int confirm_mail_context(
    struct handling *, const struct person *, int64_t match, json_t *context);
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

#endif
