/* SPDX-License-Identifier: ISC */
/* A home on a server that is there before its folder on this machine is. */
#ifndef APP_HOME_JOINED_H
#define APP_HOME_JOINED_H

#include <stdbool.h>
#include <stdint.h>

struct home;

struct joined {
	bool there;
	int64_t matches; /* of all that it has had and has kept */
	char *domain; /* for which its last letter was written; or NULL */
};
void joined_clear(struct joined *);
/* store: a connection string, or NULL; there is false also where nobody can
 * look. */
void home_joined(const char *store, int64_t now, struct joined *);
/* Was that letter written for another address? */
bool joined_differs(const char *domain, const char *address);
/* Log it if the home's letters were written for another address than it has by
 * its settings now. */
void joined_tell(struct home *);

#endif
