/* SPDX-License-Identifier: ISC */
/*
 * SRV records (RFC 2782): where a domain offers a service, as the resolver of
 * this system tells.
 */
#ifndef MAIL_SERVERS_SRV_H
#define MAIL_SERVERS_SRV_H

#include <glib.h>

struct srv {
	unsigned priority; /* the lowest first */
	unsigned weight; /* within a priority, the heaviest first */
	int port; /* 0 to 65535 */
	/* In ASCII, without a final dot; "": the service is not offered. */
	char host[256];
};

/*
 * The records of an answer, in the order in which they are to be tried, each
 * a struct srv; newly allocated.  Records of other types are passed over; an
 * answer that is damaged has none.  It may hold up to 65,535 bytes.
 */
GArray *srv_read(const unsigned char *answer, size_t size);
/*
 * Ask for "_imaps._tcp.example.org".  No records come back if there are none,
 * or if nobody answers within some seconds: NULL is never returned.
 */
GArray *srv_ask(const char *name);

#endif
