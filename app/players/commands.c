/* SPDX-License-Identifier: ISC */
/* What a seat's mail asks, done, in the order of its lines. */
#include "app/players/commands.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context.h"
#include "app/letters/plans_context.h"
#include "app/matches/answer.h"
#include "app/matches/effects.h"
#include "app/matches/life.h"
#include "app/matches/plans.h"
#include "app/matches/reader.h"
#include "app/matches/table.h"
#include "app/matches/talk.h"
#include "app/matches/tryout.h"
#include "app/players/asks.h"
#include "app/players/join.h"
#include "app/players/parse.h"
#include "app/players/preferences.h"
#include "app/players/seat_commands.h"
#include "base/err.h"
#include "core/core.h"
#include "core/game.h"
#include "mail/mail.h"
#include "parse/parse.h"
#include "render/render.h"
#include "store/queues.h"
#include "store/store.h"

#include <string.h>

#define COMMANDS_MAX 25
/* A near miss of more words is talk that begins like a command. */
#define ATTEMPT_WORDS 4
/* More lines of talk than this are mentioned. */
#define TALK_MAX 10

static bool
is_attempt(const struct request *q)
{
	int words = 1;

	for (const char *p = q->line; *p != '\0'; p++) {
		/* several commands in a line */
		if (*p == ';')
			return true;
		words += *p == ' ';
	}
	return words <= ATTEMPT_WORDS;
}

static void
note_near(struct trial *trial, const struct request *q, struct answer *a)
{
	g_autofree char *key = g_strdup_printf("hint.%s", q->text);
	const struct tongue *tongue = home_words(trial->t->home);
	g_autofree char *game_key =
	    g_strdup_printf("%s.%s", trial->t->row->game, key);
	struct phrase *phrase =
	    phrase_new(tongue_has(tongue, game_key) ? game_key : key, NULL);
	g_autofree char *like = tongue_say(tongue, phrase, NULL);
	g_autofree char *why =
	    q->why != NULL ? tongue_say(tongue, q->why, NULL) : NULL;
	g_autofree char *hint =
	    why == NULL ? g_strdup(like) : g_strdup_printf("%s %s", why, like);

	phrase_free(phrase);
	/* understood, but nobody can */
	if (strcmp(q->text, "undo") == 0)
		json_array_append_new(a->undone,
		    json_pack("{s:s, s:s}", "line", q->line, "why", hint));
	else
		json_array_append_new(a->near,
		    json_pack("{s:s, s:s}", "line", q->line, "hint", hint));
	/* What stands before it is done; what follows may have counted on it.
	 */
	trial->stopped |= is_attempt(q) && trial->match != NULL;
}

static const char *
too_late_for_ready(const struct table *t, bool luck)
{
	switch (t->row->life) {
	case LIFE_ENDED:
	case LIFE_OVER:
		return parting_past(t);
	case LIFE_MUSTER:
	case LIFE_RUNNING:
		break;
	}
	return luck ? "error.luck-late" : "error.started";
}

static int
do_ready(struct table *t, int seat, const struct request *q, int64_t now,
    struct answer *a, struct err *e)
{
	bool again = table_seat(t, seat)->ready;

	if (t->row->life != LIFE_MUSTER) {
		answer_refuse(a, t, q->line,
		    phrase_new(too_late_for_ready(t, q->text != NULL), NULL));
		return 0;
	}
	answer_note(a, q,
	    q->text != NULL ? "ready-luck"
	    : again	    ? "ready-again"
			    : "ready",
	    q->text);
	return life_ready(t, seat, q->text, now, e);
}

static int
do_resign(struct table *t, int seat, const struct request *q, int64_t now,
    struct answer *a, struct err *e)
{
	bool right;
	char code[7];

	if (t->row->life != LIFE_MUSTER && t->row->life != LIFE_RUNNING) {
		answer_refuse(a, t, q->line, phrase_new(parting_past(t), NULL));
		return 0;
	}
	if (table_seat(t, seat)->held != HELD_PERSON) {
		answer_refuse(
		    a, t, q->line, phrase_new("error.resigned", NULL));
		return 0;
	}
	code_make(t->home->secret, "resign", t->row->id, seat,
	    table_seat(t, seat)->epoch, code);
	right = q->text != NULL && g_ascii_strcasecmp(q->text, code) == 0;
	/* In the muster nothing is lost yet: the bare word will do. */
	if (!right && (t->row->life == LIFE_RUNNING || q->text != NULL)) {
		a->resign = true;
		answer_note(a, q, "resign", NULL);
		return 0;
	}
	answer_note(a, q, "resigned", NULL);
	return life_resign(t, seat, now, e);
}

