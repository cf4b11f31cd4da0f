/* SPDX-License-Identifier: ISC */
/*
 * What the reader learns from the list of mails: what is asked, until when, or
 * what happened last (letters/glance.txt).
 */
#include "app/letters/context/glance.h"

#include "app/home/home.h"
#include "app/letters/context/moments.h"
#include "app/letters/context/news.h"
#include "app/letters/context/story_context.h"
#include "app/letters/story/story.h"
#include "app/matches/clocks/clocks.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table.h"
#include "app/matches/table/talk.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/outcome.h"
#include "core/rules.h"
#include "core/say.h"
#include "policy/clock.h"
#include "render/render.h"
#include "store/matches/matches.h"
#include "store/matches/timers.h"

/* "play a card or pass"; a language may lack it until a game is released. */
static void
add_task(const struct reader *r, json_t *glance)
{
	const struct table *t = r->t;
	g_autofree char *key = g_strdup_printf("%s.turn-%s", t->game->name,
	    t->game->phase(match_state(t->match), r->seat));
	const char *task = catalog_raw(r->language, key);

	if (task != NULL)
		json_object_set_new(glance, "task", json_string(task));
}

static int
add_deadline(const struct reader *r, json_t *glance)
{
	struct timer_row timer;
	bool found = false;
	g_autofree char *by = NULL;

	if (store_timer(r->t->home->store, r->t->row->id, r->seat, TIMER_DECIDE,
		&timer, &found) == -1)
		return -1;
	if (!found || timer.due >= CLOCK_NEVER || r->t->row->paused != 0 ||
	    clocks_passed(r->t, &timer))
		return 0;
	by = brief_moment(r, timer.due);
	json_object_set_new(glance, "by", json_string(by));
	return 0;
}

/* If the last sentence of the report is about the reader, as the story has it:
 * "You lay down wine"; NULL: it is not. */
static json_t *
own_deed(const struct reader *r, const struct report *report)
{
	const GArray *told = report->outcome.news;

	if (report->notice != NULL || report->talk != NULL || told == NULL)
		return NULL;
	for (guint i = told->len; i > 0; i--) {
		const struct told *one =
		    &g_array_index(told, struct told, i - 1);
		g_autofree char *text = NULL;

		if (!told_to(one, r->audience))
			continue;
		if (!story_is_about(r, &one->say))
			return NULL;
		text = story_alone(r, &one->say);
		return json_string(text);
	}
	return NULL;
}

/* Is it worth the first words?  If the reader has a move to choose, only what
 * others said or did to the match is. */
static bool
is_glanced(const struct reader *r, const struct report *report, bool asked)
{
	if (report->talk != NULL)
		return talk_is_news(r->t, report->talk, r->audience);
	if (report->notice != NULL && notice_is_known(r, report->notice))
		return false;
	return !asked || (report->notice != NULL &&
			     notice_comes_first(r, report->notice));
}

/* That the match is paused need not be said twice. */
static bool
tells_pause(const struct report *report)
{
	static const char *const keys[] = { "notice.vote-paused",
		"notice.organiser-pause", NULL };

	return report->notice != NULL &&
	       g_strv_contains(keys, report->notice->key);
}

/* The last sentence that was told to the reader behind that event. */
static void
add_news(const struct reader *r, int64_t told, bool asked, json_t *glance)
{
	const GPtrArray *reports = r->t->reports;

	for (guint i = reports->len; i > 0; i--) {
		const struct report *report = reports->pdata[i - 1];
		json_t *news, *last, *own;

		if (report->n <= told)
			return;
		if (!is_glanced(r, report, asked))
			continue;
		news = json_array();
		context_report(r, report, news);
		last = json_array_get(news, json_array_size(news) - 1);
		json_object_set_new(
		    glance, "pause", json_boolean(tells_pause(report)));
		own = own_deed(r, report);
		if (own != NULL)
			json_object_set_new(glance, "news", own);
		else if (last != NULL)
			json_object_set(glance, "news", last);
		json_decref(news);
		if (last != NULL)
			return;
	}
}

int
glance_context(const struct reader *r, int64_t told, json_t *context)
{
	json_t *glance = json_object();
	const bool asked = (match_to_act(r->t->match) & SEAT(r->seat)) != 0;
	int ret = 0;

	add_news(r, told, asked, glance);
	if (asked) {
		add_task(r, glance);
		ret = add_deadline(r, glance);
	}
	json_object_set_new(context, "glance", glance);
	return ret;
}
