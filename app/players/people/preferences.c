/* SPDX-License-Identifier: ISC */
/*
 * What people write about their letters: how they are to come, and when they
 * are reminded.
 */
#include "app/players/people/preferences.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/schedule/schedule.h"
#include "app/matches/clocks/reminders.h"
#include "app/matches/table/dedup.h"
#include "app/matches/table/reply_lines.h"
#include "app/matches/table/table.h"
#include "app/players/reading/command.h"
#include "core/say.h"
#include "parse/request.h"
#include "policy/span.h"
#include "render/render.h"
#include "store/mails/calendar.h"
#include "store/mails/notices.h"
#include "store/matches/matches.h"
#include "store/matches/seat_lists.h"
#include "store/matches/seats.h"
#include "store/people/people.h"
#include "store/people/preferences.h"
#include "store/people/shown.h"

#include <string.h>

#define DAY_MINUTES 1440

/* ---- preferences ---- */

/* What waits for the player of that match waits for another hour now. */
static int
gather_anew(struct table *t, int seat)
{
	g_autoptr(GArray) rows = store_pending(t->home->store, t->row->id);

	if (rows == NULL)
		return -1;
	dedup_by_number(t, "w", t->row->id);
	dedup_add(t, t->home->now);
	t->gather = true;
	for (guint i = 0; i < rows->len; i++) {
		const struct pending_row *row =
		    &g_array_index(rows, struct pending_row, i);

		if (row->seat == seat &&
		    row->person == table_seat(t, seat)->person &&
		    row->due > t->home->now &&
		    notices_put_off_anew(t, row) == -1)
			return -1;
	}
	return 0;
}

/* The player's letters of all matches; the table at hand is settled anyway. */
static int
all_anew(struct home *home, int64_t person, int64_t but)
{
	g_autoptr(GPtrArray) seats = store_seats_of(home->store, person);

	if (seats == NULL)
		return -1;
	for (guint i = 0; i < seats->len; i++) {
		const struct seat_row *seat = seats->pdata[i];
		struct table *t;
		int r;

		if (seat->match == but)
			continue;
		if ((t = table_open(home, seat->match)) == NULL)
			return -1;
		r = reminders_again(t);
		if (r == 0)
			r = gather_anew(t, seat->seat);
		table_free(t);
		if (r == -1)
			return -1;
	}
	return 0;
}

int
preferences_zone(struct home *home, int64_t person)
{
	return all_anew(home, person, 0);
}

/* When they come ("digest 18:00"), or in which form ("text"). */
static void
note_mail(const char *wish, struct preferences *preferences)
{
	int hours = 0, minutes = 0;

	if (strcmp(wish, "text") == 0 || strcmp(wish, "html") == 0) {
		preferences->plain = strcmp(wish, "text") == 0;
		return;
	}
	preferences->mail = strcmp(wish, "each") == 0	 ? MAIL_EACH
			    : strcmp(wish, "quiet") == 0 ? MAIL_QUIET
							 : MAIL_DIGEST;
	if (preferences->mail != MAIL_DIGEST)
		return;
	hours = (int)g_ascii_strtoll(wish + strlen("digest "), NULL, 10);
	minutes = (int)g_ascii_strtoll(strchr(wish, ':') + 1, NULL, 10);
	preferences->digest_at = (hours * 60 + minutes) % DAY_MINUTES;
}

/* The key of the sentence below "understood", and what goes with it. */
static const char *
said(const struct request *q, const char **words)
{
	*words = NULL;
	if (q->kind == REQUEST_CALENDAR)
		return strcmp(q->text, "on") == 0 ? "calendar-on"
						  : "calendar-off";
	if (q->kind == REQUEST_MAIL) {
		if (strcmp(q->text, "each") == 0)
			return "mail-each";
		if (strcmp(q->text, "quiet") == 0)
			return "mail-quiet";
		if (strcmp(q->text, "text") == 0)
			return "mail-text";
		if (strcmp(q->text, "html") == 0)
			return "mail-html";
		*words = q->text + strlen("digest ");
		return "mail-digest";
	}
	if (strcmp(q->text, "off") == 0)
		return "remind-off";
	if (strcmp(q->text, "policy") == 0)
		return "remind-policy";
	return "remind";
}

