/* SPDX-License-Identifier: ISC */
/*
 * Sign-up by mail: what is done of a mail, and the letter that answers.  Each
 * line is done or refused by itself.  Which mails it concerns stands in
 * no_seat.c.
 */
#include "app/players/join.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/compose.h"
#include "app/letters/context.h"
#include "app/letters/reach.h"
#include "app/matches/answer.h"
#include "app/matches/reader.h"
#include "app/players/asks.h"
#include "app/players/forget.h"
#include "app/players/handling.h"
#include "app/players/parse.h"
#include "app/players/rate_limit.h"
#include "app/players/seat_commands.h"
#include "base/err.h"
#include "core/core.h"
#include "parse/parse.h"
#include "render/render.h"
#include "store/queues.h"
#include "store/signup.h"
#include "store/store.h"

#include <string.h>

void
signup_begin(struct signup *s, struct home *home, const struct person *person,
    int64_t now, const char *cause)
{
	*s = (struct signup){
		.home = home,
		.person = person,
		.now = now,
		.cause = cause,
		.understood = json_array(),
		.refusals = json_array(),
		.near = json_array(),
		.notes = json_array(),
	};
}

void
signup_end(struct signup *s)
{
	json_decref(s->understood);
	json_decref(s->refusals);
	json_decref(s->near);
	json_decref(s->notes);
	g_free(s->guess);
	g_free(s->read);
	g_free(s->help_topic);
	g_free(s->rules_topic);
	json_decref(s->silence);
}

static char *
sentence(struct signup *s, const char *key, json_t *args)
{
	struct phrase *phrase = phrase_new(key, args);
	char *text = tongue_say(home_words(s->home), phrase, NULL);

	phrase_free(phrase);
	return text;
}

void
signup_said(struct signup *s, const char *line, const char *key, json_t *args)
{
	g_autofree char *said = sentence(s, key, args);
	g_autofree char *text =
	    g_strconcat(said, g_str_has_suffix(said, ".") ? "" : ".", NULL);

	json_array_append_new(
	    s->understood, json_pack("{s:s, s:s}", "line", line, "said", text));
}

void
signup_note(struct signup *s, const char *line, const char *what)
{
	g_autofree char *key = g_strdup_printf("understood.%s", what);
	size_t at = json_array_size(s->understood);

	signup_said(s, line, key, NULL);
	json_object_set_new(json_array_get(s->understood, at), "not",
	    json_boolean(answer_says_no(what)));
}

void
signup_refuse(struct signup *s, const char *line, const char *key, json_t *args)
{
	g_autofree char *text = sentence(s, key, args);

	json_array_append_new(
	    s->refusals, json_pack("{s:s*, s:s}", "line", line, "why", text));
}

static void
say_near(struct signup *s, const struct request *q)
{
	g_autofree char *key = g_strdup_printf("hint.%s", q->text);
	g_autofree char *like = NULL, *why = NULL, *hint = NULL;

	if (!tongue_has(home_words(s->home), key))
		return;
	/* understood, but nobody can */
	if (strcmp(q->text, "undo") == 0) {
		signup_refuse(s, q->line, key, NULL);
		return;
	}
	like = sentence(s, key, NULL);
	if (q->why != NULL)
		why = tongue_say(home_words(s->home), q->why, NULL);
	hint =
	    why == NULL ? g_strdup(like) : g_strdup_printf("%s %s", why, like);
	json_array_append_new(
	    s->near, json_pack("{s:s, s:s}", "line", q->line, "hint", hint));
}

/* ---- which mails ---- */

bool
signup_any(const GPtrArray *requests)
{
	for (guint i = 0; i < requests->len; i++)
		if (((struct request *)requests->pdata[i])->kind ==
		    REQUEST_SIGNUP)
			return true;
	return false;
}

bool
signup_only(const GPtrArray *requests)
{
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind != REQUEST_SIGNUP && q->kind != REQUEST_TALK)
			return false;
	}
	return signup_any(requests);
}

