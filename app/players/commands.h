/* SPDX-License-Identifier: ISC */
/*
 * One table of all commands: by whom each may be given, and what does it.  A
 * new one is its words (parse/request_words.c), a function and a row of this
 * table (commands.c), and what else is true of it (command_kinds.c).
 */
#ifndef APP_PLAYERS_COMMANDS_H
#define APP_PLAYERS_COMMANDS_H

#include <glib.h>

struct command;
struct request;
struct signup;
struct tryout;

const struct command *command_of(const struct request *);
/* Those of a mail to a seat, in the order of its lines. */
int commands_for_seat(struct tryout *, const GPtrArray *requests);
/* One of a known person. */
int command_for_person(struct signup *, const struct request *);

#endif
