/* SPDX-License-Identifier: ISC */
/*
 * What programs answer to anybody, told by their own words, in the languages
 * that they speak: that a letter came back, that a person is away, that a
 * message must be confirmed first.
 */
#ifndef MAIL_SENDERS_SAID_H
#define MAIL_SENDERS_SAID_H

#include <stdbool.h>

enum said {
	SAID_DELAY, /* it is still tried */
	SAID_GIVEN_UP, /* it is not, whatever was delayed before */
	SAID_DELIVERED,
	SAID_FULL, /* there is no room in the mailbox */
	SAID_SOFT, /* something that may pass */
	SAID_HARD, /* something that stays */
	SAID_RETURNED, /* what only a bounce says */
	SAID_SYSTEM, /* how mail systems begin what they say */
	SAID_AWAY, /* somebody does not read mail now */
	SAID_CHALLENGE, /* show first that you are no program */
	SAID_LIST, /* a list's own letters */
	SAID_COMPLAINT, /* somebody calls it a nuisance */
};

/* To be looked at by said: in one case, all blanks one; newly allocated. */
char *said_fold(const char *text);
/* Is any of its phrases in the text? */
bool said(enum said, const char *folded);
/* Does it begin with one? */
bool said_first(enum said, const char *folded);

#endif
