/* SPDX-License-Identifier: ISC */
/* "Did you mean that?": lines about which their sender is asked. */
#ifndef APP_PLAYERS_QUESTIONS_MEANT_H
#define APP_PLAYERS_QUESTIONS_MEANT_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct handling;
struct heard;
struct match;
struct request;
struct table;

/* Does it give something up, so that a slip would hurt?  Of the table's seats;
 * or (NULL) of what is about no seat. */
bool meant_is_loss(const struct table *, const struct request *);
/* It stands alone in a plain answer to a letter of ours, or was meant. */
bool meant_is_sure(const struct handling *, const struct heard *);

/*
 * Commands to ask about; and those that are left out: too many, or a doubted
 * one of the sender's own that a later "yes" cannot do, as a number of a list.
 * The arrays hold struct request *, which stay their owner's.
 */
struct meant_lines {
	GPtrArray *ask, *left;
	int64_t match; /* that they are about; 0: none */
	int seat; /* -1: about the sender */
	bool foreign; /* they stand in what somebody else wrote */
	bool asked; /* by meant_ask: not too often, nor about the same */
};

/* What others wrote, or the sender doubts: for a seat or (-1) not. */
void meant_foreign(struct meant_lines *, const struct heard *, int seat);
/* What gives something up. */
void meant_losses(struct meant_lines *, const struct table *, int seat,
    const GPtrArray *requests);
void meant_clear(struct meant_lines *);
/* The sender is asked about those lines, whose match is set, and told which
 * are left out. */
int meant_ask(struct handling *, struct meant_lines *);
/* The lines in h->meant, read. */
GPtrArray *meant_requests(struct handling *, const struct match *);

#endif
