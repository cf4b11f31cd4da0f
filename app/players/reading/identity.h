/* SPDX-License-Identifier: ISC */
/* The sender of a mail, and how far that is proved. */
#ifndef APP_PLAYERS_READING_IDENTITY_H
#define APP_PLAYERS_READING_IDENTITY_H

#include "mail/senders/authres.h"
#include "mail/ticket.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct home;
struct inbox_row;
struct letter;
struct person;

/* What the carriers of a mail say of its seat, the worst first. */
enum key_account {
	KEY_NONE,
	KEY_WRONG, /* one like ours, but of no seat */
	KEY_PERSON, /* of a letter about several matches */
	KEY_TAG, /* a short tag, or a key that is too old: no proof */
	KEY_OWN, /* no seat's, but the sender's own */
	KEY_VALID,
	KEY_CLASH /* they name more than one seat */
};
enum from_account {
	FROM_UNKNOWN,
	FROM_OTHER, /* another person than the seat's player */
	FROM_MATCHES /* the seat's person; without a key anybody known */
};
struct identity {
	enum key_account key;
	bool old; /* TAG: by a key that is too old */
	enum from_account from;
	enum verdict verdict; /* of our mail server, about From */
	bool vouched; /* the organiser says that it is the player's */
	struct ticket ticket; /* if VALID or TAG: match, seat, turn or -1 */
	int64_t owner; /* person of that seat; 0: none */
	int64_t thread; /* match in whose thread it stands; 0: none */
	int64_t about; /* match that a wrong key or tag names; 0: none */
	bool own; /* a person's own key came with it */
	int64_t own_match; /* of the match that key is for; or 0 */
	struct person *person; /* of the From address; NULL if unknown */
	GArray *guessed; /* or NULL: tag_guesses.h */
};
int identity_find(struct home *, const struct letter *,
    const struct inbox_row *, struct identity *);
void identity_clear(struct identity *);

#endif
