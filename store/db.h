/* SPDX-License-Identifier: ISC */
/*
 * What the files of store/ share: the open database, its statements, and the
 * few ways to run them.  SQL stands in constant tables, one a file.  Each is
 * prepared when it is first wanted, for a command wants few; all are by
 * store_check, and so by its tests.  Nothing is ever pasted into one.
 *
 * A statement that reads a whole table of truth begins with the comment
 * "list"; every other one goes by an index (tests/store/plans.c).
 */
#ifndef STORE_DB_H
#define STORE_DB_H

#include "base/err.h"
#include "store/store.h"

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DB_NESTING 8
#define DB_BUSY_MS 15000

/* Letters that have not left, to the letter as index outbox_waiting has them:
 * then it is used.  Of a list behind IN, SQLite would make a table each time.
 */
#define DB_WAITING                                               \
	"(state = 'new' OR state = 'sending' OR state = 'later'" \
	" OR state = 'unknown')"

/* One table of statements: a file of store/ each. */
enum db_part {
	DB_META,
	DB_PEOPLE,
	DB_MATCHES,
	DB_EVENTS,
	DB_ONLOOKERS,
	DB_TIMERS,
	DB_STOPS,
	DB_INBOX,
	DB_ANSWERS,
	DB_OUTBOX,
	DB_READER,
	DB_PLAN,
	DB_PREFERENCES,
	DB_CALENDAR,
	DB_NOTICES,
	DB_TROUBLE,
	DB_BOUNCE,
	DB_UNPROVED,
	DB_MAILBOX,
	DB_OVERVIEW,
	DB_TALLY,
	DB_FIGURES,
	DB_ASK,
	DB_HOLDERS,
	DB_ABSENCES,
	DB_STANDINS,
	DB_TALK,
	DB_ACTION,
	DB_HINT,
	DB_RESULT,
	DB_VOTE,
	DB_SIGNUP,
	DB_PICTURE,
	DB_SPRITE,
	DB_FORGET,
	DB_KEEP,
	DB_DELETION,
	DB_PACK,
	DB_HELD,
	DB_LEFT,
	DB_SHOWN,
	DB_PAGE,
	DB_SERIES,
	DB_WAITING_ANSWER,
	DB_SET_BACK,
	DB_PARTS /* how many */
};

struct db_sql {
	const char *const *text;
	int n;
	const char *const *postgres; /* where it has others; or NULL */
};
extern const struct db_sql meta_sql;
extern const struct db_sql people_sql;
extern const struct db_sql matches_sql;
extern const struct db_sql events_sql;
extern const struct db_sql onlookers_sql;
extern const struct db_sql timers_sql;
extern const struct db_sql stops_sql, set_back_sql;
extern const struct db_sql inbox_sql, answers_sql;
extern const struct db_sql outbox_sql, reader_sql;
extern const struct db_sql plans_sql;
extern const struct db_sql preference_sql;
extern const struct db_sql calendar_sql;
extern const struct db_sql notice_sql, waiting_answer_sql;
extern const struct db_sql trouble_sql, bounce_sql;
extern const struct db_sql unproved_sql;
extern const struct db_sql mailbox_sql;
extern const struct db_sql overview_sql;
extern const struct db_sql tally_sql;
extern const struct db_sql figures_sql;
extern const struct db_sql ask_sql;
extern const struct db_sql tenures_sql;
extern const struct db_sql absences_sql;
extern const struct db_sql substitutes_sql;
extern const struct db_sql talk_sql;
extern const struct db_sql action_sql;
extern const struct db_sql hint_sql;
extern const struct db_sql results_sql;
extern const struct db_sql vote_sql;
extern const struct db_sql signup_sql;
extern const struct db_sql picture_sql, sprite_sql;
extern const struct db_sql forget_sql, keep_sql;
extern const struct db_sql deletion_sql;
extern const struct db_sql pack_sql;
extern const struct db_sql outbox_held_sql, left_sql;
extern const struct db_sql shown_sql, page_sql;
extern const struct db_sql series_sql;

