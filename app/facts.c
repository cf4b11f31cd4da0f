/* SPDX-License-Identifier: ISC */
/*
 * Facts: the JSON from which letters are made.  For a seat they hold what
 * this seat may know and nothing else: the game's view, its legal moves, and
 * the news told to it.
 */
#include "app/private.h"

#include <string.h>

static void
set_text(json_t *object, const char *key, const char *text)
{
	json_object_set_new(object, key, json_string(text));
}

static void
set_bool(json_t *object, const char *key, bool value)
{
	json_object_set_new(object, key, json_boolean(value));
}

/* {"WORD": true}: what templates ask for with {{#phase.offer}} */
static json_t *
flag(const char *word)
{
	json_t *object = json_object();

	set_bool(object, word, true);
	return object;
}

json_t *
facts_person(struct home *home, const char *name)
{
	json_t *facts = json_object();
	json_t *self = json_object();
	json_t *person = json_object();

	set_text(self, "address", home->config->address);
	set_text(self, "name", home->config->name);
	if (home->config->organiser_name != NULL &&
	    home->config->organiser_name[0] != '\0')
		set_text(self, "organiser", home->config->organiser_name);
	json_object_set_new(facts, "home", self);
	set_text(person, "name", name);
	json_object_set_new(facts, "person", person);
	return facts;
}

static json_t *
player_facts(struct table *t, int seat, int reader)
{
	const struct seat_row *row = table_seat(t, seat);
	json_t *player = json_object();
	seatset asked = t->match == NULL ? 0 : match_to_act(t->match);

	json_object_set_new(player, "seat", json_integer(seat));
	set_text(player, "name", t->names[seat]);
	set_bool(player, "me", seat == reader);
	set_bool(player, "ready", row->ready);
	set_bool(player, "asked", (asked & SEAT(seat)) != 0);
	set_bool(player, "resigned", row->resigned);
	return player;
}

static json_t *
option_facts(const struct table *t)
{
	json_t *list = json_array();
	const char *word;
	json_t *value;

	json_object_foreach(t->json[0], word, value)
	{
		json_t *item = json_object();

		set_text(item, "word", word);
		json_object_set(item, "value", value);
		set_bool(item, word, json_is_true(value));
		json_array_append_new(list, item);
	}
	return list;
}

/* The time for a decision in the unit that fits it: {"unit":"days","n":3} */
static json_t *
time_facts(int64_t seconds)
{
	static const struct {
		const char *unit;
		int64_t seconds;
	} units[] = { { "days", 86400 }, { "hours", 3600 }, { "minutes", 60 } };
	size_t i = 0;

	while (i + 1 < G_N_ELEMENTS(units) && seconds % units[i].seconds != 0)
		i++;
	return json_pack("{s:s, s:I}", "unit", units[i].unit, "n",
	    (json_int_t)(seconds / units[i].seconds));
}

static json_t *
match_facts(struct table *t, int reader)
{
	json_t *match = json_object();
	json_t *players = json_array();
	unsigned char commitment[SEED_SIZE];
	char hex[SEED_HEX_SIZE];
	seatset ready = 0;

	json_object_set_new(match, "id", json_integer(t->row->id));
	set_text(match, "game", t->row->game);
	set_text(match, "name", t->row->name);
	json_object_set_new(match, "life", flag(life_word(t->row->life)));
	seed_commitment(t->row->server_seed, commitment);
	seed_to_hex(commitment, hex);
	set_text(match, "commitment", hex);
	set_bool(match, "laid_out", t->row->given != NULL);
	json_object_set_new(match, "options", option_facts(t));
	if (t->row->time_limit > 0)
		json_object_set_new(
		    match, "time", time_facts(t->row->time_limit));
	for (int s = 0; s < (int)table_seats(t); s++) {
		json_array_append_new(players, player_facts(t, s, reader));
		if (table_seat(t, s)->ready)
			ready |= SEAT(s);
	}
	json_object_set_new(match, "players", players);
	json_object_set_new(match, "ready", table_name_list(t, ready));
	json_object_set_new(match, "missing", table_name_list(t, ~ready));
	return match;
}

static int
deadline_fact(struct table *t, int seat, json_t *facts, struct err *e)
{
	struct timer_row timer;
	bool found = false;
	g_autoptr(GTimeZone) zone = NULL;
	g_autoptr(GDateTime) utc = NULL, local = NULL;
	g_autofree char *text = NULL;

	if (store_timer(t->home->store, t->row->id, seat, &timer, &found, e) ==
	    -1)
		return -1;
	if (!found)
		return 0;
	zone = g_time_zone_new_identifier(t->home->config->zone);
	utc = g_date_time_new_from_unix_utc(timer.due);
	local = g_date_time_to_timezone(utc, zone);
	text = g_date_time_format(local, "%A, %-d %B %Y, %H:%M %Z");
	set_text(facts, "deadline", text);
	return 0;
}

