/* SPDX-License-Identifier: ISC */
/*
 * Which person has a seat now, which seat a person has, and whether the match
 * waits for a seat's player.
 */
#ifndef APP_MATCHES_TABLE_TENURES_H
#define APP_MATCHES_TABLE_TENURES_H

#include <stdbool.h>
#include <stdint.h>

struct table;
struct tenure_row;

/* The person who has it now, or NULL. */
const struct tenure_row *seat_tenure(const struct table *, int seat);
/* The seat of that person, or -1. */
int seat_of_person(struct table *, int64_t person);
/* The name of the person who plays it, if it bears another's; else NULL. */
const char *seat_player(struct table *, int seat);
/* Does the match wait for what this seat's player decides?  Not if the player
 * has sent it already, or a robot plays there. */
bool seat_is_awaited(struct table *, int seat);

#endif
