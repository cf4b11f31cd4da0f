/* SPDX-License-Identifier: ISC */
/* Reply addresses and Message-IDs of ours as text, written and read. */
#ifndef MAIL_TICKET_TEXT_H
#define MAIL_TICKET_TEXT_H

#include "mail/ticket.h"

#include <stdbool.h>
#include <stdint.h>

/* newly allocated */
char *bounce_address(const char *word, const char *own, char delimiter);
/* Is that such an address of ours?  Whose word it is, is not checked here. */
bool bounce_from_address(const char *address, const char *own, char delimiter,
    char word[KEY_SIZE + 1]);
/* robot+d3.KEY@host, to which that person answers a letter about several
 * matches; newly allocated */
char *digest_address(
    int64_t person, const char *key, const char *own, char delimiter);
bool digest_from_address(const char *address, const char *own, char delimiter,
    int64_t *person, char key[KEY_SIZE + 1]);
/* robot+g7.s2.t14.KEY@host out of robot@host; newly allocated */
char *ticket_address(const struct ticket *, const char *own, char delimiter);
/* g7.s2.t14.nSERIAL.KEY@host (or x.nSERIAL.KEY@host without a match), no
 * <> */
char *ticket_message_id(const struct ticket *, const char *own);
/* Is that an address or an id of ours?  The key is not checked here. */
bool ticket_from_address(
    const char *address, const char *own, char delimiter, struct ticket *);
bool ticket_from_message_id(const char *id, const char *own, struct ticket *);
/*
 * The text with "..." for each mail address in it, and for what looks like an
 * id of ours with a key, or a tag; whole or broken over lines; newly allocated.
 * All addresses go: if only those of people known here did, a player could try
 * out which people are.
 */
char *addresses_cut(const char *text);

#endif
