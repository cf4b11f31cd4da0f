/* SPDX-License-Identifier: ISC */
/*
 * The step send: letters leave.  The row of a letter is marked before it is
 * handed over; one found so marked at the start died in between and is handed
 * over again, the same bytes with the same Message-ID.
 *
 * On the roads off this machine letters leave one by one, in the order in
 * which they were written.  One commit stands between two of them: with it
 * the fate of one and the mark of the next are written.
 */
#include "app/transport/send.h"

#include "app/home/config.h"
#include "app/home/drawn.h"
#include "app/home/home.h"
#include "app/transport/letter_lanes.h"
#include "app/transport/receive.h"
#include "base/checkpoint.h"
#include "base/log.h"
#include "mail/servers/delivery.h"
#include "store/claims.h"
#include "store/mails/outbox.h"
#include "store/transaction.h"

#define BATCH 512 /* numbers of letters in memory */

/* ---- one by one ---- */

struct leaving {
	const struct sending *s;
	struct home *home;
	int64_t now;
	int *n;
	int64_t room; /* so many may leave */
	bool works; /* one got through */
	bool ended;

	GArray *ids;
	guint next; /* of ids */
	/* these, where several workers are */
	const struct letter_batch *batch;
	bool any; /* one of them may leave */

	struct outbox_row *row; /* under way, or NULL */
	enum outbox_state before; /* its state before it was marked */
	struct delivery delivery;
};

static int
judge_fault(struct leaving *l)
{
	/* It was no try: it waits as it did. */
	l->row->state = l->before;
	l->ended = true;
	log_warn(
	    "sending-paused", "no letters leave: %s", l->delivery.err.text);
	if (store_outbox_update(l->home->store, l->row) == -1)
		return -1;
	return backoff_begin(l->home, l->delivery.err.text);
}

static int
judge(struct leaving *l)
{
	if (l->delivery.fate == DELIVERY_FAULT)
		return judge_fault(l);
	if (send_judged(l->s, l->row, &l->delivery) == -1)
		return -1;
	if (l->delivery.slow) {
		/* Before the next one mails are looked at, and deadlines. */
		l->ended = true;
		l->home->not_before = l->now + 1;
	}
	if (l->delivery.fate != DELIVERY_SENT)
		return 0;
	l->room--;
	(*l->n)++;
	if (l->works || !l->s->troubled)
		return 0;
	l->works = true;
	return backoff_over(l->home);
}

/* The next number, if any; 0: none. */
static int
next_id(struct leaving *l, int64_t *id)
{
	*id = 0;
	if (l->next == l->ids->len && !store_is_shared(l->home->store)) {
		GArray *more =
		    store_outbox_due_ids(l->home->store, l->now, BATCH);

		if (more == NULL)
			return -1;
		g_array_unref(l->ids);
		l->ids = more;
		l->next = 0;
	}
	if (l->next < l->ids->len)
		*id = g_array_index(l->ids, int64_t, l->next++);
	return 0;
}

/* The one whose number came last.  *row is NULL if there is none; or if it may
 * not leave now. */
static int
look_at(struct leaving *l, int64_t id, struct outbox_row **row)
{
	g_autoptr(GPtrArray) rows = NULL;

	if (l->batch == NULL) {
		*row = store_outbox(l->home->store, id);
		return *row == NULL && l->home->err->code != 0 ? -1 : 0;
	}
	rows = letters_take(l->home, l->batch, l->next - 1, 1);
	if (rows == NULL)
		return -1;
	*row = rows->len == 0 ? NULL : g_ptr_array_steal_index(rows, 0);
	return 0;
}

/* Looked at anew: it may have been replaced or dropped since. */
static int
take(struct leaving *l)
{
	struct outbox_row *row;
	int64_t id;

	for (;;) {
		if (next_id(l, &id) == -1)
			return -1;
		if (id == 0)
			return 0;
		l->home->err->code = 0;
		if (look_at(l, id, &row) == -1)
			return -1;
		if (row != NULL && row->next_try <= l->now &&
		    (row->state == OUTBOX_NEW || row->state == OUTBOX_LATER ||
			row->state == OUTBOX_UNKNOWN))
			break;
		outbox_row_free(row);
	}
	l->row = row;
	l->before = row->state;
	l->any = true;
	row->state = OUTBOX_SENDING;
	return store_outbox_update(l->home->store, row);
}

