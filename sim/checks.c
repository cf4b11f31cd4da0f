/* SPDX-License-Identifier: ISC */
/* What was promised, looked at on the way and at the end. */
#include "sim/inner.h"

#include "app/home/home.h"
#include "app/matches/table/table.h"
#include "app/organiser/organiser.h"
#include "app/organiser/records/record_verify.h"
#include "base/err.h"
#include "core/match.h"
#include "policy/clock.h"
#include "policy/hours.h"
#include "policy/policy.h"
#include "store/mails/outbox.h"
#include "store/matches/events.h"
#include "store/matches/matches.h"
#include "store/matches/tenures.h"
#include "store/matches/timers.h"
#include "store/overview.h"
#include "store/people/absences.h"
#include "store/people/preferences.h"

#include <string.h>

/* As many as anybody here wishes for herself. */
#define OWN_REMINDERS 2

/* ---- a letter leaves ---- */

/* News, or that a plan of the player has come to nothing. */
static bool
tells_news(const struct outbox_row *row)
{
	static const char *const signs[] = { "Since the last letter to you",
		"Your move for now", "Dropped: \"" };

	for (size_t i = 0; i < G_N_ELEMENTS(signs); i++)
		if (letters_hold(row, signs[i]))
			return true;
	return false;
}

static void
broken_letter(struct season *s, const struct outbox_row *row, const char *what)
{
	season_broken(s, "match %lld seat %d: letter %lld (%s) %s",
	    (long long)row->match, row->seat, (long long)row->id, row->kind,
	    what);
}

/* Her one letter a day says how it stands, if anything happened. */
static bool
has_digests(struct season *s, const struct somebody *who)
{
	struct preferences preferences;
	struct err e = { 0 };
	bool has;

	if (store_preferences(s->home->store, who->person, &preferences) ==
	    -1) {
		season_broken(s, "%s", e.text);
		return false;
	}
	has = preferences.mail == MAIL_DIGEST;
	preferences_clear(&preferences);
	return has;
}

/* A letter that asks what the last one asked must bring something new. */
static void
not_twice(struct season *s, const struct somebody *who, const struct thread *th,
    const struct outbox_row *row, const struct timer_row *timer)
{
	if (th->asks && timer->asked == th->asked && timer->due == th->due &&
	    row->answers == 0 && strcmp(row->kind, "turn") == 0 &&
	    !tells_news(row) && !has_digests(s, who))
		broken_letter(s, row, "asks again what was asked");
}

/* Each of them once, of those that she or the table wants. */
static void
few_reminders(struct season *s, struct thread *th, const struct outbox_row *row,
    const struct timer_row *timer)
{
	const struct policy *p = season_policy(s, row->match);

	if (timer->asked != th->asked || timer->due != th->due)
		th->reminders = 0;
	if (strcmp(row->kind, "remind") == 0 &&
	    ++th->reminders > MAX(p->nreminders, OWN_REMINDERS))
		broken_letter(s, row, "is one reminder too many");
}

/* Better woken than never told: what must be done by night is told by night. */
static bool
cannot_wait(const struct season *s, const struct policy *p, int minute,
    bool asks, const struct timer_row *timer)
{
	int left = (p->quiet_to - minute + MINUTES_A_DAY) % MINUTES_A_DAY;

	return asks && timer->due != 0 && timer->due <= s->now + left * MINUTE;
}

static void
by_day(struct season *s, const struct somebody *who, const struct thread *th,
    const struct outbox_row *row, const struct timer_row *timer)
{
	const struct policy *p = season_policy(s, row->match);
	/* what was due by day may leave with the next round */
	int64_t due = MAX(row->created, row->next_try);
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(due);
	g_autoptr(GDateTime) local = g_date_time_to_timezone(utc, who->tz);
	int at =
	    g_date_time_get_hour(local) * 60 + g_date_time_get_minute(local);
	bool quiet, asks;

	if (p->quiet_from == p->quiet_to || row->answers != 0)
		return;
	quiet = p->quiet_from < p->quiet_to
		    ? at >= p->quiet_from && at < p->quiet_to
		    : at >= p->quiet_from || at < p->quiet_to;
	asks = th->asks || strcmp(row->kind, "remind") == 0;
	if (quiet && !cannot_wait(s, p, at, asks, timer))
		broken_letter(s, row, "leaves in her quiet hours");
}

/* What the match's clock says of the seat now. */
static struct timer_row
clock_of(struct season *s, const struct outbox_row *row)
{
	struct timer_row timer = { 0 };
	struct err e = { 0 };
	bool found = false;

	if (store_timer(s->home->store, row->match, row->seat, TIMER_DECIDE,
		&timer, &found) == -1)
		season_broken(s, "%s", e.text);
	return found ? timer : (struct timer_row){ 0 };
}

void
checks_letter(struct season *s, struct somebody *who, struct thread *th,
    const struct outbox_row *row)
{
	struct timer_row timer;
	struct promise promise;

	if (row->seat < 0 || row->match == 0 ||
	    season_policy(s, row->match) == NULL)
		return;
	timer = clock_of(s, row);
	by_day(s, who, th, row, &timer);
	if (timer.asked != 0) {
		not_twice(s, who, th, row, &timer);
		few_reminders(s, th, row, &timer);
	}
	if (!th->asks && strcmp(row->kind, "remind") != 0)
		return;
	th->asked = timer.asked;
	th->due = timer.due;
	promise = (struct promise){ row->match, row->seat, s->now, timer.due };
	/* a clock that stands still promises nothing */
	if (timer.asked != 0 && timer.due < CLOCK_NEVER)
		g_array_append_val(s->promises, promise);
}

