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
sender_command command_preference;
/* SHOW_ME, SHOW_NAME, HIDE_ME */
sender_command command_shown;
/* The person has another zone: hours of the day are others now. */
int preferences_zone(struct home *, int64_t person);
/* A mail to the answering address of a letter about several matches. */
int preferences_digest(struct handling *);
/* A mail that asks but whether it gets through is answered (h->done). */
int preferences_ping(struct handling *);
/* Does the mail hold a move of any match of its known sender? */
int preferences_move(struct handling *, bool *holds);

#endif
