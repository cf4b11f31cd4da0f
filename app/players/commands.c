/* SPDX-License-Identifier: ISC */
/* All commands, and how those of a mail to a seat are done. */
#include "app/players/commands.h"

#include "app/matches/plans.h"
#include "app/matches/reply.h"
#include "app/matches/reply_lines.h"
#include "app/matches/table.h"
#include "app/matches/talk.h"
#include "app/matches/tryout.h"
#include "app/players/command.h"
#include "app/players/meant.h"
#include "app/players/person_commands.h"
#include "app/players/preferences.h"
#include "app/players/seat_commands.h"
#include "app/players/signup.h"
#include "app/players/yearbook.h"
#include "core/say.h"
#include "parse/request.h"
#include "store/matches/seats.h"
#include "store/people/people.h"

/* What only a match can do: its sender hears where to write it. */
#define MATCH .person = person_of_match
#define SIGNUP .seat = seat_apart, .person

static const struct command commands[REQUEST_KINDS] = {
	[REQUEST_TALK] = { COMMAND_FIRST_HAND, .seat = seat_talk },
	[REQUEST_UNCLEAR] = { COMMAND_FIRST_HAND | COMMAND_KEPT,
	    .seat = seat_unclear, .person = person_unclear },
	[REQUEST_MOVE] = { COMMAND_MOVE, .seat = seat_move, MATCH },
	[REQUEST_NUMBER] = { COMMAND_MOVE | COMMAND_FIRST_HAND,
	    .seat = seat_move, MATCH },
	[REQUEST_PLAN] = { COMMAND_MOVE, .seat = seat_move, MATCH },
	[REQUEST_CHECK] = { 0, .seat = seat_check, MATCH },
	[REQUEST_WAIT] = { 0, .seat = seat_wait, MATCH },
	[REQUEST_CANCEL] = { 0, .seat = seat_cancel, MATCH },
	[REQUEST_PLANS] = { COMMAND_INQUIRY, .seat = seat_section, MATCH },
	[REQUEST_READY] = { 0, .seat = seat_ready, MATCH },
	[REQUEST_RESIGN] = { COMMAND_LOSS, .seat = seat_resign, MATCH },
	[REQUEST_KEY] = { COMMAND_LOSS, .seat = seat_key, MATCH },
	[REQUEST_ADDRESS] = { 0, .seat = seat_address, MATCH },
	[REQUEST_RESEND] = { 0, .seat = seat_resend, MATCH },
	[REQUEST_VOTE] = { 0, .seat = seat_vote, MATCH },
	[REQUEST_SAY] = { COMMAND_FIRST_HAND, .seat = talk_say,
	    .onlooker = onlooker_say, MATCH },
	[REQUEST_MUTE] = { 0, .seat = talk_mute, MATCH },
	[REQUEST_UNMUTE] = { 0, .seat = talk_unmute, MATCH },
	[REQUEST_HELP] = { COMMAND_INQUIRY | COMMAND_KEPT, .seat = seat_section,
	    .onlooker = onlooker_section, .person = person_help },
	[REQUEST_RULES] = { COMMAND_INQUIRY | COMMAND_KEPT,
	    .seat = seat_section, .onlooker = onlooker_section,
	    .person = person_rules },
	[REQUEST_STATUS] = { COMMAND_INQUIRY | COMMAND_KEPT,
	    .seat = seat_section, .onlooker = onlooker_section,
	    .person = person_matches },
	[REQUEST_HISTORY] = { COMMAND_INQUIRY, .seat = seat_section,
	    .onlooker = onlooker_section },
	[REQUEST_PAUSE] = { 0, .seat = seat_pause },
	[REQUEST_HINT] = { 0, .seat = seat_hint, MATCH },
	[REQUEST_PING] = { COMMAND_INQUIRY, .seat = seat_ping },
	/* done before all others: codes.c */
	[REQUEST_YES] = { .is = COMMAND_CODE | COMMAND_FIRST_HAND },
	[REQUEST_NO] = { .is = COMMAND_CODE | COMMAND_FIRST_HAND },
	[REQUEST_TAKE] = { COMMAND_CODE | COMMAND_FIRST_HAND,
	    .seat = seat_come },
	[REQUEST_RETURN] = { COMMAND_CODE | COMMAND_FIRST_HAND,
	    .seat = seat_come },
	[REQUEST_AWAY] = { COMMAND_PERSONAL | COMMAND_KEPT,
	    .anybody = command_away },
	[REQUEST_BACK] = { COMMAND_PERSONAL | COMMAND_KEPT,
	    .anybody = command_away },
	[REQUEST_STANDIN] = { COMMAND_PERSONAL | COMMAND_KEPT,
	    .anybody = command_standin },
	[REQUEST_REMIND] = { COMMAND_PREFERENCE,
	    .anybody = command_preference },
	[REQUEST_MAIL] = { COMMAND_PREFERENCE, .anybody = command_preference },
	[REQUEST_CALENDAR] = { COMMAND_PREFERENCE,
	    .anybody = command_preference },
	[REQUEST_YEARBOOK] = { COMMAND_PREFERENCE | COMMAND_PERSONAL,
	    .anybody = command_yearbook },
	[REQUEST_SHOW_ME] = { COMMAND_PREFERENCE | COMMAND_PERSONAL,
	    .anybody = command_shown },
	[REQUEST_SHOW_NAME] = { COMMAND_PREFERENCE | COMMAND_PERSONAL,
	    .anybody = command_shown },
	[REQUEST_HIDE_ME] = { COMMAND_PREFERENCE | COMMAND_PERSONAL,
	    .anybody = command_shown },
	[REQUEST_MATCHES] = { COMMAND_SIGNUP | COMMAND_KEPT,
	    SIGNUP = person_matches },
	[REQUEST_NEW] = { COMMAND_SIGNUP | COMMAND_KEPT, SIGNUP = signup_new },
	[REQUEST_JOIN] = { COMMAND_SIGNUP | COMMAND_KEPT,
	    SIGNUP = signup_join },
	[REQUEST_LEAVE] = { COMMAND_SIGNUP | COMMAND_KEPT | COMMAND_UNADMITTED |
				COMMAND_LOSS,
	    SIGNUP = signup_leave },
	[REQUEST_WATCH] = { COMMAND_SIGNUP | COMMAND_KEPT,
	    SIGNUP = signup_watch },
	[REQUEST_UNWATCH] = { COMMAND_SIGNUP | COMMAND_KEPT |
				  COMMAND_UNADMITTED | COMMAND_LOSS,
	    SIGNUP = signup_unwatch },
	[REQUEST_INVITE] = { COMMAND_SIGNUP | COMMAND_KEPT,
	    SIGNUP = signup_invite },
	[REQUEST_NAME] = { COMMAND_SIGNUP | COMMAND_KEPT | COMMAND_UNADMITTED,
	    SIGNUP = signup_name },
	[REQUEST_LANGUAGE] = { COMMAND_SIGNUP | COMMAND_KEPT |
				   COMMAND_UNADMITTED,
	    SIGNUP = signup_language },
	[REQUEST_ZONE] = { COMMAND_SIGNUP | COMMAND_KEPT | COMMAND_UNADMITTED,
	    SIGNUP = signup_zone },
	[REQUEST_RATING] = { COMMAND_SIGNUP | COMMAND_KEPT,
	    SIGNUP = signup_rating },
	[REQUEST_RESULTS] = { COMMAND_SIGNUP | COMMAND_KEPT,
	    SIGNUP = signup_results },
	[REQUEST_SERIES] = { COMMAND_SIGNUP | COMMAND_KEPT,
	    SIGNUP = signup_series },
	[REQUEST_ARRANGE_SERIES] = { COMMAND_SIGNUP | COMMAND_KEPT,
	    SIGNUP = signup_arrange_series },
	[REQUEST_JOIN_SERIES] = { COMMAND_SIGNUP | COMMAND_KEPT,
	    SIGNUP = signup_join_series },
	[REQUEST_LEAVE_SERIES] = { COMMAND_SIGNUP | COMMAND_KEPT |
				       COMMAND_UNADMITTED,
	    SIGNUP = signup_leave_series },
	/* there is nothing to delete of a stranger: the letter with the code
	 * says so, and the line is not kept for that */
	[REQUEST_FORGET] = { COMMAND_SIGNUP | COMMAND_UNADMITTED,
	    SIGNUP = forget_ask },
};

