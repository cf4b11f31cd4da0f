/* SPDX-License-Identifier: ISC */
/* Matches and their seats. */
#include "store/matches/matches.h"

#include "base/err.h"
#include "store/db.h"
#include "store/fields.h"
#include "store/matches/tenures.h"
#include "store/matches/match_seeds.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/transaction.h"

#include <string.h>

enum {
	Q_ADD,
	Q_MATCH,
	Q_IDS,
	Q_SEEDS,
	Q_UPDATE,
	Q_SEAT_ADD,
	Q_SEATS,
	Q_SEATS_OF,
	Q_SEATS_OWED,
	Q_SEAT_UPDATE,
	Q_SEAT_GIVE,
	Q_SEATS_OPEN
};
#define MATCH                                                       \
	"SELECT id, game, rules, name, life, options, data, given," \
	" server_seed, seed, policy, created, started, ended,"      \
	" last_event, draws, wanted, paused, looked, agreed FROM match"
#define SEAT                                                                   \
	"SELECT s.match, s.seat, s.person, s.name, s.epoch, s.ready, s.luck,"  \
	" s.held, s.level, s.told, s.missed, s.graces, s.hushed FROM seat AS " \
	"s"
static const char *const sql[] = {
	/* a number that no match ever had, nor one that is deleted */
	[Q_ADD] = "/* id */ INSERT INTO match (id, game, rules, name, life, "
		  "options, data,"
		  " given, server_seed, seed, policy, created, started,"
		  " ended, last_event, draws, wanted, paused, looked,"
		  " agreed)"
		  " VALUES (1 + max(coalesce((SELECT max(id) FROM match), 0),"
		  " coalesce((SELECT last FROM counter"
		  " WHERE name = 'match'), 0)),"
		  " :game, :rules, :name, :life, :options, :data,"
		  " :given, :server_seed, :seed, :policy, :created,"
		  " :started, :ended, :last_event, :draws, :wanted, :paused,"
		  " :looked, :agreed)",
	[Q_MATCH] = MATCH " WHERE id = :match",
	/* Not with IN: two ways through the index need no sorting. */
	[Q_IDS] = "SELECT id FROM match WHERE life = :one UNION ALL"
		  " SELECT id FROM match WHERE life = :other ORDER BY id",
	[Q_SEEDS] = "/* list */ SELECT id AS match, server_seed FROM match",
	[Q_UPDATE] = "/* sure */"
		     " UPDATE match SET life = :life, seed = :seed,"
		     " started = :started, ended = :ended,"
		     " last_event = :last_event, draws = :draws,"
		     " wanted = :wanted, paused = :paused, looked = :looked"
		     " WHERE id = :id",
	[Q_SEAT_ADD] = "INSERT INTO seat (match, seat, person, name, epoch,"
		       " ready, luck, held, level, told, missed, graces,"
		       " hushed)"
		       " VALUES (:match, :seat, :person, :name, :epoch,"
		       " :ready, :luck, :held, :level, :told, :missed, :graces,"
		       " :hushed)",
	[Q_SEATS] = SEAT " WHERE s.match = :match ORDER BY s.seat",
	[Q_SEATS_OF] = SEAT " JOIN match AS m ON m.id = s.match"
			    " WHERE s.person = :person"
			    " AND s.held = 'person'"
			    " AND m.life IN ('muster', 'running')"
			    " ORDER BY s.match, s.seat",
	[Q_SEATS_OWED] = SEAT " JOIN match AS m ON m.id = s.match"
			      " WHERE s.person = :person"
			      " AND s.held = 'person'"
			      " AND m.life IN ('over', 'ended')"
			      " AND s.told < m.last_event"
			      " ORDER BY s.match, s.seat",
	[Q_SEAT_UPDATE] = "/* sure */"
			  " UPDATE seat SET name = :name, epoch = :epoch,"
			  " ready = :ready, luck = :luck,"
			  " held = :held, level = :level, told = :told,"
			  " missed = :missed,"
			  " graces = :graces, hushed = :hushed"
			  " WHERE match = :match AND seat = :seat",
	/* To the letter what index seat_open has.  A seat that a robot was
	 * given from the beginning is not free. */
	[Q_SEATS_OPEN] = SEAT " JOIN match AS m ON m.id = s.match"
			      " WHERE s.held <> 'person'"
			      " AND (s.held = 'open' OR s.held = 'robot'"
			      " AND s.person IS NOT NULL)"
			      " AND m.life = 'running'"
			      " AND (m.game = :game OR :game = '')"
			      " ORDER BY s.match, s.seat",
	[Q_SEAT_GIVE] = "UPDATE seat SET person = :person"
			" WHERE match = :match AND seat = :seat",
};
const struct db_sql matches_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const char *const lives[] = {
	[STATUS_MUSTER] = "muster",
	[STATUS_RUNNING] = "running",
	[STATUS_OVER] = "over",
	[STATUS_ENDED] = "ended",
};
static const char *const holds[] = {
	[OCCUPANT_PERSON] = "person",
	[OCCUPANT_OPEN] = "open",
	[OCCUPANT_ROBOT] = "robot",
};

