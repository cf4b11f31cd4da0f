/* SPDX-License-Identifier: ISC */
/* Records and replay pages of matches, for organisers. */
#include "app/organiser/organiser.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/partings.h"
#include "app/letters/story/record.h"
#include "app/letters/writing/replay_page.h"
#include "app/matches/table/table.h"
#include "app/organiser/records/record_verify.h"
#include "app/organiser/shown/reveal.h"
#include "base/err.h"
#include "store/matches/matches.h"

json_t *
record_export(
    struct home *home, int64_t id, const struct reveal *reveal, struct err *e)
{
	struct table *t;
	json_t *record = NULL;

	home_work(home, home->now, e);
	t = reveal_match(home, id, reveal) == -1 ? NULL : table_open(home, id);
	if (t == NULL)
		return NULL;
	if (t->match == NULL)
		err_set(
		    e, ERR_CLASH, "match %lld has not begun", (long long)id);
	else if (t->row->status != STATUS_OVER && reveal == NULL)
		err_set(e, ERR_CLASH,
		    "match %lld has not been played to its end; its record "
		    "holds secrets: give --reveal to see it",
		    (long long)id);
	else
		record = record_of(t, home_words(home), reveal != NULL);
	table_free(t);
	return record;
}

char *
record_page(struct home *home, int64_t id, const char *language, bool thoughts,
    const struct reveal *reveal, struct err *e)
{
	json_t *record;
	struct table *t;
	char *page;

	home_work(home, home->now, e);
	if (language != NULL && !catalog_is_there(language)) {
		g_auto(GStrv) all = catalogs_there();
		g_autofree char *there = g_strjoinv(", ", all);

		err_set(e, ERR_FORMAT,
		    "there is no language \"%s\"; there are %s", language,
		    there);
		return NULL;
	}
	record = record_export(home, id, reveal, e);
	t = record != NULL ? table_open(home, id) : NULL;
	/* What may be exported may be shown. */
	json_decref(record);
	if (t == NULL)
		return NULL;
	page =
	    replay_of(t, home_catalog(home, language != NULL ? language : "en"),
		thoughts, NULL, NULL);
	table_free(t);
	return page;
}

int
record_check(struct home *home, int64_t id, GString *report, struct err *e)
{
	struct table *t;
	g_autofree char *how = NULL;
	bool ended;
	json_t *record;
	int r;

	home_work(home, home->now, e);
	t = table_open(home, id);
	if (t == NULL)
		return -1;
	ended = t->row->status == STATUS_ENDED;
	how = ended ? parting_how(t) : NULL;
	if (t->match == NULL) {
		table_free(t);
		return err_set(e, ERR_CLASH,
		    ended ? "match %lld was called off before it began%s%s"
			  : "match %lld has not begun%s%s",
		    (long long)id, how == NULL ? "" : ": ",
		    how == NULL ? "" : how);
	}
	record = record_of(t, home_words(home), true);
	table_free(t);
	r = record_verify(record, report, e);
	/* The moves alone are those of a match that goes on. */
	if (ended)
		g_string_replace(report, "result: not over yet\n", "", 1);
	if (ended)
		g_string_append_printf(report, "ended: called off%s%s\n",
		    how == NULL ? "" : ": ", how == NULL ? "" : how);
	json_decref(record);
	return r;
}
