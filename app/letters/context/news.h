/* SPDX-License-Identifier: ISC */
/* The sentences in which a reader is told what happened. */
#ifndef APP_LETTERS_CONTEXT_NEWS_H
#define APP_LETTERS_CONTEXT_NEWS_H

#include <jansson.h>
#include <stdint.h>

struct reader;
struct report;

/* All sentences that the reader was told after that number. */
json_t *context_news(const struct reader *, int64_t after);
/* Those of one report, added to a list. */
void context_report(const struct reader *, const struct report *, json_t *news);

#endif