/* ---- the end ---- */

static const struct notice_row *
last_notice(const GPtrArray *notices)
{
	return notices->len == 0 ? NULL : notices->pdata[notices->len - 1];
}

/* Called off as the table agreed. */
static bool
by_organiser(const struct season *s, int64_t match)
{
	for (guint i = 0; i < s->called_off->len; i++)
		if (g_array_index(s->called_off, int64_t, i) == match)
			return true;
	return false;
}

static int
check_called_off(struct season *s, struct table *t)
{
	static const char *const reasons[] = { "notice.declined",
		"notice.all-resigned", "notice.unanswered",
		"notice.unanswered-free", "notice.vote-ended", NULL };
	g_autoptr(GPtrArray) notices =
	    store_notices(s->home->store, t->row->id);
	const struct notice_row *last;

	if (notices == NULL)
		return -1;
	last = last_notice(notices);
	if (by_organiser(s, t->row->id))
		return 0;
	if (last == NULL || !g_strv_contains(reasons, last->phrase))
		return season_broken(s, "match %lld is called off, but by %s",
		    (long long)t->row->id,
		    last == NULL ? "nobody" : last->phrase);
	return 0;
}

/* By its rules, and all of it is as it was drawn and played. */
static int
check_over(struct season *s, struct table *t)
{
	g_autoptr(GString) report = g_string_new(NULL);
	json_t *record;
	int r;

	if (!match_over(t->match))
		return season_broken(s, "match %lld is over before its end",
		    (long long)t->row->id);
	record = record_export(s->home, t->row->id, NULL, s->home->err);
	if (record == NULL)
		return -1;
	r = record_verify(record, report, s->home->err);
	json_decref(record);
	return r == 0 ? 0
		      : season_broken(s, "match %lld: %s",
			    (long long)t->row->id, s->home->err->text);
}

/* ---- deadlines ---- */

/* What the last letter before said. */
static int64_t
promised(const struct season *s, int64_t match, const struct event_row *event)
{
	for (guint i = s->promises->len; i > 0; i--) {
		const struct promise *p =
		    &g_array_index(s->promises, struct promise, i - 1);

		if (p->match == match && p->seat == event->seat &&
		    p->at < event->at)
			return p->due;
	}
	return 0;
}

/* The player who had the seat then; 0: nobody knows. */
static int64_t
tenure_at(const struct table *t, int seat, int64_t at)
{
	for (guint i = 0; i < t->tenures->len; i++) {
		const struct tenure_row *h = t->tenures->pdata[i];

		if (h->seat == seat && h->since <= at &&
		    (h->until == 0 || h->until > at))
			return h->person;
	}
	return 0;
}

static int
check_absence(struct season *s, struct table *t, const struct event_row *event)
{
	g_autoptr(GPtrArray) rows = store_absences(
	    s->home->store, tenure_at(t, event->seat, event->at));

	if (rows == NULL)
		return -1;
	for (guint i = 0; i < rows->len; i++) {
		const struct absence_row *row = rows->pdata[i];

		if (t->policy.away_days > 0 && row->since < event->at - ROUND &&
		    event->at < row->until && row->made < row->since)
			return season_broken(s,
			    "match %lld seat %d: a deadline passed while she "
			    "was away",
			    (long long)t->row->id, event->seat);
	}
	return 0;
}

static int
check_deadlines(struct season *s, struct table *t)
{
	for (guint i = 0; i < t->events->len; i++) {
		const struct event_row *event = t->events->pdata[i];

		if (strcmp(event->by, "deadline") != 0)
			continue;
		if (event->at < promised(s, t->row->id, event))
			return season_broken(s,
			    "match %lld seat %d: event %lld was made before "
			    "the deadline that she was told",
			    (long long)t->row->id, event->seat,
			    (long long)event->n);
		if (check_absence(s, t, event) == -1)
			return -1;
	}
	return 0;
}

static int
check_match(struct season *s, int64_t id)
{
	struct table *t = table_open(s->home, id);
	int r;

	if (t == NULL)
		return -1;
	r = t->row->status == STATUS_OVER ? check_over(s, t)
					  : check_called_off(s, t);
	if (r == 0)
		r = check_deadlines(s, t);
	table_free(t);
	return r;
}

/* No mail is stuck, and no letter. */
static int
check_queues(struct season *s)
{
	g_autoptr(GArray) aside = store_set_aside(s->home->store, 10);
	g_autoptr(GArray) given_up = store_given_up(s->home->store, 10);
	int64_t waiting;

	if (aside == NULL || given_up == NULL ||
	    store_outbox_waiting(s->home->store, &waiting) == -1)
		return -1;
	if (aside->len > 0)
		return season_broken(s, "mail %lld is held or dead",
		    (long long)g_array_index(aside, int64_t, 0));
	if (given_up->len > 0 || waiting > 0)
		return season_broken(
		    s, "%lld letters did not leave", (long long)waiting);
	return 0;
}

int
checks_end(struct season *s)
{
	int r = check_queues(s);

	for (guint i = 0; i < s->matches->len && r == 0; i++)
		r = check_match(s, g_array_index(s->matches, int64_t, i));
	if (s->broken.code != 0)
		*s->home->err = s->broken;
	return s->broken.code != 0 ? -1 : r;
}
