/* SPDX-License-Identifier: ISC */
/* What an organiser does to seats and moves of a match. */
#include "app/organiser/actions.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/people.h"
#include "app/letters/compose.h"
#include "app/letters/left.h"
#include "app/letters/reach.h"
#include "app/matches/effects.h"
#include "app/matches/life.h"
#include "app/matches/plans.h"
#include "app/matches/seats.h"
#include "app/matches/table.h"
#include "app/organiser/organiser.h"
#include "app/players/join.h"
#include "base/err.h"
#include "core/core.h"
#include "core/game.h"
#include "parse/parse.h"
#include "render/render.h"
#include "store/store.h"

#include <string.h>

/* ---- replace ---- */

static int
check_person(
    struct table *t, const struct match_wish *w, int64_t person, struct err *e)
{
	for (int s = 0; s < (int)table_seats(t); s++) {
		const struct seat_row *row = table_seat(t, s);

		if (row->person != person || row->held != HELD_PERSON)
			continue;
		return err_set(e, ERR_CLASH,
		    s == w->seat
			? "that person holds seat %d of match %lld already"
			: "that person holds seat %d of match %lld; nobody can "
			  "hold two",
		    s, (long long)t->row->id);
	}
	return 0;
}

/* Nothing was named after the seat yet: it gets the name of who comes. */
static int
rename_seat(struct table *t, int seat, const char *name, struct err *e)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (s != seat && names_alike(t->names[s], name))
			return err_set(e, ERR_CLASH,
			    "somebody in match %lld is called %s already; give "
			    "another name",
			    (long long)t->row->id, t->names[s]);
	g_free(t->names[seat]);
	t->names[seat] = g_strdup(name);
	g_free(table_seat(t, seat)->name);
	table_seat(t, seat)->name = g_strdup(name);
	return 0;
}

/* She is invited as all were. */
static int
invite(struct table *t, int seat, int64_t now, struct err *e)
{
	t->answered = seat;
	return letter_to_seat(t, seat, "muster", now, e);
}

/* seat_give tells it: with these args. */
int
organise_replace(struct table *t, const struct match_wish *w, json_t *args,
    int64_t now, struct err *e)
{
	bool muster = t->row->life == LIFE_MUSTER;
	g_autofree char *name = NULL;
	struct person *person = NULL;
	const struct effect *gone;
	int64_t id, left = table_seat(t, w->seat)->person;

	if (reach_given(t->home, w->text, now, e) == 0)
		person =
		    person_meant(t->home, "person", w->text, now, &name, e);
	if (person == NULL)
		return -1;
	id = person->id;
	json_object_set_new(
	    args, "name", json_string(muster ? name : person->name));
	person_free(person);
	if (check_person(t, w, id, e) == -1 ||
	    seat_give(t, w->seat, id, "notice.organiser-replace",
		json_incref(args), now, e) == -1)
		return -1;
	if (!muster)
		return 0;
	/* whoever is invited now is not the one who must hear of it */
	gone = effect_of(t, EFFECT_LEFT, w->seat);
	if ((gone != NULL && tell_who_left(t, gone, now, e) == -1) ||
	    rename_seat(t, w->seat, name, e) == -1 ||
	    store_seat_update(t->home->store, table_seat(t, w->seat), e) ==
		-1 ||
	    signup_pass(t, left, now, e) == -1)
		return -1;
	effect_drop(t, EFFECT_LEFT, w->seat);
	return invite(t, w->seat, now, e);
}

/* ---- undo ---- */

/*
 * The last move that somebody made, with all that was played since for seats
 * that were given up: those would be played again at once.
 */
static int
undo_one(struct table *t, const char **who, struct err *e)
{
	bool automatic = true;

	while (automatic) {
		const struct event_row *last;

		if (t->events->len == 0)
			return err_set(e, ERR_CLASH,
			    "match %lld has no move that could be taken back",
			    (long long)t->row->id);
		last = t->events->pdata[t->events->len - 1];
		automatic = strcmp(last->by, "robot") == 0;
		*who = t->names[last->seat];
		if (plans_undone(t, last->seat, e) == -1 ||
		    table_undo(t, e) == -1)
			return -1;
	}
	return 0;
}

