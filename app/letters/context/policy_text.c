/* SPDX-License-Identifier: ISC */
/*
 * A policy in plain words: a sentence for each of its keys that says something.
 * Sentences stand under policy.KEY, those of keys that are words under
 * policy.KEY-WORD.
 */
#include "app/letters/context/policy_text.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/matches/moves/hints.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/robots.h"
#include "core/say.h"
#include "policy/policy.h"
#include "policy/span.h"
#include "render/render.h"
#include "robot/level.h"

struct told_policy {
	const struct catalog *catalog;
	const struct policy *p;
	const char *home_zone;
	json_t *sentences;
	bool robots; /* all others at the reader's table are */
	bool thinks; /* robots do, in this home */
	enum policy_missed missed; /* as far as they do */
	enum policy_robot robot;
};

static char *
say(const struct told_policy *told, const char *key, json_t *args)
{
	struct phrase *phrase = phrase_new(key, args);
	char *text = catalog_say(told->catalog, phrase, NULL);

	phrase_free(phrase);
	return text;
}

/* args are taken over. */
static void
tell(struct told_policy *told, const char *key, json_t *args)
{
	g_autofree char *text = say(told, key, args);

	json_array_append_new(told->sentences, json_string(text));
}

static char *
span_words(const struct told_policy *told, struct span span)
{
	int64_t n;
	g_autofree char *key = g_strconcat("time.", span_unit(span, &n), NULL);

	return say(told, key, json_pack("{s:I}", "n", (json_int_t)n));
}

/* A sentence with {time}, if there is any. */
static void
tell_span(struct told_policy *told, const char *key, struct span span)
{
	g_autofree char *words = NULL;

	if (!span_any(span))
		return;
	words = span_words(told, span);
	tell(told, key, json_pack("{s:s}", "time", words));
}

static char *
hour_words(int minute)
{
	return g_strdup_printf("%02d:%02d", minute / 60, minute % 60);
}

static json_t *
month_word(int month)
{
	g_autofree char *word = g_strdup_printf("%d", month);
	g_autofree char *key = g_strdup_printf("date.month.%d", month);

	return json_pack("{s:s, s:s}", "word", word, "phrase", key);
}

static char *
date_words(const struct told_policy *told, int date)
{
	return say(told, "date.day",
	    json_pack("{s:i, s:o, s:i}", "day", date % 100, "month",
		month_word(date / 100 % 100), "year", date / 10000));
}

/* ---- time ---- */

static void
tell_time(struct told_policy *told)
{
	const struct policy *p = told->p;

	if (span_any(p->time))
		tell_span(told, "policy.time", p->time);
	else
		tell(told,
		    policy_any_deadline(p) ? "policy.time-none"
					   : "policy.untimed",
		    NULL);
	for (int i = 0; i < p->ntimes; i++) {
		g_autofree char *words =
		    span_any(p->times[i].time)
			? span_words(told, p->times[i].time)
			: say(told, "time.none", NULL);

		tell(told, "policy.times",
		    json_pack("{s:s, s:s}", "phase", p->times[i].phase, "time",
			words));
	}
}

static void
tell_days_off(struct told_policy *told)
{
	json_t *days = json_array();

	for (int i = 0; i < 7; i++) {
		g_autofree char *key =
		    g_strdup_printf("date.weekday.%d", i + 1);

		if (told->p->days_off & 1U << i)
			json_array_append_new(
			    days, json_pack("{s:s, s:s}", "word", key, "phrase",
				      key));
	}
	if (json_array_size(days) > 0)
		tell(told, "policy.days-off", json_pack("{s:O}", "days", days));
	json_decref(days);
}

static void
tell_dates_off(struct told_policy *told)
{
	const struct policy *p = told->p;
	json_t *dates = json_array();

	for (int i = 0; i < p->ndates_off; i++) {
		g_autofree char *first =
		    date_words(told, p->dates_off[i].first);
		g_autofree char *last = date_words(told, p->dates_off[i].last);
		g_autofree char *range = say(told, "date.range",
		    json_pack("{s:s, s:s}", "first", first, "last", last));

		json_array_append_new(dates,
		    json_string(p->dates_off[i].first == p->dates_off[i].last
				    ? first
				    : range));
	}
	if (p->ndates_off > 0)
		tell(told, "policy.dates-off",
		    json_pack("{s:O}", "dates", dates));
	json_decref(dates);
}

