/* SPDX-License-Identifier: ISC */
/* Letters of a person go to another address. */
#ifndef APP_LETTERS_MOVED_H
#define APP_LETTERS_MOVED_H

#include <stdbool.h>
#include <stdint.h>

struct home;
struct person;

/* Letters to that person go there from now on, as the person has asked; all
 * players are told. */
int person_move(struct home *, int64_t person, const char *address);
/* What follows from the person's having another address now than that old one;
 * own: the person has asked for it, not the organiser. */
int person_moved(
    struct home *, const struct person *, const char *old_address, bool own);

#endif
