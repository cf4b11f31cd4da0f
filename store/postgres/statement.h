/* SPDX-License-Identifier: ISC */
/* What the engine's table (store/engine.h) has of statements and their rows. */
#ifndef STORE_POSTGRES_STATEMENT_H
#define STORE_POSTGRES_STATEMENT_H

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct statement;
struct store;

struct statement *postgres_prepare(struct store *, const char *sql);
int postgres_fits(struct store *, struct statement *);
void postgres_finalize(struct statement *);
int postgres_parameter(struct statement *, const char *name);
void postgres_bind_null(struct statement *, int place);
void postgres_bind_int(struct statement *, int place, int64_t value);
void postgres_bind_text(struct statement *, int place, const char *value);
void postgres_bind_blob(
    struct statement *, int place, const void *data, size_t size);
int postgres_step(struct store *, struct statement *);
void postgres_reset(struct statement *);
int postgres_columns(struct statement *);
const char *postgres_name(struct statement *, int column);
bool postgres_is_null(struct statement *, int column);
int64_t postgres_get_int(struct statement *, int column);
const char *postgres_get_text(struct statement *, int column);
const void *postgres_get_blob(struct statement *, int column, size_t *size);
GBytes *postgres_get_raw(struct statement *, int column, struct err *);
int64_t postgres_last_id(struct store *);
int64_t postgres_changes(struct store *);
int postgres_expect(struct store *);
int64_t postgres_all_changes(const struct store *);

#endif
