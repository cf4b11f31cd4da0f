/* SPDX-License-Identifier: ISC */
/*
 * What a transaction knows of rows, so that it need not ask for them again.
 * Nobody else changes them until it ends; code that writes them within the
 * transaction must keep this true or call db_forget_known.
 */
#ifndef STORE_KNOWN_H
#define STORE_KNOWN_H

#include <glib.h>
#include <stdint.h>

struct store;

struct known {
	GArray *timers; /* all of a match, as store_timers has them; or NULL */
	int64_t match; /* that one */
	GArray *askings; /* which of its seats are asked, in order; or NULL */
	int64_t asked_in; /* the match of these */
	GHashTable *present; /* people without any absence; or NULL */
	unsigned tallies; /* bits of those that have begun */
};

/* Within a transaction. */
struct known *db_known(struct store *);
/* When one begins, or something in it is taken back. */
void db_forget_known(struct store *);

#endif
