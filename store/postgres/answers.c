/* SPDX-License-Identifier: ISC */
#include "store/postgres/answers.h"

#include "store/db.h"
#include "store/postgres/pipeline.h"
#include "store/postgres/postgres.h"
#include "store/postgres/statement_own.h"

#include <string.h>

/* So many answers are kept, more than one mail has, and bytes of one. */
#define KEPT_MAX 256
#define ONE_MAX ((size_t)64 << 10)
/* What is read ahead takes at most so many values. */
enum { VALUES_MAX = 4 };
/* A statement is read ahead while its use is not below 0: each time costs one,
 * and whoever wants it brings one, two if it was there. */
enum { USE_MIN = -8, USE_MAX = 16 };

struct postgres_answer {
	PGresult *rows; /* NULL: something has been written since */
	uint64_t tables; /* that it was read from */
	bool is_new; /* it came ahead, and nobody has wanted it yet */
};

static void
answer_clear(void *data)
{
	struct postgres_answer *answer = data;

	pq.clear(answer->rows);
}

static void
answer_unref(void *data)
{
	g_rc_box_release_full(data, answer_clear);
}

static guint
hash(const void *question)
{
	return g_string_hash(question);
}

static gboolean
equals(const void *a, const void *b)
{
	return g_string_equal(a, b);
}

void
postgres_question_free(void *question)
{
	g_string_free(question, TRUE);
}

GHashTable *
postgres_answers_new(void)
{
	return g_hash_table_new_full(
	    hash, equals, postgres_question_free, answer_unref);
}

/* Which statement, and its values; until the next one is made. */
static const GString *
question(
    struct postgres_own *own, const char *name, const struct postgres_values *v)
{
	GString *out = own->question;

	g_string_assign(out, name);
	for (int i = 0; i < v->n; i++) {
		const char *value = v->values[i];
		const uint32_t size = value == NULL ? 0
				      : v->formats[i] == 1
					  ? (uint32_t)v->lengths[i]
					  : (uint32_t)strlen(value);

		g_string_append_c(out, value == NULL ? '-' : '+');
		g_string_append_len(
		    out, (const char *)&size, (gssize)sizeof(size));
		if (value != NULL)
			g_string_append_len(out, value, (gssize)size);
	}
	return out;
}

static GString *
copy(const GString *question)
{
	return g_string_new_len(question->str, (gssize)question->len);
}

/* ---- kept ---- */

/* The answers have the rows from now on. */
static struct postgres_answer *
keep(struct store *st, uint64_t tables, GString *asked, PGresult *rows)
{
	const struct postgres_own *own = st->own;
	struct postgres_answer *answer = g_rc_box_new0(struct postgres_answer);

	if (g_hash_table_size(own->answers) >= KEPT_MAX)
		postgres_outdate_all(st);
	answer->rows = rows;
	answer->tables = tables;
	g_hash_table_replace(own->answers, asked, answer);
	return answer;
}

static void
change_use(struct postgres_statement *s, int by)
{
	s->use = CLAMP(s->use + by, USE_MIN, USE_MAX);
}

/* Beside a narrow transaction others write, so only what it holds is kept: rows
 * of its match, rows of tables that wide ones alone change, and rows that it
 * has locked. */
static bool
may_keep(const struct store *st, const struct postgres_statement *s,
    const struct postgres_values *v)
{
	return s->text.keeps &&
	       postgres_claims_hold(st, s->text.locks ? 0 : s->text.tables,
		   s->match == 0 ? NULL : v->values[s->match - 1]);
}

bool
postgres_recall(struct store *st, struct postgres_statement *s)
{
	struct postgres_own *own = st->own;
	struct postgres_answer *answer;

	if (!may_keep(st, s, &s->bound) || g_hash_table_size(own->answers) == 0)
		return false;
	answer = g_hash_table_lookup(
	    own->answers, question(own, s->name, &s->bound));
	if (answer == NULL || answer->rows == NULL)
		return false;
	if (answer->is_new)
		change_use(s, 2);
	answer->is_new = false;
	s->answer = g_rc_box_acquire(answer);
	s->rows = answer->rows;
	return true;
}

