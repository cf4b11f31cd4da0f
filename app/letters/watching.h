/* SPDX-License-Identifier: ISC */
/* People begin to look on at a match, and end it. */
#ifndef APP_LETTERS_WATCHING_H
#define APP_LETTERS_WATCHING_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;
struct onlooker_row;
struct reader;
struct table;

/*
 * "NAME <ADDRESS>" looks on at a match from now on, or (an address or a
 * person's number) no longer; everybody is told.  *person is who it is.
 */
int match_watch(struct home *, int64_t id, const char *who, int64_t now,
    int64_t *person, struct err *);
int match_unwatch(struct home *, int64_t id, const char *who, int64_t now,
    int64_t *person, struct err *);
/* That person (person, name, since) looks on from then on, by an own wish or
 * the organiser's; *why: the key of a sentence why that cannot be, or NULL. */
int watch_begin(
    struct table *, struct onlooker_row *, bool own, const char **why);
/* The onlooker of that reader (reader_onlooker) looks on no longer. */
int watch_end(struct reader *, bool own);
/* The person's letters go elsewhere now: the players and that person are told.
 */
int watch_moved(struct home *, int64_t person, const char *notice);

#endif