static const struct db_field match_fields[] = {
	FIELD(match_row, NUMBER, id),
	FIELD(match_row, TEXT, game),
	FIELD(match_row, INT, rules),
	FIELD(match_row, TEXT, name),
	FIELD_OF_WORDS(match_row, status, ":life", lives),
	FIELD(match_row, TEXT, options),
	FIELD(match_row, TEXT, data),
	FIELD_NAMED(match_row, TEXT, preset, ":given"),
	FIELD(match_row, SEED, server_seed),
	FIELD(match_row, SEED, seed),
	FIELD(match_row, TEXT, policy),
	FIELD(match_row, NUMBER, created),
	FIELD(match_row, NUMBER, started),
	FIELD(match_row, NUMBER, ended),
	FIELD(match_row, NUMBER, last_event),
	FIELD(match_row, ARRAY, draws),
	FIELD(match_row, INT, wanted),
	FIELD(match_row, NUMBER, paused),
	FIELD(match_row, NUMBER, looked),
	FIELD(match_row, TEXT, agreed),
};
static const struct db_type match_type =
    DB_TYPE(match_row, match_fields, match_row_free);
static const struct db_field seed_fields[] = {
	FIELD(match_seed, NUMBER, match),
	FIELD(match_seed, SEED, server_seed),
};
static const struct db_type seed_type =
    DB_TYPE(match_seed, seed_fields, g_free);
static const struct db_field seat_fields[] = {
	FIELD(seat_row, NUMBER, match),
	FIELD(seat_row, INT, seat),
	FIELD(seat_row, LINK, person),
	FIELD(seat_row, TEXT, name),
	FIELD(seat_row, INT, epoch),
	FIELD(seat_row, BOOL, ready),
	FIELD(seat_row, TEXT, luck),
	FIELD_OF_WORDS(seat_row, occupant, ":held", holds),
	FIELD(seat_row, TEXT, level),
	FIELD(seat_row, NUMBER, told),
	FIELD(seat_row, INT, missed),
	FIELD(seat_row, INT, graces),
	FIELD_NAMED(seat_row, NUMBER, undisclosed, ":hushed"),
};
static const struct db_type seat_type =
    DB_TYPE(seat_row, seat_fields, seat_row_free);

const char *
occupant_word(enum occupant held)
{
	return holds[held];
}

void
match_row_free(struct match_row *m)
{
	db_free(&match_type, m);
}

bool
match_is_past(const struct match_row *row)
{
	return row->status == STATUS_OVER || row->status == STATUS_ENDED;
}

void
seat_row_free(struct seat_row *s)
{
	db_free(&seat_type, s);
}

static int
add_match(struct store *st, const struct match_row *m, int64_t *id)
{
	struct statement *q = db_take(st, DB_MATCHES, Q_ADD);

	db_bind(q, &match_type, m);
	if (m->policy == NULL)
		db_text(q, ":policy", "{}");
	if (db_done(st, q) == -1)
		return -1;
	*id = db_last_id(st);
	return 0;
}

/* From the beginning. */
static int
add_tenure(
    struct store *st, int64_t match, const struct seat_row *s, int64_t now)
{
	struct tenure_row tenure = {
		.match = match,
		.seat = s->seat,
		.person = s->person,
		.name = s->name,
		.since = now,
		.after = -1,
	};

