/* SPDX-License-Identifier: ISC */
/* How people want their letters. */
#ifndef APP_PLAYERS_PEOPLE_PREFERENCES_H
#define APP_PLAYERS_PEOPLE_PREFERENCES_H

#include "app/players/reading/command.h"

#include <stdint.h>

struct home;

/* MAIL, REMIND or CALENDAR */
sender_command command_preference;
/* SHOW_ME, SHOW_NAME, HIDE_ME */
sender_command command_shown;
/* The person has another zone: hours of the day are others now. */
int preferences_zone(struct home *, int64_t person);

#endif
