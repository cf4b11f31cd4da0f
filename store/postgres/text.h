/* SPDX-License-Identifier: ISC */
/*
 * Statements in the words of PostgreSQL.  They are written once, in those of
 * SQLite, wherever only spelling differs:
 *
 *	:name			$1; the same name has the same number
 *	x'1a'			'\x1a'::bytea
 *	INDEXED BY name		nothing: a planner has statistics
 *	IS value		IS NOT DISTINCT FROM value
 *	IS NOT value		IS DISTINCT FROM value
 *	CAST (... AS INTEGER)	CAST (... AS bigint)
 *
 * A statement that begins with the comment "id" adds one row, and its number is
 * asked for (RETURNING id), which db_last_id gives.
 */
#ifndef STORE_POSTGRES_TEXT_H
#define STORE_POSTGRES_TEXT_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

struct postgres_text {
	char *sql;
	GPtrArray *names; /* of its parameters, with the colon, from $1 on */
	bool writes;
	bool adds; /* rows */
	bool gives_id;
};

void postgres_text_read(struct postgres_text *, const char *sql);
void postgres_text_clear(struct postgres_text *);
/* Room for the digits of any number. */
#define POSTGRES_DIGITS 24
/* The number in decimal, at the end of that room. */
const char *postgres_decimal(char room[POSTGRES_DIGITS], int64_t n);

#endif