const struct command *
command_of(const struct request *q)
{
	return &commands[q->kind];
}

bool
command_is(const struct request *q, unsigned is)
{
	return (command_of(q)->is & is) != 0;
}

bool
commands_any(const GPtrArray *requests, unsigned is)
{
	for (guint i = 0; i < requests->len; i++)
		if (command_is(requests->pdata[i], is))
			return true;
	return false;
}

bool
commands_only(const GPtrArray *requests, unsigned is)
{
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind != REQUEST_TALK && !command_is(q, is))
			return false;
	}
	return commands_any(requests, is);
}

/* ---- of a person ---- */

int
command_for_person(struct signup *s, const struct request *q)
{
	const struct command *c = command_of(q);
	const struct sender sender = { s->home, NULL, s->person->id,
		&s->reply };

	if (c->anybody != NULL)
		return c->anybody(&sender, q);
	return c->person != NULL ? c->person(s, q) : 0;
}

/* ---- of a seat ---- */

/* What gives something up stands among other lines: it is not done. */
static bool
is_doubtful(const struct tryout *tryout, const struct request *q)
{
	struct reply *reply = tryout->reply;

	if (reply->sure || !meant_is_loss(tryout->t, q))
		return false;
	reply_undone(
	    reply, q->line, reply->asked ? "error.asked" : "error.alone", NULL);
	return true;
}

