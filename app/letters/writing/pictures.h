/* SPDX-License-Identifier: ISC */
/* The pictures of letters. */
#ifndef APP_LETTERS_WRITING_PICTURES_H
#define APP_LETTERS_WRITING_PICTURES_H

#include <jansson.h>

struct home;
struct reader;
struct shown_picture;

/*
 * The picture of the table for a letter of that kind, kept to be drawn when it
 * leaves: context.picture says what it is, shown is filled in.  A
 * letter that shows no table, or whose game has no picture, gets none: then
 * shown->hash is NULL.  It shows what is in the context's view, nothing else.
 */
int picture_for(const struct reader *, const char *kind, const char *game,
    json_t *context, struct shown_picture *shown);
void picture_clear(struct shown_picture *);
/* ---- pictures_prepare.c ---- */

/*
 * When letters have left: did pieces of their pictures have to be drawn, so do
 * those that other letters of that game are going to show, once in 30 days
 * for a game, a language and a number of seats.
 */
void pictures_prepare(struct home *);
/* ---- pictures.c ---- */

/* What no letter was made with for 30 days goes. */
int pictures_tick(struct home *);

#endif
