/* SPDX-License-Identifier: ISC */
#include "store/postgres/answers.h"

#include "store/claims.h"
#include "store/db.h"
#include "store/postgres/pipeline.h"
#include "store/postgres/postgres.h"
#include "store/postgres/statement_own.h"

#include <string.h>

/* So many answers are kept, more than a batch of mails has, so many bytes of
 * all, and of one. */
#define KEPT_MAX 2048
#define ALL_MAX ((size_t)16 << 20)
#define ONE_MAX ((size_t)64 << 10)
/* What is read ahead takes at most so many values. */
enum { VALUES_MAX = 8 };
/* A statement is read ahead while its use is not below 0: each time costs one,
 * and whoever wants it brings one, two if it was there.  Both ways count for
 * themselves: what is of use for a sender need not be for other readers. */
enum { USE_MIN = -8, USE_MAX = 16 };

enum ahead { ALONG, TOGETHER };

struct postgres_answer {
	PGresult *rows;
	uint64_t tables; /* that it was read from */
	char person[POSTGRES_DIGITS]; /* that it is about alone; "": all */
	bool of_sender; /* of mails of that one */
	bool is_old; /* something has been written since */
	bool is_new; /* it came ahead, and nobody has wanted it yet... */
	enum ahead how; /* ...in that way */
};

