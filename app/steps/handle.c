/* SPDX-License-Identifier: ISC */
/*
 * The step handle: one inbox row, one transaction (a savepoint in a batch, so
 * that a thousand mails need not wait for a thousand disk writes).
 */
#include "app/steps/look_ahead.h"
#include "app/steps/mail_heads.h"
#include "app/steps/mail_lanes.h"
#include "app/steps/steps.h"
#include "app/steps/tries.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/reply_keys.h"
#include "app/home/veil.h"
#include "app/matches/clocks/clocks.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/parse.h"
#include "app/players/route.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"
#include "mail/incoming/read.h"
#include "mail/incoming/reading.h"
#include "store/claims.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_lists.h"
#include "store/people/people.h"
#include "store/transaction.h"

#include <string.h>

#define BATCH 64
/*
 * Others who want to write wait that long, and for one mail, at most; then
 * there is a pause in which they get their turn, for they look every 100 ms.
 */
#define SLICE G_USEC_PER_SEC
#define PAUSE (G_USEC_PER_SEC / 8)
/* Where many write, they wait for each other in turns. */
#define SHARED_SLICE (G_USEC_PER_SEC / 4)

/* Errors that another try may mend: the row stays as it is. */
static bool
may_pass(const struct err *e)
{
	return e->code == ERR_IO || e->code == ERR_BUSY;
}

static void
log_handled(struct home *home, const struct inbox_row *row)
{
	bool hides = row->state != INBOX_HELD && veil_hides_mail(home, row);

	if (hides && row->match != 0)
		log_info("mail-came", "inbox %lld: match %lld seat %d: came",
		    (long long)row->id, (long long)row->match, row->seat);
	else if (hides)
		log_info("mail-came", "inbox %lld: came", (long long)row->id);
	else if (row->match != 0)
		log_info("mail-handled", "inbox %lld: match %lld seat %d: %s",
		    (long long)row->id, (long long)row->match, row->seat,
		    row->note);
	else
		log_info("mail-handled", "inbox %lld: %s: %s",
		    (long long)row->id, inbox_state_word(row->state),
		    row->note);
}

/* The person who sent this mail; 0: not known for sure, as when the organiser
 * let it in, or when it came from an address that gets no letters. */
static int64_t
sender_of(const struct handling *h)
{
	const struct person *person = h->id.person;

	return person != NULL && h->row->sender != NULL &&
		       g_ascii_strcasecmp(h->row->sender, person->address) == 0
		   ? person->id
		   : 0;
}

static int
handle_row(struct handling *h)
{
	struct home *home = h->home;
	const struct reading reading = reading_words(home_words(home), NULL);

	if (letter_open(h->row->raw, home->err) == -1)
		return -1;
	home_speak(home, home->config->language);
	h->letter = letter_read(
	    h->row->raw, h->row->cut, home->config->address, &reading);
	if (route_mail(h) == -1 ||
	    store_inbox_update(home->store, h->row) == -1)
		return err_more(
		    h->home->err, "inbox %lld", (long long)h->row->id);
	store_ahead_handled(home->store, sender_of(h));
	log_handled(home, h->row);
	return 0;
}

/* Whose mail could not be handled hears of it, if that can be done. */
static void
tell_sender(struct handling *h)
{
	struct err e = { 0 }, *outer = home_errors(h->home, &e);
	int r;

	IN_TRANSACTION(h->home->store, r, route_unhandled(h));
	home_errors(h->home, outer);
	if (r == 0)
		return;
	log_warn("sender-not-told", "inbox %lld: its sender is not told: %s",
	    (long long)h->row->id, e.text);
}

/*
 * A row that cannot be handled: kept for another try, or set aside.  What is
 * known of its sender stays, so that it is known again; what was done with it
 * is taken back.
 */
static int
set_aside(struct handling *h, int64_t handled, const char *why)
{
	struct inbox_row *row = h->row;

	log_warn("mail-failed", "%s", why);
	g_free(row->note);
	row->note = g_strdup(why);
	row->match = 0;
	row->seat = -1;
	row->handled = handled;
	row->state = INBOX_NEW;
	row->answer = ANSWER_NONE;
	if (row->tries++ >= TRIES_MAX) {
		log_warn("mail-set-aside",
		    "inbox %lld: set aside after %d tries", (long long)row->id,
		    TRIES_MAX);
		tell_sender(h);
		row->state = INBOX_DEAD;
		row->handled = h->home->now;
	}
	return store_inbox_update(h->home->store, row);
}

