/* SPDX-License-Identifier: ISC */
/* A match ends: by its rules, or because it is called off. */
#include "app/matches/results/ending.h"

#include "app/home/home.h"
#include "app/matches/results/results.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/plans.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "base/log.h"
#include "store/matches/hints.h"
#include "store/matches/matches.h"
#include "store/matches/timers.h"

/* What seats still wanted of the match. */
static int
forget_all(struct table *t)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (plans_forget(t, s) == -1 ||
		    store_hints_forget(t->home->store, t->row->id, s) == -1)
			return -1;
	return 0;
}

int
match_finish(struct table *t)
{
	t->row->status = STATUS_OVER;
	t->row->ended = t->home->now;
	table_effect(t, EFFECT_TELL_ALL, -1);
	log_info("match-over", "match %lld: over", (long long)t->row->id);
	if (forget_all(t) == -1 ||
	    store_timers_clear(t->home->store, t->row->id) == -1 ||
	    results_keep(t) == -1)
		return -1;
	return store_match_update(t->home->store, t->row);
}

int
match_call_off(struct table *t, const char *phrase, json_t *args)
{
	t->row->status = STATUS_ENDED;
	t->row->ended = t->home->now;
	table_effect(t, EFFECT_TELL_ALL, -1);
	log_info("match-called-off", "match %lld: called off",
	    (long long)t->row->id);
	if (forget_all(t) == -1 ||
	    store_timers_clear(t->home->store, t->row->id) == -1) {
		json_decref(args);
		return -1;
	}
	return table_notice(t, phrase, args);
}

const char *
ending_refusal(const struct table *t)
{
	return t->row->status == STATUS_ENDED ? "error.ended" : "error.over";
}
