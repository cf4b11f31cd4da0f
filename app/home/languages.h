/* SPDX-License-Identifier: ISC */
/* Languages of letters and mails. */
#ifndef APP_HOME_LANGUAGES_H
#define APP_HOME_LANGUAGES_H

#include <stdbool.h>

struct home;
struct tongue;

int tongues_open(struct home *);
void tongues_close(struct home *);
/* "pl": English if there is none of that name, or it cannot be read. */
const struct tongue *home_tongue(const struct home *, const char *language);
/*
 * The language of the sender of the mail that is handled, in which it is read
 * and in which sentences are made that answer it; English (NULL) if there is
 * none.  It is set when a mail is begun and when its sender is known (handle,
 * route).  Letters never take it from here: their reader has a language of its
 * own (matches/reader.h).
 */
const struct tongue *home_words(const struct home *);
void home_speak(struct home *, const char *language);
bool tongue_is_there(const char *language);
/* All languages, English among them: NULL-ended. */
char **tongues_there(void);

#endif
