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
 * asked for (RETURNING id), which db_last_id gives.  One that begins with
 * "sure" finds or adds its rows, as far as anybody can know: a fault of it is
 * no answer, so its transaction is taken back, and it may be told late
 * (store/postgres/pipeline.h).  One that begins with "of match" looks into rows
 * of a match and a sender alone, though other workers write into their table:
 * whoever has claimed the match has claimed these.  "of reader" is the same of
 * letters to one person (:person), "of sender" of mails that a person sent, of
 * all matches: what other workers are handling does not count before they
 * commit, and what this one handles makes the answer old (store_ahead_handled).
 * "of mail" asks about a mail that is not taken in yet: one worker at a time
 * takes mails in, so that no other one adds what is asked about.
 */
#ifndef STORE_POSTGRES_TEXT_H
#define STORE_POSTGRES_TEXT_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct postgres_text {
	char *sql;
	GPtrArray *names; /* of its parameters, with the colon, from $1 on */
	bool writes;
	bool adds; /* rows */
	bool gives_id;
	bool gives; /* rows, though it writes */
	bool sure;
	bool of_match, of_reader, of_sender, of_mail;
	/* Nothing but rows with the values that it is given. */
	bool only_adds;
	bool locks; /* what it gives, until its transaction ends */
	bool keeps; /* the same rows for the same values while nobody writes */
	uint64_t tables; /* it reads from, or writes into: of store_tables... */
	/* The first of them, which it changes if it writes; all of them if it
	 * begins with WITH and names no others; 0: that is another one, or it
	 * writes in other words. */
	uint64_t subject;
};

void postgres_text_read(struct postgres_text *, const char *sql);
void postgres_text_clear(struct postgres_text *);
/* Of a table; 0: the word names none. */
uint64_t postgres_table_bit(const char *word, size_t n);
/* Room for the digits of any number. */
#define POSTGRES_DIGITS 24
/* The number in decimal, at the end of that room. */
const char *postgres_decimal(char room[POSTGRES_DIGITS], int64_t n);

#endif
