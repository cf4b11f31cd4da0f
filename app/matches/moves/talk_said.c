/* SPDX-License-Identifier: ISC */
/* What a mail says to others at its table, and whom its sender mutes. */
#include "app/matches/moves/talk_said.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/matches/moves/tryout.h"
#include "app/matches/table/reply.h"
#include "app/matches/table/reply_lines.h"
#include "app/matches/table/table.h"
#include "app/matches/table/talk.h"
#include "base/seconds.h"
#include "core/decision.h"
#include "core/names.h"
#include "mail/ticket_text.h"
#include "parse/request.h"
#include "policy/policy.h"
#include "render/render.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/seats.h"
#include "store/matches/talk.h"
#include "store/matches/tenures.h"

#include <string.h>

#define CHARS_MAX 2000
#define HOURLY_MAX 20
#define DAILY_MAX 100
#define MATCH_MAX 5000
/* After the end there is time to say good-bye. */
#define GOODBYE (7 * DAY)

/* Somebody who wants to speak. */
struct speaker {
	int seat; /* -1: an onlooker */
	int64_t person;
	const char *name;
};

static int
too_often(struct table *t, const struct speaker *who, const char **why)
{
	int64_t hourly, daily;

	if (store_talk_count(t->home->store, t->row->id, who->person,
		t->home->now - HOUR, t->home->now, &hourly) == -1 ||
	    store_talk_count(t->home->store, t->row->id, who->person,
		t->home->now - DAY, t->home->now, &daily) == -1)
		return -1;
	if (hourly >= HOURLY_MAX || daily >= DAILY_MAX)
		*why = "error.talk-often";
	return 0;
}

/* *why: the key of a sentence that says why it is not said, or NULL. */
static int
find_fault(struct table *t, const struct speaker *who, int hearer,
    const struct request *q, const char **why)
{
	*why = NULL;
	if (t->policy.talk == TALK_NONE)
		*why = "error.talk-none";
	else if (who->seat < 0 && t->policy.onlookers != ONLOOKERS_TALK)
		*why = "error.talk-onlookers";
	else if (match_is_past(t->row) &&
		 t->home->now - t->row->ended > GOODBYE)
		*why = "error.talk-over";
	else if (hearer >= 0 && (t->policy.talk != TALK_OPEN || who->seat < 0))
		*why = who->seat < 0 ? "error.talk-onlooker-private"
				     : "error.talk-public";
	else if (hearer >= 0 && hearer == who->seat)
		*why = "error.talk-self";
	else if (hearer >= 0 &&
		 table_seat(t, hearer)->occupant != OCCUPANT_PERSON)
		*why = "error.talk-nobody";
	else if (q->order != NULL)
		*why = "error.talk-order";
	else if (q->text[0] == '\0')
		*why = q->cut ? "error.talk-quoted" : "error.talk-empty";
	else if (g_utf8_strlen(q->text, -1) > CHARS_MAX)
		*why = "error.talk-long";
	else if (t->talk->len >= MATCH_MAX)
		*why = "error.talk-full";
	else
		return too_often(t, who, why);
	return 0;
}

static int
put(struct table *t, const struct speaker *who, int hearer, const char *text)
{
	struct talk_row *row = g_new0(struct talk_row, 1);
	bool waits = t->policy.talk == TALK_ANONYMOUS;

	row->match = t->row->id;
	row->n = waits ? 0 : ++t->row->last_event;
	row->at = t->home->now;
	row->seat = who->seat;
	row->person = who->person;
	row->name = g_strdup(who->name);
	row->hearer = hearer;
	row->text = addresses_cut(text);
	return talk_add(t, row);
}

json_t *
talk_context(const struct request *q)
{
	return json_pack("{s:i, s:i, s:s}", "max", CHARS_MAX, "hourly",
	    HOURLY_MAX, "line", q->order != NULL ? q->order : "");
}

/* It was not done, and why. */
static void
undone(const struct tryout *tryout, const struct request *q, const char *key)
{
	json_t *args = talk_context(q);

	json_object_set_new(
	    args, "name", json_string(q->who != NULL ? q->who : ""));
	json_object_set_new(
	    args, "names", table_name_list(tryout->t, SEATS_ALL));
	reply_undone(tryout->reply, q->line, key, args);
}

/* Does somebody have that name, in one of those cases, who plays a seat other
 * than this one, or did? */
static bool
is_players_name(
    const struct table *t, const char *name, unsigned cases, int seat)
{
	for (guint i = 0; i < t->tenures->len; i++) {
		const struct tenure_row *h = t->tenures->pdata[i];
		g_auto(GStrv) words = g_strsplit(h->name, " ", -1);
		const char *const names[] = { h->name, words[0] };

		if (words[0] != NULL && h->seat != seat &&
		    seat_of_name(names, 2, name, cases) != NO_SEAT)
			return true;
	}
	return false;
}

/* Behind "say to" names are bent in more ways, so that a name as it stands may
 * be another one's in a case: "do Jana" is said to Jan. */
static bool
may_be_another(
    const struct table *t, const char *name, unsigned cases, int seat)
{
	const char *others[GAME_MAX_SEATS];

	for (size_t s = 0; s < table_seats(t); s++)
		others[s] = (int)s == seat ? "" : t->names[s];
	return seat_of_name(others, table_seats(t), name, cases) != NO_SEAT;
}

/* A name as the sender wrote it, maybe in a case of the sender's language or,
 * with CASES_ALL, any of its cases; false: nobody's, and the sender is told. */
