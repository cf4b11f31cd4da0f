/* SPDX-License-Identifier: ISC */
/* The people who would take over a seat, and to whom one was offered. */
#include "store/matches/substitutes.h"

#include "base/err.h"
#include "store/db.h"

enum { Q_SET, Q_DROP, Q_OF, Q_FOR, Q_OFFER, Q_OFFERS, Q_LATER, Q_DUE, Q_HURRY };
#define OFFER "SELECT id, match, seat, epoch, person, at, due FROM offer"
static const char *const sql[] = {
	[Q_SET] = "INSERT INTO standby (person, game, since)"
		  " VALUES (:person, :game, :now)"
		  " ON CONFLICT (person, game) DO NOTHING",
	[Q_DROP] = "DELETE FROM standby WHERE person = :person",
	[Q_OF] = "SELECT game FROM standby WHERE person = :person"
		 " ORDER BY game",
	[Q_FOR] = "SELECT person FROM standby WHERE game IN ('', :game)"
		  " GROUP BY person ORDER BY min(since), person",
	[Q_OFFER] =
	    "/* id */ INSERT INTO offer (match, seat, epoch, person, at, due)"
	    " VALUES (:match, :seat, :epoch, :person, :at, :due)",
	[Q_OFFERS] = OFFER " WHERE person = :person AND due = 0"
			   " ORDER BY id DESC LIMIT :max",
	[Q_LATER] = "UPDATE offer SET due = :due WHERE id = :id",
	[Q_DUE] = OFFER " INDEXED BY offer_due WHERE due > 0 AND due <= :now"
			" ORDER BY id",
	[Q_HURRY] = "UPDATE offer SET due = :now"
		    " WHERE person = :person AND due > :now",
};
const struct db_sql substitutes_sql = { sql, G_N_ELEMENTS(sql), NULL };

int
store_substitute_set(
    struct store *st, int64_t person, const char *game, int64_t now)
{
	struct statement *q = db_take(st, DB_STANDINS, Q_SET);

	db_int(q, ":person", person);
	db_text(q, ":game", game);
	db_int(q, ":now", now);
	return db_done(st, q);
}

int
store_substitute_drop(struct store *st, int64_t person)
{
	struct statement *q = db_take(st, DB_STANDINS, Q_DROP);

	db_int(q, ":person", person);
	return db_done(st, q);
}

static void *
read_game(struct statement *q, struct err *e)
{
	(void)e;
	return db_get_text(q, 0);
}

GPtrArray *
store_substitute_of(struct store *st, int64_t person)
{
	struct statement *q = db_take(st, DB_STANDINS, Q_OF);

	db_int(q, ":person", person);
	return db_all(st, q, read_game, g_free);
}

GArray *
store_substitutes(struct store *st, const char *game)
{
	struct statement *q = db_take(st, DB_STANDINS, Q_FOR);

	db_text(q, ":game", game);
	return db_ids(st, q);
}

int
store_offer_add(struct store *st, struct offer_row *o)
{
	struct statement *q = db_take(st, DB_STANDINS, Q_OFFER);

	db_int(q, ":match", o->match);
	db_int(q, ":seat", o->seat);
	db_int(q, ":epoch", o->epoch);
	db_int(q, ":person", o->person);
	db_int(q, ":at", o->at);
	db_int(q, ":due", o->due);
	if (db_done(st, q) == -1)
		return err_more(st->err, "match %lld: offer of seat %d",
		    (long long)o->match, o->seat);
	o->id = db_last_id(st);
	return 0;
}

static void *
read_offer(struct statement *q, struct err *e)
{
	struct offer_row *o = g_new0(struct offer_row, 1);

	(void)e;
	o->id = db_get_int(q, 0);
	o->match = db_get_int(q, 1);
	o->seat = (int)db_get_int(q, 2);
	o->epoch = (int)db_get_int(q, 3);
	o->person = db_get_int(q, 4);
	o->at = db_get_int(q, 5);
	o->due = db_get_int(q, 6);
	return o;
}

GPtrArray *
store_offers(struct store *st, int64_t person, int max)
{
	struct statement *q = db_take(st, DB_STANDINS, Q_OFFERS);

	db_int(q, ":person", person);
	db_int(q, ":max", max);
	return db_all(st, q, read_offer, g_free);
}

int
store_offer_later(struct store *st, int64_t id, int64_t due)
{
	struct statement *q = db_take(st, DB_STANDINS, Q_LATER);

	db_int(q, ":id", id);
	db_int(q, ":due", due);
	return db_done_some(st, q);
}

GPtrArray *
store_offers_due(struct store *st, int64_t now)
{
	struct statement *q = db_take(st, DB_STANDINS, Q_DUE);

	db_int(q, ":now", now);
	return db_all(st, q, read_offer, g_free);
}

int
store_offers_hurry(struct store *st, int64_t person, int64_t now)
{
	struct statement *q = db_take(st, DB_STANDINS, Q_HURRY);

	db_int(q, ":person", person);
	db_int(q, ":now", now);
	return db_done(st, q);
}
