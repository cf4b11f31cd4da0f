/* SPDX-License-Identifier: ISC */
/*
 * Letters to the outbox, with their headers, in the same transaction as what
 * they tell; the stored bytes are what is sent.
 */
#include "app/letters/compose.h"

#include "app/home/config.h"
#include "app/home/home.h"
#include "app/home/languages.h"
#include "app/home/reply_keys.h"
#include "app/letters/envelope.h"
#include "app/letters/replay_page.h"
#include "app/letters/schedule.h"
#include "app/matches/table.h"
#include "app/matches/talk.h"
#include "base/err.h"
#include "core/core.h"
#include "mail/mail.h"
#include "render/render.h"
#include "store/notices.h"
#include "store/queues.h"
#include "store/signup.h"
#include "store/store.h"

#include <string.h>

static const char *
own_host(const struct home *home)
{
	return strchr(home->config->address, '@') + 1;
}

/* "[Mutineer 7] Friday table" */
static char *
match_title(struct table *t)
{
	g_autofree char *name = g_strdup_printf("game.%s", t->row->game);
	struct phrase *phrase = phrase_new(name, NULL);
	g_autofree char *title = tongue_say(home_words(t->home), phrase, NULL);

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
		"called-off", "onlooker", "left", "remind", NULL };

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

/* Letters to a reader are counted, so that a gap shows that one was lost. */
static int
number_fact(struct table *t, struct cover *c,
    const struct outbox_reader *reader, json_t *facts, struct err *e)
{
	if (store_outbox_number(t->home->store, reader, &c->row.number, e) ==
	    -1)
		return -1;
	json_object_set_new(facts, "number", json_integer(c->row.number));
	return 0;
}

/* The files of the match, with the letter that tells of its end and whenever
 * somebody asks for all that happened; in a simulation nobody opens them. */
static int
attach_files(struct table *t, struct cover *c, json_t *facts, struct err *e)
{
	const json_t *sections = json_object_get(facts, "sections");
	const GPtrArray *files;

	if (t->home->road != NULL || strcmp(c->kind, "final") != 0 ||
	    (c->row.news_after >= t->row->last_event &&
		!json_is_true(json_object_get(sections, "history"))))
		return 0;
	if ((files = replay_attached(t, facts, e)) == NULL)
		return -1;
	for (guint i = 0; i < files->len; i++) {
		const struct attachment *file = files->pdata[i];

		cover_attach(
		    c, attachment_new(file->name, file->type, file->bytes));
	}
	return 0;
}

static char *
match_list_id(struct table *t)
{
	return g_strdup_printf("%s match %lld <g%lld.%s.%s>", t->row->game,
	    (long long)t->row->id, (long long)t->row->id, t->row->game,
	    own_host(t->home));
}

/* What letters of a match have in common before they are written: their row,
 * with the news since told, and the letters that they stand below. */
static int
begin_letter(struct table *t, struct cover *c,
    const struct outbox_reader *reader, int64_t told, json_t *facts,
    struct err *e)
{
	c->home = t->home;
	c->game = t->row->game;
	c->begun = t->row->created;
	c->row.match = t->row->id;
	c->row.seat = -1;
	c->row.news_after = told;
	if (store_outbox_next_id(t->home->store, &c->row.id, e) == -1 ||
	    store_outbox_unsent(
		t->home->store, reader, &c->row.news_after, e) == -1 ||
	    number_fact(t, c, reader, facts, e) == -1)
		return -1;
	return replace_older(t, c, reader, e);
}

/* Whom it goes to, and which mail it answers; references hold one at least. */
static void
address_letter(struct cover *c, const struct person *person,
    const struct answered *answered, char **references)
{
	c->out.to_name = person->name;
	c->out.references = references;
	/* hers if it answers one with an id, else the root */
	c->out.in_reply_to = references[0];
	if (answered != NULL && answered->message_id[0] != '\0')
		c->out.in_reply_to = answered->message_id;
	c->out.answer = answered != NULL;
	c->row.answers = answered != NULL ? answered->inbox : 0;
	c->row.person = person->id;
	c->row.address = person->address;
}

/* With the files that belong to it. */
static int
send_off(struct table *t, struct cover *c, int seat,
    const struct person *person, json_t *facts, int64_t now, struct err *e)
{
	int r = attach_files(t, c, facts, e);

	if (r == 0)
		r = cover_attach_deadline(c, t, seat, person, now, e);
	if (r == 0)
		r = cover_queue(c, facts, now, e);
	cover_clear(c);
	return r;
}

