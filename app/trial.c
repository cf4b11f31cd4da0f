/* SPDX-License-Identifier: ISC */
/*
 * The moves of one mail, tried on a copy of the match and played only when
 * the last of them was found legal.  One exception: what has shown its writer
 * something hidden is not taken back, or a wrong line at the end would be a
 * free look.
 */
#include "app/private.h"

#include <string.h>

static struct phrase *
try_move(struct trial *trial, const char *text)
{
	struct outcome outcome = { 0 };
	struct phrase *why;
	struct move move;

	if (move_read(trial->match, text, &move) != MOVE_OK)
		return phrase_new("refused.no-move", NULL);
	why = match_refusal(trial->match, trial->seat, &move);
	if (why != NULL)
		return why;
	match_play(trial->match, trial->seat, &move, &outcome);
	g_array_append_val(trial->moves, move);
	if (outcome_reveals(trial->match, &outcome, trial->seat))
		trial->shown = trial->moves->len;
	outcome_clear(&outcome);
	return NULL;
}

/* The first of the moves that is legal; why the first was not, else. */
static struct phrase *
try_first(struct trial *trial, char *const *texts)
{
	struct phrase *first = NULL;

	for (int i = 0; texts[i] != NULL; i++) {
		struct phrase *why = try_move(trial, texts[i]);

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

/* Has the list of that turn been overtaken: by a move of this seat, or by
 * one that was taken back? */
static bool
overtaken(const struct table *t, int seat, int64_t turn)
{
	for (guint i = t->reports->len; i > 0; i--) {
		const struct report *report = t->reports->pdata[i - 1];

		if (report->n <= turn)
			break;
		if (report->notice != NULL &&
		    strcmp(report->notice->key, "notice.undone") == 0)
			return true;
	}
	for (guint i = t->events->len; i > 0; i--) {
		const struct event_row *row = t->events->pdata[i - 1];

		if (row->n <= turn)
			return false;
		if (row->seat == seat)
			return true;
	}
	return false;
}

static bool
same_moves(const GArray *a, const GArray *b)
{
	if (a->len != b->len)
		return false;
	for (guint i = 0; i < a->len; i++)
		if (!move_equal(&g_array_index(a, struct move, i),
			&g_array_index(b, struct move, i)))
			return false;
	return true;
}

bool
choices_by_value(const struct table *t, const GArray *legal)
{
	for (guint i = 0; i < legal->len; i++) {
		const struct move *move = &g_array_index(legal, struct move, i);

		if (strcmp(t->game->verbs[move->verb].args, "n") != 0 ||
		    move->verb != g_array_index(legal, struct move, 0).verb)
			return false;
	}
	return legal->len > 0;
}

/* The move that has this number in the list; NULL if there is none. */
static const struct move *
numbered(const struct table *t, const GArray *legal, int number)
{
	bool by_value = choices_by_value(t, legal);

	for (guint i = 0; i < legal->len; i++) {
		const struct move *move = &g_array_index(legal, struct move, i);

		if (number == (by_value ? move->arg[0] : (int)i + 1))
			return move;
	}
	return NULL;
}

/*
 * A number counts for the list of the very mail that is answered.  It still
 * means something if this seat has not moved since and has the same list.
 */
static struct phrase *
number_move(struct trial *trial, int number, int64_t turn, char **text)
{
	struct table *t = trial->t;
	g_autoptr(GArray) now = match_legal(trial->match, trial->seat);
	g_autoptr(GArray) then = NULL;
	const struct move *move;
	struct move none = { 0 };
	struct match *old;

	if (turn < 0)
		return phrase_new("error.number-unanswered", NULL);
	if (now->len == 0)
		return match_refusal(trial->match, trial->seat, &none);
	if (trial->moves->len > 0 || turn > t->row->last_event ||
	    overtaken(t, trial->seat, turn))
		return phrase_new("error.number-stale", NULL);
	old = table_at(t, turn);
	then = match_legal(old, trial->seat);
	match_free(old);
	if (!same_moves(now, then))
		return phrase_new("error.number-stale", NULL);
	move = numbered(t, now, number);
	if (move == NULL)
		return phrase_new(
		    "error.number-none", json_pack("{s:i}", "n", number));
	*text = move_text(trial->match, move);
	return NULL;
}

static struct phrase *
not_running(const struct table *t)
{
	switch (t->row->life) {
	case LIFE_MUSTER:
		return phrase_new("error.muster", NULL);
	case LIFE_RUNNING:
		return NULL;
	case LIFE_OVER:
	case LIFE_ENDED:
		break;
	}
	return phrase_new("error.over", NULL);
}

void
trial_move(struct trial *trial, const struct request *q, int64_t turn,
    struct answer *a)
{
	g_autofree char *text = g_strdup(q->text);
	guint before = trial->moves->len;
	struct phrase *why = not_running(trial->t);

	/* The mail's own "ready" has started it: its lists come now. */
	if (why == NULL && trial->match == NULL)
		why = phrase_new("error.just-begun", NULL);
	if (why == NULL && q->kind == REQUEST_NUMBER) {
		g_clear_pointer(&text, g_free);
		why = number_move(trial, q->number, turn, &text);
	}
	if (why == NULL)
		why = try_move(trial, text);
	if (why == NULL && q->then != NULL)
		why = try_first(trial, q->then);
	for (guint i = before; i < trial->moves->len; i++) {
		g_autofree char *done = move_text(
		    trial->match, &g_array_index(trial->moves, struct move, i));

		if (why == NULL || i < trial->shown)
			json_array_append_new(
			    a->understood, json_pack("{s:s, s:s}", "line",
					       q->line, "move", done));
	}
	if (why != NULL)
		answer_refuse(a, trial->t, q->line, why);
}

/* Play what was tried; after a refusal only what must stand. */
int
trial_play(struct trial *trial, int64_t inbox, int64_t now, struct answer *a,
    struct err *e)
{
	guint n = a->refused == NULL ? trial->moves->len : trial->shown;

	a->stands = a->refused != NULL && n > 0;
	for (guint i = 0; i < n; i++)
		if (table_play(trial->t, trial->seat,
			&g_array_index(trial->moves, struct move, i), "player",
			inbox, now, e) == -1)
			return -1;
	return 0;
}

/* Moves that were found legal but are not played after all. */
void
trial_forget(struct trial *trial, struct answer *a)
{
	guint move = 0;
	size_t i = 0;

	if (a->refused == NULL)
		return;
	while (i < json_array_size(a->understood)) {
		json_t *item = json_array_get(a->understood, i);

		if (json_object_get(item, "move") == NULL ||
		    move++ < trial->shown) {
			i++;
			continue;
		}
		json_array_append(json_object_get(a->refused, "taken_back"),
		    json_object_get(item, "move"));
		json_array_remove(a->understood, i);
	}
}
