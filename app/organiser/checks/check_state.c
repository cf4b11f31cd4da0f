/* SPDX-License-Identifier: ISC */
/* Checks of what stands in the database: clock, keys, queues, troubles. */
#include "app/organiser/checks/check.h"

#include "app/home/answer_budget.h"
#include "app/home/config.h"
#include "app/home/joined.h"
#include "base/address.h"
#include "base/seconds.h"
#include "store/mails/outbox_held.h"
#include "store/matches/timers.h"
#include "store/meta.h"
#include "store/overview.h"
#include "store/troubles.h"

#define YEAR (365 * DAY)

static char *
time_text(int64_t at)
{
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(at);

	return g_date_time_format(utc, "%Y-%m-%d %H:%M UTC");
}

static void
check_clock(struct check *c, const struct overview *o)
{
	g_autofree char *now = time_text(c->now);
	g_autofree char *newest = time_text(o->newest);

	if (o->newest > c->now + CLOCK_SLACK)
		check_wrong(c, "clock",
		    "it says %s, but the last mail or letter is from %s; set "
		    "the clock, because deadlines depend on it",
		    now, newest);
	else
		check_ok(c, "clock", "it says %s", now);
}

/* Where several machines work for a home, its letters leave by whichever comes
 * to them first, and by the settings of that one. */
static int
check_same_address(struct check *c)
{
	g_autofree char *domain = NULL;

	if (c->config == NULL || c->config->store == NULL)
		return 0;
	if (store_newest_domain(c->store, &domain) == -1)
		return -1;
	if (joined_differs(domain, c->config->address))
		check_wrong(c, "address",
		    "the last letter of this home was written for an address "
		    "at %s, but these settings say %s; turnpost.yaml must be "
		    "the same on all machines of a home, or letters leave by "
		    "the wrong way",
		    domain, c->config->address);
	return 0;
}

static void
check_keys(struct check *c)
{
	g_autofree char *made = NULL, *since = NULL;
	int64_t at;

	if (store_meta_get(c->store, "key.made", &made) == -1) {
		check_wrong(c, "keys", "%s", c->err.text);
		return;
	}
	if (made == NULL)
		return;
	at = g_ascii_strtoll(made, NULL, 10);
	since = time_text(at);
	if (c->now - at > YEAR)
		check_warn(c, "keys",
		    "the secret of reply addresses is from %s, more than a "
		    "year ago; make a new one with \"turnpost key rotate\"",
		    since);
	else
		check_ok(c, "keys", "the secret of reply addresses is from %s",
		    since);
}

static void
check_inbox(struct check *c, const struct overview *o)
{
	g_autofree char *since = time_text(o->mails_since);

	if (o->mails > 0 && c->now - o->mails_since > HOUR)
		check_warn(c, "inbox",
		    "%lld mails are waiting, the oldest since %s; make sure "
		    "that \"turnpost serve\" is running, or that cron runs "
		    "\"turnpost run\"",
		    (long long)o->mails, since);
	if (o->held > 0)
		check_warn(c, "inbox",
		    "%lld mails are held; \"turnpost inbox list --state held\" "
		    "shows them, release or drop them",
		    (long long)o->held);
	if (o->dead > 0)
		check_warn(c, "inbox",
		    "%lld mails could not be handled; \"turnpost inbox list "
		    "--state dead\" shows them, retry or drop them",
		    (long long)o->dead);
	if (o->held == 0 && o->dead == 0 &&
	    (o->mails == 0 || c->now - o->mails_since <= HOUR))
		check_ok(
		    c, "inbox", "%lld mails are waiting", (long long)o->mails);
}

