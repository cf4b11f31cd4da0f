/* SPDX-License-Identifier: ISC */
/*
 * How a home is doing, in the text format of Prometheus.  Names and units are
 * part of what turnpost-watch(7) promises: alarms are made of them.  What
 * there is not (the last mail of a home that got none) has no line, because a
 * time of 0 would look like one long ago.
 */
#include "app/organiser/shown/monitor.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/matches/status.h"
#include "base/err.h"
#include "base/file.h"
#include "store/matches/timers.h"

#include <string.h>

#define GAUGE "gauge"
#define COUNTER "counter"

static void
head(GString *text, const char *name, const char *type, const char *help)
{
	g_string_append_printf(text,
	    "# HELP turnpost_%s %s\n# TYPE turnpost_%s %s\n", name, help, name,
	    type);
}

static void
line(GString *text, const char *name, const char *labels, int64_t value)
{
	g_string_append_printf(
	    text, "turnpost_%s%s %lld\n", name, labels, (long long)value);
}

static void
one(GString *text, const char *name, const char *type, const char *help,
    int64_t value)
{
	head(text, name, type, help);
	line(text, name, "", value);
}

/* 0: there is none. */
static void
moment(GString *text, const char *name, const char *help, int64_t at)
{
	if (at != 0)
		one(text, name, GAUGE, help, at);
}

static void
in_state(GString *text, const char *name, const char *state, int64_t n)
{
	g_autofree char *labels = g_strdup_printf("{state=\"%s\"}", state);

	line(text, name, labels, n);
}

static void
program(GString *text, const struct monitor *m)
{
	head(text, "build_info", GAUGE, "The version of turnpost, as a label.");
	line(text, "build_info", "{version=\"" TURNPOST_VERSION "\"}", 1);
	one(text, "serves", GAUGE, "Whether \"turnpost serve\" is running.",
	    m->serves);
	moment(text, "worked_timestamp_seconds",
	    "When turnpost last worked, to the minute.", m->worked);
}

static void
matches(GString *text, const struct monitor *m)
{
	const struct figures *f = &m->figures;

	head(text, "matches", GAUGE, "Matches by their state.");
	for (int s = STATUS_MUSTER; s <= STATUS_ENDED; s++)
		in_state(text, "matches", status_word((enum match_status)s),
		    f->matches[s]);
	one(text, "matches_paused", GAUGE, "Matches whose clocks stand still.",
	    f->paused);
	one(text, "matches_overdue", GAUGE, "Matches past their deadline.",
	    f->overdue);
	moment(text, "muster_oldest_timestamp_seconds",
	    "When the oldest match that has not begun was made.",
	    f->muster_since);
	moment(text, "asked_oldest_timestamp_seconds",
	    "Since when a running match has been waiting for somebody, the "
	    "longest.",
	    f->asked_since);
	if (m->deadlines->len > 0)
		moment(text, "next_deadline_timestamp_seconds",
		    "The earliest deadline of a match.",
		    g_array_index(m->deadlines, struct deadline_row, 0).due);
}

static void
mails(GString *text, const struct monitor *m)
{
	const struct figures *f = &m->figures;

	one(text, "mails_received_total", COUNTER, "Mails that came.",
	    f->mails);
	moment(text, "mail_last_timestamp_seconds", "When the last mail came.",
	    f->mail_last);
	one(text, "spool_mails", GAUGE,
	    "Mails in spool/in that were not taken in yet.", m->spool);
	head(text, "mails", GAUGE,
	    "Mails that wait to be handled, are held, or were given up.");
	in_state(text, "mails", "new", f->queues.mails);
	in_state(text, "mails", "held", f->queues.held);
	in_state(text, "mails", "dead", f->queues.dead);
	moment(text, "mails_oldest_timestamp_seconds",
	    "When the oldest mail came that waits to be handled.",
	    f->queues.mails_since);
}

static void
letters(GString *text, const struct figures *f)
{
	one(text, "letters_sent_total", COUNTER,
	    "Letters that left, counted again when they are sent again.",
	    f->letters);
	moment(text, "letter_last_timestamp_seconds",
	    "When the last letter left.", f->letter_last);
	one(text, "letters_waiting", GAUGE, "Letters that wait to leave.",
	    f->queues.letters);
	moment(text, "letters_oldest_timestamp_seconds",
	    "When the oldest letter was written that waits to leave.",
	    f->queues.letters_since);
	one(text, "letters_given_up", GAUGE,
	    "Letters that were given up and not dropped since.",
	    f->queues.given_up);
	one(text, "people_unreached", GAUGE,
	    "People to whom no mail gets through.", f->undeliverable);
	one(text, "people_unadmitted", GAUGE,
	    "People who came by mail and wait for the organiser's approval.",
	    f->unadmitted);
}

static char *
metrics_text(const struct monitor *m)
{
	GString *text = g_string_new(NULL);

	program(text, m);
	matches(text, m);
	mails(text, m);
	letters(text, &m->figures);
	one(text, "faults_total", COUNTER,
	    "Faults that began, such as a mail server that does not work.",
	    m->figures.faults);
	one(text, "open_faults", GAUGE, "Faults that go on.", m->troubles->len);
	one(text, "database_bytes", GAUGE, "Size of the database.",
	    m->database);
	one(text, "disk_free_bytes", GAUGE,
	    "Room that is left where the home lies.", m->room);
	return g_string_free(text, FALSE);
}

char *
home_metrics(const char *dir, int64_t now, struct err *e)
{
	struct monitor m;
	char *text;

	if (monitor_visit(&m, dir, now, e) == -1)
		return NULL;
	text = metrics_text(&m);
	monitor_clear(&m);
	return text;
}

int
metrics_save(const char *path, const char *text, struct err *e)
{
	return file_check_ours(path, "# HELP turnpost_", e) == -1 ||
		       file_replace_as(path, 0644, text, strlen(text), e) == -1
		   ? err_more(e, "metrics are not written")
		   : 0;
}

int
metrics_write(struct home *home, int64_t now, struct err *e)
{
	g_autofree char *text = NULL;
	struct monitor m;

	if (home->config->metrics == NULL)
		return 0;
	home_work(home, now, e);
	if (monitor_look(&m, home->dir, home->store, now) == 0)
		text = metrics_text(&m);
	monitor_clear(&m);
	return text == NULL ? err_more(e, "metrics are not written")
			    : metrics_save(home->config->metrics, text, e);
}
