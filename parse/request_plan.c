/* SPDX-License-Identifier: ISC */
/* Requests about moves that are not made now: plans, and moves tried only. */
#include "parse/inner.h"

#include "core/say.h"
#include "core/words.h"
#include "parse/parse.h"
#include "parse/plan.h"
#include "parse/request.h"

#include <string.h>

/* A line of a plan, of which something may be wrong; NULL: it is none. */
static struct request *
read_line(const struct words *w, const struct match *m, const char *text)
{
	struct plan_line line;
	struct request *q;

	if (m == NULL || !plan_read(w, m, text, &line))
		return NULL;
	q = request_new(REQUEST_PLAN, NULL);
	q->step = line.step;
	q->careful = line.careful;
	q->otherwise = line.otherwise;
	q->why = line.why;
	return q;
}

/* A move or the number of one, that is to be tried only. */
static struct request *
read_check(const struct words *w, const struct match *m, const char *text)
{
	g_autoptr(GPtrArray) tokens = tokens_of(text);
	struct request *q;
	int number;

	if (request_number(text, &number)) {
		q = request_new(REQUEST_CHECK, NULL);
		q->number = number;
		return q;
	}
	q = m == NULL ? NULL : request_move(w, m, text, tokens);
	if (q != NULL && q->kind == REQUEST_MOVE)
		q->kind = REQUEST_CHECK;
	return q;
}

struct request *
request_ahead(const struct words *w, const struct match *m,
    enum request_kind kind, const char *rest)
{
	if (kind == REQUEST_PLAN)
		return read_line(w, m, rest);
	return kind == REQUEST_CHECK ? read_check(w, m, rest) : NULL;
}

void
request_plan(const struct words *w, const struct match *m, const char *line,
    GPtrArray *list)
{
	g_autofree char *whole = clean_line(line);
	g_auto(GStrv) texts = g_strsplit(whole, ";", -1);

	for (guint i = 0; texts[i] != NULL; i++) {
		g_autofree char *text = clean_part(texts[i]);
		struct request *q;

		if (text[0] == '\0')
			continue;
		q = read_line(w, m, text);
		if (q == NULL) {
			q = request_new(REQUEST_PLAN, NULL);
			q->why = phrase_new(
			    "plan.no-move", json_pack("{s:s}", "text", text));
		}
		q->line = g_steal_pointer(&text);
		g_ptr_array_add(list, q);
	}
}
