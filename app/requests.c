/* SPDX-License-Identifier: ISC */
/*
 * What a seat's mail asks, done.  The moves of one mail are all or nothing:
 * they are tried on a copy of the match, and played only when the last of
 * them was found legal.  One exception: what has shown its writer something
 * hidden is not taken back, or a wrong line at the end would be a free look.
 */
#include "app/private.h"

#include <string.h>

#define COMMANDS_MAX 25
/* A near miss of more words is talk that begins like a command. */
#define ATTEMPT_WORDS 4

void
answer_init(struct answer *a)
{
	memset(a, 0, sizeof(*a));
	a->understood = json_array();
	a->near = json_array();
	a->sections = json_object();
}

void
answer_clear(struct answer *a)
{
	json_decref(a->understood);
	json_decref(a->near);
	json_decref(a->refused);
	json_decref(a->sections);
	g_free(a->topic);
}

void
answer_refuse(
    struct answer *a, struct table *t, const char *line, struct phrase *why)
{
	g_autofree char *text =
	    tongue_say(home_tongue(t->home, "en"), why, t->atom_names);

	if (a->refused == NULL)
		a->refused = json_pack(
		    "{s:s, s:s, s:[]}", "line", line, "why", text, "not_tried");
	phrase_free(why);
}

static void
note_understood(struct answer *a, const struct request *q, const char *what)
{
	json_array_append_new(a->understood,
	    json_pack("{s:s, s:s}", "line", q->line, "what", what));
}

GPtrArray *
requests_read(struct home *home, const struct table *t, const GPtrArray *lines)
{
	GPtrArray *list =
	    g_ptr_array_new_with_free_func((GDestroyNotify)request_free);

	for (guint i = 0; i < lines->len; i++)
		request_read(tongue_words(home_tongue(home, "en")),
		    t == NULL ? NULL : t->match, lines->pdata[i], list);
	return list;
}

/* The moves of one mail, tried on a copy. */
struct trial {
	struct table *t;
	int seat;
	struct match *match;
	GArray *moves; /* struct move */
	guint shown; /* so many moves have shown something hidden */
};

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
	struct match *old;

	if (turn < 0)
		return phrase_new("error.number-unanswered", NULL);
	if (trial->moves->len > 0 || turn > t->row->last_event ||
	    overtaken(t, trial->seat, turn))
		return phrase_new("error.number-stale", NULL);
	old = table_at(t, turn);
	then = match_legal(old, trial->seat);
	match_free(old);
	if (!same_moves(now, then))
		return phrase_new("error.number-stale", NULL);
	if (number < 1 || (guint)number > now->len)
		return phrase_new("error.number-none",
		    json_pack("{s:i, s:i}", "n", number, "max", now->len));
	*text = move_text(
	    trial->match, &g_array_index(now, struct move, number - 1));
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

static void
do_move(struct trial *trial, const struct request *q, int64_t turn,
    struct answer *a)
{
	g_autofree char *text = g_strdup(q->text);
	guint before = trial->moves->len;
	struct phrase *why = not_running(trial->t);

	if (why == NULL && trial->match == NULL)
		why = phrase_new("error.over", NULL);
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

static bool
is_attempt(const struct request *q)
{
	int words = 1;

	for (const char *p = q->line; *p != '\0'; p++)
		words += *p == ' ';
	return words <= ATTEMPT_WORDS;
}

static void
note_near(struct trial *trial, const struct request *q, struct answer *a)
{
	g_autofree char *key = g_strdup_printf("hint.%s", q->text);
	const struct tongue *tongue = home_tongue(trial->t->home, "en");
	g_autofree char *game_key =
	    g_strdup_printf("%s.%s", trial->t->row->game, key);
	struct phrase *phrase =
	    phrase_new(tongue_has(tongue, game_key) ? game_key : key, NULL);
	g_autofree char *hint = tongue_say(tongue, phrase, NULL);

	phrase_free(phrase);
	json_array_append_new(
	    a->near, json_pack("{s:s, s:s}", "line", q->line, "hint", hint));
	if (is_attempt(q) && trial->match != NULL)
		answer_refuse(a, trial->t, q->line,
		    phrase_new("error.not-understood", NULL));
}

static int
do_ready(struct table *t, int seat, const struct request *q, int64_t now,
    struct answer *a, struct err *e)
{
	if (t->row->life != LIFE_MUSTER) {
		answer_refuse(a, t, q->line, phrase_new("error.started", NULL));
		return 0;
	}
	note_understood(a, q, "ready");
	return life_ready(t, seat, q->text, now, e);
}

static int
do_resign(struct table *t, int seat, const struct request *q, int64_t now,
    struct answer *a, struct err *e)
{
	char code[7];

