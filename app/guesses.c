/* SPDX-License-Identifier: ISC */
/*
 * A short tag finds a seat and proves nothing; but with a From, which everybody
 * can write, it moves.  It has 20 bits, so that a stranger who writes as
 * somebody who plays could try them out.  So many wrong ones a day are taken
 * for a seat; then none is, right or wrong, until the good key of the seat
 * comes, and its player is told once, at her own address.
 */
#include "app/brakes.h"
#include "app/signup.h"

#include <stdio.h>

#define DAY INT64_C(86400)
#define WRONG_MAX 3 /* a day */

/* Of one seat, kept as a line of meta. */
struct guesses {
	int wrong;
	int64_t since;
	int refused;
};

static char *
meta_key(int64_t match, int64_t seat)
{
	return g_strdup_printf(
	    "tags.%lld.%lld", (long long)match, (long long)seat);
}

/* *known: there is one. */
static int
load(struct handling *h, int64_t match, int64_t seat, struct guesses *g,
    bool *known, struct err *e)
{
	g_autofree char *key = meta_key(match, seat), *text = NULL;
	long long since = 0;

	*g = (struct guesses){ 0 };
	if (store_meta_get(h->home->store, key, &text, e) == -1)
		return -1;
	*known = text != NULL && sscanf(text, "%d %lld %d", &g->wrong, &since,
				     &g->refused) == 3;
	g->since = since;
	return 0;
}

static int
save(struct handling *h, int64_t match, int64_t seat, const struct guesses *g,
    struct err *e)
{
	g_autofree char *key = meta_key(match, seat);
	g_autofree char *text = g_strdup_printf(
	    "%d %lld %d", g->wrong, (long long)g->since, g->refused);

	return store_meta_set(h->home->store, key, text, e);
}

/* A good key ends it. */
static int
forget(struct handling *h, struct err *e)
{
	const struct ticket *ticket = &h->id.ticket;
	struct guesses g;
	bool known;

	if (load(h, ticket->match, ticket->seat, &g, &known, e) == -1)
		return -1;
	if (!known || (g.wrong == 0 && g.refused == 0))
		return 0;
	g = (struct guesses){ 0 };
	return save(h, ticket->match, ticket->seat, &g, e);
}

/* *tell: of this one she has to be told. */
static int
count(
    struct handling *h, int64_t match, int64_t seat, bool *tell, struct err *e)
{
	struct guesses g;
	bool known;

	if (load(h, match, seat, &g, &known, e) == -1)
		return -1;
	if (g.refused)
		return 0;
	if (h->now - g.since >= DAY || h->now < g.since) {
		g.wrong = 0;
		g.since = h->now;
	}
	g.refused = ++g.wrong >= WRONG_MAX;
	*tell |= g.refused;
	return save(h, match, seat, &g, e);
}

/* A right one is as good as a wrong one then. */
static int
refuse(struct handling *h, struct err *e)
{
	struct identity *id = &h->id;
	struct guesses g;
	bool known;

	if (id->key != KEY_TAG || id->old)
		return 0;
	if (load(h, id->ticket.match, id->ticket.seat, &g, &known, e) == -1)
		return -1;
	if (g.refused)
		id->key = KEY_WRONG;
	return 0;
}

int
guesses_take(struct handling *h, bool *done, struct err *e)
{
	struct identity *id = &h->id;
	const GArray *list = id->guessed;
	bool tell = false;

	*done = false;
	if (id->key == KEY_VALID && id->from == FROM_HERS &&
	    id->verdict != VERDICT_FAIL)
		return forget(h, e);
	if (id->vouched || id->key > KEY_TAG)
		return 0;
	for (guint i = 0; list != NULL && i + 1 < list->len; i += 2)
		if (count(h, g_array_index(list, int64_t, i),
			g_array_index(list, int64_t, i + 1), &tell, e) == -1)
			return -1;
	if (refuse(h, e) == -1)
		return -1;
	if (!tell)
		return 0;
	*done = true;
	decide_settle(h, INBOX_IGNORED, "too many wrong tags of her seat");
	return strangers_tell(h, id->person, "guessed",
	    facts_person(h->home, id->person->name), e);
}
