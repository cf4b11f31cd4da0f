/* SPDX-License-Identifier: ISC */
/*
 * How a match ended and when it was decided, told by its scores alone; so that
 * it fits every game.
 */
#include "app/letters/story/highlights.h"

#include "app/letters/story/story.h"
#include "app/matches/table/reader.h"
#include "app/matches/table/reader_words.h"
#include "app/matches/table/table.h"
#include "app/matches/table/tenures.h"
#include "core/decision.h"
#include "core/match.h"
#include "core/rules.h"
#include "core/say.h"
#include "render/render.h"

#include <stdlib.h>
#include <string.h>

enum { SENTENCES = 4 };

static char *
say(const struct reader *r, const char *key, json_t *args)
{
	g_autofree char *own = g_strdup_printf("%s.%s", r->t->game->name, key);
	bool has = catalog_has(r->language, own);

	return reader_say(r, phrase_new(has ? own : key, args));
}

/* ---- the verdict ---- */

struct ranking {
	struct result result;
	int best, worst; /* of the winner, of all */
	int next; /* the best of those who have not */
	int winners;
	bool odd; /* a seat that has not won has as many points, or more */
};

static void
judge(struct table *t, struct ranking *v)
{
	t->game->result(match_state(t->match), &v->result);
	v->best = v->next = INT32_MIN;
	v->worst = INT32_MAX;
	for (size_t s = 0; s < table_seats(t); s++) {
		int score = v->result.score[s];

		v->worst = MIN(v->worst, score);
		if (v->result.winners & SEAT(s)) {
			v->winners++;
			v->best = MAX(v->best, score);
		} else {
			v->next = MAX(v->next, score);
		}
	}
	v->odd = v->next != INT32_MIN && v->next >= v->best;
}

/* "-close", "-far" or nothing: by how much it was won. */
static const char *
distance(const struct ranking *v)
{
	int margin = v->best - v->next;
	int scale = MAX(abs(v->best), 10);

	if (margin * 8 <= scale)
		return "-close";
	return margin * 2 >= scale ? "-far" : "";
}

/* Less than the winner by a tenth at most. */
static bool
is_near(int best, int own)
{
	return (best - own) * 10 <= abs(best);
}

static const char *
verdict_end(const struct ranking *v, bool won, int own)
{
	if (v->winners > 1)
		return "-shared";
	if (v->odd)
		return "-odd";
	if (won)
		return distance(v);
	if (strcmp(distance(v), "-close") == 0 && own == v->next)
		return "-close";
	if (own == v->worst)
		return "-last";
	return is_near(v->best, own) ? "-near" : "";
}

char *
ending_verdict(const struct reader *r)
{
	int reader = r->audience;
	struct ranking v = { .winners = 0 };
	bool won;
	g_autofree char *key = NULL;
	json_t *args;

	judge(r->t, &v);
	won = reader >= 0 && (v.result.winners & SEAT(reader)) != 0;
	if (reader >= 0)
		key = g_strdup_printf("verdict.%s%s", won ? "won" : "lost",
		    verdict_end(&v, won, v.result.score[reader]));
	else
		key =
		    g_strdup_printf("verdict.seen%s", v.winners > 1 ? "-shared"
						      : v.odd	    ? "-odd"
								    : "");
	args = json_pack("{s:o, s:i}", "winners",
	    table_name_list(r->t, v.result.winners), "margin",
	    v.winners == 1 && !v.odd ? v.best - v.next : 0);
	return say(r, key, args);
}

/* ---- turning points ---- */

static bool
counts(const struct chapter *c)
{
	return c->head != NULL && c->end >= 0;
}

/* The seat that alone has the most points after that chapter; -1: none. */
static int
leader(const struct table *t, const struct chapter *c)
{
	int who = 0;

	for (int s = 1; s < (int)table_seats(t); s++)
		if (c->after[s] > c->after[who])
			who = s;
	for (int s = 0; s < (int)table_seats(t); s++)
		if (s != who && c->after[s] == c->after[who])
			return -1;
	return who;
}

static bool
is_last(const struct table *t, const struct chapter *c, int seat)
{
	for (int s = 0; s < (int)table_seats(t); s++)
		if (s != seat && c->after[s] <= c->after[seat])
			return false;
	return true;
}

