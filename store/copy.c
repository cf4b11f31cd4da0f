/* SPDX-License-Identifier: ISC */
/*
 * Copying a store: table by table, what is referred to before what refers to
 * it, some rows at a time in the order of their keys.  What the columns are is
 * told by the SQLite file, whose schema has the types of all engines.
 */
#include "store/copy.h"

#include "base/err.h"
#include "store/db.h"
#include "store/engine.h"
#include "store/fields.h"
#include "store/transaction.h"

#include <string.h>

const char *const store_tables[] = { "meta", "counter", "person", "address",
	"match", "seat", "onlooker", "series", "inbox", "inbox_raw", "event",
	"notice", "plan", "outbox", "outbox_raw", "mailbox", "mailbox_mail",
	"bounce", "trouble", "timer", "asking", "holder", "absence", "stop",
	"pending", "talk", "mute", "vote", "ballot", "standby", "offer",
	"signup", "unwritten", "section", "picture", "calendar", "unproved",
	"unkept", "action", "ask", "sprite", "dictionary", "hint", "result",
	"site", "page", "entrant", "series_round", "series_table",
	"series_seat", "waiting_answer", "series_invitation", NULL };

#define PAGE ":page" /* rows that are read at once */
/* How many: those with bytes may be as large as a mail. */
enum { PAGE_ROWS = 500, PAGE_ROWS_OF_BYTES = 8 };

enum type { NUMBER, TEXT, BYTES };
struct column {
	char *name, *parameter;
	enum type type;
	bool key;
};

struct copying {
	struct store *from, *to;
	const char *table;
	GArray *columns; /* struct column */
	char *first, *next, *add; /* statements */
};

/* What db_parameter remembers is found by addresses, which another statement
 * and another name of a column may get. */
static void
drop(struct store *st, struct statement *q)
{
	if (q != NULL)
		st->engine->finalize(q);
	db_parameters_forget();
}

/* ---- what a table is ---- */

static void
column_clear(void *element)
{
	struct column *c = element;

	g_free(c->name);
	g_free(c->parameter);
}

static enum type
type_of(const char *word)
{
	return strcmp(word, "INTEGER") == 0 ? NUMBER
	       : strcmp(word, "TEXT") == 0  ? TEXT
					    : BYTES;
}

static struct store *
file_of(const struct copying *c)
{
	return c->from->engine == &sqlite_engine ? c->from : c->to;
}

static int
read_columns(struct copying *c)
{
	struct store *st = file_of(c);
	struct err *errors = st->err;
	struct statement *q = st->engine->prepare(st,
	    "SELECT name, type, pk > 0 FROM pragma_table_info(:table)"
	    " ORDER BY cid");
	int r;

	st->err = c->to->err;
	db_text(q, ":table", c->table);
	while ((r = db_row(st, q)) == 1) {
		struct column column = {
			.name = db_get_text(q, 0),
			.type = type_of(st->engine->get_text(q, 1)),
			.key = db_get_int(q, 2) != 0,
		};

		column.parameter = g_strconcat(":", column.name, NULL);
		g_array_append_val(c->columns, column);
	}
	drop(st, q);
	st->err = errors;
	/* An older schema has fewer tables. */
	if (r == 0 && c->columns->len == 0 &&
	    st->version == store_newest_schema())
		return err_set(
		    c->to->err, ERR_DAMAGED, "there is no table %s", c->table);
	return r;
}

static const struct column *
column_of(const struct copying *c, guint i)
{
	return &g_array_index(c->columns, struct column, i);
}

/* Names of columns, or of their parameters, one after the other. */
static char *
list_of(const struct copying *c, bool parameters, bool keys)
{
	GString *list = g_string_new(NULL);

	for (guint i = 0; i < c->columns->len; i++) {
		const struct column *column = column_of(c, i);

		if (keys && !column->key)
			continue;
		if (list->len > 0)
			g_string_append(list, ", ");
		g_string_append(
		    list, parameters ? column->parameter : column->name);
	}
	return g_string_free(list, FALSE);
}

