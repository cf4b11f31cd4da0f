/* SPDX-License-Identifier: ISC */
/*
 * People who look on because they want to, and what onlookers ask: how it
 * stands and what happened, as far as it lies open to all.
 */
#include "app/players/join.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/letters/context.h"
#include "app/letters/onlookers.h"
#include "app/letters/settle.h"
#include "app/matches/effects.h"
#include "app/matches/reader.h"
#include "app/matches/table.h"
#include "app/matches/talk.h"
#include "base/err.h"
#include "core/game.h"
#include "parse/parse.h"
#include "policy/policy.h"
#include "store/signup.h"
#include "store/store.h"

#include <string.h>

static json_t *
number(int64_t match)
{
	return json_pack("{s:I}", "n", (json_int_t)match);
}

static bool
is_past(const struct table *t)
{
	return t->row->life == LIFE_OVER || t->row->life == LIFE_ENDED;
}

/* Is there such a match for her? */
static int
may_see(struct signup *s, const struct table *t, bool *may, struct err *e)
{
	struct signup_row row;
	bool found;

	if (store_signup(s->home->store, t->row->id, &row, &found, e) == -1)
		return -1;
	*may = true;
	return found ? signup_visible(s, t->row, &row, may, e) : 0;
}

static int
watch_it(struct signup *s, const char *line, struct table *t, struct err *e)
{
	struct person *fresh = store_person(s->home->store, s->person->id, e);
	const char *why = NULL;
	bool may = false;
	int r = fresh == NULL ? -1 : may_see(s, t, &may, e);

	if (r == 0 && may && is_past(t)) {
		r = signup_refuse_past(s, line, t->row->id, e);
		person_free(fresh);
		return r;
	}
	if (r == 0 && !may)
		why = "error.no-watch";
	if (r == 0 && why == NULL)
		r = watch_begin(t,
		    &(struct onlooker_row){ .person = fresh->id,
			.name = fresh->name,
			.since = s->now },
		    true, &why, e);
	if (r == 0 && why != NULL)
		signup_refuse(s, line, why,
		    json_pack("{s:I, s:s}", "n", (json_int_t)t->row->id, "name",
			fresh->name));
	else if (r == 0) {
		signup_said(s, line, "signup.watch", number(t->row->id));
	}
	person_free(fresh);
	return r;
}

/* NULL without an error: there is none. */
static struct table *
find_table(struct signup *s, int64_t match, struct err *e)
{
	struct match_row *row;

	e->code = 0;
	row = store_match(s->home->store, match, e);
	if (row == NULL)
		return NULL;
	match_row_free(row);
	return signup_table(s, match, "w", e);
}

/* Whom the match answers at which she looks on. */
static struct reader
onlooker_reader(const struct signup *s, struct table *t, struct onlooker_row *o)
{
	struct reader r = reader_onlooker(t, o, s->now);

	if (s->answered != NULL)
		r.answers = *s->answered;
	return r;
}

int
signup_watch(struct signup *s, const char *line, int64_t match, struct err *e)
{
	struct table *t;
	int r;

	if (s->home->config->signup.mode == SIGNUP_MODE_CLOSED) {
		signup_refuse(s, line, "error.signup-closed", NULL);
		return 0;
	}
	t = find_table(s, match, e);
	if (t == NULL) {
		signup_refuse(s, line, "error.no-watch", number(match));
		return e->code != 0 ? -1 : 0;
	}
	/* one mail may ask for it twice */
	r = watch_it(s, line, t, e);
	table_free(t);
	return r;
}

int
signup_unwatch(struct signup *s, const char *line, int64_t match, struct err *e)
{
	struct onlooker_row *o;
	struct reader reader;
	struct table *t;
	int r = -1;

	e->code = 0;
	o = store_onlooker(s->home->store, match, s->person->id, e);
	if (o == NULL || o->closed) {
		onlooker_row_free(o);
		signup_refuse(s, line, "error.not-watching", number(match));
		return e->code != 0 ? -1 : 0;
	}
	if ((t = signup_table(s, match, "u", e)) != NULL) {
		reader = onlooker_reader(s, t, o);
		r = watch_end(&reader, true, e);
	}
	s->written = true;
	table_free(t);
	onlooker_row_free(o);
	return r;
}

/* ---- what onlookers ask ---- */

