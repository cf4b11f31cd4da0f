/* SPDX-License-Identifier: ISC */
/* What an organiser is shown, as JSON. */
#include "app/notices.h"
#include "app/silence.h"

#include <string.h>

#define LIST_MAX 1000

static void
set_text(json_t *object, const char *key, const char *text)
{
	json_object_set_new(
	    object, key, text == NULL ? json_null() : json_string(text));
}

/* UTC as 2026-11-21T12:00:00Z; null for never. */
void
show_time(json_t *object, const char *key, int64_t at)
{
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(at);
	g_autofree char *text =
	    at == 0 ? NULL : g_date_time_format(utc, "%Y-%m-%dT%H:%M:%SZ");

	set_text(object, key, text);
}

static void
set_number(json_t *object, const char *key, int64_t n)
{
	json_object_set_new(object, key, json_integer(n));
}

json_t *
show_summary(const struct match_row *row)
{
	json_t *item = json_object();

	set_number(item, "match", row->id);
	set_text(item, "game", row->game);
	set_text(item, "name", row->name);
	set_text(item, "state", life_word(row->life));
	show_time(item, "created", row->created);
	show_time(item, "started", row->started);
	show_time(item, "ended", row->ended);
	show_time(item, "paused", row->paused);
	return item;
}

int
show_free(
    struct home *home, const struct match_row *row, json_t *item, struct err *e)
{
	g_autoptr(GPtrArray) seats = NULL;
	struct signup_row signup;
	bool found = false;

	if (row->life != LIFE_MUSTER)
		return 0;
	if ((seats = store_seats(home->store, row->id, e)) == NULL ||
	    store_signup(home->store, row->id, &signup, &found, e) == -1)
		return -1;
	if (!found)
		return 0;
	set_number(item, "free", row->wanted - (int)seats->len);
	if (signup.state == SIGNUP_ASKED)
		json_object_set_new(item, "waits", json_true());
	return 0;
}

/*
 * What an onlooker may know; everything once it is over, or with reveal.
 */
static void
show_play(struct table *t, json_t *item, bool reveal)
{
	const void *state = match_state(t->match);
	struct result result = { 0 };

	if (!reveal) {
		json_object_set_new(
		    item, "view", t->game->view(state, SEAT_ONLOOKER));
		return;
	}
	json_object_set_new(item, "view", t->game->state(state));
	t->game->result(state, &result);
	if (result.over)
		json_object_set_new(
		    item, "winners", table_name_list(t, result.winners));
}

/* How many steps and moves it has sent that are not made yet. */
static void
set_plan(json_t *item, const struct plan *plan)
{
	set_number(item, "plan", (int64_t)json_array_size(plan->steps));
	set_number(item, "order", (int64_t)json_array_size(plan->moves));
}

/* The phase in words, if it has some. */
static const char *
ask_words(const struct game *game, const char *phase)
{
	for (size_t i = 0;
	     phase != NULL && game->asks != NULL && game->phases[i] != NULL;
	     i++)
		if (strcmp(game->phases[i], phase) == 0)
			return game->asks[i];
	return phase;
}

static json_t *
seat_summaries(struct table *t, bool reveal)
{
	json_t *list = json_array();
	seatset asked = t->match == NULL ? 0 : match_to_act(t->match);
	const char *phase;

	for (int s = 0; s < (int)table_seats(t); s++) {
		const struct seat_row *row = table_seat(t, s);
		json_t *item = json_object();

		phase = (asked & SEAT(s))
			    ? t->game->phase(match_state(t->match), s)
			    : NULL;
		set_number(item, "seat", s);
		set_text(item, "name", row->name);
		set_number(item, "person", row->person);
		json_object_set_new(item, "ready", json_boolean(row->ready));
		json_object_set_new(item, "organiser",
		    json_boolean((t->organiser & SEAT(s)) != 0));
		json_object_set_new(
		    item, "held", json_string(seat_held_word(row->held)));
		set_text(item, "asked", phase);
		set_text(item, "asked_to", ask_words(t->game, phase));
		/* Whose move is made by the rules is still to be secret. */
		set_number(item, "missed",
		    MAX(0, row->missed - (!reveal && row->hushed != 0)));
		set_number(item, "graces", row->graces);
		if (reveal)
			set_plan(item, &t->plans[s]);
		json_array_append_new(list, item);
	}
	return list;
}

static json_t *
onlooker_summaries(struct table *t, struct err *e)
{
	g_autoptr(GPtrArray) rows =
	    store_onlookers(t->home->store, t->row->id, e);
	json_t *list;

	if (rows == NULL)
		return NULL;
	list = json_array();
	for (guint i = 0; i < rows->len; i++) {
		const struct onlooker_row *row = rows->pdata[i];
		json_t *item = json_object();

		set_text(item, "name", row->name);
		set_number(item, "person", row->person);
		show_time(item, "since", row->since);
		show_time(item, "last_letter", row->written);
		json_array_append_new(list, item);
	}
	return list;
}

