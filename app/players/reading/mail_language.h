/* SPDX-License-Identifier: ISC */
/* In which language a stranger's mail is. */
#ifndef APP_PLAYERS_READING_MAIL_LANGUAGE_H
#define APP_PLAYERS_READING_MAIL_LANGUAGE_H

struct handling;

/*
 * The language of a stranger's mail: that of its words, or in which it has
 * commands; the home's if that cannot be told.
 */
const char *reading_language(const struct handling *);
/* The same, or NULL: nothing tells it. */
const char *reading_told(const struct handling *);

#endif
