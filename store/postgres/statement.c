/* SPDX-License-Identifier: ISC */
/*
 * Statements of a server: prepared there when first used and again in each new
 * connection, bound by place, run with all rows at once.  Numbers go there as
 * decimals and come back as they are in its memory.
 */
#include "store/postgres/statement.h"

#include "base/err.h"
#include "store/db.h"
#include "store/functions.h"
#include "store/postgres/ahead.h"
#include "store/postgres/answers.h"
#include "store/postgres/pipeline.h"
#include "store/postgres/postgres.h"
#include "store/postgres/statement_own.h"
#include "store/postgres/text.h"

#include <assert.h>
#include <string.h>

/* Types of values, as the server numbers them (pg_type.h). */
enum { TYPE_BOOL = 16, TYPE_INT8 = 20, TYPE_INT2 = 21, TYPE_INT4 = 23 };

static struct postgres_statement *
own(struct statement *q)
{
	return (struct postgres_statement *)q;
}

/* ---- prepared ---- */

static int
prepare_there(struct store *st, struct postgres_statement *s)
{
	const struct postgres_own *o = st->own;
	PGresult *result;
	int r = 0;

	if (postgres_leave_pipeline(st) == -1)
		return -1;
	result = pq.prepare(o->connection, s->name, s->text.sql, 0, NULL);
	if (!postgres_is_good(result))
		r = postgres_fail(st, result);
	else
		s->serial = o->serial;
	pq.clear(result);
	return r;
}

/* A row of table match calls it "id". */
static int
place_of_match(const struct postgres_statement *s)
{
	const int place = postgres_place(s, ":match");

	if (place != 0 ||
	    s->text.tables != postgres_table_bit("match", strlen("match")))
		return place;
	return postgres_place(s, ":id");
}

struct statement *
postgres_prepare(struct store *st, const char *sql)
{
	struct postgres_own *o = st->own;
	struct postgres_statement *s = g_new0(struct postgres_statement, 1);
	char room[POSTGRES_DIGITS];

	s->base.engine = &postgres_engine;
	s->store = st;
	postgres_text_read(&s->text, sql);
	s->base.writes = s->text.writes;
	s->parameters = g_new0(struct postgres_parameter, s->text.names->len);
	s->mended = g_new0(char *, s->text.names->len);
	s->bound.n = (int)s->text.names->len;
	s->bound.values = g_new0(const char *, s->text.names->len);
	s->bound.lengths = g_new0(int, s->text.names->len);
	s->bound.formats = g_new0(int, s->text.names->len);
	s->match = place_of_match(s);
	s->row = -1;
	g_strlcpy(s->name, postgres_decimal(room, ++o->names), sizeof(s->name));
	return &s->base;
}

int
postgres_fits(struct store *st, struct statement *q)
{
	struct postgres_statement *s = own(q);
	const struct postgres_own *o = st->own;

	if (st->depth == 0 && postgres_connect(st) == -1)
		return -1;
	return s->serial == o->serial ? 0 : prepare_there(st, s);
}

static void
forget_mended(struct postgres_statement *s)
{
	for (guint i = 0; i < s->text.names->len; i++)
		g_clear_pointer(&s->mended[i], g_free);
}

void
postgres_finalize(struct statement *q)
{
	struct postgres_statement *s = own(q);
	const struct postgres_own *o = s->store->own;

	if (o != NULL && o->sent->len > 0)
		postgres_gather(s->store, NULL);
	if (o != NULL)
		postgres_forget_reader(s->store, s);
	postgres_let_go(s);
	forget_mended(s);
	g_free(s->mended);
	postgres_text_clear(&s->text);
	g_free(s->parameters);
	g_free(s->bound.values);
	g_free(s->bound.lengths);
	g_free(s->bound.formats);
	g_free(s);
}

/* ---- bound ---- */

int
postgres_place(const struct postgres_statement *s, const char *name)
{
	const GPtrArray *names = s->text.names;

	for (guint i = 0; i < names->len; i++)
		if (strcmp(g_ptr_array_index(names, i), name) == 0)
			return (int)i + 1;
	return 0;
}