/* A match that is going to be shown, once it may be. */
struct table *
show_table(
    struct home *home, int64_t id, const struct look *look, struct err *e)
{
	return looks_match(home, id, look, e) == -1 ? NULL
						    : table_open(home, id, e);
}

json_t *
show_match(
    struct home *home, int64_t id, const struct look *look, struct err *e)
{
	struct table *t = show_table(home, id, look, e);
	unsigned char commitment[SEED_SIZE];
	char hex[SEED_HEX_SIZE];
	json_t *item, *onlookers;
	bool reveal;
	int r;

	if (t == NULL)
		return NULL;
	if ((onlookers = onlooker_summaries(t, e)) == NULL) {
		table_free(t);
		return NULL;
	}
	reveal = look != NULL || t->row->life == LIFE_OVER;
	item = show_summary(t->row);
	if (show_free(home, t->row, item, e) == -1) {
		json_decref(item);
		json_decref(onlookers);
		table_free(t);
		return NULL;
	}
	seed_commitment(t->row->server_seed, commitment);
	seed_to_hex(commitment, hex);
	set_text(item, "commitment", hex);
	if (reveal) {
		seed_to_hex(t->row->server_seed, hex);
		set_text(item, "server_seed", hex);
	}
	if (t->row->life == LIFE_MUSTER) {
		json_object_set_new(
		    item, "missing", table_name_list(t, muster_missing(t)));
		set_number(item, "free", muster_free(t));
	}
	json_object_set(item, "options", t->json[0]);
	json_object_set_new(item, "policy", policy_json(&t->policy));
	json_object_set_new(item, "seats", seat_summaries(t, reveal));
	json_object_set_new(item, "onlookers", onlookers);
	r = show_deadlines(t, item, e);
	if (t->match != NULL)
		show_play(t, item, reveal);
	table_free(t);
	if (r == -1)
		g_clear_pointer(&item, json_decref);
	return item;
}

static json_t *
person_summary(const struct person *row)
{
	json_t *item = json_object();

	set_number(item, "person", row->id);
	set_text(item, "name", row->name);
	set_text(item, "address", row->address);
	set_text(item, "language", row->language);
	set_text(item, "zone", row->zone);
	set_text(item, "text", row->ascii ? "ascii" : "utf-8");
	json_object_set_new(item, "plain", json_boolean(row->plain));
	show_time(item, "unreached", row->unreached);
	return item;
}

json_t *
show_people(struct home *home, struct err *e)
{
	g_autoptr(GPtrArray) rows = store_people(home->store, e);
	json_t *list;

	if (rows == NULL)
		return NULL;
	list = json_array();
	for (guint i = 0; i < rows->len; i++)
		json_array_append_new(list, person_summary(rows->pdata[i]));
	return list;
}

/* Those that she writes from besides the one that her letters go to. */
static json_t *
person_with_addresses(
    struct home *home, const struct person *row, struct err *e)
{
	g_auto(GStrv) addresses = store_addresses(home->store, row->id, e);
	json_t *item, *list;

	if (addresses == NULL)
		return NULL;
	item = person_summary(row);
	list = json_array();
	for (size_t i = 1; addresses[i] != NULL; i++)
		json_array_append_new(list, json_string(addresses[i]));
	json_object_set_new(item, "writes_from_too", list);
	return item;
}

json_t *
show_person(struct home *home, int64_t id, struct err *e)
{
	struct person *row = person_there(home, id, e);
	json_t *item = NULL;

	if (row != NULL)
		item = person_with_addresses(home, row, e);
	person_free(row);
	return item;
}

/* A seat of a match, or null. */
static void
set_seat(json_t *object, int seat)
{
	json_object_set_new(
	    object, "seat", seat == -1 ? json_null() : json_integer(seat));
}

/* Who has that seat: her name there. */
static int
set_player(
    struct home *home, json_t *object, int64_t match, int seat, struct err *e)
{
	g_autoptr(GPtrArray) seats = NULL;

	if (seat == -1)
		return 0;
	if ((seats = store_seats(home->store, match, e)) == NULL)
		return -1;
	if ((guint)seat < seats->len)
		set_text(object, "player",
		    ((const struct seat_row *)seats->pdata[seat])->name);
	return 0;
}

static json_t *
inbox_summary(const struct inbox_row *row)
{
	json_t *item = json_object();

	set_number(item, "mail", row->id);
	set_text(item, "state", inbox_state_word(row->state));
	show_time(item, "received", row->received);
	set_text(item, "from", row->sender);
	set_number(item, "match", row->match);
	set_seat(item, row->seat);
	set_number(item, "size", row->size);
	set_number(item, "tries", row->tries);
	set_text(item, "note", row->note);
	return item;
}

