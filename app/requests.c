/* SPDX-License-Identifier: ISC */
/* What a seat's mail asks, done, in the order of its lines. */
#include "app/private.h"

#include <string.h>

#define COMMANDS_MAX 25
/* A near miss of more words is talk that begins like a command. */
#define ATTEMPT_WORDS 4
/* More lines of talk than this are mentioned. */
#define TALK_MAX 10

void
answer_init(struct answer *a)
{
	memset(a, 0, sizeof(*a));
	a->understood = json_array();
	a->near = json_array();
	a->not_tried = json_array();
	a->dropped = json_array();
	a->sections = json_object();
}

void
answer_clear(struct answer *a)
{
	json_decref(a->understood);
	json_decref(a->near);
	json_decref(a->refused);
	json_decref(a->not_tried);
	json_decref(a->dropped);
	json_decref(a->sections);
	g_free(a->topic);
	g_free(a->read);
}

void
answer_refuse(
    struct answer *a, struct table *t, const char *line, struct phrase *why)
{
	g_autofree char *text =
	    tongue_say(home_tongue(t->home, "en"), why, t->atom_names);

	if (a->refused == NULL)
		a->refused = json_pack("{s:s, s:s, s:[], s:[]}", "line", line,
		    "why", text, "not_tried", "taken_back");
	phrase_free(why);
}

/* words: what goes with it, or NULL */
static void
note_understood(struct answer *a, const struct request *q, const char *what,
    const char *words)
{
	json_array_append_new(
	    a->understood, json_pack("{s:s, s:s, s:s*}", "line", q->line,
			       "what", what, "words", words));
}

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
	const struct tongue *tongue = home_tongue(trial->t->home, "en");
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
	json_array_append_new(
	    a->near, json_pack("{s:s, s:s}", "line", q->line, "hint", hint));
	/* What stands before it is done; what follows may have counted on it.
	 */
	trial->stopped |= is_attempt(q) && trial->match != NULL;
}

static int
do_ready(struct table *t, int seat, const struct request *q, int64_t now,
    struct answer *a, struct err *e)
{
	bool again = table_seat(t, seat)->ready;

	if (t->row->life != LIFE_MUSTER) {
		answer_refuse(a, t, q->line,
		    phrase_new(
			q->text != NULL ? "error.luck-late" : "error.started",
			NULL));
		return 0;
	}
	note_understood(a, q,
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
		answer_refuse(a, t, q->line, phrase_new("error.over", NULL));
		return 0;
	}
	if (table_seat(t, seat)->resigned) {
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
		note_understood(a, q, "resign", NULL);
		return 0;
	}
	note_understood(a, q, "resigned", NULL);
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
	note_understood(a, q, "key", NULL);
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
		note_understood(a, q, "address", NULL);
	return 0;
}

/* What was kept before and what this mail has kept so far. */
static int
do_cancel(struct trial *trial, const struct request *q, struct answer *a,
    struct err *e)
{
	size_t before = json_array_size(a->dropped);

	if (kept_cancel(trial->t, trial->seat, trial->lines, a->dropped, e) ==
	    -1)
		return -1;
	note_understood(a, q,
	    json_array_size(a->dropped) > before ? "cancel" : "cancel-none",
	    NULL);
	return 0;
}

static void
want_section(struct answer *a, const struct request *q, const char *name)
{
	json_object_set_new(a->sections, name, json_true());
	if (q->text != NULL) {
		g_free(a->topic);
		a->topic = g_strdup(q->text);
	}
	note_understood(a, q, name, NULL);
}

/* What mail programs send for their button to leave a list: nothing is done
 * by it, but she is told how to leave. */
static void
want_pause(struct trial *trial, const struct request *q, struct answer *a)
{
	struct table *t = trial->t;

	a->resign |= t->row->life == LIFE_RUNNING &&
		     !table_seat(t, trial->seat)->resigned;
	want_section(a, q, "pause");
}

static int
do_request(struct trial *trial, const struct request *q, int64_t turn,
    int64_t now, struct answer *a, struct err *e)
{
	/* Behind the last command mostly stands our letter, without marks. */
	if (q->kind != REQUEST_TALK) {
		a->talk += a->talk_behind;
		a->talk_behind = 0;
	}
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
		if (a->refused == NULL && !trial->stopped)
			trial_move(trial, q, turn, a);
		else
			json_array_append_new(
			    a->refused == NULL
				? a->not_tried
				: json_object_get(a->refused, "not_tried"),
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
	case REQUEST_PAUSE:
		want_pause(trial, q, a);
		break;
	case REQUEST_CANCEL:
		return do_cancel(trial, q, a, e);
	case REQUEST_YES:
	case REQUEST_NO:
		/* done before: codes.c */
		break;
	case REQUEST_KEY:
		return do_key(trial->t, trial->seat, q, a, e);
	case REQUEST_ADDRESS:
		return do_address(trial->t, trial->seat, q, now, a, e);
	case REQUEST_READY:
		return do_ready(trial->t, trial->seat, q, now, a, e);
	case REQUEST_RESIGN:
		return do_resign(trial->t, trial->seat, q, now, a, e);
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
		moves |= q->kind == REQUEST_MOVE || q->kind == REQUEST_NUMBER;
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
	trial_begin(&trial, t, seat);
	for (guint i = 0; i < requests->len && r == 0; i++)
		r = do_request(&trial, requests->pdata[i], turn, now, a, e);
	if (r == 0)
		trial_forget(&trial, a);
	if (r == 0)
		r = trial_play(&trial, inbox, now, a, e);
	trial_end(&trial);
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
	json_object_set(facts, "not_tried", a->not_tried);
	json_object_set(facts, "dropped", a->dropped);
	if (a->read != NULL)
		json_object_set_new(facts, "read", json_string(a->read));
	if (a->refused != NULL)
		json_object_set(facts, "refused", a->refused);
	json_object_set_new(facts, "stands", json_boolean(a->stands));
	json_object_set_new(facts, "nothing_found", json_boolean(!found));
	if (found && a->talk > TALK_MAX)
		json_object_set_new(facts, "talk", json_integer(a->talk));
	section_facts(a, t, seat, facts);
	if (a->resign) {
		char code[7];

		code_make(t->home->secret, "resign", t->row->id, seat,
		    table_seat(t, seat)->epoch, code);
		json_object_set_new(facts, "resign_code", json_string(code));
	}
}
