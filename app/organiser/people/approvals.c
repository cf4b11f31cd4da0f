/* SPDX-License-Identifier: ISC */
/* What the organiser decides about people and matches that came by mail. */
#include "app/organiser/organiser.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/people.h"
#include "app/letters/settle.h"
#include "app/matches/results/ending.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/players/questions/wish.h"
#include "app/players/questions/wish_lines.h"
#include "app/players/signup/signup.h"
#include "app/players/signup_mail.h"
#include "base/err.h"
#include "mail/outgoing/write.h"
#include "render/render.h"
#include "store/matches/matches.h"
#include "store/matches/signup.h"
#include "store/people/asks.h"
#include "store/people/people.h"
#include "store/transaction.h"

/* ---- people ---- */

static int
check_reason(const char *reason, struct err *e)
{
	if (!words_ok(reason) || reason[0] == '\0' ||
	    g_utf8_strlen(reason, -1) > 80)
		return err_set(e, ERR_FORMAT,
		    "the reason must be one line of 1 to 80 characters");
	return 0;
}

/* Which people can be decided about: those who wait, and those who were
 * refused before. */
static int
find_person(struct home *home, int64_t id, struct person **person,
    struct account_row *account)
{
	*person = person_there(home, id);
	if (*person == NULL)
		return -1;
	return store_account(home->store, id, account);
}

/* What the person wanted all the time; more: lines to be asked about. */
static int
do_waiting(struct signup *s, GPtrArray *more)
{
	/* asked at no time, for no code was sent */
	g_autoptr(GPtrArray) wishes =
	    store_asks_of(s->home->store, s->person->id, -1);

	if (wishes == NULL)
		return -1;
	for (guint i = 0; i < wishes->len; i++) {
		struct ask_row *w = wishes->pdata[i];
		g_autoptr(GPtrArray) requests = NULL;
		char *doubted;

		if (w->kind != ASK_STRANGER)
			continue;
		requests = signup_lines_read(
		    catalog_words(home_words(s->home)), w->lines, s->home->err);
		w->closed = s->home->now;
		if (requests == NULL || signup_do(s, requests) == -1 ||
		    store_ask_update(s->home->store, w) == -1)
			return -1;
		if ((doubted = signup_lines_doubted(w->lines)) != NULL)
			g_ptr_array_add(more, doubted);
	}
	return 0;
}

/* Now a yes to these is enough. */
static int
ask_more(const struct signup *s, const GPtrArray *more)
{
	struct reader to = reader_person(s->home, s->person);
	int r = 0;

	for (guint i = 0; i < more->len && r == 0; i++) {
		g_autofree char *dedup_prefix =
		    g_strdup_printf("%s.%u", s->dedup_prefix, i);

		to.dedup_prefix = dedup_prefix;
		r = wish_ask_more(&to, s->person, more->pdata[i]);
	}
	return r;
}

static int
tell_person(
    struct home *home, struct person *person, bool approved, const char *reason)
{
	g_autofree char *dedup_prefix = g_strdup_printf(
	    "v%lld.%lld", (long long)person->id, (long long)home->now);
	g_autoptr(GPtrArray) more = g_ptr_array_new_with_free_func(g_free);
	struct signup s;
	int r = 0;

	signup_begin(&s, home, person, dedup_prefix);
	s.allowed = true;
	if (approved) {
		signup_said(&s, "signup.admitted", NULL);
		r = do_waiting(&s, more);
	} else
		signup_refuse(&s, "signup.not-admitted",
		    json_pack("{s:s}", "reason", reason));
	if (r == 0)
		r = signup_answer(&s);
	if (r == 0)
		r = ask_more(&s, more);
	signup_end(&s);
	return r;
}

static int
decide_person(struct home *home, int64_t id, bool admit, const char *reason)
{
	struct account_row account;
	struct person *person = NULL;
	int r = find_person(home, id, &person, &account);

	if (r == 0 && account.approved == ADMITTED_YES)
		r = err_set(home->err, ERR_CLASH,
		    "person %lld already takes part and needs no approval",
		    (long long)id);
	if (r == 0) {
		account.approved = admit ? ADMITTED_YES : ADMITTED_REFUSED;
		r = store_account_set(home->store, id, &account);
	}
	if (r == 0)
		r = tell_person(home, person, admit, reason);
	person_free(person);
	return r;
}

int
person_approve(struct home *home, int64_t id, int64_t now, struct err *e)
{
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, decide_person(home, id, true, ""));
	return r;
}

int
person_refuse(struct home *home, int64_t id, const char *reason, int64_t now,
    struct err *e)
{
	int r;

	home_work(home, now, e);
	if (check_reason(reason, e) == -1)
		return -1;
	IN_TRANSACTION(home->store, r, decide_person(home, id, false, reason));
	return r;
}

/* ---- matches ---- */

static int
tell_maker(struct home *home, const struct signup_row *row)
{
	struct person *maker = store_person(home->store, row->maker);
	g_autofree char *dedup_prefix =
	    g_strdup_printf("v.m%lld", (long long)row->match);
	struct signup s;
	int r;

	if (maker == NULL)
		return -1;
	signup_begin(&s, home, maker, dedup_prefix);
	signup_said(&s, "signup.approved", signup_number(row->match));
	r = signup_answer(&s);
	signup_end(&s);
	person_free(maker);
	return r;
}

static int
refuse_it(struct home *home, int64_t id, const char *reason)
{
	struct table *t = table_open(home, id);
	int r;

	if (t == NULL)
		return -1;
	dedup_by_number(t, "v.r", id);
	r = match_call_off(
	    t, "notice.refused", json_pack("{s:s}", "reason", reason));
	if (r == 0)
		r = settle_match(t);
	table_free(t);
	return r;
}

static int
decide_match(struct home *home, int64_t id, const char *reason)
{
	struct match_row *match;
	struct signup_row row;
	bool found = false;

	home->err->code = 0;
	if ((match = store_match(home->store, id)) == NULL)
		return home->err->code != 0
			   ? -1
			   : err_set(home->err, ERR_MISSING,
				 "there is no match %lld", (long long)id);
	match_row_free(match);
	if (store_signup(home->store, id, &row, &found) == -1)
		return -1;
	if (!found || row.state != SIGNUP_ASKED)
		return err_set(home->err, ERR_CLASH,
		    "match %lld is not waiting for your approval; \"turnpost "
		    "match list\" shows which do",
		    (long long)id);
	row.state = reason == NULL ? SIGNUP_OPEN : SIGNUP_REFUSED;
	if (store_signup_set(home->store, &row) == -1)
		return -1;
	return reason == NULL ? tell_maker(home, &row)
			      : refuse_it(home, id, reason);
}

int
match_approve(struct home *home, int64_t id, int64_t now, struct err *e)
{
	int r;

	home_work(home, now, e);
	IN_TRANSACTION(home->store, r, decide_match(home, id, NULL));
	return r;
}

int
match_refuse(struct home *home, int64_t id, const char *reason, int64_t now,
    struct err *e)
{
	int r;

	home_work(home, now, e);
	if (check_reason(reason, e) == -1)
		return -1;
	IN_TRANSACTION(home->store, r, decide_match(home, id, reason));
	return r;
}