static json_t *
outbox_summary(const struct outbox_row *row)
{
	json_t *item = json_object();

	set_number(item, "letter", row->id);
	set_text(item, "state", outbox_state_word(row->state));
	show_time(item, "created", row->created);
	set_text(item, "to", row->address);
	set_number(item, "match", row->match);
	set_seat(item, row->seat);
	set_text(item, "kind", row->kind);
	set_number(item, "tries", row->tries);
	show_time(item, "sent", row->sent);
	set_text(item, "note", row->note);
	return item;
}

/* The number of a state by its word; -1: all; -2: there is none. */
static int
state_number(const char *word, const char *(*words)(int), int max)
{
	if (word == NULL)
		return -1;
	for (int i = 0; i <= max; i++)
		if (strcmp(words(i), word) == 0)
			return i;
	return -2;
}

static const char *
inbox_word(int n)
{
	return inbox_state_word((enum inbox_state)n);
}

static const char *
outbox_word(int n)
{
	return outbox_state_word((enum outbox_state)n);
}

json_t *
show_inbox(struct home *home, const char *state, struct err *e)
{
	int number = state_number(state, inbox_word, INBOX_DEAD);
	g_autoptr(GPtrArray) rows = NULL;
	json_t *list;

	if (number == -2) {
		err_set(e, ERR_FORMAT,
		    "there is no state \"%s\"; mails are new, done, ignored, "
		    "duplicate, held or dead",
		    state);
		return NULL;
	}
	if ((rows = store_inbox_list(home->store, number, LIST_MAX, e)) == NULL)
		return NULL;
	list = json_array();
	for (guint i = 0; i < rows->len; i++)
		json_array_append_new(list, inbox_summary(rows->pdata[i]));
	return list;
}

json_t *
show_outbox(struct home *home, const char *state, struct err *e)
{
	int number = state_number(state, outbox_word, OUTBOX_DEAD);
	g_autoptr(GPtrArray) rows = NULL;
	json_t *list;

	if (number == -2) {
		err_set(e, ERR_FORMAT,
		    "there is no state \"%s\"; letters are new, sending, sent, "
		    "later, unknown, replaced or dead",
		    state);
		return NULL;
	}
	rows = store_outbox_list(home->store, number, LIST_MAX, e);
	if (rows == NULL)
		return NULL;
	list = json_array();
	for (guint i = 0; i < rows->len; i++)
		json_array_append_new(list, outbox_summary(rows->pdata[i]));
	return list;
}

json_t *
show_inbox_row(struct home *home, int64_t id, const struct look *look,
    GBytes **raw, struct err *e)
{
	struct inbox_row *row;
	json_t *item;

	e->code = 0;
	if ((row = store_inbox(home->store, id, e)) == NULL) {
		if (e->code == 0)
			err_set(e, ERR_MISSING,
			    "there is no mail %lld in the inbox",
			    (long long)id);
		return NULL;
	}
	if (looks_inbox(home, row, look, e) == -1) {
		inbox_row_free(row);
		return NULL;
	}
	item = inbox_summary(row);
	set_text(item, "message_id", row->message_id);
	set_text(item, "source", row->source);
	show_time(item, "handled", row->handled);
	json_object_set_new(item, "cut", json_boolean(row->cut));
	json_object_set_new(
	    item, "answered", json_boolean(row->answer == ANSWER_SENT));
	if (set_player(home, item, row->match, row->seat, e) == -1)
		g_clear_pointer(&item, json_decref);
	else if (look != NULL)
		*raw = g_bytes_ref(row->raw);
	inbox_row_free(row);
	return item;
}

json_t *
show_outbox_row(struct home *home, int64_t id, const struct look *look,
    GBytes **raw, struct err *e)
{
	struct outbox_row *row;
	json_t *item;

	e->code = 0;
	if ((row = store_outbox(home->store, id, e)) == NULL) {
		if (e->code == 0)
			err_set(e, ERR_MISSING,
			    "there is no letter %lld in the outbox",
			    (long long)id);
		return NULL;
	}
	if (looks_outbox(home, row, look, e) == -1) {
		outbox_row_free(row);
		return NULL;
	}
	item = outbox_summary(row);
	set_text(item, "message_id", row->message_id);
	show_time(item, "next_try", row->next_try);
	set_number(item, "answers", row->answers);
	if (set_player(home, item, row->match, row->seat, e) == -1)
		g_clear_pointer(&item, json_decref);
	else if (look != NULL)
		*raw = send_filled(home, row);
	outbox_row_free(row);
	return item;
}
