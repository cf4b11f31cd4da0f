/* SPDX-License-Identifier: ISC */
/* How people want their letters. */
#ifndef APP_PLAYERS_PREFERENCES_H
#define APP_PLAYERS_PREFERENCES_H

#include "app/players/command.h"

#include <stdbool.h>
#include <stdint.h>

struct handling;
struct home;

/* MAIL, REMIND or CALENDAR */
sender_command preference_say;
/* The person has another zone: hours of the day are others now. */
int habits_zone(struct home *, int64_t person);
/* A mail to the answering address of a letter about several matches. */
int habits_digest(struct handling *);
/* A mail that asks but whether it gets through is answered (h->done). */
int habits_ping(struct handling *);
/* Does the mail hold a move of any match of its known sender? */
int habits_move(struct handling *, bool *holds);

#endif
