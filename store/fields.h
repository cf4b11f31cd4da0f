/* SPDX-License-Identifier: ISC */
/*
 * Rows by tables: a row of the table is a column, in the order of the SELECT
 * that reads them, and a parameter of the statements that write it.
 */
#ifndef STORE_FIELDS_H
#define STORE_FIELDS_H

#include "store/db.h"

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

struct err;
struct of;

enum db_field_kind {
	FIELD_NUMBER, /* int64_t */
	FIELD_LINK, /* int64_t; NULL for 0 */
	FIELD_INT,
	FIELD_SEAT, /* int; NULL for -1 */
	FIELD_BOOL,
	FIELD_TEXT, /* char *; NULL for NULL */
	FIELD_NOTE, /* char *; '' for NULL */
	FIELD_WORD, /* an enum, as one of the words */
	FIELD_SEED, /* 32 bytes */
	FIELD_ARRAY, /* GByteArray *; NULL for NULL */
	FIELD_RAW /* GBytes *; only read */
};
struct db_field {
	enum db_field_kind kind;
	const char *name; /* of the parameter: ":match" */
	size_t at; /* in the struct */
	const char *const *words; /* of WORD */
	int n; /* how many */
};
struct db_type {
	size_t size; /* of the struct */
	int n; /* fields */
	const struct db_field *fields;
	GDestroyNotify free;
};
#define FIELD(of, kind, field)                                                \
	{                                                                     \
		FIELD_##kind, ":" #field, offsetof(struct of, field), NULL, 0 \
	}
#define FIELD_NAMED(of, kind, field, name)                              \
	{                                                               \
		FIELD_##kind, name, offsetof(struct of, field), NULL, 0 \
	}
#define FIELD_OF_WORDS(of, field, name, words)                       \
	{                                                            \
		FIELD_WORD, name, offsetof(struct of, field), words, \
		    G_N_ELEMENTS(words)                              \
	}
/* free: as that of the type */
#define DB_TYPE(of, fields, free)                                \
	{                                                        \
		sizeof(struct of), G_N_ELEMENTS(fields), fields, \
		    (GDestroyNotify)(free)                       \
	}

/* Binds those fields of the row that the statement names. */
void db_bind(struct statement *, const struct db_type *, const void *row);
/* The place of a parameter, a literal; 0 if the statement has none of that
 * name.  They are kept until statements are given up. */
int db_parameter(struct statement *, const char *name);
void db_parameters_forget(void);
/* ERR_DAMAGED if the columns make no sense; then nothing is to be freed. */
int db_read(
    struct statement *, const struct db_type *, void *row, struct err *);
/* What it holds and itself, be it NULL. */
void db_free(const struct db_type *, void *row);

/* The one row; NULL: there is none (err untouched), or an error.  Else as
 * db_all; a list is a GArray of the struct. */
void *db_one_of(struct store *, struct statement *, const struct db_type *);
GPtrArray *db_all_of(
    struct store *, struct statement *, const struct db_type *);
GArray *db_list_of(struct store *, struct statement *, const struct db_type *);
/* Into that row, if there is one. */
int db_find_of(struct store *, struct statement *, const struct db_type *,
    void *row, bool *found);

#endif