int
postgres_parameter(struct statement *q, const char *name)
{
	return postgres_place(own(q), name);
}

static void
bind(struct statement *q, int place, const char *value, size_t size, int format)
{
	struct postgres_statement *s = own(q);

	if (place == 0)
		return;
	assert(size <= INT32_MAX);
	s->bound.values[place - 1] = value;
	s->bound.lengths[place - 1] = (int)size;
	s->bound.formats[place - 1] = format;
}

void
postgres_bind_null(struct statement *q, int place)
{
	bind(q, place, NULL, 0, 0);
}

void
postgres_bind_int(struct statement *q, int place, int64_t value)
{
	struct postgres_statement *s = own(q);

	if (place > 0)
		bind(q, place,
		    postgres_decimal(s->parameters[place - 1].digits, value), 0,
		    0);
}

/*
 * A server holds UTF-8 alone, but mails may hold anything.  Each other byte has
 * a character of its own, which nobody writes, so that what differs still does.
 */
#define ODD_BYTES 0x10ff00

static char *
mend(const char *text)
{
	GString *out = g_string_new(NULL);
	const char *bad;

	while (!g_utf8_validate(text, -1, &bad)) {
		g_string_append_len(out, text, bad - text);
		g_string_append_unichar(out, ODD_BYTES + (unsigned char)*bad);
		text = bad + 1;
	}
	g_string_append(out, text);
	return g_string_free(out, FALSE);
}

void
postgres_bind_text(struct statement *q, int place, const char *value)
{
	struct postgres_statement *s = own(q);

	if (place > 0 && value != NULL && !g_utf8_validate(value, -1, NULL)) {
		g_free(s->mended[place - 1]);
		value = s->mended[place - 1] = mend(value);
	}
	bind(q, place, value, 0, 0);
}

void
postgres_bind_blob(
    struct statement *q, int place, const void *data, size_t size)
{
	bind(q, place, data, size, 1);
}

/* ---- run ---- */

/* Outside of a transaction. */
static int
run_alone(struct store *st, struct postgres_statement *s)
{
	const struct postgres_own *o = st->own;

	if (postgres_fits(st, &s->base) == -1)
		return -1;
	s->rows = pq.execPrepared(o->connection, s->name, s->bound.n,
	    s->bound.values, s->bound.lengths, s->bound.formats, 1);
	return postgres_is_good(s->rows) ? 0 : postgres_fail(st, s->rows);
}

/* Does anybody wait for what it gives? */
static bool
is_answered(const struct postgres_text *t)
{
	return !t->writes || t->gives || (t->adds && !t->sure);
}

static int
run_inside(struct store *st, struct postgres_statement *s)
{
	const struct postgres_own *o = st->own;

	if (o->connection == NULL)
		return postgres_fail(st, NULL);
	if (postgres_make_room(st) == -1 ||
	    (s->serial != o->serial && postgres_send_prepare(st, s) == -1))
		return -1;
	/* After a fault a server takes nothing more until something is taken
	 * back.  What is added may be there already, or belong to what is not,
	 * and that ends no transaction. */
	if ((s->text.adds && !s->text.sure ? postgres_send_placed
					   : postgres_send)(st, s) == -1)
		return -1;
	if (!is_answered(&s->text))
		return 0;
	if (!s->text.writes && postgres_read_ahead(st, s) == -1)
		return -1;
	if (postgres_gather(st, &s->rows) == -1)
		return -1;
	return postgres_is_good(s->rows) ? 0 : postgres_fail(st, s->rows);
}

static int
run(struct store *st, struct postgres_statement *s)
{
	struct postgres_own *o = st->own;

	s->row = -1;
	if (st->depth == 0)
		return run_alone(st, s);
	if (s->text.writes && postgres_claims_allow(st, &s->text) == -1)
		return -1;
	if (s->text.writes) {
		postgres_outdate(st, s);
		if (postgres_claims_concern(s->text.tables))
			o->all_changes++;
	} else if (postgres_recall(st, s))
		return 0;
	if (run_inside(st, s) == -1)
		return -1;
	if (!s->text.writes)
		postgres_keep(st, s);
	return 0;
}