void
postgres_keep(struct store *st, struct postgres_statement *s)
{
	struct postgres_own *own = st->own;

	if (!may_keep(st, s, &s->bound) ||
	    pq.resultMemorySize(s->rows) > ONE_MAX)
		return;
	if (!s->met && !s->text.locks && s->text.names->len > 0 &&
	    s->text.names->len <= VALUES_MAX)
		g_ptr_array_add(own->readers, s);
	s->met = true;
	change_use(s, 1);
	s->answer = g_rc_box_acquire(keep(st, s->text.tables,
	    copy(question(own, s->name, &s->bound)), s->rows));
}

void
postgres_let_go(struct postgres_statement *s)
{
	if (s->answer != NULL)
		answer_unref(s->answer);
	else
		pq.clear(s->rows);
	s->answer = NULL;
	s->rows = NULL;
}

/* The answers from these tables go.  Their places stay, so that they are not
 * read ahead again in this transaction: what was written once is mostly written
 * again before it is asked for. */
void
postgres_outdate(struct store *st, uint64_t tables)
{
	const struct postgres_own *own = st->own;
	GHashTableIter i;
	void *value;

	g_hash_table_iter_init(&i, own->answers);
	while (g_hash_table_iter_next(&i, NULL, &value)) {
		const struct postgres_answer *answer = value;

		if (answer->rows != NULL && (answer->tables & tables) != 0)
			g_hash_table_iter_replace(
			    &i, g_rc_box_new0(struct postgres_answer));
	}
}

void
postgres_outdate_all(struct store *st)
{
	const struct postgres_own *own = st->own;

	g_hash_table_remove_all(own->answers);
}

/* ---- read ahead ---- */

struct values_room {
	const char *values[VALUES_MAX];
	int lengths[VALUES_MAX], formats[VALUES_MAX];
	struct postgres_values v;
};

/* Has s values for all that it takes, by their names?  An "id" is one of its
 * own table. */
static bool
take_values(const struct postgres_statement *t,
    const struct postgres_statement *s, struct values_room *room)
{
	const guint n = t->text.names->len;

	if (t == s)
		return false;
	for (guint i = 0; i < n; i++) {
		const char *name = g_ptr_array_index(t->text.names, i);
		const int place = postgres_place(s, name);

		if (place == 0 || (strcmp(name, ":id") == 0 &&
				      t->text.subject != s->text.subject))
			return false;
		room->values[i] = s->bound.values[place - 1];
		room->lengths[i] = s->bound.lengths[place - 1];
		room->formats[i] = s->bound.formats[place - 1];
	}
	room->v = (struct postgres_values){ .values = room->values,
		.lengths = room->lengths,
		.formats = room->formats,
		.n = (int)n };
	return true;
}

int
postgres_read_ahead(struct store *st, struct postgres_statement *s)
{
	struct postgres_own *own = st->own;
	struct values_room room;

	for (guint i = 0; i < own->readers->len; i++) {
		struct postgres_statement *t =
		    g_ptr_array_index(own->readers, i);
		const GString *asked;

		if (t->serial != own->serial || t->use < 0 ||
		    !take_values(t, s, &room) || !may_keep(st, t, &room.v))
			continue;
		asked = question(own, t->name, &room.v);
		if (g_hash_table_contains(own->answers, asked))
			continue;
		change_use(t, -1);
		if (postgres_send_ahead(st, t, &room.v, copy(asked)) == -1)
			return -1;
	}
	return 0;
}

void
postgres_keep_ahead(struct store *st, const struct postgres_statement *s,
    GString *asked, PGresult *rows)
{
	if (pq.resultMemorySize(rows) > ONE_MAX) {
		postgres_question_free(asked);
		pq.clear(rows);
		return;
	}
	keep(st, s->text.tables, asked, rows)->is_new = true;
}

void
postgres_forget_reader(struct store *st, struct postgres_statement *s)
{
	const struct postgres_own *own = st->own;

	g_ptr_array_remove(own->readers, s);
}