/* What is played for her when the time is up. */
static void
default_fact(struct table *t, int seat, json_t *facts)
{
	struct move move = { 0 };
	g_autofree char *text = NULL;

	if (t->row->time_limit == 0)
		return;
	t->game->absent(match_state(t->match), seat, &move);
	text = move_text(t->match, &move);
	set_text(facts, "default", text);
}

static int
asked_facts(struct table *t, int seat, json_t *facts, struct err *e)
{
	seatset asked = t->match == NULL ? 0 : match_to_act(t->match);
	seatset others = asked & ~SEAT(seat);

	set_bool(facts, "asked", (asked & SEAT(seat)) != 0);
	json_object_set_new(facts, "waiting", table_name_list(t, others));
	set_bool(facts, "waiting_for_others", others != 0);
	if (!(asked & SEAT(seat)))
		return 0;
	json_object_set_new(
	    facts, "phase", flag(t->game->phase(match_state(t->match), seat)));
	choices_facts(t, seat, facts);
	default_fact(t, seat, facts);
	return deadline_fact(t, seat, facts, e);
}

static void
news_of_report(
    struct table *t, const struct report *report, int seat, json_t *news)
{
	const struct tongue *tongue = home_tongue(t->home, "en");

	if (report->notice != NULL) {
		g_autofree char *text =
		    tongue_say(tongue, report->notice, t->atom_names);

		json_array_append_new(news, json_string(text));
		return;
	}
	for (guint i = 0;
	     report->outcome.news != NULL && i < report->outcome.news->len;
	     i++) {
		const struct told *told =
		    &g_array_index(report->outcome.news, struct told, i);
		struct phrase *phrase;
		g_autofree char *text = NULL;

		if (!told_to(told, seat))
			continue;
		phrase = say_phrase(t->match, &told->say);
		text = tongue_say(tongue, phrase, t->atom_names);
		json_array_append_new(news, json_string(text));
		phrase_free(phrase);
	}
}

json_t *
facts_news(struct table *t, int seat, int64_t after)
{
	json_t *news = json_array();

	for (guint i = 0; i < t->reports->len; i++) {
		const struct report *report = t->reports->pdata[i];

		if (report->n > after)
			news_of_report(t, report, seat, news);
	}
	return news;
}

/* Names and marks beside the numbers in the view's list of players. */
static void
view_facts(struct table *t, int seat, json_t *facts)
{
	json_t *view = t->game->view(match_state(t->match), seat);
	json_t *players = json_object_get(view, "players");
	json_t *player;
	size_t i;

	json_array_foreach(players, i, player)
	{
		json_t *marks = player_facts(t, (int)i, seat);

		json_object_update_missing(player, marks);
		json_decref(marks);
		if ((int)i == seat)
			json_object_set(facts, "mine", player);
	}
	json_object_set_new(facts, "view", view);
}

/* Why it was called off: what was told last. */
static void
reason_fact(struct table *t, json_t *facts)
{
	const struct tongue *tongue = home_tongue(t->home, "en");

	for (guint i = t->reports->len; i > 0; i--) {
		const struct report *report = t->reports->pdata[i - 1];
		g_autofree char *text = NULL;

		if (report->notice == NULL)
			continue;
		text = tongue_say(tongue, report->notice, t->atom_names);
		set_text(facts, "reason", text);
		return;
	}
}

/* What every reader in a match is told alike, each with her own view. */
static json_t *
reader_facts(struct table *t, int reader, const char *name, int64_t told)
{
	json_t *facts = facts_person(t->home, name);
	json_t *news = facts_news(t, reader, told);

	json_object_set_new(facts, "names", table_name_list(t, SEATS_ALL));
	json_object_set(facts, "atoms", t->atom_names);
	json_object_set_new(facts, "match", match_facts(t, reader));
	set_bool(facts, "news_any", json_array_size(news) > 0);
	json_object_set_new(facts, "news", news);
	if (t->row->life == LIFE_ENDED)
		reason_fact(t, facts);
	if (t->match != NULL)
		view_facts(t, reader, facts);
	return facts;
}

