/* SPDX-License-Identifier: ISC */
/*
 * What an organiser does to a match that was agreed on: never without a
 * reason, never against what was agreed, not without bounds, and all players
 * are told at once.
 */
#include "app/organiser/actions.h"

#include "app/home/home.h"
#include "app/home/people.h"
#include "app/letters/settle.h"
#include "app/matches/effects.h"
#include "app/matches/notice_args.h"
#include "app/matches/table.h"
#include "app/organiser/look.h"
#include "app/organiser/organiser.h"
#include "base/err.h"
#include "base/log.h"
#include "policy/clock.h"
#include "core/game.h"
#include "policy/policy.h"
#include "store/store.h"

#include <string.h>

#define DAY INT64_C(86400)

/* One thing that he may do. */
struct act {
	const char *word; /* for messages: "to pause it" */
	const char *notice;
	enum policy_right right;
	bool muster; /* before the match begins, too: with any rights */
	int a_day; /* so often in 24 hours */
	act_function *work; /* notice's args are given: more may be added */
};

/* ---- what all of them have in common ---- */

static const struct act acts[] = {
	[TEND_PAUSE] = { "pause it", "notice.organiser-pause", RIGHT_PAUSE,
	    false, 3, organise_pause },
	[TEND_RESUME] = { "let it go on", "notice.organiser-resume",
	    RIGHT_PAUSE, false, 3, organise_resume },
	[TEND_EXTEND] = { "extend its deadlines", "notice.organiser-extend",
	    RIGHT_EXTEND, true, 3, organise_extend },
	[TEND_REMIND] = { "remind its players", "notice.organiser-remind",
	    RIGHT_REMIND, true, GAME_MAX_SEATS, organise_remind },
	[TEND_REPLACE] = { "replace a player", "notice.organiser-replace",
	    RIGHT_REPLACE, true, 3, organise_replace },
	[TEND_UNDO] = { "take moves back", "notice.undone", RIGHT_UNDO, false,
	    3, organise_undo },
	[TEND_END] = { "end it", "notice.ended", RIGHT_END, true, 1,
	    organise_end },
	[TEND_MOVE] = { "make a move for a player", "notice.organiser-move",
	    RIGHT_MOVE, false, 10, organise_move },
};

static int
check_life(const struct table *t, const struct act *act, struct err *e)
{
	long long id = (long long)t->row->id;

	if (t->row->life == LIFE_OVER || t->row->life == LIFE_ENDED)
		return err_set(e, ERR_CLASH, "match %lld is over already", id);
	if (t->row->life == LIFE_MUSTER && !act->muster)
		return err_set(e, ERR_CLASH, "match %lld is not running", id);
	/* What a table agreed on holds from the first card on. */
	if (t->row->life == LIFE_RUNNING &&
	    (t->policy.rights & act->right) == 0)
		return err_set(e, ERR_CLASH,
		    "the players of match %lld did not agree that the "
		    "organiser may %s (organiser: in its policy)",
		    id, act->word);
	return 0;
}

static int
check_often(struct table *t, const struct act *act, int64_t now, struct err *e)
{
	g_autoptr(GPtrArray) rows =
	    store_notices(t->home->store, t->row->id, e);
	int n = 0;

	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		const struct notice_row *row = rows->pdata[i];

		n += row->at > now - DAY &&
		     g_str_has_prefix(row->phrase, act->notice);
	}
	return n < act->a_day
		   ? 0
		   : err_set(e, ERR_CLASH,
			 "match %lld: the organiser may %s %d times a day; try "
			 "again tomorrow",
			 (long long)t->row->id, act->word, act->a_day);
}

static int
check_seat(struct table *t, const struct match_wish *w, struct err *e)
{
	if (w->seat < (int)table_seats(t))
		return 0;
	return err_set(e, ERR_MISSING,
	    "match %lld has seats 0 to %d; there is no seat %d",
	    (long long)t->row->id, (int)table_seats(t) - 1, w->seat);
}

static json_t *
notice_args(struct table *t, const struct match_wish *w, int64_t now)
{
	json_t *args = json_pack(
	    "{s:s, s:o}", "reason", w->reason, "at", told_moment(now));

	if (w->seat != -1)
		json_object_set_new(
		    args, "who", json_string(t->names[w->seat]));
	return args;
}

/* What tells itself. */
static bool
is_told(enum match_tending what)
{
	return what == TEND_END || what == TEND_REPLACE;
}

/* A seat's extension, or of more than one move, has its own sentence. */
static const char *
notice_key(const struct match_wish *w, const struct act *act)
{
	if (w->what == TEND_EXTEND && w->seat != -1)
		return "notice.organiser-extend-seat";
	if (w->what == TEND_UNDO && w->count > 1)
		return "notice.undone-more";
	return act->notice;
}

static int
do_act(struct table *t, const struct match_wish *w, int64_t now, struct err *e)
{
	const struct act *act = &acts[w->what];
	json_t *args;
	int r;

	if (check_seat(t, w, e) == -1 || check_life(t, act, e) == -1 ||
	    check_often(t, act, now, e) == -1)
		return -1;
	table_effect(t, EFFECT_TELL_ALL, -1);
	args = notice_args(t, w, now);
	r = act->work(t, w, args, now, e);
	if (r == 0 && !is_told(w->what))
		r = table_notice(
		    t, notice_key(w, act), json_incref(args), now, e);
	json_decref(args);
	return r == 0 ? life_settle(t, now, e) : -1;
}

static int
at_table(
    struct home *home, const struct match_wish *w, int64_t now, struct err *e)
{
	/* Undoing gives no number back, so that none comes twice. */
	struct table *t = table_open_for(home, w->match, "u", e);
	int r;

	if (t == NULL)
		return -1;
	r = do_act(t, w, now, e);
	table_free(t);
	return r;
}

int
match_tend(
    struct home *home, const struct match_wish *w, int64_t now, struct err *e)
{
	int r;

	if (organise_text_ok("the reason", w->reason, e) == -1)
		return -1;
	/* To try whether a hand allows a move is to look at it. */
	if (w->what == TEND_MOVE &&
	    looks_seat(home, w->match, w->seat, &w->look, e) == -1)
		return -1;
	IN_TRANSACTION(home->store, e, r, at_table(home, w, now, e));
	if (r == 0)
		log_info("match %lld: the organiser did: %s",
		    (long long)w->match, acts[w->what].word);
	return r;
}
