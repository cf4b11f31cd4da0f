/* SPDX-License-Identifier: ISC */
/* The work at hand in an open home. */
#include "app/home/home.h"

#include "store/store.h"

void
home_progress(struct home *home, progress_function *progress, void *arg)
{
	home->progress = progress;
	home->progress_arg = arg;
}

void
home_ending(struct home *home, ending_function *ending)
{
	home->ending = ending;
}

bool
home_ends(const struct home *home)
{
	return home->ending != NULL && home->ending();
}

struct err *
home_errors(struct home *home, struct err *err)
{
	struct err *before = home->err;

	home->err = err;
	if (home->store != NULL)
		store_errors(home->store, err);
	return before;
}

void
home_work(struct home *home, int64_t now, struct err *err)
{
	home->now = now;
	home_errors(home, err);
}
