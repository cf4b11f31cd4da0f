/* SPDX-License-Identifier: ISC */
/*
 * People who no longer play in a match: how that came, and what a match says
 * that is past.  The notice by which all were told of it names the person by
 * number, so that it is found again whatever became of the seat.
 */
#include "app/letters/left.h"

#include <string.h>

static json_int_t
leaver_of(const struct report *report)
{
	return report->notice == NULL ? 0
				      : json_integer_value(json_object_get(
					    report->notice->args, "person"));
}

json_t *
parting_args(json_t *args, int64_t person)
{
	json_object_set_new(args, "person", json_integer(person));
	return args;
}

static bool
plays(struct table *t, int64_t person)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (table_seat(t, s)->person == person &&
		    table_seat(t, s)->held == HELD_PERSON)
			return true;
	return false;
}

bool
parting_find(struct table *t, int64_t person, struct parting *p)
{
	*p = (struct parting){ .seat = -1 };
	if (plays(t, person))
		return false;
	for (guint i = 0; i < t->holders->len; i++) {
		const struct holder_row *row = t->holders->pdata[i];

		if (row->person == person && row->until != 0)
			p->seat = row->seat;
	}
	for (guint i = t->reports->len; i > 0 && p->why == NULL; i--) {
		const struct report *report = t->reports->pdata[i - 1];

		if (leaver_of(report) == person)
			p->why = report->notice;
	}
	return p->seat != -1 || p->why != NULL;
}

/* The notice that was told last. */
static const struct phrase *
last_notice(struct table *t)
{
	for (guint i = t->reports->len; i > 0; i--) {
		const struct report *report = t->reports->pdata[i - 1];

		if (report->notice != NULL)
			return report->notice;
	}
	return NULL;
}

char *
parting_how(struct table *t)
{
	const struct phrase *last = last_notice(t);

	return last == NULL ? NULL : told_say(t, last, -1);
}

void
parting_reason(struct table *t, int reader, json_t *facts)
{
	const struct phrase *last = last_notice(t);
	g_autofree char *text = NULL;

	if (last == NULL)
		return;
	text = told_say(t, last, reader);
	json_object_set_new(facts, "reason", json_string(text));
	if (reader >= 0 && strcmp(last->key, "notice.declined") == 0 &&
	    json_integer_value(json_object_get(last->args, "person")) ==
		table_seat(t, reader)->person)
		json_object_set_new(facts, "by_you", json_true());
}

const char *
parting_past(const struct table *t)
{
	return t->row->life == LIFE_ENDED ? "error.called-off" : "error.over";
}

bool
parting_is_own(const struct phrase *why, int64_t person)
{
	static const char *const keys[] = { "notice.left-early",
		"notice.all-left", "notice.declined", "notice.resigned" };

	if (json_integer_value(json_object_get(why->args, "person")) != person)
		return false;
	for (size_t i = 0; i < G_N_ELEMENTS(keys); i++)
		if (strcmp(why->key, keys[i]) == 0)
			return true;
	return false;
}

struct phrase *
parting_refusal(struct table *t, int64_t person)
{
	json_t *args = json_pack("{s:I}", "n", (json_int_t)t->row->id);
	const struct phrase *last = last_notice(t);
	g_autofree char *why =
	    last != NULL ? told_say_outside(t, last, person) : NULL;

	if (t->row->life == LIFE_ENDED && last != NULL &&
	    parting_is_own(last, person))
		return phrase_new("error.called-off-own", args);
	json_object_set_new(args, "why", json_string(why != NULL ? why : ""));
	return phrase_new(t->row->life == LIFE_ENDED ? "error.match-called-off"
						     : "error.match-over",
	    args);
}

json_t *
parting_facts(
    struct table *t, const struct person *person, int64_t told, int64_t now)
{
	const struct tongue *before = home_speak(t->home, person->language);
	json_t *facts, *back;
	struct parting p;

	t->outsider = person->id;
	facts = facts_onlooker(t, person->name, told);
	if (parting_find(t, person->id, &p)) {
		g_autofree char *why =
		    p.why != NULL ? told_say(t, p.why, -1) : NULL;

		json_object_set_new(facts, "parted", json_true());
		if (why != NULL)
			json_object_set_new(facts, "why", json_string(why));
		back = p.seat == -1
			   ? NULL
			   : seat_back_facts(t, p.seat, person->id, now);
		if (back != NULL)
			json_object_set_new(facts, "back", back);
	}
	t->outsider = 0;
	home_speak_again(t->home, before);
	return facts;
}
