/* SPDX-License-Identifier: ISC */
/*
 * What is due for one person, each in a transaction of its own: what fails is
 * tried again later, and is in nobody's way until then.
 */
#include "app/home/due.h"

#include "app/home/home.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"

#define PUT_OFF 600

int
due_do(struct home *home, const struct due_kind *kind, void *row, int64_t match,
    int64_t person, int64_t now, int *n, struct err *e)
{
	struct err why = { 0 };
	int done = 0, r;

	IN_TRANSACTION(
	    home->store, &why, r, kind->act(home, row, now, &done, &why));
	if (r == 0) {
		*n += done;
		checkpoint("did what was due for a person");
		return 0;
	}
	log_warn("match %lld person %lld: tick: %s", (long long)match,
	    (long long)person, why.text);
	IN_TRANSACTION(
	    home->store, e, r, kind->put_off(home, row, now + PUT_OFF, e));
	return r;
}
