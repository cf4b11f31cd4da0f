/* SPDX-License-Identifier: ISC */
/* Matches and their seats. */
#include "store/db.h"

#include <string.h>

enum {
	Q_ADD,
	Q_MATCH,
	Q_ALL,
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
#define SEAT                                                                  \
	"SELECT s.match, s.seat, s.person, s.name, s.epoch, s.ready, s.luck," \
	" s.held, s.told, s.missed, s.graces, s.hushed FROM seat AS s"
static const char *const sql[] = {
	[Q_ADD] = "INSERT INTO match (game, rules, name, life, options, data,"
		  " given, server_seed, seed, policy, created, started,"
		  " ended, last_event, draws, wanted, paused, looked,"
		  " agreed)"
		  " VALUES (:game, :rules, :name, :life, :options, :data,"
		  " :given, :server_seed, :seed, :policy, :created,"
		  " :started, :ended, :last_event, :draws, :wanted, :paused,"
		  " :looked, :agreed)",
	[Q_MATCH] = MATCH " WHERE id = :id",
	[Q_ALL] = "/* list */ " MATCH " ORDER BY id",
	[Q_UPDATE] = "UPDATE match SET life = :life, seed = :seed,"
		     " started = :started, ended = :ended,"
		     " last_event = :last_event, draws = :draws,"
		     " wanted = :wanted, paused = :paused, looked = :looked"
		     " WHERE id = :id",
	[Q_SEAT_ADD] = "INSERT INTO seat (match, seat, person, name, epoch,"
		       " ready, luck, held, told, missed, graces,"
		       " hushed)"
		       " VALUES (:match, :seat, :person, :name, :epoch,"
		       " :ready, :luck, :held, :told, :missed, :graces,"
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
	[Q_SEAT_UPDATE] = "UPDATE seat SET name = :name, epoch = :epoch,"
			  " ready = :ready, luck = :luck,"
			  " held = :held, told = :told, missed = :missed,"
			  " graces = :graces, hushed = :hushed"
			  " WHERE match = :match AND seat = :seat",
	/* To the letter what index seat_open has. */
	[Q_SEATS_OPEN] = SEAT " JOIN match AS m ON m.id = s.match"
			      " WHERE s.held <> 'person'"
			      " AND s.held IN ('open', 'robot')"
			      " AND m.life = 'running'"
			      " AND (m.game = :game OR :game = '')"
			      " ORDER BY s.match, s.seat",
	[Q_SEAT_GIVE] = "UPDATE seat SET person = :person"
			" WHERE match = :match AND seat = :seat",
};
const struct db_sql matches_sql = { sql, G_N_ELEMENTS(sql) };

static const char *const lives[] = {
	[LIFE_MUSTER] = "muster",
	[LIFE_RUNNING] = "running",
	[LIFE_OVER] = "over",
	[LIFE_ENDED] = "ended",
};
static const char *const holds[] = {
	[HELD_PERSON] = "person",
	[HELD_OPEN] = "open",
	[HELD_ROBOT] = "robot",
};

const char *
seat_held_word(enum seat_held held)
{
	return holds[held];
}

void
match_row_free(struct match_row *m)
{
	if (m == NULL)
		return;
	g_free(m->game);
	g_free(m->name);
	g_free(m->options);
	g_free(m->data);
	g_free(m->given);
	g_free(m->agreed);
	g_free(m->policy);
	if (m->draws != NULL)
		g_byte_array_unref(m->draws);
	g_free(m);
}

void
seat_row_free(struct seat_row *s)
{
	if (s == NULL)
		return;
	g_free(s->name);
	g_free(s->luck);
	g_free(s);
}

static int
read_seed(sqlite3_stmt *q, int column, unsigned char seed[32], struct err *e)
{
	if (sqlite3_column_bytes(q, column) != 32)
		return err_set(e, ERR_DAMAGED, "a %s of a wrong length",
		    sqlite3_column_name(q, column));
	memcpy(seed, sqlite3_column_blob(q, column), 32);
	return 0;
}

static void *
read_match(sqlite3_stmt *q, struct err *e)
{
	struct match_row *m = g_new0(struct match_row, 1);
	int life = db_get_word(q, 4, lives, G_N_ELEMENTS(lives), e);

	if (life == -1 || read_seed(q, 8, m->server_seed, e) == -1 ||
	    read_seed(q, 9, m->seed, e) == -1) {
		match_row_free(m);
		return NULL;
	}
	m->life = (enum match_life)life;
	m->id = db_get_int(q, 0);
	m->game = db_get_text(q, 1);
	m->rules = (int)db_get_int(q, 2);
	m->name = db_get_text(q, 3);
	m->options = db_get_text(q, 5);
	m->data = db_get_text(q, 6);
	m->given = db_get_text(q, 7);
	m->policy = db_get_text(q, 10);
	m->created = db_get_int(q, 11);
	m->started = db_get_int(q, 12);
	m->ended = db_get_int(q, 13);
	m->last_event = db_get_int(q, 14);
	m->draws = db_get_array(q, 15);
	m->wanted = (int)db_get_int(q, 16);
	m->paused = db_get_int(q, 17);
	m->looked = db_get_int(q, 18);
	m->agreed = db_get_text(q, 19);
	return m;
}

static void *
read_seat(sqlite3_stmt *q, struct err *e)
{
	struct seat_row *s = g_new0(struct seat_row, 1);
	int held = db_get_word(q, 7, holds, G_N_ELEMENTS(holds), e);

	if (held == -1) {
		seat_row_free(s);
		return NULL;
	}
	s->held = (enum seat_held)held;
	s->match = db_get_int(q, 0);
	s->seat = (int)db_get_int(q, 1);
	s->person = db_get_int(q, 2);
	s->name = db_get_text(q, 3);
	s->epoch = (int)db_get_int(q, 4);
	s->ready = db_get_int(q, 5) != 0;
	s->luck = db_get_text(q, 6);
	s->told = db_get_int(q, 8);
	s->missed = (int)db_get_int(q, 9);
	s->graces = (int)db_get_int(q, 10);
	s->hushed = db_get_int(q, 11);
	return s;
}

/* What both adding and updating a match write. */
static void
bind_course(sqlite3_stmt *q, const struct match_row *m)
{
	db_text(q, ":life", lives[m->life]);
	db_blob(q, ":seed", m->seed, sizeof(m->seed));
	db_int(q, ":started", m->started);
	db_int(q, ":ended", m->ended);
	db_int(q, ":last_event", m->last_event);
	db_int(q, ":wanted", m->wanted);
	db_int(q, ":paused", m->paused);
	db_int(q, ":looked", m->looked);
	if (m->draws != NULL)
		db_blob(q, ":draws", m->draws->data, m->draws->len);
}

static int
add_match(
    struct store *st, const struct match_row *m, int64_t *id, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_MATCHES, Q_ADD);

