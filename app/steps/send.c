/* SPDX-License-Identifier: ISC */
/* The step send, and when the next step is due. */
#include "app/steps/steps.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/letters/writing/pictures.h"
#include "app/letters/reach.h"
#include "app/organiser/deletion.h"
#include "app/transport/receive.h"
#include "app/transport/send.h"
#include "base/err.h"
#include "store/claims.h"
#include "store/mails/bounces.h"
#include "store/mails/inbox_lists.h"
#include "store/mails/outbox.h"
#include "store/matches/timers.h"
#include "store/transaction.h"

/* A server refused the letter for good: it counts as one that came back. */
static int
refused(struct home *home, const struct outbox_row *letter, const char *code,
    const char *says)
{
	struct bounce_row row = { .at = home->now,
		.code = (char *)(uintptr_t)code,
		.says = (char *)(uintptr_t)says };

	return bounce_note(home, letter, &row);
}

int
step_send(struct home *home, int64_t now, int *n, struct err *e)
{
	const struct sending sending = { home, now, refused, true };

	home_work(home, now, e);
	/* Where no letter leaves, mails that were taken in are still there. */
	return send_due(&sending, n) == -1 ? -1 : receive_put_away(home);
}

int
step_rest(struct home *home, struct err *e)
{
	home_work(home, home->now, e);
	return store_sync(home->store);
}

void
step_prepare(struct home *home, int64_t now, struct err *e)
{
	home_work(home, now, e);
	pictures_prepare(home);
}

int
step_next(struct home *home, int64_t *at, struct err *e)
{
	int64_t letter;
	bool deletes;

	home_work(home, home->now, e);
	/* Where robots never think, their timers would be due for ever. */
	if (store_next_due(home->store, home->config->think > 0, at) == -1 ||
	    store_outbox_next(home->store, &letter) == -1 ||
	    deletion_goes_on(home, &deletes) == -1)
		return -1;
	if (deletes)
		*at = home->now;
	if (letter == -1 || home->not_before == -1)
		return 0;
	letter = MAX(letter, home->not_before);
	/* 0: written since the last round, or the round failed */
	if (letter > 0 && (*at == 0 || letter < *at))
		*at = letter;
	return 0;
}

/* Mails that were tried in vain are for the next round. */
bool
step_is_left(struct home *home, int64_t now)
{
	struct err e = { 0 }, *outer;
	int64_t letter;
	bool mail, left;

	if (!store_is_shared(home->store))
		return false;
	outer = home_errors(home, &e);
	left =
	    store_inbox_untried(home->store, &mail) == 0 &&
	    store_outbox_next(home->store, &letter) == 0 &&
	    (mail || (letter != -1 && letter <= now && home->not_before == 0));
	home_errors(home, outer);
	return left;
}

int
step_listen(struct home *home, struct err *e)
{
	home_work(home, home->now, e);
	return store_listen(home->store);
}

int
step_ear(const struct home *home)
{
	return store_ear(home->store);
}

bool
step_heard(struct home *home)
{
	return store_heard(home->store);
}