static bool
find_seat(const struct tryout *tryout, const struct request *q, unsigned cases,
    int *seat)
{
	const struct table *t = tryout->t;
	const char *language = catalog_language(home_words(t->home));
	const char *const *names = (const char *const *)t->names;
	bool standin = false, exact;

	cases |= cases_of_language(language);
	*seat = seat_of_name(names, table_seats(t), q->who, CASES_NONE);
	exact = *seat >= 0;
	if (exact && q->to && may_be_another(t, q->who, cases, *seat))
		*seat = SEVERAL_SEATS;
	/* somebody else's own name is no case of a seat's */
	if (*seat == NO_SEAT)
		standin = is_players_name(t, q->who, CASES_NONE, NO_SEAT);
	if (*seat == NO_SEAT && !standin) {
		*seat = seat_of_name(names, table_seats(t), q->who, cases);
		if (*seat >= 0 && is_players_name(t, q->who, cases, *seat))
			*seat = SEVERAL_SEATS;
	}
	if (*seat == NO_SEAT && standin &&
	    t->policy.talk != TALK_ANONYMOUS) /* who plays is no secret */
		undone(tryout, q, "near.standin");
	else if (*seat < 0)
		undone(tryout, q,
		    *seat == NO_SEAT ? "near.name"
		    : exact	     ? "near.to"
				     : "near.names");
	return *seat >= 0;
}

int
talk_say(struct tryout *tryout, const struct request *q)
{
	struct table *t = tryout->t;
	struct reply *reply = tryout->reply;
	struct speaker who = { tryout->seat,
		table_seat(t, tryout->seat)->person, t->names[tryout->seat] };
	const char *why;
	g_autofree char *flat = NULL;
	int hearer = -1;

	if (t->policy.talk != TALK_NONE && q->who != NULL &&
	    !find_seat(tryout, q, q->to ? CASES_ALL : CASES_NONE, &hearer))
		return 0;
	if (find_fault(t, &who, hearer, q, &why) == -1)
		return -1;
	if (why != NULL) {
		undone(tryout, q, why);
		return 0;
	}
	if (put(t, &who, hearer, q->text) == -1)
		return -1;
	/* The line that echoes it is one paragraph. */
	flat = g_strdelimit(
	    g_strdup(
		((struct talk_row *)t->talk->pdata[t->talk->len - 1])->text),
	    "\n", ' ');
	/* The sentence names the players it was said to. */
	if (hearer >= 0 && t->policy.talk != TALK_ANONYMOUS)
		reply_say(reply, q->line, "understood.said-private",
		    json_pack(
			"{s:s, s:s}", "who", t->names[hearer], "text", flat));
	else
		reply_note(reply, q->line,
		    t->policy.talk == TALK_ANONYMOUS ? "said-unnamed" : "said",
		    flat);
	for (char **line = q->inside; line != NULL && *line != NULL; line++)
		json_array_append_new(reply->in_talk, json_string(*line));
	if (q->cut)
		reply_undone(reply, NULL, "error.talk-cut",
		    json_pack("{s:s}", "line", q->line));
	return 0;
}

int
talk_onlooker(struct table *t, const struct onlooker_row *o,
    const struct request *q, const char **why)
{
	const struct speaker who = { -1, o->person, o->name };

	if (find_fault(t, &who, q->who != NULL ? 0 : -1, q, why) == -1)
		return -1;
	return *why != NULL ? 0 : put(t, &who, -1, q->text);
}

/* ---- mute ---- */

/* Whom the player means: a seat, MUTE_ONLOOKERS or MUTE_ALL. */
static bool
find_muted(const struct tryout *tryout, const struct request *q, int *whom)
{
	if (q->who == NULL) {
		*whom = strcmp(q->text, "all") == 0 ? MUTE_ALL : MUTE_ONLOOKERS;
		return true;
	}
	/* those whom the player no longer heard would be those who have spoken
	 * before */
	if (tryout->t->policy.talk == TALK_ANONYMOUS) {
		undone(tryout, q, "error.mute-unnamed");
		return false;
	}
	return find_seat(tryout, q, CASES_ALL, whom);
}

int
talk_mute(struct tryout *tryout, const struct request *q)
{
	struct table *t = tryout->t;
	struct mute_row mute = { .person =
				     table_seat(t, tryout->seat)->person };

	if (!find_muted(tryout, q, &mute.seat))
		return 0;
	if (mute.seat == tryout->seat) {
		undone(tryout, q, "error.mute-self");
		return 0;
	}
	reply_note(tryout->reply, q->line, "muted", NULL);
	g_array_append_val(t->mutes, mute);
	return store_mute_add(t->home->store, t->row->id, &mute);
}

/* "unmute all": of everybody whom the player did not want to hear. */
int
talk_unmute(struct tryout *tryout, const struct request *q)
{
	struct table *t = tryout->t;
	struct mute_row mute = { .person =
				     table_seat(t, tryout->seat)->person };
	bool any = false, found;

	if (!find_muted(tryout, q, &mute.seat))
		return 0;
	for (guint i = t->mutes->len; i > 0; i--) {
		const struct mute_row row =
		    g_array_index(t->mutes, struct mute_row, i - 1);

		if (row.person != mute.person ||
		    (mute.seat != MUTE_ALL && row.seat != mute.seat))
			continue;
		if (store_mute_drop(t->home->store, t->row->id, &row, &found) ==
		    -1)
			return -1;
		g_array_remove_index(t->mutes, i - 1);
		any = true;
	}
	reply_note(
	    tryout->reply, q->line, any ? "unmuted" : "unmuted-none", NULL);
	return 0;
}
