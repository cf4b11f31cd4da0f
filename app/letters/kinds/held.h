/* SPDX-License-Identifier: ISC */
/*
 * Why a mail is held until somebody says something.  The note on its row is
 * English, for the log and the organiser's lists; the organiser's letter says
 * it in the organiser's language.
 */
#ifndef APP_LETTERS_KINDS_HELD_H
#define APP_LETTERS_KINDS_HELD_H

enum held {
	HELD_FORGED, /* our mail server says so */
	HELD_UNKNOWN_SENDER, /* a player's key; nobody's address */
	HELD_OTHER_SENDER, /* a player's key, another person's address */
	HELD_UNCLEAR_SENDER, /* a player's key; no address, or several */
	HELD_TWO_SEATS
};

const char *held_note(enum held);
/* The phrase held.KEY that says it; NULL: the note is about something else. */
const char *held_key(const char *note);

#endif