/* Of names that the schema has, of nothing else. */
static void
make_statements(struct copying *c)
{
	g_autofree char *names = list_of(c, false, false);
	g_autofree char *values = list_of(c, true, false);
	g_autofree char *keys = list_of(c, false, true);
	g_autofree char *from = list_of(c, true, true);

	c->first = g_strconcat("SELECT ", names, " FROM ", c->table,
	    " ORDER BY ", keys, " LIMIT " PAGE, NULL);
	c->next = g_strconcat("SELECT ", names, " FROM ", c->table, " WHERE (",
	    keys, ") > (", from, ") ORDER BY ", keys, " LIMIT " PAGE, NULL);
	c->add = g_strconcat("INSERT INTO ", c->table, " (", names,
	    ") VALUES (", values, ")", NULL);
}

/* ---- rows ---- */

struct cell {
	bool null;
	int64_t number;
	GBytes *bytes; /* of a text, too */
};

static void
cell_clear(void *element)
{
	struct cell *cell = element;

	g_clear_pointer(&cell->bytes, g_bytes_unref);
}

static struct cell
read_cell(struct statement *q, int i, enum type type)
{
	struct cell cell = { .null = q->engine->is_null(q, i) };
	const char *text;

	if (cell.null)
		return cell;
	if (type == NUMBER)
		cell.number = db_get_int(q, i);
	else if (type == TEXT) {
		text = q->engine->get_text(q, i);
		cell.bytes = g_bytes_new(text, strlen(text) + 1);
	} else
		cell.bytes = db_get_bytes(q, i);
	return cell;
}

/* Binds a row; keys: those alone. */
static void
bind_row(const struct copying *c, struct statement *q, const struct cell *row,
    bool keys)
{
	for (guint i = 0; i < c->columns->len; i++) {
		const struct column *column = column_of(c, i);
		gsize size;
		const void *data;

		if ((keys && !column->key) || row[i].null)
			continue;
		if (column->type == NUMBER) {
			db_int(q, column->parameter, row[i].number);
			continue;
		}
		data = g_bytes_get_data(row[i].bytes, &size);
		if (column->type == TEXT)
			db_text(q, column->parameter, data);
		else
			db_blob(q, column->parameter, data, size);
	}
}

static int
page_rows(const struct copying *c)
{
	for (guint i = 0; i < c->columns->len; i++)
		if (column_of(c, i)->type == BYTES)
			return PAGE_ROWS_OF_BYTES;
	return PAGE_ROWS;
}

/* Some rows behind the last one of those before (NULL: the first ones): a list
 * of cells; NULL on a fault. */
static GArray *
read_page(const struct copying *c, struct store *st, const GArray *before)
{
	g_autoptr(GArray) page = g_array_new(FALSE, TRUE, sizeof(struct cell));
	const guint width = c->columns->len;
	struct err *errors = store_errors(st, c->to->err);
	struct statement *q =
	    st->engine->prepare(st, before == NULL ? c->first : c->next);
	int r;

	g_array_set_clear_func(page, cell_clear);
	db_int(q, PAGE, page_rows(c));
	if (before != NULL)
		bind_row(c, q,
		    &g_array_index(before, struct cell, before->len - width),
		    true);
	while ((r = db_row(st, q)) == 1)
		for (guint i = 0; i < width; i++) {
			struct cell cell =
			    read_cell(q, (int)i, column_of(c, i)->type);

			g_array_append_val(page, cell);
		}
	drop(st, q);
	store_errors(st, errors);
	return r == 0 ? g_steal_pointer(&page) : NULL;
}

static int
add_rows(const struct copying *c, struct statement *q, const GArray *page)
{
	const guint width = c->columns->len;

	for (guint i = 0; i < page->len; i += width) {
		bind_row(c, q, &g_array_index(page, struct cell, i), false);
		if (db_done(c->to, q) == -1)
			return err_more(c->to->err, "table %s", c->table);
	}
	return 0;
}