int
postgres_step(struct store *st, struct statement *q)
{
	struct postgres_statement *s = own(q);
	struct postgres_own *o = st->own;

	if (s->rows == NULL && run(st, s) == -1)
		return -1;
	if (s->rows == NULL || ++s->row >= pq.ntuples(s->rows))
		return 0;
	if (!s->text.gives_id)
		return 1;
	o->last_id = postgres_get_int(q, 0);
	return 0;
}

void
postgres_reset(struct statement *q)
{
	struct postgres_statement *s = own(q);

	postgres_let_go(s);
	s->row = -1;
	forget_mended(s);
	for (guint i = 0; i < s->text.names->len; i++)
		s->bound.values[i] = NULL;
}

/* ---- the row ---- */

int
postgres_columns(struct statement *q)
{
	return pq.nfields(own(q)->rows);
}

const char *
postgres_name(struct statement *q, int column)
{
	return pq.fname(own(q)->rows, column);
}

bool
postgres_is_null(struct statement *q, int column)
{
	return pq.getisnull(own(q)->rows, own(q)->row, column);
}

/* Numbers come with the highest byte first. */
static int64_t
number(const unsigned char *bytes, int n)
{
	uint64_t value = n > 0 && bytes[0] >= 0x80 ? UINT64_MAX : 0;

	for (int i = 0; i < n; i++)
		value = value << 8 | bytes[i];
	return (int64_t)value;
}

int64_t
postgres_get_int(struct statement *q, int column)
{
	const struct postgres_statement *s = own(q);
	const char *value = pq.getvalue(s->rows, s->row, column);

	switch (pq.ftype(s->rows, column)) {
	case TYPE_BOOL:
	case TYPE_INT8:
	case TYPE_INT2:
	case TYPE_INT4:
		return number((const unsigned char *)value,
		    pq.getlength(s->rows, s->row, column));
	default:
		return g_ascii_strtoll(value, NULL, 10);
	}
}

const char *
postgres_get_text(struct statement *q, int column)
{
	return postgres_is_null(q, column)
		   ? NULL
		   : pq.getvalue(own(q)->rows, own(q)->row, column);
}

const void *
postgres_get_blob(struct statement *q, int column, size_t *size)
{
	*size = (size_t)pq.getlength(own(q)->rows, own(q)->row, column);
	return postgres_is_null(q, column)
		   ? NULL
		   : pq.getvalue(own(q)->rows, own(q)->row, column);
}

GBytes *
postgres_get_raw(struct statement *q, int column, struct err *e)
{
	size_t size, full;
	const guint8 *packed = postgres_get_blob(q, column, &size);
	void *raw;

	if (!db_is_packed(packed, size))
		return g_bytes_new(packed, size);
	raw = db_unpack(own(q)->store, packed, size, &full);
	if (raw != NULL)
		return g_bytes_new_take(raw, full);
	if (e->code == 0)
		err_set(e, ERR_IO, "packed bytes of a mail cannot be read");
	return NULL;
}

int64_t
postgres_last_id(struct store *st)
{
	const struct postgres_own *o = st->own;

	return o->last_id;
}

/* -1 if what was sent has failed: then everything does from now on. */
int64_t
postgres_changes(struct store *st)
{
	const struct postgres_own *o = st->own;

	return postgres_gather(st, NULL) == -1 ? -1 : o->changes;
}

int
postgres_expect(struct store *st)
{
	int64_t changes;

	if (postgres_expect_change(st))
		return 0;
	if ((changes = postgres_changes(st)) == 0)
		return err_set(st->err, ERR_MISSING, "%s", DB_MISSING);
	return changes < 0 ? -1 : 0;
}

int64_t
postgres_all_changes(const struct store *st)
{
	const struct postgres_own *o = st->own;

	return o->all_changes;
}