	bind_course(q, m);
	db_text(q, ":game", m->game);
	db_int(q, ":rules", m->rules);
	db_text(q, ":name", m->name);
	db_text(q, ":options", m->options);
	db_text(q, ":data", m->data);
	db_text(q, ":given", m->given);
	db_text(q, ":agreed", m->agreed);
	db_blob(q, ":server_seed", m->server_seed, sizeof(m->server_seed));
	db_text(q, ":policy", m->policy == NULL ? "{}" : m->policy);
	db_int(q, ":created", m->created);
	if (db_done(st, q, e) == -1)
		return -1;
	*id = sqlite3_last_insert_rowid(st->db);
	return 0;
}

/* What both adding and updating a seat write. */
static void
bind_seat(sqlite3_stmt *q, int64_t match, const struct seat_row *s)
{
	db_int(q, ":match", match);
	db_int(q, ":seat", s->seat);
	db_text(q, ":name", s->name);
	db_int(q, ":epoch", s->epoch);
	db_int(q, ":ready", s->ready);
	db_text(q, ":luck", s->luck);
	db_text(q, ":held", holds[s->held]);
	db_int(q, ":told", s->told);
	db_int(q, ":missed", s->missed);
	db_int(q, ":graces", s->graces);
	db_int(q, ":hushed", s->hushed);
}

