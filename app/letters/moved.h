/* SPDX-License-Identifier: ISC */
/* Letters of a person go to another address. */
#ifndef APP_LETTERS_MOVED_H
#define APP_LETTERS_MOVED_H

#include <stdbool.h>
#include <stdint.h>

struct err;
struct home;
struct person;

/* Her letters go there from now on, as she has asked; all are told. */
int person_move(struct home *, int64_t person, const char *address, int64_t now,
    struct err *);
/* All that follows from her having another address now than that old one;
 * own: it was her own wish. */
int person_moved(struct home *, const struct person *, const char *old_address,
    bool own, int64_t now, struct err *);

#endif
