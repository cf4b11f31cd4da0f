/* SPDX-License-Identifier: ISC */
/*
 * A short tag finds a seat and proves nothing; but with a From, which everybody
 * can write, it moves.  It has 20 bits, so that a stranger who writes as
 * somebody who plays could try them out.  So many wrong ones a day are taken
 * for a seat; then none is, right or wrong, until a good key of its player
 * comes, and the player is told, once a day at most, at the player's own
 * address.  What our mail server vouches for is no try, and what it calls
 * forged moves nothing.
 */
#include "app/players/senders/tag_guesses.h"

#include "app/home/home.h"
#include "app/letters/context/addressed.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/identity.h"
#include "app/players/senders/unauthenticated.h"
#include "base/seconds.h"
#include "mail/senders/authres.h"
#include "store/mails/inbox.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/meta.h"
#include "store/people/people.h"

#include <stdio.h>

#define WRONG_MAX 3 /* a day */

/* Of one seat, kept as a line of meta.  Times are 0 if there is none. */
struct guesses {
	int64_t person; /* whose seat it was then */
	int wrong; /* since then */
	int64_t since;
	int64_t refused; /* since when no tag counts */
	int64_t told;
};

char *
guesses_key(int64_t match, int64_t seat)
{
	return g_strdup_printf(
	    "tags.%lld.%lld", (long long)match, (long long)seat);
}

/* The sender's; tries in the name of the seat's former player do not count. */
static int
load(struct handling *h, int64_t match, int64_t seat, struct guesses *g)
{
	g_autofree char *key = guesses_key(match, seat), *text = NULL;
	long long person, since, refused, told;
	int wrong;

	*g = (struct guesses){ .person = h->id.person->id };
	if (store_meta_get(h->home->store, key, &text) == -1)
		return -1;
	if (text != NULL &&
	    sscanf(text, "%lld %d %lld %lld %lld", &person, &wrong, &since,
		&refused, &told) == 5 &&
	    person == g->person)
		*g = (struct guesses){ person, wrong, since, refused, told };
	return 0;
}

static int
save(struct handling *h, int64_t match, int64_t seat, const struct guesses *g)
{
	g_autofree char *key = guesses_key(match, seat);
	g_autofree char *text = g_strdup_printf("%lld %d %lld %lld %lld",
	    (long long)g->person, g->wrong, (long long)g->since,
	    (long long)g->refused, (long long)g->told);

	return store_meta_set(h->home->store, key, text);
}

/* ---- a good key ---- */

/* Tags count again; how many were wrong today is not forgotten. */
static int
lift(struct handling *h, int64_t match, int64_t seat)
{
	struct guesses g;

	if (load(h, match, seat, &g) == -1)
		return -1;
	if (g.refused == 0)
		return 0;
	g.refused = 0;
	return save(h, match, seat, &g);
}

/* The key of a letter about several matches is one of all seats of its reader.
 */
static int
lift_all(struct handling *h)
{
	g_autoptr(GPtrArray) seats =
	    store_seats_of(h->home->store, h->id.person->id);

	if (seats == NULL)
		return -1;
	for (guint i = 0; i < seats->len; i++) {
		const struct seat_row *row = seats->pdata[i];

		if (lift(h, row->match, row->seat) == -1)
			return -1;
	}
	return 0;
}

/* ---- tags ---- */

/* *tell: the seat's owner has to be told. */
static int
count(struct handling *h, int64_t match, int64_t seat, bool *tell)
{
	struct guesses g;

	if (load(h, match, seat, &g) == -1)
		return -1;
	if (g.refused == 0) {
		if (h->home->now - g.since >= DAY || h->home->now < g.since) {
			g.wrong = 0;
			g.since = h->home->now;
		}
		if (++g.wrong >= WRONG_MAX)
			g.refused = h->home->now;
		if (save(h, match, seat, &g) == -1)
			return -1;
	}
	*tell |= g.refused != 0 && g.told < g.refused &&
		 (g.told == 0 || h->home->now - g.told >= DAY);
	return 0;
}

static int
note_told(struct handling *h, int64_t match, int64_t seat)
{
	struct guesses g;

	if (load(h, match, seat, &g) == -1)
		return -1;
	g.told = h->home->now;
	return save(h, match, seat, &g);
}

/* A right one is as good as a wrong one then. */
static int
refuse(struct handling *h)
{
	struct identity *id = &h->id;
	struct guesses g;

	if (id->key != KEY_TAG || id->old || id->person == NULL)
		return 0;
	if (load(h, id->ticket.match, id->ticket.seat, &g) == -1)
		return -1;
	if (g.refused != 0)
		id->key = KEY_WRONG;
	return 0;
}

/* ---- the whole ---- */

static int
count_all(struct handling *h, bool *tell)
{
	const GArray *list = h->id.guessed;

	*tell = false;
	for (guint i = 0; list != NULL && i + 1 < list->len; i += 2)
		if (count(h, g_array_index(list, int64_t, i),
			g_array_index(list, int64_t, i + 1), tell) == -1)
			return -1;
	return 0;
}

/* If a rate limit keeps the letter back, the next wrong tag tells the
 * owner. */
static int
tell_seat(struct handling *h)
{
	const GArray *list = h->id.guessed;

	handling_settle(h, INBOX_IGNORED, "too many wrong tags of her seat");
	if (unauthenticated_tell(h, h->id.person, "guessed",
		context_person(h->home, h->id.person->name)) == -1)
		return -1;
	if (h->row->answer != ANSWER_SENT)
		return 0;
	for (guint i = 0; i + 1 < list->len; i += 2)
		if (note_told(h, g_array_index(list, int64_t, i),
			g_array_index(list, int64_t, i + 1)) == -1)
			return -1;
	return 0;
}

int
guesses_take(struct handling *h)
{
	struct identity *id = &h->id;
	bool tell;

	if (id->from == FROM_MATCHES && id->verdict != VERDICT_FAIL &&
	    id->key == KEY_VALID)
		return lift(h, id->ticket.match, id->ticket.seat);
	if (id->from == FROM_MATCHES && id->verdict != VERDICT_FAIL &&
	    id->key == KEY_PERSON)
		return lift_all(h);
	if (id->vouched || id->key > KEY_TAG || id->verdict == VERDICT_PASS ||
	    id->verdict == VERDICT_FAIL)
		return 0;
	if (count_all(h, &tell) == -1 || refuse(h) == -1)
		return -1;
	h->done = tell;
	return tell ? tell_seat(h) : 0;
}

int
guesses_forget(struct home *home, int64_t person)
{
	g_autoptr(GPtrArray) seats = store_seats_of(home->store, person);

	if (seats == NULL)
		return -1;
	for (guint i = 0; i < seats->len; i++) {
		const struct seat_row *row = seats->pdata[i];
		g_autofree char *key = guesses_key(row->match, row->seat);

		if (store_meta_set(home->store, key, NULL) == -1)
			return -1;
	}
	return 0;
}
