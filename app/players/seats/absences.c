/* SPDX-License-Identifier: ISC */
/* What people say of their absences, and who hears of it. */
#include "app/players/seats/seat_commands.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/absences.h"
#include "app/letters/context/moments.h"
#include "app/matches/clocks/away.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/deadlines.h"
#include "app/matches/seats/robot_relief.h"
#include "app/matches/table/notice_args.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reply_lines.h"
#include "app/matches/table/robots.h"
#include "app/matches/table/table.h"
#include "app/matches/table/table_play.h"
#include "app/matches/table/tenures.h"
#include "app/players/reading/command.h"
#include "base/log.h"
#include "base/seconds.h"
#include "parse/request.h"
#include "policy/clock.h"
#include "policy/hours.h"
#include "policy/policy.h"
#include "store/matches/matches.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/people/absences.h"
#include "store/people/people.h"

#include <stdio.h>
#include <string.h>

/* days: a player who plans further ahead may say it later */
#define AHEAD_MAX 366
#define ROWS_MAX 40 /* absences of a person that are not over */

static char *
person_time(const struct absent *s, int64_t at)
{
	struct reader r = reader_person(s->home, s->person);

	r.language = home_words(s->home);
	return reader_moment(&r, at);
}

/* ---- in all the player's matches ---- */

/*
 * Before a match begins its others cannot do anything but wait, and one word is
 * asked for, which can be said with the absence: so that time runs on.
 */
static int
note_muster(struct absent *s, struct table *t)
{
	json_int_t match = t->row->id;
	g_autofree char *text = NULL;
	int64_t until;

	if (muster_until(t, &until) == -1)
		return -1;
	text = person_time(s, until);
	if (until == 0)
		reply_remark(s->reply, "away.muster-open",
		    json_pack("{s:I}", "match", match));
	else
		reply_remark(s->reply, "away.muster",
		    json_pack("{s:I, s:s}", "match", match, "until", text));
	return 0;
}

/* What of it counts at that table. */
static void
note_counts(struct absent *s, struct table *t, const struct off *off)
{
	int64_t from = away_counts_from(t, off->since, s->home->now);
	g_autofree char *own = person_time(s, from);
	json_int_t match = t->row->id;

	if (!policy_any_deadline(&t->policy))
		reply_remark(s->reply, "away.untimed",
		    json_pack("{s:I}", "match", match));
	else if (t->policy.away_days == 0)
		reply_remark(s->reply, "away.not-there",
		    json_pack("{s:I}", "match", match));
	else if (from >= off->until)
		reply_remark(s->reply, "away.too-late",
		    json_pack("{s:I}", "match", match));
	else
		reply_remark(s->reply, "away.from",
		    json_pack("{s:I, s:s}", "match", match, "from", own));
}

static int
begin_at(struct absent *s, struct table *t, int seat, void *arg)
{
	const struct off *off = arg;
	bool waits =
	    t->row->status == STATUS_MUSTER && !table_seat(t, seat)->ready;
	json_t *args;

	if (!waits)
		note_counts(s, t, off);
	else if (note_muster(s, t) == -1)
		return -1;
	args = told_of(absent_name(t, seat), s->person->id);
	json_object_set_new(args, "from", told_moment(off->since));
	json_object_set_new(args, "until", told_moment(off->until));
	if (table_announce(t, "notice.away", args) == -1)
		return -1;
	return clocks_again(t);
}

/* ---- how many days ---- */

/* The smallest number of days that one of the sender's tables allows, but for
 * those that allow none; *any: one does, or the sender sits at none. */
static int
allowance(struct absent *s, int *max, bool *any)
{
	g_autoptr(GPtrArray) seats =
	    store_seats_of(s->home->store, s->person->id);

	if (seats == NULL)
		return -1;
	*max = s->home->config->policy.away_days;
	*any = seats->len == 0;
	for (guint i = 0; i < seats->len; i++) {
		const struct seat_row *row = seats->pdata[i];
		struct table *t = table_open(s->home, row->match);
		int days;

		if (t == NULL)
			return -1;
		days = t->policy.away_days;
		table_free(t);
		if (days > 0 && (!*any || days < *max))
			*max = days;
		*any |= days > 0;
	}
	return 0;
}

/* Each day once, by its number. */
static void
add_days(const struct absent *s, GHashTable *days, int64_t since, int64_t until)
{
	GDate day, last;

	if (since >= until)
		return;
	away_day(s->zone, since, &day);
	away_day(s->zone, until - 1, &last);
	for (; g_date_compare(&day, &last) <= 0; g_date_add_days(&day, 1))
		g_hash_table_add(
		    days, GUINT_TO_POINTER(g_date_get_julian(&day)));
}