/*
 * The letter that answers holds the new key, so that a seat which is answered
 * too often already keeps the one it has.
 */
static int
do_key(struct table *t, int seat, const struct request *q, struct answer *a,
    struct err *e)
{
	struct seat_row *row = table_seat(t, seat);

	if (a->new_key || a->braked)
		return 0;
	a->new_key = true;
	answer_note(a, q, "key", NULL);
	row->epoch++;
	return store_seat_update(t->home->store, row, e);
}

static int
do_address(struct table *t, int seat, const struct request *q, int64_t now,
    struct answer *a, struct err *e)
{
	const char *why;

	if (confirm_ask_move(t->home, table_seat(t, seat)->person, q->text, now,
		&why, e) == -1)
		return -1;
	if (why != NULL)
		answer_refuse(a, t, q->line, phrase_new(why, NULL));
	else
		answer_note(a, q, "address", NULL);
	return 0;
}

static int
do_habit(struct table *t, int seat, const struct request *q, int64_t now,
    struct answer *a, struct err *e)
{
	const char *words, *what = habits_said(q, &words);

	answer_note(a, q, what, words);
	return habits_change(
	    t->home, table_seat(t, seat)->person, q, t->row->id, now, e);
}

/* As if that letter, and those behind it, had never come: the answer tells
 * all of it, as it is now. */
static int
do_resend(struct table *t, int seat, const struct request *q, struct answer *a,
    struct err *e)
{
	struct seat_row *row = table_seat(t, seat);
	const struct outbox_reader reader = { t->row->id, seat, row->person };
	int64_t number =
	    q->text == NULL ? 0 : g_ascii_strtoll(q->text, NULL, 10);
	bool found;

	if (store_outbox_told(
		t->home->store, &reader, number, &row->told, &found, e) == -1)
		return -1;
	answer_note(a, q, found ? "resend" : "resend-none", NULL);
	return 0;
}

/* Order and plan of before, and what this mail has planned so far. */
static int
do_cancel(struct trial *trial, const struct request *q, struct answer *a,
    struct err *e)
{
	size_t before = json_array_size(a->dropped), i;
	const json_t *lines;

	if (plans_cancel(trial->t, trial->seat, trial->steps, a->dropped, e) ==
	    -1)
		return -1;
	trial->careful = false;
	json_array_foreach(trial->lines, i, lines) trial_unsay(a, lines);
	json_array_clear(trial->lines);
	answer_note(a, q,
	    json_array_size(a->dropped) > before ? "cancel" : "cancel-none",
	    NULL);
	return 0;
}

static void
want_section(struct answer *a, const struct request *q, const char *name)
{
	char **topic =
	    q->kind == REQUEST_HELP ? &a->help_topic : &a->rules_topic;

	json_object_set_new(a->sections, name, json_true());
	if (q->text != NULL) {
		g_free(*topic);
		*topic = g_strdup(q->text);
	}
	answer_note(a, q, name, NULL);
}

/* What mail programs send for their button to leave a list: nothing is done
 * by it, but she is told how to leave. */
static void
want_pause(struct trial *trial, const struct request *q, struct answer *a)
{
	struct table *t = trial->t;

	a->resign |= t->row->life == LIFE_RUNNING &&
		     table_seat(t, trial->seat)->held == HELD_PERSON;
	want_section(a, q, "pause");
}

/* What gives something up stands among other lines: it is not done. */
static bool
is_doubtful(struct table *t, const struct request *q, struct answer *a)
{
	struct phrase *why;
	g_autofree char *text = NULL;

	if (a->sure || !meant_is_loss(t, q))
		return false;
	why = phrase_new(a->asked ? "error.asked" : "error.alone", NULL);
	text = tongue_say(home_words(t->home), why, NULL);
	phrase_free(why);
	json_array_append_new(
	    a->undone, json_pack("{s:s, s:s}", "line", q->line, "why", text));
	return true;
}

