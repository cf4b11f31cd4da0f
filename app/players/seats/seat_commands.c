/* SPDX-License-Identifier: ISC */
/* What a line for a seat asks, done: functions of the table in commands.c. */
#include "app/players/seats/seat_commands.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/news.h"
#include "app/letters/context/plans_context.h"
#include "app/letters/takers.h"
#include "app/matches/moves/plans_made.h"
#include "app/matches/moves/tryout.h"
#include "app/matches/results/ending.h"
#include "app/matches/seats/robot_relief.h"
#include "app/matches/seats/seats.h"
#include "app/matches/status.h"
#include "app/matches/table/effects.h"
#include "app/matches/table/plans.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/reply_lines.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/players/questions/asks.h"
#include "app/players/seats/seat_reply.h"
#include "core/decision.h"
#include "mail/key.h"
#include "parse/request.h"
#include "render/render.h"
#include "store/mails/outbox_reader.h"
#include "store/matches/matches.h"
#include "store/matches/seats.h"
#include "store/people/people.h"

/* A near miss of more words is talk that begins like a command. */
#define ATTEMPT_WORDS 4
/* More lines of talk than this are mentioned. */
#define TALK_MAX 10

int
seat_talk(struct tryout *tryout, const struct request *q)
{
	(void)q;
	tryout->reply->talk_behind++;
	return 0;
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

/* Does the mail make or plan moves so far? */
static bool
tries_any(const struct tryout *tryout)
{
	return tryout->moves->len > 0 || json_array_size(tryout->steps) > 0;
}

int
seat_unclear(struct tryout *tryout, const struct request *q)
{
	struct reply *reply = tryout->reply;
	g_autofree char *key = g_strdup_printf("hint.%s", q->text);
	g_autofree char *game_key =
	    g_strdup_printf("%s.%s", tryout->t->row->game, key);

	if (reply->refused != NULL)
		return 0;
	if (catalog_has(home_words(tryout->t->home), game_key)) {
		g_free(key);
		key = g_steal_pointer(&game_key);
	}
	/* The moves before it may have counted on it. */
	if (q->nearly_move && tries_any(tryout)) {
		reply_refuse_hint(reply, q, key);
		return 0;
	}
	reply_hint(reply, q, key);
	/* What stands before it is done; what follows may have counted on it.
	 */
	tryout->stopped |=
	    (q->nearly_move || is_attempt(q)) && tryout->match != NULL;
	return 0;
}

int
seat_move(struct tryout *tryout, const struct request *q)
{
	struct reply *reply = tryout->reply;

	/* A player who sends moves plays again. */
	if (tryout->t->row->status == STATUS_RUNNING &&
	    robot_relieves(table_seat(tryout->t, tryout->seat)) &&
	    robot_gives_back(tryout->t, tryout->seat, "notice.robot-back",
		json_object()) == -1)
		return -1;
	if (reply->refused != NULL || tryout->stopped)
		json_array_append_new(
		    reply->refused == NULL
			? reply->not_tried
			: json_object_get(reply->refused, "not_tried"),
		    json_string(q->line));
	else if (q->kind == REQUEST_PLAN)
		tryout_plan(tryout, q);
	else
		tryout_move(tryout, q);
	return 0;
}

int
seat_check(struct tryout *tryout, const struct request *q)
{
	plans_check(tryout, q);
	return 0;
}

int
seat_wait(struct tryout *tryout, const struct request *q)
{
	tryout->waits = true;
	reply_note(tryout->reply, q->line, "wait", NULL);
	return 0;
}

/* Order and plan of before, and what this mail has planned so far. */
int
seat_cancel(struct tryout *tryout, const struct request *q)
{
	json_t *dropped = tryout->reply->dropped;
	size_t before = json_array_size(dropped), i;
	const json_t *lines;

	if (plans_cancel(tryout->t, tryout->seat, tryout->steps, dropped) == -1)
		return -1;
	tryout->careful = false;
	json_array_foreach(tryout->lines, i, lines)
	    tryout_unsay(tryout->reply, lines);
	json_array_clear(tryout->lines);
	reply_note(tryout->reply, q->line,
	    json_array_size(dropped) > before ? "cancel" : "cancel-none", NULL);
	return 0;
}

static const char *
too_late_for_ready(const struct table *t, bool luck)
{
	if (t->row->status == STATUS_ENDED)
		return "error.called-off";
	if (match_is_past(t->row))
		return ending_refusal(t);
	return luck ? "error.luck-late" : "error.started";
}

int
seat_ready(struct tryout *tryout, const struct request *q)
{
	struct table *t = tryout->t;
	bool again = table_seat(t, tryout->seat)->ready;

	if (t->row->status != STATUS_MUSTER) {
		reply_refuse(tryout->reply, q->line,
		    too_late_for_ready(t, q->text != NULL), NULL);
		return 0;
	}
	reply_note(tryout->reply, q->line,
	    q->text != NULL ? "ready-luck"
	    : again	    ? "ready-again"
			    : "ready",
	    q->text);
	return match_ready(t, tryout->seat, q->text);
}

static void
resign_code(struct table *t, int seat, char code[7])
{
	code_make(t->home->secret, "resign", t->row->id, seat,
	    table_seat(t, seat)->epoch, code);
}

int
seat_resign(struct tryout *tryout, const struct request *q)
{
	struct table *t = tryout->t;
	const char *why = NULL;
	char code[7];
	bool right;

	if (t->row->status != STATUS_MUSTER && t->row->status != STATUS_RUNNING)
		why = ending_refusal(t);
	else if (table_seat(t, tryout->seat)->occupant != OCCUPANT_PERSON)
		why = "error.resigned";
	if (why != NULL) {
		reply_refuse(tryout->reply, q->line, why, NULL);
		return 0;
	}
	resign_code(t, tryout->seat, code);
	right = q->text != NULL && g_ascii_strcasecmp(q->text, code) == 0;
	/* In the muster nothing is lost yet: the bare word will do. */
	if (!right && (t->row->status == STATUS_RUNNING || q->text != NULL)) {
		tryout->reply->resign = true;
		reply_note(tryout->reply, q->line, "resign", NULL);
		return 0;
	}
	reply_note(tryout->reply, q->line, "resigned", NULL);
	return match_resign(t, tryout->seat);
}

/*
 * The letter that answers holds the new key, so that a seat which is answered
 * too often already keeps the one it has.
 */
int
seat_key(struct tryout *tryout, const struct request *q)
{
	struct seat_row *row = table_seat(tryout->t, tryout->seat);
	struct reply *reply = tryout->reply;

	if (reply->new_key || reply->suppressed)
		return 0;
	reply->new_key = true;
	reply_note(reply, q->line, "key", NULL);
	row->epoch++;
	return store_seat_update(tryout->t->home->store, row);
}

int
seat_address(struct tryout *tryout, const struct request *q)
{
	const char *why;

	if (confirm_ask_move(tryout->t->home,
		table_seat(tryout->t, tryout->seat)->person, q->text,
		&why) == -1)
		return -1;
	if (why != NULL)
		reply_refuse(tryout->reply, q->line, why, NULL);
	else
		reply_note(tryout->reply, q->line, "address", NULL);
	return 0;
}

/* As if that letter, and those behind it, had never come: the answer tells
 * all of it, as it is now. */
int
seat_resend(struct tryout *tryout, const struct request *q)
{
	struct table *t = tryout->t;
	struct seat_row *row = table_seat(t, tryout->seat);
	const struct outbox_reader reader = { t->row->id, tryout->seat,
		row->person };
	int64_t number =
	    q->text == NULL ? 0 : g_ascii_strtoll(q->text, NULL, 10);
	bool found;

	if (store_outbox_told(
		t->home->store, &reader, number, &row->told, &found) == -1)
		return -1;
	reply_note(
	    tryout->reply, q->line, found ? "resend" : "resend-none", NULL);
	return 0;
}

int
seat_section(struct tryout *tryout, const struct request *q)
{
	reply_section(tryout->reply, q, request_kind_name(q->kind));
	return 0;
}

/* Nothing is done by it, but the player is told how to leave. */
int
seat_pause(struct tryout *tryout, const struct request *q)
{
	struct table *t = tryout->t;

	tryout->reply->resign |=
	    t->row->status == STATUS_RUNNING &&
	    table_seat(t, tryout->seat)->occupant == OCCUPANT_PERSON;
	return seat_section(tryout, q);
}

int
seat_ping(struct tryout *tryout, const struct request *q)
{
	reply_note(tryout->reply, q->line, "ping", NULL);
	return 0;
}

/* It is about what is asked behind the moves of the mail: seat_mail.c. */
int
seat_hint(struct tryout *tryout, const struct request *q)
{
	if (tryout->reply->hint == NULL)
		tryout->reply->hint = g_strdup(q->line);
	return 0;
}

int
seat_come(struct tryout *tryout, const struct request *q)
{
	struct home *home = tryout->t->home;
	struct person *person = store_person(
	    home->store, table_seat(tryout->t, tryout->seat)->person);
	struct coming c = { .home = home, .person = person, .line = q->line };
	int r;

	if (person == NULL)
		return -1;
	r = q->kind == REQUEST_TAKE ? offers_take(&c, q->text)
				    : offers_back(&c, q->text);
	person_free(person);
	if (r == 0 && c.what != NULL)
		reply_note(tryout->reply, q->line, c.what, NULL);
	else if (r == 0)
		reply_refuse(tryout->reply, q->line, "hint.code", NULL);
	return r;
}

int
seat_apart(struct tryout *tryout, const struct request *q)
{
	reply_note(tryout->reply, q->line, "apart", NULL);
	return 0;
}

void
seat_reply_context(struct reply *reply, const struct reader *r, json_t *context)
{
	struct table *t = r->t;

	plans_unsay(t, r->seat, reply);
	json_object_set_new(context, "asked_before",
	    json_boolean((t->asked & SEAT(r->seat)) != 0));
	json_object_set_new(context, "dropped", plans_told(r, reply->dropped));
	if (effect_of(t, EFFECT_BACK, r->seat) != NULL)
		reply_remark(reply, "away.ended", NULL);
	if (reply_any(reply) && reply->talk > TALK_MAX)
		json_object_set_new(context, "talk", json_integer(reply->talk));
	if (reply_wants(reply, "history"))
		json_object_set_new(context, "history", context_news(r, -2));
	if (reply_wants(reply, "rules"))
		json_object_set(context, "data", t->json[1]);
	if (reply->resign) {
		char code[7];

		resign_code(t, r->seat, code);
		json_object_set_new(context, "resign_code", json_string(code));
		json_object_set_new(context, "resign_ends",
		    json_boolean(seat_ends_match(t, r->seat)));
	}
	reply_context(reply, context);
	reply_sections(reply, context);
}
