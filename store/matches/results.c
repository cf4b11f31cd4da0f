/* SPDX-License-Identifier: ISC */
/*
 * Results of matches.  They could be replayed from the logs, which takes a
 * millisecond each; ratings want all of them at once.
 */
#include "store/matches/results.h"

#include "base/err.h"
#include "store/db.h"
#include "store/engine.h"
#include "store/fields.h"

enum {
	Q_SET,
	Q_GAME,
	Q_MATCH,
	Q_PERSON,
	Q_BETWEEN,
	Q_UNRATED,
	Q_RATED,
	Q_RATED_SET,
	Q_MISSING,
	Q_FOUND
};
#define RESULT "SELECT game, ended, match, seat, score, place, person, level"
/* Of the last matches of a person. */
#define PERSON(matches, grouped)                                  \
	RESULT " FROM result WHERE match IN (" matches            \
	       " FROM result WHERE person = :person" grouped      \
	       " ORDER BY ended DESC, match DESC LIMIT :matches)" \
	       " ORDER BY ended DESC, match DESC, seat"
static const char *const sql[] = {
	[Q_SET] = "INSERT INTO result"
		  " (game, ended, match, seat, score, place, person, level)"
		  " VALUES (:game, :ended, :match, :seat, :score, :place,"
		  " :person, :level)"
		  " ON CONFLICT (game, ended, match, seat) DO UPDATE SET"
		  " score = excluded.score, place = excluded.place,"
		  " person = excluded.person, level = excluded.level",
	[Q_GAME] = RESULT " FROM result WHERE game = :game"
			  " ORDER BY ended, match, seat",
	[Q_MATCH] = RESULT " FROM result WHERE match = :match ORDER BY seat",
	[Q_PERSON] = PERSON("SELECT DISTINCT match", ""),
	[Q_BETWEEN] = RESULT " FROM result WHERE match IN (SELECT match"
			     " FROM result WHERE person = :person"
			     " AND ended >= :from AND ended < :until)"
			     " ORDER BY ended, match, seat",
	[Q_UNRATED] = "SELECT id FROM person WHERE rated = 0",
	[Q_RATED] = "SELECT rated FROM person WHERE id = :id",
	[Q_RATED_SET] = "UPDATE person SET rated = :rated WHERE id = :id",
	[Q_MISSING] = "SELECT coalesce((SELECT max(id) FROM match WHERE id <="
		      " (SELECT CAST(value AS INTEGER) FROM meta"
		      " WHERE key = 'results')), 0)",
	[Q_FOUND] = "UPDATE meta SET value = :left WHERE key = 'results'",
};
static const char *const postgres[G_N_ELEMENTS(sql)] = {
	/* what orders them must belong to what is selected */
	[Q_PERSON] = PERSON("SELECT match", " GROUP BY match, ended"),
};
const struct db_sql results_sql = { sql, G_N_ELEMENTS(sql), postgres };

static const struct db_field result_fields[] = {
	FIELD(result_row, TEXT, game),
	FIELD(result_row, NUMBER, ended),
	FIELD(result_row, NUMBER, match),
	FIELD(result_row, INT, seat),
	FIELD(result_row, INT, score),
	FIELD(result_row, INT, place),
	FIELD(result_row, LINK, person),
	FIELD(result_row, TEXT, level),
};
static const struct db_type result_type =
    DB_TYPE(result_row, result_fields, result_row_free);

void
result_row_free(struct result_row *row)
{
	db_free(&result_type, row);
}

int
store_result_set(struct store *st, const struct result_row *row)
{
	struct statement *q = db_take(st, DB_RESULT, Q_SET);

	db_bind(q, &result_type, row);
	if (db_done(st, q) == -1)
		return err_more(st->err, "match %lld: result of seat %d",
		    (long long)row->match, row->seat);
	return 0;
}

/* Read without a copy: there may be hundreds of thousands. */
int
store_results(struct store *st, const char *game, result_each *each, void *to)
{
	struct statement *q = db_take(st, DB_RESULT, Q_GAME);
	struct result_row row = { .game = (char *)(uintptr_t)game };
	int r;

	db_text(q, ":game", game);
	while ((r = db_row(st, q)) == 1) {
		row.ended = db_get_int(q, 1);
		row.match = db_get_int(q, 2);
		row.seat = (int)db_get_int(q, 3);
		row.score = (int)db_get_int(q, 4);
		row.place = (int)db_get_int(q, 5);
		row.person = db_get_int(q, 6);
		row.level = (char *)(uintptr_t)q->engine->get_text(q, 7);
		each(&row, to);
	}
	return r;
}

GPtrArray *
store_results_of_match(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_RESULT, Q_MATCH);

	db_int(q, ":match", match);
	return db_all_of(st, q, &result_type);
}

GPtrArray *
store_results_of(struct store *st, int64_t person, int matches)
{
	struct statement *q = db_take(st, DB_RESULT, Q_PERSON);

	db_int(q, ":person", person);
	db_int(q, ":matches", matches);
	return db_all_of(st, q, &result_type);
}

GPtrArray *
store_results_between(
    struct store *st, int64_t person, int64_t from, int64_t until)
{
	struct statement *q = db_take(st, DB_RESULT, Q_BETWEEN);

	db_int(q, ":person", person);
	db_int(q, ":from", from);
	db_int(q, ":until", until);
	return db_all_of(st, q, &result_type);
}

GArray *
store_unrated(struct store *st)
{
	return db_ids(st, db_take(st, DB_RESULT, Q_UNRATED));
}

int
store_rated(struct store *st, int64_t person, bool *rated)
{
	struct statement *q = db_take(st, DB_RESULT, Q_RATED);
	int r;

	db_int(q, ":id", person);
	if ((r = db_row(st, q)) == -1)
		return -1;
	if (r == 0)
		return err_set(st->err, ERR_MISSING, "there is no person %lld",
		    (long long)person);
	*rated = db_get_int(q, 0) != 0;
	db_end(q);
	return 0;
}

int
store_rated_set(struct store *st, int64_t person, bool rated)
{
	struct statement *q = db_take(st, DB_RESULT, Q_RATED_SET);

	db_int(q, ":id", person);
	db_int(q, ":rated", rated);
	return db_done_some(st, q);
}

int
store_results_missing(struct store *st, int64_t *match)
{
	return db_one_number(st, db_take(st, DB_RESULT, Q_MISSING), match);
}

int
store_results_found(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_RESULT, Q_FOUND);

	db_int(q, ":left", match - 1);
	return db_done(st, q);
}