json_t *
facts_seat(struct table *t, int seat, struct err *e)
{
	struct seat_row *row = table_seat(t, seat);
	const struct outbox_reader reader = { t->row->id, seat, row->person };
	int64_t told = row->told;
	json_t *facts, *me;

	/* Her next letter goes instead of those that did not leave yet. */
	if (store_outbox_unsent(t->home->store, &reader, &told, e) == -1)
		return NULL;
	facts = reader_facts(t, seat, row->name, told);
	me = json_object();
	json_object_set_new(me, "seat", json_integer(seat));
	set_text(me, "name", t->names[seat]);
	json_object_set_new(facts, "me", me);
	if (t->match != NULL)
		kept_facts(t, seat, facts);
	if (asked_facts(t, seat, facts, e) == -1) {
		json_decref(facts);
		return NULL;
	}
	return facts;
}

json_t *
facts_onlooker(struct table *t, const char *name, int64_t told)
{
	json_t *facts = reader_facts(t, SEAT_ONLOOKER, name, told);
	seatset asked = t->match == NULL ? 0 : match_to_act(t->match);

	set_bool(facts, "asked", false);
	json_object_set_new(facts, "waiting", table_name_list(t, asked));
	set_bool(facts, "waiting_for_others", asked != 0);
	return facts;
}

json_t *
facts_log(struct table *t)
{
	json_t *log = json_array();

	for (guint i = 0; i < t->events->len; i++) {
		const struct event_row *row = t->events->pdata[i];
		json_t *item = json_object();

		json_object_set_new(item, "n", json_integer(i + 1));
		set_text(item, "name", t->names[row->seat]);
		set_text(item, "move", row->move);
		json_object_set_new(item, "by", flag(row->by));
		json_array_append_new(log, item);
	}
	return log;
}

static gint
by_score(gconstpointer a, gconstpointer b)
{
	const json_int_t *x = a, *y = b;

	return x[0] > y[0] ? -1 : x[0] < y[0] ? 1 : x[1] < y[1] ? -1 : 1;
}

static json_t *
result_facts(struct table *t)
{
	struct result result = { 0 };
	json_t *facts = json_object(), *scores = json_array();
	json_int_t order[GAME_MAX_SEATS][2];
	size_t n = table_seats(t);

	t->game->result(match_state(t->match), &result);
	for (size_t s = 0; s < n; s++) {
		order[s][0] = result.score[s];
		order[s][1] = (json_int_t)s;
	}
	qsort(order, n, sizeof(order[0]), by_score);
	for (size_t i = 0; i < n; i++) {
		json_t *item = player_facts(t, (int)order[i][1], -1);

		json_object_set_new(item, "score", json_integer(order[i][0]));
		set_bool(
		    item, "winner", (result.winners & SEAT(order[i][1])) != 0);
		json_array_append_new(scores, item);
	}
	json_object_set_new(facts, "scores", scores);
	json_object_set_new(
	    facts, "winners", table_name_list(t, result.winners));
	set_bool(facts, "shared", (result.winners & (result.winners - 1)) != 0);
	if (t->game->ending != NULL)
		json_object_set_new(
		    facts, "ending", t->game->ending(match_state(t->match)));
	return facts;
}

static json_t *
proof_facts(struct table *t)
{
	json_t *proof = json_object(), *luck = json_array();
	unsigned char commitment[SEED_SIZE];
	char hex[SEED_HEX_SIZE];

	seed_to_hex(t->row->server_seed, hex);
	set_text(proof, "server_seed", hex);
	seed_commitment(t->row->server_seed, commitment);
	seed_to_hex(commitment, hex);
	set_text(proof, "commitment", hex);
	seed_to_hex(t->row->seed, hex);
	set_text(proof, "seed", hex);
	for (int s = 0; s < (int)table_seats(t); s++) {
		const struct seat_row *row = table_seat(t, s);
		json_t *item;

		if (row->luck == NULL)
			continue;
		item = json_object();
		set_text(item, "name", row->name);
		set_text(item, "words", row->luck);
		json_array_append_new(luck, item);
	}
	json_object_set_new(proof, "luck", luck);
	return proof;
}

int
facts_final(struct table *t, json_t *facts, struct err *e)
{
	if (t->match == NULL || !match_over(t->match))
		return err_set(e, ERR_CLASH, "match %lld is not over",
		    (long long)t->row->id);
	json_object_set_new(facts, "result", result_facts(t));
	json_object_set_new(facts, "log", facts_log(t));
	json_object_set_new(facts, "proof", proof_facts(t));
	return 0;
}
