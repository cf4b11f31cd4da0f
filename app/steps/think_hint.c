/* SPDX-License-Identifier: ISC */
/*
 * Hints that players want: as a robot's move, each is thought of without a lock
 * and given if the match has not changed since.  It is answered once: the row
 * that says that it is wanted goes with the letter.
 */
#include "app/steps/think_hint.h"
#include "app/steps/beside.h"

#include "app/home/home.h"
#include "app/letters/kinds/hints.h"
#include "app/letters/settle.h"
#include "app/matches/moves/hints.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/table.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"
#include "core/match.h"
#include "robot/level.h"
#include "store/matches/hints.h"
#include "store/matches/matches.h"
#include "store/transaction.h"

/* A hint that failed so often, for hours, will go on failing. */
enum { HINT_TRIES = 12 };

/* What was thought without a lock. */
struct pondered {
	int64_t event; /* the last one then */
	GArray *advice; /* NULL: there was nothing to think of */
};

/* The match as it is, read in a transaction that is taken back, and why there
 * is no hint, or NULL. */
static struct table *
look(struct home *home, const struct hint_row *hint, const char **why)
{
	struct table *t;

	if (store_begin(home->store, __func__) == -1)
		return NULL;
	t = table_open(home, hint->match);
	if (t != NULL && hint_refusal(t, hint->seat, why) == -1) {
		table_free(t);
		t = NULL;
	}
	store_rollback(home->store);
	return t;
}

static struct table *
look_beside(struct home *home, const struct hint_row *hint, const char **why)
{
	struct table *t;

	if (beside_begin(home, hint->match) == -1)
		return NULL;
	t = look(home, hint, why);
	beside_end(home, hint->match);
	return t;
}

static int
ponder(struct home *home, const struct hint_row *hint, struct pondered *p)
{
	const char *why = NULL;
	struct table *t = look_beside(home, hint, &why);
	g_autoptr(GArray) legal = NULL;

	if (t == NULL)
		return -1;
	p->event = t->row->last_event;
	if (why == NULL) {
		legal = match_legal(t->match, hint->seat);
		p->advice = hint_ponder(t, hint->seat,
		    robot_level_iterations(ROBOT_STRONG, legal->len));
	}
	table_free(t);
	return 0;
}

/* A match that is over has told so in a letter of its own. */
static int
answer(struct table *t, struct hint_row *hint, const struct pondered *p,
    const char *why)
{
	json_t *said;
	bool told = false;
	int r;

	if (why != NULL && store_hint_drop(t->home->store, hint->id) == -1)
		return -1;
	if (t->row->status != STATUS_RUNNING)
		return 0;
	if (why == NULL && hint_give(t, hint, &told) == -1)
		return -1;
	said = hint_answer(t, hint->seat, p->advice, told, why);
	if (said == NULL)
		return -1;
	t->answered = hint->seat;
	dedup_by_number(t, "g", hint->inbox);
	r = settle_match(t);
	if (r == 0)
		r = hint_letter(t, hint, said);
	json_decref(said);
	return r;
}

/* In a transaction.  *done: nothing had changed since. */
static int
give(struct home *home, struct hint_row *hint, const struct pondered *p,
    bool *done)
{
	struct table *t;
	const char *why = NULL;
	bool found = false;
	int r = 0;

	if (store_hint_again(home->store, hint, &found) == -1)
		return -1;
	if (!found || hint->due == 0)
		return 0;
	t = table_open(home, hint->match);
	if (t == NULL)
		return -1;
	if (t->row->last_event == p->event)
		r = hint_refusal(t, hint->seat, &why);
	/* else it is thought of in another round */
	*done = t->row->last_event == p->event &&
		(why != NULL || p->advice != NULL);
	if (*done && r == 0)
		r = answer(t, hint, p, why);
	table_free(t);
	return r;
}

static int
do_hint(struct home *home, struct hint_row *hint, int *n)
{
	struct pondered p = { 0 };
	bool done = false;
	int r = ponder(home, hint, &p);

	if (r == 0) {
		checkpoint("a hint was thought of");
		IN_MATCH(home, hint->match, r, give(home, hint, &p, &done));
	}
	if (r == 0 && done)
		++*n;
	if (p.advice != NULL)
		g_array_unref(p.advice);
	return r;
}

/* The player hears that there will be none, if even that can be told. */
static int
give_up(struct home *home, struct hint_row *hint)
{
	const struct pondered none = { 0 };
	struct table *t = table_open(home, hint->match);
	int r;

	if (t == NULL)
		return -1;
	r = answer(t, hint, &none, "error.hint-failed");
	table_free(t);
	return r;
}

static int
drop(struct home *home, const struct hint_row *hint)
{
	return store_hint_drop(home->store, hint->id);
}

/*
 * What cannot be done now hinders nothing else, and is tried so often: as long
 * as it is wanted, n of the row counts that.
 */
static int
put_off(struct home *home, struct hint_row *hint, int *n)
{
	struct err why = { 0 }, *outer;
	int r;

	hint->due = home->now + HINT_PUT_OFF;
	hint->event = 0;
	if (++hint->n < HINT_TRIES) {
		IN_TRANSACTION(
		    home->store, r, store_hint_update(home->store, hint));
		return r;
	}
	log_warn("hint-given-up", "match %lld seat %d: the hint is given up",
	    (long long)hint->match, hint->seat);
	outer = home_errors(home, &why);
	IN_TRANSACTION(home->store, r, give_up(home, hint));
	home_errors(home, outer);
	if (r == 0) {
		++*n;
		return 0;
	}
	log_warn("hint-not-told",
	    "match %lld seat %d: the player does not hear of it: %s",
	    (long long)hint->match, hint->seat, why.text);
	IN_TRANSACTION(home->store, r, drop(home, hint));
	return r;
}

static int
think_claimed(struct home *home, struct hint_row *hint, int *n)
{
	struct hint_row wanted = *hint; /* before it is given */
	struct err why = { 0 }, *outer = home_errors(home, &why);
	int r = do_hint(home, hint, n);

	home_errors(home, outer);
	if (r == 0)
		return 0;
	log_warn("hint-failed", "match %lld seat %d: hint: %s",
	    (long long)hint->match, hint->seat, why.text);
	return put_off(home, &wanted, n);
}

int
think_hint(struct home *home, bool *found, int *n)
{
	g_autofree char *claim = NULL;
	struct hint_row hint;
	int r;

	if (store_hint_due(home->store, home->now, &hint, found) == -1)
		return -1;
	if (!*found)
		return 0;
	/* another worker thinks of it: robots are next */
	if (thought_claim(home, hint.match, &claim, found) == -1)
		return -1;
	if (!*found)
		return 0;
	r = think_claimed(home, &hint, n);
	thought_give_back(home, claim);
	return r;
}
