/* SPDX-License-Identifier: ISC */
/* A match is made, and its players are invited. */
#ifndef APP_LETTERS_NEW_MATCH_H
#define APP_LETTERS_NEW_MATCH_H

#include <stdint.h>

struct err;
struct home;
struct match_order;

/* The match is made, and its players are invited; *id is its number. */
int match_create(struct home *, const struct match_order *, int64_t now,
    int64_t *id, struct err *);

#endif
