/* SPDX-License-Identifier: ISC */
/* Languages of letters and mails. */
#ifndef APP_HOME_LANGUAGES_H
#define APP_HOME_LANGUAGES_H

#include <stdbool.h>

struct home;
struct catalog;

int catalogs_open(struct home *);
void catalogs_close(struct home *);
/* "pl": English if there is none of that name, or it cannot be read. */
const struct catalog *home_catalog(const struct home *, const char *language);
/*
 * The language of the sender of the mail that is handled, in which it is read
 * and in which sentences are made that answer it; English (NULL) if there is
 * none.  It is set when a mail is begun and when its sender is known (handle,
 * route).  Letters never take it from here: their reader has a language of its
 * own (matches/table/reader.h).
 */
const struct catalog *home_words(const struct home *);
void home_speak(struct home *, const char *language);
bool catalog_is_there(const char *language);
/* All languages, English among them: NULL-ended. */
char **catalogs_there(void);

#endif