/* From the beginning. */
static int
add_holder(struct store *st, int64_t match, const struct seat_row *s,
    int64_t now, struct err *e)
{
	struct holder_row holder = {
		.match = match,
		.seat = s->seat,
		.person = s->person,
		.name = s->name,
		.since = now,
		.after = -1,
	};

	return store_holder_add(st, &holder, e);
}

static int
add_seats(struct store *st, int64_t match, GPtrArray *seats, int64_t now,
    struct err *e)
{
	guint i;

	for (i = 0; i < seats->len; i++) {
		const struct seat_row *s = seats->pdata[i];
		sqlite3_stmt *q = db_take(st, DB_MATCHES, Q_SEAT_ADD);

		bind_seat(q, match, s);
		db_int(q, ":person", s->person);
		if (db_done(st, q, e) == -1)
			return err_more(e, "seat %d", s->seat);
		if (add_holder(st, match, s, now, e) == -1)
			return -1;
	}
	return 0;
}

int
store_seat_add(
    struct store *st, struct seat_row *row, int64_t now, struct err *e)
{
	g_autoptr(GPtrArray) one = g_ptr_array_new();

	g_ptr_array_add(one, row);
	return add_seats(st, row->match, one, now, e);
}

int
store_match_add(
    struct store *st, struct match_row *m, GPtrArray *seats, struct err *e)
{
	int64_t id;
	guint i;

	if (db_begin_inner(st, __func__, e) == -1)
		return -1;
	if (add_match(st, m, &id, e) == -1 ||
	    add_seats(st, id, seats, m->created, e) == -1) {
		store_rollback(st);
		return err_more(e, "match %s", m->name);
	}
	if (store_commit(st, e) == -1)
		return -1;
	m->id = id;
	for (i = 0; i < seats->len; i++)
		((struct seat_row *)seats->pdata[i])->match = id;
	return 0;
}

struct match_row *
store_match(struct store *st, int64_t id, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_MATCHES, Q_MATCH);

	db_int(q, ":id", id);
	return db_one(st, q, read_match, e);
}

GPtrArray *
store_matches(struct store *st, struct err *e)
{
	return db_all(st, db_take(st, DB_MATCHES, Q_ALL), read_match,
	    (GDestroyNotify)match_row_free, e);
}

int
store_match_update(struct store *st, const struct match_row *m, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_MATCHES, Q_UPDATE);

	db_int(q, ":id", m->id);
	bind_course(q, m);
	if (db_done_some(st, q, e) == -1)
		return err_more(e, "match %lld", (long long)m->id);
	return 0;
}

GPtrArray *
store_seats(struct store *st, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_MATCHES, Q_SEATS);

	db_int(q, ":match", match);
	return db_all(st, q, read_seat, (GDestroyNotify)seat_row_free, e);
}

int
store_seat_update(struct store *st, const struct seat_row *s, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_MATCHES, Q_SEAT_UPDATE);

	bind_seat(q, s->match, s);
	if (db_done_some(st, q, e) == -1)
		return err_more(
		    e, "match %lld: seat %d", (long long)s->match, s->seat);
	return 0;
}

int
store_seat_give(struct store *st, const struct seat_row *s, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_MATCHES, Q_SEAT_GIVE);

	db_int(q, ":match", s->match);
	db_int(q, ":seat", s->seat);
	db_int(q, ":person", s->person);
	if (db_done_some(st, q, e) == -1)
		return err_more(
		    e, "match %lld: seat %d", (long long)s->match, s->seat);
	return 0;
}

GPtrArray *
store_seats_of(struct store *st, int64_t person, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_MATCHES, Q_SEATS_OF);

	db_int(q, ":person", person);
	return db_all(st, q, read_seat, (GDestroyNotify)seat_row_free, e);
}

GPtrArray *
store_seats_owed(struct store *st, int64_t person, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_MATCHES, Q_SEATS_OWED);

	db_int(q, ":person", person);
	return db_all(st, q, read_seat, (GDestroyNotify)seat_row_free, e);
}

GPtrArray *
store_seats_open(struct store *st, const char *game, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_MATCHES, Q_SEATS_OPEN);

	db_text(q, ":game", game);
	return db_all(st, q, read_seat, (GDestroyNotify)seat_row_free, e);
}