/* Reads a table to its end; each: what is done with a page, and may be NULL. */
static int
copy_table(const struct copying *c, int64_t *rows)
{
	struct statement *q = c->to->engine->prepare(c->to, c->add);
	g_autoptr(GArray) before = NULL;
	int r = 0;

	*rows = 0;
	for (;;) {
		GArray *page = read_page(c, c->from, before);

		if (page == NULL || add_rows(c, q, page) == -1)
			r = -1;
		g_clear_pointer(&before, g_array_unref);
		before = page;
		if (r == -1 || page->len == 0)
			break;
		*rows += page->len / c->columns->len;
	}
	drop(c->to, q);
	return r;
}

/* ---- read again ---- */

static bool
is_same(const struct cell *a, const struct cell *b)
{
	return a->null == b->null && a->number == b->number &&
	       (a->bytes == NULL) == (b->bytes == NULL) &&
	       (a->bytes == NULL || g_bytes_equal(a->bytes, b->bytes));
}

static int
compare_page(const struct copying *c, const GArray *page, const GArray *copy)
{
	if (page->len != copy->len)
		return err_set(c->to->err, ERR_DAMAGED,
		    "table %s was not copied whole", c->table);
	for (guint i = 0; i < page->len; i++)
		if (!is_same(&g_array_index(page, struct cell, i),
			&g_array_index(copy, struct cell, i)))
			return err_set(c->to->err, ERR_DAMAGED,
			    "column %s of table %s is another one in the copy",
			    column_of(c, i % c->columns->len)->name, c->table);
	return 0;
}

static int
compare_table(const struct copying *c)
{
	g_autoptr(GArray) before = NULL;
	int r = 0;

	for (;;) {
		GArray *page = read_page(c, c->from, before);
		g_autoptr(GArray) copy =
		    page == NULL ? NULL : read_page(c, c->to, before);

		if (copy == NULL || compare_page(c, page, copy) == -1)
			r = -1;
		g_clear_pointer(&before, g_array_unref);
		before = page;
		if (r == -1 || page->len == 0)
			return r;
	}
}

/* ---- all of it ---- */

static int
copy_one(struct copying *c, store_copied *copied, void *arg)
{
	int64_t rows = 0;
	int r;

	c->columns = g_array_new(FALSE, TRUE, sizeof(struct column));
	g_array_set_clear_func(c->columns, column_clear);
	r = read_columns(c);
	if (r == -1 || c->columns->len == 0) {
		g_array_unref(c->columns);
		return r;
	}
	make_statements(c);
	r = copy_table(c, &rows);
	if (r == 0)
		r = compare_table(c);
	if (r == 0 && copied != NULL)
		copied(arg, c->table, rows);
	g_free(c->first);
	g_free(c->next);
	g_free(c->add);
	g_array_unref(c->columns);
	return r;
}

/* A new one has the counter of letters, which the other one has, too. */
static int
make_room(struct store *to)
{
	int64_t rows = 0;

	if (db_number(to,
		"SELECT (SELECT count(*) FROM meta) + (SELECT count(*)"
		" FROM person) + (SELECT count(*) FROM inbox)",
		&rows) == -1)
		return -1;
	if (rows > 0)
		return err_set(to->err, ERR_CLASH,
		    "there is a home in %s already; name a place without one",
		    to->path);
	return db_exec(to, "DELETE FROM counter");
}

static int
copy_all(struct store *from, struct store *to, store_copied *copied, void *arg)
{
	if (make_room(to) == -1)
		return -1;
	for (size_t i = 0; store_tables[i] != NULL; i++) {
		struct copying c = {
			.from = from, .to = to, .table = store_tables[i]
		};

		if (copy_one(&c, copied, arg) == -1)
			return -1;
	}
	return to->engine->count_on(to);
}

int
store_copy_rows(
    struct store *from, struct store *to, store_copied *copied, void *arg)
{
	int r;

	IN_TRANSACTION(to, r, copy_all(from, to, copied, arg));
	return r;
}

int
store_copy(
    struct store *from, struct store *to, store_copied *copied, void *arg)
{
	if (from->engine->begin_read(from) == -1)
		return -1;
	return db_end_read(from, store_copy_rows(from, to, copied, arg));
}
