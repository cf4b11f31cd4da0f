/* SPDX-License-Identifier: ISC */
/* The name, language and zone of a sender, and those in which a mail was
 * written. */
#ifndef APP_PLAYERS_PEOPLE_PROFILE_H
#define APP_PLAYERS_PEOPLE_PROFILE_H

#include "app/players/reading/command.h"

#include <glib.h>
#include <stdint.h>

struct home;

person_command signup_name, signup_language, signup_zone;

/* What is said of these lines is said in the language that they ask for... */
void signup_speak(struct home *, const GPtrArray *requests);
/* ...and the person's letters are written in it before any of them is done. */
int signup_speak_first(
    struct home *, int64_t person, const GPtrArray *requests);
/* A zone with the clock by which the mail was written, or NULL. */
char *signup_guess(GBytes *raw, int64_t now);

#endif
