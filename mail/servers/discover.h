/* SPDX-License-Identifier: ISC */
/*
 * Where the mail servers of a domain may be: what its SRV records name (RFC
 * 6186 and RFC 8314), then what servers are usually called.
 */
#ifndef MAIL_SERVERS_DISCOVER_H
#define MAIL_SERVERS_DISCOVER_H

#include "mail/servers/server.h"

#include <glib.h>
#include <stdbool.h>

enum mail_service { SERVICE_IMAP, SERVICE_SMTP };

/* A place to try. */
struct candidate {
	struct server server; /* host, port and security alone */
	bool named; /* an SRV record names it */
};

/* As srv_ask: tests have answers of their own. */
typedef GArray *discover_ask(const char *name);
/*
 * All places, as struct candidate *, in the order in which they are to be
 * tried: first what records name, then usual names; among each, first TLS from
 * the first byte, then STARTTLS.  No place comes twice.  A domain whose record
 * says that it does not offer a kind (the target ".") has no places of that
 * kind. The domain is in ASCII.  Nobody is connected to.
 */
GPtrArray *discover(const char *domain, enum mail_service, discover_ask *ask);

#endif