struct answers {
	GHashTable *kept; /* by what was asked */
	/* Match (in decimal; "": none) -> those that it was asked about and
	 * that are not old. */
	GHashTable *of_match;
	size_t bytes;
	bool waits; /* something was sent for, and may not be there yet */
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

struct answers *
postgres_answers_new(void)
{
	struct answers *a = g_new0(struct answers, 1);

	a->kept = g_hash_table_new_full(
	    hash, equals, postgres_question_free, answer_unref);
	a->of_match = g_hash_table_new_full(
	    g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
	return a;
}

void
postgres_answers_free(struct answers *a)
{
	g_hash_table_unref(a->kept);
	g_hash_table_unref(a->of_match);
	g_free(a);
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

/* Of a statement with such values. */
static const char *
match_of(const struct postgres_statement *s, const struct postgres_values *v)
{
	return s->match == 0 ? NULL : v->values[s->match - 1];
}

/* The person in it; NULL: none. */
static const char *
person_of(const struct postgres_statement *s, const struct postgres_values *v)
{
	const int place = postgres_place(s, ":person");

	return place == 0 ? NULL : v->values[place - 1];
}

const char *
postgres_only_person(
    const struct postgres_statement *s, const struct postgres_values *v)
{
	const char *person =
	    s->text.of_reader || s->text.of_sender ? person_of(s, v) : NULL;

	return person == NULL ? "" : person;
}

static GPtrArray *
answers_about(struct answers *a, const char *match)
{
	const char *name = match == NULL ? "" : match;
	GPtrArray *list = g_hash_table_lookup(a->of_match, name);

	if (list == NULL) {
		list = g_ptr_array_new_with_free_func(answer_unref);
		g_hash_table_insert(a->of_match, g_strdup(name), list);
	}
	return list;
}

/* The answers have the rows from now on; person: that they are about alone, or
 * "". */
static struct postgres_answer *
keep(struct store *st, const struct postgres_statement *s, const char *match,
    const char *person, GString *asked, PGresult *rows)
{
	const struct postgres_own *own = st->own;
	struct answers *a = own->answers;
	struct postgres_answer *answer = g_rc_box_new0(struct postgres_answer);

	if (g_hash_table_size(a->kept) >= KEPT_MAX || a->bytes >= ALL_MAX)
		postgres_outdate_all(st);
	answer->rows = rows;
	answer->tables = s->text.tables;
	g_strlcpy(answer->person, person, sizeof(answer->person));
	answer->of_sender = s->text.of_sender;
	a->bytes += pq.resultMemorySize(rows);
	g_hash_table_replace(a->kept, asked, answer);
	g_ptr_array_add(answers_about(a, match), g_rc_box_acquire(answer));
	return answer;
}

static void
change_use(struct postgres_statement *s, enum ahead how, int by)
{
	s->use[how] = CLAMP(s->use[how] + by, USE_MIN, USE_MAX);
}

/* Beside a narrow transaction others write, so only what it holds is kept: rows
 * of its match, rows of tables that wide ones alone change, and rows that it
 * has locked; and how often senders were answered. */
static bool
may_keep(const struct store *st, const struct postgres_statement *s,
    const struct postgres_values *v)
{
	if (!s->text.keeps)
		return false;
	if (s->text.of_match && postgres_is_narrow(st))
		return postgres_claims_have(st, match_of(s, v));
	return postgres_claims_hold(
	    st, s->text.locks ? 0 : s->text.tables, match_of(s, v));
}

bool
postgres_recall(struct store *st, struct postgres_statement *s)
{
	struct postgres_own *own = st->own;
	struct postgres_answer *answer;

	if (!may_keep(st, s, &s->bound) ||
	    g_hash_table_size(own->answers->kept) == 0)
		return false;
	answer = g_hash_table_lookup(
	    own->answers->kept, question(own, s->name, &s->bound));
	if (answer == NULL || answer->is_old)
		return false;
	if (answer->is_new)
		change_use(s, answer->how, 2);
	answer->is_new = false;
	s->answer = g_rc_box_acquire(answer);
	s->rows = answer->rows;
	return true;
}

/* Parameters of which the last value is used again when the caller of
 * store_ahead names none: a moment, a choice, or the end of a road. */
static bool
is_of_all(const char *name)
{
	static const char *const names[] = { ":since", ":now", ":behind",
		":replaces", ":all_0", ":all_1", ":like_0", ":like_1",
		":like_2" };

	for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* A part of a value would ask for something else, or end within a character. */
static void
note_values(struct postgres_statement *s)
{
	for (guint i = 0; i < s->text.names->len; i++) {
		const char *value = s->bound.values[i];

		if (is_of_all(g_ptr_array_index(s->text.names, i)) &&
		    value != NULL &&
		    strlen(value) < sizeof(s->parameters[i].last))
			g_strlcpy(s->parameters[i].last, value,
			    sizeof(s->parameters[i].last));
	}
}

void
postgres_keep(struct store *st, struct postgres_statement *s)
{
	struct postgres_own *own = st->own;

	if (!may_keep(st, s, &s->bound) ||
	    pq.resultMemorySize(s->rows) > ONE_MAX)
		return;
	if (!s->met && (!s->text.locks || s->text.of_reader) &&
	    s->text.names->len > 0 && s->text.names->len <= VALUES_MAX)
		g_ptr_array_add(own->readers, s);
	s->met = true;
	change_use(s, ALONG, 1);
	change_use(s, TOGETHER, 1);
	note_values(s);
	s->answer = g_rc_box_acquire(keep(st, s, match_of(s, &s->bound),
	    postgres_only_person(s, &s->bound),
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

/* Their places stay, so that they are not read ahead again in this transaction:
 * what was written once is mostly written again before it is asked for. */
static void
outdate(GPtrArray *list, uint64_t tables, const char *person)
{
	for (guint i = list == NULL ? 0 : list->len; i-- > 0;) {
		struct postgres_answer *answer = list->pdata[i];

		if ((answer->tables & tables) == 0 ||
		    (person != NULL && answer->person[0] != '\0' &&
			strcmp(answer->person, person) != 0))
			continue;
		answer->is_old = true;
		g_ptr_array_remove_index_fast(list, i);
	}
}

/* In a narrow transaction what is written about one match changes nothing that
 * was asked about another one (may_keep); nor does a letter to one person
 * change which ones another has. */
int
postgres_outdate(struct store *st, const struct postgres_statement *s)
{
	const struct postgres_own *own = st->own;
	struct answers *a = own->answers;
	const char *match = match_of(s, &s->bound);
	const char *person = s->text.only_adds ? person_of(s, &s->bound) : NULL;
	GHashTableIter each;
	void *list;

	/* It could come later, and be older. */
	if (a->waits && postgres_end_ahead(st) == -1)
		return -1;
	if (match != NULL && postgres_is_narrow(st)) {
		outdate(g_hash_table_lookup(a->of_match, match), s->text.tables,
		    person);
		outdate(g_hash_table_lookup(a->of_match, ""), s->text.tables,
		    person);
		return 0;
	}
	g_hash_table_iter_init(&each, a->of_match);
	while (g_hash_table_iter_next(&each, NULL, &list))
		outdate(list, s->text.tables, person);
	return 0;
}

/* person NULL: of any. */
static void
outdate_sender(GPtrArray *list, const char *person)
{
	for (guint i = list->len; i-- > 0;) {
		struct postgres_answer *answer = list->pdata[i];

		if (!answer->of_sender ||
		    (person != NULL && strcmp(answer->person, person) != 0))
			continue;
		answer->is_old = true;
		g_ptr_array_remove_index_fast(list, i);
	}
}

void
postgres_outdate_sender(struct store *st, int64_t person)
{
	const struct postgres_own *own = st->own;
	char room[POSTGRES_DIGITS];
	const char *name = person == 0 ? NULL : postgres_decimal(room, person);
	GHashTableIter each;
	void *list;

	g_hash_table_iter_init(&each, own->answers->of_match);
	while (g_hash_table_iter_next(&each, NULL, &list))
		outdate_sender(list, name);
}

void
postgres_outdate_all(struct store *st)
{
	const struct postgres_own *own = st->own;
	struct answers *a = own->answers;

	g_hash_table_remove_all(a->kept);
	g_hash_table_remove_all(a->of_match);
	a->bytes = 0;
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
	bool any = false;

	if (t == s)
		return false;
	for (guint i = 0; i < n; i++) {
		const char *name = g_ptr_array_index(t->text.names, i);
		const char *last = t->parameters[i].last;
		const int place = last[0] == '\0' ? postgres_place(s, name) : 0;

		if (last[0] == '\0' &&
		    (place == 0 || (strcmp(name, ":id") == 0 &&
				       t->text.subject != s->text.subject)))
			return false;
		any = any || place > 0;
		room->values[i] = place > 0 ? s->bound.values[place - 1] : last;
		room->lengths[i] = place > 0 ? s->bound.lengths[place - 1] : 0;
		room->formats[i] = place > 0 ? s->bound.formats[place - 1] : 0;
	}
	room->v = (struct postgres_values){ .values = room->values,
		.lengths = room->lengths,
		.formats = room->formats,
		.n = (int)n };
	return any;
}

static int
send_for(struct store *st, struct postgres_statement *t,
    const struct postgres_values *v, enum ahead how)
{
	struct postgres_own *own = st->own;
	const GString *asked;

	if (t->serial != own->serial || !may_keep(st, t, v))
		return 0;
	asked = question(own, t->name, v);
	if (g_hash_table_contains(own->answers->kept, asked))
		return 0;
	change_use(t, how, -1);
	return postgres_send_ahead(st, t, v, copy(asked));
}

int
postgres_read_ahead(struct store *st, struct postgres_statement *s)
{
	struct postgres_own *own = st->own;
	struct values_room room;
	int r = 0;

	for (guint i = 0; i < own->readers->len && r == 0; i++) {
		struct postgres_statement *t =
		    g_ptr_array_index(own->readers, i);

		if (t->use[ALONG] >= 0 && take_values(t, s, &room))
			r = send_for(st, t, &room.v, ALONG);
	}
	return r;
}

/* What is called "id" is that of a match or of a person. */
static const char *
name_of(const struct postgres_statement *t, guint i)
{
	const char *name = g_ptr_array_index(t->text.names, i);

	if (strcmp(name, ":id") != 0)
		return name;
	return t->match != 0 ? ":match"
	       : t->text.subject ==
		       postgres_table_bit("person", strlen("person"))
		   ? ":person"
		   : name;
}

/* One that is no UTF-8 is sent in other words later (postgres_bind_text), and
 * as it is the server refuses it; so nothing is asked about it ahead. */
static bool
find_values(const struct postgres_statement *t,
    const struct store_value *values, size_t n, struct values_room *room)
{
	bool any = false;

	room->v = (struct postgres_values){ .values = room->values,
		.lengths = room->lengths,
		.formats = room->formats,
		.n = (int)t->text.names->len };
	for (guint i = 0; i < t->text.names->len; i++) {
		const char *name = name_of(t, i);
		size_t k = 0;

		while (k < n && strcmp(values[k].name, name) != 0)
			k++;
		if (k == n && t->parameters[i].last[0] == '\0')
			return false;
		any = any || k < n;
		room->values[i] =
		    k < n ? values[k].value : t->parameters[i].last;
		if (room->values[i] != NULL &&
		    !g_utf8_validate(room->values[i], -1, NULL))
			return false;
		room->lengths[i] = room->formats[i] = 0;
	}
	return any;
}

/* What is asked for a dozen mails at once costs as often, before any of it can
 * have been of use. */
static void
find_useful(const struct postgres_own *own)
{
	for (guint i = 0; i < own->readers->len; i++) {
		struct postgres_statement *t =
		    g_ptr_array_index(own->readers, i);

		t->useful = t->use[TOGETHER] >= 0;
	}
}

int
postgres_send_ahead_of(struct store *st, const struct store_value *values,
    size_t n, bool of_reader)
{
	struct postgres_own *own = st->own;
	struct values_room room;
	int r = 0;

	if (!own->answers->waits)
		find_useful(own);
	own->answers->waits = true;
	for (guint i = 0; i < own->readers->len && r == 0; i++) {
		struct postgres_statement *t =
		    g_ptr_array_index(own->readers, i);

		if (t->useful && (t->text.of_reader || !of_reader) &&
		    find_values(t, values, n, &room))
			r = send_for(st, t, &room.v, TOGETHER);
	}
	return r;
}

int
postgres_end_ahead(struct store *st)
{
	const struct postgres_own *own = st->own;
	const int r = postgres_gather(st, NULL);

	own->answers->waits = false;
	return r;
}

void
postgres_keep_ahead(struct store *st, const struct postgres_statement *s,
    const char *match, const char *person, GString *asked, PGresult *rows)
{
	const struct postgres_own *own = st->own;
	struct postgres_answer *answer;

	if (pq.resultMemorySize(rows) > ONE_MAX) {
		postgres_question_free(asked);
		pq.clear(rows);
		return;
	}
	answer = keep(st, s, match, person, asked, rows);
	answer->is_new = true;
	answer->how = own->answers->waits ? TOGETHER : ALONG;
}

void
postgres_forget_reader(struct store *st, struct postgres_statement *s)
{
	const struct postgres_own *own = st->own;

	g_ptr_array_remove(own->readers, s);
}
