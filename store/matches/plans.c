/* SPDX-License-Identifier: ISC */
/* What seats have sent but what was not made yet: plans and orders. */
#include "store/matches/plans.h"

#include "base/err.h"
#include "store/db.h"
#include "store/fields.h"

enum { Q_SET, Q_DROP, Q_PLANS, Q_ORDER_SET, Q_ORDER_DROP, Q_ORDERS };
static const char *const sql[] = {
	[Q_SET] = "INSERT INTO plan (match, seat, inbox, after, steps, expects,"
		  " held, stopped)"
		  " VALUES (:match, :seat, :inbox, :after, :steps, :expects,"
		  " :held, :stopped)"
		  " ON CONFLICT (match, seat) DO UPDATE"
		  " SET inbox = excluded.inbox, after = excluded.after,"
		  " steps = excluded.steps, expects = excluded.expects,"
		  " held = excluded.held, stopped = excluded.stopped",
	[Q_DROP] = "DELETE FROM plan"
		   " WHERE match = :match AND seat = :seat",
	[Q_PLANS] = "SELECT match, seat, inbox, after, steps, expects,"
		    " held, stopped FROM plan"
		    " WHERE match = :match ORDER BY seat",
	[Q_ORDER_SET] = "INSERT INTO pending (match, seat, inbox, moves, held)"
			" VALUES (:match, :seat, :inbox, :moves, :held)"
			" ON CONFLICT (match, seat) DO UPDATE"
			" SET inbox = excluded.inbox, moves = excluded.moves,"
			" held = excluded.held",
	[Q_ORDER_DROP] = "DELETE FROM pending"
			 " WHERE match = :match AND seat = :seat",
	[Q_ORDERS] = "SELECT match, seat, inbox, moves, held FROM pending"
		     " WHERE match = :match ORDER BY seat",
};
const struct db_sql plans_sql = { sql, G_N_ELEMENTS(sql), NULL };

static const struct db_field plan_fields[] = {
	FIELD(plan_row, NUMBER, match),
	FIELD(plan_row, INT, seat),
	FIELD(plan_row, LINK, inbox),
	FIELD(plan_row, NUMBER, after),
	FIELD(plan_row, TEXT, steps),
	FIELD(plan_row, TEXT, expects),
	FIELD(plan_row, BOOL, held),
	FIELD(plan_row, TEXT, stopped),
};
static const struct db_type plan_type =
    DB_TYPE(plan_row, plan_fields, plan_row_free);
static const struct db_field order_fields[] = {
	FIELD(order_row, NUMBER, match),
	FIELD(order_row, INT, seat),
	FIELD(order_row, LINK, inbox),
	FIELD(order_row, TEXT, moves),
	FIELD(order_row, BOOL, held),
};
static const struct db_type order_type =
    DB_TYPE(order_row, order_fields, order_row_free);

/* ---- plans ---- */

void
plan_row_free(struct plan_row *plan)
{
	db_free(&plan_type, plan);
}

static int
done(struct store *st, struct statement *q, int64_t match, int seat)
{
	if (db_done(st, q) == -1)
		return err_more(st->err, "match %lld: what seat %d plans",
		    (long long)match, seat);
	return 0;
}

int
store_plan_set(struct store *st, const struct plan_row *plan)
{
	struct statement *q = db_take(st, DB_PLAN, Q_SET);

	db_bind(q, &plan_type, plan);
	return done(st, q, plan->match, plan->seat);
}

static int
drop(struct store *st, int n, int64_t match, int seat)
{
	struct statement *q = db_take(st, DB_PLAN, n);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	return db_done(st, q);
}

int
store_plan_drop(struct store *st, int64_t match, int seat)
{
	return drop(st, Q_DROP, match, seat);
}

GPtrArray *
store_plans(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_PLAN, Q_PLANS);

	db_int(q, ":match", match);
	return db_all_of(st, q, &plan_type);
}

/* ---- orders ---- */

void
order_row_free(struct order_row *order)
{
	db_free(&order_type, order);
}

int
store_order_set(struct store *st, const struct order_row *order)
{
	struct statement *q = db_take(st, DB_PLAN, Q_ORDER_SET);

	db_bind(q, &order_type, order);
	return done(st, q, order->match, order->seat);
}

int
store_order_drop(struct store *st, int64_t match, int seat)
{
	return drop(st, Q_ORDER_DROP, match, seat);
}

GPtrArray *
store_orders(struct store *st, int64_t match)
{
	struct statement *q = db_take(st, DB_PLAN, Q_ORDERS);

	db_int(q, ":match", match);
	return db_all_of(st, q, &order_type);
}
