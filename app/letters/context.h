/* SPDX-License-Identifier: ISC */
/* What letters are made of. */
#ifndef APP_LETTERS_CONTEXT_H
#define APP_LETTERS_CONTEXT_H

#include <jansson.h>
#include <stdint.h>

struct err;
struct home;
struct report;
struct table;

/* Facts of a match for a seat, with the news that it was not told yet. */
json_t *facts_seat(struct table *, int seat, struct err *);
/* The same for an onlooker of that name, with the news after told. */
json_t *facts_onlooker(struct table *, const char *name, int64_t told);
/* An address as people read it; null of NULL. */
json_t *facts_address(const char *address);
/* Facts outside any match. */
json_t *facts_person(struct home *, const char *name);
/* More of them, for the last letter of that seat, or (SEAT_ONLOOKER) in the
 * words that are spoken. */
int facts_final(struct table *, int seat, json_t *facts, struct err *);
json_t *facts_log(struct table *);
/* A view, with names and marks beside the numbers in its list of players. */
json_t *facts_view(struct table *, int seat);
/* All sentences that the seat was told after that number: its history. */
json_t *facts_news(struct table *, int seat, int64_t after);
/* Those of one report, added to a list. */
void facts_report(
    struct table *, const struct report *, int seat, json_t *news);

#endif
