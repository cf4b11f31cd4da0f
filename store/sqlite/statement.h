/* SPDX-License-Identifier: ISC */
/* What the engine's table (store/engine.h) has of statements and their rows. */
#ifndef STORE_SQLITE_STATEMENT_H
#define STORE_SQLITE_STATEMENT_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct statement;
struct store;

int sqlite_parameter(struct statement *, const char *name);
void sqlite_bind_null(struct statement *, int);
void sqlite_bind_int(struct statement *, int, int64_t);
void sqlite_bind_text(struct statement *, int, const char *);
void sqlite_bind_blob(struct statement *, int, const void *, size_t size);
int sqlite_step(struct store *, struct statement *);
void sqlite_reset(struct statement *);
int sqlite_columns(struct statement *);
const char *sqlite_name(struct statement *, int);
bool sqlite_is_null(struct statement *, int);
int64_t sqlite_get_int(struct statement *, int);
const char *sqlite_get_text(struct statement *, int);
const void *sqlite_get_blob(struct statement *, int, size_t *size);
GBytes *sqlite_get_raw(struct statement *, int, struct err *);
int64_t sqlite_last_id(struct store *);
int64_t sqlite_changes(struct store *);
int sqlite_expect(struct store *);
int64_t sqlite_all_changes(const struct store *);

#endif