int
organise_undo(struct table *t, const struct match_wish *w, json_t *args,
    int64_t now, struct err *e)
{
	const char *who = "";

	(void)now;
	if (w->count > UNDO_MAX)
		return err_set(e, ERR_FORMAT,
		    "no more than %d moves can be taken back at once",
		    UNDO_MAX);
	if (plans_told_of(t, e) == -1)
		return -1;
	for (int i = 0; i < w->count; i++)
		if (undo_one(t, &who, e) == -1)
			return -1;
	json_object_set_new(args, "who", json_string(who));
	json_object_set_new(args, "n", json_integer(w->count));
	return plans_drop_orders(t, e);
}

/* ---- move ---- */

/* The one move that the line asks for, in canonical words. */
static struct request *
read_line(struct table *t, const char *line, struct err *e)
{
	g_autoptr(GPtrArray) list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);

	request_read(tongue_words(home_words(t->home)), t->match, line, list);
	if (list->len == 1 &&
	    ((struct request *)list->pdata[0])->kind == REQUEST_MOVE)
		return g_ptr_array_steal_index(list, 0);
	err_set(e, ERR_FORMAT,
	    "\"%s\" is no move of %s; write one as the players do, for "
	    "example in the list of match show --reveal --json",
	    line, t->game->name);
	return NULL;
}

static int
play_text(
    struct table *t, int seat, const char *text, int64_t now, struct err *e)
{
	const struct tongue *tongue = home_words(t->home);
	struct phrase *why;
	g_autofree char *said = NULL;
	struct move move;

	if (move_read(t->match, text, &move) != MOVE_OK)
		return err_set(e, ERR_FORMAT, "\"%s\" is no move here", text);
	why = match_refusal(t->match, seat, &move);
	if (why == NULL)
		return table_play(t, seat, &move, "organiser", 0, now, e);
	said = tongue_say(tongue, why, t->atom_names);
	phrase_free(why);
	return err_set(e, ERR_CLASH, "\"%s\": %s", text, said);
}

/* "pass mate or merchant": then the first of those that can be played. */
static int
play_then(
    struct table *t, int seat, char *const *then, int64_t now, struct err *e)
{
	struct move move;

	for (int i = 0; then != NULL && then[i] != NULL; i++) {
		struct phrase *why;

		if (!(match_to_act(t->match) & SEAT(seat)))
			return 0;
		if (move_read(t->match, then[i], &move) != MOVE_OK)
			continue;
		why = match_refusal(t->match, seat, &move);
		if (why == NULL)
			return table_play(
			    t, seat, &move, "organiser", 0, now, e);
		phrase_free(why);
	}
	return 0;
}

/* The move is told by the game itself, to whom it concerns. */
int
organise_move(struct table *t, const struct match_wish *w, json_t *args,
    int64_t now, struct err *e)
{
	struct request *q;
	int r;

	(void)args;
	if (!(match_to_act(t->match) & SEAT(w->seat)))
		return err_set(e, ERR_CLASH,
		    "match %lld does not wait for a move of %s",
		    (long long)t->row->id, t->names[w->seat]);
	if ((q = read_line(t, w->text, e)) == NULL)
		return -1;
	r = play_text(t, w->seat, q->text, now, e);
	if (r == 0)
		r = play_then(t, w->seat, q->then, now, e);
	request_free(q);
	return r;
}

/* ---- end ---- */

/* life_end tells it: with these args. */
int
organise_end(struct table *t, const struct match_wish *w, json_t *args,
    int64_t now, struct err *e)
{
	(void)w;
	return life_end(t, "notice.ended", json_incref(args), now, e);
}
