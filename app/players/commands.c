/* SPDX-License-Identifier: ISC */
/* All commands, and how those of a mail to a seat are done. */
#include "app/players/commands.h"

#include "app/home/languages.h"
#include "app/matches/moves/plans_made.h"
#include "app/matches/moves/talk_said.h"
#include "app/matches/moves/tryout.h"
#include "app/matches/table/plans.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/reply_lines.h"
#include "app/matches/table/table.h"
#include "app/players/people/forget.h"
#include "app/players/people/preferences.h"
#include "app/players/people/profile.h"
#include "app/players/people/yearbook.h"
#include "app/players/questions/meant.h"
#include "app/players/reading/command.h"
#include "app/players/reading/command_kinds.h"
#include "app/players/seats/seat_commands.h"
#include "app/players/signup/person_commands.h"
#include "app/players/signup/signup.h"
#include "core/say.h"
#include "parse/parse.h"
#include "parse/request.h"
#include "render/render.h"
#include "store/matches/seats.h"
#include "store/people/people.h"

/* What only a match can do: its sender hears where to write it. */
#define MATCH .person = person_of_match
#define SIGNUP .seat = seat_apart, .person

static const struct command commands[REQUEST_KINDS] = {
	[REQUEST_TALK] = { .seat = seat_talk },
	[REQUEST_UNCLEAR] = { .seat = seat_unclear, .person = person_unclear },
	[REQUEST_MOVE] = { .seat = seat_move, MATCH },
	[REQUEST_NUMBER] = { .seat = seat_move, MATCH },
	[REQUEST_PLAN] = { .seat = seat_move, MATCH },
	[REQUEST_CHECK] = { .seat = seat_check, MATCH },
	[REQUEST_WAIT] = { .seat = seat_wait, MATCH },
	[REQUEST_CANCEL] = { .seat = seat_cancel, MATCH },
	[REQUEST_PLANS] = { .seat = seat_section, MATCH },
	[REQUEST_READY] = { .seat = seat_ready, MATCH },
	[REQUEST_RESIGN] = { .seat = seat_resign, MATCH },
	[REQUEST_KEY] = { .seat = seat_key, MATCH },
	[REQUEST_ADDRESS] = { .seat = seat_address, MATCH },
	[REQUEST_RESEND] = { .seat = seat_resend, MATCH },
	[REQUEST_VOTE] = { .seat = seat_vote, MATCH },
	[REQUEST_SAY] = { .seat = talk_say, .onlooker = onlooker_say, MATCH },
	[REQUEST_MUTE] = { .seat = talk_mute, MATCH },
	[REQUEST_UNMUTE] = { .seat = talk_unmute, MATCH },
	[REQUEST_HELP] = { .seat = seat_section,
	    .onlooker = onlooker_section,
	    .person = person_help },
	[REQUEST_RULES] = { .seat = seat_section,
	    .onlooker = onlooker_section,
	    .person = person_rules },
	[REQUEST_STATUS] = { .seat = seat_section,
	    .onlooker = onlooker_section,
	    .person = person_matches },
	[REQUEST_HISTORY] = { .seat = seat_section,
	    .onlooker = onlooker_section },
	[REQUEST_PAUSE] = { .seat = seat_pause },
	[REQUEST_HINT] = { .seat = seat_hint, MATCH },
	[REQUEST_PING] = { .seat = seat_ping },
	/* YES and NO are done before all others: codes.c */
	[REQUEST_TAKE] = { .seat = seat_come },
	[REQUEST_RETURN] = { .seat = seat_come },
	[REQUEST_AWAY] = { .anybody = command_away },
	[REQUEST_BACK] = { .anybody = command_away },
	[REQUEST_STANDIN] = { .anybody = command_standin },
	[REQUEST_REMIND] = { .anybody = command_preference },
	[REQUEST_MAIL] = { .anybody = command_preference },
	[REQUEST_CALENDAR] = { .anybody = command_preference },
	[REQUEST_YEARBOOK] = { .anybody = command_yearbook },
	[REQUEST_SHOW_ME] = { .anybody = command_shown },
	[REQUEST_SHOW_NAME] = { .anybody = command_shown },
	[REQUEST_HIDE_ME] = { .anybody = command_shown },
	[REQUEST_MATCHES] = { SIGNUP = person_matches },
	[REQUEST_NEW] = { SIGNUP = signup_new },
	[REQUEST_JOIN] = { SIGNUP = signup_join },
	[REQUEST_LEAVE] = { SIGNUP = signup_leave },
	[REQUEST_WATCH] = { SIGNUP = signup_watch },
	[REQUEST_UNWATCH] = { SIGNUP = signup_unwatch },
	[REQUEST_INVITE] = { SIGNUP = signup_invite },
	[REQUEST_NAME] = { SIGNUP = signup_name },
	[REQUEST_LANGUAGE] = { SIGNUP = signup_language },
	[REQUEST_ZONE] = { SIGNUP = signup_zone },
	[REQUEST_RATING] = { SIGNUP = signup_rating },
	[REQUEST_RESULTS] = { SIGNUP = signup_results },
	[REQUEST_SERIES] = { SIGNUP = signup_series },
	[REQUEST_ARRANGE_SERIES] = { SIGNUP = signup_arrange_series },
	[REQUEST_JOIN_SERIES] = { SIGNUP = signup_join_series },
	[REQUEST_LEAVE_SERIES] = { SIGNUP = signup_leave_series },
	[REQUEST_FORGET] = { SIGNUP = forget_ask },
};

const struct command *
command_of(const struct request *q)
{
	return &commands[q->kind];
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

/* Of a mail that asks nothing: its first line that is no mere greeting. */
static char *
line_read(const struct tryout *tryout, const GPtrArray *requests)
{
	const struct words *words = catalog_words(home_words(tryout->t->home));
	enum request_kind kind;

	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->line != NULL && (!request_reply(words, q->line, &kind) ||
					   kind != REQUEST_TALK))
			return g_strdup(q->line);
	}
	return g_strdup(((const struct request *)requests->pdata[0])->line);
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
		reply->read = line_read(tryout, requests);
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