static void
check_outbox(struct check *c, const struct overview *o)
{
	g_autofree char *since = time_text(o->letters_since);
	int64_t held = 0, given_up;
	bool late = o->letters > 0 && c->now - o->letters_since > DAY;

	if (late)
		check_warn(c, "outbox",
		    "%lld letters are waiting, the oldest since %s; \"turnpost "
		    "outbox list\" shows why",
		    (long long)o->letters, since);
	if (store_outbox_held(c->store, &held) == -1)
		check_wrong(c, "outbox", "%s", c->err.text);
	if (held > 0)
		check_warn(c, "outbox",
		    "%lld letters are held, because a home that was lost may "
		    "have sent them; \"turnpost outbox list --state dead\" "
		    "shows them; \"turnpost outbox release\" sends them, and "
		    "\"turnpost outbox drop held\" does not",
		    (long long)held);
	given_up = o->given_up - held;
	if (given_up > 0)
		check_warn(c, "outbox",
		    "%lld letters were given up; \"turnpost outbox list "
		    "--state dead\" shows them, retry or drop them",
		    (long long)given_up);
	if (!late && o->given_up == 0)
		check_ok(c, "outbox", "%lld letters are waiting",
		    (long long)o->letters);
}

static int
check_troubles(struct check *c)
{
	g_autoptr(GPtrArray) rows = store_troubles(c->store);

	for (guint i = 0; rows != NULL && i < rows->len; i++) {
		const struct trouble_row *row = rows->pdata[i];
		g_autofree char *since = time_text(row->since);

		if (c->brief)
			check_wrong(
			    c, "trouble", "%s, since %s", row->what, since);
		else
			check_wrong(c, "trouble", "%s, since %s: %s", row->what,
			    since, row->why);
	}
	return rows == NULL ? -1 : 0;
}

static int
check_people(struct check *c)
{
	g_autoptr(GPtrArray) rows = store_undeliverable(c->store);

	if (rows != NULL && rows->len > 0 && c->brief)
		check_warn(
		    c, "people", "no mail reaches %u of them", rows->len);
	for (guint i = 0; rows != NULL && !c->brief && i < rows->len; i++) {
		const struct undeliverable_row *row = rows->pdata[i];
		g_autofree char *address = address_shown(row->address);

		check_warn(c, "people",
		    "no mail reaches %s (person %lld) at %s; find another "
		    "address and set it with \"turnpost person set %lld "
		    "--address\"",
		    row->name, (long long)row->person, address,
		    (long long)row->person);
	}
	return rows == NULL ? -1 : 0;
}

static int
check_strangers(struct check *c)
{
	struct budget b;

	if (answer_budget(c->store, c->now, &b) == -1)
		return -1;
	if (b.shrunk)
		check_warn(c, "strangers",
		    "%lld addresses have lately written without proof and none "
		    "became a player's, so only %d unknown senders %s get an "
		    "answer; \"turnpost inbox list\" shows who writes",
		    (long long)b.wrote, b.max, b.daily ? "a day" : "an hour");
	return 0;
}

/* Whatever a policy leaves to robots goes on without thought where there is
 * none; a seat that somebody gave to a robot does not. */
static int
check_robots(struct check *c)
{
	int64_t matches;

	if (c->config == NULL || c->config->think > 0)
		return 0;
	if (store_robots_awaited(c->store, &matches) == -1)
		return -1;
	if (matches > 0)
		check_warn(c, "robots",
		    "%lld matches wait for robots, which do not think here; "
		    "set \"think\" under \"robots\" in turnpost.yaml to some "
		    "seconds, or take the robots off with \"turnpost match "
		    "robot MATCH SEAT off\"",
		    (long long)matches);
	return 0;
}

void
check_state(struct check *c)
{
	struct overview o;

	if (store_overview(c->store, &o) == 0) {
		check_clock(c, &o);
		check_keys(c);
		check_inbox(c, &o);
		check_outbox(c, &o);
		if (check_same_address(c) == 0 && check_troubles(c) == 0 &&
		    check_people(c) == 0 && check_strangers(c) == 0 &&
		    check_robots(c) == 0)
			return;
	}
	check_wrong(c, "database", "%s", c->err.text);
}