/* The row's work is all there or not at all.  *again: not at all, for it may
 * not be done beside others. */
static int
handle_savepoint(struct handling *h, int *n, bool *again)
{
	struct store *store = h->home->store;
	int64_t handled = h->row->handled;
	struct err why = { 0 }, *outer;
	int r;

	if (store_begin(store, __func__) == -1)
		return -1;
	outer = home_errors(h->home, &why);
	r = handle_row(h);
	home_errors(h->home, outer);
	*again = store_too_narrow(store);
	if (*again) {
		store_ahead_cut(store);
		store_rollback(store);
		return 0;
	}
	if (r == 0) {
		++*n;
		checkpoint("handled a row");
		return store_commit(store);
	}
	store_ahead_cut(store);
	store_rollback(store);
	/* What a server refused may be of a mail before it: then all of them
	 * are taken back, their tries count, and each is handled alone. */
	if (may_pass(&why) || store_has_ended(store)) {
		*h->home->err = why;
		return -1;
	}
	return set_aside(h, handled, why.text);
}

/* Its bytes may have been kept with its header. */
static struct inbox_row *
read_row(struct home *home, GPtrArray *rows, int64_t id)
{
	const struct mail_head *head = mail_head(home, id);
	struct inbox_row *row = NULL;

	if (head == NULL || head->raw == NULL)
		return store_inbox(home->store, id);
	for (guint i = 0; i < rows->len && row == NULL; i++)
		if (((const struct inbox_row *)rows->pdata[i])->id == id)
			row = g_ptr_array_steal_index_fast(rows, i);
	if (row == NULL)
		row = store_inbox_head(home->store, id);
	if (row != NULL)
		row->raw = g_bytes_ref(head->raw);
	return row;
}

static int
handle_one(struct home *home, GPtrArray *rows, int64_t id, int *n, bool *again)
{
	struct inbox_row *row = read_row(home, rows, id);
	struct handling h;
	int r;

	if (row == NULL)
		return -1;
	/* another worker has handled it since it was listed */
	if (row->state != INBOX_NEW) {
		inbox_row_free(row);
		return 0;
	}
	handling_begin(&h, home, row);
	r = handle_savepoint(&h, n, again);
	home_speak(home, NULL);
	handling_end(&h);
	return r;
}

/* ---- batches ---- */

/* Those of the batch without their bytes, in one journey.  In a narrow
 * transaction nobody changes them but the worker that handles them: they are
 * claimed, and a mail changes its own row alone. */
static GPtrArray *
read_rows(struct home *home, const GArray *batch)
{
	g_autofree int64_t *ids = g_new(int64_t, batch->len);

	if (!store_is_narrow(home->store))
		return g_ptr_array_new();
	for (guint i = 0; i < batch->len; i++)
		ids[i] = g_array_index(batch, struct inbox_try, i).id;
	return store_inbox_heads(home->store, ids, batch->len);
}

static int
handle_these(struct home *home, const GArray *batch, int *n, guint *end)
{
	const bool shared = store_is_shared(home->store);
	const int64_t slice = shared ? SHARED_SLICE : SLICE;
	const int64_t begin = g_get_monotonic_time();
	g_autoptr(GPtrArray) rows = read_rows(home, batch);
	struct look_ahead ahead = look_ahead_begin(home, batch);
	bool again = false;
	int r = rows == NULL ? -1 : 0;
	guint i;

	for (i = 0; i < batch->len && r == 0; i++) {
		const int64_t id = g_array_index(batch, struct inbox_try, i).id;

		if (i > 0 && g_get_monotonic_time() - begin > slice) {
			store_ahead_cut(home->store);
			break;
		}
		r = look_ahead(&ahead, i);
		if (r == 0)
			r = handle_one(home, rows, id, n, &again);
		if (again) {
			mail_is_wide(home, id);
			break;
		}
	}
	*end = i;
	return r;
}

