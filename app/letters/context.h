/* SPDX-License-Identifier: ISC */
/* What letters are made of. */
#ifndef APP_LETTERS_CONTEXT_H
#define APP_LETTERS_CONTEXT_H

#include <jansson.h>
#include <stdint.h>

struct home;
struct kept;
struct reader;
struct report;
struct table;

/* What the templates of a letter to that reader get: all that may be known of
 * the match, with the news that the reader was not told yet. */
json_t *context_of(const struct reader *);
/* The same with all that is told when it is over, if it is. */
json_t *context_whole(const struct reader *);
/* What is told when it is over, alone. */
void context_final(const struct reader *, json_t *context);
/* The same without the log, of which moves by rounds are made: they are told if
 * the context has it already.  Pages do not. */
void context_outcome(const struct reader *, json_t *context);
/* An address as people read it; null of NULL. */
json_t *context_address(const char *address);
/* Outside any match. */
json_t *context_person(struct home *, const char *name);
/* A view, with names and marks beside the numbers in its list of players. */
json_t *context_view(struct table *, int seat);
/* The same, for one moment of the match after another (core/kept.h). */
json_t *context_view_again(struct table *, int seat, struct kept *);
/* All sentences that the reader was told after that number. */
json_t *context_news(const struct reader *, int64_t after);
/* Those of one report, added to a list. */
void context_report(const struct reader *, const struct report *, json_t *news);

#endif
