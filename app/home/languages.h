/* SPDX-License-Identifier: ISC */
/* Languages of letters and mails. */
#ifndef APP_HOME_LANGUAGES_H
#define APP_HOME_LANGUAGES_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;
struct tongue;

int tongues_open(struct home *, struct err *);
void tongues_close(struct home *);
/* "pl": English if there is none of that name, or it cannot be read. */
const struct tongue *home_tongue(const struct home *, const char *language);
/*
 * The language of whoever will read what is written just now: all sentences
 * come out in it.  It is changed by who begins a letter (facts_seat, post_*,
 * digest) or reads a mail (handle, decide), and given back at the end:
 *	before = home_speak(home, person->language);
 *	...
 *	home_speak_again(home, before);
 * Nothing that is kept may hold words of it: what is told to several readers
 * is a phrase whose moments and spans of time are numbers (table_notice).
 */
const struct tongue *home_words(const struct home *);
const struct tongue *home_speak(struct home *, const char *language);
void home_speak_again(struct home *, const struct tongue *before);
/* The same for a person, by number. */
int tongue_speak_person(
    struct home *, int64_t person, const struct tongue **before, struct err *);
bool tongue_is_there(const char *language);
/* All languages, English among them: NULL-ended. */
char **tongues_there(void);

#endif