/* ---- doing ---- */

static int
do_line(struct signup *s, const struct request *q, struct err *e)
{
	g_auto(GStrv) parts = g_strsplit(q->text, " ", 2);
	const char *word = parts[0], *rest = parts[1];
	int64_t n = rest != NULL ? g_ascii_strtoll(rest, NULL, 10) : 0;

	if (strcmp(word, "matches") == 0) {
		s->list = true;
		signup_said(s, q->line, "signup.matches", NULL);
		return 0;
	}
	if (strcmp(word, "new") == 0)
		return signup_new(s, q->line, rest, e);
	if (strcmp(word, "join") == 0)
		return signup_join(s, q->line, n, e);
	if (strcmp(word, "leave") == 0)
		return signup_leave(s, q->line, n, e);
	if (strcmp(word, "watch") == 0)
		return signup_watch(s, q->line, n, e);
	if (strcmp(word, "unwatch") == 0)
		return signup_unwatch(s, q->line, n, e);
	if (strcmp(word, "invite") == 0)
		return signup_invite(s, q->line, rest, e);
	if (strcmp(word, "forget") == 0)
		return forget_ask(s, q->line, e);
	return signup_self(s, q->line, word, rest, e);
}

/* Who was not let in yet may only say who she is. */
static int
is_barred(
    struct signup *s, const struct request *q, bool *barred, struct err *e)
{
	static const char *const own[] = { "name ", "language ", "zone ",
		"leave", "unwatch", "forget", NULL };
	struct standing_row standing;

	*barred = false;
	for (size_t i = 0; own[i] != NULL; i++)
		if (g_str_has_prefix(q->text, own[i]))
			return 0;
	if (store_standing(s->home->store, s->person->id, &standing, e) == -1)
		return -1;
	if (standing.admitted == ADMITTED_YES)
		return 0;
	*barred = true;
	signup_refuse(s, q->line,
	    standing.admitted == ADMITTED_ASKED ? "error.admitted-asked"
						: "error.admitted-refused",
	    NULL);
	return 0;
}

static int
do_signup(struct signup *s, const struct request *q, struct err *e)
{
	bool barred;

	if (s->doubtful && meant_is_loss(NULL, q)) {
		signup_refuse(
		    s, q->line, s->asked ? "error.asked" : "error.alone", NULL);
		return 0;
	}
	if (is_barred(s, q, &barred, e) == -1)
		return -1;
	return barred ? 0 : do_line(s, q, e);
}

static void
say_section(struct signup *s, const struct request *q)
{
	if (q->kind == REQUEST_HELP) {
		s->help = true;
		g_free(s->help_topic);
		s->help_topic = g_strdup(q->text);
		signup_said(s, q->line, "understood.help", NULL);
	} else if (q->kind == REQUEST_RULES) {
		signup_rules(s, q->text);
		signup_said(s, q->line, "understood.rules", NULL);
	} else {
		s->list = true;
		signup_said(s, q->line, "signup.matches", NULL);
	}
}

static size_t
said(const struct signup *s)
{
	return json_array_size(s->understood) + json_array_size(s->refusals) +
	       json_array_size(s->near);
}

int
signup_do(struct signup *s, const GPtrArray *requests, struct err *e)
{
	int done = 0;

	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (s->read == NULL)
			s->read = g_strdup(q->line);
		if (q->kind == REQUEST_NEAR)
			say_near(s, q);
		if (signup_other(s, q, e) == -1)
			return -1;
		if (!s->looked &&
		    (q->kind == REQUEST_HELP || q->kind == REQUEST_RULES ||
			q->kind == REQUEST_STATUS))
			say_section(s, q);
		if (seat_is_hers(q) && signup_hers(s, q, e) == -1)
			return -1;
		if (q->kind != REQUEST_SIGNUP)
			continue;
		if (done++ == COMMANDS_MAX) {
			signup_refuse(s, q->line, "error.too-many",
			    json_pack("{s:i}", "max", COMMANDS_MAX));
			break;
		}
		if (do_signup(s, q, e) == -1)
			return -1;
	}
	if (said(s) == 0 && s->read != NULL && !s->written)
		signup_move(s, s->read);
	return 0;
}