/* Which pieces her letter shall have; what they are asked by is told. */
static bool
note_question(
    struct signup *s, const struct request *q, json_t *sections, json_t *facts)
{
	static const struct {
		enum request_kind kind;
		const char *section;
	} all[] = { { REQUEST_STATUS, "status" },
		{ REQUEST_HISTORY, "history" }, { REQUEST_RULES, "rules" },
		{ REQUEST_HELP, "help_onlooker" } };

	for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
		g_autofree char *key = NULL;

		if (all[i].kind != q->kind)
			continue;
		json_object_set_new(sections, all[i].section, json_true());
		key = g_strdup_printf("understood.%s",
		    q->kind == REQUEST_HELP ? "help" : all[i].section);
		signup_said(s, q->line, key, NULL);
		if (q->text != NULL)
			json_object_set_new(facts,
			    q->kind == REQUEST_RULES ? "rules_topic"
						     : "help_topic",
			    json_string(q->text));
		return true;
	}
	return false;
}

/* What she says is echoed; or why it is not passed on. */
static int
say_it(struct signup *s, const struct onlooker_row *o, const struct request *q,
    struct err *e)
{
	g_autofree char *line = g_strdup_printf("%s: %s", q->line, q->text);
	g_autofree char *cause = g_strdup_printf("%s.s", s->cause);
	struct table *t = table_open(s->home, o->match, e);
	const char *why;
	int r;

	if (t == NULL)
		return -1;
	dedup_by(t, cause);
	r = talk_onlooker(t, o, q, s->now, &why, e);
	if (r == 0 && why == NULL)
		r = life_settle(t, s->now, e);
	if (r == 0 && why != NULL)
		signup_refuse(s, q->line, why, talk_limits());
	else if (r == 0)
		signup_said(s, line,
		    t->policy.talk == TALK_ANONYMOUS ? "understood.said-unnamed"
						     : "understood.said",
		    NULL);
	if (r == 0 && why == NULL && q->cut)
		signup_refuse(s, NULL, "error.talk-cut",
		    json_pack("{s:s}", "line", q->line));
	table_free(t);
	return r;
}

/* Do what can be done by who looks on; *any: there was something. */
static int
do_questions(struct signup *s, const struct onlooker_row *o,
    const GPtrArray *requests, json_t *sections, json_t *extra, bool *any,
    struct err *e)
{
	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		if (q->kind == REQUEST_SAY && say_it(s, o, q, e) == -1)
			return -1;
		*any |= q->kind == REQUEST_SAY ||
			note_question(s, q, sections, extra);
	}
	return 0;
}

static int
answer_it(struct signup *s, struct onlooker_row *o, json_t *sections,
    json_t *extra, struct err *e)
{
	struct table *t = table_open(s->home, o->match, e);
	struct reader reader;
	int r;

	if (t == NULL) {
		json_decref(extra);
		return -1;
	}
	reader = onlooker_reader(s, t, o);
	dedup_by(t, s->cause);
	if (json_object_get(sections, "history") != NULL)
		json_object_set_new(
		    extra, "history", context_news(&reader, -2));
	json_object_set(extra, "data", t->json[1]);
	json_object_set(extra, "sections", sections);
	signup_facts(s, extra);
	r = watch_show(&reader, extra, e);
	table_free(t);
	return r;
}

int
signup_onlooker(struct signup *s, int64_t match, const GPtrArray *requests,
    bool *done, struct err *e)
{
	struct onlooker_row *o;
	json_t *sections, *extra;
	bool any = false;
	int r = 0;

	*done = false;
	e->code = 0;
	o = store_onlooker(s->home->store, match, s->person->id, e);
	if (o == NULL)
		return e->code != 0 ? -1 : 0;
	sections = json_object();
	extra = json_object();
	r = do_questions(s, o, requests, sections, extra, &any, e);
	onlooker_row_free(o);
	/* what she said may have changed it */
	o = store_onlooker(s->home->store, match, s->person->id, e);
	*done = any && !signup_any(requests);
	if (r == 0 && o == NULL)
		r = -1;
	if (r == 0 && any) {
		s->written = s->looked = true;
		r = answer_it(s, o, sections, json_incref(extra), e);
	}
	json_decref(extra);
	json_decref(sections);
	onlooker_row_free(o);
	return r;
}