/* who: the seat of which it tells, "you" to its player; -1: of none. */
static void
tell(const struct reader *r, json_t *list, const char *key,
    const struct chapter *c, int who, json_t *args)
{
	g_autofree char *label = c != NULL ? story_label(r, c) : NULL;
	g_autofree char *own = g_strconcat("own-", key, NULL);
	g_autofree char *text = NULL;
	bool self =
	    who >= 0 && who == r->audience && seat_player(r->t, who) == NULL;

	if (label != NULL)
		json_object_set_new(args, "when", json_string(label));
	text = say(r, self ? own : key, args);
	if (json_array_size(list) < SENTENCES)
		json_array_append_new(
		    list, json_pack("{s:I, s:s, s:s, s:i}", "end",
			      (json_int_t)(c != NULL ? c->end : -1), "text",
			      text, "key", key, "seat", who));
}

/*
 * The lead from first to last, or who took it when.  A round after which
 * several have the most points is nobody's: it ends what "always" and "keeps"
 * say.
 */
static void
tell_leads(const struct reader *r, const GPtrArray *chapters, json_t *list)
{
	struct table *t = r->t;
	/* since it `who` leads alone */
	const struct chapter *taken = NULL;
	int who = -1, changes = 0, rounds = 0;

	for (guint i = 0; i < chapters->len; i++) {
		const struct chapter *c = chapters->pdata[i];
		int now;

		if (!counts(c))
			continue;
		rounds++;
		now = leader(t, c);
		changes += now != -1 && who != -1 && now != who;
		if (now == -1)
			taken = NULL;
		else if (taken == NULL || now != who)
			taken = c;
		if (now != -1)
			who = now;
	}
	if (changes > 1)
		tell(r, list, "turning.changes", NULL, -1,
		    json_pack("{s:i}", "n", changes));
	if (taken == NULL)
		return;
	if (changes == 0 && taken->number == 1)
		tell(r, list, "turning.always", NULL, who,
		    json_pack("{s:s, s:i}", "who", t->names[who], "n", rounds));
	else
		tell(r, list, "turning.lead", taken, who,
		    json_pack("{s:s}", "who", t->names[who]));
}

static void
tell_gain(const struct reader *r, const GPtrArray *chapters, json_t *list)
{
	struct table *t = r->t;
	const struct chapter *when = NULL;
	int who = 0, most = 0;
	bool shared = false; /* two seats have got as much: it is nobody's */

	for (guint i = 0; i < chapters->len; i++) {
		const struct chapter *c = chapters->pdata[i];

		for (int s = 0; counts(c) && s < (int)table_seats(t); s++) {
			int gain = c->after[s] - c->before[s];

			if (gain > most) {
				most = gain;
				who = s;
				when = c;
				shared = false;
			} else if (gain == most && s != who) {
				shared = true;
			}
		}
	}
	if (when != NULL && !shared)
		tell(r, list, "turning.gain", when, who,
		    json_pack(
			"{s:s, s:i}", "who", t->names[who], "points", most));
}

/* The seat that has won by points was once the last of all. */
static void
tell_comeback(const struct reader *r, const GPtrArray *chapters, json_t *list)
{
	struct table *t = r->t;
	struct ranking v = { .winners = 0 };

	judge(t, &v);
	for (guint i = chapters->len; !v.odd && i > 0; i--) {
		const struct chapter *c = chapters->pdata[i - 1];

		for (int s = 0; counts(c) && s < (int)table_seats(t); s++)
			if (v.result.winners == SEAT(s) && is_last(t, c, s)) {
				tell(r, list, "turning.comeback", c, s,
				    json_pack("{s:s}", "who", t->names[s]));
				return;
			}
	}
}

json_t *
ending_turning_ends(const struct reader *r, const GPtrArray *chapters)
{
	json_t *list = json_array();
	guint rounds = 0;

	for (guint i = 0; i < chapters->len; i++)
		rounds += counts(chapters->pdata[i]);
	if (rounds < 2)
		return list;
	tell_leads(r, chapters, list);
	tell_gain(r, chapters, list);
	tell_comeback(r, chapters, list);
	return list;
}

json_t *
ending_turning(const struct reader *r, const GPtrArray *chapters)
{
	json_t *ends = ending_turning_ends(r, chapters), *one;
	json_t *list = json_array();
	size_t i;

	json_array_foreach(ends, i, one)
	    json_array_append(list, json_object_get(one, "text"));
	json_decref(ends);
	return list;
}
