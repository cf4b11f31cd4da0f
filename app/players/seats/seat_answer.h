/* SPDX-License-Identifier: ISC */
/* The letter that answers a mail for a seat. */
#ifndef APP_PLAYERS_SEATS_SEAT_ANSWER_H
#define APP_PLAYERS_SEATS_SEAT_ANSWER_H

struct handling; /* app/players/reading/handling.h */
struct reply; /* app/matches/table/reply.h */
struct table;

/* The match is settled, and its player hears how it stands and what came of the
 * mail.  A player who has just left it is told nothing that is hidden. */
int seat_answer(struct handling *, struct table *, int seat, struct reply *);

#endif