static void
tell_hours(struct told_policy *told)
{
	const struct policy *p = told->p;
	g_autofree char *from = hour_words(p->quiet_from);
	g_autofree char *to = hour_words(p->quiet_to);
	g_autofree char *latest = hour_words(MAX(0, p->latest));

	if (p->quiet_from != p->quiet_to)
		tell(told, "policy.quiet",
		    json_pack("{s:s, s:s}", "from", from, "to", to));
	if (p->latest != -1)
		tell(told, "policy.latest", json_pack("{s:s}", "hour", latest));
	if (p->latest != -1 || p->quiet_from != p->quiet_to ||
	    p->days_off != 0 || p->ndates_off > 0 || p->zone[0] != '\0')
		tell(told, "policy.zone",
		    json_pack("{s:s}", "zone",
			p->zone[0] != '\0' ? p->zone : told->home_zone));
}

static void
tell_reminders(struct told_policy *told)
{
	const struct policy *p = told->p;
	json_t *shares = json_array();

	for (int i = 0; i < p->nreminders; i++) {
		g_autofree char *share = say(
		    told, "percent", json_pack("{s:i}", "n", p->reminders[i]));

		json_array_append_new(shares, json_string(share));
	}
	if (p->nreminders > 0 && policy_any_deadline(p))
		tell(told, "policy.reminders",
		    json_pack("{s:O}", "shares", shares));
	json_decref(shares);
	tell_span(told, "policy.settle", (struct span){ .seconds = p->settle });
}

/* ---- who does not answer ---- */

/* What a missed turn does, if there is a deadline. */
static void
tell_missed_turn(struct told_policy *told)
{
	static const char *const missed[] = { "policy.missed-default",
		"policy.missed-robot", "policy.missed-wait" };

	if (!policy_any_deadline(told->p))
		return;
	if (told->missed >= MISSED_LEVEL) {
		const char *level = robot_level_word(
		    (enum robot_level)(told->missed - MISSED_LEVEL));
		g_autofree char *phrase =
		    g_strdup_printf("robot-level.%s", level);

		tell(told, "policy.missed-takeover",
		    json_pack("{s:{s:s, s:s}}", "level", "word", level,
			"phrase", phrase));
	} else
		tell(told, missed[told->missed], NULL);
}

static void
tell_talk(struct told_policy *told)
{
	static const char *const talk[] = { "policy.talk-open",
		"policy.talk-public", "policy.talk-anonymous", NULL };

	if (talk[told->p->talk] != NULL)
		tell(told, talk[told->p->talk], NULL);
}

static void
tell_onlookers(struct told_policy *told)
{
	static const char *const onlookers[] = { NULL, "policy.onlookers-watch",
		"policy.onlookers-talk" };

	if (onlookers[told->p->onlookers] != NULL)
		tell(told, onlookers[told->p->onlookers], NULL);
}

static void
tell_public(struct told_policy *told)
{
	static const char *const public[] = { NULL, "policy.public-when-over",
		"policy.public-yes" };

	if (public[told->p->public] != NULL)
		tell(told, public[told->p->public], NULL);
}

static void
tell_missed(struct told_policy *told)
{
	const struct policy *p = told->p;
	g_autofree char *grace = span_words(told, p->grace);

	if (!policy_any_deadline(p))
		return;
	if (span_any(p->grace) && p->graces > 0)
		tell(told, "policy.grace",
		    json_pack("{s:s, s:i}", "time", grace, "n", p->graces));
	tell_missed_turn(told);
	if (p->open_after > 0)
		tell(told, "policy.open-after",
		    json_pack("{s:i}", "n", p->open_after));
}

/* Seats that nobody holds. */
static void
tell_seats(struct told_policy *told)
{
	static const char *const robot[] = { "policy.robot-default",
		"policy.robot-random", "policy.robot-easy",
		"policy.robot-medium", "policy.robot-strong" };
	const struct policy *p = told->p;
	bool least = told->robot == PLAYS_DEFAULT && !policy_any_deadline(p);

	tell_span(told, "policy.offer", p->offer);
	/* the default moves are those of deadlines */
	tell(told, least ? "policy.robot-least" : robot[told->robot], NULL);
	tell_span(told, "policy.return", p->back);
}

