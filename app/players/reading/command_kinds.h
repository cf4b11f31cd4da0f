/* SPDX-License-Identifier: ISC */
/* What is true of each command, whatever does it. */
#ifndef APP_PLAYERS_READING_COMMAND_KINDS_H
#define APP_PLAYERS_READING_COMMAND_KINDS_H

#include <glib.h>
#include <stdbool.h>

struct request;

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

/* Is the request all that (COMMAND_...)? */
bool command_is(const struct request *, unsigned);
/* Is one of the requests all that? */
bool commands_any(const GPtrArray *requests, unsigned);
/* Are all of them, but talk, and is there one? */
bool commands_only(const GPtrArray *requests, unsigned);

#endif
