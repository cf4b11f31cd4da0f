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
#define KEPT_MAX 4096
#define ALL_MAX ((size_t)16 << 20)
#define ONE_MAX ((size_t)64 << 10)
/* A statement is read ahead while its use is not below 0.  When a transaction
 * ends, or forgets all answers, each answer that nobody has wanted costs one
 * (but none of them does if work was put off for which some came), and each
 * that somebody has brings as much as a journey is worth, whether it was there
 * or not.  Both ways count for themselves: what is of use for a sender need not
 * be for other readers. */
enum { USE_MIN = -8, USE_MAX = 16, JOURNEY = 4 };

struct postgres_answer {
	PGresult *rows;
	uint64_t tables; /* that it was read from */
	char person[POSTGRES_DIGITS]; /* that it is about alone; "": all */
	bool of_sender; /* of mails of that one */
	bool is_old; /* something has been written since */
	/* It came ahead, and nobody has wanted it yet; else NULL... */
	struct postgres_statement *unwanted;
	enum postgres_ahead_way way; /* ...in that way */
};

struct answers {
	GHashTable *kept; /* by what was asked */
	/* Match (in decimal; "": none) -> those that it was asked about and
	 * that are not old. */
	GHashTable *of_match;
	size_t bytes;
	bool spares; /* those that nobody wants, until all are forgotten */
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

const GString *
postgres_question(
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

bool
postgres_is_kept(const struct store *st, const GString *question)
{
	const struct postgres_own *own = st->own;

	return g_hash_table_contains(own->answers->kept, question);
}

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

/* The answers have the rows from now on. */
static struct postgres_answer *
keep(struct store *st, const struct postgres_statement *s,
    struct postgres_ahead about, GString *asked, PGresult *rows)
{
	const struct postgres_own *own = st->own;
	struct answers *a = own->answers;
	struct postgres_answer *answer = g_rc_box_new0(struct postgres_answer);

	if (g_hash_table_size(a->kept) >= KEPT_MAX || a->bytes >= ALL_MAX)
		postgres_outdate_all(st);
	answer->rows = rows;
	answer->tables = s->text.tables;
	g_strlcpy(answer->person, about.person, sizeof(answer->person));
	answer->of_sender = s->text.of_sender;
	a->bytes += pq.resultMemorySize(rows);
	answer->is_old = about.is_old;
	g_hash_table_replace(a->kept, asked, answer);
	if (!answer->is_old)
		g_ptr_array_add(
		    answers_about(a, about.match), g_rc_box_acquire(answer));
	return answer;
}

bool
postgres_may_keep(const struct store *st, const struct postgres_statement *s,
    const struct postgres_values *v)
{
	if (!s->text.keeps)
		return false;
	if (s->text.of_mail)
		return true;
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

	if (!postgres_may_keep(st, s, &s->bound) ||
	    g_hash_table_size(own->answers->kept) == 0)
		return false;
	answer = g_hash_table_lookup(
	    own->answers->kept, postgres_question(own, s->name, &s->bound));
	if (answer == NULL || answer->is_old)
		return false;
	if (answer->unwanted != NULL)
		s->brought[answer->way] += JOURNEY;
	answer->unwanted = NULL;
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

	if (!postgres_may_keep(st, s, &s->bound) ||
	    pq.resultMemorySize(s->rows) > ONE_MAX)
		return;
	if (!s->is_reader && (!s->text.locks || s->text.of_reader) &&
	    s->text.names->len > 0 &&
	    s->text.names->len <= POSTGRES_AHEAD_MAX) {
		g_ptr_array_add(own->readers, s);
		s->is_reader = true;
	}
	for (int way = 0; way < POSTGRES_AHEAD_WAYS && s->is_reader; way++)
		s->brought[way] += JOURNEY;
	note_values(s);
	s->answer = g_rc_box_acquire(keep(st, s,
	    (struct postgres_ahead){ .match = match_of(s, &s->bound),
		.person = postgres_only_person(s, &s->bound) },
	    copy(postgres_question(own, s->name, &s->bound)), s->rows));
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

bool
postgres_makes_old(
    uint64_t tables, const char *person, uint64_t read_from, const char *about)
{
	return (tables & read_from) != 0 &&
	       (person == NULL || about[0] == '\0' ||
		   strcmp(person, about) == 0);
}

/* Their places stay, so that they are not read ahead again in this transaction:
 * what was written once is mostly written again before it is asked for. */
static void
outdate(GPtrArray *list, uint64_t tables, const char *person)
{
	for (guint i = list == NULL ? 0 : list->len; i-- > 0;) {
		struct postgres_answer *answer = list->pdata[i];

		if (!postgres_makes_old(
			tables, person, answer->tables, answer->person))
			continue;
		answer->is_old = true;
		g_ptr_array_remove_index_fast(list, i);
	}
}

/* In a narrow transaction what is written about one match changes nothing that
 * was asked about another one (postgres_may_keep); nor does a letter to one
 * person change which ones another has. */
void
postgres_outdate(struct store *st, const struct postgres_statement *s)
{
	const struct postgres_own *own = st->own;
	struct answers *a = own->answers;
	const char *match = match_of(s, &s->bound);
	const char *person = s->text.only_adds ? person_of(s, &s->bound) : NULL;
	GHashTableIter each;
	void *list;

	postgres_outdate_sent(
	    st, s->text.tables, postgres_is_narrow(st) ? match : NULL, person);
	if (match != NULL && postgres_is_narrow(st)) {
		outdate(g_hash_table_lookup(a->of_match, match), s->text.tables,
		    person);
		outdate(g_hash_table_lookup(a->of_match, ""), s->text.tables,
		    person);
		return;
	}
	g_hash_table_iter_init(&each, a->of_match);
	while (g_hash_table_iter_next(&each, NULL, &list))
		outdate(list, s->text.tables, person);
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

	postgres_outdate_sent_sender(st, name);
	g_hash_table_iter_init(&each, own->answers->of_match);
	while (g_hash_table_iter_next(&each, NULL, &list))
		outdate_sender(list, name);
}

/* What was brought until now. */
static void
note_use(const GPtrArray *readers)
{
	for (guint i = 0; i < readers->len; i++) {
		struct postgres_statement *s = g_ptr_array_index(readers, i);

		for (int way = 0; way < POSTGRES_AHEAD_WAYS; way++) {
			s->use[way] = CLAMP(
			    s->use[way] + s->brought[way], USE_MIN, USE_MAX);
			s->brought[way] = 0;
		}
	}
}

void
postgres_outdate_all(struct store *st)
{
	const struct postgres_own *own = st->own;
	struct answers *a = own->answers;
	GHashTableIter each;
	void *kept;

	g_hash_table_iter_init(&each, a->kept);
	while (g_hash_table_iter_next(&each, NULL, &kept)) {
		const struct postgres_answer *answer = kept;

		if (answer->unwanted != NULL && !a->spares)
			answer->unwanted->brought[answer->way]--;
	}
	a->spares = false;
	note_use(own->readers);
	g_hash_table_remove_all(a->kept);
	g_hash_table_remove_all(a->of_match);
	a->bytes = 0;
}

void
postgres_spare_unwanted(struct store *st)
{
	const struct postgres_own *own = st->own;

	own->answers->spares = true;
}

void
postgres_keep_ahead(struct store *st, struct postgres_statement *s,
    struct postgres_ahead about, GString *asked, PGresult *rows)
{
	struct postgres_answer *answer;

	if (pq.resultMemorySize(rows) > ONE_MAX) {
		postgres_question_free(asked);
		pq.clear(rows);
		return;
	}
	answer = keep(st, s, about, asked, rows);
	answer->unwanted = s;
	answer->way = about.way;
}

void
postgres_forget_reader(struct store *st, struct postgres_statement *s)
{
	const struct postgres_own *own = st->own;
	GHashTableIter each;
	void *kept;

	g_ptr_array_remove(own->readers, s);
	g_hash_table_iter_init(&each, own->answers->kept);
	while (g_hash_table_iter_next(&each, NULL, &kept)) {
		struct postgres_answer *answer = kept;

		if (answer->unwanted == s)
			answer->unwanted = NULL;
	}
}