	return store_tenure_add(st, &tenure);
}

static int
add_seats(struct store *st, int64_t match, GPtrArray *seats, int64_t now)
{
	guint i;

	for (i = 0; i < seats->len; i++) {
		const struct seat_row *s = seats->pdata[i];
		struct statement *q = db_take(st, DB_MATCHES, Q_SEAT_ADD);

		db_bind(q, &seat_type, s);
		db_int(q, ":match", match);
		if (db_done(st, q) == -1)
			return err_more(st->err, "seat %d", s->seat);
		if (s->person != 0 && add_tenure(st, match, s, now) == -1)
			return -1;
	}
	return 0;
}

int
store_seat_add(struct store *st, struct seat_row *row, int64_t now)
{
	g_autoptr(GPtrArray) one = g_ptr_array_new();

	g_ptr_array_add(one, row);
	return add_seats(st, row->match, one, now);
}

int
store_match_add(struct store *st, struct match_row *m, GPtrArray *seats)
{
	int64_t id;
	guint i;

	if (db_begin_inner(st, __func__) == -1)
		return -1;
	if (add_match(st, m, &id) == -1 ||
	    add_seats(st, id, seats, m->created) == -1) {
		store_rollback(st);
		return err_more(st->err, "match %s", m->name);
	}
	if (store_commit(st) == -1)
		return -1;
	m->id = id;
	for (i = 0; i < seats->len; i++)
		((struct seat_row *)seats->pdata[i])->match = id;
	return 0;
}

struct match_row *
store_match(struct store *st, int64_t id)
{
	struct statement *q = db_take(st, DB_MATCHES, Q_MATCH);

	db_int(q, ":match", id);
	return db_one_of(st, q, &match_type);
}

GArray *
store_match_ids(
    struct store *st, enum match_status one, enum match_status other)
{
	struct statement *q = db_take(st, DB_MATCHES, Q_IDS);

	db_text(q, ":one", lives[one]);
	db_text(q, ":other", one == other ? NULL : lives[other]);
	return db_ids(st, q);
}

GPtrArray *
store_match_seeds(struct store *st)
{
	return db_all_of(st, db_take(st, DB_MATCHES, Q_SEEDS), &seed_type);
}

int
store_match_update(struct store *st, const struct match_row *m)
{
	struct statement *q = db_take(st, DB_MATCHES, Q_UPDATE);

	db_bind(q, &match_type, m);
	if (db_done_some(st, q) == -1)
		return err_more(st->err, "match %lld", (long long)m->id);
	return 0;
}

GPtrArray *
store_seats(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_MATCHES, Q_SEATS);

	db_int(q, ":match", match);
	return db_all_of(st, q, &seat_type);
}

int
store_seat_update(struct store *st, const struct seat_row *s)
{
	struct statement *q = db_take(st, DB_MATCHES, Q_SEAT_UPDATE);

	db_bind(q, &seat_type, s);
	if (db_done_some(st, q) == -1)
		return err_more(st->err, "match %lld: seat %d",
		    (long long)s->match, s->seat);
	return 0;
}

int
store_seat_give(struct store *st, const struct seat_row *s)
{
	struct statement *q = db_take(st, DB_MATCHES, Q_SEAT_GIVE);

	db_bind(q, &seat_type, s);
	if (db_done_some(st, q) == -1)
		return err_more(st->err, "match %lld: seat %d",
		    (long long)s->match, s->seat);
	return 0;
}

GPtrArray *
store_seats_of(struct store *st, int64_t person)
{
	struct statement *q = db_take(st, DB_MATCHES, Q_SEATS_OF);

	db_int(q, ":person", person);
	return db_all_of(st, q, &seat_type);
}

GPtrArray *
store_seats_owed(struct store *st, int64_t person)
{
	struct statement *q = db_take(st, DB_MATCHES, Q_SEATS_OWED);

	db_int(q, ":person", person);
	return db_all_of(st, q, &seat_type);
}

GPtrArray *
store_seats_open(struct store *st, const char *game)
{
	struct statement *q = db_take(st, DB_MATCHES, Q_SEATS_OPEN);

	db_text(q, ":game", game);
	return db_all_of(st, q, &seat_type);
}
