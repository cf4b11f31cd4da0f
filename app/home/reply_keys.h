/* SPDX-License-Identifier: ISC */
/* Reply keys of all the secrets that a home has had. */
#ifndef APP_HOME_REPLY_KEYS_H
#define APP_HOME_REPLY_KEYS_H

#include "mail/ticket.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;
struct seat_row;

/* A new one for all letters from now on; *version is its number. */
int keys_rotate(struct home *, int64_t now, int *version, struct err *);
/* Their ages, newest first. */
json_t *show_keys(struct home *, int64_t now, struct err *);
/* Was it a tag of the seat before its keys were made anew? */
bool keys_were_tagged(
    const struct home *, const struct seat_row *, const char *code);
/* Read them again: another process may have made a new one. */
int keys_load(struct home *);
void keys_free(struct home *);
/* With the newest secret. */
void keys_make(
    const struct home *, const struct seat_row *, char key[KEY_SIZE + 1]);
/* Of nobody's seat: of a person who answers a letter about several matches. */
void keys_make_person(
    const struct home *, int64_t person, char key[KEY_SIZE + 1]);

/* Made by whichever of them, not too long ago? */
bool keys_check_person(const struct home *, int64_t person, const char *key);
enum key_age {
	KEY_UNKNOWN, /* no secret makes such a key for that seat */
	KEY_TOO_OLD, /* one that was replaced long ago */
	KEY_GOOD
};
enum key_age keys_check(
    const struct home *, const struct seat_row *, const char *key);

/* Does any key of that seat begin with this code of a tag? */
bool keys_tagged(
    const struct home *, const struct seat_row *, const char *code);
/*
 * A person's own key, for a match at which that person looks on, or (0) for
 * none: a sender who shows it must also write from an address of that person.
 * epoch: of the person's account.
 */
void keys_make_own(const struct home *, int64_t person, int64_t match,
    int epoch, char key[KEY_SIZE + 1]);
enum key_age keys_check_own(const struct home *, int64_t person, int64_t match,
    int epoch, const char *key);
/* The age of the first one counts from the first tick. */
int keys_tick(struct home *);

#endif