static int
handle_batch(struct home *home, const GArray *batch, int *n)
{
	int done = 0, r;
	guint i = 0;

	if (store_begin(home->store, __func__) == -1)
		return -1;
	r = handle_these(home, batch, &done, &i);
	if (r == 0)
		r = tries_uncount(home, batch, i);
	if (r == -1) {
		store_rollback(home->store);
		return -1;
	}
	checkpoint("before the commit");
	if (store_commit(home->store) == -1)
		return -1;
	checkpoint("after the commit");
	*n += done;
	if (i < batch->len && !store_is_shared(home->store))
		g_usleep(PAUSE);
	return 0;
}

static int
handle_tried(struct home *home, const GArray *batch, int *n)
{
	checkpoint("counted tries");
	if (handle_batch(home, batch, n) == 0)
		return 0;
	if (may_pass(home->err))
		tries_give_back(home, batch);
	return -1;
}

static int
try_batch(struct home *home, const GArray *ids, int *n)
{
	g_autoptr(GArray) batch =
	    g_array_new(FALSE, FALSE, sizeof(struct inbox_try));

	if (tries_count(home, ids, batch, NULL) == -1)
		return -1;
	return handle_tried(home, batch, n);
}

int
handle_one_mail(struct home *home, int64_t id, int *n)
{
	g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));

	g_array_append_val(ids, id);
	return try_batch(home, ids, n);
}

/*
 * Letters of this step tell the deadlines that hold behind the pulse; both are
 * on the disk before a letter leaves.
 */
static int
first_batch(struct home *home, int *n)
{
	g_autoptr(GArray) batch =
	    g_array_new(FALSE, FALSE, sizeof(struct inbox_try));
	g_autoptr(GArray) ids = store_inbox_new(home->store, BATCH);
	int r;

	if (ids == NULL)
		return -1;
	if (ids->len == 0)
		return outage_look(home);
	if (store_begin(home->store, __func__) == -1)
		return -1;
	if (outage_look(home) == -1 ||
	    tries_count(home, ids, batch, NULL) == -1) {
		store_rollback(home->store);
		return -1;
	}
	r = store_commit(home->store);
	return r == -1 ? -1 : handle_tried(home, batch, n);
}

/* ---- beside other workers ---- */

enum {
	LETTERS = 8, /* of a mail: numbers for so many are got at once */
	BUSY_MAX = 3 /* times that others were in the way, one after another */
};

static int
claim_and_handle(struct home *home, int *n, enum mails_left *left)
{
	struct mail_batch mails;
	int r = mails_claim(home, *left, &mails);

	*left = mails.left;
	if (r == 0 && mails.tried->len > 0) {
		if (!mails.wide)
			store_narrow(
			    home->store, LETTERS * (int)mails.tried->len);
		r = handle_tried(home, mails.tried, n);
		store_wide(home->store);
	}
	mails_give_back(home, &mails);
	return r;
}

static int
handle_shared(struct home *home, int *n)
{
	enum mails_left left = MAILS_MAYBE;
	int busy = 0;

	if (outage_look(home) == -1)
		return -1;
	while (left != MAILS_NONE && !home_ends(home)) {
		if (claim_and_handle(home, n, &left) == 0)
			busy = 0;
		else if (home->err->code != ERR_BUSY || ++busy == BUSY_MAX)
			return -1;
		else
			home->err->code = 0;
	}
	return 0;
}

/* ---- the step ---- */

static int
handle_alone(struct home *home, int *n)
{
	if (first_batch(home, n) == -1)
		return -1;
	while (!home_ends(home)) {
		g_autoptr(GArray) ids = store_inbox_new(home->store, BATCH);

		if (ids == NULL)
			return -1;
		if (ids->len == 0)
			return 0;
		if (try_batch(home, ids, n) == -1)
			return -1;
	}
	return 0;
}

/*
 * A mail that was handled is handled again, with the same outcome, if its row
 * is still new after a loss of power, so the disk needs to have none of this
 * before a letter leaves.
 */
int
step_handle(struct home *home, int64_t now, int *n, struct err *e)
{
	int r;

	home_work(home, now, e);

	*n = 0;
	if (keys_load(home) == -1)
		return -1;
	if (home_ends(home))
		return 0;
	if (store_sync_later(home->store, true) == -1)
		return -1;
	r = store_is_shared(home->store) ? handle_shared(home, n)
					 : handle_alone(home, n);
	return store_sync_later_end(home->store, r);
}
