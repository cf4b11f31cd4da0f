/* SPDX-License-Identifier: ISC */
/*
 * Letters to the outbox: rendered once, with their headers, in the same
 * transaction as what they tell; the stored bytes are what is sent.
 */
#include "app/private.h"

#include <string.h>

/* What all letters need beside their facts. */
struct cover {
	struct home *home;
	const char *kind;
	const char *game; /* or NULL */
	int64_t begun; /* when the match was made, or 0 */
	struct outgoing out;
	struct outbox_row row;
};

static const char *
own_host(const struct home *home)
{
	return strchr(home->config->address, '@') + 1;
}

/* Does the person want letters in ASCII?  Strangers do not say. */
static int
wants_ascii(const struct cover *c, bool *ascii, struct err *e)
{
	struct person *person;

	*ascii = false;
	if (c->row.person == 0)
		return 0;
	person = store_person(c->home->store, c->row.person, e);
	if (person == NULL)
		return -1;
	*ascii = person->ascii;
	person_free(person);
	return 0;
}

static int
queue_text(struct cover *c, const char *text, int64_t now, struct err *e)
{
	const struct home *home = c->home;
	char word[KEY_SIZE + 1];
	char index[THREAD_INDEX_SIZE];
	int r;

	if (c->row.match != 0) {
		thread_index(home->secret, c->row.match, c->begun, index);
		c->out.thread_index = index;
	}
	c->out.own = home->config->address;
	c->out.language = "en";
	c->out.instance = home->instance;
	c->out.date = now;
	c->out.text = text;
	c->out.to = c->row.address;
	if ((c->row.raw = letter_write(&c->out, e)) == NULL)
		return -1;
	if (c->row.person != 0) {
		bounce_word(home->secret, c->row.id, word);
		c->row.bounce = word;
	}
	c->row.kind = (char *)(uintptr_t)c->kind;
	c->row.message_id = (char *)(uintptr_t)c->out.message_id;
	c->row.state = OUTBOX_NEW;
	c->row.created = now;
	r = store_outbox_add(home->store, &c->row, e);
	g_bytes_unref(c->row.raw);
	return r;
}

/* Render, write and queue. */
static int
queue(struct cover *c, json_t *facts, int64_t now, struct err *e)
{
	g_autofree char *text = NULL, *subject = NULL, *to = NULL, *own = NULL;
	bool ascii;

	if (wants_ascii(c, &ascii, e) == -1)
		return -1;
	json_object_set_new(json_object_get(facts, "person"), "text",
	    json_string(ascii ? "ascii" : "utf-8"));
	text = tongue_letter(
	    home_tongue(c->home, "en"), c->game, c->kind, facts, e);
	if (text == NULL)
		return -1;
	c->out.own_name = c->home->config->name;
	if (ascii) {
		c->out.subject = subject = text_ascii(c->out.subject);
		c->out.to_name = to = text_ascii(c->out.to_name);
		c->out.own_name = own = text_ascii(c->out.own_name);
	}
	return queue_text(c, text, now, e);
}

/* "[Mutineer 7] Friday table" */
static char *
match_title(struct table *t)
{
	g_autofree char *name = g_strdup_printf("game.%s", t->row->game);
	struct phrase *phrase = phrase_new(name, NULL);
	g_autofree char *title =
	    tongue_say(home_tongue(t->home, "en"), phrase, NULL);

	phrase_free(phrase);
	return g_strdup_printf(
	    "[%s %lld] %s", title, (long long)t->row->id, t->row->name);
}

char *
post_subject(struct table *t, const char *key)
{
	g_autofree char *title = match_title(t);

	return g_strdup_printf(
	    "%s [g%lld-%.4s]", title, (long long)t->row->id, key);
}

/* The id of no letter, from which all threads of a match begin. */
static char *
match_root(struct table *t)
{
	return g_strdup_printf(
	    "g%lld.root@%s", (long long)t->row->id, own_host(t->home));
}