static char *
sentence(struct home *home, const char *key, json_t *args)
{
	struct phrase *phrase = phrase_new(key, args);
	char *text = catalog_say(home_words(home), phrase, NULL);

	phrase_free(phrase);
	return text;
}

/* "5h 1h", as times are said: "5 hours before", "1 hour before". */
static json_t *
times_said(struct home *home, const char *wish)
{
	g_auto(GStrv) times = g_strsplit(wish, " ", -1);
	json_t *list = json_array();

	for (guint i = 0; times[i] != NULL; i++) {
		g_autofree char *key = NULL, *time = NULL, *text = NULL;
		struct span span;
		int64_t n;

		span_read(times[i], &span);
		key = g_strconcat("time.", span_unit(span, &n), NULL);
		time =
		    sentence(home, key, json_pack("{s:I}", "n", (json_int_t)n));
		text = sentence(
		    home, "reminded-before", json_pack("{s:s}", "time", time));
		json_array_append_new(list, json_string(text));
	}
	return list;
}

/* An hour is one of a place: "18:00 (UTC)", and how to name another place if
 * the sender has named none. */
static int
note_hour(const struct sender *s, const char *line, const char *hour)
{
	struct person *p = store_person(s->home->store, s->person);
	g_autofree char *text = NULL;
	const char *zone;
	bool own;

	if (p == NULL)
		return -1;
	own = p->zone[0] != '\0';
	zone = own ? p->zone
	       : s->at != NULL && s->at->policy.zone[0] != '\0'
		   ? s->at->policy.zone
		   : s->home->config->zone;
	text = g_strdup_printf("%s (%s)", hour, zone);
	reply_note(s->reply, line, "mail-digest", text);
	if (!own)
		reply_remark(s->reply, "hint.zone", NULL);
	person_free(p);
	return 0;
}

int
command_preference(const struct sender *s, const struct request *q)
{
	struct store *store = s->home->store;
	struct preferences preferences;
	const char *words, *what = said(q, &words);
	int r;

	if (strcmp(what, "remind") == 0)
		reply_say(s->reply, q->line, "reminded",
		    json_pack("{s:o}", "times", times_said(s->home, q->text)));
	else if (strcmp(what, "mail-digest") != 0)
		reply_note(s->reply, q->line, what, words);
	else if (note_hour(s, q->line, words) == -1)
		return -1;

	if (q->kind == REQUEST_CALENDAR)
		return store_calendar_want(
		    store, s->person, strcmp(q->text, "on") == 0);
	if (store_preferences(store, s->person, &preferences) == -1)
		return -1;
	if (q->kind == REQUEST_MAIL) {
		note_mail(q->text, &preferences);
	} else {
		g_free(preferences.remind);
		preferences.remind =
		    g_strdup(strcmp(q->text, "policy") == 0 ? "" : q->text);
	}
	r = store_preferences_set(store, s->person, &preferences);
	/* What was gathered for an hour that is no more need not wait. */
	if (r == 0 && q->kind == REQUEST_MAIL &&
	    preferences.mail != MAIL_DIGEST)
		r = store_pending_hurry(store, s->person, s->home->now);
	if (r == 0 &&
	    (q->kind == REQUEST_REMIND || preferences.mail == MAIL_DIGEST))
		r = all_anew(
		    s->home, s->person, s->at != NULL ? s->at->row->id : 0);
	preferences_clear(&preferences);
	return r;
}

int
command_shown(const struct sender *s, const struct request *q)
{
	enum shown shown = q->kind == REQUEST_SHOW_ME	  ? SHOWN_PAGE
			   : q->kind == REQUEST_SHOW_NAME ? SHOWN_NAME
							  : SHOWN_NO;

	reply_note(s->reply, q->line, request_kind_name(q->kind), NULL);
	return store_shown_set(s->home->store, s->person, shown);
}
