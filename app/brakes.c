/* SPDX-License-Identifier: ISC */
/*
 * The brakes, of answers: two machines may have begun to write to each other,
 * or somebody lets us write to people who never asked.  What is beyond them
 * is stored, and done if it is a move, but not answered; the organiser sees
 * how much.
 */
#include "app/private.h"

#include "base/log.h"

#define HOUR INT64_C(3600)
/* Within an hour: */
#define SAME_MAX 3 /* to a seat whose mails say nothing, or say the same */
#define PERSON_MAX 30
#define STRANGERS_MAX 50 /* to all of them */

int
brakes_lately(struct handling *h, const char *address, const char *kind,
    int64_t seconds, bool *lately, struct err *e)
{
	int64_t at = 0;

	if (store_outbox_last(h->home->store, address, kind, &at, e) == -1)
		return -1;
	*lately = at != 0 && h->now - at < seconds;
	return 0;
}

int
brakes_seat(struct handling *h, const char **why, struct err *e)
{
	int64_t since = h->now - HOUR, person = h->id.person->id, all, same;

	*why = NULL;
	if (store_inbox_answered(h->home->store, person, since, &all, e) ==
		-1 ||
	    store_inbox_answered_same(
		h->home->store, h->row, person, since, &same, e) == -1)
		return -1;
	if (all >= PERSON_MAX)
		*why = "too many mails of this player";
	else if (same >= SAME_MAX)
		*why = "it says the same as those before";
	return 0;
}

int
brakes_stranger(struct handling *h, const char **why, struct err *e)
{
	int64_t n;

	*why = NULL;
	if (store_outbox_strangers(h->home->store, h->now - HOUR, &n, e) == -1)
		return -1;
	if (n >= STRANGERS_MAX)
		*why = "too many strangers";
	return 0;
}

int
brakes_spare(struct handling *h, const char *why, struct err *e)
{
	g_autofree char *note = h->row->note;
	int64_t lately;

	h->row->note = g_strdup_printf("%s, not answered: %s", note, why);
	if (store_inbox_spared(h->home->store, h->now - HOUR, &lately, e) == -1)
		return -1;
	h->row->answer = ANSWER_SPARED;
	if (lately == 0)
		log_warn("inbox %lld: not answered: %s; of others like it in "
			 "this hour only the inbox tells",
		    (long long)h->row->id, why);
	return 0;
}