struct statement;
struct store {
	const struct db_engine *engine; /* store/engine.h... */
	void *own; /* ...and what is its own */
	char *path;
	struct err *err; /* where faults are told, or NULL */
	int version; /* of the schema that it is to have: the newest, mostly */
	int busy_ms;
	int depth; /* of transactions */
	const char *where[DB_NESTING]; /* the functions that began them */
	struct statement **statements[DB_PARTS]; /* as far as wanted */
	struct err unfit; /* why the last one that was NULL was */
	struct known *known; /* known.h; NULL: nothing is */
	struct packer *packer; /* pack.c; NULL: not yet needed */
	store_before *before; /* the schema steps are made; or NULL */
	void *before_arg;
};

/* ---- db.c ---- */

int db_prepare_all(struct store *);

/* ---- statements.c ---- */

/* How many statements a part has. */
int db_count(enum db_part);
/* Prepared now, if it was not yet; NULL: the database does not fit it, and
 * why stands in unfit. */
struct statement *db_statement(struct store *, enum db_part, int n);
/* Is it worth taking a short statement before that long one, or in its place?
 * Not if that is prepared already, and never on a server: each is a journey. */
bool db_ask_first(const struct store *, enum db_part, int n);
/* All of a part, now. */
int db_prepare(struct store *, enum db_part);
void db_finalize(struct store *, enum db_part);

/* ---- transaction.c ---- */

/* store_begin, which must stand within another one: asserted. */
int db_begin_inner(struct store *, const char *where);

/* ---- query.c ---- */

/* Run SQL that gives no rows, or whose rows do not matter. */
int db_exec(struct store *, const char *sql);
/* The number that SQL answers with. */
int db_number(struct store *, const char *sql, int64_t *n);

/*
 * A statement, to bind and run.  One that changes something must stand in a
 * transaction: asserted.  NULL if it cannot be prepared: whatever binds takes
 * that, and db_row says why.
 */
struct statement *db_take(struct store *, enum db_part, int n);

/* Bind by name, a literal; what is handed in must last until the statement has
 * run. */
void db_int(struct statement *, const char *name, int64_t);
/* NULL if it is the value for "none" */
void db_int_or(struct statement *, const char *name, int64_t, int64_t none);
void db_text(
    struct statement *, const char *name, const char *); /* NULL: NULL */
void db_word(struct statement *, const char *name, const char *); /* NULL: '' */
void db_blob(struct statement *, const char *name, const void *, size_t);

/*
 * Next row: 1 if there is one, 0 at the end, -1 with err.  After 0 and -1 the
 * statement is done with; after 1 a caller that reads no further calls db_end.
 */
int db_row(struct store *, struct statement *);
void db_end(struct statement *);
/* Run a statement without rows. */
int db_done(struct store *, struct statement *);
/* Run one that gives one row with one number, to its end: only then has a
 * statement that changes something done so. */
int db_one_number(struct store *, struct statement *, int64_t *n);
/* Run a SELECT EXISTS. */
int db_any(struct store *, struct statement *, bool *any);
/* db_done, with ERR_MISSING if it changed nothing. */
int db_done_some(struct store *, struct statement *);
/* How many rows the last statement changed, and the id of the one it added. */
int64_t db_changes(struct store *);
int64_t db_last_id(struct store *);

/* Columns, copied. */
char *db_get_text(struct statement *, int column); /* NULL if NULL */
int64_t db_get_int(struct statement *, int column);
int64_t db_get_int_or(struct statement *, int column, int64_t none);
GByteArray *db_get_array(struct statement *, int column); /* NULL if NULL */
GBytes *db_get_bytes(struct statement *, int column); /* NULL if NULL */
/* Of unpacked(raw), or of a text; no bytes if NULL; NULL with err. */
GBytes *db_get_raw(struct statement *, int column, struct err *);
/* The place of a word in a table; -1 with ERR_DAMAGED if it is unknown. */
int db_get_word(struct statement *, int column, const char *const *words, int n,
    struct err *);

/*
 * Whole rows.  reader makes one of the columns, or returns NULL with err if
 * they make no sense.
 */
/* The first column of all rows, numbers: GArray of int64_t; NULL on error. */
GArray *db_ids(struct store *, struct statement *);
/* All rows; NULL on an error. */
GPtrArray *db_all(struct store *, struct statement *,
    void *(*reader)(struct statement *, struct err *), GDestroyNotify free_row);

#endif