/* root of the match, the last letter to this reader, the mail answered */
static char **
match_references(struct table *t, const struct outbox_reader *reader,
    const struct answered *answered, struct err *e)
{
	GPtrArray *ids = g_ptr_array_new();
	char *last = NULL;

	if (store_outbox_thread(t->home->store, reader, &last, e) == -1) {
		g_ptr_array_unref(ids);
		return NULL;
	}
	g_ptr_array_add(ids, match_root(t));
	if (last != NULL)
		g_ptr_array_add(ids, last);
	if (answered != NULL && answered->message_id[0] != '\0')
		g_ptr_array_add(ids, g_strdup(answered->message_id));
	g_ptr_array_add(ids, NULL);
	return (char **)g_ptr_array_free(ids, FALSE);
}

/* Letters of these kinds say how it stands: the newest one is enough. */
static bool
is_view(const char *kind)
{
	static const char *const kinds[] = { "turn", "answer", "final",
		"called-off", "onlooker", NULL };

	return g_strv_contains(kinds, kind);
}

static int
replace_older(struct table *t, const struct cover *c,
    const struct outbox_reader *reader, struct err *e)
{
	return is_view(c->kind)
		   ? store_outbox_replace(t->home->store, reader, c->row.id, e)
		   : 0;
}

static char *
match_list_id(struct table *t)
{
	return g_strdup_printf("%s match %lld <g%lld.%s.%s>", t->row->game,
	    (long long)t->row->id, (long long)t->row->id, t->row->game,
	    own_host(t->home));
}

static int
seat_letter(struct table *t, const struct seat_row *row,
    const struct person *person, const char *kind, json_t *facts,
    const struct answered *answered, int64_t now, struct err *e)
{
	struct ticket ticket = {
		.match = t->row->id,
		.seat = row->seat,
		.turn = t->row->last_event,
	};
	struct cover c = {
		.home = t->home,
		.kind = kind,
		.game = t->row->game,
		.begun = t->row->created,
	};
	const struct outbox_reader reader = { t->row->id, row->seat,
		row->person };
	g_auto(GStrv) references = NULL;
	g_autofree char *reply_to = NULL, *id = NULL, *subject = NULL;
	g_autofree char *tag = NULL;
	g_autofree char *dedup =
	    g_strdup_printf("%s.%s.%d", t->cause, kind, row->seat);
	g_autofree char *list_id = match_list_id(t);

	keys_make(t->home, row, ticket.key);
	tag = tag_text(t->row->id, ticket.key);
	json_object_set_new(facts, "tag", json_string(tag));
	c.row.news_after = row->told;
	if (store_outbox_next_id(t->home->store, &c.row.id, e) == -1 ||
	    store_outbox_unsent(
		t->home->store, &reader, &c.row.news_after, e) == -1 ||
	    replace_older(t, &c, &reader, e) == -1 ||
	    (references = match_references(t, &reader, answered, e)) == NULL)
		return -1;
	serial_make(t->home->secret, c.row.id, ticket.serial);
	reply_to = ticket_address(
	    &ticket, t->home->config->address, t->home->config->delimiter);
	id = ticket_message_id(&ticket, t->home->config->address);
	subject = post_subject(t, ticket.key);
	c.out.reply_to = reply_to;
	c.out.to_name = person->name;
	c.out.subject = subject;
	c.out.message_id = id;
	/* hers if it answers one with an id, else the root */
	c.out.in_reply_to = references[0];
	if (answered != NULL && answered->message_id[0] != '\0')
		c.out.in_reply_to = answered->message_id;
	c.out.references = references;
	c.out.list_id = list_id;
	c.out.answer = answered != NULL;
	c.row.answers = answered != NULL ? answered->inbox : 0;
	c.row.dedup = dedup;
	c.row.match = t->row->id;
	c.row.seat = row->seat;
	c.row.person = person->id;
	c.row.address = person->address;
	return queue(&c, facts, now, e);
}

int
post_seat(struct table *t, int seat, const char *kind, json_t *facts,
    const struct answered *answered, int64_t now, struct err *e)
{
	struct seat_row *row = table_seat(t, seat);
	struct person *person = store_person(t->home->store, row->person, e);
	int r = -1;

	if (person != NULL && person->unreached != 0 && answered == NULL) {
		person_free(person);
		json_decref(facts);
		return 0;
	}
	if (facts != NULL && person != NULL)
		r = seat_letter(t, row, person, kind, facts, answered, now, e);
	person_free(person);
	json_decref(facts);
	if (r == -1)
		return -1;
	row->told = t->row->last_event;
	return store_seat_update(t->home->store, row, e);
}