	if (t->row->life != LIFE_MUSTER && t->row->life != LIFE_RUNNING) {
		answer_refuse(a, t, q->line, phrase_new("error.over", NULL));
		return 0;
	}
	code_make(t->home->secret, "resign", t->row->id, seat,
	    table_seat(t, seat)->epoch, code);
	/* In the muster nothing is lost yet: no second question. */
	if (t->row->life == LIFE_RUNNING &&
	    (q->text == NULL || g_ascii_strcasecmp(q->text, code) != 0)) {
		a->resign = true;
		note_understood(a, q, "resign");
		return 0;
	}
	note_understood(a, q, "resigned");
	return life_resign(t, seat, now, e);
}

static void
want_section(struct answer *a, const struct request *q, const char *name)
{
	json_object_set_new(a->sections, name, json_true());
	if (q->text != NULL) {
		g_free(a->topic);
		a->topic = g_strdup(q->text);
	}
	note_understood(a, q, name);
}

static int
do_request(struct trial *trial, const struct request *q, int64_t turn,
    int64_t now, struct answer *a, struct err *e)
{
	switch (q->kind) {
	case REQUEST_TALK:
		break;
	case REQUEST_NEAR:
		if (a->refused == NULL)
			note_near(trial, q, a);
		break;
	case REQUEST_MOVE:
	case REQUEST_NUMBER:
		if (a->refused == NULL)
			do_move(trial, q, turn, a);
		else
			json_array_append_new(
			    json_object_get(a->refused, "not_tried"),
			    json_string(q->line));
		break;
	case REQUEST_HELP:
		want_section(a, q, "help");
		break;
	case REQUEST_RULES:
		want_section(a, q, "rules");
		break;
	case REQUEST_STATUS:
		want_section(a, q, "status");
		break;
	case REQUEST_HISTORY:
		want_section(a, q, "history");
		break;
	case REQUEST_READY:
		return do_ready(trial->t, trial->seat, q, now, a, e);
	case REQUEST_RESIGN:
		return do_resign(trial->t, trial->seat, q, now, a, e);
	}
	return 0;
}

/* Play what was tried; after a refusal only what must stand. */
static int
play_tried(struct trial *trial, int64_t inbox, int64_t now, struct answer *a,
    struct err *e)
{
	guint n = a->refused == NULL ? trial->moves->len : trial->shown;

	a->kept = a->refused != NULL && n > 0;
	for (guint i = 0; i < n; i++)
		if (table_play(trial->t, trial->seat,
			&g_array_index(trial->moves, struct move, i), "player",
			inbox, now, e) == -1)
			return -1;
	return 0;
}

/* Moves that were found legal but are not played after all. */
static void
forget_moves(struct trial *trial, struct answer *a)
{
	guint move = 0;
	size_t i = 0;

	if (a->refused == NULL)
		return;
	while (i < json_array_size(a->understood)) {
		json_t *item = json_array_get(a->understood, i);

		if (json_object_get(item, "move") != NULL &&
		    move++ >= trial->shown)
			json_array_remove(a->understood, i);
		else
			i++;
	}
}

static guint
count_commands(const GPtrArray *requests)
{
	guint n = 0;

	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		n += q->kind != REQUEST_TALK && q->kind != REQUEST_NEAR;
	}
	return n;
}

int
requests_do(struct table *t, int seat, const GPtrArray *requests, int64_t turn,
    int64_t inbox, int64_t now, struct answer *a, struct err *e)
{
	struct trial trial = { .t = t, .seat = seat };
	int r = 0;

	if (count_commands(requests) > COMMANDS_MAX) {
		answer_refuse(a, t, "",
		    phrase_new("error.too-many",
			json_pack("{s:i}", "max", COMMANDS_MAX)));
		return 0;
	}
	if (t->match != NULL)
		trial.match = match_copy(t->match);
	trial.moves = g_array_new(FALSE, FALSE, sizeof(struct move));
	for (guint i = 0; i < requests->len && r == 0; i++)
		r = do_request(&trial, requests->pdata[i], turn, now, a, e);
	if (r == 0)
		forget_moves(&trial, a);
	if (r == 0)
		r = play_tried(&trial, inbox, now, a, e);
	g_array_unref(trial.moves);
	match_free(trial.match);
	return r;
}

static void
section_facts(struct answer *a, struct table *t, int seat, json_t *facts)
{
	if (json_object_get(a->sections, "history") != NULL)
		json_object_set_new(facts, "history", facts_news(t, seat, -2));
	if (a->topic != NULL) {
		json_t *topic = json_object();

		json_object_set_new(topic, a->topic, json_true());
		json_object_set_new(facts, "topic", topic);
		json_object_set_new(
		    facts, "rules_topic", json_string(a->topic));
	}
	json_object_set(facts, "sections", a->sections);
}

void
answer_facts(struct answer *a, struct table *t, int seat, json_t *facts)
{
	bool found = json_array_size(a->understood) > 0 ||
		     json_array_size(a->near) > 0 || a->refused != NULL;

	json_object_set_new(facts, "answer", json_true());
	json_object_set(facts, "understood", a->understood);
	json_object_set(facts, "near", a->near);
	if (a->refused != NULL)
		json_object_set(facts, "refused", a->refused);
	json_object_set_new(facts, "kept", json_boolean(a->kept));
	json_object_set_new(facts, "nothing_found", json_boolean(!found));
	section_facts(a, t, seat, facts);
	if (a->resign) {
		char code[7];

		code_make(t->home->secret, "resign", t->row->id, seat,
		    table_seat(t, seat)->epoch, code);
		json_object_set_new(facts, "resign_code", json_string(code));
	}
}
