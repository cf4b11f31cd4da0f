/* SPDX-License-Identifier: ISC */
/* The sentences in which a reader is told what happened. */
#include "app/letters/context/news.h"

#include "app/letters/context/moments.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/report.h"
#include "app/matches/table/table.h"
#include "app/matches/table/talk.h"
#include "core/outcome.h"
#include "core/say.h"

void
context_report(
    const struct reader *r, const struct report *report, json_t *news)
{
	const GArray *told = report->outcome.news;

	if (report->notice != NULL || report->talk != NULL) {
		g_autofree char *text = report->notice != NULL
					    ? notice_text(r, report->notice)
					    : talk_sentence(r, report->talk);

		if (text != NULL)
			json_array_append_new(news, json_string(text));
		return;
	}
	for (guint i = 0; told != NULL && i < told->len; i++) {
		const struct told *one = &g_array_index(told, struct told, i);
		g_autofree char *text = NULL;

		if (!told_to(one, r->audience))
			continue;
		text = reader_say(r, say_phrase(r->t->match, &one->say));
		json_array_append_new(news, json_string(text));
	}
}

json_t *
context_news(const struct reader *r, int64_t after)
{
	json_t *news = json_array();

	for (guint i = 0; i < r->t->reports->len; i++) {
		const struct report *report = r->t->reports->pdata[i];

		/* What the reader said is no news to the reader, but part of
		 * the history. */
		if (report->talk != NULL && after >= 0 &&
		    !talk_is_news(r->t, report->talk, r->audience))
			continue;
		if (report->n > after)
			context_report(r, report, news);
	}
	return news;
}
