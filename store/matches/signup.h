/* SPDX-License-Identifier: ISC */
/* Matches that people join by themselves, and whether a person may. */
#ifndef STORE_MATCHES_SIGNUP_H
#define STORE_MATCHES_SIGNUP_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct store;

enum signup_state {
	SIGNUP_ASKED, /* the organiser must allow it first */
	SIGNUP_OPEN,
	SIGNUP_REFUSED
};
struct signup_row {
	int64_t match;
	int64_t maker; /* 0: the organiser */
	enum signup_state state;
	bool invited; /* only people who were invited may join */
	int epoch; /* of the next reply key */
};
/* In the place of the one of that match. */
int store_signup_set(struct store *, const struct signup_row *);
/* *found: the match was made to be joined. */
int store_signup(
    struct store *, int64_t match, struct signup_row *, bool *found);
/* Matches that the person made and that have not begun. */
int store_signups_made(struct store *, int64_t maker, int64_t *n);
/* Ids of matches that have not begun and lack players, at most max. */
GArray *store_matches_joinable(struct store *, int max);
/* Ids of those that go on, the newest first, at most max. */
GArray *store_matches_running(struct store *, int max);

/* May a person take part? */
enum approved { ADMITTED_YES, ADMITTED_ASKED, ADMITTED_REFUSED };
struct account_row {
	enum approved approved;
	bool greeted; /* the person was asked for name, language and zone */
	int epoch; /* of the person's own reply keys */
};
int store_account(struct store *, int64_t person, struct account_row *);
int store_account_set(
    struct store *, int64_t person, const struct account_row *);

#endif