static void
tell_muster(struct told_policy *told)
{
	const struct policy *p = told->p;

	tell_span(told, "policy.muster", p->muster);
	if (span_any(p->muster))
		tell(told,
		    p->renewals > 0 ? "policy.renewals"
				    : "policy.renewals-none",
		    json_pack("{s:i}", "n", p->renewals));
}

/* ---- people ---- */

static void
tell_people(struct told_policy *told)
{
	static const char *const majority[] = { "policy.majority-all",
		"policy.majority-two-thirds", "policy.majority-half", NULL };
	const struct policy *p = told->p;

	tell_talk(told);
	if (p->away_days > 0) {
		tell(told,
		    policy_any_deadline(p) ? "policy.away-days"
					   : "policy.away-untimed",
		    json_pack("{s:i}", "n", p->away_days));
		if (policy_any_deadline(p))
			tell_span(told, "policy.away-notice", p->away_notice);
	}
	if (majority[p->majority] != NULL) {
		tell(told, majority[p->majority], NULL);
		tell_span(told, "policy.vote", p->vote);
	}
	tell_onlookers(told);
	tell_public(told);
}

static void
tell_hints(struct told_policy *told)
{
	int hints = told->thinks ? told->p->hints : HINTS_NONE;

	if (hints == HINTS_ROBOTS && told->robots)
		tell(told, "policy.hints-robots", NULL);
	else if (hints == HINTS_ANY)
		tell(told, "policy.hints-any", NULL);
	else if (hints > 0)
		tell(told, "policy.hints-each", json_pack("{s:i}", "n", hints));
}

/* Without deadlines there is none to extend. */
static void
tell_rights(struct told_policy *told)
{
	static const char *const words[] = { "pause", "extend", "remind",
		"replace", "undo", "end", "move" };
	unsigned given = policy_any_deadline(told->p)
			     ? told->p->rights
			     : told->p->rights & ~(unsigned)RIGHT_EXTEND;
	json_t *rights = json_array();

	for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
		g_autofree char *key =
		    g_strdup_printf("policy.right.%s", words[i]);

		if (given & 1U << i)
			json_array_append_new(
			    rights, json_pack("{s:s, s:s}", "word", words[i],
					"phrase", key));
	}
	if (given != 0)
		tell(told, "policy.organiser",
		    json_pack("{s:O}", "rights", rights));
	json_decref(rights);
}

static struct told_policy
telling(const struct reader *r, const struct policy *p)
{
	return (struct told_policy){ .catalog = r->language,
		.p = p,
		.home_zone = r->home->config->zone,
		.sentences = json_array(),
		.robots =
		    r->t != NULL && r->seat >= 0 && hints_agreed(r->t, r->seat),
		.thinks = r->home->config->think > 0,
		.missed = robots_missed(r->home, p),
		.robot = robots_absent(r->home, p) };
}

json_t *
policy_short(const struct reader *r, const struct policy *p)
{
	struct told_policy told = telling(r, p);

	if (span_any(p->time))
		tell_span(&told, "policy.time", p->time);
	else
		tell(&told,
		    policy_any_deadline(p) ? "policy.time-none"
					   : "policy.untimed",
		    NULL);
	tell_missed_turn(&told);
	tell_talk(&told);
	tell_onlookers(&told);
	tell_public(&told);
	return told.sentences;
}

static json_t *
sentences(const struct reader *r, const struct policy *p, bool at_once)
{
	struct told_policy told = telling(r, p);

	tell_time(&told);
	tell_days_off(&told);
	tell_dates_off(&told);
	tell_hours(&told);
	tell_reminders(&told);
	tell_missed(&told);
	tell_seats(&told);
	if (!at_once)
		tell_muster(&told);
	tell_people(&told);
	tell_hints(&told);
	tell_rights(&told);
	return told.sentences;
}

json_t *
policy_sentences(const struct reader *r, const struct policy *p)
{
	return sentences(r, p, false);
}

json_t *
policy_sentences_at_once(const struct reader *r, const struct policy *p)
{
	return sentences(r, p, true);
}
