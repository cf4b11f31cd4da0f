/* SPDX-License-Identifier: ISC */
/*
 * Commands of known people and of onlookers: functions of the table in
 * commands.c.
 */
#ifndef APP_PLAYERS_SIGNUP_PERSON_COMMANDS_H
#define APP_PLAYERS_SIGNUP_PERSON_COMMANDS_H

#include "app/players/reading/command.h"

/* ---- person_commands.c: what is not about sign-up ---- */

person_command person_unclear, person_help, person_matches;
/* It is refused, for only a match can do it. */
person_command person_of_match;

/* ---- signup_rules.c: rules outside of a match ---- */

person_command person_rules;

/* ---- onlooker_commands.c ---- */

person_command signup_watch, signup_unwatch;
/* Of an onlooker: status, history, rules, help; and talk. */
onlooker_command onlooker_section, onlooker_say;

/* ---- new_made.c, join.c ---- */

person_command signup_new, signup_join;

/* ---- leave.c ---- */

/* The match that it names, or the only one that it can be. */
person_command signup_leave;

/* ---- invite.c ---- */

/* "NAME <ADDRESS>" is asked to join that match. */
person_command signup_invite;

/* ---- rating_commands.c ---- */

/* How well people play, or whether the sender takes part in that; how the
 * sender's matches ended. */
person_command signup_rating, signup_results;

/* ---- series_commands.c ---- */

person_command signup_series, signup_join_series, signup_leave_series;

/* ---- arrange_commands.c ---- */

/* Of the organiser: a series is made, begun, ended, or its people change. */
person_command signup_arrange_series;

#endif