/* Behind the last command mostly stands our letter, without marks. */
static void
count_talk(const struct request *q, struct reply *reply)
{
	if (q->kind == REQUEST_TALK)
		return;
	reply->talk += reply->talk_behind;
	reply->talk_behind = 0;
}

static int
do_line(struct tryout *tryout, const struct request *q)
{
	const struct command *c = command_of(q);
	struct table *t = tryout->t;
	const struct sender sender = { t->home, t,
		table_seat(t, tryout->seat)->person, tryout->reply };

	if (is_doubtful(tryout, q))
		return 0;
	count_talk(q, tryout->reply);
	if (c->anybody != NULL)
		return c->anybody(&sender, q);
	return c->seat != NULL ? c->seat(tryout, q) : 0;
}

static guint
count_commands(const GPtrArray *requests)
{
	guint n = 0;

	for (guint i = 0; i < requests->len; i++)
		n += request_is_command(requests->pdata[i]);
	return n;
}

/* Giving up and moving in one mail: one of the two is a slip. */
static bool
resigns_and_moves(const GPtrArray *requests)
{
	bool resigns = false;

	for (guint i = 0; i < requests->len; i++)
		resigns |= ((struct request *)requests->pdata[i])->kind ==
			   REQUEST_RESIGN;
	return resigns && commands_any(requests, COMMAND_MOVE);
}

/* Is there anything that "wait" can hold back? */
static int
check_wait(struct tryout *tryout)
{
	bool any = false;
	json_t *item;
	size_t i;

	if (!tryout->waits)
		return 0;
	if (plans_defer(tryout->t, tryout->seat, &any) == -1)
		return -1;
	json_array_foreach(tryout->reply->understood, i, item)
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

int
commands_for_seat(struct tryout *tryout, const GPtrArray *requests)
{
	struct reply *reply = tryout->reply;

	reply->names = &tryout->t->atom_names;
	reply->inbox = tryout->inbox;
	if (count_commands(requests) > COMMANDS_MAX) {
		reply_refuse(reply, "", "error.too-many",
		    json_pack("{s:i}", "max", COMMANDS_MAX));
		return 0;
	}
	if (resigns_and_moves(requests)) {
		reply_refuse(reply, "", "error.resign-alone", NULL);
		return 0;
	}
	if (requests->len > 0)
		reply->read = g_strdup(
		    ((const struct request *)requests->pdata[0])->line);
	for (guint i = 0; i < requests->len; i++)
		if (do_line(tryout, requests->pdata[i]) == -1)
			return -1;
	tryout_plan_now(tryout);
	tryout_forget(tryout);
	if (tryout_play(tryout) == -1 || check_wait(tryout) == -1)
		return -1;
	if (tryout->empty_plan)
		reply_suggest(reply, "plan",
		    reply_sentence(reply, phrase_new("hint.plan", NULL)));
	return 0;
}