static void
do_move(struct trial *trial, const struct request *q, int64_t turn,
    struct answer *a)
{
	if (q->kind == REQUEST_PLAN)
		trial_plan(trial, q, a);
	else
		trial_move(trial, q, turn, a);
}

/* Is there anything that "wait" can hold back? */
static int
do_wait(struct trial *trial, struct answer *a, struct err *e)
{
	bool any = false;
	json_t *item;
	size_t i;

	if (!trial->waits)
		return 0;
	if (plans_hold(trial->t, trial->seat, &any, e) == -1)
		return -1;
	json_array_foreach(a->understood, i, item)
	{
		const char *what =
		    json_string_value(json_object_get(item, "what"));

		if (any || g_strcmp0(what, "wait") != 0)
			continue;
		json_object_set_new(item, "what", json_string("wait-none"));
		json_object_set_new(item, "not", json_true());
	}
	return 0;
}

/* The word "plan" stood alone, and nothing below it. */
static void
note_empty_plan(const struct trial *trial, struct answer *a)
{
	struct phrase *phrase = phrase_new("hint.plan", NULL);
	g_autofree char *hint =
	    tongue_say(home_words(trial->t->home), phrase, NULL);

	phrase_free(phrase);
	json_array_append_new(
	    a->near, json_pack("{s:s, s:s}", "line", "plan", "hint", hint));
}

/* Behind the last command mostly stands our letter, without marks. */
static void
count_talk(const struct request *q, struct answer *a)
{
	if (q->kind == REQUEST_TALK)
		return;
	a->talk += a->talk_behind;
	a->talk_behind = 0;
}

static int
do_request(struct trial *trial, const struct request *q, int64_t turn,
    int64_t now, struct answer *a, struct err *e)
{
	count_talk(q, a);
	switch (q->kind) {
	case REQUEST_TALK:
		a->talk_behind++;
		break;
	case REQUEST_NEAR:
		if (a->refused == NULL)
			note_near(trial, q, a);
		break;
	case REQUEST_MOVE:
	case REQUEST_NUMBER:
	case REQUEST_PLAN:
		if (a->refused == NULL && !trial->stopped)
			do_move(trial, q, turn, a);
		else
			json_array_append_new(
			    a->refused == NULL
				? a->not_tried
				: json_object_get(a->refused, "not_tried"),
			    json_string(q->line));
		break;
	case REQUEST_HELP:
	case REQUEST_RULES:
	case REQUEST_STATUS:
	case REQUEST_HISTORY:
	case REQUEST_PLANS:
		want_section(a, q, reading_kind(q->kind));
		break;
	case REQUEST_PAUSE:
		want_pause(trial, q, a);
		break;
	case REQUEST_CANCEL:
		return do_cancel(trial, q, a, e);
	case REQUEST_CHECK:
		plans_check(trial, q, turn, a);
		break;
	case REQUEST_WAIT:
		trial->waits = true;
		answer_note(a, q, "wait", NULL);
		break;
	case REQUEST_YES:
	case REQUEST_NO:
		break; /* done before: codes.c */
	case REQUEST_SIGNUP:
		/* done behind it, and answered apart: signup.c */
		answer_note(a, q, "apart", NULL);
		break;
	case REQUEST_KEY:
		return do_key(trial->t, trial->seat, q, a, e);
	case REQUEST_REMIND:
	case REQUEST_MAIL:
	case REQUEST_CALENDAR:
		return do_habit(trial->t, trial->seat, q, now, a, e);
	case REQUEST_RESEND:
		return do_resend(trial->t, trial->seat, q, a, e);
	case REQUEST_PING:
		answer_note(a, q, "ping", NULL);
		break;
	case REQUEST_VOTE:
		return votes_do(trial->t, trial->seat, q, turn, now, a, e);
	case REQUEST_ADDRESS:
		return do_address(trial->t, trial->seat, q, now, a, e);
	case REQUEST_SAY:
	case REQUEST_MUTE:
	case REQUEST_UNMUTE:
		return talk_do(trial->t, trial->seat, q, now, a, e);
	case REQUEST_READY:
		return do_ready(trial->t, trial->seat, q, now, a, e);
	case REQUEST_RESIGN:
		return do_resign(trial->t, trial->seat, q, now, a, e);
	case REQUEST_AWAY:
	case REQUEST_BACK:
	case REQUEST_TAKE:
	case REQUEST_STANDIN:
		return seat_say(trial->t, trial->seat, q, now, a, e);
	}
	return 0;
}