static int
days_in(GHashTable *days, int year)
{
	GHashTableIter iter;
	gpointer key;
	int n = 0;

	g_hash_table_iter_init(&iter, days);
	while (g_hash_table_iter_next(&iter, &key, NULL)) {
		GDate day;

		g_date_clear(&day, 1);
		g_date_set_julian(&day, GPOINTER_TO_UINT(key));
		n += g_date_get_year(&day) == year;
	}
	return n;
}

/* Says why there are not days enough, or nothing. */
static int
check_days(struct absent *s, const GPtrArray *rows, const struct off *off,
    const char *line, bool *fine)
{
	g_autoptr(GHashTable) before = g_hash_table_new(NULL, NULL);
	g_autoptr(GHashTable) all = g_hash_table_new(NULL, NULL);
	GDate first, last;
	int max;
	bool any;

	*fine = false;
	if (allowance(s, &max, &any) == -1)
		return -1;
	if (!any || max == 0) {
		reply_refuse(s->reply, line, "error.away-none", NULL);
		return 0;
	}
	for (guint i = 0; i < rows->len; i++) {
		const struct absence_row *a = rows->pdata[i];

		add_days(s, before, a->since, a->until);
		add_days(s, all, a->since, a->until);
	}
	add_days(s, all, off->since, off->until);
	away_day(s->zone, off->since, &first);
	away_day(s->zone, off->until - 1, &last);
	for (int year = g_date_get_year(&first); year <= g_date_get_year(&last);
	     year++) {
		int left = max - days_in(before, year);
		g_autofree char *text = g_strdup_printf("%d", year);

		if (days_in(all, year) <= max)
			continue;
		reply_refuse(s->reply, line, "error.away-days",
		    json_pack("{s:i, s:i, s:s}", "left", MAX(left, 0), "max",
			max, "year", text));
		return 0;
	}
	*fine = true;
	return 0;
}

/* ---- a player goes ---- */

static int64_t
midnight(const struct absent *s, int date, guint later)
{
	GDate day;

	g_date_clear(&day, 1);
	g_date_set_dmy(&day, (GDateDay)(date % 100),
	    (GDateMonth)(date / 100 % 100), (GDateYear)(date / 10000));
	g_date_add_days(&day, later);
	return away_midnight(s->zone, &day);
}

/* Today is what it is where the player is. */
static enum days
read_days(const struct absent *s, const char *text, struct off *off)
{
	int first, last;
	enum days days;
	GDate day;

	away_day(s->zone, s->home->now, &day);
	days = days_find(text,
	    g_date_get_year(&day) * 10000 + (int)g_date_get_month(&day) * 100 +
		g_date_get_day(&day),
	    &first, &last);
	if (days != DAYS_FOUND)
		return days;
	off->since = first == 0 ? s->home->now : midnight(s, first, 0);
	off->until = midnight(s, last, 1);
	return DAYS_FOUND;
}

/* Why it cannot be, or NULL. */
static const char *
days_fault(const struct absent *s, const struct off *off, guint rows)
{
	if (off->until <= s->home->now)
		return "error.away-past";
	if (off->until <= off->since)
		return "error.away-order";
	if (off->until > s->home->now + AHEAD_MAX * DAY)
		return "error.away-far";
	return rows >= ROWS_MAX ? "error.away-often" : NULL;
}

/* What of it was not said before: both together are one absence. */
static int
add_rest(struct absent *s, const GPtrArray *rows, const struct off *off)
{
	struct absence_row row = { .person = s->person->id,
		.since = off->since,
		.made = s->home->now };

	for (guint i = 0; i <= rows->len; i++) {
		const struct absence_row *old =
		    i < rows->len ? rows->pdata[i] : NULL;

		if (old != NULL && old->until <= row.since)
			continue;
		row.until =
		    old == NULL ? off->until : MIN(old->since, off->until);
		if (row.until > row.since &&
		    store_absence_add(s->home->store, &row) == -1)
			return -1;
		if (old != NULL)
			row.since = MAX(row.since, old->until);
		if (row.since >= off->until)
			break;
	}
	return 0;
}

static GPtrArray *
rows_ahead(struct absent *s, const GPtrArray *rows)
{
	GPtrArray *ahead = g_ptr_array_new();

	for (guint i = 0; i < rows->len; i++)
		if (((struct absence_row *)rows->pdata[i])->until >
		    s->home->now)
			g_ptr_array_add(ahead, rows->pdata[i]);
	return ahead;
}