/* The Message-ID of a letter to no seat. */
static char *
nobodys_id(const struct home *home, int64_t letter)
{
	struct ticket ticket = { .seat = -1 };

	/* No seat has this number: the key of nobody, but ours. */
	key_make(home->secret, 0, -1, (int)(letter & 0x7fffffff), ticket.key);
	serial_make(home->secret, letter, ticket.serial);
	return ticket_message_id(&ticket, home->config->address);
}

/*
 * Nothing can be done by an answer, so there is no key in it; all letters to
 * onlookers of a match are one thread.
 */
static int
onlooker_letter(struct table *t, const struct onlooker_row *row,
    const struct person *person, const char *kind, json_t *facts, int64_t now,
    struct err *e)
{
	struct home *home = t->home;
	struct cover c = {
		.home = home,
		.kind = kind,
		.game = t->row->game,
		.begun = t->row->created,
	};
	const struct outbox_reader reader = { t->row->id, -1, row->person };
	g_autofree char *list_id = match_list_id(t);
	g_auto(GStrv) references = NULL;
	g_autofree char *id = NULL, *subject = NULL;
	g_autofree char *dedup = g_strdup_printf(
	    "%s.%s.p%lld", t->cause, kind, (long long)person->id);

	c.row.news_after = row->told;
	if (store_outbox_next_id(home->store, &c.row.id, e) == -1 ||
	    store_outbox_unsent(
		t->home->store, &reader, &c.row.news_after, e) == -1 ||
	    replace_older(t, &c, &reader, e) == -1 ||
	    (references = match_references(t, &reader, NULL, e)) == NULL)
		return -1;
	id = nobodys_id(home, c.row.id);
	subject = match_title(t);
	c.out.reply_to = home->config->address;
	c.out.to_name = person->name;
	c.out.subject = subject;
	c.out.message_id = id;
	c.out.in_reply_to = references[0];
	c.out.references = references;
	c.out.list_id = list_id;
	c.row.dedup = dedup;
	c.row.match = t->row->id;
	c.row.seat = -1;
	c.row.person = person->id;
	c.row.address = person->address;
	return queue(&c, facts, now, e);
}

int
post_onlooker(struct table *t, const struct onlooker_row *row, const char *kind,
    json_t *facts, int64_t now, struct err *e)
{
	struct person *person = store_person(t->home->store, row->person, e);
	int r = -1;

	if (person != NULL && person->unreached != 0)
		r = 0;
	else if (person != NULL)
		r = onlooker_letter(t, row, person, kind, facts, now, e);
	person_free(person);
	json_decref(facts);
	return r;
}

int
post_address(struct home *home, const struct person *person,
    const char *address, const char *kind, json_t *facts,
    const struct answered *answered, int64_t now, struct err *e)
{
	struct cover c = { .home = home, .kind = kind };
	char *references[] = { NULL, NULL };
	g_autofree char *dedup = NULL, *id = NULL, *subject = NULL;
	int r;

	if (store_outbox_next_id(home->store, &c.row.id, e) == -1) {
		json_decref(facts);
		return -1;
	}
	dedup =
	    answered != NULL
		? g_strdup_printf("i%lld.%s", (long long)answered->inbox, kind)
		: g_strdup_printf("p%lld.%s", (long long)c.row.id, kind);
	id = nobodys_id(home, c.row.id);
	subject = g_strdup_printf("[%s]", home->config->name);
	c.out.reply_to = home->config->address;
	c.out.to_name = person != NULL ? person->name : "";
	c.out.subject = subject;
	c.out.message_id = id;
	if (answered != NULL && answered->message_id[0] != '\0') {
		references[0] = (char *)(uintptr_t)answered->message_id;
		c.out.in_reply_to = references[0];
		c.out.references = references;
	}
	c.out.answer = answered != NULL;
	c.row.answers = answered != NULL ? answered->inbox : 0;
	c.row.news_after = -1;
	c.row.dedup = dedup;
	c.row.seat = -1;
	c.row.person = person != NULL ? person->id : 0;
	c.row.address = (char *)(uintptr_t)address;
	r = queue(&c, facts, now, e);
	json_decref(facts);
	return r;
}
