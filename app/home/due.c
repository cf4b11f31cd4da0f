/* SPDX-License-Identifier: ISC */
/* What is due for people: done, or put off. */
#include "app/home/due.h"

#include "app/home/home.h"
#include "base/checkpoint.h"
#include "base/err.h"
#include "base/log.h"
#include "store/transaction.h"

#define PUT_OFF 600

static int64_t
number_at(const void *row, size_t at)
{
	return *(const int64_t *)((const char *)row + at);
}

static int
do_row(struct home *home, const struct due_kind *kind, void *row, int *n)
{
	long long match = (long long)number_at(row, kind->match);
	long long person = (long long)number_at(row, kind->person);
	struct err why = { 0 }, *outer = home_errors(home, &why);
	int done = 0, r;

	IN_TRANSACTION(home->store, r, kind->act(home, row, &done));
	home_errors(home, outer);
	if (r == 0) {
		*n += done;
		checkpoint("did what was due for a person");
		return 0;
	}
	if (match != 0)
		log_warn("due-failed", "match %lld person %lld: tick: %s",
		    match, person, why.text);
	else
		log_warn(
		    "due-failed", "person %lld: tick: %s", person, why.text);
	IN_TRANSACTION(
	    home->store, r, kind->put_off(home, row, home->now + PUT_OFF));
	return r;
}

int
due_do(struct home *home, const struct due_kind *kind, int *n)
{
	bool more = true;

	while (more) {
		g_autoptr(GPtrArray) rows = kind->list(home->store, home->now);

		if (rows == NULL)
			return -1;
		for (guint i = 0; i < rows->len; i++)
			if (do_row(home, kind, rows->pdata[i], n) == -1)
				return -1;
		more = kind->again && rows->len > 0;
	}
	return 0;
}
