/* SPDX-License-Identifier: ISC */
/* The first set-up: servers are found and answers tried before a home is made.
 */
#ifndef APP_ORGANISER_SETUP_H
#define APP_ORGANISER_SETUP_H

#include <stdbool.h>
#include <stdint.h>

struct check_watch;
struct first_settings;

/* What is tried. */
enum setup_part {
	SETUP_IN, /* the login at the mailbox */
	SETUP_OUT, /* the login at the server that sends */
	SETUP_LETTER /* a mail to itself and one to a variant, there and back */
};

/*
 * The first server that answers, encrypted as it must be, among those that the
 * domain of this address names and those that are usual, as a URL; newly
 * allocated, NULL: none.  is_imap: one for receiving, else for sending.
 * ca_file: certificates to trust, NULL: those that this machine trusts.
 * Each try is told; of a server that the domain names, also why it fails.
 * Nobody logs in.
 */
char *setup_find(const char *address, bool is_imap, const char *ca_file,
    const struct check_watch *);
/*
 * Try that part of the settings for a home in dir, which need not be there; at
 * now, UTC seconds.  false: something is wrong.  The findings are told as
 * those of "turnpost check"; nothing is written on this machine.  What can be
 * put right is changed in the settings: the folder for mails that are done, and
 * plain_envelope.  wait: seconds for mails to come back.
 */
bool setup_try(const char *dir, struct first_settings *, enum setup_part,
    int wait, int64_t now, const struct check_watch *);

#endif