static int
seat_letter(struct table *t, const struct seat_row *row,
    const struct person *person, const char *kind, json_t *facts,
    const struct answered *answered, int64_t now, struct err *e)
{
	struct ticket ticket = {
		.match = t->row->id,
		.seat = row->seat,
		.turn = talk_open_number(t, t->row->last_event),
	};
	struct cover c = { .kind = kind };
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
	if (begin_letter(t, &c, &reader, row->told, facts, e) == -1 ||
	    (references = match_references(t, &reader, answered, e)) == NULL)
		return -1;
	address_letter(&c, person, answered, references);
	serial_make(t->home->secret, c.row.id, ticket.serial);
	c.out.reply_to = reply_to = ticket_address(
	    &ticket, t->home->config->address, t->home->config->delimiter);
	c.out.message_id = id =
	    ticket_message_id(&ticket, t->home->config->address);
	c.out.subject = subject = post_subject(t, ticket.key);
	c.out.list_id = list_id;
	c.row.asks = answered == NULL && is_view(kind) &&
		     json_is_true(json_object_get(facts, "asked"));
	/* When the others leave was settled before they were written. */
	if (answered == NULL && !is_view(kind))
		c.row.next_try = notices_hold(t, person, now);
	c.row.dedup = dedup;
	c.row.seat = row->seat;
	return send_off(t, &c, row->seat, person, facts, now, e);
}

