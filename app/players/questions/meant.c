/* SPDX-License-Identifier: ISC */
/*
 * "Did you mean that?"  Commands that stand only in what somebody else wrote,
 * and those that give something up but do not stand alone in a plain answer,
 * are not done: the sender is asked.  On "yes CODE" the lines are done as if
 * they stood in that mail; the moves are checked then.
 */
#include "app/players/questions/meant.h"

#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/letters/context/addressed.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/table.h"
#include "app/players/questions/asks.h"
#include "app/players/reading/command_kinds.h"
#include "app/players/reading/handling.h"
#include "app/players/reading/heard.h"
#include "app/players/reading/identity.h"
#include "app/players/reading/parse.h"
#include "parse/request.h"
#include "store/matches/matches.h"
#include "store/people/asks.h"
#include "store/people/people.h"

#include <string.h>

#define MEANT_MAX 10 /* lines that are asked about at once */

/* ---- what is asked about ---- */

/*
 * A key makes all others void; a seat that is left, and a place among those
 * who look on, may not be had again; but nobody writes "leave 7" by accident.
 * A running match asks for a code by itself, and so does a new address. Orders,
 * plans and absences, settings and what is muted come back by one line, so they
 * may go by one, too.
 */
bool
meant_is_loss(const struct table *t, const struct request *q)
{
	if (!command_is(q, COMMAND_LOSS) || q->text != NULL ||
	    command_is(q, COMMAND_SIGNUP) != (t == NULL))
		return false;
	return q->kind != REQUEST_RESIGN || t->row->status == STATUS_MUSTER;
}

/* One command, and above a quote perhaps whose it is. */
static bool
is_alone(const struct heard *heard)
{
	guint commands = 0;

	for (guint i = 0; i < heard->requests->len; i++) {
		const struct request *q = heard->requests->pdata[i];

		if (q->kind != REQUEST_TALK)
			commands++;
		else if (!g_str_has_suffix(q->line, ":"))
			return false;
	}
	return commands == 1;
}

bool
meant_is_sure(const struct handling *h, const struct heard *heard)
{
	if (h->meant != NULL || h->id.vouched)
		return true;
	return heard->plain && !heard->in_subject && is_alone(heard) &&
	       (h->id.key == KEY_VALID || h->id.key == KEY_OWN);
}

/* Numbers count for a list that was answered; talk is for its first readers;
 * and a code is for the person who got it. */
static bool
is_to_ask(const struct request *q, bool seat)
{
	return command_is(q, COMMAND_SIGNUP | COMMAND_PERSONAL) ||
	       (seat && !command_is(q, COMMAND_FIRST_HAND));
}

static void
lines_init(struct meant_lines *lines, int seat, bool foreign)
{
	*lines = (struct meant_lines){ .seat = seat, .foreign = foreign };
	lines->ask = g_ptr_array_new();
	lines->left = g_ptr_array_new();
}

void
meant_clear(struct meant_lines *lines)
{
	g_ptr_array_unref(lines->ask);
	g_ptr_array_unref(lines->left);
}

static void
add_line(struct meant_lines *lines, struct request *q)
{
	g_ptr_array_add(
	    lines->ask->len < MEANT_MAX ? lines->ask : lines->left, q);
}

void
meant_foreign(struct meant_lines *lines, const struct heard *heard, int seat)
{
	lines_init(lines, seat, true);
	for (guint i = 0; i < heard->foreign->len; i++) {
		struct request *q = heard->foreign->pdata[i];

		if (is_to_ask(q, seat != -1))
			add_line(lines, q);
		else if (q->doubted)
			g_ptr_array_add(lines->left, q);
	}
}

void
meant_losses(struct meant_lines *lines, const struct table *t, int seat,
    const GPtrArray *requests)
{
	lines_init(lines, seat, false);
	for (guint i = 0; i < requests->len; i++)
		if (meant_is_loss(t, requests->pdata[i]))
			add_line(lines, requests->pdata[i]);
}

/* ---- asking ---- */

/* Was the player asked the same, which is still open, or too much today? */
static int
may_ask(struct handling *h, const struct ask_row *row, bool *may)
{
	g_autoptr(GPtrArray) open = asks_personal(h->home, row->person);
	bool often;

	if (open == NULL ||
	    ask_often(h->home, row->person, row->kind, &often) == -1)
		return -1;
	*may = !often;
	for (guint i = 0; i < open->len; i++) {
		const struct ask_row *old = open->pdata[i];

		*may &= old->kind != row->kind || old->match != row->match ||
			old->seat != row->seat ||
			strcmp(old->lines, row->lines) != 0;
	}
	return 0;
}

static json_t *
texts(const GPtrArray *requests)
{
	json_t *list = json_array();

	for (guint i = 0; i < requests->len; i++) {
		const struct request *q = requests->pdata[i];

		json_array_append_new(list, json_string(q->line));
	}
	return list;
}

static int
post(struct handling *h, const struct ask_row *row,
    const struct meant_lines *lines)
{
	const struct person *to = h->id.person;
	json_t *context = context_person(h->home, to->name);

	json_object_set_new(context, "meant",
	    json_pack("{s:o, s:b}", "lines", texts(lines->ask), "foreign",
		lines->foreign));
	if (lines->left->len > 0)
		json_object_set_new(context, "left",
		    json_pack("{s:o}", "lines", texts(lines->left)));
	if (confirm_mail_context(h, to, row->match, context) == -1) {
		json_decref(context);
		return -1;
	}
	return ask_post(reader_person(h->home, to), row, 0, context);
}

int
meant_ask(struct handling *h, struct meant_lines *lines)
{
	json_t *list = texts(lines->ask);
	struct ask_row row = {
		.kind = ASK_MEANT,
		.person = h->id.person->id,
		.match = lines->match,
		.seat = lines->seat,
		.lines = json_dumps(list, JSON_COMPACT),
		.asked = h->home->now,
	};
	int r = may_ask(h, &row, &lines->asked);

	if (r == 0 && lines->asked)
		r = store_ask_add(h->home->store, &row);
	if (r == 0 && lines->asked)
		r = post(h, &row, lines);
	free(row.lines);
	json_decref(list);
	return r;
}

/* ---- what was meant ---- */

GPtrArray *
meant_requests(struct handling *h, const struct match *match)
{
	json_t *list = json_loads(h->meant->lines, 0, NULL), *item;
	g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
	size_t i;

	json_array_foreach(list, i, item)
	{
		const char *line = json_string_value(item);

		if (line != NULL)
			g_ptr_array_add(lines, g_strdup(line));
	}
	json_decref(list);
	return reading_requests(home_words(h->home), match, lines);
}
