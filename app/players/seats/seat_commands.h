/* SPDX-License-Identifier: ISC */
/*
 * Commands of seats, and of people wherever they write: functions of the table
 * in commands.c.
 */
#ifndef APP_PLAYERS_SEATS_SEAT_COMMANDS_H
#define APP_PLAYERS_SEATS_SEAT_COMMANDS_H

#include "app/players/reading/command.h"

/* ---- seat_commands.c ---- */

seat_command seat_talk, seat_unclear, seat_move, seat_check, seat_wait,
    seat_cancel, seat_ready, seat_resign, seat_key, seat_address, seat_resend,
    seat_ping, seat_hint;
/* The answer tells more: help, rules, status, history, plans. */
seat_command seat_section;
/* What mail programs send for their button to leave a list. */
seat_command seat_pause;
/* To another match, by a code. */
seat_command seat_come;
/* Done behind it, and answered apart: signup_mail.c. */
seat_command seat_apart;

/* ---- votes.c: what a table decides itself ---- */

seat_command seat_vote;

/* ---- absences.c ---- */

/* REQUEST_AWAY, REQUEST_BACK */
sender_command command_away;

/* ---- substitutes.c ---- */

sender_command command_standin;

#endif
