/* SPDX-License-Identifier: ISC */
/* People who would take over seats. */
#ifndef APP_PLAYERS_SEATS_SUBSTITUTES_H
#define APP_PLAYERS_SEATS_SUBSTITUTES_H

#include <stdint.h>

struct err;
struct home;

/* The organiser says that the person would take over seats of that game, of
 * "any", or (off) of none. */
int person_substitute(
    struct home *, int64_t id, const char *game, int64_t now, struct err *);

#endif
