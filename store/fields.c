/* SPDX-License-Identifier: ISC */
/* Rows are read, written and freed by tables of their fields. */
#include "store/fields.h"

#include "base/err.h"
#include "store/postgres/text.h"
#include "store/db.h"
#include "store/engine.h"

#include <assert.h>
#include <string.h>

static void
bind_number(struct statement *q, int i, int64_t n, int64_t none)
{
	if (n == none)
		q->engine->bind_null(q, i);
	else
		q->engine->bind_int(q, i, n);
}

static void
bind(struct statement *q, int i, const struct db_field *f, const void *at)
{
	const GByteArray *array;
	const char *text;

	switch (f->kind) {
	case FIELD_NUMBER:
		q->engine->bind_int(q, i, *(const int64_t *)at);
		break;
	case FIELD_LINK:
		bind_number(q, i, *(const int64_t *)at, 0);
		break;
	case FIELD_INT:
		q->engine->bind_int(q, i, *(const int *)at);
		break;
	case FIELD_SEAT:
		bind_number(q, i, *(const int *)at, -1);
		break;
	case FIELD_BOOL:
		q->engine->bind_int(q, i, *(const bool *)at);
		break;
	case FIELD_TEXT:
		q->engine->bind_text(q, i, *(char *const *)at);
		break;
	case FIELD_NOTE:
		text = *(char *const *)at;
		q->engine->bind_text(q, i, text == NULL ? "" : text);
		break;
	case FIELD_WORD:
		q->engine->bind_text(q, i, f->words[*(const unsigned *)at]);
		break;
	case FIELD_SEED:
		q->engine->bind_blob(q, i, at, 32);
		break;
	case FIELD_ARRAY:
		if ((array = *(GByteArray *const *)at) != NULL)
			db_blob(q, f->name, array->data, array->len);
		break;
	case FIELD_RAW:
		break;
	}
}

void
db_bind(struct statement *q, const struct db_type *type, const void *row)
{
	for (int n = 0; q != NULL && n < type->n; n++) {
		const struct db_field *f = &type->fields[n];
		int i = db_parameter(q, f->name);

		if (i != 0)
			bind(q, i, f, (const char *)row + f->at);
	}
}

static int
read_seed(struct statement *q, int column, void *seed, struct err *e)
{
	size_t size;
	const void *data = q->engine->get_blob(q, column, &size);

	if (size != 32)
		return err_set(e, ERR_DAMAGED, "a %s of the wrong length",
		    q->engine->name(q, column));
	memcpy(seed, data, size);
	return 0;
}

static int
read_raw(struct statement *q, int column, GBytes **raw, struct err *e)
{
	if (q->engine->is_null(q, column))
		return 0;
	*raw = q->engine->get_raw(q, column, e);
	return *raw == NULL ? -1 : 0;
}

static int
read_field(struct statement *q, int column, const struct db_field *f, void *at,
    struct err *e)
{
	int word;

	switch (f->kind) {
	case FIELD_NUMBER:
		*(int64_t *)at = db_get_int(q, column);
		break;
	case FIELD_LINK:
		*(int64_t *)at = db_get_int_or(q, column, 0);
		break;
	case FIELD_INT:
		*(int *)at = (int)db_get_int(q, column);
		break;
	case FIELD_SEAT:
		*(int *)at = (int)db_get_int_or(q, column, -1);
		break;
	case FIELD_BOOL:
		*(bool *)at = db_get_int(q, column) != 0;
		break;
	case FIELD_TEXT:
	case FIELD_NOTE:
		*(char **)at = db_get_text(q, column);
		break;
	case FIELD_WORD:
		word = db_get_word(q, column, f->words, f->n, e);
		*(unsigned *)at = (unsigned)MAX(word, 0);
		return word == -1 ? -1 : 0;
	case FIELD_SEED:
		return read_seed(q, column, at, e);
	case FIELD_ARRAY:
		*(GByteArray **)at = db_get_array(q, column);
		break;
	case FIELD_RAW:
		return read_raw(q, column, at, e);
	}
	return 0;
}

static void
clear(const struct db_type *type, void *row)
{
	for (int i = 0; i < type->n; i++) {
		const struct db_field *f = &type->fields[i];
		void *at = (char *)row + f->at;

		if (f->kind == FIELD_TEXT || f->kind == FIELD_NOTE)
			g_free(*(char **)at);
		else if (f->kind == FIELD_ARRAY)
			g_clear_pointer((GByteArray **)at, g_byte_array_unref);
		else if (f->kind == FIELD_RAW)
			g_clear_pointer((GBytes **)at, g_bytes_unref);
	}
}

int
db_read(
    struct statement *q, const struct db_type *type, void *row, struct err *e)
{
	memset(row, 0, type->size);
	/* fields are read by place: are they theirs?  Seen in the first row. */
	assert(q->known || q->engine->columns(q) >= type->n);
	for (int i = 0; i < type->n; i++) {
		const struct db_field *f = &type->fields[i];

		assert(q->known || f->kind == FIELD_RAW ||
		       strcmp(q->engine->name(q, i), f->name + 1) == 0);
		if (read_field(q, i, f, (char *)row + f->at, e) == -1) {
			clear(type, row);
			return -1;
		}
	}
	q->known = true;
	return 0;
}

void
db_free(const struct db_type *type, void *row)
{
	if (row != NULL)
		clear(type, row);
	g_free(row);
}

static void *
read_row(struct statement *q, const struct db_type *type, struct err *e)
{
	void *row = g_malloc(type->size);

	if (db_read(q, type, row, e) == 0)
		return row;
	g_free(row);
	return NULL;
}

void *
db_one_of(struct store *st, struct statement *q, const struct db_type *type)
{
	void *row;

	if (db_row(st, q) != 1)
		return NULL;
	row = read_row(q, type, st->err);
	db_end(q);
	return row;
}

int
db_find_of(struct store *st, struct statement *q, const struct db_type *type,
    void *row, bool *found)
{
	int r = db_row(st, q);

	*found = r == 1;
	if (r != 1)
		return r;
	r = db_read(q, type, row, st->err);
	db_end(q);
	return r;
}

GPtrArray *
db_all_of(struct store *st, struct statement *q, const struct db_type *type)
{
	GPtrArray *rows = g_ptr_array_new_with_free_func(type->free);
	void *row = NULL;
	int r;

	while ((r = db_row(st, q)) == 1 &&
	       (row = read_row(q, type, st->err)) != NULL)
		g_ptr_array_add(rows, row);
	if (r == 1)
		db_end(q);
	if (r == 0)
		return rows;
	g_ptr_array_unref(rows);
	return NULL;
}

GArray *
db_list_of(struct store *st, struct statement *q, const struct db_type *type)
{
	g_autofree void *row = g_malloc(type->size);
	GArray *rows = g_array_new(FALSE, FALSE, (guint)type->size);
	int r;

	while ((r = db_row(st, q)) == 1 && db_read(q, type, row, st->err) == 0)
		g_array_append_vals(rows, row, 1);
	if (r == 1)
		db_end(q);
	if (r == 0)
		return rows;
	g_array_unref(rows);
	return NULL;
}

char *
db_numbers(const int64_t *first, guint n, size_t apart)
{
	GString *list = g_string_new("[");
	char room[POSTGRES_DIGITS];

	for (guint i = 0; i < n; i++) {
		const void *at = (const char *)first + i * apart;

		g_string_append(i > 0 ? g_string_append_c(list, ',') : list,
		    postgres_decimal(room, *(const int64_t *)at));
	}
	g_string_append_c(list, ']');
	return g_string_free(list, FALSE);
}