/* ---- the letter ---- */

void
signup_facts(struct signup *s, json_t *facts)
{
	json_object_set_new(facts, "answer", json_true());
	json_object_set_new(facts, "nothing_found", json_boolean(said(s) == 0));
	if (s->came != NULL)
		json_object_set_new(facts, "came", json_string(s->came));
	if (said(s) == 0 && s->read != NULL)
		json_object_set_new(facts, "read", json_string(s->read));
	json_object_set(facts, "understood", s->understood);
	json_object_set(facts, "refusals", s->refusals);
	json_object_set(facts, "near", s->near);
	json_object_set(facts, "notes", s->notes);
	json_decref(s->understood);
	json_decref(s->refusals);
	json_decref(s->near);
	json_decref(s->notes);
	s->notes = json_array();
	s->understood = json_array();
	s->refusals = json_array();
	s->near = json_array();
}

struct reader
signup_reader(const struct signup *s, const struct person *person)
{
	struct reader r = reader_person(s->home, person, s->now);

	if (s->answered != NULL)
		r.answers = *s->answered;
	return r;
}

int
signup_answer(struct signup *s, struct err *e)
{
	json_t *facts;
	struct person *fresh;
	struct reader to;
	int r = 0;

	if (s->written && said(s) == 0 && !s->list && !s->help && !s->rules)
		return 0;
	/* she may have another name now */
	if ((fresh = store_person(s->home->store, s->person->id, e)) == NULL)
		return -1;
	home_speak(s->home, fresh->language);
	facts = facts_person(s->home, fresh->name);
	/* what it tells besides may be answered, too */
	if (said(s) > 1)
		s->left = 0;
	signup_facts(s, facts);
	if (s->silence != NULL)
		json_object_set(facts, "silence", s->silence);
	json_object_set_new(facts, "help", json_boolean(s->help));
	if (s->help_topic != NULL)
		json_object_set_new(
		    facts, "help_topic", json_string(s->help_topic));
	json_object_set_new(facts, "listed", json_boolean(s->list));
	json_object_set_new(
	    facts, "hint", json_boolean(!s->help && !s->list && !s->rules));
	json_object_set_new(facts, "closed",
	    json_boolean(s->home->config->signup.mode == SIGNUP_MODE_CLOSED));
	if (s->list)
		r = signup_list(s, facts, e);
	if (r == 0 && s->rules)
		r = signup_rules_facts(s, facts, e);
	to = signup_reader(s, fresh);
	to.match = s->left;
	if (r == 0)
		r = letter_to(&to, "signup", facts, e);
	else
		json_decref(facts);
	person_free(fresh);
	return r;
}

/* ---- a mail ---- */

static int
answer_mail(
    struct handling *h, struct signup *s, const char *why, struct err *e)
{
	if (why != NULL)
		return brakes_spare(h, why, e);
	h->row->answer = ANSWER_SENT;
	s->silence = brakes_silence(h);
	return signup_answer(s, e);
}

int64_t
signup_answered(const struct handling *h)
{
	if (h->meant != NULL)
		return h->meant->match;
	return h->id.key == KEY_OWN ? h->id.own_match : h->id.ticket.match;
}

/* The line with which she said that she meant it. */
static void
say_meant(const struct handling *h, struct signup *s)
{
	json_t *code;
	size_t i;

	if (h->meant == NULL || h->meant->seat != -1)
		return;
	json_array_foreach(h->codes, i, code)
	{
		const char *what =
		    json_string_value(json_object_get(code, "what"));

		if (what != NULL)
			signup_note(s,
			    json_string_value(json_object_get(code, "line")),
			    what);
	}
}

