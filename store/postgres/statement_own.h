/* SPDX-License-Identifier: ISC */
/* A statement of a server, as the files of the engine know it. */
#ifndef STORE_POSTGRES_STATEMENT_OWN_H
#define STORE_POSTGRES_STATEMENT_OWN_H

#include "store/engine.h"
#include "store/postgres/ahead.h"
#include "store/postgres/text.h"

#include <libpq-fe.h>

struct postgres_answer;

struct postgres_parameter {
	char digits[POSTGRES_DIGITS]; /* of a number */
	/* the last one, if it is the same whatever it is asked about */
	char last[POSTGRES_DIGITS];
};

/* As libpq takes them. */
struct postgres_values {
	const char **values;
	int *lengths, *formats;
	int n;
};

struct postgres_statement {
	struct statement base;
	struct store *store;
	struct postgres_text text;
	char name[POSTGRES_DIGITS];
	int match; /* the place of the match that it is about; 0: none */
	unsigned serial; /* of the connection in which it is prepared */
	/* what is bound, by place from 0 */
	struct postgres_parameter *parameters;
	char **mended; /* texts that are no UTF-8, in other words */
	struct postgres_values bound;
	PGresult *rows; /* NULL: it has not run, or gives none */
	struct postgres_answer *answer; /* has the rows, if they are kept */
	int row; /* the one that is read; -1: before the first */
	bool is_reader; /* it may be read ahead... */
	/* ...as far as that was of use (answers.c), in each way; and what this
	 * transaction adds to that. */
	int use[POSTGRES_AHEAD_WAYS], brought[POSTGRES_AHEAD_WAYS];
};

/* Of a parameter, from 1; 0: it has none of that name. */
int postgres_place(const struct postgres_statement *, const char *name);

#endif
