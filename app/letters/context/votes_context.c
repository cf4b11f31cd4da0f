/* SPDX-License-Identifier: ISC */
/* What letters say of votes that are open. */
#include "app/letters/context/match_context.h"

#include "app/home/home.h"
#include "app/letters/context/moments.h"
#include "app/matches/clocks/pause.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/matches/votes/votes.h"
#include "core/decision.h"
#include "store/matches/actions.h"
#include "store/matches/matches.h"
#include "store/matches/timers.h"
#include "store/matches/votes.h"

static json_t *
vote_context(const struct reader *r, const struct vote_row *vote)
{
	struct table *t = r->t;
	int seat = r->seat;
	struct timer_row timer = { .match = t->row->id,
		.seat = -1,
		.kind = TIMER_VOTE,
		.n = vote->id };
	g_autofree char *until = NULL, *time = NULL;
	seatset yes, no;
	bool found, about_me;
	json_t *item;

	if (store_timer_again(t->home->store, &timer, &found) == -1 ||
	    votes_ballots(t, vote, &yes, &no) == -1)
		return NULL;
	about_me = seat >= 0 && vote_apart(t, vote) == seat;
	item = json_pack("{s:i, s:s, s:{s:b}}", "n", vote->n, "by",
	    t->names[vote->seat], "kind", match_action_words[vote->kind], 1);
	if (found) {
		until = reader_moment(r, timer.due);
		json_object_set_new(item, "until", json_string(until));
	}
	if (vote_about_seat(vote)) {
		json_object_set_new(
		    item, "who", json_string(t->names[vote->about]));
		if (vote->level != NULL)
			json_object_set_new(
			    item, "level", json_string(vote->level));
	} else if (vote->about > 0) {
		time = pause_words(r, vote->about);
		json_object_set_new(item, "time", json_string(time));
	}
	if (seat >= 0) {
		json_object_set_new(item, "about_me", json_boolean(about_me));
		json_object_set_new(item, "may", json_boolean(!about_me));
		json_object_set_new(
		    item, "yes", json_boolean((yes & SEAT(seat)) != 0));
		json_object_set_new(
		    item, "no", json_boolean((no & SEAT(seat)) != 0));
	}
	return item;
}

int
votes_context(const struct reader *r, json_t *context)
{
	struct table *t = r->t;
	g_autoptr(GPtrArray) open = NULL;
	json_t *list;
	bool asked = false;

	if (t->row->status != STATUS_RUNNING)
		return 0;
	open = store_votes_open(t->home->store, t->row->id);
	if (open == NULL)
		return -1;
	list = json_array();
	for (guint i = 0; i < open->len; i++) {
		json_t *item = vote_context(r, open->pdata[i]);

		if (item == NULL) {
			json_decref(list);
			return -1;
		}
		asked |= json_is_true(json_object_get(item, "may")) &&
			 !json_is_true(json_object_get(item, "yes")) &&
			 !json_is_true(json_object_get(item, "no"));
		json_array_append_new(list, item);
	}
	json_object_set_new(context, "votes_asked", json_boolean(asked));
	json_object_set_new(
	    context, "votes_any", json_boolean(json_array_size(list) > 0));
	json_object_set_new(context, "votes", list);
	return 0;
}
