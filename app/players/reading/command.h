/* SPDX-License-Identifier: ISC */
/* A command: by whom it may be given, and the functions that do it. */
#ifndef APP_PLAYERS_READING_COMMAND_H
#define APP_PLAYERS_READING_COMMAND_H

#include <stdint.h>

struct home;
struct onlooker_row;
struct reply;
struct request;
struct signup;
struct table;
struct tryout;

/* The person who says what concerns people, not matches. */
struct sender {
	struct home *home;
	struct table *at; /* whose letters the caller writes, or NULL */
	int64_t person;
	struct reply *reply;
};

/* What does a command: of a seat, an onlooker, a known person, or of a sender
 * whether for a seat or not. */
typedef int seat_command(struct tryout *, const struct request *);
typedef int onlooker_command(
    struct signup *, const struct onlooker_row *, const struct request *);
typedef int person_command(struct signup *, const struct request *);
typedef int sender_command(const struct sender *, const struct request *);

/* A function that is NULL: it is no command of theirs. */
struct command {
	seat_command *seat;
	onlooker_command *onlooker;
	person_command *person;
	sender_command *anybody;
};

#endif