/* From when and until when, each with that sentence. */
static void
tell_ahead(struct absent *s, const GPtrArray *ahead, const char *key)
{
	for (guint i = 0; i < ahead->len; i++) {
		const struct absence_row *a = ahead->pdata[i];
		int64_t end = a->until;
		g_autofree char *since = person_time(s, a->since),
				*until = NULL;

		/* what was said in parts */
		while (
		    i + 1 < ahead->len &&
		    ((struct absence_row *)ahead->pdata[i + 1])->since == end)
			end = ((struct absence_row *)ahead->pdata[++i])->until;
		until = person_time(s, end);
		reply_remark(s->reply, key,
		    json_pack("{s:s, s:s}", "from", since, "until", until));
	}
}

/* What the player has said of days to come, each with that sentence, below a
 * note: some or, if there is nothing, none. */
static int
tell_said(struct absent *s, const struct request *q, const char *some,
    const char *none, const char *key)
{
	g_autoptr(GPtrArray) rows =
	    store_absences(s->home->store, s->person->id);
	g_autoptr(GPtrArray) ahead = rows == NULL ? NULL : rows_ahead(s, rows);

	if (rows == NULL)
		return -1;
	reply_note(s->reply, q->line, ahead->len > 0 ? some : none, NULL);
	tell_ahead(s, ahead, key);
	return 0;
}

/*
 * All of it was said before.  Days that are counted from now on ("until
 * Monday") begin later each time; a player, or a program, that says the same
 * again has nothing new to tell the others.
 */
static bool
is_said(const GPtrArray *ahead, const struct off *off)
{
	int64_t since = off->since;

	for (guint i = 0; i < ahead->len; i++) {
		const struct absence_row *a = ahead->pdata[i];

		if (a->since <= since)
			since = MAX(since, a->until);
	}
	return since >= off->until;
}

static int
go(struct absent *s, const struct request *q)
{
	g_autoptr(GPtrArray) rows =
	    store_absences(s->home->store, s->person->id);
	g_autoptr(GPtrArray) ahead = rows == NULL ? NULL : rows_ahead(s, rows);
	g_autofree char *since = NULL, *until = NULL;
	struct off off = { 0 };
	const char *fault;
	enum days days;
	bool fine;

	if (rows == NULL)
		return -1;
	days = read_days(s, q->text, &off);
	fault = days == DAYS_FOUND    ? days_fault(s, &off, ahead->len)
		: days == DAYS_UNSURE ? "error.away-next"
				      : "error.away-order";
	off.since = MAX(off.since, s->home->now);
	if (fault != NULL) {
		reply_refuse(s->reply, q->line, fault, NULL);
		return 0;
	}
	if (is_said(ahead, &off))
		return tell_said(s, q, "away-list", "away-none", "away.said");
	if (check_days(s, rows, &off, q->line, &fine) == -1)
		return -1;
	if (!fine)
		return 0;
	reply_note(s->reply, q->line, "away", NULL);
	since = person_time(s, off.since);
	until = person_time(s, off.until);
	reply_remark(s->reply, "away.said",
	    json_pack("{s:s, s:s}", "from", since, "until", until));
	if (add_rest(s, ahead, &off) == -1)
		return -1;
	log_info("person-away", "person %lld: away", (long long)s->person->id);
	return absent_at_all(s, begin_at, &off);
}

/* ---- a player comes ---- */

static int
come(struct absent *s, const struct request *q, bool all)
{
	int seat = s->at == NULL ? -1 : seat_of_person(s->at, s->person->id);
	bool was;

	if (!all && seat >= 0 && robot_relieves(table_seat(s->at, seat))) {
		reply_note(s->reply, q->line, "back-robot", NULL);
		return absent_back(s, all, &was) == -1
			   ? -1
			   : robot_gives_back(s->at, seat, "notice.robot-back",
				 json_object());
	}
	if (absent_back(s, all, &was) == -1)
		return -1;
	if (!was)
		/* an absence that has not begun stays announced */
		return tell_said(s, q, "back-none", "back-none", "away.stays");
	reply_note(s->reply, q->line, all ? "away-off" : "back", NULL);
	return 0;
}

int
command_away(const struct sender *sender, const struct request *q)
{
	struct absent s = {
		.home = sender->home, .at = sender->at, .reply = sender->reply
	};
	int r = absent_load(&s, sender->person);

	if (r == 0 && q->kind == REQUEST_BACK)
		r = come(&s, q, false);
	else if (r == 0 && q->text == NULL)
		r = tell_said(&s, q, "away-list", "away-none", "away.said");
	else if (r == 0 && strcmp(q->text, "off") == 0)
		r = come(&s, q, true);
	else if (r == 0)
		r = go(&s, q);
	absent_clear(&s);
	return r;
}