int
post_seat(struct table *t, int seat, const char *kind, json_t *facts,
    const struct answered *answered, int64_t now, struct err *e)
{
	struct seat_row *row = table_seat(t, seat);
	struct person *person;
	int r = -1;

	/* Nobody is there to read it. */
	if (row->held != HELD_PERSON && answered == NULL) {
		json_decref(facts);
		return 0;
	}
	person = store_person(t->home->store, row->person, e);
	if (person != NULL && person->unreached != 0 && answered == NULL) {
		person_free(person);
		json_decref(facts);
		return 0;
	}
	if (facts != NULL && person != NULL) {
		const struct tongue *before =
		    home_speak(t->home, person->language);

		r = seat_letter(t, row, person, kind, facts, answered, now, e);
		home_speak_again(t->home, before);
	}
	person_free(person);
	json_decref(facts);
	if (r == -1)
		return -1;
	row->told = t->row->last_event;
	/* What was to be told stands in it. */
	if (is_view(kind) &&
	    store_unwritten_clear(t->home->store, t->row->id, seat, e) == -1)
		return -1;
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

/* The ticket of a letter to a person without a seat: her own key. */
static int
own_ticket(struct home *home, int64_t person, int64_t match, int64_t turn,
    int64_t letter, struct ticket *ticket, struct err *e)
{
	struct standing_row standing;

	if (store_standing(home->store, person, &standing, e) == -1)
		return -1;
	*ticket = (struct ticket){ .match = match, .seat = -1, .turn = turn };
	keys_make_own(home, person, match, standing.epoch, ticket->key);
	serial_make(home->secret, letter, ticket->serial);
	return 0;
}

/*
 * Of those without a seat, who looks on gets a key of her own; all letters of
 * a match to somebody are one thread.
 */
static int
outsider_letter(struct table *t, const struct outbox_reader *reader,
    const struct person *person, int64_t told, const char *kind, json_t *facts,
    const struct answered *answered, int64_t now, struct err *e)
{
	struct home *home = t->home;
	struct cover c = { .kind = kind };
	g_autofree char *list_id = match_list_id(t);
	g_auto(GStrv) references = NULL;
	g_autofree char *id = NULL, *subject = NULL, *reply_to = NULL;
	const struct tongue *before = home_words(home);
	int r;
	bool looks_on = reader->seat == -1;
	int64_t turn = talk_open_number(t, t->row->last_event);
	struct ticket ticket;
	g_autofree char *dedup = g_strdup_printf(
	    "%s.%s.p%lld", t->cause, kind, (long long)person->id);

	if (begin_letter(t, &c, reader, told, facts, e) == -1 ||
	    (looks_on && own_ticket(home, person->id, t->row->id, turn,
			     c.row.id, &ticket, e) == -1) ||
	    (references = match_references(t, reader, answered, e)) == NULL)
		return -1;
	address_letter(&c, person, answered, references);
	c.out.message_id = id =
	    looks_on ? ticket_message_id(&ticket, home->config->address)
		     : nobodys_id(home, c.row.id);
	c.out.reply_to = reply_to =
	    looks_on ? ticket_address(&ticket, home->config->address,
			   home->config->delimiter)
		     : g_strdup(home->config->address);
	home_speak(home, person->language);
	c.out.subject = subject = match_title(t);
	c.out.list_id = list_id;
	if (answered == NULL)
		c.row.next_try = notices_hold(t, person, now);
	c.row.dedup = dedup;
	r = send_off(t, &c, reader->seat, person, facts, now, e);
	home_speak_again(home, before);
	return r;
}

int
post_onlooker(struct table *t, const struct onlooker_row *row, const char *kind,
    json_t *facts, const struct answered *answered, int64_t now, struct err *e)
{
	struct person *person = store_person(t->home->store, row->person, e);
	const struct outbox_reader reader = { t->row->id, -1, row->person };
	int r = -1;

	if (person != NULL && person->unreached != 0 && answered == NULL)
		r = 0;
	else if (person != NULL)
		r = outsider_letter(t, &reader, person, row->told, kind, facts,
		    answered, now, e);
	person_free(person);
	json_decref(facts);
	return r;
}

/* Letters whose answer can do something: they bear their reader's own key. */
static bool
is_own(const char *kind)
{
	static const char *const kinds[] = { "signup", NULL };

	return g_strv_contains(kinds, kind);
}

int
post_outsider(struct table *t, int seat, const struct person *person,
    const char *kind, json_t *facts, const struct answered *answered,
    int64_t now, struct err *e)
{
	const struct outbox_reader reader = { t->row->id, seat, person->id };
	int r = 0;

	if (facts == NULL)
		return -1;
	if (person->unreached == 0 || answered != NULL)
		r = outsider_letter(t, &reader, person, t->row->last_event,
		    kind, facts, answered, now, e);
	json_decref(facts);
	return r;
}

/* key: of the question that it asks, or NULL.  match: what is said in reply to
 * it is about that one; 0: about none. */
static int
post_outside(struct home *home, const struct person *person, int64_t match,
    const char *address, const char *kind, const char *key, json_t *facts,
    const struct answered *answered, int64_t now, struct err *e)
{
	struct cover c = { .home = home, .kind = kind };
	char *references[] = { NULL, NULL };
	g_autofree char *dedup = NULL, *id = NULL, *subject = NULL;
	g_autofree char *reply_to = NULL;
	struct ticket ticket = { .seat = -1 };
	bool own = person != NULL && is_own(kind), keyed = own || key != NULL;
	const struct tongue *before = home_words(home);
	int r;

	if (store_outbox_next_id(home->store, &c.row.id, e) == -1 ||
	    (own && own_ticket(home, person->id, match, 0, c.row.id, &ticket,
			e) == -1)) {
		json_decref(facts);
		return -1;
	}
	if (key != NULL) {
		g_strlcpy(ticket.key, key, sizeof(ticket.key));
		serial_make(home->secret, c.row.id, ticket.serial);
	}
	dedup =
	    answered != NULL
		? g_strdup_printf("i%lld.%s", (long long)answered->inbox, kind)
		: g_strdup_printf("p%lld.%s", (long long)c.row.id, kind);
	id = keyed ? ticket_message_id(&ticket, home->config->address)
		   : nobodys_id(home, c.row.id);
	reply_to = keyed ? ticket_address(&ticket, home->config->address,
			       home->config->delimiter)
			 : g_strdup(home->config->address);
	subject = g_strdup_printf("[%s]", home->config->name);
	c.out.reply_to = reply_to;
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
	if (person != NULL)
		home_speak(home, person->language);
	r = cover_queue(&c, facts, now, e);
	home_speak_again(home, before);
	json_decref(facts);
	return r;
}

int
post_address(struct home *home, const struct person *person,
    const char *address, const char *kind, json_t *facts,
    const struct answered *answered, int64_t now, struct err *e)
{
	return post_outside(
	    home, person, 0, address, kind, NULL, facts, answered, now, e);
}

int
post_question(struct home *home, const struct person *person,
    const char *address, const char *kind, const char *key, json_t *facts,
    const struct answered *answered, int64_t now, struct err *e)
{
	return post_outside(
	    home, person, 0, address, kind, key, facts, answered, now, e);
}

int
post_left(struct home *home, const struct person *person, int64_t match,
    const char *kind, json_t *facts, const struct answered *answered,
    int64_t now, struct err *e)
{
	return post_outside(home, person, match, person->address, kind, NULL,
	    facts, answered, now, e);
}

int
post_digest(struct home *home, const struct person *person,
    const struct paper *paper, GPtrArray *files, int64_t now, int64_t *id,
    struct err *e)
{
	struct cover c = { .home = home, .kind = "digest", .files = files };
	g_autofree char *dedup = NULL, *message_id = NULL, *subject = NULL;
	g_autofree char *reply_to = NULL, *ascii = NULL, *own = NULL;
	struct phrase *phrase = phrase_new("digest.title", NULL);
	g_autofree char *title = NULL;
	char key[KEY_SIZE + 1];

	if (store_outbox_next_id(home->store, &c.row.id, e) == -1)
		return -1;
	*id = c.row.id;
	keys_make_person(home, person->id, key);
	reply_to = digest_address(
	    person->id, key, home->config->address, home->config->delimiter);
	dedup = g_strdup_printf("p%lld.digest", (long long)c.row.id);
	message_id = nobodys_id(home, c.row.id);
	title = tongue_say(home_words(home), phrase, NULL);
	phrase_free(phrase);
	subject = g_strdup_printf("[%s] %s", home->config->name, title);
	c.out.reply_to = reply_to;
	c.out.own_name = home->config->name;
	c.out.to_name = person->name;
	c.out.subject = subject;
	c.out.message_id = message_id;
	if (person->ascii) {
		c.out.to_name = ascii = text_ascii(person->name);
		c.out.own_name = own = text_ascii(home->config->name);
	}
	c.row.news_after = -1;
	c.row.dedup = dedup;
	c.row.seat = -1;
	c.row.person = person->id;
	c.row.address = person->address;
	return cover_queue_paper(&c, paper, now, e);
}
