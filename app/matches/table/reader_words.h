/* SPDX-License-Identifier: ISC */
/* What differs from reader to reader: sentences, words, hours. */
#ifndef APP_MATCHES_TABLE_READER_WORDS_H
#define APP_MATCHES_TABLE_READER_WORDS_H

#include <glib.h>

struct person;
struct phrase;
struct reader;
struct table;
struct words;

/* The sentence in the reader's language; the phrase is taken over. */
char *reader_say(const struct reader *, struct phrase *);
/* The words of commands in that language. */
const struct words *reader_words(const struct reader *);

/* The person's zone, else the match's, else the home's; to be unreferenced. */
GTimeZone *reader_zone(const struct table *, const struct person *);

#endif
