/* SPDX-License-Identifier: ISC */
/* What seats have sent but what was not made yet: plans and orders. */
#include "store/db.h"

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
const struct db_sql plans_sql = { sql, G_N_ELEMENTS(sql) };

/* ---- plans ---- */

void
plan_row_free(struct plan_row *plan)
{
	if (plan == NULL)
		return;
	g_free(plan->steps);
	g_free(plan->expects);
	g_free(plan->stopped);
	g_free(plan);
}

static void *
read_plan(sqlite3_stmt *q, struct err *e)
{
	struct plan_row *plan = g_new0(struct plan_row, 1);

	(void)e;
	plan->match = db_get_int(q, 0);
	plan->seat = (int)db_get_int(q, 1);
	plan->inbox = db_get_int_or(q, 2, 0);
	plan->after = db_get_int(q, 3);
	plan->steps = db_get_text(q, 4);
	plan->expects = db_get_text(q, 5);
	plan->held = db_get_int(q, 6) != 0;
	plan->stopped = db_get_text(q, 7);
	return plan;
}

static int
done(struct store *st, sqlite3_stmt *q, int64_t match, int seat, struct err *e)
{
	if (db_done(st, q, e) == -1)
		return err_more(e, "match %lld: what seat %d plans",
		    (long long)match, seat);
	return 0;
}

int
store_plan_set(struct store *st, const struct plan_row *plan, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_PLAN, Q_SET);

	db_int(q, ":match", plan->match);
	db_int(q, ":seat", plan->seat);
	db_int_or(q, ":inbox", plan->inbox, 0);
	db_int(q, ":after", plan->after);
	db_text(q, ":steps", plan->steps);
	db_text(q, ":expects", plan->expects);
	db_int(q, ":held", plan->held);
	db_text(q, ":stopped", plan->stopped);
	return done(st, q, plan->match, plan->seat, e);
}

static int
drop(struct store *st, int n, int64_t match, int seat, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_PLAN, n);

	db_int(q, ":match", match);
	db_int(q, ":seat", seat);
	return db_done(st, q, e);
}

int
store_plan_drop(struct store *st, int64_t match, int seat, struct err *e)
{
	return drop(st, Q_DROP, match, seat, e);
}

GPtrArray *
store_plans(struct store *st, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_PLAN, Q_PLANS);

	db_int(q, ":match", match);
	return db_all(st, q, read_plan, (GDestroyNotify)plan_row_free, e);
}

/* ---- orders ---- */

void
order_row_free(struct order_row *order)
{
	if (order == NULL)
		return;
	g_free(order->moves);
	g_free(order);
}

static void *
read_order(sqlite3_stmt *q, struct err *e)
{
	struct order_row *order = g_new0(struct order_row, 1);

	(void)e;
	order->match = db_get_int(q, 0);
	order->seat = (int)db_get_int(q, 1);
	order->inbox = db_get_int_or(q, 2, 0);
	order->moves = db_get_text(q, 3);
	order->held = db_get_int(q, 4) != 0;
	return order;
}

int
store_order_set(struct store *st, const struct order_row *order, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_PLAN, Q_ORDER_SET);

	db_int(q, ":match", order->match);
	db_int(q, ":seat", order->seat);
	db_int_or(q, ":inbox", order->inbox, 0);
	db_text(q, ":moves", order->moves);
	db_int(q, ":held", order->held);
	return done(st, q, order->match, order->seat, e);
}

int
store_order_drop(struct store *st, int64_t match, int seat, struct err *e)
{
	return drop(st, Q_ORDER_DROP, match, seat, e);
}

GPtrArray *
store_orders(struct store *st, int64_t match, struct err *e)
{
	sqlite3_stmt *q = db_take(st, DB_PLAN, Q_ORDERS);

	db_int(q, ":match", match);
	return db_all(st, q, read_order, (GDestroyNotify)order_row_free, e);
}