/* What gives something up, if that is in doubt. */
static int
ask_losses(struct handling *h, struct signup *s, const GPtrArray *requests,
    struct err *e)
{
	struct meant_lines lines;
	int r = 0;

	meant_losses(&lines, NULL, requests);
	s->doubtful = !h->sure;
	if (!h->sure && lines.ask->len > 0)
		r = meant_ask(h, s->at, -1, &lines, false, &s->asked, e);
	meant_clear(&lines);
	return r;
}

static int
do_mail(struct handling *h, const GPtrArray *requests, struct err *e)
{
	struct answered answered = decide_answered(h);
	g_autofree char *cause =
	    g_strdup_printf("i%lld", (long long)h->row->id);
	const char *why = NULL;
	struct signup s;
	bool done = false;
	int r;

	signup_begin(&s, h->home, h->id.person, h->now, cause);
	s.came = h->letter->came;
	s.answered = &answered;
	s.at = signup_answered(h);
	signup_speak(h->home, requests);
	say_meant(h, &s);
	s.guess = signup_guess(h->row->raw, h->now);
	decide_settle(h, INBOX_DONE, "sign-up");
	/* mails that ask for nothing are the same to the brakes */
	g_free(h->row->says);
	h->row->says =
	    g_strdup(reading_is_talk(requests) ? "nothing" : h->row->sha);
	r = brakes_person(h, &why, e);
	if (r == 0 && why == NULL)
		r = ask_losses(h, &s, requests, e);
	if (r == 0 && h->id.own_match != 0)
		r = signup_onlooker(&s, h->id.own_match, requests, &done, e);
	if (r == 0 && !done)
		r = signup_do(&s, requests, e);
	if (r == 0 && !done && said(&s) == 0 && !s.written)
		decide_settle(h, INBOX_IGNORED, "no command of hers");
	if (r == 0 && !(done && said(&s) == 0))
		r = answer_mail(h, &s, why, e);
	signup_end(&s);
	return r;
}

int
signup_meant(struct handling *h, struct err *e)
{
	g_autoptr(GPtrArray) requests = meant_requests(h, NULL);

	h->sure = true;
	return do_mail(h, requests, e);
}

/* Once: the same mail again is no second wish. */
int
signup_once(struct handling *h, const GPtrArray *requests, struct err *e)
{
	struct inbox_row *twin;
	int r;

	h->row->match = 0;
	h->row->seat = -1;
	e->code = 0;
	twin = store_inbox_twin(h->home->store, h->row, e);
	if (twin == NULL && e->code != 0)
		return -1;
	if (twin != NULL) {
		decide_settle(h, INBOX_DUPLICATE, "the same mail came before");
		inbox_row_free(twin);
		return 0;
	}
	r = bounce_reached(
	    h->home, h->id.person, "notice.reached", 0, h->now, e);
	return r == -1 ? -1 : do_mail(h, requests, e);
}

/* A seat that she has left by this mail is not hers, or is there no more. */
static int
forget_seat(struct handling *h, struct err *e)
{
	g_autoptr(GPtrArray) seats =
	    store_seats(h->home->store, h->row->match, e);
	const struct seat_row *row;

	if (seats == NULL)
		return -1;
	row = (guint)h->row->seat < seats->len ? seats->pdata[h->row->seat]
					       : NULL;
	if (row == NULL || row->person != h->id.person->id)
		h->row->seat = -1;
	return 0;
}

int
signup_from_seat(
    struct handling *h, const GPtrArray *requests, bool all, struct err *e)
{
	g_autoptr(GPtrArray) ours = g_ptr_array_new();

	if (all)
		return signup_once(h, requests, e);
	for (guint i = 0; i < requests->len; i++)
		if (((struct request *)requests->pdata[i])->kind ==
		    REQUEST_SIGNUP)
			g_ptr_array_add(ours, requests->pdata[i]);
	return do_mail(h, ours, e) == -1 ? -1 : forget_seat(h, e);
}