static int
one_commit(struct leaving *l)
{
	if (l->row != NULL && judge(l) == -1)
		return -1;
	g_clear_pointer(&l->row, outbox_row_free);
	if (l->ended || l->room <= 0 || home_ends(l->home))
		return 0;
	return take(l);
}

static int
leave(struct leaving *l)
{
	int r;

	do {
		/* What becomes of others concerns more than the letter. */
		if (!l->s->troubled &&
		    (l->row == NULL || l->delivery.fate == DELIVERY_SENT))
			store_narrow(l->home->store, 0);
		IN_TRANSACTION(l->home->store, r, one_commit(l));
		store_wide(l->home->store);
		drawn_keep(l->home);
		if (r == -1 || l->row == NULL)
			break;
		checkpoint("marked as sending");
		if ((r = receive_put_away(l->home)) == -1)
			break;
		if (l->home->config->send.road == SEND_SMTP)
			send_by_smtp(l->home, l->row, &l->delivery);
		else
			send_by_command(l->home, l->row, &l->delivery);
		checkpoint("handed over");
	} while (true);
	g_clear_pointer(&l->row, outbox_row_free);
	return r;
}

static int
one_by_one(const struct sending *s, int *n)
{
	struct home *home = s->home;
	int64_t now = s->now;
	struct leaving l = { .s = s, .home = home, .now = now, .n = n };
	int r = 0;

	l.ids = store_outbox_due_ids(home->store, now, BATCH);
	if (l.ids == NULL)
		return -1;
	if (l.ids->len > 0)
		r = backoff_room(home, &l.room);
	if (r == 0 && l.room > 0) {
		r = leave(&l);
		if (r == 0 && l.room <= 0) /* until when? */
			r = backoff_room(home, &l.room);
	} else
		send_idle(home);
	g_array_unref(l.ids);
	return r;
}

/* ---- beside other workers ---- */

#define SHARED_BATCH 16 /* letters of which one worker hands over the first */

static int
leave_claimed(const struct sending *s, const struct letter_batch *batch, int *n,
    int *stale, bool *goes_on)
{
	struct home *home = s->home;
	struct leaving l = { .s = s,
		.home = home,
		.now = s->now,
		.n = n,
		.ids = batch->ids,
		.batch = batch };
	int r = backoff_room(home, &l.room);

	if (r == 0 && l.room > 0) {
		r = leave(&l);
		if (r == 0 && l.room <= 0)
			r = backoff_room(home, &l.room);
	}
	*goes_on = r == 0 && l.room > 0 && !l.ended &&
		   letters_go_on(batch, l.any, stale);
	return r;
}

static int
one_by_one_shared(const struct sending *s, int *n)
{
	bool goes_on = true;
	int stale = 0, r = 0;

	for (bool first = true; goes_on && r == 0 && !home_ends(s->home);
	     first = false) {
		struct letter_batch batch;

		goes_on = false;
		r = letters_claim(s->home, s->now, SHARED_BATCH, &batch);
		if (r == 0 && batch.ids->len > 0)
			r = leave_claimed(s, &batch, n, &stale, &goes_on);
		else if (r == 0 && first)
			send_idle(s->home);
		letters_give_back(s->home, &batch);
	}
	return r;
}

/* So many an hour are counted by one worker at a time. */
#define LIMITED "letters by the hour"

static int
send_shared(const struct sending *s, int *n)
{
	struct home *home = s->home;
	struct sending sending = *s;
	bool got = true;
	int r;

	if (backoff_looms(home, &sending.troubled) == -1)
		return -1;
	if (home->config->send.road == SEND_MAILDIR)
		return send_to_maildirs(&sending, n);
	if (home->config->send.per_hour == 0)
		return one_by_one_shared(&sending, n);
	if (store_claim_one(home->store, LIMITED, &got) == -1)
		return -1;
	if (!got)
		return 0;
	r = one_by_one_shared(&sending, n);
	store_unclaim_one(home->store, LIMITED);
	return r;
}

/* ---- the step ---- */

int
send_due(const struct sending *s, int *n)
{
	struct home *home = s->home;
	int r;

	*n = 0;
	home->not_before = 0;
	if (store_is_shared(home->store))
		return send_shared(s, n);
	IN_TRANSACTION(home->store, r, store_outbox_recover(home->store));
	if (r == -1)
		return -1;
	return home->config->send.road == SEND_MAILDIR ? send_to_maildirs(s, n)
						       : one_by_one(s, n);
}