/* Giving up and moving in one mail: one of the two is a slip. */
static bool
resigns_and_moves(const GPtrArray *requests)
{
	bool resigns = false, moves = false;

	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		resigns |= q->kind == REQUEST_RESIGN;
		moves |= q->kind == REQUEST_MOVE || q->kind == REQUEST_NUMBER ||
			 q->kind == REQUEST_PLAN;
	}
	return resigns && moves;
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
	struct trial trial;
	int r = 0;

	if (count_commands(requests) > COMMANDS_MAX) {
		answer_refuse(a, t, "",
		    phrase_new("error.too-many",
			json_pack("{s:i}", "max", COMMANDS_MAX)));
		return 0;
	}
	if (resigns_and_moves(requests)) {
		answer_refuse(a, t, "", phrase_new("error.resign-alone", NULL));
		return 0;
	}
	if (requests->len > 0)
		a->read = g_strdup(
		    ((const struct request *)requests->pdata[0])->line);
	a->inbox = inbox;
	trial_begin(&trial, t, seat);
	for (guint i = 0; i < requests->len && r == 0; i++)
		if (!is_doubtful(t, requests->pdata[i], a))
			r = do_request(
			    &trial, requests->pdata[i], turn, now, a, e);
	if (r == 0)
		trial_plan_now(&trial, a);
	if (r == 0)
		trial_forget(&trial, a);
	if (r == 0)
		r = trial_play(&trial, inbox, now, a, e);
	if (r == 0)
		r = do_wait(&trial, a, e);
	if (r == 0 && a->plan_wanted)
		note_empty_plan(&trial, a);
	trial_end(&trial);
	return r;
}

static void
section_facts(struct answer *a, const struct reader *r, json_t *facts)
{
	if (json_object_get(a->sections, "history") != NULL)
		json_object_set_new(facts, "history", context_news(r, -2));
	if (json_object_get(a->sections, "rules") != NULL)
		json_object_set(facts, "data", r->t->json[1]);
	if (a->rules_topic != NULL)
		json_object_set_new(
		    facts, "rules_topic", json_string(a->rules_topic));
	if (a->help_topic != NULL)
		json_object_set_new(
		    facts, "help_topic", json_string(a->help_topic));
	json_object_set(facts, "sections", a->sections);
}

void
answer_facts(struct answer *a, const struct reader *r, json_t *facts)
{
	struct table *t = r->t;
	int seat = r->seat;
	bool found = json_array_size(a->understood) > 0 ||
		     json_array_size(a->near) > 0 || a->refused != NULL ||
		     json_array_size(a->undone) > 0;

	plans_unsay(t, seat, a);
	json_object_set_new(facts, "answer", json_true());
	json_object_set_new(
	    facts, "asked_before", json_boolean((t->asked & SEAT(seat)) != 0));
	json_object_set(facts, "understood", a->understood);
	json_object_set(facts, "near", a->near);
	json_object_set(facts, "not_tried", a->not_tried);
	json_object_set_new(facts, "dropped", plans_told(r, a->dropped));
	if (effect_of(t, EFFECT_BACK, seat) != NULL)
		away_ended_note(t, a);
	json_object_set(facts, "notes", a->notes);
	json_object_set(facts, "undone", a->undone);
	json_object_set(facts, "in_talk", a->in_talk);
	if (a->read != NULL)
		json_object_set_new(facts, "read", json_string(a->read));
	if (a->refused != NULL)
		json_object_set(facts, "refused", a->refused);
	json_object_set_new(facts, "stands", json_boolean(a->stands));
	json_object_set_new(facts, "nothing_found", json_boolean(!found));
	if (found && a->talk > TALK_MAX)
		json_object_set_new(facts, "talk", json_integer(a->talk));
	section_facts(a, r, facts);
	if (a->resign) {
		char code[7];

		code_make(t->home->secret, "resign", t->row->id, seat,
		    table_seat(t, seat)->epoch, code);
		json_object_set_new(facts, "resign_code", json_string(code));
	}
}
