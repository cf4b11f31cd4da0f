/* SPDX-License-Identifier: ISC */
/* Letters to the outbox. */
#ifndef APP_LETTERS_WRITING_COMPOSE_H
#define APP_LETTERS_WRITING_COMPOSE_H

#include <glib.h>
#include <jansson.h>
#include <stdint.h>

struct body;
struct reader;
struct table;

/*
 * Write the letter of that kind and queue it.  The context is taken over; NULL
 * is an error that was found when it was made.  No letter of a match is
 * written if none reaches the reader, unless it answers the reader: the seat
 * stays untold then.  A person without a seat is sent no key but an own one.
 */
int letter_to(const struct reader *, const char *kind, json_t *context);
/* The kind of letter that a seat gets in this state of the match. */
const char *status_letter(const struct table *);
/* The same to the player of that seat, of all that the player may know. */
int letter_to_seat(struct table *, int seat, const char *kind);
/* About several matches, written already; its number is *id.  files: struct
 * attachment *. */
int letter_of_sections(
    const struct reader *, const struct body *, GPtrArray *files, int64_t *id);
/* The subject of all letters to a seat; of its key four letters show. */
char *seat_subject(const struct reader *, const char *key);

#endif
