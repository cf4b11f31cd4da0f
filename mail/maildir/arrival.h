/* SPDX-License-Identifier: ISC */
/* The start of a mail that is handed over. */
#ifndef MAIL_MAILDIR_ARRIVAL_H
#define MAIL_MAILDIR_ARRIVAL_H

#include <glib.h>
#include <stdbool.h>

/*
 * The start of a mail that is handed over: Return-Path and Delivered-To, and
 * X-Original-To if it differs, go above it, a "From " line of mbox files goes
 * away.  Each of these may be NULL: not told; what cannot stand in a header is
 * left out.  sender "" is the null sender.
 */
struct hand_over {
	const char *sender, *recipient, *original_recipient;
	char *const *more; /* recipients, ending with NULL */
	/*
	 * A program of some user gave it, as it gives mail to sendmail, and no
	 * mail server has looked at its header: a Received above it says so,
	 * below which no Authentication-Results counts.
	 */
	bool submitted;
};
GBytes *arrival_start(GBytes *start, const struct hand_over *);

#endif
