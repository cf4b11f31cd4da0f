/* SPDX-License-Identifier: ISC */
/*
 * People who look on because they want to, and what onlookers ask: how it
 * stands and what happened, as far as it lies open to all.
 */
#include "app/players/signup/person_commands.h"

#include "app/home/home.h"
#include "app/letters/settle.h"
#include "app/letters/watching.h"
#include "app/matches/moves/talk_said.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply_lines.h"
#include "app/matches/table/table.h"
#include "app/players/signup/join.h"
#include "app/players/signup/signup.h"
#include "base/err.h"
#include "parse/request.h"
#include "policy/policy.h"
#include "store/matches/matches.h"
#include "store/matches/onlookers.h"
#include "store/matches/signup.h"
#include "store/people/people.h"

/* May the person know of that match? */
static int
may_see(struct signup *s, const struct table *t, bool *may)
{
	struct signup_row row;
	bool found;

	if (store_signup(s->home->store, t->row->id, &row, &found) == -1)
		return -1;
	*may = true;
	return found ? signup_visible(s, t->row, &row, may) : 0;
}

static int
watch_it(struct signup *s, struct table *t)
{
	struct person *fresh = store_person(s->home->store, s->person->id);
	const char *why = NULL;
	bool may = false;
	int r = fresh == NULL ? -1 : may_see(s, t, &may);

	if (r == 0 && may && match_is_past(t->row)) {
		r = signup_refuse_past(s, t->row->id);
		person_free(fresh);
		return r;
	}
	if (r == 0 && !may)
		why = "error.no-watch";
	if (r == 0 && why == NULL)
		r = watch_begin(t,
		    &(struct onlooker_row){ .person = fresh->id,
			.name = fresh->name,
			.since = s->home->now },
		    true, &why);
	if (r == 0 && why != NULL)
		signup_refuse(s, why,
		    json_pack("{s:I, s:s}", "n", (json_int_t)t->row->id, "name",
			fresh->name));
	else if (r == 0) {
		signup_said(s, "signup.watch", signup_number(t->row->id));
	}
	person_free(fresh);
	return r;
}

/* NULL without an error: there is none. */
static struct table *
find_table(struct signup *s, int64_t match)
{
	struct match_row *row;

	s->home->err->code = 0;
	row = store_match(s->home->store, match);
	if (row == NULL)
		return NULL;
	match_row_free(row);
	return signup_table(s, match, "w");
}

int
signup_watch(struct signup *s, const struct request *q)
{
	struct table *t;
	int r;

	if (signup_closed(s)) {
		signup_refuse(s, "error.signup-closed", NULL);
		return 0;
	}
	t = find_table(s, q->number);
	if (t == NULL) {
		signup_refuse(s, "error.no-watch", signup_number(q->number));
		return s->home->err->code != 0 ? -1 : 0;
	}
	/* one mail may ask for it twice */
	r = watch_it(s, t);
	table_free(t);
	return r;
}

int
signup_unwatch(struct signup *s, const struct request *q)
{
	struct onlooker_row *o;
	struct reader reader;
	int64_t match = q->number;
	struct table *t;
	int r = -1;

	s->home->err->code = 0;
	o = store_onlooker(s->home->store, match, s->person->id);
	if (o == NULL || o->closed) {
		onlooker_row_free(o);
		signup_refuse(s, "error.not-watching", signup_number(match));
		return s->home->err->code != 0 ? -1 : 0;
	}
	if ((t = signup_table(s, match, "u")) != NULL) {
		reader = signup_onlooker_reader(s, t, o);
		r = watch_end(&reader, true);
	}
	s->written = true;
	table_free(t);
	onlooker_row_free(o);
	return r;
}

/* ---- what onlookers ask ---- */

/* Which parts the letter shall have. */
int
onlooker_section(
    struct signup *s, const struct onlooker_row *o, const struct request *q)
{
	(void)o;
	reply_section(&s->reply, q,
	    q->kind == REQUEST_HELP ? "help_onlooker"
				    : request_kind_name(q->kind));
	return 0;
}

/* What an onlooker says is echoed; or why it is not passed on. */
int
onlooker_say(
    struct signup *s, const struct onlooker_row *o, const struct request *q)
{
	g_autofree char *line = g_strdup_printf("%s: %s", q->line, q->text);
	g_autofree char *dedup_prefix =
	    g_strdup_printf("%s.s", s->dedup_prefix);
	struct table *t = s->watched;
	const char *why;
	int r;

	dedup_by(t, dedup_prefix);
	r = talk_onlooker(t, o, q, &why);
	if (r == 0 && why == NULL)
		r = settle_match(t);
	if (r == 0 && why != NULL)
		reply_refuse(&s->reply, q->line, why, talk_context(q));
	else if (r == 0)
		reply_note(&s->reply, line,
		    t->policy.talk == TALK_ANONYMOUS ? "said-unnamed" : "said",
		    NULL);
	if (r == 0 && why == NULL && q->cut)
		reply_refuse(&s->reply, NULL, "error.talk-cut",
		    json_pack("{s:s}", "line", q->line));
	dedup_by(t, s->dedup_prefix);
	return r;
}
