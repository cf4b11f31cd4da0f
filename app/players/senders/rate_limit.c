/* SPDX-License-Identifier: ISC */
/*
 * Rate limits of answers: two machines may have begun to write to each other,
 * or somebody lets us write to people who never asked.  What is beyond them
 * is stored, and done if it is a move, but not answered; the organiser sees
 * how much.  The last answer before a silence tells the person of it.
 */
#include "app/players/senders/rate_limit.h"

#include "app/home/answer_budget.h"
#include "app/home/home.h"
#include "app/players/reading/handling.h"
#include "base/log.h"
#include "base/seconds.h"
#include "mail/incoming/read.h"
#include "mail/ticket.h"
#include "store/mails/inbox.h"
#include "store/mails/inbox_answers.h"
#include "store/mails/outbox.h"
#include "store/mails/unproved.h"
#include "store/people/people.h"

/* So many answers within so long. */
struct rate_limit {
	int64_t seconds;
	int max;
};
/* To mails that say nothing, or the same again. */
static const struct rate_limit same[INBOX_ANSWERED_LIKE] = { { HOUR, 3 },
	{ DAY, 8 }, { 30 * DAY, 30 } };
/* To a person. */
static const struct rate_limit all[INBOX_ANSWERED_ALL] = { { HOUR, 30 },
	{ DAY, 150 } };

int
rate_limit_lately(struct handling *h, const char *address, const char *kind,
    int64_t seconds, bool *lately)
{
	const int64_t now = h->home->now;
	int64_t at = 0;

	if (store_outbox_last(h->home->store, address, kind, now, &at) == -1)
		return -1;
	*lately = at != 0 && now - at < seconds;
	return 0;
}

/* ---- people who are known ---- */

static void
note_limit(struct handling *h, const struct rate_limit *limit,
    const struct inbox_answered *answered, bool *limited)
{
	const int64_t now = h->home->now;

	*limited = answered->n >= limit->max;
	if (answered->n + 1 == limit->max)
		h->silent =
		    MAX(h->silent, (answered->n == 0 ? now : answered->first) +
				       limit->seconds - now);
}

/* In the long run, only what came with nothing else between. */
static int
count_again(struct handling *h, struct inbox_answered *answered)
{
	struct store *st = h->home->store;
	const int64_t person = h->id.person->id;
	const int64_t now = h->home->now;
	int64_t other;

	if (store_inbox_other(
		st, h->row, person, answered->since, now, &other) == -1)
		return -1;
	answered->since = MAX(answered->since, other);
	return store_inbox_answered_like(st, h->row, person, now, answered);
}

static int
try_same(struct handling *h, struct inbox_answered *answered, bool *limited)
{
	for (size_t i = 0; i < G_N_ELEMENTS(same) && !*limited; i++) {
		if (same[i].seconds > HOUR &&
		    answered[i].n + 1 >= same[i].max &&
		    count_again(h, &answered[i]) == -1)
			return -1;
		note_limit(h, &same[i], &answered[i], limited);
	}
	return 0;
}

static const char the_same[] = "it says the same as those before";

int
rate_limit_person(struct handling *h, const char **why)
{
	struct inbox_answers answers = { .now = h->home->now };
	bool limited = false;

	*why = NULL;
	h->silent = h->silent_to_all = 0;
	for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
		answers.all[i].since = h->home->now - all[i].seconds;
	for (size_t i = 0; i < G_N_ELEMENTS(same); i++)
		answers.like[i].since = h->home->now - same[i].seconds;
	if (store_inbox_answered(
		h->home->store, h->row, h->id.person->id, &answers) == -1)
		return -1;
	for (size_t i = 0; i < G_N_ELEMENTS(all) && !limited; i++)
		note_limit(h, &all[i], &answers.all[i], &limited);
	if (limited) {
		*why = "too many mails of this player";
		return 0;
	}
	h->silent_to_all = h->silent;
	if (h->row->says[0] == '\0')
		return 0;
	if (try_same(h, answers.like, &limited) == -1)
		return -1;
	if (limited)
		*why = the_same;
	return 0;
}

void
rate_limit_noted(struct handling *h, const char **why)
{
	if (*why == the_same)
		*why = NULL;
	h->silent = h->silent_to_all;
	/* later mails with the same lines are not counted with this one */
	g_free(h->row->says);
	h->row->says = g_strdup_printf("noted %lld", (long long)h->row->id);
}

json_t *
rate_limit_silence(const struct handling *h)
{
	static const struct {
		const char *unit;
		int64_t seconds, below;
	} units[] = { { "minutes", 60, 2 * HOUR }, { "hours", HOUR, 3 * DAY },
		{ "days", DAY, INT64_MAX } };
	size_t i = 0;

	if (h->silent <= 0)
		return NULL;
	while (h->silent >= units[i].below)
		i++;
	if (h->silent > HOUR - 60 && h->silent <= HOUR)
		i = 1; /* not "60 minutes" */
	return json_pack("{s:s, s:I}", "unit", units[i].unit, "n",
	    (json_int_t)((h->silent + units[i].seconds - 1) /
			 units[i].seconds));
}

void
rate_limit_answered(struct handling *h, json_t *context)
{
	json_t *silence = rate_limit_silence(h);

	h->row->answer = ANSWER_SENT;
	if (silence != NULL)
		json_object_set_new(context, "silence", silence);
}

/* ---- people who are not known, or may not be ---- */

/* What the address comes to; nobody can tell without the home's secret. */
static char *
digest_of(const struct home *home, const char *address)
{
	g_autofree char *folded = g_ascii_strdown(address, -1);

	return g_compute_hmac_for_string(
	    G_CHECKSUM_SHA256, home->secret, SECRET_SIZE, folded, -1);
}

int
rate_limit_forget(struct home *home, int64_t person)
{
	g_auto(GStrv) own = store_addresses(home->store, person);

	if (own == NULL)
		return -1;
	for (size_t i = 0; own[i] != NULL; i++) {
		g_autofree char *sender = digest_of(home, own[i]);

		if (store_unproved_drop(home->store, sender) == -1)
			return -1;
	}
	return 0;
}

int
rate_limit_unproved(struct handling *h)
{
	struct store *st = h->home->store;
	g_autofree char *sender = digest_of(h->home, h->letter->from);
	struct budget b;
	int64_t n, since;

	if (answer_budget(st, h->home->now, &b) == -1)
		return -1;
	/* by the clock: the first of each hour, or day, however many come */
	since = h->home->now - h->home->now % (b.daily ? DAY : HOUR);
	if (store_unproved_since(st, since, h->home->now, &n) == -1)
		return -1;
	h->crowd = n >= b.max ? "too many strangers" : NULL;
	return store_unproved_note(
	    st, sender, h->home->now, h->home->now - BUDGET_REMEMBERED);
}

int
rate_limit_suppress(struct handling *h, const char *why)
{
	g_autofree char *note = h->row->note;
	int64_t lately;

	h->row->note = g_strdup_printf("%s, not answered: %s", note, why);
	if (store_inbox_suppressed(h->home->store, h->home->now - HOUR,
		h->home->now, &lately) == -1)
		return -1;
	h->row->answer = ANSWER_SUPPRESSED;
	if (lately == 0)
		log_warn("answer-suppressed",
		    "inbox %lld: not answered: %s; others like it in this "
		    "hour are only in the inbox",
		    (long long)h->row->id, why);
	return 0;
}
