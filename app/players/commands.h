/* SPDX-License-Identifier: ISC */
/*
 * One table of all commands: by whom each may be given, what does it, and what
 * else is true of it.  A new one is its words (parse/request_words.c), a row of
 * the table (commands.c) and a function.
 */
#ifndef APP_PLAYERS_COMMANDS_H
#define APP_PLAYERS_COMMANDS_H

#include <glib.h>
#include <stdbool.h>

struct command;
struct request;
struct signup;
struct tryout;

#define COMMANDS_MAX 25 /* done of one mail */

enum {
	COMMAND_MOVE = 1 << 0, /* what a seat decides in the game */
	COMMAND_INQUIRY = 1 << 1, /* it is answered, and changes nothing */
	COMMAND_PERSONAL = 1 << 2, /* about its sender, in all matches */
	COMMAND_PREFERENCE = 1 << 3, /* how letters come to its sender */
	COMMAND_SIGNUP = 1 << 4, /* of no match at hand, and answered apart */
	COMMAND_UNADMITTED = 1
			     << 5, /* also of a person who waits to be let in */
	COMMAND_LOSS = 1 << 6, /* the word alone gives something up */
	COMMAND_CODE = 1 << 7, /* answers a question by its code */
	COMMAND_FIRST_HAND = 1 << 8, /* nothing if somebody else wrote it */
	COMMAND_KEPT = 1 << 9, /* waits with other lines for a code */
};

const struct command *command_of(const struct request *);
/* Is one of the requests all that (COMMAND_...)? */
bool command_is(const struct request *, unsigned);
bool commands_any(const GPtrArray *requests, unsigned);
/* Are all of them, but talk, and is there one? */
bool commands_only(const GPtrArray *requests, unsigned);

/* Those of a mail to a seat, in the order of its lines. */
int commands_for_seat(struct tryout *, const GPtrArray *requests);
/* One of a known person. */
int command_for_person(struct signup *, const struct request *);

#endif
