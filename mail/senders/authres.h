/* SPDX-License-Identifier: ISC */
/* What our mail server says of the sender of a mail. */
#ifndef MAIL_SENDERS_AUTHRES_H
#define MAIL_SENDERS_AUTHRES_H

#include <glib.h>
#include <stdbool.h>

enum verdict {
	VERDICT_NOT_CONFIGURED, /* nobody's word is taken */
	VERDICT_NONE, /* it says nothing that helps */
	VERDICT_PASS, /* the mail is from that domain */
	VERDICT_FAIL /* dmarc=fail: it is not */
};
/*
 * Of the Authentication-Results that our server wrote, whose name is authserv
 * ("mx.example.org", or "*.example.org" for it and all below; NULL: not
 * configured).  from: the address in From.
 */
enum verdict authres_verdict(
    GBytes *raw, const char *authserv, const char *from);
/* Has the mail such a field, where it counts? */
bool authres_found(GBytes *raw, const char *authserv);

#endif
