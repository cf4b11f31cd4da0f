/* SPDX-License-Identifier: ISC */
/*
 * People who are invited to a series say yes in words of their own.  Which
 * series is meant is told by the letter that they answer.
 */
#include "app/players/reading/series_yes.h"

#include "app/home/home.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/identity.h"
#include "app/players/reading/parse.h"
#include "app/players/reading/plain_yes.h"
#include "app/series/course.h"
#include "app/series/join.h"
#include "base/err.h"
#include "core/say.h"
#include "mail/incoming/read.h"
#include "parse/request.h"
#include "store/mails/outbox.h"
#include "store/people/people.h"

/* The series that the letter was about; 0: none, or it is not known any more.
 * A letter to somebody else tells nothing. */
static int
find_series(const struct handling *h, int64_t *series)
{
	struct err *err = h->home->err;
	struct outbox_row *row;

	*series = 0;
	err->code = 0;
	if (h->letter->references->len == 0)
		return 0;
	row = store_outbox_by_message_id(
	    h->home->store, h->letter->references->pdata[0]);
	if (row == NULL)
		return err->code == 0 ? 0 : -1;
	if (row->person == h->id.person->id)
		*series = row->series;
	outbox_row_free(row);
	return 0;
}

static int
may_enter(const struct handling *h, int64_t series, bool *may)
{
	struct err *err = h->home->err;
	struct course *c = course_open(h->home, series);

	*may = false;
	if (c == NULL && err->code == ERR_MISSING) {
		err->code = 0;
		return 0;
	}
	if (c == NULL)
		return -1;
	*may = series_enter_fault(c, h->id.person->id) == NULL;
	course_free(c);
	return 0;
}

static struct request *
make(enum request_kind kind, int64_t series, const char *line)
{
	struct request *q = g_new0(struct request, 1);

	q->kind = kind == REQUEST_NO	 ? REQUEST_LEAVE_SERIES
		  : kind == REQUEST_TALK ? REQUEST_UNCLEAR
					 : REQUEST_JOIN_SERIES;
	q->text = kind == REQUEST_TALK
		      ? g_strdup("join-series")
		      : g_strdup_printf("%lld", (long long)series);
	q->number = (int)series;
	if (kind == REQUEST_TALK)
		q->why = phrase_new(
		    "near.series", json_pack("{s:I}", "n", (json_int_t)series));
	q->line = g_strdup(line);
	return q;
}

/* A bare "ready" is the yes, and asks for no match besides. */
static void
drop_ready(GPtrArray *requests)
{
	for (guint i = requests->len; i > 0; i--) {
		const struct request *q = requests->pdata[i - 1];

		if (q->kind == REQUEST_READY &&
		    (q->text == NULL || q->text[0] == '\0'))
			g_ptr_array_remove_index(requests, i - 1);
	}
}

int
series_yes(struct handling *h, struct heard *heard)
{
	enum request_kind kind;
	const char *line = NULL;
	struct request *said;
	int64_t series;
	bool may;

	if (h->id.key != KEY_OWN || h->id.own_match != 0 || h->row->cut ||
	    heard->lines->len == 0)
		return 0;
	kind = replies_said(h, heard, &line);
	if (kind == REQUEST_TALK && !reading_is_talk(heard->requests))
		return 0;
	if (find_series(h, &series) == -1)
		return -1;
	if (series == 0)
		return 0;
	if (may_enter(h, series, &may) == -1)
		return -1;
	if (!may)
		return 0;
	said = make(kind, series, line != NULL ? line : heard->lines->pdata[0]);
	if (kind != REQUEST_TALK)
		drop_ready(heard->requests);
	g_ptr_array_add(heard->requests, said);
	return 0;
}
