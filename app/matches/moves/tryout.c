/* SPDX-License-Identifier: ISC */
/* Moves tried one after the other on a copy of the match. */
#include "app/matches/moves/tryout.h"

#include "app/home/languages.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/move.h"
#include "core/outcome.h"
#include "core/say.h"
#include "render/render.h"

void
tryout_begin(struct tryout *tryout, struct table *t, int seat)
{
	*tryout = (struct tryout){
		.t = t,
		.seat = seat,
		.match = t->match == NULL ? NULL : match_copy(t->match),
		.moves = g_array_new(FALSE, FALSE, sizeof(struct move)),
		.keeps = json_array_size(t->plans[seat].steps) > 0,
		.steps = json_array(),
		.lines = json_array(),
	};
}

void
tryout_end(struct tryout *tryout)
{
	match_free(tryout->match);
	g_array_unref(tryout->moves);
	json_decref(tryout->steps);
	json_decref(tryout->lines);
	if (tryout->dry_run != NULL)
		tryout_end(tryout->dry_run);
	g_clear_pointer(&tryout->dry_run, g_free);
}

/*
 * Why it cannot be made, if it cannot.  A player who is asked, but no longer
 * behind what this mail does before it, hears what the move is refused for
 * there.
 */
static struct phrase *
refusal(const struct tryout *tryout, const struct move *move)
{
	const struct table *t = tryout->t;
	struct phrase *why = match_refusal(tryout->match, tryout->seat, move),
		      *before;
	struct match *match;

	if (why == NULL || tryout->moves->len == 0 ||
	    (match_to_act(tryout->match) & SEAT(tryout->seat)) ||
	    !(match_to_act(t->match) & SEAT(tryout->seat)))
		return why;
	match = match_copy(t->match);
	for (guint i = 0; i + 1 < tryout->moves->len; i++)
		match_play(match, tryout->seat,
		    &g_array_index(tryout->moves, struct move, i), NULL);
	before = match_refusal(match, tryout->seat, move);
	match_free(match);
	phrase_free(why);
	return before != NULL ? before : phrase_new("refused.behind", NULL);
}

static struct phrase *
try_move(struct tryout *tryout, const char *text)
{
	struct outcome outcome = { 0 };
	struct phrase *why;
	struct move move;

	if (move_read(tryout->match, text, &move) != MOVE_OK)
		return phrase_new("refused.no-move", NULL);
	why = refusal(tryout, &move);
	if (why != NULL)
		return why;
	match_play(tryout->match, tryout->seat, &move, &outcome);
	g_array_append_val(tryout->moves, move);
	if (outcome_reveals(tryout->match, &outcome, tryout->seat))
		tryout->shown = tryout->moves->len;
	tryout->drew |= outcome.draws->len > 0;
	outcome_clear(&outcome);
	return NULL;
}

/* The first of the moves that is legal; why the first was not, else. */
static struct phrase *
try_first(struct tryout *tryout, char *const *texts)
{
	struct phrase *first = NULL;

	for (int i = 0; texts[i] != NULL; i++) {
		struct phrase *why = try_move(tryout, texts[i]);

		if (why == NULL) {
			phrase_free(first);
			return NULL;
		}
		if (first == NULL)
			first = why;
		else
			phrase_free(why);
	}
	return first;
}

struct phrase *
tryout_line(struct tryout *tryout, const char *move, char *const *then)
{
	struct phrase *why = try_move(tryout, move);

	return why == NULL && then != NULL ? try_first(tryout, then) : why;
}

/* ---- told, and made ---- */

void
tryout_said(const struct tryout *tryout, const char *line, guint from, bool all)
{
	for (guint i = from; i < (all ? tryout->moves->len : tryout->shown);
	     i++) {
		g_autofree char *done = move_say(tryout->match,
		    &g_array_index(tryout->moves, struct move, i),
		    catalog_words(home_words(tryout->t->home)));

		json_array_append_new(tryout->reply->understood,
		    json_pack("{s:s, s:s}", "line", line, "move", done));
	}
}

int
tryout_make(struct tryout *tryout, guint n, const char *by, int64_t inbox)
{
	for (guint i = 0; i < n; i++)
		if (table_play(tryout->t, tryout->seat,
			&g_array_index(tryout->moves, struct move, i), by,
			inbox) == -1)
			return -1;
	return 0;
}
